"""A state with its rules, interpreted or compiled, behind one interface; a match holds one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from ekiben.core.arrays import Buffer
from ekiben.core.layout import GameState

if TYPE_CHECKING:
    from ekiben.core.game import Game
    from ekiben.core.kernels import Kernels


class Position(ABC):
    """Where a game stands: whose choice it is, what can be chosen, and what a choice does."""

    compiled: bool
    game: Game

    @property
    @abstractmethod
    def state(self) -> GameState:
        """The state as interpreted rules see it; only `step` may change it."""

    @abstractmethod
    def field(self, name: str) -> Any:
        """A field of the state, without unpacking all of it."""

    @abstractmethod
    def legal(self) -> list[int]:
        """The legal actions; none when the game is over."""

    @abstractmethod
    def step(self, action: int) -> bool:
        """Carry out an action; False, and nothing changes, if it is not legal."""

    @abstractmethod
    def packed(self) -> Buffer:
        """The state's bytes; not a copy."""

    @abstractmethod
    def copy(self) -> Position: ...

    @abstractmethod
    def replay(self, start: Buffer, actions: list[int]) -> Position:
        """The position after these actions from a packed state."""

    @abstractmethod
    def fastest(self) -> Position:
        """This position with the compiled rules once they are there, else itself."""

    @property
    def seat(self) -> int:
        return int(self.field("seat"))

    @property
    def asked(self) -> str:
        asked: int = self.field("asked")
        return self.game.asked_names[asked]

    @property
    def revealed(self) -> bool:
        """Whether the last action turned up something hidden."""
        return bool(self.field("revealed"))

    def event_rows(self) -> list[list[int]]:
        rows: list[list[int]] = self.field("event_log")[: self.field("events_logged")].tolist()
        return rows

    def scores(self) -> list[int]:
        scores: list[int] = self.field("score")[: self.field("seats")].tolist()
        return scores


class InterpretedPosition(Position):
    """A state that interpreted rules work on."""

    compiled = False

    def __init__(self, game: Game, state: GameState) -> None:
        self.game = game
        self.now = state
        self.ids: list[int] | None = None

    @property
    def state(self) -> GameState:
        return self.now

    def field(self, name: str) -> Any:
        return getattr(self.now, name)

    def legal(self) -> list[int]:
        if self.ids is None:
            self.ids = self.game.legal_ids(self.now)
        return self.ids

    def step(self, action: int) -> bool:
        if not self.is_legal(action):
            return False
        self.ids = None
        self.game.rule_set.rules.apply(self.game.plain_board, self.now, action)
        return True

    def is_legal(self, action: int) -> bool:
        """Whether an action can be chosen, without listing all of them."""
        if self.ids is not None:
            return action in self.ids
        rules = self.game.rule_set.rules
        return not rules.is_over(self.now) and rules.is_legal(
            self.game.plain_board, self.now, action
        )

    def packed(self) -> Buffer:
        return self.now.packed()

    def copy(self) -> InterpretedPosition:
        return InterpretedPosition(self.game, self.now.copy())

    def replay(self, start: Buffer, actions: list[int]) -> Position:
        position = InterpretedPosition(self.game, self.game.rule_set.state.unpack(start)).fastest()
        for action in actions:
            position.step(action)
        return position

    def fastest(self) -> Position:
        kernels = self.game.builds.compiled
        if kernels is None:
            return self
        return CompiledPosition(self.game, kernels, self.now.packed().copy())


class CompiledPosition(Position):
    """A packed state that machine code works on."""

    compiled = True

    def __init__(self, game: Game, kernels: Kernels, buffer: Buffer) -> None:
        self.game = game
        self.kernels = kernels
        self.buffer = buffer
        self.record = buffer.view(game.rule_set.state.dtype)[0]
        self.out = np.empty(game.action_count + 1, np.int64)
        self.one = np.empty(1, np.int64)
        self.now: GameState | None = None  # unpacked when asked for, once for each position

    @classmethod
    def start(cls, game: Game, kernels: Kernels, seats: int, words: list[int]) -> CompiledPosition:
        """The first position of a game with this seed."""
        buffer = np.zeros(game.rule_set.state.size, np.uint8)
        kernels.start_many(game.boards, buffer, 0, 1, seats, np.array(words, np.int64), 1)
        return cls(game, kernels, buffer)

    @property
    def state(self) -> GameState:
        if self.now is None:
            self.now = self.game.rule_set.state.unpack(self.buffer)
        return self.now

    def field(self, name: str) -> Any:
        return self.record[name]

    def legal(self) -> list[int]:
        count = self.kernels.legal_one(self.game.boards, self.buffer, 0, self.out)
        ids: list[int] = self.out[:count].tolist()
        return ids

    def step(self, action: int) -> bool:
        self.now = None
        self.one[0] = action
        if self.asked == "over":
            return False
        boards, apply = self.game.boards, self.kernels.apply_many
        return apply(boards, self.buffer, self.one, 0, 1, True, True) < 0

    def packed(self) -> Buffer:
        return self.buffer

    def copy(self) -> CompiledPosition:
        twin = CompiledPosition(self.game, self.kernels, self.buffer.copy())
        twin.now = self.now
        return twin

    def replay(self, start: Buffer, actions: list[int]) -> CompiledPosition:
        position = CompiledPosition(self.game, self.kernels, start.copy())
        for action in actions:
            position.step(action)
        return position

    def fastest(self) -> CompiledPosition:
        return self
