"""How long a route game can be, whatever the players do and whatever luck brings.

Cards, pieces, routes and tickets are used up. A card drawn stays in a hand until it is paid, and
what is paid for can be paid for only once; turns that use up nothing end the game when there are
too many in a row (RT-2.2, RT-2.3).
"""

from __future__ import annotations

from itertools import accumulate

from ekiben.core.game import Game
from ekiben.games.routes.board import Board
from ekiben.games.routes.cards import SWEEPS
from ekiben.games.routes.state import TRAIN
from ekiben.games.routes.turn import IDLE_ROUNDS


def most_choices(game: Game, seats: int) -> int:
    """Set-up, and every turn with the most questions it can have."""
    b = game.plain_board
    draws, claims, tickets, buildings = route_progress(b, seats)
    turns = draws + claims + tickets + buildings
    set_up = seats * (1 + int(b.in_play > 0))
    useful = (
        draws * int(b.decks) + claims * (2 + int(b.tunnel_cards > 0)) + 2 * (tickets + buildings)
    )
    return set_up + useful + idle_choices(b, seats, turns)


def most_chances(game: Game, seats: int) -> int:
    """The most chance nodes of a game: what actions and the ends of turns can turn up."""
    b = game.plain_board
    market = int(b.slots) * (1 + SWEEPS)
    an_action = 1 + int(b.tunnel_cards) + int(b.offer) + 2 * market
    return seats * (int(sum(b.hand)) + int(b.deal)) + market + most_choices(game, seats) * an_action


def route_progress(b: Board, seats: int) -> tuple[int, int, int, int]:
    """The most cards drawn, routes claimed, times tickets are asked for, and buildings."""
    lengths = sorted(b.length[: b.routes].tolist())
    pieces = seats * int(b.in_play or b.pieces[TRAIN])
    claims = sum(total <= pieces for total in accumulate(lengths))
    tunnels = min(claims, int(b.tunnel[: b.routes].sum()))
    a_seat = int(b.station_cost[: b.stations].sum()) + 2 * int(b.harbours * b.harbour_cost)
    paid = min(sum(lengths), pieces) + tunnels * int(b.tunnel_cards) + seats * a_seat
    draws = int(b.copies[: b.kinds].sum()) - seats * int(sum(b.hand)) + paid
    tickets = int(b.regular) - seats * max(0, int(b.keep - b.deal_long))
    return draws, claims, tickets, seats * int(b.stations + b.harbours)


def idle_choices(b: Board, seats: int, turns: int) -> int:
    """Passes, withdrawn tunnels and exchanges, as many in a row as there can be."""
    if b.tunnel_cards > 0 or b.in_play > 0:
        return (turns + 1) * IDLE_ROUNDS * seats * (3 if b.tunnel_cards > 0 else 1)
    return turns * (seats - 1) + seats
