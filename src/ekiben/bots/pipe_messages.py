"""What a program is told of a board once, and of a position in names rather than numbers: from the
view alone.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ekiben.core.game import Game
from ekiben.core.layout import NOBODY, SCRATCH, View
from ekiben.games.routes.score_sheet import members
from ekiben.games.tokyo.cups import has
from ekiben.texts.wording import is_lattice

PARTS = {
    True: ("cities", "ports", "ferries", "jobs", "seasons", "tiles"),
    False: ("cities", "routes", "tickets"),
}
ENDS = {"a", "z", "origin", "goal"}  # numbers of cities, told as their ids


# ---- the board
def board(game: Game) -> dict[str, Any]:
    """Cities, routes, tickets and numbers; on a lattice cities, jobs, terrain. In the order of the
    view's numbers.
    """
    lattice = is_lattice(game)
    things = {
        part: [thing(game, part, one) for one in getattr(game.board, part)]
        for part in PARTS[lattice]
    }
    if lattice:
        return {
            **things,
            "rows": game.board.rows,
            "columns": game.board.columns,
            "terrain": game.board.terrain,
            "between": game.board.between,
            "numbers": game.board.numbers,
        }
    return {
        **things,
        "kinds": game.board.kinds,
        "pieces": game.board.pieces,
        "numbers": game.board.numbers,
    }


def thing(game: Game, part: str, one: Any) -> dict[str, Any]:
    """Without what only a picture needs; posts of ferries stay posts."""
    told = {name: value for name, value in asdict(one).items() if name not in ("picture", "number")}
    if part != "ferries":
        told |= {name: game.board.cities[told[name]].id for name in ENDS & set(told)}
    return told


def fields(game: Game) -> dict[str, list[str]]:
    """The fields of a view, each with what its axes go over."""
    return {
        field.name: [str(axis) for axis in field.axes]
        for field in game.rule_set.state.fields
        if field.seen_by not in (SCRATCH, NOBODY)
    }


# ---- a position
def known(game: Game, view: View) -> dict[str, Any]:
    return of_lattice(game, view) if is_lattice(game) else of_routes(game, view)


def of_routes(game: Game, view: View) -> dict[str, Any]:
    """Cards, routes, tickets and buildings by name; lists are by seat."""
    seat, kinds, routes, tickets = (
        view.viewer or 0,
        game.board.kinds,
        game.board.routes,
        game.board.tickets,
    )
    held = int(view.tickets[seat])
    return {
        "hand": counted(kinds, view.hand[seat]),
        "market": [None if card < 0 else kinds[card] for card in view.market.tolist()],
        "discards": counted(kinds, view.discards),
        "seen": [counted(kinds, row) for row in view.seen],
        "deck_sizes": view.deck_size.tolist(),
        "hand_sizes": view.hand_size.tolist(),
        "pieces": view.pieces.tolist(),
        "tickets": [ticket.id for ticket in tickets if held >> ticket.number & 1],
        "offer": [tickets[number].id for number in view.offer[seat, : view.offered[seat]].tolist()],
        "ticket_counts": view.ticket_count.tolist(),
        "free": [routes[number].id for number in members(view.free)],
        "routes": {
            routes[number].id: owner
            for owner in range(view.seats)
            for number in members(view.owned[owner])
        },
        "buildings": {
            game.board.cities[city].id: owner
            for owner in range(view.seats)
            for city in view.building[owner, : view.built[owner]].tolist()
        },
        "scores": view.score.tolist(),
        "turns": view.turns,
        "last_turns": view.last_turns,
    }


def counted(kinds: tuple[str, ...], counts: Any) -> dict[str, int]:
    return {kind: count for kind, count in zip(kinds, counts.tolist(), strict=False) if count > 0}


def of_lattice(game: Game, view: View) -> dict[str, Any]:
    """Trains, money and jobs by name; lists are by seat. Track is the view's own."""

    def jobs(tiles: Any) -> list[str]:
        return [job.id for job in game.board.jobs if has(tiles, job.number)]

    trains = [
        {
            "post": None if post < 0 else game.board.post(post),
            "aboard": bool(aboard),
            "speed": speed,
            "load": load,
        }
        for post, aboard, speed, load in zip(
            *(view[name].tolist() for name in ("train", "aboard", "speed", "load")), strict=True
        )
    ]
    return {
        "trains": trains,
        "money": view.money.tolist(),
        "loans": view.loans.tolist(),
        "scores": view.score.tolist(),
        "joined": view.joined.tolist(),
        "carried": [jobs(row) for row in view.carried],
        "waiting": jobs(view.on_map),
        "left": view.left,
        "spent": view.spent,
        "turns": view.turns,
    }
