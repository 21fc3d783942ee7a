"""One search over the lattice, from a city or a post, over track there is and track to be built.

Movement, building and tolls are weighed against each other. Prices are small whole numbers, so the
queue is a ring of buckets. A place is a post and how sound the way to it is.
"""

from __future__ import annotations

from ekiben.bots.tokyo.planner_state import BUCKETS, ENTRIES, MODES, STRIDE, PlannerState
from ekiben.core.compiled import compiled, lowest
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.path_search import LOOSE, OVER_FERRY, OVER_FERRY_PAID, PENDING, SOUND
from ekiben.games.tokyo.state import EMPTY

# prices: of movement, of a G, of coming onto others' track, of movement on it, of a crossing
MOVE, BUILD, TOLL, TOLLED, FERRY = range(5)
UNIT = 8  # the price of a G
UNREACHED, NO_TOLLS, TOLLED_LINK = 1 << 28, -1, -(1 << 28)
NO_FOOTHOLD, CITY_FOOTHOLD, TRACK_FOOTHOLD = range(3)
SPUR = 10  # a move: from here a spur is built to a foothold


# ---- places
@compiled
def place_of(post: int, mode: int) -> int:
    return mode * STRIDE + post_of(post)


@compiled
def post_of(place: int) -> int:
    return place & STRIDE - 1


@compiled
def mode_of(place: int) -> int:
    return place // STRIDE


# ---- the queue
@compiled
def clear_search(b: Board, p: PlannerState, row: int) -> None:
    for mode in range(MODES):
        for post in range(b.posts):
            p.price_to[place_of(post, mode)] = UNREACHED
    for slot in range(BUCKETS):
        p.bucket[slot] = EMPTY
    for city in range(b.cities):
        p.movement[row, city] = UNREACHED
    p.entry_count = p.waiting = p.queue_price = 0


@compiled
def start_at(p: PlannerState, post: int) -> None:
    """Start the search at a post."""
    place = place_of(post, SOUND if p.foothold[post] != NO_FOOTHOLD else LOOSE)
    p.came_from[place] = EMPTY
    enqueue(p, place, 0)


@compiled
def start_in(b: Board, p: PlannerState, city: int) -> None:
    """Start the search at all posts of a city."""
    big = b.big_at[p.city_post[city]]
    if big == EMPTY:
        start_at(p, p.city_post[city])
    else:
        for n in range(b.big_size[big]):
            start_at(p, b.big_post[big, n])


@compiled
def enqueue(p: PlannerState, place: int, price: int) -> None:
    """Put a place into the bucket of its price."""
    entry = p.entry_count
    if entry < ENTRIES:
        slot = price % BUCKETS
        p.price_to[place] = price
        p.entry_place[entry] = place
        p.entry_next[entry] = p.bucket[slot]
        p.bucket[slot] = entry
        p.entry_count = entry + 1
        p.waiting += 1


@compiled
def dequeue(p: PlannerState) -> int:
    """The cheapest place that waits, or EMPTY; places that got cheaper since are skipped."""
    while p.waiting > 0:
        slot = p.queue_price % BUCKETS
        entry = p.bucket[slot]
        if entry == EMPTY:
            p.queue_price += 1
        else:
            p.bucket[slot] = p.entry_next[entry]
            p.waiting -= 1
            if p.price_to[p.entry_place[entry]] == p.queue_price:
                return int(p.entry_place[entry])
    return EMPTY


# ---- the search
@compiled
def search(b: Board, p: PlannerState, seat: int, row: int, goal: int) -> bool:
    """Search until the goal is found, or all cities (EMPTY), and fill a row of distances."""
    left = b.cities
    while left > 0:
        place = dequeue(p)
        if place == EMPTY:
            break
        city = b.city_at[post_of(place)]
        if city != EMPTY and mode_of(place) != PENDING and p.movement[row, city] == UNREACHED:
            record_city(b, p, seat, row, city, place)
            left -= 1
            if city == goal:
                return True
        expand(b, p, seat, place)
    return goal == EMPTY


@compiled
def record_city(b: Board, p: PlannerState, seat: int, row: int, city: int, end: int) -> None:
    """Add up the way to a city: movement, G to build, G of tolls."""
    movement = cost = tolls = 0
    place = end
    while p.came_from[place] != EMPTY:
        there, move, place = place, p.came_from[place] % 16, p.came_from[place] // 16
        if move == SPUR:
            cost += p.spur[post_of(place)]
        elif move >= OVER_FERRY:
            movement += p.prices[FERRY]
            cost += b.ferry_cost[b.ferry_at[post_of(place)]] if move == OVER_FERRY_PAID else 0
        else:
            link = b.link_at[post_of(place), move]
            movement += b.run[link]
            if p.link_price[post_of(place), move] == TOLLED_LINK:
                tolls += p.price_to[there] - p.price_to[place] - p.prices[MOVE] * b.run[link]
            elif p.track[link] == 0 and not b.inside[link]:
                cost += b.cost[link]
    p.movement[row, city] = movement
    p.cost[row, city] = cost
    p.tolls[row, city] = tolls / UNIT
    p.end_place[city] = end


