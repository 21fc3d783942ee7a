"""The route games' rules as one family: what the doors are built from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ekiben.core.chance import seed_words
from ekiben.core.speed import Family
from ekiben.games.routes import turn
from ekiben.games.routes.board import read
from ekiben.games.routes.state import BOARD, LAYOUT
from ekiben.games.routes.tables import tables

VERSION = 1
FAMILY = Family("ekiben.games.routes.rules:FAMILY", LAYOUT, BOARD, turn)
BOARDS = Path(__file__).parent.parent / "boards"
MOST_ACTIONS = 2560                         # more than any board has


def exercise(made: Any) -> None:
    """Calls every door once on the first board."""
    board = read(BOARDS / "america.toml")
    boards = tables(board, {"first_seat": 0, "empty_deck": "none", "sweep_wilds": 3}, VERSION).view(np.uint8)
    words, out = np.array(seed_words(1), np.int64), np.zeros(MOST_ACTIONS, np.int64)
    states, other = np.zeros(LAYOUT.size, np.uint8), np.zeros(LAYOUT.size, np.uint8)
    made.start_many(boards, states, 0, 1, 2, words, 1)
    made.legal_one(boards, states, 0, out)
    made.step_one(boards, states, 0, int(out[0]))
    made.legal_one(boards, states, 0, out)
    actions, masks = out[:1].copy(), np.zeros((1, MOST_ACTIONS), np.bool_)
    made.apply_many(boards, states, actions, 0, 1, True, True)
    made.mask_many(boards, states, masks, 0, 1, out)
    made.copy_many(states, other, 0, 1)
    made.copy_one(states, 0, other, 0)
    scores, lengths = np.zeros((1, 5), np.int64), np.zeros(1, np.int64)
    made.rollouts_many(boards, other, 0, states, 1, scores)
    made.playouts_many(boards, other, 0, 0, 1, 2, words, scores, lengths)
