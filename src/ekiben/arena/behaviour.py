"""How bots played a game: one dict of facts a seat, of which behaviour sheets are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ekiben.arena.family import BEHAVIOUR, SeatFacts
from ekiben.core.match import Match


def match_facts(match: Match, turns: Sequence[int]) -> list[SeatFacts]:
    """The facts of a match that is over; `turns` by seat, where the game's events do not tell."""
    view, counts = match.view(), count_events(match)
    of_seat = BEHAVIOUR.of(match.game).facts
    return [
        {
            **of_seat(match, view, seat, counts[seat], turns[seat]),
            "points": points_by_reason(match, seat),
        }
        for seat in range(match.seats)
    ]


def count_events(match: Match) -> list[Counter[str]]:
    """How often each kind of event happened to each seat."""
    counts: list[Counter[str]] = [Counter() for _ in range(match.seats)]
    for event in match.heard:
        if event.get("seat") is not None:
            counts[event["seat"]][event["kind"]] += 1
    return counts


def points_by_reason(match: Match, seat: int) -> dict[str, int]:
    """The score sheet, summed by reason."""
    sums: Counter[str] = Counter()
    for _, reason, amount in match.sheet(seat):
        sums[reason] += int(amount)
    return dict(sums)
