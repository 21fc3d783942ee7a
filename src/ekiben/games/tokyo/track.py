"""TR-4: where track can be built, what it costs, and which big cities it joins."""

from __future__ import annotations

from ekiben.core.compiled import bit, compiled, count, nth
from ekiben.games.tokyo import event_codes
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.event_codes import emit
from ekiben.games.tokyo.happenings import is_on, may_build
from ekiben.games.tokyo.lattice import EAST, SOUTH, SOUTH_EAST, SOUTH_WEST
from ekiben.games.tokyo.loans import book
from ekiben.games.tokyo.networks import is_in, is_way, network, touches
from ekiben.games.tokyo.state import BARS, EMPTY, FOG, TRACK, WAVES, State

LINE_COUNT, NO_WAY = 4, 1 << 20


# ---- footholds
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
    seat, most, last = s.seat, budget(b, s), b.rows - 1
    for row in range(last):
        set_sites(b, s, most, row, footholds(b, s, seat, row), footholds(b, s, seat, row + 1))
    set_sites(b, s, most, last, footholds(b, s, seat, last), 0)
    if b.ferries > 0 and ferries_run(s):
        add_ferry_sites(b, s, most)
    take_out_barred(b, s)
    return count_sites(b, s)


@compiled
def footholds(b: Board, s: State, seat: int, row: int) -> int:
    """TR-4.4: the posts of a row to build from, ferries aside."""
    return int(b.big_row[row] | s.touched[seat, row])


@compiled
def set_sites(b: Board, s: State, most: int, row: int, here: int, below: int) -> None:
    """The links of a row that can be paid and have an end in these sets of posts."""
    # all four are read before one is written: where they lie, the processor would wait otherwise
    (
        s.sites[EAST, row],
        s.sites[SOUTH_EAST, row],
        s.sites[SOUTH, row],
        s.sites[SOUTH_WEST, row],
    ) = (
        (here | here >> 1) & free_links(b, s, most, EAST, row),
        (here | below >> 1) & free_links(b, s, most, SOUTH_EAST, row),
        (here | below) & free_links(b, s, most, SOUTH, row),
        (here | below << 1) & free_links(b, s, most, SOUTH_WEST, row),
    )


@compiled
def free_links(b: Board, s: State, most: int, line: int, row: int) -> int:
    """The links of a row in one direction that nobody has built, up to a price."""
    return int(b.cheap[most, line, row]) & ~int(s.laid[line, row])


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
        a, z = b.ferry_end[ferry, 0], b.ferry_end[ferry, 1]
        if touches(b, s, s.seat, a) != touches(b, s, s.seat, z):
            post = z if touches(b, s, s.seat, a) else a
            for direction in range(8 if b.big_at[post] == EMPTY else 0):
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
    joins = may_join(b, s, seat, b.end_a[link], b.end_z[link])
    lay(b, s, seat, link)
    emit(s, event_codes.BUILT, seat, link, cost)
    if joins:
        recount(b, s, seat, b.end_a[link])


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
    """Whether a new link could raise the connection count.

    It leads into a big city that the seat is not in, or joins two of its networks.
    """
    if s.joined[seat] == b.bigs:
        return False
    if is_new_city(b, s, seat, a) or is_new_city(b, s, seat, z):
        return True
    return is_known(b, s, seat, a) and is_known(b, s, seat, z) and not is_way(b, s, seat, a, z)


@compiled
def is_new_city(b: Board, s: State, seat: int, post: int) -> bool:
    return b.big_at[post] != EMPTY and not is_in(b, s, seat, b.big_at[post])


@compiled
def is_known(b: Board, s: State, seat: int, post: int) -> bool:
    return is_foothold(b, s, seat, post) or b.over_at[post] != EMPTY


@compiled
def recount(b: Board, s: State, seat: int, post: int) -> None:
    """TR-4.9: the most big cities in one network, now that this post's has grown."""
    joined = count(network(b, s, seat, post))
    if joined > s.joined[seat]:
        s.joined[seat] = joined
        emit(s, event_codes.CONNECTED, seat, joined, 0)


@compiled
def count_entries(b: Board, s: State) -> None:
    """TR-4.10: all ways into each big city are free at the start."""
    for big in range(b.bigs):
        n = 0
        for line in range(LINE_COUNT):
            for row in range(b.rows):
                n += count(b.entry[big, line, row])
        s.entries[big] = n
