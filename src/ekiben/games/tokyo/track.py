"""TR-4: where track can be built, what it costs, and which big cities it joins."""

from __future__ import annotations

from ekiben.core.compiled import bit, compiled, count, nth
from ekiben.games.tokyo import event_codes
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.event_codes import emit
from ekiben.games.tokyo.happenings import is_on, may_build
from ekiben.games.tokyo.lattice import EAST, SOUTH, SOUTH_EAST
from ekiben.games.tokyo.loans import book
from ekiben.games.tokyo.state import BARS, EMPTY, FOG, TRACK, WAVES, State

LINE_COUNT, NO_WAY = 4, 1 << 20


# ---- footholds
@compiled
def touches(b: Board, s: State, seat: int, post: int) -> bool:
    """Whether the seat's own track touches the post."""
    return (int(s.touched[seat, post // b.columns]) >> int(post % b.columns)) & 1 > 0


@compiled
def is_foothold(b: Board, s: State, seat: int, post: int) -> bool:
    """TR-4.4: in a big city, or touched by own track."""
    return b.big_at[post] != EMPTY or touches(b, s, seat, post)


@compiled
def ferries_run(s: State) -> bool:
    """TR-7.6, TR-7.17."""
    return not (is_on(s, WAVES) or is_on(s, FOG))


@compiled
def ferry_fee(b: Board, s: State, seat: int, post: int) -> int:
    """TR-4.4: what it costs to go on from here over the ferry; NO_WAY where that cannot be."""
    if b.over_at[post] == EMPTY or not ferries_run(s) or not touches(b, s, seat, b.over_at[post]):
        return NO_WAY
    return int(b.ferry_cost[b.ferry_at[post]])


@compiled
def fee_of(b: Board, s: State, seat: int, link: int) -> int:
    """TR-4.4: nothing, the cheaper ferry's fee, or NO_WAY when neither post serves."""
    a, z = b.end_a[link], b.end_z[link]
    if is_foothold(b, s, seat, a) or is_foothold(b, s, seat, z):
        return 0
    return min(ferry_fee(b, s, seat, a), ferry_fee(b, s, seat, z))


# ---- what can be built
@compiled
def budget(b: Board, s: State) -> int:
    """TR-4.5: the money held, and what is left of the turn's limit."""
    return int(max(0, min(int(s.money[s.seat]), b.each_turn - s.spent)))


@compiled
def find_sites(b: Board, s: State) -> int:
    """Count the links the seat can build; leaves them in `sites`, as sets of columns."""
    if s.upgraded or not may_build(b, s, s.seat):
        clear_sites(b, s)
        return 0
    most = budget(b, s)
    here = int(b.big_row[0] | s.touched[s.seat, 0])
    for row in range(b.rows):
        below = int(b.big_row[row + 1] | s.touched[s.seat, row + 1]) if row + 1 < b.rows else 0
        for line in range(LINE_COUNT):
            s.sites[line, row] = (
                near(line, here, below) & int(b.cheap[most, line, row]) & ~int(s.laid[line, row])
            )
        here = below
    if b.ferries > 0 and ferries_run(s):
        add_ferry_sites(b, s, most)
    take_out_barred(b, s)
    return count_sites(b, s)


@compiled
def near(line: int, here: int, below: int) -> int:
    """The links of a row in one direction that have an end in these sets of posts."""
    if line == EAST:
        return here | (here >> 1)
    if line == SOUTH_EAST:
        return here | (below >> 1)
    return here | below if line == SOUTH else here | (below << 1)


@compiled
def clear_sites(b: Board, s: State) -> None:
    for line in range(LINE_COUNT):
        for row in range(b.rows):
            s.sites[line, row] = 0


@compiled
def count_sites(b: Board, s: State) -> int:
    n = 0
    for row in range(b.rows):
        for line in range(LINE_COUNT):
            n += count(s.sites[line, row])
    return n


@compiled
def add_ferry_sites(b: Board, s: State, most: int) -> None:
    """TR-4.4: links that only a ferry leads to, its fee on top."""
    for ferry in range(b.ferries):
        for end in range(2):
            post = b.ferry_end[ferry, end]
            if ferry_fee(b, s, s.seat, post) < NO_WAY and not is_foothold(b, s, s.seat, post):
                for direction in range(8):
                    add_ferry_site(b, s, b.link_at[post, direction], most)


@compiled
def add_ferry_site(b: Board, s: State, link: int, most: int) -> None:
    if (
        link != EMPTY
        and s.track[link] == 0
        and int(b.cost[link]) + fee_of(b, s, s.seat, link) <= most
    ):
        s.sites[link % 4, row_of(b, link)] |= bit(column_of(b, link))


@compiled
def row_of(b: Board, link: int) -> int:
    return link // 4 // b.columns


@compiled
def column_of(b: Board, link: int) -> int:
    return link // 4 % b.columns


@compiled
def take_out_barred(b: Board, s: State) -> None:
    """TR-7.5, TR-7.6, TR-7.14, TR-4.10."""
    for which in range(len(BARS)):
        if is_on(s, BARS[which]):
            for line in range(LINE_COUNT):
                for row in range(b.rows):
                    s.sites[line, row] &= ~b.barred[which, line, row]
    if b.no_lockout:
        for big in range(b.bigs):
            if locks_out(b, s, big):
                take_out_entries(b, s, big)


@compiled
def locks_out(b: Board, s: State, big: int) -> bool:
    """TR-4.10: whether the seat must leave a city's last way in (in version 1: everybody)."""
    return s.entries[big] == 1 if b.version < 2 else is_for_others(b, s, s.seat, big)


@compiled
def is_for_others(b: Board, s: State, seat: int, big: int) -> bool:
    """TR-4.10: one way into a big city is left, the seat is in, and another is not."""
    return s.entries[big] == 1 and is_in(b, s, seat, big) and not all_are_in(b, s, big)


@compiled
def shuts_out(b: Board, s: State, seat: int, link: int) -> bool:
    """TR-4.10: whether a link is such a last way; bots leave it free with or without the option."""
    a, z = b.big_at[b.end_a[link]], b.big_at[b.end_z[link]]
    return (a != EMPTY and is_for_others(b, s, seat, a)) or (
        z != EMPTY and is_for_others(b, s, seat, z)
    )


@compiled
def all_are_in(b: Board, s: State, big: int) -> bool:
    for seat in range(s.seats):
        if not is_in(b, s, seat, big):
            return False
    return True


@compiled
def is_in(b: Board, s: State, seat: int, big: int) -> bool:
    """Whether the seat's own track touches a big city."""
    for n in range(b.big_size[big]):
        if touches(b, s, seat, b.big_post[big, n]):
            return True
    return False


@compiled
def take_out_entries(b: Board, s: State, big: int) -> None:
    for line in range(LINE_COUNT):
        for row in range(b.rows):
            s.sites[line, row] &= ~b.entry[big, line, row]


@compiled
def is_site(b: Board, s: State, link: int) -> bool:
    """Whether `find_sites` left this link."""
    return (int(s.sites[link % 4, row_of(b, link)]) >> int(column_of(b, link))) & 1 > 0


@compiled
def nth_site(b: Board, s: State, n: int) -> int:
    """The n-th link that `find_sites` left: row by row, line by line, column by column."""
    for row in range(b.rows):
        for line in range(LINE_COUNT):
            columns = int(s.sites[line, row])
            if n < count(columns):
                return (row * b.columns + nth(columns, n)) * 4 + line
            n -= count(columns)
    return EMPTY


# ---- building
@compiled
def build(b: Board, s: State, link: int) -> None:
    """TR-4.6: paid, and laid."""
    seat, fee = s.seat, fee_of(b, s, s.seat, link)
    cost = int(b.cost[link]) + fee
    book(s, seat, -cost, TRACK)
    s.spent += cost
    counts = may_join(b, s, seat, b.end_a[link], b.end_z[link])
    lay(b, s, seat, link)
    emit(s, event_codes.BUILT, seat, link, cost)
    if counts:
        recount(b, s, seat)


@compiled
def lay(b: Board, s: State, seat: int, link: int) -> None:
    s.track[link] = seat + 1
    s.laid[link % 4, row_of(b, link)] |= bit(column_of(b, link))
    touch(b, s, seat, b.end_a[link])
    touch(b, s, seat, b.end_z[link])


@compiled
def touch(b: Board, s: State, seat: int, post: int) -> None:
    s.touched[seat, post // b.columns] |= bit(post % b.columns)
    if b.big_at[post] != EMPTY:
        s.entries[b.big_at[post]] -= 1


@compiled
def may_join(b: Board, s: State, seat: int, a: int, z: int) -> bool:
    """Whether a new link could change the connection count.

    One that only leads from own track to an empty post cannot.
    """
    return (
        is_new_city(b, s, seat, a)
        or is_new_city(b, s, seat, z)
        or (is_known(b, s, seat, a) and is_known(b, s, seat, z))
    )


@compiled
def is_new_city(b: Board, s: State, seat: int, post: int) -> bool:
    return b.big_at[post] != EMPTY and not touches(b, s, seat, post)


@compiled
def is_known(b: Board, s: State, seat: int, post: int) -> bool:
    return is_foothold(b, s, seat, post) or b.over_at[post] != EMPTY


# ---- networks
@compiled
def recount(b: Board, s: State, seat: int) -> None:
    joined = connections(b, s, seat)
    if joined != s.joined[seat]:
        s.joined[seat] = joined
        emit(s, event_codes.CONNECTED, seat, joined, 0)


@compiled
def connections(b: Board, s: State, seat: int) -> int:
    """TR-4.9: the most big cities that own track touches in one network."""
    best = seen = 0
    for row in range(b.rows):
        s.reached[row] = 0
    for big in range(b.bigs):
        if not seen & bit(big):
            found = network(b, s, seat, b.big_post[big, 0])
            seen |= found | bit(big)
            best = max(best, count(found))
    return best


@compiled
def network(b: Board, s: State, seat: int, start: int) -> int:
    """The set of big cities that own track touches in a post's network."""
    found, depth = 0, reach(b, s, start, 0)
    while depth > 0:
        depth -= 1
        post = int(s.stack[depth])
        big = b.big_at[post]
        if big != EMPTY:
            for n in range(b.big_size[big]):
                depth = reach(b, s, b.big_post[big, n], depth)
        if b.over_at[post] != EMPTY:
            depth = reach(b, s, b.over_at[post], depth)
        if touches(b, s, seat, post):
            found |= bit(big) if big != EMPTY else 0
            depth = follow(b, s, seat, post, depth)
    return found


@compiled
def follow(b: Board, s: State, seat: int, post: int, depth: int) -> int:
    """Goes on along own track."""
    for direction in range(8):
        link = b.link_at[post, direction]
        if link != EMPTY and s.track[link] == seat + 1:
            depth = reach(b, s, b.next_post[post, direction], depth)
    return depth


@compiled
def reach(b: Board, s: State, post: int, depth: int) -> int:
    row, member = post // b.columns, bit(post % b.columns)
    if s.reached[row] & member:
        return depth
    s.reached[row] |= member
    s.stack[depth] = post
    return depth + 1


@compiled
def count_entries(b: Board, s: State) -> None:
    """TR-4.10: all ways into each big city are free at the start."""
    for big in range(b.bigs):
        n = 0
        for line in range(LINE_COUNT):
            for row in range(b.rows):
                n += count(b.entry[big, line, row])
        s.entries[big] = n
