"""What cards and glossary of a route game say of its board."""

from __future__ import annotations

from ekiben.texts.learning import Board, Teaching, Values


def features(board: Board) -> frozenset[str]:
    """The special things a board has."""
    figures = board.figures
    has = {
        "doubles": any(route.twin >= 0 for route in board.routes),
        "ferries": any(route.ferry for route in board.routes),
        "tunnels": any(route.tunnel for route in board.routes),
        "stations": figures.stations is not None,
        "ships": figures.pieces.ship > 0,
        "harbours": figures.harbours is not None,
        "districts": bool(figures.districts),
        "longest": figures.routes.longest_bonus > 0,
    }
    return frozenset(name for name, there in has.items() if there)


def values(board: Board) -> Values:
    figures = board.figures
    pieces, cards, tickets = figures.pieces, figures.cards, figures.tickets
    return {
        "pieces": pieces.in_play or pieces.land,
        "end_limit": pieces.end_limit,
        "further_turns": pieces.further_turns,
        "hand": sum(cards.hand),
        "market": sum(cards.market),
        "sweep_wilds": cards.sweep_wilds,
        "deal": tickets.deal + tickets.deal_long,
        "long_tickets": tickets.deal_long,
        "keep": tickets.keep,
        "draw": tickets.draw,
        "draw_keep": tickets.draw_keep,
        "twins_close_up_to": figures.routes.twins_close_up_to,
        "longest_bonus": figures.routes.longest_bonus,
        "tunnel_cards": figures.routes.tunnel_cards,
        **_points(board),
        **_special(board),
    }


def _points(board: Board) -> Values:
    """The shortest and the longest route, and what they score."""
    lengths = {route.length for route in board.routes}
    points = board.figures.routes.points
    return {
        "short": min(lengths),
        "short_points": points[min(lengths) - 1],
        "long": max(lengths),
        "long_points": points[max(lengths) - 1],
    }


def _special(board: Board) -> Values:
    """Figures that only some boards have."""
    pieces, figures = board.figures.pieces, board.figures
    found: dict[str, object] = {"trains": pieces.land, "ships": pieces.ship}
    found["advised_trains"] = pieces.advised
    found["advised_ships"] = pieces.in_play - pieces.advised
    if figures.stations:
        found["stations"] = figures.stations.each
        found["station_costs"] = listed(figures.stations.cost)
        found["station_unbuilt"] = figures.stations.unbuilt
    if figures.harbours:
        found["harbours"] = figures.harbours.each
        found["harbour_cost"] = figures.harbours.cost
        found["harbour_unbuilt"] = -figures.harbours.unbuilt
        found["harbour_scores"] = listed(figures.harbours.scores)
    found["best_district"] = max((one.points for one in figures.districts.values()), default=0)
    return found


def listed(numbers: tuple[int, ...]) -> str:
    return " / ".join(map(str, numbers))


TEACHING = Teaching(features, values)
