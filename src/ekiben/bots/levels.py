"""How strong a bot people ask for: one table from level to bot, for each family of games."""

from __future__ import annotations

from dataclasses import dataclass

from ekiben import bots
from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.core.game import Game

NAMES = ("easy", "medium", "hard", "expert")
# For each level the bots that may play it, the best first: one that does not exist (yet) leaves the place to the next.
ROUTES = {"easy": ("path", "random"), "medium": ("greedy",), "hard": ("planner", "racer"), "expert": ("expert",)}
LATTICE = {"easy": ("drifter",), "medium": ("courier",), "hard": ("dispatcher",), "expert": ("expert",)}
SECONDS = {"easy": 0.5, "medium": 1.0, "hard": 2.0, "expert": 4.0}


@dataclass(frozen=True)
class Level:
    """A bot's spec and how long it may think about a choice."""

    name: str
    spec: str
    seconds: float


def levels(game: Game) -> dict[str, Level]:
    """The levels there are for a game, the easiest first."""
    table, known = (LATTICE if game.family.home.startswith("ekiben.games.tokyo") else ROUTES), bots.names()
    found = {name: next((spec for spec in table[name] if spec in known), None) for name in NAMES}
    return {name: Level(name, spec, SECONDS[name]) for name, spec in found.items() if spec is not None}


def level(game: Game, name: str) -> Level:
    known = levels(game)
    if name not in known:
        raise EkibenError(f"{game.name} has no bots of level {name!r}.{nearest(name, known)} Levels: {listed(known)}")
    return known[name]
