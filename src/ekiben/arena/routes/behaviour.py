"""How a bot played a route game."""

from __future__ import annotations

from collections import Counter

from ekiben.arena.family import (
    Behaviour,
    Chair,
    FigureColumn,
    SeatFacts,
    mean,
    part,
    scoring,
)
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.core.match import Match


def facts(match: Match, view: View, seat: int, counts: Counter[str], turns: int) -> SeatFacts:
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


# ---- the sheet
def mean_length(facts: list[SeatFacts], chairs: list[Chair]) -> float | None:
    claims = sum(one["claims"] for one in facts)
    return (
        sum(int(length) * count for one in facts for length, count in one["lengths"].items())
        / claims
        if claims
        else None
    )


COLUMNS = [
    FigureColumn("kept", mean("kept"), ".2f"),
    FigureColumn("done", mean("done"), ".2f"),
    FigureColumn("done-share", part("done", "kept"), ".0%"),
    FigureColumn("asked", mean("asked"), ".2f"),
    FigureColumn("claims", mean("claims"), ".1f"),
    FigureColumn("mean-length", mean_length, ".2f"),
    FigureColumn("longest", scoring("longest-route"), ".0%"),
    FigureColumn("buildings", mean("buildings"), ".2f"),
    FigureColumn("ended", mean("ended"), ".0%"),
    FigureColumn("turns", mean("turns"), ".1f"),
    FigureColumn("blind", part("blind", "drawn"), ".0%"),
    FigureColumn("pieces", mean("pieces"), ".1f"),
    FigureColumn("cards", mean("cards"), ".1f"),
]


# ---- what is counted of every game
def counts(view: View) -> dict[str, list[int]]:
    fields = {"kept": "ticket_count", "done": "completed", "longest": "longest"}
    return {name: [int(count) for count in view[field]] for name, field in fields.items()}


def count_names(game: Game) -> list[str]:
    """The longest route is measured only where it counts in the game."""
    bonus = game.board.figures.routes.longest_bonus
    return ["kept", "done", *(["longest"] if bonus else [])]


BEHAVIOUR = Behaviour(
    facts=facts,
    own_fact="claims",
    columns=COLUMNS,
    counts=counts,
    count_names=count_names,
    has_lengths=True,
)
