"""The score sheet, line by line with its clauses; and what breaks ties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ekiben.core.arrays import Array
from ekiben.core.compiled import lowest
from ekiben.core.game import Line
from ekiben.games.routes.board import Board
from ekiben.games.routes.board_file import BoardFile
from ekiben.games.routes.districts import joins_district
from ekiben.games.routes.harbours import harbour_score
from ekiben.games.routes.network import join
from ekiben.games.routes.scoring import BUILT, COMPLETED, HAS_LONGEST, SCORE, has_longest
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import OVER, State
from ekiben.games.routes.stations import borrowed_for

if TYPE_CHECKING:
    from ekiben.games.routes.game import RouteGame

# what a board's file can name to break ties
TIES = {"tickets": COMPLETED, "stations": BUILT, "harbours": BUILT, "longest": HAS_LONGEST}
# clauses that the games number differently, by page
POINTS = {"US": "US-4.1", "EU": "EU-6.1", "GL": "GL-7.4", "LD": "LD-4.1"}
LONGEST = {"US": "US-5.1", "EU": "EU-6.2"}


def sheet(game: RouteGame, s: State, seat: int) -> list[Line]:
    """A seat's score line by line; in mid-game what is public: routes and exchanges."""
    lines = list(in_play(game, s, seat))
    return lines + list(at_the_end(game, game.plain_board, s, seat)) if s.asked == OVER else lines


def in_play(game: RouteGame, s: State, seat: int) -> Iterator[Line]:
    b = game.plain_board
    lengths = Counter(int(b.length[route]) for route in members(s.owned[seat]))
    for length, count in sorted(lengths.items()):
        clause = POINTS.get(game.board.clauses, "RT-4.5")
        yield Line(clause, "routes", count * int(b.points[length]), length=length, count=count)
    if s.exchanged[seat]:
        yield Line("GL-6.1", "exchanged", -int(s.exchanged[seat]), count=int(s.exchanged[seat]))


def members(words: Array | Sequence[int]) -> Iterator[int]:
    for word in range(WORDS):
        todo = int(words[word])
        while todo:
            yield word * WORD + lowest(todo)
            todo &= todo - 1


def at_the_end(game: RouteGame, b: Board, s: State, seat: int) -> Iterator[Line]:
    join(b, s, seat)
    yield from districts(game, b, s)
    yield from tickets(game, b, s, seat)
    yield from buildings(game, b, s, seat)
    if b.longest_bonus > 0 and has_longest(s, seat):
        clause = LONGEST.get(game.board.clauses, "RT-7.2")
        yield Line(clause, "longest-route", b.longest_bonus, length=int(s.longest[seat]))


def districts(game: RouteGame, b: Board, s: State) -> Iterator[Line]:
    for district, number in enumerate(game.board.figures.districts):
        if joins_district(b, s, district):
            yield Line("LD-5.1", "district", int(b.district_points[district]), district=number)


def tickets(game: RouteGame, b: Board, s: State, seat: int) -> Iterator[Line]:
    """Every ticket; one not complete by own routes alone names the borrowed ones it needs."""
    todo = int(s.tickets[seat])
    while todo:
        ticket = game.board.tickets[lowest(todo)]
        todo &= todo - 1
        borrowed = borrowed_for(b, s, seat, ticket.number)
        if borrowed is None:
            yield Line("RT-7.1", "ticket-missed", -ticket.points, ticket=ticket.id)
        else:
            helped = (
                {"borrowed": [game.board.routes[route].id for route in borrowed]}
                if borrowed
                else {}
            )
            yield Line("RT-7.1", "ticket-done", ticket.points, ticket=ticket.id, **helped)


def buildings(game: RouteGame, b: Board, s: State, seat: int) -> Iterator[Line]:
    left = int(b.stations + b.harbours - s.built[seat])
    if left and b.stations:
        yield Line("EU-5.5", "stations-left", left * int(b.unbuilt), count=left)
    for n in range(s.built[seat] if b.harbours else 0):
        city = game.board.cities[s.building[seat, n]].id
        yield Line("GL-5.4", "harbour", int(harbour_score(b, s, seat, n)), city=city)
    if left and b.harbours:
        yield Line("GL-5.5", "harbours-left", left * int(b.unbuilt), count=left)


def ranked_by(board: BoardFile, options: Mapping[str, Any]) -> npt.NDArray[np.int64]:
    """RT-7.3: the score, then what breaks ties on a board: US-5.2, EU-6.3, GL-7.3, LD-6.1."""
    fewer = options.get("station_tiebreak") == "fewer"
    ties = [(TIES[tie], -1 if tie == "stations" and fewer else 1) for tie in board.ties]
    return np.array([(SCORE, 1), *ties], np.int64)
