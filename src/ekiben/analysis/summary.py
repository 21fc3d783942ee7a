"""What there is to remember of a game: accuracy, turning points, and three lessons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp

from ekiben.analysis.review import Choice, Label, SeatReview

STEEP = 12.0  # how fast accuracy falls with the loss of a choice: at 6 % it is about half
POINTS = 3  # turning points
LEAST = 0.05  # by which a chance moves at a turning point
LESSONS = 3
WORTH_A_LESSON: tuple[Label, ...] = ("inaccuracy", "mistake", "blunder")


@dataclass(frozen=True)
class TurningPoint:
    """Where the chance of the reviewed seat moved most: between two moments."""

    at: int  # the action with which it began to move
    until: int  # the number of actions after which it had
    shift: float


@dataclass(frozen=True)
class Lesson:
    """What went wrong more than once or cost most, as the key of a text, with its choices."""

    key: str
    at: tuple[int, ...]  # the costliest first
    loss: float  # all together


@dataclass(frozen=True)
class Summary:
    """A seat's game in short."""

    seat: int
    accuracy: float  # from 0 to 100
    labels: Mapping[Label, int]  # how many choices have each
    turning_points: tuple[TurningPoint, ...]  # in the order of the game
    lessons: tuple[Lesson, ...]  # the costliest first


def summarize(review: SeatReview) -> Summary:
    """Sum a seat's review up."""
    return Summary(
        seat=review.seat,
        accuracy=review.accuracy,
        labels=Counter(choice.label for choice in review.choices),
        turning_points=turning_points(review),
        lessons=lessons(review.choices),
    )


def accuracy(choices: Sequence[Choice]) -> float:
    """From 0 to 100: the mean over all choices, each by what it surely lost."""
    if not choices:
        return 100.0
    losses = [max(0.0, choice.loss - choice.error) for choice in choices]
    return 100 * sum(exp(-STEEP * loss) for loss in losses) / len(losses)


def turning_points(review: SeatReview) -> tuple[TurningPoint, ...]:
    """The largest moves of the seat's chance that are no chance, in the order of the game."""
    moments = review.moments
    moves = []
    for before, after in pairwise(moments):
        shift = after.outlook.chances[review.seat] - before.outlook.chances[review.seat]
        noise = before.outlook.error + after.outlook.error
        if abs(shift) > max(LEAST, noise):
            moves.append(TurningPoint(before.at, after.at, shift))
    largest = sorted(moves, key=lambda move: -abs(move.shift))[:POINTS]
    return tuple(sorted(largest, key=lambda move: move.at))


# ---- lessons
def lessons(choices: Sequence[Choice]) -> tuple[Lesson, ...]:
    """The three kinds of choice that cost most."""
    found: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice.label in WORTH_A_LESSON:
            found.setdefault(lesson_of(choice), []).append(choice)
    learnt = [lesson(key, costly) for key, costly in found.items()]
    return tuple(sorted(learnt, key=lambda one: -one.loss)[:LESSONS])


def lesson(key: str, choices: Sequence[Choice]) -> Lesson:
    costly = sorted(choices, key=lambda choice: -choice.loss)
    return Lesson(key, tuple(choice.at for choice in costly), sum(one.loss for one in costly))


def lesson_of(choice: Choice) -> str:
    """What to do otherwise, by the verbs of the choice made and of the best one."""
    made, better = choice.actions, choice.alternatives[0].actions
    if len(made) > 1 or len(better) > 1:
        return "trip"
    return lesson_of_verbs(made[0], better[0])


BUILDINGS = ("station", "harbour", "exchange")
OTHERS = {"draw": "draw-other", "claim": "claim-other", "pay": "pay-other", "take": "pieces"}


def lesson_of_verbs(made: str, better: str) -> str:
    one, other = made.split()[0], better.split()[0]
    if "withdraw" in (one, other):
        return "tunnel"
    if one == other == "keep":
        return lesson_of_tickets(len(made.split()), len(better.split()))
    if one == other:
        return OTHERS.get(one, "other")
    return lesson_of_turn(one, other)


def lesson_of_tickets(kept: int, better: int) -> str:
    if kept == better:
        return "keep-other"
    return "keep-fewer" if kept > better else "keep-more"


def lesson_of_turn(made: str, better: str) -> str:
    """What to do with a turn."""
    if made in BUILDINGS or better in BUILDINGS:
        return "building"
    if "tickets" in (made, better):
        return "tickets-fewer" if made == "tickets" else "tickets-more"
    if (made, better) == ("draw", "claim"):
        return "claim-sooner"
    return "claim-later" if (made, better) == ("claim", "draw") else "other"
