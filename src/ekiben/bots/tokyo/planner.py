"""What the planning bots have in common: a mind, and the doors to what is compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from ekiben.bots.tokyo import rollouts
from ekiben.bots.tokyo.mind import KEYS, LAYOUT, MIND, native_doors
from ekiben.games.tokyo.game import TokyoGame


class Desk:
    """A mind at work on positions, at the speed the game has when it is made."""

    def __init__(self, game: TokyoGame, keys: dict[str, float]) -> None:
        self.game, self.native = game, game.speeds.native is not None
        self.mind = LAYOUT.plain()
        self.minds: Any = self.mind.packed() if self.native else [self.mind]
        self.record: Any = self.minds.view(MIND)[0] if self.native else self.mind
        self.keys = np.array([keys[name] for name in KEYS])
        self.array("keys")[:len(KEYS)] = self.keys

    def array(self, name: str) -> Any:
        return self.record[name] if self.native else getattr(self.mind, name)

    def number(self, name: str) -> int:
        return int(self.array(name))

    def order(self, name: str, value: int) -> None:
        if self.native:
            self.record[name] = value
        else:
            setattr(self.mind, name, value)

    def recall(self, kept: Any) -> None:
        """Has the same in mind as another desk, but its own keys."""
        if self.native:
            self.minds[:LAYOUT.kept] = kept
        else:
            packed = self.mind.packed().copy()
            packed[:LAYOUT.kept] = kept
            self.mind = LAYOUT.plain(packed)
            self.minds = [self.mind]
        self.array("keys")[:len(KEYS)] = self.keys

    def kept(self) -> Any:
        """What is in mind, as bytes."""
        packed = self.minds if self.native else self.mind.packed()
        return packed[:LAYOUT.kept].copy()

    def call(self, name: str, state: Any, *more: Any) -> Any:
        """Goes through a door; what comes of it stays in the state only when that is plain and so is the desk."""
        if self.native:
            return native_doors(*rollouts.DOORS)[name](self.game.boards, state.packed(), self.minds, *more)
        return getattr(rollouts, name)([self.game.plain_board], [state], self.minds, *more)
