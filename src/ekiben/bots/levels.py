"""How strong a bot people ask for: one table from level to bot, for each family of games."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from ekiben.bots import make, plays
from ekiben.bots.family import BOT_FAMILY
from ekiben.bots.pipe import is_pipe
from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.core.game import Game

NAMES = ("beginner", "easy", "medium", "hard", "master", "expert")
MASTER = "master"  # only where a player has learned the board
# Each beats the one before it in about 57 to 79 of 100 games for two: see "Levels" in the manual's
# page about the arena.
SECONDS = 1.0  # that any of them may think about a choice
OFFERED: dict[str, str] = {}  # further bots by name, offered wherever people choose a level


@dataclass(frozen=True)
class Level:
    """A bot's spec and how long it may think about a choice."""

    name: str
    spec: str
    seconds: float


def levels(game: Game) -> dict[str, Level]:
    """The levels of a game, the easiest first, and then what is offered beside them."""
    specs = {**box_levels(game), **offered_bots(game)}
    return {name: Level(name, spec, SECONDS) for name, spec in specs.items()}


def box_levels(game: Game) -> dict[str, str]:
    """The specs of the box's levels; a board that no player has learned has no master."""
    return {
        name: spec
        for name, spec in BOT_FAMILY.of(game).levels.items()
        if name != MASTER or has_master(game)
    }


def has_master(game: Game) -> bool:
    has_learned = BOT_FAMILY.of(game).has_learned
    return has_learned is not None and has_learned(game)


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


def level(game: Game, name: str) -> Level:
    known = levels(game)
    if name not in known:
        raise EkibenError(
            f"{game.name} has no bots of level {name!r}.{nearest(name, known)} "
            f"Levels: {listed(known)}"
        )
    return known[name]
