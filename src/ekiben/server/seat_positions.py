"""Positions of finished games in a worker, as the seat to act saw them and could judge them."""

from __future__ import annotations

import functools

import msgspec

from ekiben import replay
from ekiben.analysis.family import ANALYSIS, Effort
from ekiben.analysis.history import History
from ekiben.core.errors import EkibenError
from ekiben.core.kernel_calls import KernelWork
from ekiben.core.match import Match
from ekiben.server.branch_messages import SeatPosition
from ekiben.server.feed import SNAPSHOT_EVENTS, scene_fields
from ekiben.server.jobs import PositionJob
from ekiben.server.machine_code import load_when_compiled
from ekiben.server.puzzle_positions import why_not
from ekiben.server.review_messages import ReviewAlternative
from ekiben.server.review_passes import SEED
from ekiben.server.review_words import DIGITS
from ekiben.server.scenes.family import ANSWERS
from ekiben.server.scenes.sentences import MarkedWords, with_sentences
from ekiben.texts.moves import events_since

KEPT = 8  # positions that a process keeps


def position_json(job: PositionJob) -> KernelWork[bytes]:
    """What a job asks about a position, as JSON."""
    match = match_at(job.line, job.at)
    if job.ask == "why":
        return msgspec.json.encode(why_not(match, job.action, job.language))
    if job.ask == "judge":
        return msgspec.json.encode((yield from judged(job, match)))
    return msgspec.json.encode(seat_position(job, match))


def judged(job: PositionJob, match: Match) -> KernelWork[ReviewAlternative]:
    """What an action is worth in a position, judged by what the seat to act knew."""
    game = match.game
    seat = match.seat
    family = ANALYSIS.of(game)
    if family.judge is None or seat is None or match.why_not(job.action) is not None:
        raise EkibenError(f"{job.action!r} cannot be judged in this position")
    load_when_compiled(game)
    family.prepare()
    history = History(whole_match(job.line)).seen_by(seat)
    found = yield from family.judge(history, job.at, job.action, Effort(SEED))
    words = MarkedWords(job.language, game.board)
    return ReviewAlternative(
        actions=list(found.actions),
        text=ANSWERS.of(game).turn(words, match.view(seat), found.actions),
        chance=round(found.chance, DIGITS),
        gain=round(found.gain, DIGITS),
        error=round(found.error, DIGITS),
        made=history.steps[job.at].action == match.action(job.action),
    )


@functools.lru_cache(KEPT)
def whole_match(line: str) -> Match:
    """A record's match, which nobody may change."""
    return replay(line)


@functools.lru_cache(KEPT)
def match_at(line: str, at: int) -> Match:
    """A record's match after so many actions, which nobody may change."""
    whole = whole_match(line)
    if at >= len(whole.actions):
        raise EkibenError(f"the game has {len(whole.actions)} actions: nobody is asked after {at}")
    match = whole.game.new(whole.seats, whole.seed, whole.names, salt=whole.salt)
    for action in whole.actions[:at]:
        match.play(action)
    return match


def seat_position(job: PositionJob, match: Match) -> SeatPosition:
    game = match.game
    seat = match.seat
    assert seat is not None
    first = max(0, len(match.heard) - SNAPSHOT_EVENTS)
    events = events_since(match, seat, first)
    legal = list(map(str, match.legal()))
    words = MarkedWords(job.language, game.board)
    view = match.view(seat)
    return SeatPosition(
        table=job.table,
        game=game.name,
        rules=game.rules,
        options=game.options,
        names=match.names,
        at=job.at,
        seat=seat,
        language=job.language,
        scene=scene_fields(game, view, match.names, job.language),
        said=with_sentences(game.board, job.language, events, first),
        asked=match.asked,
        legal=legal,
        told=[ANSWERS.of(game).text(words, view, one) for one in legal],
    )
