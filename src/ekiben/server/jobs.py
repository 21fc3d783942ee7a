"""The jobs that workers do."""

from __future__ import annotations

import struct
from typing import Any, Literal, NamedTuple, Protocol

from ekiben.bots import Limit
from ekiben.coach import Value
from ekiben.server.review_store import SavedReview
from ekiben.server.scenes import plan_messages
from ekiben.server.store import Options

LENGTH_PREFIX = struct.Struct("!I")  # before every job and answer
Perspective = int | Literal["all"] | None  # a seat's, everybody's, or a spectator's (None)
PuzzleQuestion = Literal["position", "why", "answer"]
PositionQuestion = Literal["position", "why", "judge"]
ViewFields = dict[str, Any]  # of a view, by the state's field names
ReasonFields = tuple[str, dict[str, Value]]  # of the coach's reasons: key and values


class ChooseJob(NamedTuple):
    """A bot's decision: only its view, the legal actions, and which bot it is.

    A bot that `forgets` keeps no plan from earlier choices, so it chooses by the view alone.
    """

    table: str
    game: str
    rules: int
    options: Options
    viewer: int
    fields: ViewFields
    legal: list[int]
    spec: str
    seed: int
    limit: Limit
    forgets: bool = False


class AdviseJob(NamedTuple):
    """What matters to a seat, and a good move for it if it `suggests` one, from its view."""

    choice: ChooseJob
    suggests: bool


class ReplayJob(NamedTuple):
    """A record to be shown step by step from one perspective."""

    line: str
    perspective: Perspective
    language: str


class TurningPointJob(NamedTuple):
    """The record of a finished game whose turning point is looked for."""

    line: str
    language: str


class ProofJob(NamedTuple):
    """A record whose decks are shuffled and whose game is played again for a proof."""

    line: str
    language: str


class PuzzleJob(NamedTuple):
    """A question about a puzzle: its position, or an action or answer in that position."""

    id: str
    ask: PuzzleQuestion
    action: str
    language: str


class ReviewPart(NamedTuple):
    """A part of a finished game's review: a seat's own, or the ledger (None), and its key."""

    key: str
    game: str
    line: str
    seat: int | None


class ReviewJob(NamedTuple):
    """One more pass over a part of a review, on so many threads."""

    part: ReviewPart
    saved: SavedReview
    threads: int


class ReviewWordsJob(NamedTuple):
    """Parts of a review to be put in words."""

    line: str
    parts: tuple[tuple[ReviewPart, SavedReview], ...]
    language: str


class PositionJob(NamedTuple):
    """A question about a position of a table's finished game, or an action there."""

    table: str
    game: str
    line: str
    at: int
    ask: PositionQuestion
    action: str
    language: str


class RecordedTableJob(NamedTuple):
    """A record that is to become a table."""

    line: str


class PlanJob(NamedTuple):
    """A plan for a seat, from its view; `compiled` if the searches are compiled already."""

    game: str
    rules: int
    options: Options
    viewer: int | None
    fields: ViewFields
    ask: plan_messages.Ask
    compiled: bool


class LoadJob(NamedTuple):
    """Start to load the machine code of a game's family, if it is compiled; or that of reviews."""

    game: str
    reviews: bool = False


Job = (
    ChooseJob
    | AdviseJob
    | ReplayJob
    | TurningPointJob
    | ProofJob
    | PuzzleJob
    | ReviewJob
    | ReviewWordsJob
    | PositionJob
    | RecordedTableJob
    | PlanJob
    | LoadJob
)


class AdviceResult(NamedTuple):
    """What the coach says, before it is put in words, and what it points at besides the action."""

    remarks: list[ReasonFields]
    action: int | None
    reasons: list[ReasonFields]
    targets: tuple[str, ...] = ()


# an action id, JSON, a plan, advice, a review
JobResult = int | bytes | plan_messages.Answer | AdviceResult | SavedReview


class JobAnswer(NamedTuple):
    """What a worker process sends back: the result, or what went wrong."""

    result: JobResult | None
    error: str | None = None


class WorkerLost(Exception):
    """The worker died or took too long; the next job starts a new one."""


class Worker(Protocol):
    """Does jobs, one at a time: a process of its own, or whoever does them in place."""

    async def ask(self, job: Job, seconds: float) -> JobResult:
        """Do a job within the time given."""

    async def stop(self) -> None: ...
