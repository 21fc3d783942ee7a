"""Exact searches in arrays: the cheapest way to build, and the best way to run.

They are compiled like rules. A heap of keys is an array, and the caller hands over the arrays that
a search works in.
"""

from __future__ import annotations

from ekiben.core.arrays import Array, Array2
from ekiben.core.compiled import bit, compiled, compiled_as, count
from ekiben.core.kernels import Boards, States
from ekiben.games.tokyo.board import BOARD, Board
from ekiben.games.tokyo.networks import touches
from ekiben.games.tokyo.state import EMPTY, STATE, State
from ekiben.games.tokyo.track import is_foothold

# a way to build: no foothold and nothing to build yet, something to build but no foothold yet, all
# can be built
LOOSE, PENDING, SOUND = 0, 1, 2
FAR, PLACES = 1 << 40, 1 << 16
OVER_FERRY, OVER_FERRY_PAID = 8, 9  # moves besides the eight directions
# a way to run: its labels are rows of these
POST, TURN, LEFT, FEES, PAID, BEFORE, BY = 0, 1, 2, 3, 4, 5, 6
LABELS, PER_POST = 1 << 16, 16


def _compiled_board(boards):  # type: ignore[no-untyped-def]
    return boards.view(BOARD)[0]


@compiled_as(_compiled_board)
def board_in(boards: Boards) -> Board:
    board: Board = boards[0]
    return board


def _compiled_state(states):  # type: ignore[no-untyped-def]
    return states.view(STATE)[0]


@compiled_as(_compiled_state)
def state_in(states: States) -> State:
    state: State = states[0]
    return state


