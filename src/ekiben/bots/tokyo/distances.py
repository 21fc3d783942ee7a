"""How far the cities are from each other for a seat: a row of distances for each of them."""

from __future__ import annotations

from ekiben.bots.tokyo.lattice_search import clear_search, search, start_at, start_in
from ekiben.bots.tokyo.planner_state import HERE, LEG_ROW, STALE, PlannerState
from ekiben.bots.tokyo.track_survey import are_same_prices, copy_prices
from ekiben.core.compiled import compiled
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.state import EMPTY

UNKNOWN, ROUGH, KNOWN = range(3)  # a row; a rough one is from before something was built


@compiled
def refresh_rows(b: Board, p: PlannerState, seat: int) -> None:
    """Keep the rows that still hold; after few changes they may stay as rough ones."""
    changed = count_changes(b, p) if p.rows_for == seat + 1 else 4 * b.posts
    if changed == 0:
        return
    p.rows_for = seat + 1
    copy_prices(p.prices, p.rows_prices)
    for link in range(4 * b.posts):
        p.rows_track[link] = p.track[link]
    p.rows_changes = p.rows_changes + changed if p.rows_changes + changed <= p.weights[STALE] else 0
    for city in range(b.cities):
        p.known[city] = ROUGH if p.rows_changes > 0 and p.known[city] != UNKNOWN else UNKNOWN


@compiled
def count_changes(b: Board, p: PlannerState) -> int:
    """Links built since the rows were worked out; changed prices count where there are none."""
    changed = 0
    for link in range(4 * b.posts):
        changed += int(p.track[link] != p.rows_track[link])
    return (
        changed
        if changed or p.weights[STALE] > 0.0 or are_same_prices(p.rows_prices, p.prices)
        else 1
    )


@compiled
def fill_row(b: Board, p: PlannerState, seat: int, city: int) -> None:
    """Work out the distances from a city, once."""
    if p.known[city] != KNOWN:
        p.known[city] = KNOWN
        clear_search(b, p, city)
        start_in(b, p, city)
        search(b, p, seat, city, EMPTY)


@compiled
def ensure_row(b: Board, p: PlannerState, seat: int, city: int) -> None:
    """Work out the distances from a city, unless there are rough ones."""
    if p.known[city] == UNKNOWN:
        fill_row(b, p, seat, city)


@compiled
def fill_row_here(b: Board, p: PlannerState, seat: int, post: int) -> None:
    """Work out the distances from where the train stands."""
    clear_search(b, p, HERE)
    start_at(p, post)
    search(b, p, seat, HERE, EMPTY)


@compiled
def find_leg(b: Board, p: PlannerState, seat: int, start: int, post: int, goal: int) -> bool:
    """Find the way from a city, or from the train's post, to another city, in LEG_ROW."""
    clear_search(b, p, LEG_ROW)
    if start == HERE:
        start_at(p, post)
    else:
        start_in(b, p, start)
    return search(b, p, seat, LEG_ROW, goal)
