"""What came of an action, as events: one table of kinds. Everything is public."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ekiben.games.tokyo import event_codes
from ekiben.games.tokyo.lattice import DIRECTIONS, OWN
from ekiben.games.tokyo.sizes import JOBS
from ekiben.games.tokyo.state import EMPTY
from ekiben.games.tokyo.state import KINDS as HAPPENINGS

if TYPE_CHECKING:
    from ekiben.games.tokyo.game import TokyoGame

Event = dict[str, Any]
CUPS = ("a", "b")


def event(game: TokyoGame, row: list[int]) -> Event:
    """The event of one row of the log."""
    kind, seat, x, y = row
    name, tell = EVENTS[kind]
    told: Event = {"kind": name} if seat == EMPTY else {"kind": name, "seat": seat}
    told.update(tell(game, x, y))
    return told


def at(game: TokyoGame, post: int) -> Event:
    """A post, and the city it lies in if it does."""
    city = int(game.plain_board.city_at[post])
    return {
        "post": game.board.post(post),
        **({} if city == EMPTY else {"city": game.board.cities[city].id}),
    }


def job(game: TokyoGame, number: int) -> Event:
    one = game.board.jobs[number]
    return {
        "job": one.id,
        "from": game.board.cities[one.origin].id,
        "to": game.board.cities[one.goal].id,
    }


def tile(game: TokyoGame, number: int) -> Event:
    """An event tile: its name, its kind and the season it brings."""
    one = game.board.tiles[number - JOBS]
    return {
        "tile": one.id,
        "happening": one.kind,
        **({} if one.season == EMPTY else {"season": game.board.seasons[one.season].id}),
    }


def built(game: TokyoGame, link: int, cost: int) -> Event:
    """`fee` is the part of the cost that went to a ferry."""
    post, direction = game.board.post(link // 4), DIRECTIONS[OWN[link % 4]]
    return {
        "post": post,
        "direction": direction,
        "cost": cost,
        "fee": cost - int(game.plain_board.cost[link]),
    }


def placed(game: TokyoGame, number: int, cup: int) -> Event:
    return {
        **job(game, number),
        "reward": game.board.jobs[number].reward,
        **({} if cup == EMPTY else {"cup": CUPS[cup]}),
    }


# number -> name, and the fields besides `seat`
EVENTS: dict[int, tuple[str, Callable[[Any, int, int], Event]]] = {
    event_codes.BEGAN: ("began", lambda game, x, y: {}),
    event_codes.TURN_BEGAN: ("turn", lambda game, x, y: {"turn": x}),
    event_codes.PLACED: ("placed", lambda game, x, y: at(game, x)),
    event_codes.STEPPED: (
        "stepped",
        lambda game, x, y: {**at(game, x), "direction": DIRECTIONS[y]},
    ),
    event_codes.FEE_PAID: ("fee-paid", lambda game, x, y: {"owner": x, "amount": y}),
    event_codes.CROSSED: (
        "crossed",
        lambda game, x, y: {**at(game, x), "ferry": game.board.ferries[y].id},
    ),
    event_codes.LAPSED: ("boarding-lapsed", lambda game, x, y: at(game, x)),
    event_codes.STAYED_ABOARD: ("stayed-aboard", lambda game, x, y: at(game, x)),
    event_codes.BOARDED: (
        "boarded",
        lambda game, x, y: {**at(game, y), "ferry": game.board.ferries[x].id},
    ),
    event_codes.LOADED: ("loaded", lambda game, x, y: job(game, x)),
    event_codes.UNLOADED: ("unloaded", lambda game, x, y: job(game, x)),
    event_codes.PUT_BACK: ("put-back", lambda game, x, y: {**job(game, x), "stays": bool(y)}),
    event_codes.STOPPED: ("stopped", lambda game, x, y: at(game, x)),
    event_codes.REWARDED: ("rewarded", lambda game, x, y: {**job(game, x), "amount": y}),
    event_codes.ENDED: ("happening-ended", lambda game, x, y: tile(game, x)),
    event_codes.JOB_PLACED: ("job-placed", placed),
    event_codes.SET_ASIDE: ("set-aside", lambda game, x, y: tile(game, x)),
    event_codes.RENEWED: ("cup-renewed", lambda game, x, y: {"cup": CUPS[x], "tiles": y}),
    event_codes.HAPPENED: ("happened", lambda game, x, y: tile(game, x)),
    event_codes.LOST: ("lost", lambda game, x, y: job(game, x)),
    event_codes.REMOVED: ("removed", lambda game, x, y: job(game, x)),
    event_codes.TAXED: ("taxed", lambda game, x, y: {"happening": HAPPENINGS[y], "amount": x}),
    event_codes.RELIEVED: ("relieved", lambda game, x, y: {"amount": x}),
    event_codes.BORROWED: ("borrowed", lambda game, x, y: {"amount": x, "forced": bool(y)}),
    event_codes.REPAID: ("repaid", lambda game, x, y: {"amount": x}),
    event_codes.BUILT: ("built", built),
    event_codes.UPGRADED: ("upgraded", lambda game, x, y: {"speed": x, "load": y}),
    event_codes.CONNECTED: ("connected", lambda game, x, y: {"count": x}),
    event_codes.LAST_ROUND: ("last-round", lambda game, x, y: {}),
    event_codes.PLAYS_ON: ("plays-on", lambda game, x, y: {}),
    event_codes.WON: ("won", lambda game, x, y: {}),
    event_codes.GAME_OVER: ("over", lambda game, x, y: {}),
}
KINDS = tuple(name for name, _ in EVENTS.values())
