"""The workers of a server: bots, replays, plans, advice and reviews."""

from __future__ import annotations

import asyncio
import logging
import random
import zlib
from collections.abc import Callable
from contextlib import suppress

import msgspec

from ekiben.bots import Limit
from ekiben.bots.levels import levels
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError
from ekiben.core.layout import View
from ekiben.server.errors import ApiError
from ekiben.server.job_queue import JobQueue
from ekiben.server.jobs import (
    AdviceResult,
    AdviseJob,
    ChooseJob,
    JobResult,
    LoadJob,
    Perspective,
    PlanJob,
    PositionJob,
    ProofJob,
    PuzzleJob,
    RecordedTableJob,
    ReplayJob,
    ReviewJob,
    ReviewPart,
    ReviewWordsJob,
    TurningPointJob,
    Worker,
    WorkerLost,
)
from ekiben.server.machine_code import is_compiled
from ekiben.server.metrics import Metrics
from ekiben.server.off_loop import off_loop
from ekiben.server.review_store import SavedReview
from ekiben.server.scenes.family import PLANNER
from ekiben.server.scenes.plan_messages import Answer, Ask
from ekiben.server.table_state import TableState
from ekiben.server.worker_process import WorkerProcess

log = logging.getLogger("ekiben.server")
BOT_GRACE = 20.0  # seconds beyond a bot's limit: its first choice loads the game
THOROUGH = 120.0  # where a choice must not depend on the machine's speed
LOAD_TIMEOUT = 60.0  # seconds to start a process and load a board
REPLAY_TIMEOUT = 60.0  # seconds
PLAN_TIMEOUT = 10.0
ADVICE_TIMEOUT = 15.0
REVIEW_TIMEOUT = 120.0  # seconds for a pass
JUDGE_TIMEOUT = 20.0
PREPARING = 5  # seconds until somebody may ask again who came before the machine code was there
ADVISER = "hard"  # the level whose choice is a good move
MAX_ACTIONS = 20_000  # of a record to replay
SMALL_RECORD = 1_000  # actions
ReadRecordJob = ReplayJob | TurningPointJob | ProofJob | PositionJob | RecordedTableJob


