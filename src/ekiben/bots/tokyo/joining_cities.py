"""The big cities that a seat's network lacks, and the track that would join the next of them."""

from __future__ import annotations

from typing import Any

from ekiben.bots.tokyo.distances import (
    NO_TOLLS,
    TOLL,
    UNREACHED,
    clear_search,
    search,
    start_at,
    survey,
)
from ekiben.bots.tokyo.lockout import find_fair_sites, flood, is_reached
from ekiben.bots.tokyo.planner_state import ASIDE_ROW, CUSHION, NEAR, SPARE, WAY
from ekiben.bots.tokyo.position_features import A_CITY, take_stock, turns_left
from ekiben.bots.tokyo.trip import spare
from ekiben.core.compiled import bit, compiled, count
from ekiben.games.tokyo.state import EMPTY
from ekiben.games.tokyo.track import is_site

NEVER, AS_RULED = -1, 0  # orders about buying a train, or joining, in this turn; else to do so
MANY = 4  # big cities after which joining more can wait


@compiled
def join(b: Any, s: Any, m: Any, seat: int) -> int:
    """A link towards the next big city, with money to spare; EMPTY when there is none."""
    if not wants_to_join(b, s, m, seat):
        return EMPTY
    if m.join_turn != s.turns + 1 or not misses_any(s, m):
        m.join_turn = s.turns + 1
        find_join(b, s, m, seat)
    if find_fair_sites(b, s) > 0:
        for n in range(m.joining):
            if s.track[m.join_link[n]] == 0 and is_site(b, s, m.join_link[n]):
                return int(b.build + m.join_link[n])
    return EMPTY


@compiled
def misses_any(s: Any, m: Any) -> bool:
    for n in range(m.joining):
        if s.track[m.join_link[n]] == 0:
            return True
    return False


@compiled
def wants_to_join(b: Any, s: Any, m: Any, seat: int) -> bool:
    """As ordered; else in time for the end, and before with money to spare."""
    missing = b.connections - s.joined[seat]
    if missing <= 0 or m.join_now != AS_RULED:
        return missing > 0 and m.join_now > AS_RULED
    if s.loans[seat] > 0:
        return False
    near = turns_left(b, s, m, seat) <= missing * A_CITY / b.each_turn + m.keys[NEAR]
    return spare(b, s, m, seat) >= (
        m.keys[CUSHION] if near or s.joined[seat] < MANY else m.keys[SPARE]
    )


@compiled
def find_join(b: Any, s: Any, m: Any, seat: int) -> None:
    """The links to the big city that is cheapest to join to the best network."""
    m.joining = 0
    cities = best_network(b, s, seat)
    take_stock(b, s, m, seat)
    survey(b, s, m, seat)
    toll = int(m.prices[TOLL])
    m.prices[TOLL] = NO_TOLLS
    clear_search(b, m, ASIDE_ROW)
    for post in range(b.posts):
        if is_reached(b, s, post):
            start_at(m, post)
    search(b, m, seat, ASIDE_ROW, EMPTY)
    m.prices[TOLL] = toll
    nearest = EMPTY
    for big in range(b.bigs):
        city = b.city_at[b.big_post[big, 0]]
        is_nearer = nearest == EMPTY or m.cost[ASIDE_ROW, city] < m.cost[ASIDE_ROW, nearest]
        if is_nearer and not cities & bit(big) and m.run[ASIDE_ROW, city] != UNREACHED:
            nearest = city
    if nearest != EMPTY:
        note_links(b, s, m, m.ends[nearest])


@compiled
def best_network(b: Any, s: Any, seat: int) -> int:
    """The big cities of the seat's best network; leaves its posts in `reached`."""
    best, cities = 0, 0
    for big in range(b.bigs):
        found = flood(b, s, seat, big)
        if count(found) > count(cities):
            best, cities = big, found
    flood(b, s, seat, best)
    return cities | bit(best)


@compiled
def note_links(b: Any, s: Any, m: Any, place: int) -> None:
    """Remembers what is to be built on the way to a place, from its start."""
    while m.before[place] != EMPTY:
        move, place = m.before[place] % 16, m.before[place] // 16
        if move < 8:
            link = b.link_at[place // 3, move]
            if s.track[link] == 0 and not b.inside[link] and m.joining < WAY:
                m.join_link[m.joining] = link
                m.joining += 1
