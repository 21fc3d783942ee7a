"""The kernel of reviews: plays positions on to the end in sampled worlds, and counts."""

from __future__ import annotations

from ekiben.analysis.routes.measures import add_measures
from ekiben.bots.routes.kernels import board_at, policy_state_at, state_at, tables_at
from ekiben.bots.routes.planner import planner
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.bots.routes.search import GAME, ROOT, WORLD
from ekiben.bots.routes.ticket_beliefs import estimate_ticket_fit, redeal_at
from ekiben.core.arrays import Array, Array2, Array3
from ekiben.core.chance import below, open_stream, set_seed, shuffle
from ekiben.core.compiled import bit, compiled
from ekiben.core.kernels import Records, copy_state
from ekiben.games.routes.board import Board
from ekiben.games.routes.pieces import fewest_trains
from ekiben.games.routes.redeal import redeal
from ekiben.games.routes.redeal_state import Redeal
from ekiben.games.routes.scoring import write_standing
from ekiben.games.routes.state import PIECES, TICKETS_ASKED, State
from ekiben.games.routes.turn import apply, is_over, options

EVERYTHING = -2  # as a viewer: one who knows all but what is still to come
PLAN = -1  # as a move: whatever the planner does
AS_GIVEN = -1  # as belief: the work space says how tickets suit the seats
CHOSEN, OPTIONS, COLUMNS = range(3)  # what is written of a choice
FUTURE_STREAM = 21


@compiled
def play_on(
    boards: Records,
    tables: Records,
    policy_states: Records,
    states: Records,
    works: Records,
    moves: Array,
    viewer: int,
    belief: int,
    words: Array,
    first: int,
    standings: Array3,
    measures: Array2,
) -> None:
    """Play every move to the end, in as many worlds from `first` on as `standings` has room for.

    The planner plays all seats. Standings have a row for each move in each world, one move's rows
    behind another's. Measures are those of the viewer, a row a move; without rows none is taken.
    """
    b, t, p = board_at(boards, 0), tables_at(tables, 0), policy_state_at(policy_states, 0)
    g, worlds = redeal_at(works, 0), len(standings) // max(1, len(moves))
    if viewer != EVERYTHING and belief != AS_GIVEN and worlds > 0:
        estimate_ticket_fit(b, t, state_at(states, ROOT), p, g, belief)
    for world in range(worlds):
        copy_state(states, ROOT, states, WORLD)
        deal_world(b, t, state_at(states, WORLD), p, g, viewer, words, first + world)
        for n in range(len(moves)):
            copy_state(states, WORLD, states, GAME)
            s = state_at(states, GAME)
            if moves[n] != PLAN:
                apply(b, s, moves[n])
            play_to_end(b, t, s, p)
            write_standings(b, s, standings[n * worlds + world])
            if len(measures) > 0:
                add_measures(b, s, viewer, measures[n])


@compiled
def play_to_end(b: Board, t: PolicyTables, s: State, p: PolicyState) -> None:
    while not is_over(s):
        apply(b, s, planner(b, t, s, p))


@compiled
def write_standings(b: Board, s: State, standings: Array2) -> None:
    for seat in range(s.seats):
        write_standing(b, s, seat, standings[seat])


# ---- worlds
@compiled
def deal_world(
    b: Board,
    t: PolicyTables,
    s: State,
    p: PolicyState,
    g: Redeal,
    viewer: int,
    words: Array,
    number: int,
) -> None:
    """Deal what the viewer does not know; from one who knows everything, what is to come."""
    if viewer == EVERYTHING:
        shuffle_future(b, s, words, number)
    else:
        redeal(b, s, g, viewer, words, number)
        guess_choices(b, t, s, p, viewer)


@compiled
def guess_choices(b: Board, t: PolicyTables, s: State, p: PolicyState, viewer: int) -> None:
    """What others have chosen at set-up and not shown: what the planner would choose."""
    asked = int(s.seat)
    for seat in range(asked if s.setting_up else 0):
        s.seat = seat
        if seat != viewer and s.asked == TICKETS_ASKED:
            s.choice[seat] = planner(b, t, s, p) - b.keep_tickets
        elif seat != viewer and s.asked == PIECES:
            s.choice[seat] = planner(b, t, s, p) - b.take + fewest_trains(b)
    s.seat = asked


@compiled
def shuffle_future(b: Board, s: State, words: Array, number: int) -> None:
    """Shuffle the decks, the tickets that nobody has seen, and all later luck."""
    set_seed(s, words, number)
    open_stream(s, FUTURE_STREAM, 0)
    for deck in range(b.decks):
        shuffle(s, s.deck[deck], s.deck_size[deck])
    for left in range(unseen_tickets(b, s) - 1, 0, -1):
        swap_tickets(b, s, left, below(s, left + 1))


@compiled
def unseen_tickets(b: Board, s: State) -> int:
    """How many tickets on top of the deck nobody was ever offered.

    RT-1.5, RT-5.2: those that were returned lie under them, in an order that is settled.
    """
    offered = offered_tickets(s)
    for n in range(s.ticket_left):
        if offered & bit(s.ticket_deck[(s.ticket_head + n) % b.regular]):
            return n
    return int(s.ticket_left)


@compiled
def offered_tickets(s: State) -> int:
    """All tickets that a seat has answered for."""
    offered = 0
    for row in range(s.draws):
        for place in range(s.draw_size[row]):
            offered |= bit(s.draw_offer[row, place])
    return offered


@compiled
def swap_tickets(b: Board, s: State, one: int, other: int) -> None:
    """Swap two tickets of the deck, counted from its top."""
    here, there = (s.ticket_head + one) % b.regular, (s.ticket_head + other) % b.regular
    ticket = s.ticket_deck[here]
    s.ticket_deck[here] = s.ticket_deck[there]
    s.ticket_deck[there] = ticket


# ---- what others would do
@compiled
def choose_in_worlds(
    boards: Records,
    tables: Records,
    policy_states: Records,
    states: Records,
    works: Records,
    viewer: int,
    belief: int,
    words: Array,
    first: int,
    choices: Array2,
) -> None:
    """Write what the planner would choose in worlds from `first` on, and out of how many."""
    b, t, p = board_at(boards, 0), tables_at(tables, 0), policy_state_at(policy_states, 0)
    g = redeal_at(works, 0)
    if belief != AS_GIVEN and len(choices) > 0:
        estimate_ticket_fit(b, t, state_at(states, ROOT), p, g, belief)
    for world in range(len(choices)):
        copy_state(states, ROOT, states, WORLD)
        s = state_at(states, WORLD)
        deal_world(b, t, s, p, g, viewer, words, first + world)
        choices[world, CHOSEN] = planner(b, t, s, p)
        choices[world, OPTIONS] = options(b, s)


KERNELS = (play_on, choose_in_worlds)
