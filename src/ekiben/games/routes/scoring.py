"""Final scoring: RT-7, and what each game adds."""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.compiled import compiled, count
from ekiben.core.ranking import STANDING
from ekiben.games.routes.board import Board
from ekiben.games.routes.districts import district_points
from ekiben.games.routes.event_codes import ENDED, emit
from ekiben.games.routes.harbours import harbour_points
from ekiben.games.routes.network import complete_tickets, join, longest_route, ticket_points
from ekiben.games.routes.state import EMPTY, OVER, State
from ekiben.games.routes.stations import borrow

# the numbers that can rank a seat
SCORE, COMPLETED, BUILT, HAS_LONGEST = range(STANDING)


@compiled
def score_seat(b: Board, s: State, seat: int) -> None:
    """RT-7.1, EU-5.5, GL-5.4, LD-5.1: add what is scored at the end.

    The longest route counts own routes only, so it is looked for before borrowing.
    """
    join(b, s, seat)
    if b.longest_bonus > 0:
        s.longest[seat] = longest_route(b, s, seat)
    if b.districts > 0:
        s.score[seat] += district_points(b, s)
    if b.stations > 0:
        s.score[seat] += (b.stations - s.built[seat]) * b.unbuilt
        borrow(b, s, seat)
    done = complete_tickets(b, s, s.tickets[seat])
    s.score[seat] += ticket_points(b, s.tickets[seat], done)
    s.completed[seat] = count(done)
    if b.harbours > 0:
        s.score[seat] += harbour_points(b, s, seat)


@compiled
def has_longest(s: State, seat: int) -> bool:
    """RT-7.2: nobody's chain is longer, and there is one."""
    for other in range(s.seats):
        if s.longest[other] > s.longest[seat]:
            return False
    return s.longest[seat] > 0


@compiled
def write_standing(b: Board, s: State, seat: int, out: Array) -> None:
    """RT-7.3: the score, and what can break ties."""
    out[SCORE] = s.score[seat]
    out[COMPLETED] = s.completed[seat]
    out[BUILT] = s.built[seat]
    out[HAS_LONGEST] = int(s.asked == OVER and has_longest(s, seat))


@compiled
def finish(b: Board, s: State) -> None:
    """RT-7.3: everything is shown and counted."""
    s.asked = OVER
    s.revealed = 1
    for seat in range(s.seats):
        score_seat(b, s, seat)
    for seat in range(s.seats):
        if b.longest_bonus > 0 and has_longest(s, seat):
            s.score[seat] += b.longest_bonus
    emit(s, ENDED, EMPTY, 0, 0)
