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
        self.kept: OrderedDict[str, Reviewer] = OrderedDict()

    def refine(self, job: ReviewJob) -> KernelWork[SavedReview]:
        """Make one more pass over a part of a review."""
        reviewer = self.reviewer(job.part, job.saved)
        self.kept.pop(job.part.key, None)  # nobody may look at it meanwhile
        yield from reviewer.refine()
        self.keep(job.part, reviewer)
        return SavedReview(reviewer.passes, reviewer.done, reviewer.dump())

    def words(self, job: ReviewWordsJob) -> bytes:
        """The message of a review, as JSON."""
        begun = [(part, saved) for part, saved in job.parts if saved.passes]
        found = [self.reviewer(part, saved).review() for part, saved in begun]
        message = review_message(finished_match(job.line), found, job.language)
        message.done = sum(saved.done for _, saved in job.parts) / len(job.parts)
        return msgspec.json.encode(message)

    def reviewer(self, part: ReviewPart, saved: SavedReview) -> Reviewer:
        """The reviewer of a part after these passes: the one at hand, one read, or a new one."""
        known = self.kept.get(part.key)
        if known is not None and known.passes == saved.passes:
            return known
        match = finished_match(part.line)
        load_when_compiled(match.game)
        if saved.passes:
            return self.keep(part, Reviewer.load(match, saved.dump))
        seats = () if part.seat is None else (part.seat,)
        return Reviewer(match, seats=seats, ledger=part.seat is None, seed=SEED)

    def keep(self, part: ReviewPart, reviewer: Reviewer) -> Reviewer:
        self.kept[part.key] = reviewer
        self.kept.move_to_end(part.key)
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        return reviewer


def finished_match(line: str) -> Match:
    """The match of a record, which has to be whole and over."""
    match = replay(line)
    if not match.over:
        raise RecordError("only finished games are reviewed, and this one is not over")
    return match
