"""A worker process of the server: bots' choices, replays, plans and reviews.

`python -m ekiben.server.worker BOARD…` answers pickled jobs from its standard input, one after the
other, and ends when the input does. Its arguments are board files beside the built-in ones.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections import OrderedDict
from pathlib import Path
from typing import BinaryIO

from ekiben.analysis.family import ANALYSIS
from ekiben.bots import Bot, make
from ekiben.coach import Reason, explain, remarks, suggest
from ekiben.core.errors import EkibenError
from ekiben.core.kernel_calls import KernelWork, run
from ekiben.core.layout import View
from ekiben.games import add_board
from ekiben.server.jobs import (
    LENGTH_PREFIX,
    AdviceResult,
    AdviseJob,
    ChooseJob,
    Job,
    JobAnswer,
    JobResult,
    LoadJob,
    PlanJob,
    PositionJob,
    ProofJob,
    PuzzleJob,
    ReasonFields,
    RecordedTableJob,
    ReviewJob,
    ReviewWordsJob,
    TurningPointJob,
)
from ekiben.server.machine_code import load_when_compiled
from ekiben.server.proofs import proof_json
from ekiben.server.puzzle_positions import puzzle_json
from ekiben.server.recorded_tables import recorded_table_json
from ekiben.server.replay_frames import replay_json
from ekiben.server.review_passes import ReviewPasses
from ekiben.server.scenes.family import PLANNER
from ekiben.server.scenes.plan_messages import Answer
from ekiben.server.seat_positions import position_json
from ekiben.server.table_state import cached_game
from ekiben.server.turning_point import turning_point_json

MAX_BOTS = 16  # bots kept with their plans


class JobRunner:
    """Does jobs; bots that played recently stay seated and keep their plans.

    A job is work that yields the calls of a bot's search, for whoever runs it.
    """

    def __init__(self) -> None:
        self.bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
        self.reviews = ReviewPasses()

    def choose(self, job: ChooseJob) -> KernelWork[int]:
        game = cached_game(job.game, job.options, job.rules)
        load_when_compiled(game)
        bot = self.bot_for(job)
        view = View(job.game, job.viewer, job.fields)
        legal = [game.action(id) for id in job.legal]
        return int((yield from bot.think(view, legal, job.limit)))

    def advise(self, job: AdviseJob) -> KernelWork[AdviceResult]:
        """The coach's own plan where a family has one, else the choice of the job's bot."""
        choice = job.choice
        game = cached_game(choice.game, choice.options, choice.rules)
        load_when_compiled(game)
        view = View(choice.game, choice.viewer, choice.fields)
        told = remarks(game, view)
        if not job.suggests:
            return AdviceResult(list(map(fields_of, told)), None, [])
        own = suggest(game, view)
        if own is None:
            action = game.action((yield from self.choose(choice)))
        else:
            action = game.parse(own.action)
        reasons = [explain(game, view, action)] if own is None else own.reasons
        return AdviceResult(
            list(map(fields_of, told)),
            int(action),
            list(map(fields_of, reasons)),
            own.targets if own else (),
        )

    def bot_for(self, job: ChooseJob) -> Bot:
        key = (job.table, job.viewer, job.spec)
        if key not in self.bots or job.forgets:
            self.bots[key] = make(job.spec, job.seed)
            self.bots[key].sit(cached_game(job.game, job.options, job.rules), job.viewer)
        self.bots.move_to_end(key)
        while len(self.bots) > MAX_BOTS:
            self.bots.popitem(last=False)
        return self.bots[key]

    def plan(self, job: PlanJob) -> Answer:
        game = cached_game(job.game, job.options, job.rules)
        if job.compiled:
            game.builds.fastest()  # the server has compiled it
        return PLANNER.of(game).answer(game, View(job.game, job.viewer, job.fields), job.ask)

    def load(self, job: LoadJob) -> int:
        """Start loading; returns 1 if there is something to load, else 0."""
        if job.reviews:
            ANALYSIS.of(cached_game(job.game, {})).prepare()
        return int(load_when_compiled(cached_game(job.game, {})) is not None)

    def work(self, job: Job) -> KernelWork[JobResult]:
        """What a job asks for."""
        if isinstance(job, ChooseJob):
            return (yield from self.choose(job))
        if isinstance(job, AdviseJob):
            return (yield from self.advise(job))
        if isinstance(job, ReviewJob):
            return (yield from self.reviews.refine(job))
        if isinstance(job, PlanJob):
            return self.plan(job)
        if isinstance(job, LoadJob):
            return self.load(job)
        if isinstance(job, TurningPointJob):
            return turning_point_json(job.line, job.language)
        if isinstance(job, ProofJob):
            return proof_json(job.line, job.language)
        if isinstance(job, PuzzleJob):
            return puzzle_json(job)
        if isinstance(job, ReviewWordsJob):
            return self.reviews.words(job)
        if isinstance(job, PositionJob):
            return (yield from position_json(job))
        if isinstance(job, RecordedTableJob):
            return recorded_table_json(job.line)
        return replay_json(job.line, job.perspective, job.language)

    def answer(self, job: Job) -> JobAnswer:
        try:
            return JobAnswer(run(self.work(job), threads_for(job)))
        except EkibenError as error:
            return JobAnswer(None, str(error))
        except Exception as error:
            return JobAnswer(None, f"{type(error).__name__}: {error}")


def threads_for(job: Job) -> int:
    """On how many threads a job may run."""
    if isinstance(job, ReviewJob):
        return job.threads
    choice = job.choice if isinstance(job, AdviseJob) else job
    return choice.limit.threads if isinstance(choice, ChooseJob) else 1


def fields_of(reason: Reason) -> ReasonFields:
    return reason.key, dict(reason.values)


def read_message(stream: BinaryIO) -> bytes | None:
    """The next job; None at the end of the input."""
    head = stream.read(LENGTH_PREFIX.size)
    return stream.read(LENGTH_PREFIX.unpack(head)[0]) if len(head) == LENGTH_PREFIX.size else None


def main() -> None:
    """Answer jobs; whatever else is printed goes to standard error."""
    if hasattr(os, "nice"):
        os.nice(5)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end quietly when the server is gone
    jobs = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for file in sys.argv[1:]:
        add_board(Path(file))
    runner = JobRunner()
    while (job := read_message(jobs)) is not None:
        answer = pickle.dumps(runner.answer(pickle.loads(job)))
        answers.write(LENGTH_PREFIX.pack(len(answer)) + answer)
        answers.flush()


if __name__ == "__main__":
    main()
