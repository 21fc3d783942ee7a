"""The end of a route game: score sheets, and what their lines speak of on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

import msgspec

from ekiben.core.game import Game, Line
from ekiben.core.layout import GameState
from ekiben.games.routes.board_file import BoardFile
from ekiben.games.routes.game import RouteGame, route_game
from ekiben.games.routes.network import longest_chain
from ekiben.games.routes.score_sheet import members
from ekiben.games.routes.scoring import finish, has_longest
from ekiben.games.routes.state import EMPTY, OVER, State
from ekiben.server.scenes.ending import Ending, SheetLine, ending
from ekiben.server.scenes.family import Standing
from ekiben.server.scenes.routes.board_facts import numbers

IN_PLAY = {"routes", "exchanged"}  # scored before the game was over


class Longest(msgspec.Struct):
    seat: int
    routes: list[int]


class Borrowed(msgspec.Struct):
    seat: int
    route: int


class RouteEnding(NamedTuple):
    """What is added to a route game's scene when the game is over."""

    ending: Ending
    longest: list[Longest]
    borrowed: list[Borrowed]


def route_ending(game: RouteGame, s: State, names: Sequence[str], language: str) -> RouteEnding:
    """From a plain state that is over."""
    longest = [
        Longest(seat, sorted(longest_chain(game.plain_board, s, seat)))
        for seat in range(s.seats)
        if has_longest(s, seat)
    ]
    borrowed = [
        Borrowed(seat, int(route))
        for seat in range(s.seats)
        for route in s.borrowed[seat]
        if route != EMPTY
    ]
    tickets, routes, _ = numbers(game)
    chains = {one.seat: one.routes for one in longest}

    def refine(made: SheetLine, line: Line, seat: int) -> None:
        made.late = line.reason not in IN_PLAY
        if line.reason == "longest-route":
            made.routes = chains[seat]
        if "ticket" in line.details:
            made.ticket = tickets[line.details["ticket"]]
        if line.reason == "ticket-done":
            lent = [routes[route] for route in line.details.get("borrowed", [])]
            made.routes = routes_of_ticket(
                game.board, made.ticket, {*members(s.owned[seat]), *lent}
            )

    end = ending(game, s, names, language, ahead="ending.ahead-points", refine=refine)
    return RouteEnding(end, longest, borrowed)


def routes_of_ticket(board: BoardFile, ticket: int, routes: Iterable[int]) -> list[int]:
    """The routes with the fewest spaces, among these, that join a ticket's cities."""
    a, z = board.tickets[ticket].a, board.tickets[ticket].z
    ends = [(board.routes[route], route) for route in sorted(routes)]
    waiting: list[tuple[int, int, list[int]]] = [(0, a, [])]
    visited: set[int] = set()
    while waiting:
        spaces, city, path = heappop(waiting)
        if city == z:
            return path
        if city in visited:
            continue
        visited.add(city)
        for route, number in ends:
            if city in (route.a, route.z):
                beyond = route.a + route.z - city
                heappush(waiting, (spaces + route.length, beyond, [*path, number]))
    return []


def standings_now(game: Game, state: GameState) -> list[Standing]:
    """How the seats would stand if the game were over in this state."""
    routes = route_game(game)
    s = State.unpack(state.packed().copy())
    if s.asked != OVER:
        finish(routes.plain_board, s)
    return [Standing(routes.standing(s, seat), int(s.score[seat])) for seat in range(s.seats)]
