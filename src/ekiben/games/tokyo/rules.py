"""The lattice game's rules as one family: what the kernels are built from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ekiben.core.builds import RuleSet
from ekiben.games.tokyo import turn
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.board_builder import tables
from ekiben.games.tokyo.board_file import read
from ekiben.games.tokyo.options import options_of
from ekiben.games.tokyo.state import State

VERSION = 2  # 2: TR-4.10 keeps the last way into a city for those who are not in yet
BOARDS = Path(__file__).parent.parent / "boards"


def sample() -> Any:
    """The first board's record, for short games."""
    board = read(BOARDS / "kanto.toml")
    return tables(
        board,
        {option.name: option.values[0] for option in options_of(board)} | {"turn_limit": 2},
        VERSION,
    )


RULE_SET = RuleSet("ekiben.games.tokyo.rules:RULE_SET", State, Board, turn, sample)
