"""The route games' rules as one family: what the kernels are built from."""

from __future__ import annotations

from pathlib import Path

from ekiben.core.rules import RuleSet
from ekiben.games.routes import turn
from ekiben.games.routes.board import Board
from ekiben.games.routes.board_builder import build_board
from ekiben.games.routes.board_file import read
from ekiben.games.routes.options import Options
from ekiben.games.routes.state import State

VERSION = 2  # 2: the sweep of the market looks at nothing hidden (RT-3.7)
BOARDS = Path(__file__).parent.parent / "boards"


def sample() -> Board:
    """Some board, to try the kernels on."""
    return build_board(read(BOARDS / "america.toml"), Options(), VERSION)


RULE_SET = RuleSet("ekiben.games.routes.rules:RULE_SET", State, Board, turn, sample)
