"""What an action caused, as events with named fields. Everything is public."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ekiben.core.game import Event
from ekiben.games.tokyo.event_codes import EVENT_KINDS
from ekiben.games.tokyo.lattice import DIRECTIONS, OWN
from ekiben.games.tokyo.sizes import JOBS
from ekiben.games.tokyo.state import EMPTY, KINDS

if TYPE_CHECKING:
    from ekiben.games.tokyo.game import TokyoGame

CUPS = ("a", "b")


def event_from(game: TokyoGame, row: list[int]) -> Event:
    """Spell out one row of the event log."""
    code, seat, *numbers = row
    kind = EVENT_KINDS[code]
    event: Event = {"kind": kind.name} if seat == EMPTY else {"kind": kind.name, "seat": seat}
    for field, number in zip(kind.fields, numbers, strict=False):
        event |= SPELLED[field](game, number) if field in SPELLED else {field: number}
    if "link" in kind.fields:
        event["fee"] = ferry_fee_in(game, *numbers)
    return event


def post(game: TokyoGame, number: int) -> Event:
    """A post, and the city it lies in if it does."""
    city = int(game.plain_board.city_at[number])
    there = {} if city == EMPTY else {"city": game.board.cities[city].id}
    return {"post": game.board.post(number), **there}


def job(game: TokyoGame, number: int) -> Event:
    one = game.board.jobs[number]
    cities = game.board.cities
    return {"job": one.id, "from": cities[one.origin].id, "to": cities[one.goal].id}


def new_job(game: TokyoGame, number: int) -> Event:
    return {**job(game, number), "reward": game.board.jobs[number].reward}


def tile(game: TokyoGame, number: int) -> Event:
    """An event tile: its name, its kind and the season it brings."""
    one = game.board.tiles[number - JOBS]
    season = {} if one.season == EMPTY else {"season": game.board.seasons[one.season].id}
    return {"tile": one.id, "happening": one.kind, **season}


def cup(game: TokyoGame, number: int) -> Event:
    """A cup; jobs of a season come from none."""
    return {} if number == EMPTY else {"cup": CUPS[number]}


def link(game: TokyoGame, number: int) -> Event:
    return {"post": game.board.post(number // 4), "direction": DIRECTIONS[OWN[number % 4]]}


def ferry_fee_in(game: TokyoGame, link: int, cost: int) -> int:
    """The part of a link's cost that went to a ferry."""
    return cost - int(game.plain_board.cost[link])


SPELLED: dict[str, Callable[[TokyoGame, int], Event]] = {
    "post": post,
    "direction": lambda game, number: {"direction": DIRECTIONS[number]},
    "ferry": lambda game, number: {"ferry": game.board.ferries[number].id},
    "job": job,
    "new-job": new_job,
    "stays": lambda game, number: {"stays": bool(number)},
    "tile": tile,
    "cup": cup,
    "happening": lambda game, number: {"happening": KINDS[number]},
    "forced": lambda game, number: {"forced": bool(number)},
    "link": link,
}
