"""Big cities that are being closed: bots take a way in before it is too late, and never close a
city to others themselves.
"""

import numpy as np
import pytest
from games.tokyo.table import arranged, cost, links

import ekiben
from ekiben import bots
from ekiben.bots.tokyo.lockout import closing_city, hold_open, price_of_entries, price_of_exits
from ekiben.bots.tokyo.strategist import Strategist
from ekiben.games.tokyo.imagine import state_from

LIMIT = bots.Limit(seconds=1000.0)
WATCHFUL = ("courier", "dispatcher", "strategist")
ALL = ("drifter", *WATCHFUL)
MITO = 6  # among the big cities
WAYS = (
    "r14c37 n",
    "r14c37 ne",
    "r14c37 nw",
    "r14c37 w",
    "r14c37 sw",
    "r14c38 n",
    "r14c38 ne",
    "r14c38 e",
    "r14c38 se",
    "r14c38 nw",
    "r15c37 w",
    "r15c37 sw",
    "r15c37 s",
    "r15c37 se",
    "r15c37 nw",
    "r15c38 ne",
    "r15c38 e",
    "r15c38 s",
    "r15c38 sw",
    "r15c38 se",
)
OUTSIDE = ["r28c23 n", "r34c21 w"]  # track of a seat elsewhere


def seated(spec, game, seed=0):
    """The expert plays no trials, so that it does not depend on time."""
    game.builds.fastest()
    bot = (
        Strategist(seed, games=0, width=60, jobs=3)
        if spec == "strategist"
        else bots.make(spec, seed)
    )
    bot.sit(game)
    return bot


def closing(taken=WAYS[:11], own=(), **how):
    """Seat 0 builds; seat 1 has taken these ways into Mito."""
    return arranged(
        **{
            "asked": "build",
            "money": {0: 60},
            "jobs": [],
            "track": {0: [*OUTSIDE, *own], 1: list(taken)},
            **how,
        }
    )


def is_way_in(match, action):
    return action.verb == "build" and action.id - match.game.plain_board.build in {
        link for way in WAYS for link in links(match.game, way)
    }


def position(match):
    return match.game.plain_board, state_from(match.view(0)), 0


# ---- seeing it
def test_the_ways_into_a_city_are_its_entries():
    match = arranged()
    assert match.view().entries[MITO] == len(WAYS)
    b, s, seat = position(match)
    assert (
        price_of_entries(b, s, MITO)
        == price_of_exits(b, s, seat, MITO)
        == sum(cost(match, way) for way in WAYS)
    )


@pytest.mark.parametrize(
    ("taken", "threatened"),
    [(0, False), (4, False), (9, True), (15, True), (19, True), (20, False)],
)
def test_a_city_is_in_danger_while_one_turn_might_close_it(taken, threatened):
    """Half a turn's building early, in case of an event; when all is taken nothing can be done."""
    b, s, seat = position(closing(WAYS[:taken]))
    left = sum(cost(closing(), way) for way in WAYS[taken:])
    assert threatened == (0 < left <= 75)
    assert (closing_city(b, s, seat) == MITO) == threatened


def test_a_city_joined_to_the_network_is_in_no_danger():
    b, s, seat = position(
        closing(WAYS[:17], own=["r15c38 s", "r16c38 s", "r17c38 s", "r18c38 s", "r19c38 s"])
    )
    assert price_of_exits(b, s, seat, MITO) > 50 and closing_city(b, s, seat) == -1


def test_with_enough_cities_joined_nothing_is_in_danger():
    assert closing_city(*position(closing(joined=[0], track={1: list(WAYS[:11])}))) == -1


def test_two_that_close_a_city_count_twice():
    """Each of those who hold much of it may take a turn's building before the seat comes again."""
    for second, threatened in ((WAYS[4:5], False), (WAYS[4:8], True)):
        match = closing(seats=3, track={0: OUTSIDE, 1: list(WAYS[:4]), 2: list(second)})
        assert (closing_city(*position(match)) == MITO) == threatened


# ---- doing something about it
@pytest.mark.parametrize("spec", WATCHFUL)
@pytest.mark.parametrize("taken", [11, 15, 19])
def test_a_bot_takes_a_way_into_a_city_that_is_being_closed(spec, taken):
    match = closing(WAYS[:taken])
    bot = seated(spec, match.game)
    first = bot.choose(match.view(0), match.legal(), LIMIT)
    assert is_way_in(match, first)
    match.play(first)
    while match.seat == 0:
        match.play(bot.choose(match.view(0), match.legal(), LIMIT))
    b, s, seat = position(match)
    assert (
        price_of_exits(b, s, seat, MITO) > b.each_turn
    )  # and not to a blind alley: the next turn cannot close it


@pytest.mark.parametrize("spec", WATCHFUL)
def test_a_bot_without_money_borrows_for_the_way_in(spec):
    match = closing(money={0: 2})
    bot = seated(spec, match.game)
    first = bot.choose(match.view(0), match.legal(), LIMIT)
    assert first.verb == "borrow"
    match.play(first)
    assert is_way_in(match, bot.choose(match.view(0), match.legal(), LIMIT))


@pytest.mark.parametrize("spec", WATCHFUL)
def test_a_bot_with_a_single_way_in_builds_on_before_that_is_walled_in(spec):
    match = closing(WAYS[:19], own=[WAYS[19]])
    b, s, seat = position(match)
    assert 0 < price_of_exits(b, s, seat, MITO) <= 50
    first = seated(spec, match.game).choose(match.view(0), match.legal(), LIMIT)
    assert first.verb == "build"
    match.play(first)
    assert price_of_exits(*position(match), MITO) > price_of_exits(b, s, seat, MITO)


