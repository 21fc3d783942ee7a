"""Hints for a seat, from its view alone: how near it is to winning, how to deliver its jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ekiben.core.layout import View
from ekiben.games.tokyo.board_file import Job
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.imagine import state_from
from ekiben.games.tokyo.networks import network
from ekiben.games.tokyo.plans import plan_run, plan_track
from ekiben.games.tokyo.state import EMPTY, State

if TYPE_CHECKING:
    from ekiben.games.tokyo.game import TokyoGame


Hint = dict[str, object]


def hints(game: TokyoGame, view: View) -> Hint:
    """Spectators get none."""
    if view.viewer is None:
        return {}
    s, seat = state_from(view), view.viewer
    carried = [job for job in game.board.jobs if has(s.carried[seat], job.number)]
    return {"goal": goal(game, s, seat), "jobs": [job_hint(game, s, seat, job) for job in carried]}


def goal(game: TokyoGame, s: State, seat: int) -> Hint:
    """TR-1.1: big cities joined and needed, money net of loans and needed."""
    b = game.plain_board
    return {
        "joined": int(s.joined[seat]),
        "cities": joined_cities(game, s, seat),
        "connections": int(b.connections),
        "money": int(s.score[seat]),
        "win_money": int(b.win_money[s.seats]),
    }


def joined_cities(game: TokyoGame, s: State, seat: int) -> list[str]:
    """TR-4.9: the big cities of the seat's largest network, by id."""
    b = game.plain_board
    networks = [network(b, s, seat, b.big_post[big, 0]) for big in range(b.bigs)]
    largest = max(networks, key=lambda cities: int(cities).bit_count())
    bigs = [city for city in game.board.cities if city.big]
    return [city.id for number, city in enumerate(bigs) if int(largest) >> number & 1]


def job_hint(game: TokyoGame, s: State, seat: int, job: Job) -> Hint:
    """The best run to a carried job's destination, or the track that is missing."""
    city = game.board.cities[job.goal]
    runs = [run for post in city.posts if (run := plan_run(game, s, post, seat)) is not None]
    told = {
        "job": job.id,
        "to": city.id,
        "reward": job.reward,
        "state": "reachable" if runs else "unreachable",
    }
    if runs:
        best = min(runs, key=lambda run: (run.turns, run.fees))
        return {**told, "turns": best.turns, "fees": best.fees}
    plan = (
        plan_track(game, s, int(s.train[seat]), city.posts[0], seat)
        if s.train[seat] != EMPTY
        else None
    )
    return told if plan is None else {**told, "cost": plan.cost, "missing": plan.names}
