"""`ekiben board`: the faults of a board file, and a board as tables or as a picture."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from rich.text import Text

import ekiben
from ekiben.cli.family import TERMINAL
from ekiben.cli.files import write_text
from ekiben.cli.styling import WARNING, Screen
from ekiben.cli.words import Words
from ekiben.core.errors import BoardError
from ekiben.games import read_board


def run(args: Namespace) -> int:
    return check(args) if args.what == "check" else show(args)


def check(args: Namespace) -> int:
    """Every fault of every file; the exit code tells whether there is any."""
    screen = Screen(Words.of(args))
    faulty = False
    for file in args.files:
        try:
            board = read_board(Path(file).expanduser())
            screen.show(
                Text(f"{board.file}: {TERMINAL.of(board).board_summary(screen.words, board)}"),
                unbroken=True,
            )
        except BoardError as error:
            faulty = True
            screen.show(Text(str(error)), style=WARNING, unbroken=True)
    return int(faulty)


def show(args: Namespace) -> int:
    board = ekiben.load(args.game).board
    screen = Screen(Words.of(args, board))
    if args.svg:
        from ekiben.draw import board_svg

        screen.say("saved", path=write_text(args.svg, board_svg(board, screen.words.language)))
    else:
        screen.show(*TERMINAL.of(board).board_tables(screen.words, board))
    return 0