@pytest.mark.parametrize("force", [{1: "quake"}, {0: "derailment"}])
def test_who_may_not_build_does_not_borrow_for_it(force):
    assert hold_open(*position(closing(force=force, money={0: 2}))) == -1


@pytest.mark.parametrize(("force", "is_barred"), [("flood", True), ("waves", False)])
def test_a_way_that_an_event_bars_is_not_paid_for_on_credit(force, is_barred):
    """TR-7.5: the last way leads over a river."""
    b, s, seat = position(
        closing([way for way in WAYS if way != "r14c37 n"], force={1: force}, money={0: 2})
    )
    assert hold_open(b, s, seat) == (-1 if is_barred else b.borrow)


def test_the_last_way_is_not_paid_for_on_credit_when_it_is_left_to_others():
    """Seat 0 is in by a blind alley, seat 2 is not in: the one way left is seat 2's."""
    taken = [way for way in WAYS if way not in ("r14c37 nw", "r15c38 se")]
    alley = ["r13c36 n", "r13c36 ne", "r13c36 nw", "r13c36 w", "r13c36 sw", "r13c36 s", "r13c36 e"]
    match = closing(seats=3, money={0: 2}, track={0: ["r14c37 nw"], 1: [*taken, *alley]})
    b, s, seat = position(match)
    assert closing_city(b, s, seat) == MITO and price_of_exits(b, s, seat, MITO) == cost(
        match, "r15c38 se"
    )
    assert hold_open(b, s, seat) == -1


# ---- never closing it
OWN_WAY, LAST_WAY = (
    "r14c37 nw",
    "r15c38 se",
)  # the last leads straight to Oarai, where a job on the train goes


def at_the_last_way(third=()):
    taken = [way for way in WAYS if way not in (OWN_WAY, LAST_WAY, *third)]
    match = arranged(
        asked="build",
        seats=3,
        money={0: 60},
        jobs=[],
        carried={0: ["b72"]},
        train={0: "r15c38"},
        track={0: [OWN_WAY, "r13c36 6w"], 1: taken, 2: list(third)},
    )
    assert not match.game.options["no_lockout"] and match.why_not(f"build {LAST_WAY}") is None
    return match


@pytest.mark.parametrize("spec", ALL)
def test_a_bot_leaves_the_last_way_to_who_is_not_in(spec):
    """With the option off too; it brings the job all the same."""
    match = at_the_last_way()
    bot = seated(spec, match.game)
    while match.view().turns < 48 and any(match.view().carried[0]):
        match.play(
            bot.choose(match.view(0), match.legal(), LIMIT)
            if match.seat == 0
            else match.legal()[-1]
        )
    assert match.view().entries[MITO] == 1 and not any(match.view().carried[0])


@pytest.mark.parametrize("spec", ALL)
def test_a_bot_takes_the_last_way_once_all_are_in(spec):
    match = at_the_last_way(third=["r14c38 ne"])
    assert (
        str(seated(spec, match.game).choose(match.view(0), match.legal(), LIMIT))
        == f"build {LAST_WAY}"
    )


# ---- the sealer
def duel(specs, seed, turns=200, **options):
    """The match of two bots, as far as it comes in so many turns."""
    game = ekiben.load("tokyo", **options)
    match, table = (
        game.new(seats=2, seed=seed),
        [seated(spec, game, seat) for seat, spec in enumerate(specs)],
    )
    while not match.over and match.view().turns < 2 * turns:
        match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
    return match


def closed_to(match, seat):
    b, s, _ = position(match)
    return sum(price_of_exits(b, s, seat, big) == 0 for big in range(b.bigs))


def test_a_sealer_closes_two_cities_to_whoever_does_not_see_it():
    match = duel(["sealer", "drifter"], seed=1, turns=8)
    assert closed_to(match, 1) == 2 and match.view().loans[0] > 2


@pytest.mark.parametrize("spec", WATCHFUL)
def test_a_sealer_closes_nothing_to_whoever_sees_it(spec):
    assert closed_to(duel(["sealer", spec], seed=0, turns=9), 1) == 0


def test_with_the_option_a_sealer_closes_nothing_to_anybody():
    match = duel(["sealer", "drifter"], seed=1, turns=8, no_lockout=True)
    assert np.count_nonzero(match.view().entries == 0) == 0


@pytest.mark.deep
@pytest.mark.parametrize(("spec", "share"), [("dispatcher", 0.35), ("strategist", 0.25)])
def test_sealing_does_not_pay(spec, share):
    won = 0
    for seed in range(24):
        specs = ["sealer", spec] if seed % 2 else [spec, "sealer"]
        won += duel(specs, seed).ranking()[0] in (
            [specs.index("sealer")],
            (specs.index("sealer"),),
            specs.index("sealer"),
        )
    assert won / 24 <= share


@pytest.mark.deep
def test_among_themselves_nothing_is_in_danger():
    """So that they play as they would if they looked for no danger."""
    for seed in range(6):
        game = ekiben.load("tokyo")
        match, table = (
            game.new(seats=2, seed=seed),
            [seated("dispatcher", game, seat) for seat in range(2)],
        )
        while not match.over:
            s = state_from(match.view(match.seat))
            assert match.asked != "build" or closing_city(game.plain_board, s, match.seat) == -1
            match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
