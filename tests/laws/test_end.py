"""Every game ends, whatever its players do (RT-2.3)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .play import MIXES, SMALL, STYLES, TABLES, compiled_kernels, length, load, play_on, tables

SMALL_TABLES = [table for table in TABLES if table[0] in SMALL]


@tables()
def test_games_end(name, seats):
    for seed, styles in enumerate(MIXES[seats::3]):
        assert play_on(load(name).new(seats, seed), styles, seed).over


@tables(*SMALL_TABLES)
def test_small_tables_end(name, seats):
    for seed, styles in enumerate(MIXES):
        assert play_on(load(name).new(seats, seed), styles, seed).over


@settings(max_examples=30)
@given(
    st.sampled_from(SMALL_TABLES),
    st.integers(0, (1 << 128) - 1),
    st.lists(st.sampled_from(list(STYLES)), min_size=1, max_size=5).map(tuple),
)
def test_any_company_comes_to_an_end(table, seed, styles):
    match = load(table[0]).new(table[1], seed)
    assert play_on(match, styles, seed).over
    assert (
        match.seat is None
        and match.legal() == []
        and match.asked == "over"
        and len(match.ranking()) >= 1
    )


def test_small_tables_end_in_every_way():
    """All passed (RT-2.2), ten idle rounds (RT-2.3), the last round is over (RT-6.1)."""
    ways = set()
    for name, styles in (
        ("ring", ("hoarder", "collector")),
        ("alps", ("idler",)),
        ("bay", ("idler", "staller")),
        ("bay", ("random",)),
    ):
        for seed in range(3):
            state = play_on(load(name).new(5, seed), styles, seed).position.state
            ways.add(
                "passes"
                if state.passes >= 5
                else "idle"
                if state.idle >= 50
                else "last round"
                if state.last_turns
                else "none"
            )
    assert ways == {"passes", "idle", "last round"}


@pytest.mark.deep
@tables()
def test_games_end_in_all_companies(name, seats):
    compiled_kernels(load(name))
    for one in STYLES:
        for other in STYLES:
            assert play_on(load(name).new(seats, 1), (one, other), 1).over


def swap_or_act(match, luck):
    """Seat 0 swaps as many pieces as it can in all its turns; the others swap too, and do something
    just before the end.
    """
    idle, ends = match.position.field("idle") + 1, 10 * match.seats
    swaps = [action for action in match.legal() if action.verb == "exchange"]
    if match.asked == "pieces":
        return match.legal()[-1]
    if swaps and (match.seat == 0 or idle < ends - 4 or (idle < ends - 1 and luck.random() < 0.6)):
        return max(swaps, key=lambda action: action.count)
    left = int(match.position.field("pieces")[match.seat].sum())
    acts = [
        action
        for action in match.legal()
        if action.verb not in ("claim", "exchange")
        or (action.verb == "claim" and left - length(match.game, action.route) > 6)
    ] or match.legal()
    order = {"harbour": -20, "pay": 0, "draw": 20, "tickets": 30}
    return min(
        acts,
        key=lambda action: (
            length(match.game, action.route)
            if action.verb == "claim"
            else order.get(action.verb, 0)
        ),
    )


@pytest.mark.parametrize("seed", [7, 12])
def test_the_longest_stall_loses_every_point(seed):
    """GL-6.1: a point for each pair swapped, however long it goes on; the score has room for all of
    them.
    """
    match, luck = load("great-lakes").new(5, seed), random.Random(seed)
    while not match.over:
        match.play(swap_or_act(match, luck))
    swapped = sum(
        action.count
        for action, seat in zip(match.actions, match.actors, strict=True)
        if action.verb == "exchange" and seat == 0
    )
    assert swapped > 20_000
    assert sum(line.points for line in match.sheet(0) if line.reason == "exchanged") == -swapped
    assert match.scores()[0] < -20_000
