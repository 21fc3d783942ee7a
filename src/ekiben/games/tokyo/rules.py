"""The lattice game's rules as one family: what the doors are built from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ekiben.core.chance import seed_words
from ekiben.core.speed import Family
from ekiben.games.tokyo import turn
from ekiben.games.tokyo.board import read
from ekiben.games.tokyo.options import options_of
from ekiben.games.tokyo.sizes import SEATS
from ekiben.games.tokyo.state import BOARD, LAYOUT
from ekiben.games.tokyo.tables import tables

VERSION = 1
FAMILY = Family("ekiben.games.tokyo.rules:FAMILY", LAYOUT, BOARD, turn)
BOARDS = Path(__file__).parent.parent / "boards"


def exercise(made: Any) -> None:
    """Calls every door once on the first board."""
    board = read(BOARDS / "kanto.toml")
    options = {option.name: option.values[0] for option in options_of(board)} | {"turn_limit": 2}
    record = tables(board, options, VERSION)
    boards, most = record.view(np.uint8), int(record[0]["actions"]) + 1
    words, out = np.array(seed_words(1), np.int64), np.zeros(most, np.int64)
    states, other = np.zeros(LAYOUT.size, np.uint8), np.zeros(LAYOUT.size, np.uint8)
    made.start_many(boards, states, 0, 1, 2, words, 1)
    made.legal_one(boards, states, 0, out)
    made.step_one(boards, states, 0, int(out[0]))
    made.legal_one(boards, states, 0, out)
    actions, masks = out[:1].copy(), np.zeros((1, most), np.bool_)
    made.apply_many(boards, states, actions, 0, 1, True, True)
    made.mask_many(boards, states, masks, 0, 1, out)
    made.copy_many(states, other, 0, 1)
    made.copy_one(states, 0, other, 0)
    scores, lengths = np.zeros((1, SEATS), np.int64), np.zeros(1, np.int64)
    made.rollouts_many(boards, other, 0, states, 1, scores)
    made.playouts_many(boards, other, 0, 0, 1, 2, words, scores, lengths)
