"""The route games' rules as one family: what the kernels are built from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ekiben.core.rules import RuleSet
from ekiben.games.routes import turn
from ekiben.games.routes.board import Board
from ekiben.games.routes.board_builder import tables
from ekiben.games.routes.board_file import read
from ekiben.games.routes.state import State

VERSION = 2  # 2: the sweep of the market looks at nothing hidden (RT-3.7)
BOARDS = Path(__file__).parent.parent / "boards"


def sample() -> Any:
    """The first board's record."""
    return tables(
        read(BOARDS / "america.toml"),
        {"first_seat": 0, "empty_deck": "none", "sweep_wilds": 3},
        VERSION,
    )


RULE_SET = RuleSet("ekiben.games.routes.rules:RULE_SET", State, Board, turn, sample)
