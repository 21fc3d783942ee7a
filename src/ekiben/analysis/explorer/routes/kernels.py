"""Many games between policies, compiled, with what each seat did in a row of numbers."""

from __future__ import annotations

from ekiben.bots.routes.kernels import board_at, policy_state_at, state_at, tables_at
from ekiben.bots.routes.policies import choose
from ekiben.bots.routes.policy_state import PolicyState
from ekiben.core.arrays import Array, Array2, Array3
from ekiben.core.chance import chooser
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.core.kernels import Records, start
from ekiben.core.ranking import STANDING
from ekiben.games.routes.board import Board
from ekiben.games.routes.network import complete_tickets, join, link
from ekiben.games.routes.scoring import write_standing
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import EMPTY, TURN, State
from ekiben.games.routes.turn import apply, is_over

# the numbers of a row, behind those of a standing
ENDED = STANDING  # it brought the end near
ORDER = STANDING + 1  # 0 begins
TURNS = STANDING + 2
FIRST_ACTION = STANDING + 3
FIRST_ROUTE = STANDING + 4
KEPT_AT_START = STANDING + 5  # tickets
OFFERED = STANDING + 6  # sets of tickets
KEPT = STANDING + 7
DONE = STANDING + 8
ROUTES = STANDING + 9  # sets of routes, a word each
COLUMNS = ROUTES + WORDS


@compiled
def play_and_note(
    boards: Records,
    tables: Records,
    policy_states: Records,
    states: Records,
    policies: Array,
    number: int,
    first: int,
    last: int,
    words: Array,
    rows: Array3,
) -> None:
    """Play games `first` to `last - 1` in the first state; game i has the seed `words + i`.

    In game i, player `seat + number + i` sits in each seat, counted around the table.
    """
    b, p, seats = board_at(boards, 0), policy_state_at(policy_states, 0), len(policies)
    for i in range(first, last):
        start(b, states, 0, seats, words, i, 0)
        s = state_at(states, 0)
        shift = (number + i) % seats
        p.luck = chooser(s, shift)
        play_to_end(b, tables, s, p, policies, shift, rows[i])
        for seat in range(seats):
            note_seat(b, s, seat, rows[i, seat])


@compiled
def play_to_end(
    b: Board,
    tables: Records,
    s: State,
    p: PolicyState,
    policies: Array,
    shift: int,
    rows: Array2,
) -> None:
    """Play to the end, and note everybody's first action and first route."""
    for seat in range(s.seats):
        rows[seat, FIRST_ACTION] = EMPTY
        rows[seat, FIRST_ROUTE] = EMPTY
    while not is_over(s):
        seat, asked, player = int(s.seat), int(s.asked), (int(s.seat) + shift) % int(s.seats)
        action = choose(policies[player], b, tables_at(tables, player), s, p)
        apply(b, s, action)
        if asked == TURN and rows[seat, FIRST_ACTION] == EMPTY:
            rows[seat, FIRST_ACTION] = action
        if rows[seat, FIRST_ROUTE] == EMPTY:
            rows[seat, FIRST_ROUTE] = lowest_route(s, seat)


@compiled
def lowest_route(s: State, seat: int) -> int:
    """The route with the lowest number that a seat has, which is the first while it has one."""
    for word in range(WORDS):
        if s.owned[seat, word]:
            return word * WORD + lowest(int(s.owned[seat, word]))
    return EMPTY


# ---- a seat at the end
@compiled
def note_seat(b: Board, s: State, seat: int, row: Array) -> None:
    """Write what a seat has at the end of a game."""
    write_standing(b, s, seat, row)
    row[ENDED] = int(s.last_seat == seat)
    row[ORDER] = (seat - s.first + s.seats) % s.seats
    row[TURNS] = (s.turns - row[ORDER] + s.seats - 1) // s.seats
    row[OFFERED] = offered_tickets(s, seat)
    row[KEPT] = s.tickets[seat]
    row[DONE] = done_tickets(b, s, seat)
    row[KEPT_AT_START] = s.draw_kept[seat]  # the first offers are answered in the order of seats
    for word in range(WORDS):
        row[ROUTES + word] = s.owned[seat, word]


@compiled
def offered_tickets(s: State, seat: int) -> int:
    """The set of tickets that a seat was ever offered."""
    found = 0
    for draw in range(s.draws):
        for place in range(s.draw_size[draw] if s.draw_seat[draw] == seat else 0):
            found |= bit(int(s.draw_offer[draw, place]))
    return found


@compiled
def done_tickets(b: Board, s: State, seat: int) -> int:
    """RT-7.1, EU-5.3: the set of a seat's complete tickets, its borrowed routes included."""
    join(b, s, seat)
    for station in range(s.built[seat] if b.stations > 0 else 0):
        route = int(s.borrowed[seat, station])
        if route != EMPTY:
            link(s, b.a[route], b.z[route])
    return complete_tickets(b, s, s.tickets[seat])


KERNELS = (play_and_note,)
