"""A reviewer that knows nothing and is quick, finished games, and workers that count their jobs."""

from __future__ import annotations

import asyncio
import functools
import json
import random

import ekiben
from ekiben.analysis.review import (
    EXACT,
    Alternative,
    Belief,
    Choice,
    Evidence,
    Explanation,
    Ledger,
    LedgerLine,
    Moment,
    Outlook,
    Review,
    SeatReview,
)
from ekiben.core.kernel_calls import run
from ekiben.server.review_passes import ReviewPasses
from ekiben.server.store import Entry, SeatSetup, Setup
from ekiben.server.table_state import TableState
from ekiben.server.workers import WorkerPool

PASSES = 3


class QuickReviewer:
    """Has the shape of a review, made by lot: the curve first, then choices and the ledger."""

    def __init__(self, match, seats=(), ledger=True, seed=0):
        self.match, self.seats, self.ledger, self.passes = match, tuple(seats), ledger, 0

    def refine(self):
        yield []
        self.passes += 1

    @property
    def done(self):
        return min(1.0, self.passes / PASSES)

    def dump(self):
        return json.dumps([self.seats, self.ledger, self.passes]).encode()

    @classmethod
    def load(cls, match, data):
        seats, ledger, passes = json.loads(data)
        made = cls(match, seats, ledger)
        made.passes = passes
        return made

    def review(self):
        found = reviewed(str(self.match.record()), self.seats, self.ledger, self.passes > 1)
        return Review(
            game=self.match.game.name,
            names=tuple(self.match.names),
            seats=found[0],
            ledger=found[1],
            passes=self.passes,
            playouts=100 * self.passes,
            done=self.done,
        )


@functools.lru_cache
def reviewed(line, seats, ledger, has_choices):
    match = ekiben.replay(line)
    return (
        tuple(seat_review(match, seat, has_choices) for seat in seats),
        ledger_of(match) if ledger and has_choices else None,
    )


def outlook(match, at):
    lot = random.Random(at)
    first = lot.random()
    rest = (1 - first) / (match.seats - 1)
    chances = (first, *[rest] * (match.seats - 1))
    return Outlook(chances, 0.01, (1.5,) * match.seats, (0.0,) * match.seats, 64)


def seat_review(match, seat, has_choices):
    other = Belief(1 - seat, (("bank-tower", 0.3),), (("red", 1.25),))
    moments = [Moment(at, outlook(match, at), (other,)) for at in range(len(match.actions) + 1)]
    choices = choices_of(match, seat) if has_choices else ()
    return SeatReview(seat, tuple(moments), choices, (), 81.25)


def choices_of(match, seat):
    again, found = match.game.new(match.seats, match.seed, match.names), []
    for at, action in enumerate(match.actions):
        legal = [str(one) for one in again.legal()]
        if again.seat == seat and len(legal) > 1:
            found.append(choice(at, str(action), legal))
        again.play(str(action))
    return tuple(found)


def choice(at, made, legal):
    better = next(one for one in legal if one != made)
    return Choice(
        at=at,
        actions=(made,),
        chance=0.4,
        loss=0.09,
        error=0.01,
        label="mistake",
        alternatives=(
            Alternative((better,), 0.49, 0.09, 0.01),
            Alternative((made,), 0.4, 0.0, 0.0),
        ),
        explanations=(
            Explanation(
                "routes.fewer-points",
                {"played": 40, "better": 44},
                (Evidence("points", 40.0, 44.0, 500),),
            ),
        ),
    )


def ledger_of(match):
    result = tuple(EXACT if seat == 0 else 0 for seat in range(match.seats))
    start = (EXACT // match.seats,) * match.seats
    end = len(match.actions)
    lines = (
        LedgerLine(0, "deal", None, (100, -100)),
        LedgerLine(1, "choice", 0, (-100, 100)),
        LedgerLine(
            end,
            "draw",
            1,
            tuple(after - before for after, before in zip(result, start, strict=True)),
        ),
    )
    return Ledger(start, lines, result, tuple(outlook(match, at) for at in range(end + 1)))


# ---- workers
class CountedReviews(WorkerPool):
    """Makes passes here, as many at once as it likes, and counts them."""

    def __init__(self):
        super().__init__(1)
        self.passes, self.words, self.gate = [], [], None
        self.runner = ReviewPasses()

    async def review(self, job, asker=""):
        self.passes.append((job.part.seat, job.saved.passes))
        if self.gate is not None:
            await self.gate.wait()
        await asyncio.sleep(0)
        return run(self.runner.refine(job))

    async def review_words(self, job, asker=""):
        self.words.append(job.language)
        await asyncio.sleep(0)
        return self.runner.words(job)


# ---- games
def table_setup(table="ended", public=True, seed="7", **more):
    people = [SeatSetup("person", "Ann", None, "a" * 64), SeatSetup("bot", "Ben", "easy")]
    return Setup(table, "london", {}, 1, seed, "0" * 64, people, public, **more)


def played(setup, count=None):
    """The entries of a game played by lot: all of them, or the first so many."""
    match, lot, entries = TableState(setup).match, random.Random(3), []
    while not match.over and len(entries) != count:
        entries.append(Entry("play", match.seat, str(lot.choice(match.legal()))))
        match.play(entries[-1].action)
    return entries


@functools.cache
def finished(seed=7):
    """The match of a finished game."""
    match = ekiben.load("london").new(2, seed, ["Ann", "Ben"])
    lot = random.Random(3)
    while not match.over:
        match.play(lot.choice(match.legal()))
    return match


def line_of(seed=7):
    return str(finished(seed).record())
