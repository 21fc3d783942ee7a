"""Tokyo at a terminal, as the registry of families finds it."""

from __future__ import annotations

from ekiben.cli.commands import COMMANDS, picture
from ekiben.cli.family import Terminal
from ekiben.cli.play import Session
from ekiben.cli.styling import STRONG
from ekiben.cli.tokyo.board_tables import board_summary, board_tables
from ekiben.cli.tokyo.commands import TOKYO_COMMANDS
from ekiben.cli.tokyo.menu import TokyoMenu
from ekiben.cli.tokyo.notation import in_notation
from ekiben.cli.tokyo.table_view import own_things, position


def greet(session: Session) -> None:
    b, board = session.match.game.plain_board, session.match.game.board
    session.screen.say(
        "tokyo.greeting",
        game=session.words.game(),
        cities=b.connections,
        money=b.win_money[session.match.seats],
        style=STRONG,
    )
    session.screen.say("tokyo.typing", city=board.cities[0].id)


TERMINAL = Terminal(
    board_summary=board_summary,
    board_tables=board_tables,
    position=position,
    own_things=own_things,
    menu=TokyoMenu,
    greet=greet,
    commands={**COMMANDS, "picture": picture, **TOKYO_COMMANDS},
    in_notation=in_notation,
    pace="tokyo.pace",
    benched=200,  # a random game has thousands of decisions
    shows_every_question=True,
)
