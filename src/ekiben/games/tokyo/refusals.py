"""Says why an action is not legal: the clause and the reason. The rules decide whether it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ekiben.core.action import Action
from ekiben.core.errors import Refusal
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.happenings import drew, is_on
from ekiben.games.tokyo.jobs import has_room
from ekiben.games.tokyo.lattice import DIRECTIONS
from ekiben.games.tokyo.networks import touches
from ekiben.games.tokyo.state import (
    DERAILMENT,
    EMPTY,
    FASTER,
    FLOOD,
    LARGER,
    OVER,
    QUAKE,
    SNOW,
    STRIKE,
    WAVES,
    State,
)
from ekiben.games.tokyo.track import NO_WAY, fee_of, ferries_run, locks_out
from ekiben.games.tokyo.trains import is_shaken, upgraded_load, upgraded_speed
from ekiben.games.tokyo.turn import QUESTIONS

if TYPE_CHECKING:
    from ekiben.games.tokyo.game import TokyoGame

CLAUSES = {
    "place": "TR-2.5",
    "build": "TR-3.5",
    "upgrade": "TR-3.5",
    "done": "TR-3.5",
    "lose": "TR-7.7",
    "borrow": "TR-8.1",
    "repay": "TR-8.2",
}
BARS = (
    (FLOOD, "TR-7.5", "flooded"),
    (WAVES, "TR-7.6", "high-waves"),
    (SNOW, "TR-7.14", "snowed-in"),
)


def refusal(game: TokyoGame, s: State, action: Action) -> Refusal | None:
    """None when the rules list the action as legal."""
    if s.asked == OVER:
        return Refusal("TR-1.1", "game-over")
    verbs = QUESTIONS.verbs[s.asked]
    if action.verb not in verbs:
        clause = CLAUSES.get(action.verb, "TR-3.1")
        return Refusal(clause, "not-asked", asked=QUESTIONS.names[s.asked], verbs=list(verbs))
    if game.rule_set.rules.is_legal(game.plain_board, s, action.id):
        return None
    return REASONS[action.verb](game, game.plain_board, s, action)


# ---- moving
def why_still(b: Board, s: State) -> Refusal | None:
    """Why the train may not move at all in this turn, or from where it stands."""
    if drew(b, s, s.seat, DERAILMENT):
        return Refusal("TR-7.11", "derailed")
    if s.still and drew(b, s, s.seat, STRIKE):
        return Refusal("TR-7.12", "on-strike")
    if is_shaken(b, s, s.train[s.seat]):
        return Refusal("TR-7.7", "shaken-city")
    return Refusal("TR-2.5", "first-turn") if s.still else None


def refuse_step(game: TokyoGame, b: Board, s: State, action: Action) -> Refusal:
    link = int(b.link_at[s.train[s.seat], DIRECTIONS.index(action.direction)])
    still = why_still(b, s)
    if still is not None:
        return still
    if link == EMPTY:
        return Refusal("TR-6.1", "off-map")
    owner = int(s.track[link]) - 1
    if owner < 0 and not b.inside[link]:
        return Refusal("TR-6.1", "no-track")
    if owner >= 0 and drew(b, s, owner, STRIKE):
        return Refusal("TR-7.12", "struck-track", owner=owner)
    barred = bar_of(b, s, link)
    if barred is not None:
        return barred
    return Refusal("TR-6.1", "too-far", need=int(b.run[link]), have=s.left)


def bar_of(b: Board, s: State, link: int) -> Refusal | None:
    for kind, clause, reason in BARS:
        if is_on(s, kind) and b.bars[link] >> kind & 1:
            return Refusal(clause, reason)
    return None


def refuse_boarding(game: TokyoGame, b: Board, s: State, action: Action) -> Refusal:
    if b.over_at[s.train[s.seat]] == EMPTY:
        return Refusal("TR-6.5", "no-ferry-here")
    return why_still(b, s) or ferry_closed(s)


def ferry_closed(s: State) -> Refusal:
    return Refusal("TR-7.6" if is_on(s, WAVES) else "TR-7.17", "ferry-closed")


# ---- jobs
def refuse_load(game: TokyoGame, b: Board, s: State, action: Action) -> Refusal:
    job = game.board.jobs[action.id - b.load]
    if not has(s.on_map, job.number):
        return Refusal("TR-6.3", "not-on-map", job=job.id)
    if b.city_at[s.train[s.seat]] != job.origin:
        return Refusal("TR-6.3", "not-at-origin", job=job.id, city=game.board.cities[job.origin].id)
    if not has_room(s):
        return Refusal("TR-6.3", "train-full", load=int(s.load[s.seat]))
    return Refusal("TR-6.7", "put-back-this-turn", job=job.id)


def refuse_unload(game: TokyoGame, b: Board, s: State, action: Action) -> Refusal:
    job = game.board.jobs[action.id - b.unload]
    if not has(s.carried[s.seat], job.number):
        return Refusal("TR-6.3", "not-carried", job=job.id)
    return Refusal("TR-6.3", "not-at-destination", job=job.id, city=game.board.cities[job.goal].id)


def refuse_return(game: TokyoGame, b: Board, s: State, action: Action) -> Refusal:
    job = game.board.jobs[action.id - b.put_back]
    if not has(s.carried[s.seat], job.number):
        return Refusal("TR-6.3", "not-carried", job=job.id)
    if b.city_at[s.train[s.seat]] != job.origin:
        return Refusal("TR-6.3", "not-at-origin", job=job.id, city=game.board.cities[job.origin].id)
    return Refusal("TR-6.7", "loaded-this-turn", job=job.id)


def refuse_loss(game: TokyoGame, b: Board, s: State, action: Action) -> Refusal:
    return Refusal("TR-7.7" if is_on(s, QUAKE) else "TR-7.11", "not-carried", job=action.job)


# ---- building and upgrading
def no_building(b: Board, s: State) -> Refusal | None:
    if is_on(s, QUAKE):
        return Refusal("TR-7.7", "no-building")
    return Refusal("TR-7.11", "derailed") if drew(b, s, s.seat, DERAILMENT) else None


def refuse_link(game: TokyoGame, b: Board, s: State, action: Action) -> Refusal:
    link = action.id - b.build
    if b.end_a[link] == EMPTY:
        return Refusal("TR-4.1", "off-map")
    if b.inside[link]:
        return Refusal("TR-4.2", "inside-city", city=game.board.cities[b.city_at[link // 4]].id)
    if s.track[link] > 0:
        return Refusal("TR-4.3", "track-there", owner=int(s.track[link]) - 1)
    if s.upgraded:
        return Refusal("TR-5.1", "upgraded-already")
    return (
        no_building(b, s)
        or bar_of(b, s, link)
        or no_foothold(b, s, link)
        or refuse_lockout(game, b, s, link)
        or too_dear(b, s, link)
    )


def no_foothold(b: Board, s: State, link: int) -> Refusal | None:
    if fee_of(b, s, s.seat, link) < NO_WAY:
        return None
    for post in (b.end_a[link], b.end_z[link]):
        if (
            b.over_at[post] != EMPTY
            and touches(b, s, s.seat, b.over_at[post])
            and not ferries_run(s)
        ):
            return ferry_closed(s)
    return Refusal("TR-4.4", "not-joined")


def refuse_lockout(game: TokyoGame, b: Board, s: State, link: int) -> Refusal | None:
    for post in (int(b.end_a[link]), int(b.end_z[link])):
        if b.no_lockout and b.big_at[post] != EMPTY and locks_out(b, s, b.big_at[post]):
            return Refusal("TR-4.10", "last-way-in", city=game.board.cities[b.city_at[post]].id)
    return None


def too_dear(b: Board, s: State, link: int) -> Refusal:
    cost = int(b.cost[link]) + fee_of(b, s, s.seat, link)
    if cost > s.money[s.seat]:
        return Refusal("TR-4.5", "too-little-money", need=cost, have=int(s.money[s.seat]))
    return Refusal("TR-4.5", "over-turn-limit", need=cost, have=int(b.each_turn - s.spent))


def refuse_upgrade(game: TokyoGame, b: Board, s: State, action: Action) -> Refusal:
    way, seat = action.id - b.upgrade, s.seat
    speed, load = upgraded_speed(b, s, way), upgraded_load(b, s, way)
    if s.upgraded or s.spent > 0:
        return Refusal("TR-5.1", "upgraded-already" if s.upgraded else "built-already")
    if not b.exists[speed, load]:
        return no_such_train(b, s, way, speed, load)
    if s.loans[seat] > 0:
        return Refusal("TR-5.3", "loan-held", loans=int(s.loans[seat]))
    if way != LARGER and speed > b.fastest[s.joined[seat]]:
        return Refusal(
            "TR-5.4",
            "too-few-cities",
            speed=speed,
            fastest=int(b.fastest[s.joined[seat]]),
            count=int(s.joined[seat]),
        )
    return no_building(b, s) or Refusal(
        "TR-5.1", "too-little-money", need=int(b.upgrade_cost[way]), have=int(s.money[seat])
    )


def no_such_train(b: Board, s: State, way: int, speed: int, load: int) -> Refusal:
    if (way != LARGER and speed == 0) or (way != FASTER and load == 0):
        return Refusal("TR-5.2", "no-further-step")
    return Refusal("TR-5.2", "no-such-train", speed=speed, load=load)


# ---- money
def refuse_loan(game: TokyoGame, b: Board, s: State, action: Action) -> Refusal:
    if s.seat != s.in_turn:
        return Refusal("TR-8.1", "not-own-turn")
    return Refusal("TR-8.1", "enough-money", have=int(s.money[s.seat]), limit=int(b.loan))


def refuse_repayment(game: TokyoGame, b: Board, s: State, action: Action) -> Refusal:
    if s.seat != s.in_turn:
        return Refusal("TR-8.2", "not-own-turn")
    if s.loans[s.seat] == 0:
        return Refusal("TR-8.2", "no-loan")
    return Refusal("TR-8.2", "too-little-money", need=int(b.repay_cost), have=int(s.money[s.seat]))


REASONS = {
    "step": refuse_step,
    "board": refuse_boarding,
    "load": refuse_load,
    "unload": refuse_unload,
    "return": refuse_return,
    "lose": refuse_loss,
    "build": refuse_link,
    "upgrade": refuse_upgrade,
    "borrow": refuse_loan,
    "repay": refuse_repayment,
}
