"""Nothing is lost and nothing appears: cards by kind, pieces, tickets, routes and points, counted
again at many positions.
"""

import pytest
from hypothesis import given, settings

from . import recount
from .play import (
    FULL,
    MIXES,
    ROUTE_GAMES,
    ROUTE_TABLES,
    decisions,
    load,
    play_on,
    plays,
    sampled,
    tables,
)

ROUTE_FULL = [table for table in FULL if table[0] in ROUTE_GAMES]


@tables(*ROUTE_TABLES)
def test_nothing_is_lost(name, seats):
    for seed, styles in enumerate(MIXES[seats::5]):
        for match in sampled(
            load(name).new(seats, seed), styles, seed, every=200 if "staller" in styles else 29
        ):
            recount.check(match)


@tables(*ROUTE_FULL)
def test_nothing_is_lost_with_other_options(name, seats):
    game = load(name, **{option.name: option.values[-1] for option in load(name).known_options})
    for match in sampled(game.new(seats, 11), ("random", "hoarder", "claimer"), 11, every=23):
        recount.check(match)


@settings(max_examples=60)
@given(plays(ROUTE_TABLES))
def test_nothing_is_lost_in_any_play(played):
    recount.check(played.match())


@tables(*((name, seats) for name, seats in ROUTE_TABLES if name in ("ring", "alps", "bay")))
def test_nothing_is_lost_at_small_tables_at_any_decision(name, seats):
    for match in decisions(load(name).new(seats, 4), ("random", "claimer", "hoarder"), 4):
        recount.check(match)


@tables(*ROUTE_TABLES)
def test_final_scores_are_a_recount(name, seats):
    for seed in range(4):
        match = play_on(
            load(name).new(seats, 100 + seed),
            (("builder", "claimer"), ("random",), ("short",), ("long",))[seed],
            seed,
        )
        recount.check(match)


@pytest.mark.deep
@tables(*ROUTE_TABLES)
def test_final_scores_are_a_recount_often(name, seats):
    for seed in range(300):
        match = play_on(
            load(name).new(seats, 1000 + seed),
            (("builder", "claimer"), ("random",), ("short", "returner"))[seed % 3],
            seed,
        )
        recount.check(match)


@pytest.mark.deep
@settings(max_examples=3000)
@given(plays(ROUTE_TABLES, most=600))
def test_nothing_is_lost_in_much_play(played):
    recount.check(played.match())
