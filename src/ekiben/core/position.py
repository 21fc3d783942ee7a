"""A state with its rules, at either speed, behind one face. Matches hold one of these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ekiben.core.game import Game


class PlainPosition:
    """A plain state, interpreted."""

    native = False

    def __init__(self, game: Game, state: Any) -> None:
        self.game, self.state = game, state
        self.ids: list[int] | None = None

    @property
    def seat(self) -> int:
        return int(self.state.seat)

    @property
    def asked(self) -> str:
        return self.game.asked_names[self.state.asked]

    @property
    def revealed(self) -> bool:
        return bool(self.state.revealed)

    def legal(self) -> list[int]:
        if self.ids is None:
            self.ids = self.game.legal_ids(self.state)
        return self.ids

    def step(self, action: int) -> int:
        if action not in self.legal():
            return -1
        self.ids = None
        self.game.family.rules.apply(self.game.plain_board, self.state, action)
        return int(self.state.traced)

    def field(self, name: str) -> Any:
        return getattr(self.state, name)

    def facts(self) -> list[list[int]]:
        facts: list[list[int]] = self.state.trace[: self.state.traced].tolist()
        return facts

    def scores(self) -> list[int]:
        scores: list[int] = self.state.score[: self.state.seats].tolist()
        return scores

    def plain(self) -> Any:
        return self.state

    def packed(self) -> Any:
        return self.state.packed()

    def copy(self) -> PlainPosition:
        return PlainPosition(self.game, self.state.copy())

    def again(self, start: Any, actions: list[int]) -> Any:
        """The position after these actions from a packed start."""
        position = PlainPosition(self.game, self.game.family.layout.plain(start)).at_best()
        for action in actions:
            position.step(action)
        return position

    def at_best(self) -> Any:
        """This position natively when native rules are there, else itself."""
        native = self.game.speeds.native
        return (
            NativePosition(self.game, native, self.state.packed().copy())
            if native is not None
            else self
        )


class NativePosition:
    """A packed state, run by machine code."""

    native = True

    def __init__(self, game: Game, doors: Any, buffer: Any) -> None:
        self.game, self.doors, self.buffer = game, doors, buffer
        self.record = buffer.view(game.family.layout.dtype)[0]
        self.out = np.empty(game.action_count + 1, np.int64)
        self.one = np.empty(1, np.int64)
        self.now: Any = None

    @classmethod
    def begun(cls, game: Game, doors: Any, seats: int, words: list[int]) -> NativePosition:
        buffer = np.zeros(game.family.layout.size, np.uint8)
        doors.start_many(game.boards, buffer, 0, 1, seats, np.array(words, np.int64), 1)
        return cls(game, doors, buffer)

    @property
    def seat(self) -> int:
        return int(self.record["seat"])

    @property
    def asked(self) -> str:
        return self.game.asked_names[self.record["asked"]]

    @property
    def revealed(self) -> bool:
        return bool(self.record["revealed"])

    def legal(self) -> list[int]:
        count = self.doors.legal_one(self.game.boards, self.buffer, 0, self.out)
        ids: list[int] = self.out[:count].tolist()
        return ids

    def step(self, action: int) -> int:
        self.now = None
        self.one[0] = action
        refused = (
            self.asked == "over"
            or self.doors.apply_many(self.game.boards, self.buffer, self.one, 0, 1, True, True) >= 0
        )
        return -1 if refused else int(self.record["traced"])

    def field(self, name: str) -> Any:
        return self.record[name]

    def facts(self) -> list[list[int]]:
        facts: list[list[int]] = self.record["trace"][: self.record["traced"]].tolist()
        return facts

    def scores(self) -> list[int]:
        scores: list[int] = self.record["score"][: self.record["seats"]].tolist()
        return scores

    def plain(self) -> Any:
        """The state as a plain one, made once for each position; not to be changed."""
        if self.now is None:
            self.now = self.game.family.layout.plain(self.buffer)
        return self.now

    def packed(self) -> Any:
        return self.buffer

    def copy(self) -> NativePosition:
        twin = NativePosition(self.game, self.doors, self.buffer.copy())
        twin.now = self.now
        return twin

    def again(self, start: Any, actions: list[int]) -> NativePosition:
        """The position after these actions from a packed start."""
        position = NativePosition(self.game, self.doors, start.copy())
        for action in actions:
            position.step(action)
        return position

    def at_best(self) -> NativePosition:
        return self