class WorkerPool:
    """Workers that share the machine's cores; all bots of a table think in the same one.

    Further workers compute replays, plans and advice, and reviews. `servers` is the number of
    server processes on the machine, each of which has such a pool. A worker is a process, unless
    `new_worker` makes others.
    """

    def __init__(
        self,
        count: int | None = None,
        servers: int = 1,
        metrics: Metrics | None = None,
        new_worker: Callable[[], Worker] = WorkerProcess,
    ) -> None:
        self.bot_workers = [new_worker() for _ in range(count or max(1, min(2, cores() - 1)))]
        self.threads = max(1, cores() // (servers * len(self.bot_workers)))
        self.replays = JobQueue(
            2, max_waiting=24, max_per_asker=4, small_size=SMALL_RECORD, new_worker=new_worker
        )
        self.plans = JobQueue(1, max_waiting=64, max_per_asker=16, new_worker=new_worker)
        # people wait for first passes and for words: the first of these workers does nothing else
        self.reviews = JobQueue(2, max_waiting=24, max_per_asker=8, new_worker=new_worker)
        self.review_threads = max(1, cores() // servers)
        self.queue = 0  # bots that think or wait
        self.metrics = metrics or Metrics()

    async def choose(self, state: TableState) -> int:
        """The bot's choice for the seat to act.

        If the bot fails twice, the simplest one chooses; if that fails too, the choice is random.
        """
        seat = state.match.seat
        assert seat is not None
        known = levels(state.game)
        simplest = next(iter(known.values()))
        wanted = known.get(state.levels[seat] or "", simplest)
        for kind in (wanted, wanted, simplest):
            try:
                with self.metrics.thinking_seconds.labels(level=kind.name).time():
                    seconds = THOROUGH if state.setup.is_repeated else kind.seconds
                    limit = Limit(seconds, self.threads)
                    return await self.run_bot(state, choose_job(state, seat, kind.spec, limit))
            except (WorkerLost, EkibenError) as error:
                facts = {
                    "table": state.setup.id,
                    "seat": seat,
                    "bot": kind.spec,
                    "why": str(error),
                }
                log.warning("bot failed", extra={"facts": facts})
        return int(random.choice(state.match.legal()))

    async def run_bot(self, state: TableState, job: ChooseJob) -> int:
        self.queue += 1
        try:
            chosen = await self.bot_worker(state).ask(job, job.limit.seconds + BOT_GRACE)
            assert isinstance(chosen, int)
            return chosen
        finally:
            self.queue -= 1

    async def warm_up(self, games: list[str]) -> None:
        """Start the bots' processes, and let them load the machine code that is there.

        Game by game, so that a bot whose turn it is need not wait for all of them.
        """
        for game in games:
            for worker in self.bot_workers:
                await try_to_load(worker, LoadJob(game))

    async def prepare_reviews(self, game: str) -> None:
        """Let workers load what a review needs: somebody may ask for one in a moment."""
        if await off_loop(is_compiled, game):
            job = LoadJob(game, reviews=True)
            await asyncio.gather(*(try_to_load(worker, job) for worker in self.reviews.idle))

    def bot_worker(self, state: TableState) -> Worker:
        return self.bot_workers[zlib.crc32(state.setup.id.encode()) % len(self.bot_workers)]

    async def replay(
        self, line: str, perspective: Perspective, language: str, asker: str = ""
    ) -> bytes:
        """The replay of a record, as JSON."""
        return await self.read_record(ReplayJob(line, perspective, language), asker)

    async def turning_point(self, line: str, language: str, asker: str = "") -> bytes:
        """Where a finished game was decided, as JSON."""
        return await self.read_record(TurningPointJob(line, language), asker)

    async def prove(self, line: str, language: str, asker: str = "") -> bytes:
        """What a proof of a record needs, as JSON."""
        return await self.read_record(ProofJob(line, language), asker)

    async def review(self, job: ReviewJob, asker: str = "") -> SavedReview:
        """One more pass over a part of a review; first passes do not wait for later ones."""
        with self.metrics.review_seconds.time():
            made = await self.ask_reviewer(job, job.part, job.saved.passes, asker)
        assert isinstance(made, SavedReview)
        return made

    async def review_words(self, job: ReviewWordsJob, asker: str = "") -> bytes:
        """A review in words, as JSON."""
        made = await self.ask_reviewer(job, job.parts[0][0], 0, asker)
        assert isinstance(made, bytes)
        return made

    async def ask_reviewer(
        self, job: ReviewJob | ReviewWordsJob, part: ReviewPart, size: int, asker: str
    ) -> JobResult:
        checked_size(part.line)
        if not await off_loop(is_compiled, part.game):
            raise ApiError("preparing", 503, seconds=PREPARING)
        try:
            return await self.reviews.ask(job, REVIEW_TIMEOUT, asker, size)
        except WorkerLost as error:
            raise ApiError("slow-review", 413) from error

    async def position(self, job: PositionJob, asker: str = "") -> bytes:
        """What a job asks about a position of a finished game, as JSON."""
        return await (self.judge if job.ask == "judge" else self.read_record)(job, asker)

    async def judge(self, job: PositionJob, asker: str) -> bytes:
        """What an action is worth, as JSON; it comes before the passes of reviews."""
        checked_size(job.line)
        if not await off_loop(is_compiled, job.game):
            raise ApiError("preparing", 503, seconds=PREPARING)
        try:
            made = await self.reviews.ask(job, JUDGE_TIMEOUT, asker)
        except WorkerLost as error:
            raise ApiError("slow-review", 413) from error
        assert isinstance(made, bytes)
        return made

    async def recorded_table(self, line: str, asker: str = "") -> bytes:
        """A record as a table, as JSON."""
        return await self.read_record(RecordedTableJob(line), asker)

    async def read_record(self, job: ReadRecordJob, asker: str) -> bytes:
        size = checked_size(job.line)
        try:
            made = await self.replays.ask(job, REPLAY_TIMEOUT, asker, size)
        except WorkerLost as error:
            raise ApiError("slow-record", 413) from error
        assert isinstance(made, bytes)
        return made

    async def puzzle(self, job: PuzzleJob, asker: str = "") -> bytes:
        """What a job asks about a puzzle, as JSON."""
        try:
            made = await self.replays.ask(job, REPLAY_TIMEOUT, asker)
        except WorkerLost as error:
            raise ApiError("busy", 503, seconds=1) from error
        assert isinstance(made, bytes)
        return made

    async def plan(self, state: TableState, view: View, ask: Ask, asker: str = "") -> Answer:
        """A plan, computed from the view alone."""
        setup = state.setup
        job = PlanJob(
            game=setup.game,
            rules=setup.rules,
            options=setup.options,
            viewer=view.viewer,
            fields=view.fields,
            ask=ask,
            compiled=PLANNER.of(state.game).is_ready(),
        )
        try:
            plan = await self.plans.ask(job, PLAN_TIMEOUT, asker)
        except WorkerLost as error:
            raise ApiError("busy", 503, seconds=1) from error
        assert not isinstance(plan, int | bytes | AdviceResult | SavedReview)
        return plan

    async def advise(
        self, state: TableState, seat: int, suggests: bool, asker: str = ""
    ) -> AdviceResult:
        """What the coach tells a seat, from its view alone; a move is that of a strong bot."""
        job = advise_job(state, seat, suggests, self.threads)
        try:
            found = await self.plans.ask(job, ADVICE_TIMEOUT, asker)
        except WorkerLost as error:
            raise ApiError("busy", 503, seconds=1) from error
        assert isinstance(found, AdviceResult)
        return found

    async def close(self) -> None:
        for worker in self.bot_workers:
            await worker.stop()
        await self.replays.close()
        await self.plans.close()
        await self.reviews.close()


async def try_to_load(worker: Worker, job: LoadJob) -> None:
    with suppress(WorkerLost, EkibenError):
        await worker.ask(job, LOAD_TIMEOUT)


class RecordLength(msgspec.Struct):
    """As much of a record as is needed to count its actions."""

    actions: list[msgspec.Raw] = []


def action_count(line: str) -> int:
    """The number of actions in a record; 0 if it is not one."""
    with suppress(msgspec.MsgspecError, RecursionError, UnicodeError):
        return len(msgspec.json.decode(line, type=RecordLength).actions)
    return 0


def checked_size(line: str) -> int:
    """The number of actions in a record, if it is not too long to be looked at."""
    size = action_count(line)
    if size > MAX_ACTIONS:
        raise ApiError("long-record", 413, actions=size, most=MAX_ACTIONS)
    return size


def choose_job(state: TableState, seat: int, spec: str, limit: Limit) -> ChooseJob:
    setup = state.setup
    return ChooseJob(
        table=setup.id,
        game=setup.game,
        rules=setup.rules,
        options=setup.options,
        viewer=seat,
        fields=state.match.view(seat).fields,
        legal=[action.id for action in state.match.legal()],
        spec=spec,
        seed=state.bot_seed(seat),
        limit=limit,
        forgets=setup.is_repeated,
    )


def advise_job(state: TableState, seat: int, suggests: bool, threads: int) -> AdviseJob:
    """Legal actions are the seat's own to know, and only if it is asked."""
    strong = levels(state.game)[ADVISER]
    choice = choose_job(state, seat, strong.spec, Limit(strong.seconds, threads))
    legal = choice.legal if suggests else []
    return AdviseJob(choice._replace(forgets=True, legal=legal), suggests)
