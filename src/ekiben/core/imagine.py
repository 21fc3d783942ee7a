"""What the families share when they imagine a state that a view could be of."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeVar

from ekiben.core.chance import seed_words
from ekiben.core.errors import EkibenError
from ekiben.core.layout import GameState, View

if TYPE_CHECKING:
    from ekiben.core.game import Game

S = TypeVar("S", bound=GameState)


def validate_view(game: Game, view: View) -> View:
    """A view is imagined by the game it is of."""
    if view.game != game.name:
        raise EkibenError(f"a view of {view.game} cannot be imagined by {game.name}")
    return view


def fill(s: S, view: View) -> S:
    """Write all that the view shows into a state."""
    for field in type(s).fields:
        value = view.fields.get(field.name)
        if value is not None and field.axes:
            getattr(s, field.name)[tuple(slice(size) for size in value.shape)] = value
        elif value is not None:
            setattr(s, field.name, int(value))
    return s


def imagined_words(seed: int) -> list[int]:
    """The luck of an imagined game, which is never that of a game with the same seed."""
    return seed_words(random.Random(seed).getrandbits(128))
