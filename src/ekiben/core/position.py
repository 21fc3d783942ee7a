"""A state with its rules, at either speed, behind one face. Matches hold one of these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ekiben.core.game import Game
    from ekiben.core.kernels import Kernels


class InterpretedPosition:
    """A plain state, interpreted."""

    compiled = False

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
        self.game.rule_set.rules.apply(self.game.plain_board, self.state, action)
        return int(self.state.events_logged)

    def field(self, name: str) -> Any:
        return getattr(self.state, name)

    def event_rows(self) -> list[list[int]]:
        rows: list[list[int]] = self.state.event_log[: self.state.events_logged].tolist()
        return rows

    def scores(self) -> list[int]:
        scores: list[int] = self.state.score[: self.state.seats].tolist()
        return scores

    def plain(self) -> Any:
        return self.state

    def packed(self) -> Any:
        return self.state.packed()

    def copy(self) -> InterpretedPosition:
        return InterpretedPosition(self.game, self.state.copy())

    def again(self, start: Any, actions: list[int]) -> Any:
        """The position after these actions from a packed start."""
        position = InterpretedPosition(self.game, self.game.rule_set.state.unpack(start)).fastest()
        for action in actions:
            position.step(action)
        return position

    def fastest(self) -> Any:
        """This position with the compiled rules once they are there, else itself."""
        compiled = self.game.builds.compiled
        return (
            CompiledPosition(self.game, compiled, self.state.packed().copy())
            if compiled is not None
            else self
        )


class CompiledPosition:
    """A packed state, run by machine code."""

    compiled = True

    def __init__(self, game: Game, kernels: Kernels, buffer: Any) -> None:
        self.game, self.kernels, self.buffer = game, kernels, buffer
        self.record = buffer.view(game.rule_set.state.dtype)[0]
        self.out = np.empty(game.action_count + 1, np.int64)
        self.one = np.empty(1, np.int64)
        self.now: Any = None

    @classmethod
    def begun(cls, game: Game, kernels: Kernels, seats: int, words: list[int]) -> CompiledPosition:
        buffer = np.zeros(game.rule_set.state.size, np.uint8)
        kernels.start_many(game.boards, buffer, 0, 1, seats, np.array(words, np.int64), 1)
        return cls(game, kernels, buffer)

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
        count = self.kernels.legal_one(self.game.boards, self.buffer, 0, self.out)
        ids: list[int] = self.out[:count].tolist()
        return ids

    def step(self, action: int) -> int:
        self.now = None
        self.one[0] = action
        refused = (
            self.asked == "over"
            or self.kernels.apply_many(self.game.boards, self.buffer, self.one, 0, 1, True, True)
            >= 0
        )
        return -1 if refused else int(self.record["events_logged"])

    def field(self, name: str) -> Any:
        return self.record[name]

    def event_rows(self) -> list[list[int]]:
        rows: list[list[int]] = self.record["event_log"][: self.record["events_logged"]].tolist()
        return rows

    def scores(self) -> list[int]:
        scores: list[int] = self.record["score"][: self.record["seats"]].tolist()
        return scores

    def plain(self) -> Any:
        """The state as a plain one, made once for each position; not to be changed."""
        if self.now is None:
            self.now = self.game.rule_set.state.unpack(self.buffer)
        return self.now

    def packed(self) -> Any:
        return self.buffer

    def copy(self) -> CompiledPosition:
        twin = CompiledPosition(self.game, self.kernels, self.buffer.copy())
        twin.now = self.now
        return twin

    def again(self, start: Any, actions: list[int]) -> CompiledPosition:
        """The position after these actions from a packed start."""
        position = CompiledPosition(self.game, self.kernels, start.copy())
        for action in actions:
            position.step(action)
        return position

    def fastest(self) -> CompiledPosition:
        return self
