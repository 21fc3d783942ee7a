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

from ekiben.analysis.exact import LedgerWriter, in_parts
from ekiben.analysis.family import Arrays, Effort, Task
from ekiben.analysis.history import History
from ekiben.analysis.review import Ledger, LuckKind, Outlook
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
        self.values.add(row, played.endings[0])
        self.made.add(row, played.endings[-1])

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
        if not self.values.games.all():
            return None
        writer = LedgerWriter(self.history.seats)
        value = self.share(self.values, 0)
        writer.move(in_parts(value), 0, "deal", None)
        for at, step in enumerate(self.history.steps):
            value = value + self.worth(at)
            writer.move(in_parts(value), at + 1, "choice", step.seat)
            luck = self.luck[at]
            if luck is not None or at + 1 == len(self.history):
                value = self.value_after(at)
                writer.move(in_parts(value), at + 1, luck or "draw", step.seat)
        return writer.ledger(self.curve())

    def worth(self, at: int) -> Floats:
        """What the choice made moved, compared with the planner's in the same shuffles."""
        if self.is_planned(at):
            return np.zeros(self.history.seats)
        return self.share(self.made, at) - self.share(self.values, at)

    def value_after(self, at: int) -> Floats:
        if at + 1 == len(self.history):
            return np.array(self.history.shares, np.float64)
        return self.share(self.values, at + 1)

    def share(self, tallies: Tallies, at: int) -> Floats:
        return np.asarray(tallies.means(self.rows[at])[SHARES])

    def curve(self) -> list[Outlook]:
        """How each position looked with everything known."""
        found: list[Outlook] = []
        for at in range(len(self.history)):
            found.append(self.outlook(at, found))
        return [*found, self.player.final_outlook(self.state(len(self.history)))]

    def outlook(self, at: int, before: Sequence[Outlook]) -> Outlook:
        """The position's own; where nothing was turned up, what the action before led to."""
        if at in self.rows:
            return self.values.outlook(self.rows[at])
        if at - 1 in self.rows:
            return self.made.outlook(self.rows[at - 1])
        return before[-1]

    # ---- keeping
    def dump(self) -> Arrays:
        return {
            "value.games": self.values.games,
            "value.sums": self.values.sums,
            "made.games": self.made.games,
            "made.sums": self.made.sums,
        }

    def load(self, arrays: Arrays) -> None:
        self.values.games = np.asarray(arrays["value.games"])
        self.values.sums = np.asarray(arrays["value.sums"])
        self.made.games = np.asarray(arrays["made.games"])
        self.made.sums = np.asarray(arrays["made.sums"])


def luck_of(events: Sequence[Event]) -> LuckKind | None:
    """The kind of luck that an action brought; None: it turned nothing up."""
    kinds = {event["kind"] for event in events}
    return next((luck for kind, luck in LUCK if kind in kinds), None)
