"""Bots at the table of a match: asked in turn, told what they may hear, and sent home at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ekiben.bots.bot import Bot, Forfeit, Limit
from ekiben.core.action import Action
from ekiben.core.match import Match
from ekiben.core.record import Record


def ask(match: Match, bot: Bot, limit: Limit) -> Action:
    """The choice of the bot whose seat is to act. It gets its seat's view, and what its seat has
    heard since it was last asked.
    """
    seat = match.seat
    if bot.listens:
        bot.hear(match.events(seat, bot.heard))
    return bot.choose(match.view(seat), match.legal(), limit)


@contextmanager
def seated(match: Match, bots: Sequence[Bot | None]) -> Iterator[None]:
    """Bots sit here as long as the game lasts; however it ends, they are told and get up."""
    end: dict[str, Any] = {"reason": "left", "scores": None, "ranking": None}
    try:
        yield
        if match.over:
            end = {"reason": "over", "scores": match.scores(), "ranking": match.ranking()}
    except Forfeit as forfeit:
        end = {
            "reason": "forfeit",
            "scores": match.scores(),
            "ranking": ranking(match, forfeit),
            "forfeit": forfeit.to_json(),
        }
        raise
    finally:
        for bot in bots:
            if bot is not None:
                bot.leave(end)


def ranking(match: Match, forfeit: Forfeit) -> list[list[int]]:
    """Who forfeits is last; the others share the first place, since nobody knows how it would have
    ended.
    """
    others = [seat for seat in range(match.seats) if seat != forfeit.seat]
    return [others, [seat for seat in (forfeit.seat,) if seat is not None]]


def forfeited(match: Match, forfeit: Forfeit) -> Record:
    """The record of a game that was broken off: what was played, no result, and whose fault it was."""
    return Record(
        {**match.record(), "forfeit": {**forfeit.to_json(), "ranking": ranking(match, forfeit)}},
        match.game,
    )
