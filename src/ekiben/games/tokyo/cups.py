"""TR-7.2, TR-7.4: the cups, drawn from and mixed.

Tiles are numbered: jobs first, then event tiles. A set of tiles is five words.
"""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.chance import below, open_stream, shuffle
from ekiben.core.compiled import bit, compiled, lowest
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.event_codes import RENEWED, SET_ASIDE, emit
from ekiben.games.tokyo.sizes import JOBS, WORD, WORDS
from ekiben.games.tokyo.state import EMPTY, State

CUP_STREAM, INSERTION_STREAM = 20, 30


@compiled
def has(words: Array, tile: int) -> bool:
    return (int(words[tile // WORD]) >> int(tile % WORD)) & 1 > 0


@compiled
def put(words: Array, tile: int) -> None:
    words[tile // WORD] |= bit(tile % WORD)


@compiled
def take(words: Array, tile: int) -> None:
    words[tile // WORD] &= ~bit(tile % WORD)


@compiled
def fill_cup(b: Board, s: State, cup: int) -> None:
    """Put all tiles of the cup that wait outside into it and mix; each mixing has its own luck."""
    size = 0
    for word in range(WORDS):
        members = int(s.outside[word] & b.in_cup[cup, word])
        s.outside[word] &= ~members
        while members:
            s.cup[cup, size] = word * WORD + lowest(members)
            members &= members - 1
            size += 1
    s.cup_size[cup] = size
    open_stream(s, CUP_STREAM + cup, int(s.mixings[cup]))
    shuffle(s, s.cup[cup], size)
    s.mixings[cup] += 1


@compiled
def draw(b: Board, s: State, cup: int) -> int:
    """The next tile of a cup; one that is empty is renewed first. EMPTY when there is none."""
    if s.cup_size[cup] == 0:
        fill_cup(b, s, cup)
        if s.cup_size[cup] == 0:
            return EMPTY
        emit(s, RENEWED, EMPTY, cup, s.cup_size[cup])
    s.cup_size[cup] -= 1
    s.revealed = 1
    tile = int(s.cup[cup, s.cup_size[cup]])
    s.cup[cup, s.cup_size[cup]] = EMPTY
    return tile


@compiled
def draw_job(b: Board, s: State, cup: int) -> int:
    """TR-2.3, TR-7.4: the next job; event tiles on the way are set aside and mixed back in."""
    aside = 0
    tile = draw(b, s, cup)
    while tile >= JOBS:
        aside |= bit(tile - JOBS)
        emit(s, SET_ASIDE, EMPTY, tile, 0)
        tile = draw(b, s, cup)
    while aside:
        insert(s, cup, JOBS + lowest(aside))
        aside &= aside - 1
    return tile


@compiled
def insert(s: State, cup: int, tile: int) -> None:
    """Mixes one tile back in: any place, the others staying in their order."""
    open_stream(s, INSERTION_STREAM + cup, s.insertions)
    s.insertions += 1
    size = int(s.cup_size[cup])
    place = below(s, size + 1)
    for above in range(size, place, -1):
        s.cup[cup, above] = s.cup[cup, above - 1]
    s.cup[cup, place] = tile
    s.cup_size[cup] = size + 1
