"""Reviews of finished games: chances to win, choices and their loss, luck, and beliefs.

>>> import ekiben
>>> from ekiben import analysis
>>> match = ekiben.replay(line)                 # doctest: +SKIP
>>> found = analysis.review(match, seconds=10)  # doctest: +SKIP
>>> found.seats[0].choices[0].label             # doctest: +SKIP
'good'
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from ekiben import replay
from ekiben.analysis.review import Review
from ekiben.analysis.reviewer import Reviewer, work_until
from ekiben.core.batch import cores
from ekiben.core.match import Match
from ekiben.core.record import Record

__all__ = ["Review", "Reviewer", "review"]


def review(
    game: str | Record | Match,
    seats: Sequence[int] | None = None,
    seconds: float = 3.0,
    threads: int | None = None,
    passes: int | None = None,
    *,
    ledger: bool = True,
    seed: int = 0,
) -> Review:
    """Review a finished game: a match, or the line of its record.

    It takes about so many seconds after the machine code is there, and always the first pass. With
    `passes`, it does as many and takes its time: then the same seed gives the same review.
    """
    match = game if isinstance(game, Match) else replay(game)
    reviewer = Reviewer(match, seats, ledger, seed)
    end = time.monotonic() + seconds if passes is None else math.inf
    while reviewer.passes < (passes or math.inf):
        is_first = reviewer.passes == 0
        if not work_until(reviewer, math.inf if is_first else end, threads or cores()):
            break
        if time.monotonic() >= end:
            break
    return reviewer.review()
