"""The kernels between Python and the policies: one choice, and whole games of any line-up."""

from __future__ import annotations

from collections.abc import Callable

from ekiben.bots.routes.learned import choose_learned
from ekiben.bots.routes.policies import LEARNED, choose
from ekiben.bots.routes.policy_state import PolicyState, PolicyTables
from ekiben.core.arrays import Array, Array2, Array3, FloatArray
from ekiben.core.chance import chooser
from ekiben.core.compiled import accessor, compiled, lowest
from ekiben.core.kernels import Records, start
from ekiben.games.routes.board import BOARD, Board
from ekiben.games.routes.scoring import has_longest
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import STATE, TURN, State
from ekiben.games.routes.turn import apply, is_over
from ekiben.observations.columns import Bytes

# what is counted of a seat at the end of a game
TURNS, ROUTE_POINTS, KEPT, DONE, BUILT, LONGEST, HAS_LONGEST, ENDED, STATISTICS = range(9)

board_at: Callable[[Records, int], Board] = accessor("board_at", BOARD)
state_at: Callable[[Records, int], State] = accessor("state_at", STATE)
tables_at: Callable[[Records, int], PolicyTables] = accessor("tables_at", PolicyTables.dtype)
policy_state_at: Callable[[Records, int], PolicyState] = accessor(
    "policy_state_at", PolicyState.dtype
)


@compiled
def choose_one(
    boards: Records, tables: Records, policy_states: Records, states: Records, policy: int
) -> int:
    """The action of a policy in the first state."""
    return choose(
        policy,
        board_at(boards, 0),
        tables_at(tables, 0),
        state_at(states, 0),
        policy_state_at(policy_states, 0),
    )


@compiled
def choose_in_each(
    boards: Records,
    tables: Records,
    policy_states: Records,
    place: int,
    states: Records,
    policies: Array,
    actions: Array,
    first: int,
    last: int,
) -> None:
    """Write the action of each game's policy, where there is one (not below 0) and a choice.

    `place` is which of the policy states is the work space.
    """
    b, t, p = board_at(boards, 0), tables_at(tables, 0), policy_state_at(policy_states, place)
    for i in range(first, last):
        s = state_at(states, i)
        if policies[i] >= 0 and not is_over(s):
            actions[i] = choose(policies[i], b, t, s, p)


# ---- whole games
@compiled
def play_to_end(
    b: Board,
    tables: Records,
    s: State,
    p: PolicyState,
    policies: Array,
    shift: int,
    statistics: Array2,
    shapes: Array2,
    weights: Array,
    scales: FloatArray,
    observation: Bytes,
    scratch: Array,
    actions: Array,
    stream: Array,
    active: Array,
) -> int:
    """Play to the end, player `seat + shift` in each seat; count turns, return the decisions."""
    decisions = 0
    while not is_over(s):
        player = (s.seat + shift) % s.seats
        policy = int(policies[player])
        statistics[player, TURNS] += int(s.asked == TURN)
        if policy < LEARNED:
            action = int(choose(policy, b, tables_at(tables, player), s, p))
        else:
            action = choose_learned(
                b,
                s,
                shapes[policy - LEARNED],
                weights,
                scales,
                observation,
                scratch,
                actions,
                stream,
                active,
            )
        apply(b, s, action)
        decisions += 1
    return decisions


@compiled
def duel_many(
    boards: Records,
    tables: Records,
    policy_states: Records,
    states: Records,
    policies: Array,
    shift: int,
    first: int,
    last: int,
    words: Array,
    scores: Array2,
    lengths: Array,
    statistics: Array3,
    shapes: Array2,
    weights: Array,
    scales: FloatArray,
    observation: Bytes,
    scratch: Array,
    actions: Array,
    stream: Array,
    active: Array,
) -> None:
    """Play games `first` to `last - 1` in the first state; game i has the seed `words + i`.

    Scores and statistics are by player. The policy `LEARNED + n` asks the n-th network.
    """
    b, p, seats = board_at(boards, 0), policy_state_at(policy_states, 0), len(policies)
    for i in range(first, last):
        start(b, states, 0, seats, words, i, 0)
        s = state_at(states, 0)
        p.luck = chooser(s, shift)
        lengths[i] = play_to_end(
            b,
            tables,
            s,
            p,
            policies,
            shift,
            statistics[i],
            shapes,
            weights,
            scales,
            observation,
            scratch,
            actions,
            stream,
            active,
        )
        for seat in range(seats):
            player = (seat + shift) % seats
            scores[i, player] = s.score[seat]
            count_statistics(b, s, seat, statistics[i, player])


@compiled
def count_statistics(b: Board, s: State, seat: int, statistics: Array) -> None:
    """Write what is counted of a seat at the end."""
    statistics[ROUTE_POINTS] = route_points(b, s, seat)
    statistics[KEPT] = s.ticket_count[seat]
    statistics[DONE] = s.completed[seat]
    statistics[BUILT] = s.built[seat]
    statistics[LONGEST] = s.longest[seat]
    statistics[HAS_LONGEST] = int(has_longest(s, seat))
    statistics[ENDED] = int(s.last_seat == seat)


@compiled
def route_points(b: Board, s: State, seat: int) -> int:
    points = 0
    for word in range(WORDS):
        routes = s.owned[seat, word]
        while routes:
            points += int(b.points[b.length[word * WORD + lowest(routes)]])
            routes &= routes - 1
    return points


KERNELS = (choose_one, choose_in_each, duel_many)
