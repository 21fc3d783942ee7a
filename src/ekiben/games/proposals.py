"""The options proposed to people who start a game, where they differ from the rules' defaults.

The rules' defaults are what the rulebooks say; programs get those. At a table of people two rulings
make a better game: nobody begins because of where they sit, and nobody is locked out of a city
(TR-4.10).
"""

from __future__ import annotations

from ekiben.core.game import Game

PROPOSED: dict[str, object] = {"first_seat": "drawn", "no_lockout": True}


def proposals(game: Game) -> dict[str, object]:
    """What is proposed for this game beyond its defaults."""
    return {
        name: value
        for name, value in PROPOSED.items()
        if name in game.options and default(game, name) != value
    }


def default(game: Game, name: str) -> object:
    return next(option.values[0] for option in game.known_options if option.name == name)
