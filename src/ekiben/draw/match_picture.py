"""A match as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ekiben.draw.routes.picture import svg
from ekiben.draw.routes.position import Position
from ekiben.draw.tokyo.picture import lattice_svg
from ekiben.games.routes.districts import joins_district
from ekiben.games.routes.network import join, longest_chain
from ekiben.games.routes.score_sheet import members
from ekiben.games.routes.scoring import has_longest
from ekiben.games.tokyo.board_file import BoardFile as Lattice

if TYPE_CHECKING:
    from ekiben.core.match import Match


def match_svg(match: Match, seat: int | None = None, language: str = "en") -> str:
    """The position as all see it; with a seat, its own tickets are marked."""
    if isinstance(match.game.board, Lattice):
        return lattice_svg(match, seat, language)
    return svg(match.game.board, position(match, seat), language)


def position(match: Match, seat: int | None = None) -> Position:
    s, board = match.position.plain(), match.game.board
    built = dict(buildings(s))
    return Position(
        owners={route: owner for owner in range(match.seats) for route in members(s.owned[owner])},
        names=tuple(match.names),
        scores=tuple(match.scores()),
        pieces=tuple(
            tuple(int(n) for n in s.pieces[owner, : len(board.pieces)])
            for owner in range(match.seats)
        ),
        stations=built if match.game.plain_board.stations else {},
        harbours=built if match.game.plain_board.harbours else {},
        borrowed=borrowings(s),
        longest=chains(match, s) if match.over else {},
        highlight_tickets=own_tickets(match, seat),
        districts=districts(match, s),
        seat=match.seat,
        over=match.over,
    )


def buildings(s: Any) -> Iterator[tuple[int, int]]:
    for owner in range(s.seats):
        for city in s.building[owner, : s.built[owner]]:
            yield int(city), owner


def borrowings(s: Any) -> dict[int, set[int]]:
    """The routes that stations borrowed, each with the seats that use it."""
    found: dict[int, set[int]] = {}
    for seat in range(s.seats):
        for route in s.borrowed[seat]:
            if route >= 0:
                found.setdefault(int(route), set()).add(seat)
    return found


def chains(match: Match, s: Any) -> dict[int, set[int]]:
    """The longest routes that scored."""
    return {
        seat: longest_chain(match.game.plain_board, s, seat)
        for seat in range(match.seats)
        if has_longest(s, seat)
    }


def own_tickets(match: Match, seat: int | None) -> list[tuple[int, int]]:
    """The tickets that a seat still has to complete."""
    if seat is None:
        return []
    ends = {ticket.id: (ticket.a, ticket.z) for ticket in match.game.board.tickets}
    return [
        ends[hint["ticket"]] for hint in match.hints(seat)["tickets"] if hint["state"] != "done"
    ]


def districts(match: Match, s: Any) -> dict[int, set[int]]:
    """The districts of the board, each with the seats whose networks join it."""
    found: dict[int, set[int]] = {
        int(number): set() for number in match.game.board.numbers.get("districts", {})
    }
    for seat in range(match.seats if found else 0):
        join(match.game.plain_board, s, seat)
        for index, number in enumerate(found):
            if joins_district(match.game.plain_board, s, index):
                found[number].add(seat)
    return found
