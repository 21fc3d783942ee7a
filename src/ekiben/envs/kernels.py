"""The kernels between Python and observations, and between Python and many games that never end. As
for the rules, `states` is a list of plain states, or, compiled, one array of bytes; written once over
names that a family of games brings along.
"""

from __future__ import annotations

from typing import Any

from ekiben.core.chance import LOW
from ekiben.core.compiled import compiled

# what a family brings along
board_of: Any = None
state_at: Any = None
observe: Any = None
is_over: Any = None
legal_one: Any = None
start_many: Any = None
apply_many: Any = None
choose_many: Any = None


@compiled
def looking(s: Any, seat: int) -> int:
    """The seat that looks; below 0 it is the one to act."""
    return s.seat if seat < 0 else seat


@compiled
def observe_many(
    boards: Any, states: Any, who: Any, room: Any, out: Any, first: int, last: int
) -> None:
    """A row of bytes for each game; `room` is work space."""
    b = board_of(boards)
    for i in range(first, last):
        s = state_at(states, i)
        observe(b, s, looking(s, who[i]), out[i], room)


@compiled
def observe_scaled(
    boards: Any,
    states: Any,
    who: Any,
    room: Any,
    row: Any,
    scale: Any,
    out: Any,
    first: int,
    last: int,
) -> None:
    """A row of floats for each game; `room` and `row` are work space."""
    b = board_of(boards)
    for i in range(first, last):
        s = state_at(states, i)
        observe(b, s, looking(s, who[i]), row, room)
        for place in range(len(row)):
            out[i, place] = row[place] * scale[place]


@compiled
def bits_many(boards: Any, states: Any, masks: Any, first: int, last: int, ids: Any) -> None:
    """The legal actions of each game, eight to a byte, the lowest bit first."""
    for i in range(first, last):
        for byte in range(masks.shape[1]):
            masks[i, byte] = 0
        if not is_over(state_at(states, i)):
            for n in range(legal_one(boards, states, i, ids)):
                masks[i, ids[n] >> 3] |= 1 << (ids[n] & 7)


@compiled
def restart_many(
    boards: Any,
    states: Any,
    seats: int,
    words: Any,
    episodes: Any,
    count: int,
    seed: Any,
    first: int,
    last: int,
) -> None:
    """Games that are over begin anew: the n-th game in place i has the seed `words + i + n *
    count`. `seed` is work space.
    """
    for i in range(first, last):
        if is_over(state_at(states, i)):
            episodes[i] += 1
            carry = episodes[i] * count
            for word in range(4):
                total = words[word] + carry
                seed[word] = total & LOW
                carry = total >> 32
            start_many(boards, states, i, i + 1, seats, seed, 0)


@compiled
def random_until(
    boards: Any, states: Any, who: Any, words: Any, actions: Any, first: int, last: int
) -> None:
    """Random play in each game until the seat it waits for is to act, or it is over."""
    for i in range(first, last):
        s = state_at(states, i)
        while not is_over(s) and s.seat != who[i]:
            choose_many(boards, states, words, actions, i, i + 1)
            apply_many(boards, states, actions, i, i + 1, False, True)


KERNELS = (observe_many, observe_scaled, bits_many, restart_many, random_until)
