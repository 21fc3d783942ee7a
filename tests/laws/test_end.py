"""Every game ends, whatever its players do (RT-2.3)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .play import MIXES, SMALL, STYLES, TABLES, load, native, play_on, tables

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
@given(st.sampled_from(SMALL_TABLES), st.integers(0, (1 << 128) - 1),
       st.lists(st.sampled_from(list(STYLES)), min_size=1, max_size=5).map(tuple))
def test_any_company_comes_to_an_end(table, seed, styles):
    match = load(table[0]).new(table[1], seed)
    assert play_on(match, styles, seed).over
    assert match.seat is None and match.legal() == [] and match.asked == "over" and len(match.ranking()) >= 1


def test_small_tables_end_in_every_way():
    """All passed (RT-2.2), ten rounds brought nothing on (RT-2.3), the last round is over (RT-6.1)."""
    ways = set()
    for name, styles in (("ring", ("hoarder", "collector")), ("alps", ("idler",)), ("bay", ("idler", "staller")), ("bay", ("random",))):
        for seed in range(3):
            state = play_on(load(name).new(5, seed), styles, seed).position.plain()
            ways.add("passes" if state.passes >= 5 else "idle" if state.idle >= 50 else "last round" if state.last_turns else "none")
    assert ways == {"passes", "idle", "last round"}


@pytest.mark.deep
@tables()
def test_games_end_in_all_companies(name, seats):
    native(load(name))
    for one in STYLES:
        for other in STYLES:
            assert play_on(load(name).new(seats, 1), (one, other), 1).over


@pytest.mark.deep
def test_the_longest_stall_keeps_its_score():
    """Five who swap pieces as long as the game lets them: points are lost by the thousand, and every one is in the sheet."""
    native(load("great-lakes"))
    match = load("great-lakes").new(5, 1)
    play_on(match, ("staller",), 1)
    assert [sum(line.points for line in match.sheet(seat)) for seat in range(5)] == match.scores()
