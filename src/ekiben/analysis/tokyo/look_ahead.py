"""How a seat stands after the best trip it can plan: what its turns to win are told from."""

from __future__ import annotations

from ekiben.bots.tokyo.beam_search import find_finalists
from ekiben.bots.tokyo.planner_state import PlannerState
from ekiben.bots.tokyo.position_features import LAG, pending_rewards
from ekiben.bots.tokyo.trip import drop_trip
from ekiben.bots.tokyo.trip_legs import assess
from ekiben.bots.tokyo.trip_nodes import COST, IMPOSSIBLE, JOINED, REWARD, TOLLS, TURNS
from ekiben.core.arrays import FloatArray
from ekiben.core.compiled import compiled
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.jobs import JOB_WORDS
from ekiben.games.tokyo.state import BUILD, EMPTY, LOSE, MOVE, OVER, PLACE, State

# what is told of a seat: how its best trip ends, then what it has now
(
    ENDED,  # 0 while the game goes on, 1 if the seat has won, 2 if not
    TRIP_TURNS,  # until the trip is done; 0 is within this turn
    TRIP_PAY,  # rewards less track and fees
    TRIP_JOINS,  # big cities that it joins
    TRIP_WORTH,  # to the planner, in G; 0 without a trip
    MISSING,  # G to win
    CITIES,  # big cities still to be joined
    SPEED,
    LOAD,
    LINKS,  # built
    HAS_TRIP,
    WAITS,  # 1 if it is not in turn: then its turns are counted from its next one
    FIGURES,
) = range(13)


@compiled
def look_ahead(b: Board, s: State, p: PlannerState, seat: int, row: FloatArray) -> None:
    """Write the figures of a seat, as if it were its turn; the state is changed."""
    for figure in range(FIGURES):
        row[figure] = 0.0
    if s.asked == OVER:
        row[ENDED] = 1.0 if s.winner == seat else 2.0
        return
    row[WAITS] = 1.0 if s.in_turn != seat else 0.0
    give_turn(b, s, seat)
    write_figures(b, s, seat, row)
    drop_trip(p)
    write_best_trip(b, s, p, seat, row)


@compiled
def give_turn(b: Board, s: State, seat: int) -> None:
    """Let a seat begin its turn, unless it is in the middle of it."""
    if s.in_turn == seat:
        s.asked = BUILD if s.asked == LOSE else s.asked
    else:
        for word in range(JOB_WORDS):
            s.delivered[word] = 0
        s.still = s.spent = s.upgraded = 0
        s.left = s.speed[seat]
        s.asked = PLACE if s.train[seat] == EMPTY else MOVE
    s.in_turn = s.seat = seat


@compiled
def write_figures(b: Board, s: State, seat: int, row: FloatArray) -> None:
    """Write what the seat has now."""
    links = 0
    for link in range(4 * b.posts):
        links += int(s.track[link] == seat + 1)
    row[MISSING] = b.win_money[s.seats] - s.score[seat] - pending_rewards(b, s, seat)
    row[CITIES] = max(0, b.connections - s.joined[seat])
    row[SPEED] = s.speed[seat]
    row[LOAD] = s.load[seat]
    row[LINKS] = links


@compiled
def write_best_trip(b: Board, s: State, p: PlannerState, seat: int, row: FloatArray) -> None:
    for n in range(find_finalists(b, s, p, seat)):
        worth = assess(b, s, p, seat, n)
        if worth > IMPOSSIBLE and (row[HAS_TRIP] == 0.0 or worth > row[TRIP_WORTH]):
            pool = p.finalist_length[n] % 2  # nodes go from one pool to the other
            row[HAS_TRIP] = 1.0
            row[TRIP_WORTH] = worth
            row[TRIP_TURNS] = p.node_amount[pool, 0, TURNS] - p.features[LAG]
            row[TRIP_PAY] = (
                p.node[pool, 0, REWARD] - p.node[pool, 0, COST] - p.node_amount[pool, 0, TOLLS]
            )
            row[TRIP_JOINS] = p.node_amount[pool, 0, JOINED]
