"""Reviews in a worker: passes over a record, and what came of them in words."""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from ekiben import replay
from ekiben.analysis.reviewer import Reviewer
from ekiben.core.errors import RecordError
from ekiben.core.kernel_calls import KernelWork
from ekiben.core.match import Match
from ekiben.server.jobs import ReviewJob, ReviewPart, ReviewWordsJob
from ekiben.server.machine_code import load_when_compiled
from ekiben.server.review_store import SavedReview
from ekiben.server.review_words import review_message

KEPT = 4  # parts that a worker has at hand
SEED = 0  # the same review of the same record, wherever it is asked for


class ReviewPasses:
    """Makes passes; what was worked on recently is kept as it is."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, tuple[int, Reviewer]] = OrderedDict()  # with their passes

    def refine(self, job: ReviewJob) -> KernelWork[SavedReview]:
        """Make one more pass over a part of a review."""
        reviewer = self.take(job.part, job.saved)
        yield from reviewer.refine()
        saved = SavedReview(reviewer.passes, reviewer.done, reviewer.dump())
        self.kept[job.part.key] = (saved.passes, reviewer)
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        return saved

    def take(self, part: ReviewPart, saved: SavedReview) -> Reviewer:
        """The reviewer of a part after these passes: the one at hand, one read, or a new one."""
        passes, reviewer = self.kept.pop(part.key, (0, None))
        if reviewer is not None and passes == saved.passes:
            return reviewer
        match = finished_match(part.line)
        load_when_compiled(match.game)
        if saved.passes:
            return Reviewer.load(match, saved.dump)
        seats = () if part.seat is None else (part.seat,)
        return Reviewer(match, seats=seats, ledger=part.seat is None, seed=SEED)


def finished_match(line: str) -> Match:
    """The match of a record, which has to be whole and over."""
    match = replay(line)
    if not match.over:
        raise RecordError("only finished games are reviewed, and this one is not over")
    return match


def review_words_json(job: ReviewWordsJob) -> bytes:
    """The message of a review, as JSON."""
    match = finished_match(job.line)
    found = [Reviewer.load(match, saved.dump).review() for _, saved in job.parts if saved.passes]
    message = review_message(match, found, job.language)
    message.done = sum(saved.done for _, saved in job.parts) / len(job.parts)
    return msgspec.json.encode(message)
