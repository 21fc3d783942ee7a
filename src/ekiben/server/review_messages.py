"""Messages about reviews over HTTP: `ekiben.analysis.review` field by field, with its words.

Chances are parts of 1. Texts have the markup of sentences.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ekiben.analysis.review import Label, LuckKind


class ReviewOutlook(msgspec.Struct):
    """How a position looks, by seat; `error` is the largest standard error of the chances.

    `margins` are points ahead of the best of the others, in Tokyo Railways turns. Without
    `playouts` a formula judged.
    """

    chances: list[float]
    error: float
    places: list[float]
    margins: list[float]
    playouts: int


class ReviewEvidence(msgspec.Struct):
    """What a sentence rests on: the mean of a measure after the choice made and the best one."""

    measure: str
    played: float
    better: float
    playouts: int


class ReviewExplanation(msgspec.Struct):
    """A sentence about a choice, and what it was derived from."""

    key: str
    text: str
    evidence: list[ReviewEvidence]


class ReviewAlternative(msgspec.Struct):
    """Something the seat could have done, in notation and in words.

    `gain` is over the choice made, `error` its standard error; `made` is the choice itself.
    """

    actions: list[str]
    text: str
    chance: float
    gain: float
    error: float
    made: bool


class ReviewChoice(msgspec.Struct):
    """A choice of the seat: the record's action number `at`, and those that belong to it.

    `loss` is of the chance to win, against the best of the alternatives, which come best first.
    """

    at: int
    actions: list[str]
    text: str
    chance: float
    loss: float
    error: float
    label: Label
    alternatives: list[ReviewAlternative]
    explanations: list[ReviewExplanation]


class TicketBelief(msgspec.Struct):
    """A ticket by its id, and how probable it is that the other holds it."""

    ticket: str
    chance: float


class CardBelief(msgspec.Struct):
    """A kind of card, and how many of them the other is expected to hold."""

    kind: str
    count: float


class ReviewBelief(msgspec.Struct):
    """What the seat could think of another's hidden tickets and cards, the likeliest first."""

    seat: int
    tickets: list[TicketBelief]
    cards: list[CardBelief]


class ReviewMoment(msgspec.Struct):
    """The position after `at` actions, as the seat could judge it."""

    at: int
    outlook: ReviewOutlook
    beliefs: list[ReviewBelief]


class ReviewSurprise(msgspec.Struct):
    """How little another seat's action number `at` was to be expected."""

    at: int
    seat: int
    bits: float


class ReviewTurningPoint(msgspec.Struct):
    """Where the seat's chance to win moved most: from action number `at` until there were `until`.

    `text` is what the seat heard of them.
    """

    at: int
    until: int
    shift: float
    text: str


class ReviewLesson(msgspec.Struct):
    """What the seat could do better, the choices it was learnt from, and what they lost in all."""

    key: str
    text: str
    at: list[int]
    loss: float


class SeatReviewInfo(msgspec.Struct):
    """A game as one seat could have judged it; `accuracy` is from 0 to 100.

    `labels` counts the seat's choices by label.
    """

    seat: int
    accuracy: float
    labels: dict[str, int]
    turning_points: list[ReviewTurningPoint]
    lessons: list[ReviewLesson]
    moments: list[ReviewMoment]
    choices: list[ReviewChoice]
    surprises: list[ReviewSurprise]


class LedgerLineInfo(msgspec.Struct):
    """What one act added to every seat's chance to win, in ten-thousandths.

    It came after `at` actions, 0 is the deal; `text` says what it was, `told` what luck brought.
    """

    at: int
    kind: Literal[LuckKind, "choice"]
    seat: int | None
    shifts: list[int]
    text: str
    told: str


class LedgerTotal(msgspec.Struct):
    """What luck, own choices and those of others were worth to a seat, in ten-thousandths."""

    luck: int
    own: int
    others: int


class LedgerInfo(msgspec.Struct):
    """From equal chances to the result, with everything known: start and shifts add up exactly.

    `totals` are by seat; `curve` is by number of actions played.
    """

    start: list[int]
    lines: list[LedgerLineInfo]
    result: list[int]
    totals: list[LedgerTotal]
    curve: list[ReviewOutlook]


class ReviewMessage(msgspec.Struct):
    """A review as far as it has been worked out.

    `limits` are the losses that the labels stay below; the worst label has none.
    `seats` has the one that was asked for, once there is anything to say of it. While `done` is
    below 1, whoever asks again with `since` = `passes` is answered when there is more.
    """

    game: str
    names: list[str]
    language: str
    seats: list[SeatReviewInfo]
    ledger: LedgerInfo | None
    passes: int
    playouts: int
    done: float
    limits: dict[str, float]
