"""A route game's boards and positions for a program: cards, routes and tickets by name."""

from __future__ import annotations

from ekiben.bots.pipe_messages import things
from ekiben.core.arrays import AnyArray
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.routes.score_sheet import members


def board_message(game: Game) -> dict[str, object]:
    return {
        **things(game, ("cities", "routes", "tickets")),
        "kinds": game.board.kinds,
        "pieces": game.board.pieces,
        "numbers": game.board.figures.to_json(),
    }


def position_message(game: Game, view: View) -> dict[str, object]:
    """Cards, routes, tickets and buildings by name; lists are by seat."""
    seat = view.viewer or 0
    kinds = game.board.kinds
    routes = game.board.routes
    tickets = game.board.tickets
    held = int(view.tickets[seat])
    return {
        "hand": card_counts(kinds, view.hand[seat]),
        "market": [None if card < 0 else kinds[card] for card in view.market.tolist()],
        "discards": card_counts(kinds, view.discards),
        "seen": [card_counts(kinds, row) for row in view.seen],
        "deck_sizes": view.deck_size.tolist(),
        "hand_sizes": view.hand_size.tolist(),
        "pieces": view.pieces.tolist(),
        "tickets": [ticket.id for ticket in tickets if held >> ticket.number & 1],
        "offer": [tickets[number].id for number in view.offer[seat, : view.offered[seat]].tolist()],
        "ticket_counts": view.ticket_count.tolist(),
        "free": [routes[number].id for number in members(view.free)],
        "routes": {
            routes[number].id: owner
            for owner in range(view.seats)
            for number in members(view.owned[owner])
        },
        "buildings": {
            game.board.cities[city].id: owner
            for owner in range(view.seats)
            for city in view.building[owner, : view.built[owner]].tolist()
        },
        "scores": view.score.tolist(),
        "turns": view.turns,
        "last_turns": view.last_turns,
    }


def card_counts(kinds: tuple[str, ...], counts: AnyArray) -> dict[str, int]:
    return {kind: count for kind, count in zip(kinds, counts.tolist(), strict=False) if count > 0}
