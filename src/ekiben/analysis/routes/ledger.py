"""The ledger of a route game: what luck and choices were worth, with everything known.

The value of a position is what the planner makes of it in all seats, the decks and all later luck
shuffled anew. An action that the planner would choose too is therefore worth nothing by itself;
another one is compared with the planner's in the same shuffles. What a draw turns up moves the
value from the mean over shuffles to that of the card that came.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from ekiben.analysis.family import Arrays, Effort, Task
from ekiben.analysis.gains import Gain, believed_part
from ekiben.analysis.history import History
from ekiben.analysis.review import Ledger, LuckKind
from ekiben.analysis.routes.ledger_lines import write_ledger
from ekiben.analysis.routes.play_on import Root, player_of
from ekiben.analysis.routes.playouts import EVERYTHING, PLAN
from ekiben.analysis.tally import SHARES, Floats, Tallies
from ekiben.core.game import Event
from ekiben.core.kernel_calls import KernelWork
from ekiben.games.routes.game import route_game
from ekiben.games.routes.state import State

BEGINS = 2  # the first pass that looks at the ledger
DECISIONS = 1_000_000  # that it plays on, all positions together
FEWEST, MOST = 4, 512  # playouts of a position in it
# what an action may turn up, by the event that tells of it; the first that is found counts
LUCK: tuple[tuple[str, LuckKind], ...] = (
    ("tunnel-card", "tunnel"),
    ("offered", "tickets"),
    ("drew-blind", "draw"),
    ("turned-up", "market"),
)


class RouteLedgerStudy:
    """All positions that need a value of their own, played on from the full state."""

    def __init__(self, history: History, effort: Effort) -> None:
        self.history = history
        self.effort = effort
        self.player = player_of(route_game(history.game))
        self.luck = [luck_of(step.events) for step in history.steps]
        self.planned = self.player.planned([self.state(at) for at in range(len(history))])
        self.positions = [at for at in range(len(history)) if self.needs_value(at)]
        self.rows = {at: row for row, at in enumerate(self.positions)}
        self.values = Tallies(len(self.positions), history.seats)  # with the planner's action
        self.made = Tallies(len(self.positions), history.seats)  # with the one that was made
        self.squares = np.zeros((len(self.positions), history.seats))  # of their differences

    def state(self, at: int) -> State:
        return State.unpack(self.history.states[at])

    def is_planned(self, at: int) -> bool:
        """Whether the planner would do the same."""
        return self.planned[at] == self.history.steps[at].action.id

    def needs_value(self, at: int) -> bool:
        """Whether something was turned up just before, or the planner would do otherwise."""
        return at == 0 or self.luck[at - 1] is not None or not self.is_planned(at)

    # ---- playing on
    def tasks(self, number: int) -> Sequence[Task]:
        if number < BEGINS:
            return []
        worlds = self.worlds(number)
        return [partial(self.play_on, at, worlds) for at in self.positions]

    def worlds(self, number: int) -> int:
        ahead = sum(
            (1 if self.is_planned(at) else 2) * (len(self.history) - at) for at in self.positions
        )
        budget = DECISIONS * self.effort.part * 2 ** (number - BEGINS)
        most = MOST * 2 ** (number - BEGINS)
        return max(FEWEST, int(min(most, budget / max(1, ahead))))

    def play_on(self, at: int, count: int) -> KernelWork[None]:
        row = self.rows[at]
        first = int(self.values.games[row])
        root = Root(self.state(at), EVERYTHING, f"{self.effort.seed} ledger {at}")
        moves = (PLAN,) if self.is_planned(at) else (PLAN, self.history.steps[at].action.id)
        played = yield from self.player.play(root, moves, range(first, first + count))
        value, made = played.endings[0], played.endings[-1]
        self.values.add(row, value)
        self.made.add(row, made)
        self.squares[row] += ((made.shares - value.shares) ** 2).sum(axis=0)

    @property
    def playouts(self) -> int:
        made = sum(
            int(self.made.games[row])
            for row, at in enumerate(self.positions)
            if not self.is_planned(at)
        )
        return int(self.values.games.sum()) + made

    # ---- what came of it
    def ledger(self) -> Ledger | None:
        return write_ledger(self) if self.values.games.all() else None

    def worth(self, at: int) -> Floats:
        """What the choice made moved, as far as it can be believed."""
        if self.is_planned(at):
            return np.zeros(self.history.seats)
        row, seat = self.rows[at], self.history.steps[at].seat
        moved = self.made.means(row)[SHARES] - self.values.means(row)[SHARES]
        part = believed_part(Gain(float(moved[seat]), self.worth_error(row, seat)))
        return np.asarray(part * moved)

    def worth_error(self, row: int, seat: int) -> float:
        """The standard error of what a choice moved; one game either way is added."""
        if self.values.is_certain(row) and self.made.is_certain(row):
            return 0.0
        games = int(self.values.games[row])
        return float(((self.squares[row, seat] + 2) / (games + 2) / games) ** 0.5)

    # ---- keeping
    def dump(self) -> Arrays:
        return {
            "value.games": self.values.games,
            "value.sums": self.values.sums,
            "made.games": self.made.games,
            "made.sums": self.made.sums,
            "squares": self.squares,
        }

    def load(self, arrays: Arrays) -> None:
        self.values.games = np.asarray(arrays["value.games"])
        self.values.sums = np.asarray(arrays["value.sums"])
        self.made.games = np.asarray(arrays["made.games"])
        self.made.sums = np.asarray(arrays["made.sums"])
        self.squares = np.asarray(arrays["squares"])


def luck_of(events: Sequence[Event]) -> LuckKind | None:
    """The kind of luck that an action brought; None: it turned nothing up."""
    kinds = {event["kind"] for event in events}
    return next((luck for kind, luck in LUCK if kind in kinds), None)
