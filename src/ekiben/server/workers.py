"""The processes that think for a server: bots, replays, plans."""

from __future__ import annotations

import logging
import random
import zlib
from contextlib import suppress

import msgspec

from ekiben.bots import Limit
from ekiben.bots.levels import levels
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError
from ekiben.core.layout import View
from ekiben.server.job_queue import JobQueue
from ekiben.server.jobs import Choice, Frames, Planning
from ekiben.server.metrics import METRICS
from ekiben.server.refusals import Refuse
from ekiben.server.scenes.family import PLANNER
from ekiben.server.scenes.plan_messages import Answer, Ask
from ekiben.server.table_state import Play
from ekiben.server.worker_process import Worker, WorkerLost

log = logging.getLogger("ekiben.server")
GRACE = 20.0  # seconds beyond a bot's limit: a first choice loads the game
REPLAY = 60.0
LONGEST, SMALL = 20_000, 1_000  # actions of a record
PLAN = 10.0


class Workers:
    """Bots think here, on all cores of the machine together; a table's bots always in the same
    process. Further processes make replays and plans. `servers`: processes of the server that have
    such workers each.
    """

    def __init__(self, count: int | None = None, servers: int = 1) -> None:
        self.thinkers = [Worker() for _ in range(count or max(1, min(2, cores() - 1)))]
        self.threads = max(1, cores() // (servers * len(self.thinkers)))
        self.replays = JobQueue(2, most=24, per_asker=4, small=SMALL)
        self.plans = JobQueue(1, most=64, per_asker=16)
        self.queue = 0  # bots that think or wait

    async def choose(self, play: Play) -> int:
        """The bot's choice for the seat to act: tried again when it fails, then left to the
        simplest bot, then to the lot.
        """
        seat = play.match.seat
        assert seat is not None
        known = levels(play.game)
        simplest = next(iter(known.values()))
        wanted = known.get(play.levels[seat] or "", simplest)
        for kind in (wanted, wanted, simplest):
            try:
                with METRICS.timed("ekiben_thinking_seconds", level=kind.name):
                    return await self.answer(
                        play, question(play, seat, kind.spec, Limit(kind.seconds, self.threads))
                    )
            except (WorkerLost, EkibenError) as error:
                log.warning(
                    "bot failed",
                    extra={
                        "facts": {
                            "table": play.setup.id,
                            "seat": seat,
                            "bot": kind.spec,
                            "why": str(error),
                        }
                    },
                )
        return int(random.choice(play.match.legal()))

    async def answer(self, play: Play, asked: Choice) -> int:
        self.queue += 1
        try:
            return int(await self.thinker(play).ask(asked, asked.limit.seconds + GRACE))
        finally:
            self.queue -= 1

    def thinker(self, play: Play) -> Worker:
        return self.thinkers[zlib.crc32(play.setup.id.encode()) % len(self.thinkers)]

    async def frames(
        self, line: str, eyes: int | str | None, language: str, asker: str = ""
    ) -> bytes:
        """The film of a record, as JSON; long ones and those of one asker wait for others."""
        size = action_count(line)
        if size > LONGEST:
            raise Refuse("long-record", 413, actions=size, most=LONGEST)
        try:
            return bytes(await self.replays.ask(Frames(line, eyes, language), REPLAY, asker, size))
        except WorkerLost as error:
            raise Refuse("slow-record", 413) from error

    async def plan(self, play: Play, view: View, ask: Ask, asker: str = "") -> Answer:
        """From the view alone."""
        setup = play.setup
        job = Planning(
            setup.game,
            setup.rules,
            setup.options,
            view.viewer,
            view.fields,
            ask,
            PLANNER.of(play.game).is_ready(),
        )
        try:
            found: Answer = await self.plans.ask(job, PLAN, asker)
            return found
        except WorkerLost as error:
            raise Refuse("busy", 503, seconds=1) from error

    async def close(self) -> None:
        for worker in self.thinkers:
            await worker.end()
        await self.replays.close()
        await self.plans.close()


class Counted(msgspec.Struct):
    """As much of a record as says how long it is."""

    actions: list[msgspec.Raw] = []


def action_count(line: str) -> int:
    """Of what is no record, none."""
    with suppress(msgspec.MsgspecError, RecursionError, UnicodeError):
        return len(msgspec.json.decode(line, type=Counted).actions)
    return 0


def question(play: Play, seat: int, spec: str, limit: Limit) -> Choice:
    view, setup = play.match.view(seat), play.setup
    legal = [action.id for action in play.match.legal()]
    return Choice(
        setup.id,
        setup.game,
        setup.rules,
        setup.options,
        seat,
        view.fields,
        legal,
        spec,
        play.bot_seed(seat),
        limit,
    )
