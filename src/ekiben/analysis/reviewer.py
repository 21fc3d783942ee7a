"""Working a review out, pass by pass: there is something to show after each, and ever more."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ekiben.analysis.family import ANALYSIS, AnalysisFamily, Effort, Study
from ekiben.analysis.history import History
from ekiben.analysis.review import Review
from ekiben.analysis.work import groups, pack, side_by_side, unpack
from ekiben.core.errors import EkibenError
from ekiben.core.kernel_calls import KernelWork, run_calls
from ekiben.core.match import Match

VERSION = 3  # of the analysis: a review that was kept is of use with the same one only
USUAL = 4  # passes after which a review is as good as it usually gets
SIDE_BY_SIDE = 16  # tasks whose calls are made together


class Reviewer:
    """The review of a finished match; the same seed and passes give the same, wherever they run.

    `seats` are those whose choices are judged, all if left out. The ledger looks at the whole state
    and can be left out.
    """

    def __init__(
        self,
        match: Match,
        seats: Sequence[int] | None = None,
        ledger: bool = True,
        seed: int = 0,
    ) -> None:
        self.history = History(match)
        self.seats = tuple(range(match.seats)) if seats is None else validate_seats(match, seats)
        self.seed = seed
        self.passes = 0
        family: AnalysisFamily = ANALYSIS.of(match.game)
        family.prepare()
        effort = Effort(seed, 1 / max(1, len(self.seats)))
        self.seat_studies = [family.seat(self.history.seen_by(seat), effort) for seat in self.seats]
        self.ledger_study = family.ledger(self.history, Effort(seed)) if ledger else None

    @property
    def studies(self) -> dict[str, Study]:
        named: dict[str, Study] = {f"seat {one}": study for one, study in self.by_seat()}
        return named | ({"ledger": self.ledger_study} if self.ledger_study else {})

    def by_seat(self) -> list[tuple[int, Study]]:
        return list(zip(self.seats, self.seat_studies, strict=True))

    # ---- working
    def refine(self) -> KernelWork[None]:
        """Do one pass; whoever makes its calls may stop in between and still see what was found."""
        number = self.passes + 1
        tasks = [task for study in self.studies.values() for task in study.tasks(number)]
        for group in groups(tasks, SIDE_BY_SIDE):
            yield from side_by_side([task() for task in group])
        self.passes = number

    @property
    def done(self) -> float:
        """How much of the usual work is done, from 0 to 1: each pass takes twice the last one's."""
        return float(min(1.0, (2**self.passes - 1) / (2**USUAL - 1)))

    def review(self) -> Review:
        """What has been found so far."""
        return Review(
            game=self.history.game.name,
            names=self.history.names,
            seats=tuple(study.review() for study in self.seat_studies),
            ledger=self.ledger_study.ledger() if self.ledger_study else None,
            passes=self.passes,
            playouts=sum(study.playouts for study in self.studies.values()),
            done=self.done,
        )

    # ---- keeping
    def dump(self) -> bytes:
        """All that has been found, to go on with elsewhere."""
        arrays = {
            f"{name}/{key}": array
            for name, study in self.studies.items()
            for key, array in study.dump().items()
        }
        return pack(self.header(), arrays)

    def header(self) -> dict[str, object]:
        """What a dump belongs to."""
        end = self.history.game.rule_set.state.digest(self.history.states[-1])
        return {
            "version": VERSION,
            "end": end,
            "actions": len(self.history),
            "seats": list(self.seats),
            "ledger": self.ledger_study is not None,
            "seed": str(self.seed),
            "passes": self.passes,
        }

    @classmethod
    def load(cls, match: Match, data: bytes) -> Reviewer:
        """Go on with what `dump` has returned for the same match."""
        header, arrays = unpack(data)
        if header.get("version") != VERSION:
            raise EkibenError("this dump of a review was made by another version of the analysis")
        seats, ledger, seed = header["seats"], header["ledger"], int(header["seed"])
        reviewer = cls(match, seats, ledger, seed)
        if {**reviewer.header(), "passes": header["passes"]} != header:
            raise EkibenError("this dump is of the review of another game")
        reviewer.passes = int(header["passes"])
        for name, study in reviewer.studies.items():
            top = f"{name}/"
            own = [key for key in arrays if key.startswith(top)]
            study.load({key.removeprefix(top): arrays[key] for key in own})
        return reviewer


def validate_seats(match: Match, seats: Sequence[int]) -> tuple[int, ...]:
    """The seats once each, in order."""
    for seat in seats:
        if seat not in range(match.seats):
            raise EkibenError(f"no seat {seat}: seats are 0 to {match.seats - 1}")
    return tuple(sorted(set(seats)))


def work_until(reviewer: Reviewer, end: float, threads: int) -> bool:
    """Do a pass, or as much of it as there is time for; True if the whole pass was done."""
    work = reviewer.refine()
    calls = next(work, None)
    while calls is not None:
        try:
            calls = work.send(run_calls(calls, threads))
        except StopIteration:
            break
        if time.monotonic() >= end:
            work.close()
            return False
    return True
