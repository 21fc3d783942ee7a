"""One match between bots, from the first question to the last, with a clock for every seat."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ekiben.bots import Bot, Forfeit, Limit, make
from ekiben.bots.family import BOT_FAMILY
from ekiben.bots.match_bots import at_table, forfeit_ranking
from ekiben.core.action import Action
from ekiben.core.builds import BUILDS, AnyBuilds
from ekiben.core.game import Game
from ekiben.core.match import Match

Player = str | Callable[..., object]  # a bot's spec, or its class


@dataclass
class SeatClock:
    """What one seat has done so far, and how long it thought."""

    moves: int = 0
    turns: int = 0
    seconds: float = 0.0
    choices: int = 0  # moves with more than one legal action
    choice_seconds: float = 0.0
    slowest: float = 0.0  # seconds of the slowest choice


@dataclass
class Clock:
    """The clocks of all seats."""

    seats: list[SeatClock] = field(default_factory=list)

    @classmethod
    def start(cls, seats: int) -> Clock:
        return cls([SeatClock() for _ in range(seats)])

    @property
    def turns(self) -> list[int]:
        return [seat.turns for seat in self.seats]

    def ask(self, match: Match, bot: Bot, seat: int, limit: Limit) -> Action:
        """Ask the bot for its choice, and count the time it takes."""
        view, legal = match.view(seat), match.legal()
        if bot.listens:
            bot.hear(match.events(seat, bot.heard))
        clock = self.seats[seat]
        clock.moves += 1
        clock.turns += match.asked == "turn"
        start = time.perf_counter()
        try:
            return bot.choose(view, legal, limit)
        finally:
            self.count(clock, time.perf_counter() - start, is_choice=len(legal) > 1)

    def count(self, clock: SeatClock, seconds: float, is_choice: bool) -> None:
        clock.seconds += seconds
        if is_choice:
            clock.choices += 1
            clock.choice_seconds += seconds
            clock.slowest = max(clock.slowest, seconds)


def seat_bots(game: Game, players: Sequence[Player], seeds: Sequence[int]) -> list[Bot]:
    """A bot for every seat, each with luck of its own, sitting at the game."""
    bots = [make(player, seed) for player, seed in zip(players, seeds, strict=True)]
    for seat, bot in enumerate(bots):
        bot.sit(game, seat)
    return bots


def play_to_end(match: Match, bots: Sequence[Bot], limit: Limit, clock: Clock) -> Forfeit | None:
    """Play the match; a bot that cannot go on ends it, and its forfeit is returned."""
    try:
        with at_table(match, bots):
            while match.seat is not None:
                match.play(clock.ask(match, bots[match.seat], match.seat, limit))
    except Forfeit as forfeit:
        return forfeit
    return None


def final_ranking(match: Match, forfeit: Forfeit | None) -> list[list[int]]:
    """Seats, best first, as the game ended."""
    return match.ranking() if forfeit is None else forfeit_ranking(match, forfeit)


def builds_for(game: Game) -> list[AnyBuilds]:
    """All that can be compiled for a game: its rules, and the bots that are written like them."""
    BOT_FAMILY.of(game)  # registers the bots' builds
    return [
        game.builds,
        *(
            builds
            for builds in list(BUILDS.values())
            if builds is not game.builds and builds.rule_set.state is game.rule_set.state
        ),
    ]
