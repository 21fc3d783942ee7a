"""TR-4.9: a seat's networks: its own track, ferries, and the inside of big cities."""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.cups import has, put
from ekiben.games.tokyo.sizes import POSTS
from ekiben.games.tokyo.state import EMPTY, State

A, Z = 0, 1  # the two ends that a way is looked for from


@compiled
def touches(b: Board, s: State, seat: int, post: int) -> bool:
    """Whether the seat's own track touches the post."""
    return (int(s.touched[seat, post // b.columns]) >> int(post % b.columns)) & 1 > 0


@compiled
def is_in(b: Board, s: State, seat: int, big: int) -> bool:
    """Whether the seat's own track touches a big city."""
    for n in range(b.big_size[big]):
        if touches(b, s, seat, b.big_post[big, n]):
            return True
    return False


# ---- one network
@compiled
def network(b: Board, s: State, seat: int, start: int) -> int:
    """The set of big cities that own track touches in a post's network; `reached` has its posts."""
    clear(s.reached)
    first, last = 0, reach(s, s.reached, A, start, 0)
    while first < last:
        last = spread(b, s, s.reached, A, seat, first, last)
        first += 1
    found = 0
    for big in range(b.bigs):
        if has(s.reached, b.big_post[big, 0]) and is_in(b, s, seat, big):
            found |= bit(big)
    return found


@compiled
def is_way(b: Board, s: State, seat: int, a: int, z: int) -> bool:
    """Whether two posts are in one network: look from both, one post further each in turn.

    Scratch: `reached` and the first row of `sites` are the posts found from either end.
    """
    others = s.sites[0]
    clear(s.reached)
    clear(others)
    first, from_a, from_z = 0, reach(s, s.reached, A, a, 0), reach(s, others, Z, z, 0)
    while first < min(from_a, from_z):
        from_a = spread(b, s, s.reached, A, seat, first, from_a)
        from_z = spread(b, s, others, Z, seat, first, from_z)
        first += 1
        if have_common(s.reached, others):
            return True
    return False


# ---- searching
@compiled
def clear(posts: Array) -> None:
    for word in range(len(posts)):
        posts[word] = 0


@compiled
def have_common(posts: Array, others: Array) -> bool:
    found = 0
    for word in range(len(posts)):
        found |= posts[word] & others[word]
    return found != 0


@compiled
def place_in_queue(end: int, n: int) -> int:
    """Two searches share the queue, the one from the front and the other from the back."""
    return n if end == A else POSTS - 1 - n


@compiled
def spread(b: Board, s: State, reached: Array, end: int, seat: int, first: int, last: int) -> int:
    """Reach the neighbours of a post that was reached; return how many posts are reached now."""
    post = int(s.queue[place_in_queue(end, first)])
    if b.big_at[post] != EMPTY:
        last = reach_city(b, s, reached, end, post, last)
    if b.over_at[post] != EMPTY:
        last = reach(s, reached, end, b.over_at[post], last)
    directions = own_links(b, s, seat, post)
    while directions:
        last = reach(s, reached, end, b.next_post[post, lowest(directions)], last)
        directions &= directions - 1
    return last


@compiled
def reach_city(b: Board, s: State, reached: Array, end: int, post: int, last: int) -> int:
    """All posts of a big city by way of its first."""
    big = b.big_at[post]
    last = reach(s, reached, end, b.big_post[big, 0], last)
    for n in range(1, b.big_size[big] if post == b.big_post[big, 0] else 0):
        last = reach(s, reached, end, b.big_post[big, n], last)
    return last


@compiled
def own_links(b: Board, s: State, seat: int, post: int) -> int:
    """The set of directions in which the seat's own track leaves a post."""
    found = 0
    for direction in range(8):
        link = b.link_at[post, direction]
        found |= int(link != EMPTY and s.track[link] == seat + 1) << direction
    return found


@compiled
def reach(s: State, reached: Array, end: int, post: int, last: int) -> int:
    if has(reached, post):
        return last
    put(reached, post)
    s.queue[place_in_queue(end, last)] = post
    return last + 1
