"""How strong a bot people ask for: one table from level to bot, for each family of games."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from ekiben.bots import make, plays
from ekiben.bots.family import BOT_FAMILY, table_sizes
from ekiben.bots.pipe import is_pipe
from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.core.game import Game
from ekiben.texts.tables import tables_text

NAMES = ("beginner", "easy", "medium", "hard", "master", "expert")
MASTER = "master"  # only at tables for which a player has learned the board
# Each beats the one before it in about 57 to 79 of 100 games for two: see "Levels" in the manual's
# page about the arena.
SECONDS = 1.0  # that any of them may think about a choice
OFFERED: dict[str, str] = {}  # further bots by name, offered wherever people choose a level


@dataclass(frozen=True)
class Level:
    """A bot's spec, how long it may think about a choice, and the sizes of its tables."""

    name: str
    spec: str
    seconds: float
    seats: tuple[int, ...]


class WrongTable(EkibenError):
    """The game has this level, but not at tables of this size."""

    def __init__(self, game: Game, level: Level, seats: int) -> None:
        self.level = level
        super().__init__(
            f"{game.name} has bots of level {level.name!r} only {tables_text(level.seats)}, "
            f"not at {seats}. Levels there: {listed(levels(game, seats))}"
        )


def levels(game: Game, seats: int | None = None) -> dict[str, Level]:
    """The levels of a game, the easiest first, and then what is offered beside them.

    With a number of seats only those that are offered at tables of that size.
    """
    specs = {**box_levels(game), **offered_bots(game)}
    known = [Level(name, spec, SECONDS, level_seats(game, name)) for name, spec in specs.items()]
    return {one.name: one for one in known if seats is None or seats in one.seats}


def box_levels(game: Game) -> dict[str, str]:
    """The specs of the box's levels; a board that no player has learned has no master."""
    return {
        name: spec for name, spec in BOT_FAMILY.of(game).levels.items() if level_seats(game, name)
    }


def level_seats(game: Game, name: str) -> tuple[int, ...]:
    """The sizes of tables at which a level is offered."""
    if name != MASTER:
        return table_sizes(game)
    learned_seats = BOT_FAMILY.of(game).learned_seats
    return learned_seats(game) if learned_seats else ()


def limits_text(game: Game, level: Level, language: str = "en") -> str:
    """At which tables a level plays; empty where it plays at all of the game's."""
    return "" if level.seats == table_sizes(game) else tables_text(level.seats, language)


def offer(name: str, spec: str) -> None:
    """Offer a bot beside the levels; one that cannot be made is refused here."""
    if name in NAMES:
        raise EkibenError(f"{name!r} is a level already: give the bot {spec} another name")
    if is_pipe(spec):
        raise EkibenError(
            f"{spec}: a program behind a pipe cannot be offered here, "
            "but bots of the box and python:module.Class can"
        )
    make(spec)
    OFFERED[name] = spec
    offered_bots.cache_clear()


@functools.lru_cache(maxsize=64)
def offered_bots(game: Game) -> dict[str, str]:
    """The offered bots that play this game, by name."""
    return {name: spec for name, spec in OFFERED.items() if plays(game, spec)}


def level(game: Game, name: str, seats: int | None = None) -> Level:
    """A level by name; with a number of seats one that is offered at tables of that size."""
    known = levels(game)
    if name not in known:
        raise EkibenError(
            f"{game.name} has no bots of level {name!r}.{nearest(name, known)} "
            f"Levels: {listed(known)}"
        )
    if seats is not None and seats not in known[name].seats:
        raise WrongTable(game, known[name], seats)
    return known[name]
