"""Puzzles in a worker process: the solver's position, and what an answer is worth."""

from __future__ import annotations

import functools
import hashlib
import json

import msgspec

from ekiben import puzzles
from ekiben.coach import explain, say
from ekiben.core.match import Match
from ekiben.puzzles import Choice, Puzzle
from ekiben.server.default_names import bot_name, default_name, person_name
from ekiben.server.errors import IllegalAction
from ekiben.server.feed import SNAPSHOT_EVENTS, scene_fields
from ekiben.server.jobs import PuzzleJob
from ekiben.server.messages import WhyAnswer
from ekiben.server.puzzle_messages import (
    PuzzleChoice,
    PuzzlePosition,
    PuzzleSolution,
    PuzzleStop,
    PuzzleTrip,
)
from ekiben.server.scenes.family import ANSWERS
from ekiben.server.scenes.sentences import MarkedWords, with_sentences
from ekiben.texts.moves import events_since

KEPT = 16  # positions that a process keeps
MAIN = 4  # choices that a solution lists, besides the answer
STANDARD_ERRORS = 2  # that 19 values of 20 lie within


def puzzle_json(job: PuzzleJob) -> bytes:
    """What a job asks about a puzzle, as JSON."""
    puzzle, match = position_of(job.id)
    if job.ask == "why":
        return msgspec.json.encode(why_not(match, job.action, job.language))
    if job.ask == "answer":
        return msgspec.json.encode(solution(puzzle, match, job.action, job.language))
    return msgspec.json.encode(solver_position(puzzle, match, job.language))


@functools.lru_cache(KEPT)
def position_of(id: str) -> tuple[Puzzle, Match]:
    """A puzzle and its match, which nobody may change."""
    found = puzzles.find(id)
    return found, found.match()


def solver_position(puzzle: Puzzle, match: Match, language: str) -> PuzzlePosition:
    """The position from the solver's view, what that seat heard, and its legal actions."""
    game = match.game
    seat = puzzle.seat
    names = seat_names(match.seats, seat, language)
    first = max(0, len(match.heard) - SNAPSHOT_EVENTS)
    events = events_since(match, seat, first)
    legal = list(map(str, match.legal()))
    return PuzzlePosition(
        id=puzzle.id,
        game=puzzle.game,
        kind=puzzle.kind,
        rating=puzzle.rating,
        rules=game.rules,
        options=game.options,
        names=names,
        seat=seat,
        language=language,
        scene=scene_fields(game, match.view(seat), names, language),
        said=with_sentences(game.board, language, events, first),
        asked=match.asked,
        legal=legal,
        told=[action_text(puzzle, match, one, language) for one in legal],
        trips=trips(puzzle, match, language),
    )


def seat_names(seats: int, solver: int, language: str) -> list[str]:
    return [
        default_name(person_name(seat) if seat == solver else bot_name(seat), language)
        for seat in range(seats)
    ]


def why_not(match: Match, notation: str, language: str) -> WhyAnswer:
    """Whether the solver could play an action, and if not, by which clause."""
    action = match.action(notation)
    refusal = match.why_not(action)
    if refusal is None:
        return WhyAnswer(request=0, action=str(action), legal=True)
    return IllegalAction(match.game.board, action, refusal).why_answer(0, language)


def trips(puzzle: Puzzle, match: Match, language: str) -> list[PuzzleTrip]:
    """The trips to choose from, in an order that says nothing about them."""
    family = ANSWERS.of(match.game)
    words = MarkedWords(language, match.game.board)
    view = match.view(puzzle.seat)
    found = [
        PuzzleTrip(
            key=answer_of(puzzle, choice),
            text=family.trip(words, choice.trip),
            stops=[PuzzleStop(words.city(stop.city), stop.delivers) for stop in choice.trip.stops],
            reward=choice.trip.reward,
            cost=choice.trip.cost,
            turns=choice.trip.turns,
            **family.way(match.game, view, choice)._asdict(),
        )
        for choice in puzzle.choices
        if choice.trip is not None
    ]
    return sorted(found, key=lambda trip: trip.key)


def answer_of(puzzle: Puzzle, choice: Choice) -> str:
    """What a browser answers to make a choice: its action, or the key of its trip."""
    if choice.trip is None:
        return choice.actions[0]
    said = json.dumps([puzzle.id, *choice.actions, choice.trip.stops], default=vars)
    return f"trip-{hashlib.sha256(said.encode()).hexdigest()[:8]}"


def choice_text(puzzle: Puzzle, match: Match, choice: Choice, language: str) -> str:
    """A choice in words, with the markup of sentences."""
    if choice.trip is None:
        return action_text(puzzle, match, choice.actions[0], language)
    return ANSWERS.of(match.game).trip(MarkedWords(language, match.game.board), choice.trip)


def action_text(puzzle: Puzzle, match: Match, action: str, language: str) -> str:
    words = MarkedWords(language, match.game.board)
    return ANSWERS.of(match.game).text(words, match.view(puzzle.seat), action)


# ---- solutions
def solution(puzzle: Puzzle, match: Match, answer: str, language: str) -> PuzzleSolution:
    """How a possible answer compares with the others."""
    answers = [answer_of(puzzle, choice) for choice in puzzle.choices]
    place = answers.index(answer)
    shown = [*range(min(MAIN, len(answers))), *([place] if place >= MAIN else [])]
    return PuzzleSolution(
        right=place == 0,
        yours=shown.index(place),
        unit=ANSWERS.of(match.game).unit,
        choices=[
            PuzzleChoice(
                answer=answers[at],
                text=choice_text(puzzle, match, puzzle.choices[at], language),
                value=abs(puzzle.choices[at].value),
                error=puzzle.choices[at].error * STANDARD_ERRORS,
            )
            for at in shown
        ],
        reason=reason(puzzle, match, language),
        point=targets(puzzle.best),
    )


def reason(puzzle: Puzzle, match: Match, language: str) -> str:
    """Why the best choice is best, from what the solver sees."""

    def coach() -> str:
        found = explain(match.game, match.view(puzzle.seat), puzzle.best.actions[0])
        return say(found, language, seat_names(match.seats, puzzle.seat, language))

    words = MarkedWords(language, match.game.board)
    return ANSWERS.of(match.game).reason(words, puzzle, coach)


def targets(best: Choice) -> list[str]:
    """What to point at: a trip's first stop, or the action."""
    if best.trip is None:
        return [best.actions[0]]
    return [f"city:{stop.city}" for stop in best.trip.stops[:1]]
