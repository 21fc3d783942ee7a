"""The route games at a terminal, as the registry of families finds them."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.cli.commands import COMMANDS
from ekiben.cli.family import Terminal
from ekiben.cli.play import Session
from ekiben.cli.routes.board_tables import board_summary, board_tables
from ekiben.cli.routes.commands import help, list_routes
from ekiben.cli.routes.menu import RouteMenu
from ekiben.cli.routes.table_view import cards, position
from ekiben.cli.styling import STRONG
from ekiben.cli.words import Words
from ekiben.core.action import Action


def greet(session: Session) -> None:
    session.screen.say("greeting", game=session.words.game(), style=STRONG)
    session.screen.say("typing", route=session.match.game.board.routes[0].id)


def in_notation(words: Words, verb: str, rest: str, legal: Sequence[Action]) -> None:
    """City names say everything."""


TERMINAL = Terminal(
    board_summary=board_summary,
    board_tables=board_tables,
    position=position,
    own_things=cards,
    menu=RouteMenu,
    greet=greet,
    commands={"?": help, "help": help, **COMMANDS, "routes": list_routes},
    in_notation=in_notation,
    pace="pace",
    benched=4_000,
)
