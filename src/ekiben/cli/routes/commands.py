"""What can be typed in a route game only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ekiben.cli.routes import route_list
from ekiben.cli.styling import WARNING

if TYPE_CHECKING:
    from ekiben.cli.play import Session


def help(session: Session, seat: int, rest: str) -> bool:
    session.screen.say("help", route=session.match.game.board.routes[0].id)
    return False


def list_routes(session: Session, seat: int, rest: str) -> bool:
    """All routes, or those at a city."""
    found = route_list.routes_at(session.words, rest)
    if found:
        session.screen.show(
            route_list.route_table(session.match, session.words, seat, found, session.screen.width)
        )
    else:
        session.screen.say("no-city", city=rest, style=WARNING)
    return False
