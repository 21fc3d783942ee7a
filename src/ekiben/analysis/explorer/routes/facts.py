"""What seats of a route game did: rows of numbers, from the kernel or a match, as marks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ekiben.analysis.explorer.family import (
    Column,
    Floats,
    Marks,
    SeatFacts,
    Table,
    choice_marks,
    choice_table,
)
from ekiben.analysis.explorer.routes import kernels
from ekiben.core.action import Action
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.core.ranking import in_order, rank_seats, win_share
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.scoring import HAS_LONGEST, SCORE
from ekiben.games.routes.sizes import WORD
from ekiben.games.routes.state import EMPTY, State

Rows = npt.NDArray[np.int64]  # by game, seat and column of `kernels`
MOST_TICKETS = 12  # so many kept, or more
YES_NO = ("yes", "no")
SET_UP = ("keep", "take")  # verbs before the first turn
OTHER = "other"


# ---- what is counted
def tables(game: Game) -> list[Table]:
    """Tickets, routes, how one begins, and what goes with winning."""
    board, most = game.board, game.seats[1]
    dealt = board.figures.tickets
    tickets, routes = (tuple(one.id for one in some) for some in (board.tickets, board.routes))
    told = [
        Table("tickets", ("offered", "kept", "done"), ("", "offered", "kept"), tickets),
        Table("routes", ("claimed", "first"), ("", ""), routes),
        choice_table("order", numbers(most)),
        choice_table("first-turn", first_turns(game)),
        choice_table("tickets-at-start", numbers(dealt.deal + dealt.deal_long)),
        choice_table("tickets-kept", numbers(MOST_TICKETS)),
        choice_table("ended", YES_NO),
    ]
    longest = choice_table("longest", YES_NO)
    return [*told, longest] if board.figures.routes.longest_bonus else told


def numbers(most: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, most + 1))


def first_turns(game: Game) -> tuple[str, ...]:
    assert isinstance(game, RouteGame)
    return (*game.deck_names, "market", "wild", "claim", "tickets", OTHER)


def first_turn(game: RouteGame, id: int) -> str | None:
    """What somebody began with: the deck, a colour or a wild of the market, a claim, tickets."""
    if id == EMPTY:
        return None
    action: Action = game.action(id)
    if action.verb != "draw":
        return action.verb if action.verb in ("claim", "tickets") else OTHER
    drawn = str(action).partition(" ")[2]
    if drawn in game.deck_names:
        return drawn
    return "wild" if drawn == "wild" else "market"


# ---- rows
def match_rows(match: Match) -> Rows:
    """The rows of a match that is over, by seat."""
    assert isinstance(match.game, RouteGame)
    state = match.position.state.copy()
    assert isinstance(state, State)
    rows = np.zeros((1, match.seats, kernels.COLUMNS), np.int64)
    for seat in range(match.seats):
        kernels.note_seat(match.game.plain_board, state, seat, rows[0, seat])
        rows[0, seat, kernels.FIRST_ACTION] = first_action(match, seat)
        rows[0, seat, kernels.FIRST_ROUTE] = first_route(match, seat)
    return rows


def first_action(match: Match, seat: int) -> int:
    for action, actor in zip(match.actions, match.actors, strict=True):
        if actor == seat and action.verb not in SET_UP:
            return action.id
    return EMPTY


def first_route(match: Match, seat: int) -> int:
    routes = [route.id for route in match.game.board.routes]
    for event in match.heard:
        if event["kind"] == "claimed" and event["seat"] == seat:
            return routes.index(event["route"])
    return EMPTY


# ---- facts
def match_facts(match: Match) -> SeatFacts:
    return seat_facts(match.game, match_rows(match))


def seat_facts(game: Game, rows: Rows) -> SeatFacts:
    """The facts of all seats of all games, game by game."""
    assert isinstance(game, RouteGame)
    flat = rows.reshape(-1, rows.shape[2])
    return SeatFacts(
        wins=win_shares(game, rows),
        figures={
            "score": flat[:, SCORE].astype(np.float64),
            "turns": flat[:, kernels.TURNS].astype(np.float64),
            "tickets": count_bits(flat[:, kernels.KEPT]),
            "done": count_bits(flat[:, kernels.DONE]),
        },
        marks=all_marks(game, flat),
    )


def count_bits(sets: Rows) -> Floats:
    counts: Floats = set_marks(sets, WORD).sum(axis=1).astype(np.float64)
    return counts


def win_shares(game: RouteGame, rows: Rows) -> Floats:
    """Each seat's share of the win, as the rules rank them."""
    shares: list[float] = []
    for seats in in_order(rows, game.ranked_by).tolist():
        winners = rank_seats(list(map(tuple, seats)))[0]
        shares += [win_share(winners, seat) for seat in range(len(seats))]
    return np.array(shares, np.float64)


def all_marks(game: RouteGame, flat: Rows) -> dict[Column, Marks]:
    items = {table.name: table.items for table in tables(game)}
    tickets, routes = len(items["tickets"]), len(items["routes"])
    owned = [set_marks(flat[:, kernels.ROUTES + word], WORD) for word in range(2)]
    beginnings = first_turn_items(game, flat[:, kernels.FIRST_ACTION], items["first-turn"])
    found: dict[Column, Marks] = {
        ("tickets", "offered"): set_marks(flat[:, kernels.OFFERED], tickets),
        ("tickets", "kept"): set_marks(flat[:, kernels.KEPT], tickets),
        ("tickets", "done"): set_marks(flat[:, kernels.DONE], tickets),
        ("routes", "claimed"): np.hstack(owned)[:, :routes],
        ("routes", "first"): choice_marks(flat[:, kernels.FIRST_ROUTE].tolist(), routes),
        ("order", "all"): choice_marks(flat[:, kernels.ORDER].tolist(), len(items["order"])),
        ("first-turn", "all"): choice_marks(beginnings, len(items["first-turn"])),
        ("tickets-at-start", "all"): number_marks(
            flat[:, kernels.KEPT_AT_START], len(items["tickets-at-start"])
        ),
        ("tickets-kept", "all"): number_marks(
            set_marks(flat[:, kernels.KEPT], tickets).sum(axis=1), MOST_TICKETS
        ),
        ("ended", "all"): yes_no_marks(flat[:, kernels.ENDED]),
        ("longest", "all"): yes_no_marks(flat[:, HAS_LONGEST]),
    }
    return {column: marks for column, marks in found.items() if column[0] in items}


def set_marks(sets: Rows, items: int) -> Marks:
    """Sets of items, a word each, as marks."""
    return (sets[:, None] >> np.arange(items, dtype=np.int64)[None, :] & 1).astype(np.bool_)


def number_marks(values: Rows, most: int) -> Marks:
    """Numbers from 1 on; the last item stands for larger ones too."""
    return choice_marks([min(value, most) - 1 for value in values.tolist()], most)


def yes_no_marks(values: Rows) -> Marks:
    return choice_marks([0 if value else 1 for value in values.tolist()], 2)


def first_turn_items(game: RouteGame, actions: Rows, items: Sequence[str]) -> list[int | None]:
    """The item of everybody's first action; each action is looked up once."""
    known = {id: first_turn(game, id) for id in np.unique(actions).tolist()}
    places = {id: None if item is None else items.index(item) for id, item in known.items()}
    return [places[id] for id in actions.tolist()]
