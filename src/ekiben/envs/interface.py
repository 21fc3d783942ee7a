"""What all interfaces share: loading a game, a match as plain data, one seat's observation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

import ekiben
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Event, Game
from ekiben.core.match import Match
from ekiben.core.position import InterpretedPosition
from ekiben.envs.builds import observation_kernels
from ekiben.observations.encoding import encoding, scratch

KEPT = ("seats", "seed", "salt", "names", "actors", "undone", "heard", "undoable", "imaginary")


def loaded(game: str | Game, options: Mapping[str, object]) -> Game:
    """Load a compiled game by name or board file with options, or take a loaded one."""
    if isinstance(game, Game) and options:
        raise EkibenError(
            f"{game.name} was loaded already: options are given by name to ekiben.load, or here "
            "with the game's name"
        )
    found = game if isinstance(game, Game) else ekiben.load(game, **options)
    found.builds.fastest()
    return found


Numbers = npt.NDArray[np.uint8] | npt.NDArray[np.float32]
Seen = dict[str, npt.NDArray[np.generic]]  # "observation" and "action_mask"
Info = dict[str, object]
State = dict[str, Any]  # a match as plain data: written by `packed`, read by `unpacked`

Origin = tuple[str | None, dict[str, object]]


def origin(game: str | Game, options: Mapping[str, object]) -> Origin:
    """How to load the game again elsewhere: name or file, and options; None if impossible."""
    if isinstance(game, str):
        return game, dict(options)
    return (game.name if game.name in ekiben.games() else None), dict(game.options)


def named_origin(found: Origin) -> Origin:
    if found[0] is None:
        raise EkibenError(
            "to be pickled, an environment on a board of your own is made with the board's file, "
            "not with a loaded game"
        )
    return found


def title(name: str) -> str:
    """`great-lakes` in the ids of environments: GreatLakes."""
    return "".join(part.capitalize() for part in name.split("-"))


class Observer:
    """One game's observations and masks, in arrays of its own."""

    def __init__(self, game: Game, dtype: str = "float32") -> None:
        self.game, self.encoding, self.dtype = game, encoding(game), np.dtype(dtype)
        self.row, self.scratch = np.zeros((1, self.encoding.size), np.uint8), scratch(game)

    def __call__(self, match: Match, seat: int) -> Numbers:
        """What the seat sees, as a new array."""
        kernels, who = observation_kernels(self.game), np.array([seat], np.int64)
        if kernels.compiled:
            kernels.observe_many(
                self.game.boards, match.position.packed(), who, self.scratch, self.row, 0, 1
            )
        else:
            kernels.observe_many(
                [self.game.plain_board], [match.position.state], who, self.scratch, self.row, 0, 1
            )
        return (
            self.row[0].copy()
            if self.dtype == np.uint8
            else np.asarray(self.row[0] * self.encoding.scale)
        )

    def mask(self, match: Match, seat: int) -> npt.NDArray[np.int8]:
        """1 for each legal action of the seat; all 0 when it is not asked."""
        found = np.zeros(self.game.action_count, np.int8)
        if match.seat == seat:
            found[match.position.legal()] = 1
        return found

    def bound(self) -> Numbers:
        """The largest number of each place."""
        return (
            np.full(self.encoding.size, 255, np.uint8)
            if self.dtype == np.uint8
            else np.float32(255) * self.encoding.scale
        )


def seen_space(eye: Observer) -> Any:
    """The space of observations with their mask."""
    from gymnasium import spaces

    mask = spaces.Box(0, 1, (eye.game.action_count,), np.int8)
    return spaces.Dict(
        {"observation": spaces.Box(0, eye.bound(), dtype=eye.dtype.type), "action_mask": mask}
    )


# ---- a match as plain data
def packed(match: Match) -> State:
    """All of a match but its game, to keep or to pickle."""
    return {
        **{name: getattr(match, name) for name in KEPT},
        "actions": [action.id for action in match.actions],
        "undone": [(at, action.id) for at, action in match.undone],
        "heard": [dict(event) for event in match.heard],
        "kept": [(at, state.tobytes()) for at, state in match.kept],
        "position": match.position.packed().tobytes(),
    }


def unpacked(game: Game, data: State) -> Match:
    """The match again, on a game that is loaded."""
    state = game.rule_set.state.unpack(np.frombuffer(data["position"], np.uint8))
    match = Match(
        game,
        data["seats"],
        data["seed"],
        position=InterpretedPosition(game, state).fastest(),
        salt=data["salt"],
    )
    for name in KEPT:
        value = data[name]
        setattr(match, name, list(value) if isinstance(value, list) else value)
    match.actions = [game.action(id) for id in data["actions"]]
    match.undone = [(at, game.action(id)) for at, id in data["undone"]]
    match.heard = [dict(event) for event in data["heard"]]
    match.kept = [(at, np.frombuffer(state, np.uint8).copy()) for at, state in data["kept"]]
    return match


def heard_by(match: Match, seat: int) -> list[Event]:
    """All events with their numbers, without what the seat has not heard of them."""
    return [event if event.get("seat") == seat else without_secrets(event) for event in match.heard]


def without_secrets(event: Event) -> Event:
    """The event as it is for other seats; one that its seat alone hears keeps only its kind."""
    hidden = event.keys() - {"n", "kind", "seat", "own"} if event.get("own") else {"secrets"}
    return {name: value for name, value in event.items() if name not in hidden}


def as_heard(match: Match, action: Action, actor: int, viewer: int | None) -> str:
    """An action's notation as a viewer heard it."""
    return (
        str(action)
        if actor == viewer or match.over or not match.game.is_secret(action)
        else f"{action.verb} ?"
    )