@compiled
def expand(b: Board, p: PlannerState, seat: int, place: int) -> None:
    """Try every link that leaves a place, its ferry, and a spur from it."""
    post, mode, far = post_of(place), mode_of(place), int(p.price_to[place])
    if mode == PENDING and p.price_to[place_of(post, SOUND)] <= far:
        return  # a way that needs no foothold any more was as cheap
    directions = ways_on(b, p, post, far)
    while directions:
        direction = lowest(directions)
        directions &= directions - 1
        price, there = p.link_price[post, direction], int(b.next_post[post, direction])
        if price == TOLLED_LINK:
            expand_tolled(b, p, place, there, direction)
        elif mode == SOUND:
            p.came_from[place_of(there, SOUND)] = place * 16 + direction
            enqueue(p, place_of(there, SOUND), far + price)
        else:
            expand_unsound(b, p, seat, place, there, price, direction)
    if mode == PENDING and p.spur[post] != UNREACHED:
        relax(p, place, place_of(post, SOUND), p.prices[BUILD] * p.spur[post], SPUR)
    if b.over_at[post] != EMPTY:
        expand_ferry(b, p, place)


@compiled
def ways_on(b: Board, p: PlannerState, post: int, far: int) -> int:
    """The set of directions worth a try: to posts not soundly reached as cheaply, or for tolls."""
    found = 0
    for direction in range(8):
        there = place_of(b.next_post[post, direction], SOUND)
        found |= int(far + p.link_price[post, direction] < p.price_to[there]) << direction
    return found


@compiled
def expand_unsound(
    b: Board, p: PlannerState, seat: int, place: int, there: int, price: int, direction: int
) -> None:
    """Go on without a foothold: what is built waits for one, own track and big cities are some."""
    link = b.link_at[post_of(place), direction]
    sound = p.foothold[there] != NO_FOOTHOLD or b.inside[link] or p.track[link] == seat + 1
    relax(p, place, place_of(there, SOUND if sound else PENDING), price, direction)


@compiled
def expand_tolled(b: Board, p: PlannerState, place: int, there: int, direction: int) -> None:
    """Go over others' track, which must be paid for."""
    link = b.link_at[post_of(place), direction]
    if mode_of(place) != PENDING and p.prices[TOLL] != NO_TOLLS:
        fee = p.prices[TOLLED] * b.run[link] + (
            0 if came_over(b, p, place) == p.track[link] else p.prices[TOLL]
        )
        relax(
            p,
            place,
            place_of(there, SOUND if p.foothold[there] != NO_FOOTHOLD else LOOSE),
            p.prices[MOVE] * b.run[link] + fee,
            direction,
        )


@compiled
def came_over(b: Board, p: PlannerState, place: int) -> int:
    """Whose track the way came over to a place, as the track says it."""
    before = int(p.came_from[place])
    if before == EMPTY or before % 16 >= OVER_FERRY:
        return EMPTY
    return int(p.track[b.link_at[post_of(before // 16), before % 16]])


@compiled
def expand_ferry(b: Board, p: PlannerState, place: int) -> None:
    """Cross by ferry for nothing but time, or with its fee and the right to build on."""
    post, mode, price = post_of(place), mode_of(place), p.prices[MOVE] * p.prices[FERRY]
    there = int(b.over_at[post])
    if mode != PENDING:
        relax(
            p,
            place,
            place_of(there, SOUND if p.foothold[there] != NO_FOOTHOLD else LOOSE),
            price,
            OVER_FERRY,
        )
    if mode == SOUND and (p.foothold[post] == TRACK_FOOTHOLD or b.big_at[post] == EMPTY):
        relax(
            p,
            place,
            place_of(there, SOUND),
            price + p.prices[BUILD] * b.ferry_cost[b.ferry_at[post]],
            OVER_FERRY_PAID,
        )


@compiled
def relax(p: PlannerState, place: int, there: int, price: int, move: int) -> None:
    """Reach a place at a price, if that is cheaper than before."""
    total = int(p.price_to[place]) + min(price, BUCKETS - 1)
    if total < p.price_to[there]:
        p.came_from[there] = place * 16 + move
        enqueue(p, there, total)
