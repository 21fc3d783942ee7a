"""A match as JSON values, so that it can go on later without being played again.

It holds everything, hidden cards too, and fits only the sources that made it.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from ekiben.core.arrays import Buffer
from ekiben.core.match import Match
from ekiben.core.position import InterpretedPosition

if TYPE_CHECKING:
    from ekiben.core.game import Event, Game


class SavedMatch(TypedDict):
    """What `restore_match` needs; states are their bytes without work space, in base 64."""

    state: str
    actions: list[int]
    actors: list[int]
    undone: list[tuple[int, int]]
    heard: list[Event]
    undoable: int
    kept: list[tuple[int, str]]


def save_match(match: Match) -> SavedMatch:
    return {
        "state": save_state(match.game, match.position.packed()),
        "actions": [action.id for action in match.actions],
        "actors": match.actors,
        "undone": [(at, action.id) for at, action in match.undone],
        "heard": match.heard,
        "undoable": match.undoable,
        "kept": [(at, save_state(match.game, state)) for at, state in match.kept],
    }


def restore_match(match: Match, saved: SavedMatch) -> None:
    """Bring a match that has just been dealt to where the saved one of the same deal stood."""
    game = match.game
    state = game.rule_set.state(restore_state(game, saved["state"]))
    match.position = InterpretedPosition(game, state).fastest()
    match.actions = list(map(game.action, saved["actions"]))
    match.actors = saved["actors"]
    match.undone = [(at, game.action(id)) for at, id in saved["undone"]]
    match.heard = saved["heard"]
    match.undoable = saved["undoable"]
    match.kept = [(at, restore_state(game, text)) for at, text in saved["kept"]]


def save_state(game: Game, packed: Buffer) -> str:
    return base64.b64encode(packed[: game.rule_set.state.size_without_scratch].tobytes()).decode()


def restore_state(game: Game, text: str) -> Buffer:
    """A state's bytes, with room to work in; it goes on telling what happens."""
    kind = game.rule_set.state
    buffer = np.zeros(kind.size, np.uint8)
    buffer[: kind.size_without_scratch] = np.frombuffer(base64.b64decode(text), np.uint8)
    buffer.view(kind.dtype)["logs_events"] = 1
    return buffer
