"""The rules of Tokyo Railways as one set, to build the kernels from."""

from __future__ import annotations

from pathlib import Path

from ekiben.core.rules import RuleSet
from ekiben.games.tokyo import turn
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.board_builder import build_board
from ekiben.games.tokyo.board_file import read
from ekiben.games.tokyo.options import Options, options_of
from ekiben.games.tokyo.state import State

VERSION = 2  # 2: TR-4.10 keeps the last way into a city for those who are not in yet
BOARDS = Path(__file__).parent.parent / "boards"


def sample() -> Board:
    """The board of the box, for short games; kernels are tried on it once they are compiled."""
    board = read(BOARDS / "kanto.toml")
    defaults = {option.name: option.values[0] for option in options_of(board)}
    options = Options(**(defaults | {"turn_limit": 2}))
    return build_board(board, options, VERSION)


RULE_SET = RuleSet("ekiben.games.tokyo.rules:RULE_SET", State, Board, turn, sample)
