"""How every position of a game looks: each seat's turns to win, and the race between them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import partial

import numpy as np

from ekiben.analysis.calibration import calibration
from ekiben.analysis.family import Task
from ekiben.analysis.review import Outlook
from ekiben.analysis.tokyo.calls import Floats, Ints, Listed, Looked, Part, ReviewCalls
from ekiben.analysis.tokyo.course import Course
from ekiben.analysis.tokyo.look_ahead import FIGURES, WAITS
from ekiben.analysis.tokyo.positions import progress_of, race_in
from ekiben.analysis.tokyo.race import Race
from ekiben.analysis.tokyo.turns_to_win import LEAST, turns_to_win
from ekiben.core.kernel_calls import KernelWork
from ekiben.games.tokyo.state import STATE

POSITIONS = 6  # that one call looks at
KEPT = 4  # games of which figures are kept
Seen = tuple[int, int]  # the number of a part, and a seat


class Findings:
    """What has been found out about a game, whoever asked: all studies of it need the same."""

    def __init__(self) -> None:
        self.rows: dict[Seen, Floats] = {}
        self.parts: dict[int, list[Part]] = {}
        # the latest outlooks, and what they were told from
        self.told: tuple[bytes, list[tuple[int, Outlook]]] = (b"", [])
        # calls that somebody makes already
        self.looking: dict[tuple[Seen, ...], Looked] = {}
        self.listing: dict[int, Listed] = {}


FINDINGS: OrderedDict[str, Findings] = OrderedDict()


def findings_of(course: Course) -> Findings:
    """What is known of a game by now."""
    found = FINDINGS.setdefault(course.key, Findings())
    FINDINGS.move_to_end(course.key)
    while len(FINDINGS) > KEPT:
        FINDINGS.popitem(last=False)
    return found


class Curve:
    """The figures of all seats at the beginning of every part of a game."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.calls = ReviewCalls(course.game)
        self.findings = findings_of(course)
        self.rows = np.zeros((len(course.parts), course.seats, FIGURES), np.float64)
        self.is_looked_at = np.zeros(self.rows.shape[:2], np.bool_)
        self.records = course.states.view(STATE)

    # ---- looking
    def tasks(self, number: int) -> Sequence[Task]:
        """In the first pass the seat of each part is looked at, in the second all others."""
        firsts = range(0, len(self.rows), POSITIONS)
        if number == 1:
            return [partial(self.look_at_first), *(partial(self.look_own, at) for at in firsts)]
        return [partial(self.look_all, first) for first in firsts] if number == 2 else []

    def look_at_first(self) -> KernelWork[None]:
        """Look at all seats at the beginning."""
        yield from self.look([(0, seat) for seat in range(self.course.seats)])

    def look_own(self, first: int) -> KernelWork[None]:
        last = min(first + POSITIONS, len(self.rows))
        yield from self.look([(n, self.course.parts[n].seat) for n in range(max(1, first), last)])

    def look_all(self, first: int) -> KernelWork[None]:
        last, seats = min(first + POSITIONS, len(self.rows)), range(self.course.seats)
        yield from self.look([(n, seat) for n in range(first, last) for seat in seats])

    def look(self, wanted: Sequence[Seen]) -> KernelWork[None]:
        """Look at seats in positions."""
        found = self.findings
        missing = tuple(one for one in wanted if one not in found.rows)
        if missing:
            if missing not in found.looking:
                states = np.concatenate([self.course.packed(n) for n, _ in missing])
                found.looking[missing] = self.calls.look(states, [seat for _, seat in missing])
            looked = found.looking[missing]
            yield [looked.call]
            found.looking.pop(missing, None)
            found.rows.update(zip(missing, looked.rows, strict=True))
        for one in wanted:
            self.rows[one] = found.rows[one]
            self.is_looked_at[one] = True

    @property
    def is_there(self) -> bool:
        """Whether the first pass is done."""
        own = [self.is_looked_at[n, part.seat] for n, part in enumerate(self.course.parts)]
        return bool(all(own) and self.is_looked_at[0].all())

    def list_parts(self, n: int) -> KernelWork[list[Part]]:
        """What the seat could do in part n: the best trips, the planned one first."""
        found = self.findings
        if n not in found.parts:
            if n not in found.listing:
                found.listing[n] = self.calls.list_parts(self.course.packed(n))
            listing = found.listing[n]
            (count,) = yield [listing.call]
            found.listing.pop(n, None)
            found.parts[n] = list(dict.fromkeys(listing.parts(int(count))))
        return found.parts[n]

    # ---- what came of it
    def turns(self) -> Floats:
        """Turns to win by the formula, by position and seat."""
        found = turns_to_win(self.rows.reshape(-1, FIGURES)).reshape(self.rows.shape[:2])
        for seat in range(self.course.seats):
            self.fill_gaps(found[:, seat], seat)
        return found

    def fill_gaps(self, turns: Floats, seat: int) -> None:
        """Where a seat was not looked at, take what it had; a turn that is over counts."""
        last = 0
        for n in range(len(turns)):
            if self.is_looked_at[n, seat]:
                last = n
            else:
                was_in_turn = not self.rows[last, seat, WAITS]
                waits = int(self.records["in_turn"][n]) != seat
                turns[n] = max(LEAST, turns[last] - float(was_in_turn and waits))

    def race(self, means: Floats, errors: Floats) -> Race:
        """The race in all positions, with these turns to win and their standard errors."""
        return race_in(self.course.game, self.records, means, errors)

    def calibrated(self, chances: Floats, race: Race, rows: Ints | None = None) -> Floats:
        """Chances as games bear them out, of all positions or of these."""
        progress = progress_of(self.records, race.means)
        found = calibration(self.course.game.name, self.course.seats)
        told = progress if rows is None else progress[rows]
        return np.array(
            [found.chances(row, 0, part) for row, part in zip(chances.tolist(), told, strict=True)],
            np.float64,
        )
