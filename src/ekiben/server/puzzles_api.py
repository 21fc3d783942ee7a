"""The HTTP API of puzzles. Answers change nothing here: browsers keep their own results."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import ekiben
from ekiben.server.catalogue import cached_response
from ekiben.server.errors import ApiError
from ekiben.server.http import address_of, check_rate, read_body, registry_of
from ekiben.server.jobs import PuzzleJob, PuzzleQuestion
from ekiben.server.off_loop import off_loop
from ekiben.server.puzzle_list import daily_puzzles, select, summaries, summary_of
from ekiben.server.puzzle_messages import MAX_ANSWER, PuzzleAnswer, PuzzleTrip
from ekiben.server.responses import JsonResponse, language_of
from ekiben.server.workers import WorkerPool

MAX_KEPT = 128  # answers of workers, some 20 kB each


class PuzzleRoom:
    """What workers say about puzzles: each question is asked once while its answer is kept."""

    def __init__(self, workers: WorkerPool) -> None:
        self.workers = workers
        self.answers: OrderedDict[PuzzleJob, asyncio.Task[bytes]] = OrderedDict()

    async def ask(self, job: PuzzleJob, asker: str) -> bytes:
        """The answer to a job; whoever asks the same meanwhile waits for the same."""
        if job.ask == "why":  # there are too many of them to keep
            return await self.workers.puzzle(job, asker)
        task = self.answers.get(job)
        if task is None:
            task = asyncio.ensure_future(self.workers.puzzle(job, asker))
            self.keep(job, task)
        self.answers.move_to_end(job)
        return await asyncio.shield(task)  # others may wait for it too

    def keep(self, job: PuzzleJob, task: asyncio.Task[bytes]) -> None:
        self.answers[job] = task
        task.add_done_callback(lambda done: self.drop_failed(job, done))
        while len(self.answers) > MAX_KEPT:
            self.answers.popitem(last=False)

    def drop_failed(self, job: PuzzleJob, task: asyncio.Task[bytes]) -> None:
        if (task.cancelled() or task.exception()) and self.answers.get(job) is task:
            del self.answers[job]


def room_of(request: Request) -> PuzzleRoom:
    room: PuzzleRoom = request.app.state.puzzles
    return room


async def ensure_loaded() -> None:
    """Read the puzzles off the event loop, the first time."""
    if not summaries.cache_info().currsize:
        await off_loop(summaries)


# ---- lists
async def puzzle_list(request: Request) -> Response:
    """The puzzles, of a game, a kind and a range of ratings if the query says so."""
    check_rate(request, "puzzles")
    query = request.query_params
    game = query.get("game")
    if game is not None and game not in ekiben.games():
        raise ApiError("no-game", 404, game=game[:40])
    await ensure_loaded()
    found = select(
        game,
        query.get("kind"),
        parse_rating(query.get("least")),
        parse_rating(query.get("most")),
    )
    return cached_response(request, msgspec.json.encode(found))


def parse_rating(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise ApiError("no-rating", 400, rating=text[:40])
    return int(text)


async def daily(request: Request) -> Response:
    check_rate(request, "puzzles")
    await ensure_loaded()
    now = registry_of(request).settings.wall()
    return JsonResponse(daily_puzzles(request.query_params.get("day"), now))


# ---- one puzzle
async def position(request: Request) -> Response:
    check_rate(request, "puzzles")
    return cached_response(request, await ask(request, "position"))


async def why_not(request: Request) -> Response:
    """Why the solver could not play an action."""
    check_rate(request, "puzzles")
    action = request.query_params.get("action", "")
    if not 0 < len(action) <= MAX_ANSWER:
        raise ApiError("not-an-action", 400, action=action[:40])
    return JsonResponse(await ask(request, "why", action))


async def answer(request: Request) -> Response:
    """Whether an answer is right; only then is the solution told."""
    check_rate(request, "puzzles")
    body = await read_body(request, PuzzleAnswer)
    known = msgspec.json.decode(await ask(request, "position"), type=PossibleAnswers)
    if not known.includes(body.answer):
        raise ApiError("no-answer", 400, answer=body.answer)
    return JsonResponse(await ask(request, "answer", body.answer))


class PossibleAnswers(msgspec.Struct):
    """As much of a position as is needed to check an answer."""

    legal: list[str]
    trips: list[PuzzleTrip]

    def includes(self, answer: str) -> bool:
        return answer in ([trip.key for trip in self.trips] or self.legal)


async def ask(request: Request, what: PuzzleQuestion, action: str = "") -> bytes:
    await ensure_loaded()
    id = summary_of(request.path_params["puzzle"]).id
    job = PuzzleJob(id, what, action, language_of(request))
    return await room_of(request).ask(job, address_of(request))
