"""A review with figures made up, of a real game: what a screen shows does not depend on whether
they are right, and a test should not wait for thousands of games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import ekiben
from ekiben.analysis.review import (
    EXACT,
    Alternative,
    Belief,
    Choice,
    Evidence,
    Explanation,
    Label,
    Ledger,
    LedgerLine,
    LuckKind,
    Moment,
    Outlook,
    Review,
    SeatReview,
    Surprise,
)
from ekiben.core.match import Match

LOSSES: tuple[tuple[Label, float], ...] = (
    ("best", 0.0),
    ("good", 0.01),
    ("best", 0.0),
    ("inaccuracy", 0.04),
    ("best", 0.0),
    ("mistake", 0.09),
    ("good", 0.01),
    ("blunder", 0.19),
)
KINDS: tuple[LuckKind, ...] = ("draw", "market", "tickets")
ERROR = 0.012


def made_review(line: str, seat: int, done: float = 1.0) -> Review:
    """A review of a finished record; its curve ends at the result."""
    whole = ekiben.replay(line)
    curve = made_curve(whole)
    return Review(
        game=whole.game.name,
        names=tuple(whole.names),
        seats=(made_seat(whole, seat, curve),),
        ledger=made_ledger(whole, curve),
        passes=3,
        playouts=4000,
        done=done,
    )


def positions(whole: Match) -> Iterator[Match]:
    """The game before each of its actions."""
    match = whole.game.new(whole.seats, whole.seed, whole.names, salt=whole.salt)
    for action in whole.actions:
        yield match
        match.play(str(action))


# ---- chances
def made_curve(whole: Match) -> list[list[int]]:
    """Chances in ten-thousandths after every number of actions: a walk that ends at the result."""
    luck = random.Random(whole.game.name)
    winner, plies = whole.ranking()[0][0], len(whole.actions)
    weights = [1.0] * whole.seats
    curve = []
    for ply in range(plies):
        weights = [max(0.1, weight + luck.uniform(-0.12, 0.12)) for weight in weights]
        weights[winner] += 2.0 * ply / plies / plies
        curve.append(shares(weights))
    return [*curve, [EXACT * (seat == winner) for seat in range(whole.seats)]]


def shares(weights: list[float]) -> list[int]:
    parts = [round(EXACT * weight / sum(weights)) for weight in weights]
    parts[0] += EXACT - sum(parts)
    return parts


def outlook(chances: list[int]) -> Outlook:
    parts = tuple(chance / EXACT for chance in chances)
    places = tuple(1 + (1 - part) * (len(parts) - 1) for part in parts)
    return Outlook(parts, ERROR, places, tuple(40 * part - 20 for part in parts), 400)


# ---- a seat
def made_seat(whole: Match, seat: int, curve: list[list[int]]) -> SeatReview:
    """Every choice gets the next label of a list, worst ones included."""
    spans = turns(whole, seat) if whole.game.name == "tokyo" else steps(whole, seat)
    choices = [
        made_choice(span, LOSSES[number % len(LOSSES)], curve[span.at][seat] / EXACT)
        for number, span in enumerate(spans)
    ]
    moments = [
        Moment(at, outlook(chances), made_beliefs(whole, seat)) for at, chances in enumerate(curve)
    ]
    others = [at for at, actor in enumerate(whole.actors) if actor != seat]
    surprises = [Surprise(at, whole.actors[at], 3.0) for at in others[5::9]]
    return SeatReview(seat, tuple(moments), tuple(choices), tuple(surprises), accuracy=83.4)


class Span(NamedTuple):
    """A choice: where it begins, what was done, and what else there was."""

    at: int
    actions: tuple[str, ...]
    others: list[tuple[str, ...]]


def steps(whole: Match, seat: int) -> Iterator[Span]:
    """The choices of a route game: one action each. Claims come first, being on the board."""
    for at, match in enumerate(positions(whole)):
        if match.seat == seat and len(match.legal()) > 1 and match.asked != "payment":
            done = str(whole.actions[at])
            legal = sorted(map(str, match.legal()), key=lambda one: not one.startswith("claim"))
            yield Span(at, (done,), [(action,) for action in legal if action != done][:3])


def turns(whole: Match, seat: int) -> Iterator[Span]:
    """The turns of Tokyo Railways; instead, one could have stopped sooner."""
    starts = [at for at, (one, two) in enumerate(pairwise([None, *whole.actors])) if one != two]
    for start, end in pairwise([*starts, len(whole.actions)]):
        if whole.actors[start] == seat:
            actions = tuple(map(str, whole.actions[start:end]))
            yield Span(start, actions, [actions[: len(actions) // 2 + 1], actions[:1]])


def made_choice(span: Span, judged: tuple[Label, float], chance: float) -> Choice:
    label, loss = judged
    made = Alternative(span.actions, chance, 0.0, 0.0)
    better = [Alternative(span.others[0], min(1.0, chance + loss), loss, ERROR)] if loss else []
    worse = [
        Alternative(one, max(0.0, chance - 0.03 * n), -0.03 * n, ERROR)
        for n, one in enumerate(span.others[1:], 1)
    ]
    return Choice(
        at=span.at,
        actions=span.actions,
        chance=chance,
        loss=loss,
        error=ERROR,
        label=label,
        alternatives=(*better, made, *worse),
        explanations=made_explanation() if loss > 0.02 else (),
    )


def made_explanation() -> tuple[Explanation, ...]:
    evidence = Evidence("fewer-points", 61.25, 68.5, 400)
    return (Explanation("routes.fewer-points", {"played": 61, "better": 69}, (evidence,)),)


def made_beliefs(whole: Match, seat: int) -> tuple[Belief, ...]:
    """Some tickets of the board for every other seat, the likeliest first."""
    tickets = [ticket.id for ticket in getattr(whole.game.board, "tickets", ())]
    return tuple(
        Belief(
            other,
            tuple((id, 0.62 - 0.15 * n) for n, id in enumerate(tickets[other::9][:4])),
            (("red", 2.4), ("wild", 1.1)),
        )
        for other in range(whole.seats)
        if other != seat and tickets
    )


# ---- the ledger
def made_ledger(whole: Match, curve: list[list[int]]) -> Ledger:
    """Two lines for every action: what was chosen, and what luck made of it."""
    start = shares([1.0] * whole.seats)
    lines = [LedgerLine(0, "deal", None, shift(start, curve[0]))]
    for at, (before, after) in enumerate(pairwise(curve), 1):
        chosen = [one + (two - one) // 2 for one, two in zip(before, after, strict=True)]
        actor = whole.actors[at - 1]
        lines.append(LedgerLine(at, "choice", actor, shift(before, chosen)))
        lines.append(LedgerLine(at, KINDS[at % len(KINDS)], actor, shift(chosen, after)))
    return Ledger(tuple(start), tuple(lines), tuple(curve[-1]), tuple(map(outlook, curve)))


def shift(before: list[int], after: list[int]) -> tuple[int, ...]:
    return tuple(two - one for one, two in zip(before, after, strict=True))
