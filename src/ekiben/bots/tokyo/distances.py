"""How far everything is for a seat: one search over the lattice from a city or a post, over track
there is and track to be built.

Movement, building and tolls are weighed against each other. The queue is a ring of lists, since
prices are small numbers.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.tokyo.planner_state import ASIDE_ROW, ENTRIES, HERE, MOVE_PRICE, RING, STALE
from ekiben.core.compiled import compiled
from ekiben.games.tokyo.lattice import OWN
from ekiben.games.tokyo.path_search import LOOSE, OVER_FERRY, OVER_FERRY_PAID, PENDING, SOUND
from ekiben.games.tokyo.state import EMPTY
from ekiben.games.tokyo.track import is_for_others, touches

# prices: of movement, of a G, of coming onto others' track, of movement on it, of a crossing
MOVE, BUILD, TOLL, TOLLED, FERRY = range(5)
PRICES, LONG_SPUR = 5, 60  # how many; G at which a spur is long enough
UNIT, UNREACHED, NO_TOLLS, TOLLED_LINK = 8, 1 << 28, -1, -1
NO_FOOT, CITY_FOOT, TRACK_FOOT = range(3)
UNKNOWN, ROUGH, KNOWN = range(
    3
)  # a row of the tables; a rough one is from before something was built
SPUR, ASIDE = (
    10,
    16,
)  # a move: from here a spur is built to a foothold; added to a direction: built, not gone


@compiled
def weigh(b: Any, s: Any, m: Any, seat: int, spent: float) -> None:
    """The prices that a seat finds its ways by; `spent` is the part of a G built that it counts as
    spent.
    """
    speed, fee = int(s.speed[seat]), b.track_fee * UNIT
    m.prices[MOVE], m.prices[BUILD] = int(m.keys[MOVE_PRICE] * UNIT), max(1, int(spent * UNIT))
    m.prices[TOLL], m.prices[TOLLED], m.prices[FERRY] = fee * 6 // 10, fee // speed, speed * 9 // 10


@compiled
def survey(b: Any, s: Any, m: Any, seat: int) -> None:
    """Takes in the track, and where the seat has a foothold, unless it is as it was."""
    if (
        m.surveyed == seat + 1
        and m.laid == 0
        and are_same(m.surveyed_at, m.prices)
        and is_same_track(b, s.track, m.track)
    ):
        return
    m.surveyed = seat + 1
    copy_prices(m.prices, m.surveyed_at)
    for link in range(4 * b.posts):
        m.track[link] = s.track[link]
    for post in range(b.posts):
        city = b.city_at[post]
        if city != EMPTY:
            m.post_of[city] = post
        m.foot[post] = (
            TRACK_FOOT
            if touches(b, s, seat, post)
            else NO_FOOT
            if b.big_at[post] == EMPTY
            else CITY_FOOT
        )
        for direction in range(8):
            price_link(b, m, seat, post, direction)
    leave_to_others(b, s, m, seat)
    m.laid = 0
    find_spurs(b, m, seat)


@compiled
def are_same(one: Any, other: Any) -> bool:
    for n in range(PRICES):
        if one[n] != other[n]:
            return False
    return True


@compiled
def copy_prices(one: Any, other: Any) -> None:
    for n in range(PRICES):
        other[n] = one[n]


@compiled
def is_same_track(b: Any, one: Any, other: Any) -> bool:
    for link in range(4 * b.posts):
        if one[link] != other[link]:
            return False
    return True


@compiled
def open_tables(b: Any, m: Any, seat: int) -> None:
    """Keeps the rows that are known while nothing has changed that they depend on; when not much
    has, a mind may keep them as rough.
    """
    changed = changes(b, m) if m.tables == seat + 1 else 4 * b.posts
    if changed == 0:
        return
    m.tables = seat + 1
    copy_prices(m.prices, m.tables_at)
    for link in range(4 * b.posts):
        m.tables_track[link] = m.track[link]
    m.drift = m.drift + changed if m.drift + changed <= m.keys[STALE] else 0
    for city in range(b.cities):
        m.known[city] = ROUGH if m.drift > 0 and m.known[city] != UNKNOWN else UNKNOWN


@compiled
def changes(b: Any, m: Any) -> int:
    """Links built since the tables were opened; prices count only where there is no link."""
    changed = 0
    for link in range(4 * b.posts):
        changed += int(m.track[link] != m.tables_track[link])
    return changed if changed or m.keys[STALE] > 0.0 or are_same(m.tables_at, m.prices) else 1


@compiled
def price_link(b: Any, m: Any, seat: int, post: int, direction: int) -> None:
    """What it takes to go from a post in a direction when all can be built; TOLLED_LINK over
    others' track, UNREACHED where no link is.
    """
    link = b.link_at[post, direction]
    price = UNREACHED
    if link != EMPTY:
        price = m.prices[MOVE] * b.run[link]
        if not b.inside[link] and m.track[link] != seat + 1:
            price = (
                min(RING - 1, price + m.prices[BUILD] * b.cost[link])
                if m.track[link] == 0
                else TOLLED_LINK
            )
    m.price[post, direction] = price


@compiled
def leave_to_others(b: Any, s: Any, m: Any, seat: int) -> None:
    """No way is sought over the last link into a city that another seat is not in yet."""
    for big in range(b.bigs):
        if is_for_others(b, s, seat, big):
            for n in range(b.big_size[big]):
                post = b.big_post[big, n]
                for direction in range(8):
                    link = b.link_at[post, direction]
                    if link != EMPTY and m.track[link] == 0 and not b.inside[link]:
                        m.price[post, direction] = m.price[
                            b.next_post[post, direction], (direction + 4) % 8
                        ] = UNREACHED


@compiled
def find_spurs(b: Any, m: Any, seat: int) -> None:
    """What it costs to build from each post to the nearest foothold, and the first link of it."""
    clear_search(b, m, ASIDE_ROW)
    for post in range(b.posts):
        m.spur[post], m.spur_move[post] = UNREACHED, EMPTY
        if m.foot[post] != NO_FOOT:
            m.spur[post] = 0
            put_in(m, post, 0)
    post = take_out(m)
    while post != EMPTY and m.spur[post] < LONG_SPUR:
        for direction in range(8):
            link = b.link_at[post, direction]
            is_open = m.price[post, direction] != UNREACHED and m.track[link] == 0
            if is_open and m.spur[post] + b.cost[link] < m.spur[b.next_post[post, direction]]:
                there = b.next_post[post, direction]
                m.spur[there], m.spur_move[there] = m.spur[post] + b.cost[link], (direction + 4) % 8
                put_in(m, there, m.spur[there])
        post = take_out(m)


@compiled
def lay_in_mind(b: Any, m: Any, seat: int, link: int) -> None:
    a, z, n = b.end_a[link], b.end_z[link], m.laid
    m.laid_link[n], m.laid_foot[n, 0], m.laid_foot[n, 1] = link, m.foot[a], m.foot[z]
    m.foot[a] = m.foot[z] = TRACK_FOOT
    m.laid = n + 1
    own(b, m, seat, link, seat + 1)


@compiled
def own(b: Any, m: Any, seat: int, link: int, owner: int) -> None:
    """Makes track of a link in mind, or no track."""
    m.track[link] = owner
    direction = OWN[link % 4]
    price_link(b, m, seat, b.end_a[link], direction)
    price_link(b, m, seat, b.end_z[link], (direction + 4) % 8)


@compiled
def take_up(b: Any, m: Any, seat: int) -> None:
    """Forgets all track that was laid in mind."""
    while m.laid > 0:
        m.laid -= 1
        link = m.laid_link[m.laid]
        own(b, m, seat, link, 0)
        m.foot[b.end_z[link]] = m.laid_foot[m.laid, 1]
        m.foot[b.end_a[link]] = m.laid_foot[m.laid, 0]


# ---- one search
@compiled
def clear_search(b: Any, m: Any, row: int) -> None:
    for place in range(3 * b.posts):
        m.far[place] = UNREACHED
    for slot in range(RING):
        m.head[slot] = EMPTY
    for near in range(b.cities):
        m.run[row, near] = UNREACHED
    m.entries = m.waiting = m.lowest = 0


@compiled
def start_at(m: Any, post: int) -> None:
    place = 3 * post + (SOUND if m.foot[post] != NO_FOOT else LOOSE)
    m.before[place] = EMPTY
    put_in(m, place, 0)


@compiled
def put_in(m: Any, place: int, price: int) -> None:
    if m.entries < ENTRIES:
        slot = price % RING
        m.far[place] = price
        m.entry_place[m.entries], m.entry_next[m.entries] = place, m.head[slot]
        m.head[slot] = m.entries
        m.entries += 1
        m.waiting += 1


@compiled
def take_out(m: Any) -> int:
    """The nearest place that waits, or EMPTY; some come twice, the second time in vain."""
    while m.waiting > 0:
        slot = m.lowest % RING
        entry = m.head[slot]
        if entry == EMPTY:
            m.lowest += 1
        else:
            m.head[slot] = m.entry_next[entry]
            m.waiting -= 1
            if m.far[m.entry_place[entry]] == m.lowest:
                return int(m.entry_place[entry])
    return EMPTY


@compiled
def start_in(b: Any, m: Any, city: int) -> None:
    """From all posts of a city."""
    big = b.big_at[m.post_of[city]]
    if big == EMPTY:
        start_at(m, m.post_of[city])
    else:
        for n in range(b.big_size[big]):
            start_at(m, b.big_post[big, n])


@compiled
def search(b: Any, m: Any, seat: int, row: int, goal: int) -> bool:
    """Goes on from where it was started until all cities are found, or the goal (EMPTY: all of
    them). Fills a row of the tables; tells whether the goal, or anything, was found.
    """
    left = b.cities
    while left > 0:
        place = take_out(m)
        if place == EMPTY:
            break
        city = b.city_at[place // 3]
        if city != EMPTY and place % 3 != PENDING and m.run[row, city] == UNREACHED:
            note_city(b, m, seat, row, city, place)
            left -= 1
            if city == goal:
                return True
        go_on(b, m, seat, place)
    return goal == EMPTY


@compiled
def note_city(b: Any, m: Any, seat: int, row: int, near: int, end: int) -> None:
    """Adds up the way to a city: movement, G to build, G of tolls."""
    run = cost = tolls = 0
    place = end
    while m.before[place] != EMPTY:
        there, move, place = place, m.before[place] % 16, m.before[place] // 16
        if move == SPUR:
            cost += m.spur[place // 3]
        elif move >= OVER_FERRY:
            run += m.prices[FERRY]
            cost += b.ferry_cost[b.ferry_at[place // 3]] if move == OVER_FERRY_PAID else 0
        else:
            link = b.link_at[place // 3, move]
            run += b.run[link]
            if m.price[place // 3, move] == TOLLED_LINK:
                tolls += m.far[there] - m.far[place] - m.prices[MOVE] * b.run[link]
            elif m.track[link] == 0 and not b.inside[link]:
                cost += b.cost[link]
    m.run[row, near], m.cost[row, near], m.tolls[row, near], m.ends[near] = (
        run,
        cost,
        tolls / UNIT,
        end,
    )


@compiled
def go_on(b: Any, m: Any, seat: int, place: int) -> None:
    """Tries every link that leaves a place, its ferry, and a spur from it."""
    post, mode, far = place // 3, place % 3, int(m.far[place])
    if mode == PENDING and m.far[3 * post + SOUND] <= far:
        return  # a way that needs no foothold any more was as cheap
    for direction in range(8):
        price = m.price[post, direction]
        if price != UNREACHED:
            there = int(b.next_post[post, direction])
            if price == TOLLED_LINK:
                go_over(b, m, place, there, direction)
            elif mode == SOUND:
                if far + price < m.far[3 * there + SOUND]:
                    m.before[3 * there + SOUND] = place * 16 + direction
                    put_in(m, 3 * there + SOUND, far + price)
            else:
                go_unsound(b, m, seat, place, there, price, direction)
    if mode == PENDING and m.spur[post] != UNREACHED:
        go(m, place, 3 * post + SOUND, m.prices[BUILD] * m.spur[post], SPUR)
    if b.over_at[post] != EMPTY:
        ship(b, m, place)


@compiled
def go_unsound(
    b: Any, m: Any, seat: int, place: int, there: int, price: int, direction: int
) -> None:
    """What is built on such a way waits for a foothold; own track and big cities are some."""
    link = b.link_at[place // 3, direction]
    sound = m.foot[there] != NO_FOOT or b.inside[link] or m.track[link] == seat + 1
    if sound or m.far[place] + price < m.far[3 * there + SOUND]:
        go(m, place, 3 * there + (SOUND if sound else PENDING), price, direction)


@compiled
def go_over(b: Any, m: Any, place: int, there: int, direction: int) -> None:
    """Over others' track, which must be paid for."""
    link = b.link_at[place // 3, direction]
    if place % 3 != PENDING and m.prices[TOLL] != NO_TOLLS:
        fee = m.prices[TOLLED] * b.run[link] + (
            0 if came_over(b, m, place) == m.track[link] else m.prices[TOLL]
        )
        go(
            m,
            place,
            3 * there + (SOUND if m.foot[there] != NO_FOOT else LOOSE),
            m.prices[MOVE] * b.run[link] + fee,
            direction,
        )


@compiled
def came_over(b: Any, m: Any, place: int) -> int:
    """Whose track the way came over to this place, as the track says it."""
    before = int(m.before[place])
    if before == EMPTY or before % 16 >= OVER_FERRY:
        return EMPTY
    return int(m.track[b.link_at[before // 16 // 3, before % 16]])


@compiled
def ship(b: Any, m: Any, place: int) -> None:
    """Over the ferry for nothing but time, or with its fee and the right to build on."""
    post, mode, price = place // 3, place % 3, m.prices[MOVE] * m.prices[FERRY]
    there = int(b.over_at[post])
    if mode != PENDING:
        go(m, place, 3 * there + (SOUND if m.foot[there] != NO_FOOT else LOOSE), price, OVER_FERRY)
    if mode == SOUND and (m.foot[post] == TRACK_FOOT or b.big_at[post] == EMPTY):
        go(
            m,
            place,
            3 * there + SOUND,
            price + m.prices[BUILD] * b.ferry_cost[b.ferry_at[post]],
            OVER_FERRY_PAID,
        )


@compiled
def go(m: Any, place: int, there: int, price: int, move: int) -> None:
    total = int(m.far[place]) + min(price, RING - 1)
    if total < m.far[there]:
        m.before[there] = place * 16 + move
        put_in(m, there, total)


# ---- tables and ways
@compiled
def know(b: Any, m: Any, seat: int, city: int) -> None:
    """Fills the row of a city, once."""
    if m.known[city] != KNOWN:
        m.known[city] = KNOWN
        clear_search(b, m, city)
        start_in(b, m, city)
        search(b, m, seat, city, EMPTY)


@compiled
def know_roughly(b: Any, m: Any, seat: int, city: int) -> None:
    if m.known[city] == UNKNOWN:
        know(b, m, seat, city)


@compiled
def know_here(b: Any, m: Any, seat: int, post: int) -> None:
    """Fills the row of where the train stands."""
    clear_search(b, m, HERE)
    start_at(m, post)
    search(b, m, seat, HERE, EMPTY)


@compiled
def find_leg(b: Any, m: Any, seat: int, near: int, post: int, goal: int) -> bool:
    """The way from a city, or from the post where the train stands, to another city, in a row of
    its own.
    """
    clear_search(b, m, ASIDE_ROW)
    if near == HERE:
        start_at(m, post)
    else:
        start_in(b, m, near)
    return search(b, m, seat, ASIDE_ROW, goal)
