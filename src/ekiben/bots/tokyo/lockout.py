"""Big cities that somebody is closing: what is still open to a seat, and how to keep it open."""

from __future__ import annotations

from ekiben.bots.tokyo.position_features import is_too_dear
from ekiben.core.compiled import compiled
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.happenings import may_build
from ekiben.games.tokyo.loans import BORROW, purse
from ekiben.games.tokyo.networks import is_in, network, touches
from ekiben.games.tokyo.state import EMPTY, State
from ekiben.games.tokyo.track import (
    fee_of,
    find_sites,
    is_for_others,
    is_site,
    shuts_out,
    take_out_entries,
)

CROWD = 4  # links into a city that somebody holds who may mean to close it
STEP_VALUE = 3  # G that a post nearer is worth
NARROW, FEW = 30, 3  # G that a post costs with fewer free links than these


# ---- what is open
@compiled
def flood(b: Board, s: State, seat: int, big: int) -> int:
    """Leave in `reached` the posts joined to a big city; the big cities of that network."""
    return network(b, s, seat, b.big_post[big, 0])


@compiled
def is_reached(b: Board, s: State, post: int) -> bool:
    return has(s.reached, post)


@compiled
def is_free(b: Board, s: State, link: int) -> bool:
    return link != EMPTY and s.track[link] == 0 and not b.inside[link]


@compiled
def price_of_entries(b: Board, s: State, big: int) -> int:
    """What all free links into a big city cost together."""
    total = 0
    for n in range(b.big_size[big]):
        for direction in range(8):
            link = b.link_at[b.big_post[big, n], direction]
            if is_free(b, s, link):
                total += int(b.cost[link])
    return total


@compiled
def is_exit(b: Board, s: State, post: int, direction: int) -> bool:
    """Whether a free link leads from a post to one that is not reached."""
    return is_free(b, s, b.link_at[post, direction]) and not is_reached(
        b, s, b.next_post[post, direction]
    )


@compiled
def price_of_exits(b: Board, s: State, seat: int, big: int) -> int:
    """What all free links out of the seat's network at a big city cost; at 0 it is closed."""
    total = 0
    flood(b, s, seat, big)
    for post in range(b.posts):
        if is_reached(b, s, post):
            for direction in range(8):
                if is_exit(b, s, post, direction):
                    total += int(b.cost[b.link_at[post, direction]])
    return total


# ---- who is closing it
@compiled
def ways_held(b: Board, s: State, seat: int, big: int) -> int:
    """How many links into a big city are a seat's track."""
    held = 0
    for n in range(b.big_size[big]):
        for direction in range(8):
            link = b.link_at[b.big_post[big, n], direction]
            held += int(link != EMPTY and s.track[link] == seat + 1)
    return held


@compiled
def danger(b: Board, s: State, seat: int, big: int) -> int:
    """G of links into a city that others may take before the seat builds again.

    That is a turn's building of each who holds much of it, of one at least. Half a turn more until
    the seat is in, since an event may keep it from building.
    """
    closers = 0
    for other in range(s.seats):
        closers += int(other != seat and ways_held(b, s, other, big) >= CROWD)
    return int(b.each_turn * max(1, closers) + (0 if is_in(b, s, seat, big) else b.each_turn // 2))


@compiled
def closing_city(b: Board, s: State, seat: int) -> int:
    """The big city that others could close first to a seat that may need it; or EMPTY."""
    found, least = EMPTY, 0
    for big in range(b.bigs if s.joined[seat] < b.connections else 0):
        price = price_of_entries(b, s, big)
        if price <= b.each_turn * s.seats and price <= danger(b, s, seat, big):
            price = price_of_exits(b, s, seat, big)
            if 0 < price <= danger(b, s, seat, big) and (found == EMPTY or price < least):
                found, least = big, price
    return found


# ---- what to do about it
@compiled
def find_fair_sites(b: Board, s: State) -> int:
    """As `find_sites`, less the last link into a city that another seat is not in yet."""
    found = find_sites(b, s)
    for big in range(b.bigs):
        if is_for_others(b, s, s.seat, big):
            take_out_entries(b, s, big)
    return found


@compiled
def hold_open(b: Board, s: State, seat: int) -> int:
    """Build a link out of a city that is being closed, or borrow for it; or EMPTY."""
    if s.upgraded or not may_build(b, s, seat):
        return EMPTY
    big = closing_city(b, s, seat)
    link = best_exit(b, s, seat, big) if big != EMPTY else EMPTY
    if link == EMPTY or is_site(b, s, link):
        return EMPTY if link == EMPTY else int(b.build + link)
    return int(b.borrow) if purse(b, s) & BORROW else EMPTY


@compiled
def best_exit(b: Board, s: State, seat: int, big: int) -> int:
    """The free link out of the network at a city to open ground, near the seat's other track."""
    flood(b, s, seat, big)
    find_fair_sites(b, s)
    best, least = EMPTY, 0
    for post in range(b.posts):
        for direction in range(8 if is_reached(b, s, post) else 0):
            link = b.link_at[post, direction]
            if is_exit(b, s, post, direction) and (
                is_site(b, s, link) or is_worth_a_loan(b, s, seat, link)
            ):
                price = price_of_exit(b, s, seat, link, b.next_post[post, direction])
                if best == EMPTY or price < least:
                    best, least = link, price
    return int(best)


@compiled
def is_worth_a_loan(b: Board, s: State, seat: int, link: int) -> bool:
    return is_too_dear(b, s, seat, link) and not shuts_out(b, s, seat, link)


@compiled
def price_of_exit(b: Board, s: State, seat: int, link: int, there: int) -> int:
    free = 0
    for direction in range(8):
        free += int(is_exit(b, s, there, direction))
    return (
        int(b.cost[link])
        + fee_of(b, s, seat, link)
        + STEP_VALUE * steps_home(b, s, seat, there)
        + (NARROW if free < FEW else 0)
    )


@compiled
def steps_home(b: Board, s: State, seat: int, post: int) -> int:
    """As the crow flies: to the seat's track elsewhere, or to another big city."""
    row, column, track, city = post // b.columns, post % b.columns, b.posts, b.posts
    for other in range(b.posts):
        if not is_reached(b, s, other):
            away = max(abs(other // b.columns - row), abs(other % b.columns - column))
            if touches(b, s, seat, other):
                track = min(track, away)
            elif b.big_at[other] != EMPTY:
                city = min(city, away)
    return int(track if track < b.posts else city)
