"""How strong a bot people ask for: one table from level to bot, for each family of games."""

from __future__ import annotations

from dataclasses import dataclass

from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.core.game import Game

NAMES = ("easy", "medium", "hard", "expert")
# Each beats the one before it in about 65 to 80 of 100 games for two: see "Levels" in the manual's page about the arena.
ROUTES = {"easy": "step", "medium": "junkie", "hard": "planner", "expert": "expert"}
LATTICE = {"easy": "dispatcher:jobs=1,among=12,width=20,cushion=0,purse=20",
           "medium": "dispatcher:jobs=2,among=3,width=4,finalists=1,cushion=60,purse=200", "hard": "dispatcher", "expert": "expert"}
SECONDS = 1.0                       # that any of them may think about a choice


@dataclass(frozen=True)
class Level:
    """A bot's spec and how long it may think about a choice."""

    name: str
    spec: str
    seconds: float


def levels(game: Game) -> dict[str, Level]:
    """The easiest first."""
    table = LATTICE if game.family.home.startswith("ekiben.games.tokyo") else ROUTES
    return {name: Level(name, table[name], SECONDS) for name in NAMES}


def level(game: Game, name: str) -> Level:
    known = levels(game)
    if name not in known:
        raise EkibenError(f"{game.name} has no bots of level {name!r}.{nearest(name, known)} Levels: {listed(known)}")
    return known[name]
