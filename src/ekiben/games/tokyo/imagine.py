"""A state that a viewer could not tell from the true one: the cups are mixed anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ekiben.core.chance import open_stream, set_seed, shuffle
from ekiben.core.imagine import fill, imagined_words, validate_view
from ekiben.core.layout import View
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.sizes import JOBS, WORD, WORDS
from ekiben.games.tokyo.state import EMPTY, OVER, State

if TYPE_CHECKING:
    from ekiben.games.tokyo.game import TokyoGame

GUESS_STREAM = 40


def state_from(view: View) -> State:
    """A state with all that the view shows."""
    s = State()
    s.train[:] = s.force[:] = s.cup[:] = EMPTY
    return fill(s, view)


def redeal(game: TokyoGame, view: View, seed: int) -> State:
    """Mix the cups anew, with luck that no game has."""
    s = state_from(validate_view(game, view))
    if s.asked != OVER:
        set_seed(s, np.array(imagined_words(seed), np.int64), 0)
        open_stream(s, GUESS_STREAM, 0)
        for cup in range(2):
            tiles = np.array(unseen(game.plain_board, s, cup), np.int64)
            shuffle(s, tiles, len(tiles))
            s.cup[cup, : len(tiles)] = tiles
    s.logs_events = 1
    return s


def unseen(b: Board, s: State, cup: int) -> list[int]:
    """The tiles of a cup that lie nowhere in sight."""
    tiles = []
    for word in range(WORDS):
        seen = int(s.on_map[word] | s.outside[word] | s.delivered[word])
        for seat in range(s.seats):
            seen |= int(s.carried[seat, word])
        left = int(b.in_cup[cup, word]) & ~seen
        tiles += [word * WORD + member for member in range(WORD) if left >> member & 1]
    in_force = [tile for tile in s.force.tolist() if tile >= JOBS]
    return [tile for tile in tiles if tile not in in_force]