# ---- a heap of keys
@compiled
def push(heap: Array, size: int, key: int) -> int:
    """Returns the new size."""
    place = size
    while place > 0 and heap[(place - 1) // 2] > key:
        heap[place] = heap[(place - 1) // 2]
        place = (place - 1) // 2
    heap[place] = key
    return size + 1


@compiled
def pop(heap: Array, size: int) -> int:
    """Takes out the smallest key, `heap[0]`, of a heap of this size."""
    size -= 1
    last, place = heap[size], 0
    while 2 * place + 1 < size:
        child = 2 * place + 1
        if child + 1 < size and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= last:
            break
        heap[place] = heap[child]
        place = child
    heap[place] = last
    return size


# ---- the cheapest way to build
@compiled
def cheapest_track(
    boards: Boards,
    states: States,
    seat: int,
    start: int,
    goal: int,
    far: Array,
    before: Array,
    heap: Array,
) -> int:
    """Find the cheapest way to build; return the place where it ends, or EMPTY.

    A place, in `far` and `before`, is a post and how sound the way to it is. The cost counts G
    first, then movement. Ferries cost nothing where the other side is a foothold or needs no
    building. With no start (EMPTY) the way starts anywhere on own track, or in any big city when
    there is none.
    """
    b, s = board_in(boards), state_in(states)
    for place in range(3 * b.posts):
        far[place] = FAR
    if start == EMPTY:
        size = begin_anywhere(b, s, seat, far, before, heap)
    else:
        size = begin_at(
            3 * start + (SOUND if is_foothold(b, s, seat, start) else LOOSE), far, before, heap, 0
        )
    while size > 0:
        key = heap[0]
        size = pop(heap, size)
        place, length = int(key % PLACES), int(key // PLACES)
        if far[place] == length:
            if place // 3 == goal and place % 3 != PENDING:
                return place
            size = build_on(b, s, seat, place, far, before, heap, size)
    return EMPTY


@compiled
def begin_at(place: int, far: Array, before: Array, heap: Array, size: int) -> int:
    far[place], before[place] = 0, EMPTY
    return push(heap, size, place)


@compiled
def begin_anywhere(b: Board, s: State, seat: int, far: Array, before: Array, heap: Array) -> int:
    """All posts that own track touches; all posts of big cities when it touches none."""
    size = 0
    for post in range(b.posts):
        if touches(b, s, seat, post):
            size = begin_at(3 * post + SOUND, far, before, heap, size)
    if size == 0:
        for post in range(b.posts):
            if b.big_at[post] != EMPTY:
                size = begin_at(3 * post + SOUND, far, before, heap, size)
    return size


@compiled
def build_on(
    b: Board, s: State, seat: int, place: int, far: Array, before: Array, heap: Array, size: int
) -> int:
    """Tries every link that leaves a place, and its ferry."""
    post = place // 3
    for direction in range(8):
        link = b.link_at[post, direction]
        if link != EMPTY:
            there = int(b.next_post[post, direction])
            owner = s.track[link] - 1
            if b.inside[link] or owner == seat:
                size = relax(
                    place, 3 * there + SOUND, int(b.run[link]), direction, far, before, heap, size
                )
            elif owner < 0:
                sound = place % 3 == SOUND or is_foothold(b, s, seat, there)
                length = (int(b.cost[link]) << 14) + int(b.run[link])
                size = relax(
                    place,
                    3 * there + (SOUND if sound else PENDING),
                    length,
                    direction,
                    far,
                    before,
                    heap,
                    size,
                )
    return (
        cross_on(b, s, seat, place, far, before, heap, size) if b.over_at[post] != EMPTY else size
    )


@compiled
def cross_on(
    b: Board, s: State, seat: int, place: int, far: Array, before: Array, heap: Array, size: int
) -> int:
    """TR-4.4, TR-4.12: over the ferry for nothing, or with its fee and the right to build on."""
    post, mode = place // 3, place % 3
    there = int(b.over_at[post])
    if mode != PENDING:
        sound = is_foothold(b, s, seat, there)
        size = relax(
            place, 3 * there + (SOUND if sound else LOOSE), 1, OVER_FERRY, far, before, heap, size
        )
    if mode == SOUND and (touches(b, s, seat, post) or b.big_at[post] == EMPTY):
        length = (int(b.ferry_cost[b.ferry_at[post]]) << 14) + 1
        size = relax(place, 3 * there + SOUND, length, OVER_FERRY_PAID, far, before, heap, size)
    return size


@compiled
def relax(
    place: int,
    there: int,
    length: int,
    move: int,
    far: Array,
    before: Array,
    heap: Array,
    size: int,
) -> int:
    total = int(far[place]) + length
    if total < far[there]:
        far[there] = total
        before[there] = place * 16 + move
        return push(heap, size, total * PLACES + there)
    return size


# ---- the best way to run
@compiled
def best_run(
    boards: Boards,
    states: States,
    seat: int,
    start: int,
    turn: int,
    left: int,
    goal: int,
    labels: Array2,
    at: Array2,
    kept: Array,
    heap: Array,
) -> int:
    """Find the label at the goal with the fewest turns, then the lowest fees, or EMPTY.

    `left` is the movement at the start, -1 when the turn has yet to begin.
    """
    b, s = board_in(boards), state_in(states)
    for post in range(b.posts):
        kept[post] = 0
    n = label(
        labels,
        0,
        start,
        turn,
        left,
        0,
        int(s.paid) if seat == s.in_turn and turn == 0 else 0,
        EMPTY,
        EMPTY,
    )
    at[start, 0], kept[start] = 0, 1
    size, best = push(heap, 0, key_of(labels, 0)), EMPTY
    while size > 0:
        one = int(heap[0] % LABELS)
        size = pop(heap, size)
        if best != EMPTY and labels[one, TURN] > labels[best, TURN]:
            return best
        if labels[one, POST] == goal:
            if best == EMPTY or labels[one, FEES] < labels[best, FEES]:
                best = one
        else:
            before = n
            n = run_on(b, s, seat, one, n, labels, at, kept)
            for new in range(before, n):
                size = push(heap, size, key_of(labels, new))
    return best


@compiled
def label(
    labels: Array2,
    n: int,
    post: int,
    turn: int,
    left: int,
    fees: int,
    paid: int,
    before: int,
    by: int,
) -> int:
    labels[n, POST], labels[n, TURN], labels[n, LEFT], labels[n, FEES] = post, turn, left, fees
    labels[n, PAID], labels[n, BEFORE], labels[n, BY] = paid, before, by
    return n + 1


@compiled
def key_of(labels: Array2, n: int) -> int:
    """Sorts by turns, then movement used, then fees."""
    return int(
        ((labels[n, TURN] * 512 + 255 - labels[n, LEFT]) * 65536 + labels[n, FEES]) * LABELS + n
    )


@compiled
def run_on(
    b: Board, s: State, seat: int, one: int, n: int, labels: Array2, at: Array2, kept: Array
) -> int:
    """Try every link that leaves a label's post, and its ferry.

    A link that has to be paid for or is too far is also tried in a new turn.
    """
    post, left, paid = int(labels[one, POST]), int(labels[one, LEFT]), int(labels[one, PAID])
    for direction in range(8):
        link = b.link_at[post, direction]
        if link != EMPTY and (b.inside[link] or s.track[link] > 0):
            owner, there, run = (
                int(s.track[link]) - 1,
                int(b.next_post[post, direction]),
                int(b.run[link]),
            )
            toll = bit(owner) if owner >= 0 and owner != seat else 0
            if run <= left:
                n = offer(b, one, n, there, 0, left - run, toll, paid, direction, labels, at, kept)
            if run > left or toll & ~paid:
                n = offer(
                    b,
                    one,
                    n,
                    there,
                    1,
                    int(s.speed[seat]) - run,
                    toll,
                    0,
                    direction,
                    labels,
                    at,
                    kept,
                )
    if b.over_at[post] != EMPTY:
        n = offer(
            b,
            one,
            n,
            int(b.over_at[post]),
            1 + int(left < 0),
            int(s.speed[seat]) // 2,
            0,
            0,
            OVER_FERRY,
            labels,
            at,
            kept,
        )
    return n


@compiled
def offer(
    b: Board,
    one: int,
    n: int,
    post: int,
    turns: int,
    left: int,
    toll: int,
    paid: int,
    by: int,
    labels: Array2,
    at: Array2,
    kept: Array,
) -> int:
    """Keep a new label unless an old one is as good in every way; return how many there are."""
    turn, fees = (
        int(labels[one, TURN]) + turns,
        int(labels[one, FEES]) + (b.track_fee if toll & ~paid else 0),
    )
    if left < 0 or n >= LABELS or kept[post] >= PER_POST:
        return n
    for place in range(kept[post]):
        if is_as_good(b, labels, at[post, place], turn, left, fees, paid | toll):
            return n
    at[post, kept[post]] = n
    kept[post] += 1
    return label(labels, n, post, turn, left, fees, paid | toll, one, by)


@compiled
def is_as_good(
    b: Board, labels: Array2, old: int, turn: int, left: int, fees: int, paid: int
) -> bool:
    """Whether an old label is as early and no dearer, even if it has yet to pay the tolls."""
    if labels[old, TURN] > turn or (labels[old, TURN] == turn and labels[old, LEFT] < left):
        return False
    has_paid = int(labels[old, PAID]) if labels[old, TURN] == turn else 0
    return labels[old, FEES] + b.track_fee * count(paid & ~has_paid) <= fees


KERNELS = (cheapest_track, best_run)
