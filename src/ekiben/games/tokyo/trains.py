"""TR-5, TR-6: trains placed, moved, shipped and upgraded."""

from __future__ import annotations

from ekiben.core.compiled import bit, compiled
from ekiben.games.tokyo import event_codes
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.event_codes import emit
from ekiben.games.tokyo.happenings import drew, is_on, may_build, may_move
from ekiben.games.tokyo.loans import book, pay
from ekiben.games.tokyo.state import (
    BOTH,
    EMPTY,
    FASTER,
    FEES_EARNED,
    FEES_PAID,
    FOG,
    LARGER,
    QUAKE,
    STRIKE,
    UPGRADES,
    State,
)
from ekiben.games.tokyo.track import ferries_run


# ---- placing and setting out
@compiled
def place_train(b: Board, s: State, place: int) -> None:
    """TR-2.5: instead of moving."""
    s.train[s.seat] = b.place_post[place]
    s.left, s.still = 0, 1
    emit(s, event_codes.PLACED, s.seat, b.place_post[place], 0)


@compiled
def set_out(b: Board, s: State) -> None:
    """TR-6.5, TR-6.9, TR-7.17: the movement of this turn, and where the train starts from."""
    seat = s.seat
    s.left, s.still = int(s.speed[seat]), int(not may_move(b, s, seat))
    if s.aboard[seat]:
        cross(b, s, seat)
    if is_on(s, FOG):
        s.left = s.left // 2
    if s.still:
        s.left = 0


@compiled
def cross(b: Board, s: State, seat: int) -> None:
    """TR-6.5, TR-6.9: cross by ferry at half speed.

    Where the ferry is closed the boarding lapses; a train that may not move stays aboard.
    """
    post = s.train[seat]
    if s.still or is_shaken(b, s, post):
        s.still = 1
        emit(s, event_codes.STAYED_ABOARD, seat, post, 0)
        return
    s.aboard[seat] = 0
    if not ferries_run(s):
        emit(s, event_codes.LAPSED, seat, post, 0)
        return
    s.train[seat] = b.over_at[post]
    s.left = s.left // 2
    emit(s, event_codes.CROSSED, seat, b.over_at[post], b.ferry_at[post])


# ---- moving
@compiled
def is_shaken(b: Board, s: State, post: int) -> bool:
    """TR-7.7: after an earthquake nobody moves out of a city or within one."""
    return is_on(s, QUAKE) and b.city_at[post] != EMPTY


@compiled
def may_use(b: Board, s: State, link: int) -> bool:
    """TR-6.1, TR-7.12: own track, others' track unless on strike, the inside of big cities."""
    if b.inside[link]:
        return True
    owner = s.track[link] - 1
    if owner < 0:
        return False
    return not drew(b, s, owner, STRIKE) or (owner == s.seat and not b.strike_track)


@compiled
def can_step(b: Board, s: State, direction: int) -> bool:
    post = s.train[s.seat]
    link = b.link_at[post, direction]
    if link == EMPTY or b.run[link] > s.left or b.bars[link] & s.kinds:
        return False
    return may_use(b, s, link) and not is_shaken(b, s, post)


@compiled
def steps(b: Board, s: State) -> int:
    """The set of directions the train can step in."""
    found = 0
    for direction in range(8):
        if can_step(b, s, direction):
            found |= bit(direction)
    return found


@compiled
def step(b: Board, s: State, direction: int) -> None:
    """TR-6.1, TR-6.2: the fee is paid at the first step on somebody's track."""
    seat = s.seat
    post = s.train[seat]
    link = b.link_at[post, direction]
    owner = int(s.track[link]) - 1
    s.left -= int(b.run[link])
    s.train[seat] = b.next_post[post, direction]
    emit(s, event_codes.STEPPED, seat, b.next_post[post, direction], direction)
    if owner >= 0 and owner != seat and not s.paid & bit(owner):
        s.paid |= bit(owner)
        pay(b, s, seat, b.track_fee, FEES_PAID)
        book(s, owner, b.track_fee, FEES_EARNED)
        emit(s, event_codes.FEE_PAID, seat, owner, b.track_fee)


@compiled
def can_board(b: Board, s: State) -> bool:
    """TR-6.5: at a ferry's post, unless the ferry is closed or the train may not move."""
    post = s.train[s.seat]
    return b.over_at[post] != EMPTY and not s.still and ferries_run(s) and not is_shaken(b, s, post)


@compiled
def board_ferry(b: Board, s: State) -> None:
    s.aboard[s.seat] = 1
    emit(s, event_codes.BOARDED, s.seat, s.train[s.seat], b.ferry_at[s.train[s.seat]])


# ---- upgrading
@compiled
def upgraded_speed(b: Board, s: State, way: int) -> int:
    """The speed after an upgrade; 0 where there is no further step."""
    speed = int(s.speed[s.seat])
    return speed if way == LARGER else int(b.faster[speed])


@compiled
def upgraded_load(b: Board, s: State, way: int) -> int:
    load = int(s.load[s.seat])
    return load if way == FASTER else int(b.larger[load])


@compiled
def can_upgrade(b: Board, s: State, way: int) -> bool:
    """TR-5.1 to TR-5.4."""
    seat, speed = s.seat, upgraded_speed(b, s, way)
    if s.spent > 0 or s.upgraded or s.loans[seat] > 0 or s.money[seat] < b.upgrade_cost[way]:
        return False
    if not b.exists[speed, upgraded_load(b, s, way)] or not may_build(b, s, seat):
        return False
    return way == LARGER or speed <= b.fastest[s.joined[seat]]


@compiled
def upgrades(b: Board, s: State) -> int:
    """The set of upgrades the seat can choose."""
    found = 0
    for way in range(BOTH + 1):
        if can_upgrade(b, s, way):
            found |= bit(way)
    return found


@compiled
def upgrade(b: Board, s: State, way: int) -> None:
    seat = s.seat
    speed, load = upgraded_speed(b, s, way), upgraded_load(b, s, way)
    s.speed[seat], s.load[seat] = speed, load
    s.upgraded = 1
    book(s, seat, -b.upgrade_cost[way], UPGRADES)
    emit(s, event_codes.UPGRADED, seat, speed, load)
