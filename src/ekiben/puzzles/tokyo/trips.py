"""Trips as they are told: their stops, what they bring and cost, and how they begin."""

from __future__ import annotations

from ekiben.bots.tokyo.kernels import waiting_action
from ekiben.bots.tokyo.planner import Planner
from ekiben.games.tokyo.state import BUILD, MOVE, OVER, TRACK, State
from ekiben.games.tokyo.turn import apply
from ekiben.puzzles.puzzle import Stop, Trip

MOST_TURNS = 30  # after which a trip is given up


def stops_of(planner: Planner) -> tuple[Stop, ...]:
    """What the planner has in mind."""
    board = planner.game.board
    stops = []
    for n in range(int(planner.get("trip_next")), int(planner.get("trip_length"))):
        job = board.jobs[int(planner.get("trip_job")[n])]
        delivers = bool(planner.get("trip_delivers")[n])
        stops.append(Stop(job.id, board.cities[job.goal if delivers else job.origin].id, delivers))
    return tuple(stops)


def first_turn(planner: Planner, start: State) -> tuple[str, ...]:
    """The actions by which a trip begins: to the end of the turn, or until luck decides."""
    game, s, actions = planner.game, start.copy(), list[str]()
    seat, turn = int(s.seat), int(s.turns)
    while s.asked in (MOVE, BUILD) and (s.seat, s.turns) == (seat, turn):
        action = int(planner.call("choose_action", s))
        actions.append(str(game.action(action)))
        apply(game.plain_board, s, action)
        if s.revealed:
            break
    return tuple(actions)


def trip_of(planner: Planner, start: State) -> Trip:
    """The trip with its reward, and the turns and the track it takes, in an imagined game."""
    game, s, stops = planner.game, start.copy(), stops_of(planner)
    seat, turn, booked = int(s.seat), int(s.turns), int(s.books[s.seat, TRACK])
    to_come = {stop.job for stop in stops if stop.delivers}
    reward = sum(game.board.jobs[game.actions.jobs[job]].reward for job in to_come)
    while to_come and s.asked != OVER and s.turns - turn < MOST_TURNS * s.seats:
        id = int(
            planner.call("choose_action", s.copy())
            if s.seat == seat
            else waiting_action(game.plain_board, s)
        )
        action = game.action(id)
        if s.seat == seat and action.verb == "unload":
            to_come.discard(str(action.job))
        apply(game.plain_board, s, id)
    return Trip(
        stops=stops,
        reward=reward,
        cost=booked - int(s.books[seat, TRACK]),
        turns=(int(s.turns) - turn) // int(s.seats) + 1,
    )
