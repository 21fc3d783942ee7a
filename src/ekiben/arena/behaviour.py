"""How a bot played a game: what its behaviour sheet is made of, one dict of figures a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ekiben.core.layout import View
from ekiben.core.match import Match

Facts = dict[str, Any]


def facts(match: Match, turns: Sequence[int]) -> list[Facts]:
    """Of a match that is over; `turns` by seat, where the game's events do not tell them."""
    view, counts = match.view(), events(match)
    tell = of_lattice if "books" in view.fields else of_routes
    return [
        {**tell(match, view, seat, counts[seat], turns[seat]), "points": points(match, seat)}
        for seat in range(match.seats)
    ]


def events(match: Match) -> list[Counter[str]]:
    """How often each kind of event happened to each seat."""
    counts: list[Counter[str]] = [Counter() for _ in range(match.seats)]
    for event in match.heard:
        if event.get("seat") is not None:
            counts[event["seat"]][event["kind"]] += 1
    return counts


def points(match: Match, seat: int) -> dict[str, int]:
    """The score sheet, summed by reason."""
    sums: Counter[str] = Counter()
    for _, reason, amount in match.sheet(seat):
        sums[reason] += int(amount)
    return dict(sums)


def of_routes(match: Match, view: View, seat: int, counts: Counter[str], turns: int) -> Facts:
    return {
        "kept": int(view.ticket_count[seat]),
        "done": int(view.completed[seat]),
        "asked": counts["asked-tickets"],
        "claims": counts["claimed"],
        "lengths": lengths(match, seat),
        "buildings": int(view.built[seat]),
        "ended": int(view.last_seat == seat),
        "turns": turns,
        "blind": counts["drew-blind"],
        "drawn": counts["drew-blind"] + counts["drew"],
        "pieces": int(view.pieces[seat].sum()),
        "cards": int(view.hand_size[seat].sum()),
        "withdrawn": counts["withdrew"],
    }


def lengths(match: Match, seat: int) -> dict[str, int]:
    """Routes claimed, by length."""
    length = {route.id: route.length for route in match.game.board.routes}
    claimed = Counter(
        length[event["route"]]
        for event in match.heard
        if event["kind"] == "claimed" and event["seat"] == seat
    )
    return {str(spaces): claimed[spaces] for spaces in sorted(claimed)}


def of_lattice(match: Match, view: View, seat: int, counts: Counter[str], turns: int) -> Facts:
    return {
        "deliveries": counts["rewarded"],
        "joined": int(view.joined[seat]),
        "ended": int(view.winner == seat),
        "turns": counts["turn"],
        "loans": counts["borrowed"],
        "links": counts["built"],
        "upgrades": counts["upgraded"],
        "lost": counts["lost"],
        "speed": int(view.speed[seat]),
        "load": int(view.load[seat]),
    }
