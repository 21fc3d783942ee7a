"""Positions of finished games in a worker process, as the seat to act saw them."""

from __future__ import annotations

import functools

import msgspec

from ekiben import replay
from ekiben.core.errors import EkibenError
from ekiben.core.match import Match
from ekiben.server.branch_messages import SeatPosition
from ekiben.server.feed import SNAPSHOT_EVENTS, scene_fields
from ekiben.server.jobs import PositionJob
from ekiben.server.puzzle_positions import why_not
from ekiben.server.scenes.family import ANSWERS
from ekiben.server.scenes.sentences import MarkedWords, with_sentences
from ekiben.texts.moves import events_since

KEPT = 8  # positions that a process keeps


def position_json(job: PositionJob) -> bytes:
    """What a job asks about a position, as JSON."""
    match = match_at(job.line, job.at)
    if job.ask == "why":
        return msgspec.json.encode(why_not(match, job.action, job.language))
    return msgspec.json.encode(seat_position(job, match))


@functools.lru_cache(KEPT)
def match_at(line: str, at: int) -> Match:
    """A record's match after so many actions, which nobody may change."""
    whole = replay(line)
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
