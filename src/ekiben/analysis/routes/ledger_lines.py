"""The lines of a ledger, from the values of positions and the worth of choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

import numpy as np

from ekiben.analysis.exact import LedgerWriter, in_parts
from ekiben.analysis.history import History
from ekiben.analysis.review import Ledger, LuckKind, Outlook
from ekiben.analysis.routes.play_on import Player
from ekiben.analysis.smoothing import smooth_outlooks, walk_steps
from ekiben.analysis.tally import Floats, Tallies, as_tuple
from ekiben.games.routes.state import State


class Valued(Protocol):
    """A game whose positions have been valued."""

    history: History
    player: Player
    luck: list[LuckKind | None]  # by action
    positions: list[int]  # that have a value of their own
    values: Tallies

    def worth(self, at: int) -> Floats:
        """What the choice made moved."""
        ...

    def state(self, at: int) -> State: ...


def write_ledger(valued: Valued) -> Ledger:
    """From equal chances to the result, action by action."""
    history, looks = valued.history, outlooks(valued)
    writer = LedgerWriter(history.seats)
    value = shares_of(looks[0])
    writer.move(in_parts(value), 0, "deal", None)
    curve = [looks[0]]
    for at, step in enumerate(history.steps):
        after, luck = value_after(valued, looks, at), valued.luck[at]
        value = value + valued.worth(at) if luck or after is None else after
        writer.move(in_parts(value), at + 1, "choice", step.seat)
        if luck is not None and after is not None:
            value = after
            writer.move(in_parts(value), at + 1, luck, step.seat)
        curve.append(replace(looks.get(at + 1, curve[-1]), chances=as_tuple(value)))
    curve[-1] = valued.player.final_outlook(valued.state(len(history)))
    return writer.ledger(curve)


def outlooks(valued: Valued) -> Mapping[int, Outlook]:
    """How the positions looked that have a value, smoothed."""
    rows = np.arange(len(valued.positions), dtype=np.int64)
    steps = walk_steps(valued.positions, len(valued.history), valued.history.seats)
    found = smooth_outlooks(valued.values, rows, steps)
    return dict(zip(valued.positions, found, strict=True))


def value_after(valued: Valued, looks: Mapping[int, Outlook], at: int) -> Floats | None:
    """The value that an action led to: the result, or what was found after something turned up."""
    if at + 1 == len(valued.history):
        return np.array(valued.history.shares, np.float64)
    return shares_of(looks[at + 1]) if valued.luck[at] else None


def shares_of(outlook: Outlook) -> Floats:
    return np.array(outlook.chances, np.float64)
