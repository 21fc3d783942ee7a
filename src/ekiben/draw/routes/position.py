"""A route game as far as a picture shows it: who has what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from ekiben.core.match import Match
from ekiben.games.routes.districts import joins_district
from ekiben.games.routes.network import join, longest_chain
from ekiben.games.routes.score_sheet import members
from ekiben.games.routes.scoring import has_longest
from ekiben.games.routes.state import State

Set = frozenset[int] | set[int]


@dataclass(frozen=True)
class Position:
    """A game as far as a picture shows it; routes, cities and seats are numbers."""

    owners: Mapping[int, int] = field(default_factory=dict)  # route -> seat
    names: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    pieces: tuple[int | tuple[int, ...], ...] = ()
    stations: Mapping[int, int] = field(default_factory=dict)  # city -> seat
    harbours: Mapping[int, int] = field(default_factory=dict)  # city -> seat
    borrowed: Mapping[int, Set] = field(default_factory=dict)  # route -> seats that use it
    longest: Mapping[int, Set] = field(default_factory=dict)  # seat -> routes of its longest way
    highlight_tickets: tuple[tuple[int, int], ...] | list[tuple[int, int]] = ()
    districts: Mapping[int, Set] = field(default_factory=dict)  # district -> seats that joined it
    seat: int | None = None  # whose turn it is
    over: bool = False
    date: str | None = None

    @property
    def seats(self) -> int:
        """How many sit at the table, as far as this tells."""
        named = max(len(self.names), len(self.scores), len(self.pieces))
        shown = [
            *self.owners.values(),
            *self.stations.values(),
            *self.harbours.values(),
            *self.longest,
        ]
        shown += [seat for seats in self.borrowed.values() for seat in seats]
        return max([named, *(seat + 1 for seat in shown)])

    def name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) and self.names[seat] else str(seat + 1)

    def left(self, seat: int) -> tuple[int, ...]:
        """The pieces a seat still has, one figure a kind."""
        if seat >= len(self.pieces):
            return ()
        found = self.pieces[seat]
        return (found,) if isinstance(found, int) else tuple(found)

    def ranking(self) -> list[int]:
        """Seats, best score first."""
        scores = [*self.scores, *([0] * self.seats)]
        return sorted(range(self.seats), key=lambda seat: (-scores[seat], seat))

    def best(self) -> set[int]:
        """The seats with the highest score."""
        return {seat for seat, score in enumerate(self.scores) if score == max(self.scores)}


def position(match: Match, seat: int | None = None) -> Position:
    s, board = cast(State, match.position.state), match.game.board
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


def buildings(s: State) -> Iterator[tuple[int, int]]:
    for owner in range(s.seats):
        for city in s.building[owner, : s.built[owner]]:
            yield int(city), owner


def borrowings(s: State) -> dict[int, set[int]]:
    """The routes that stations borrowed, each with the seats that use it."""
    found: dict[int, set[int]] = {}
    for seat in range(s.seats):
        for route in s.borrowed[seat]:
            if route >= 0:
                found.setdefault(int(route), set()).add(seat)
    return found


def chains(match: Match, s: State) -> dict[int, set[int]]:
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


def districts(match: Match, s: State) -> dict[int, set[int]]:
    """The districts of the board, each with the seats whose networks join it."""
    found: dict[int, set[int]] = {number: set() for number in match.game.board.figures.districts}
    for seat in range(match.seats if found else 0):
        join(match.game.plain_board, s, seat)
        for index, number in enumerate(found):
            if joins_district(match.game.plain_board, s, index):
                found[number].add(seat)
    return found
