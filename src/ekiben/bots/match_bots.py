"""Bots at the table of a match: asked in turn, told what they hear, and sent home at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ekiben.bots.bot import Bot, Forfeit, GameEnd, Limit
from ekiben.core.action import Action
from ekiben.core.match import Match
from ekiben.core.record import Record


def ask(match: Match, bot: Bot, limit: Limit) -> Action:
    """Ask the bot whose seat is to act; it is told first what it has heard since the last time."""
    seat = match.seat
    if bot.listens:
        bot.hear(match.events(seat, bot.heard))
    return bot.choose(match.view(seat), match.legal(), limit)


@contextmanager
def at_table(match: Match, bots: Sequence[Bot | None]) -> Iterator[None]:
    """Keep bots at the table while the game lasts; however it ends, they are told and leave."""
    end = GameEnd(reason="left", scores=None, ranking=None)
    try:
        yield
        if match.over:
            end = GameEnd(reason="over", scores=match.scores(), ranking=match.ranking())
    except Forfeit as forfeit:
        end = GameEnd(
            reason="forfeit",
            scores=match.scores(),
            ranking=forfeit_ranking(match, forfeit),
            forfeit=forfeit.to_json(),
        )
        raise
    finally:
        for bot in bots:
            if bot is not None:
                bot.leave(end)


def forfeit_ranking(match: Match, forfeit: Forfeit) -> list[list[int]]:
    """The seat that forfeits is last; the others share the first place, as nobody knows better."""
    others = [seat for seat in range(match.seats) if seat != forfeit.seat]
    return [others, [seat for seat in (forfeit.seat,) if seat is not None]]


def forfeit_record(match: Match, forfeit: Forfeit) -> Record:
    """The record of a game that was broken off: no result, and whose fault it was."""
    ranking = forfeit_ranking(match, forfeit)
    return Record(
        {**match.record(), "forfeit": {**forfeit.to_json(), "ranking": ranking}}, match.game
    )
