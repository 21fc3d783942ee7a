"""What is counted at the end of every game played on after a choice.

Explanations of choices are derived from nothing else. A row of measures belongs to one seat and one
choice: sums and sums of squares of some figures, then how often the seat kept and completed each
ticket, and how often it, or another seat, had each route.
"""

from __future__ import annotations

from ekiben.bots.routes.kernels import route_points
from ekiben.core.arrays import Array
from ekiben.core.compiled import bit, compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.network import complete_tickets, join, link, ticket_points
from ekiben.games.routes.scoring import has_longest
from ekiben.games.routes.sizes import ROUTES, TICKETS, WORD
from ekiben.games.routes.state import EMPTY, SHIP, TRAIN, State

(
    GAMES,
    SCORE,  # points of the seat
    OTHERS,  # points of the best of the others
    ROUTE_POINTS,
    TICKET_POINTS,  # of complete tickets, less those of the others
    KEPT,  # tickets
    DONE,  # tickets
    HAS_LONGEST,
    LONGEST,  # spaces
    TURNS,  # of all seats
    CARDS_LEFT,
    PIECES_LEFT,
    BUILT,
    FIGURES,
) = range(14)
SQUARES = FIGURES
TICKET_KEPT = 2 * FIGURES
TICKET_DONE = TICKET_KEPT + TICKETS
ROUTE_OWN = TICKET_DONE + TICKETS
ROUTE_TAKEN = ROUTE_OWN + ROUTES  # by another seat
MEASURES = ROUTE_TAKEN + ROUTES  # how long a row is


@compiled
def add_measures(b: Board, s: State, seat: int, row: Array) -> None:
    """Add what a finished game brought a seat."""
    add_figures(b, s, seat, row)
    add_tickets(b, s, seat, row)
    add_routes(b, s, seat, row)


# ---- figures
@compiled
def add_figures(b: Board, s: State, seat: int, row: Array) -> None:
    add_figure(row, GAMES, 1)
    add_figure(row, SCORE, int(s.score[seat]))
    add_figure(row, OTHERS, best_of_others(s, seat))
    add_figure(row, ROUTE_POINTS, route_points(b, s, seat))
    add_figure(row, KEPT, int(s.ticket_count[seat]))
    add_figure(row, DONE, int(s.completed[seat]))
    add_figure(row, HAS_LONGEST, int(has_longest(s, seat)))
    add_figure(row, LONGEST, int(s.longest[seat]))
    add_figure(row, TURNS, int(s.turns))
    add_figure(row, CARDS_LEFT, int(s.hand_size[seat, TRAIN] + s.hand_size[seat, SHIP]))
    add_figure(row, PIECES_LEFT, int(s.pieces[seat, TRAIN] + s.pieces[seat, SHIP]))
    add_figure(row, BUILT, int(s.built[seat]))


@compiled
def add_figure(row: Array, figure: int, value: int) -> None:
    row[figure] += value
    row[SQUARES + figure] += value * value


@compiled
def best_of_others(s: State, seat: int) -> int:
    best = EMPTY
    for other in range(s.seats):
        if other != seat and (best == EMPTY or s.score[other] > s.score[best]):
            best = other
    return int(s.score[best])


# ---- tickets and routes
@compiled
def add_tickets(b: Board, s: State, seat: int, row: Array) -> None:
    """Count the tickets kept and completed, borrowed routes included, and their points."""
    join(b, s, seat)
    for station in range(s.built[seat] if b.stations > 0 else 0):
        if s.borrowed[seat, station] != EMPTY:
            link(s, b.a[s.borrowed[seat, station]], b.z[s.borrowed[seat, station]])
    done = complete_tickets(b, s, s.tickets[seat])
    add_figure(row, TICKET_POINTS, ticket_points(b, s.tickets[seat], done))
    for ticket in range(b.tickets):
        if s.tickets[seat] & bit(ticket):
            row[TICKET_KEPT + ticket] += 1
            row[TICKET_DONE + ticket] += int(done & bit(ticket) != 0)


@compiled
def add_routes(b: Board, s: State, seat: int, row: Array) -> None:
    for route in range(b.routes):
        for other in range(s.seats):
            if s.owned[other, route // WORD] & bit(route % WORD):
                row[(ROUTE_OWN if other == seat else ROUTE_TAKEN) + route] += 1
