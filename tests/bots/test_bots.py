"""The bots of the route games: how they are named, that they play every game to its end with every
verb, see no more than their view, and choose the same in both builds.
"""

import statistics
from collections import Counter
from functools import cache

import pytest

import ekiben
from ekiben import bots
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.duel import duel
from ekiben.core.errors import EkibenError
from ekiben.texts import languages

LIMIT = bots.Limit(seconds=1.0)
ROUTE_GAMES = ("america", "europe", "great-lakes", "london")
POLICIES = ("greedy", "racer", "junkie", "step", "path", "wary", "collector", "novice")
SIZES = [(name, seats) for name in ROUTE_GAMES for seats in range(2, 5 if name == "london" else 6)]
compiled_only = pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")

load = cache(ekiben.load)


def sat_down(game, specs):
    table = [bots.make(spec, seed) for seed, spec in enumerate(specs)]
    for seat, bot in enumerate(table):
        bot.sit(game, seat)
    return table


def played(game, specs, seed, watch=lambda match, bot, action: None):
    """The match of some bots, to its end; whatever they choose is legal, or the match would refuse
    it.
    """
    table, match = sat_down(game, specs), game.new(seats=len(specs), seed=seed)
    while not match.over:
        bot = table[match.seat]
        action = bot.choose(match.view(match.seat), match.legal(), LIMIT)
        watch(match, bot, action)
        match.play(action)
    return match


def around(seats, first=0):
    """A table of different policies."""
    return [POLICIES[(first + seat) % len(POLICIES)] for seat in range(seats)]


# ---- names
def test_every_bot_has_a_line_about_it_and_is_made_by_its_name():
    assert {"random", *POLICIES} <= set(bots.names())
    for language in languages():
        for name, words in bots.names(language).items():
            assert words and "\n" not in words
            assert isinstance(bots.make(name), bots.Bot)


def test_a_spec_sets_the_keys_of_its_bot():
    bot = bots.make("greedy:enough=0.4, price=1", seed=5)
    assert (bot.weights[:2], bot.seed) == ((0.4, 1.0), 5)
    assert bots.make("racer:among=7").weights == (7,)
    assert bots.make("random:seed=7", seed=5).seed == 7
    assert bots.make("greedy:").weights == bots.make("greedy").weights


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("gredy", ["no bot 'gredy'", "Did you mean 'greedy'?", "random, greedy"]),
        ("", ["no bot ''", "random, greedy"]),
        ("greedy:enuogh=1", ["no key 'enuogh'", "Did you mean 'enough'?", "seed, enough, price"]),
        ("random:price=1", ["no key 'price'", "Keys: seed"]),
        ("greedy:price=1,price=2", ["key 'price' is given twice"]),
        ("greedy:price=dear", ["price is a number such as 0.5, not 'dear'"]),
        ("greedy:price", ["price is a number such as 0.5, not ''"]),
    ],
)
def test_a_wrong_spec_is_an_error_that_says_what_would_be_right(spec, said):
    with pytest.raises(EkibenError) as caught:
        bots.make(spec)
    assert all(part in str(caught.value) for part in said), caught.value


@pytest.mark.parametrize("spec", POLICIES)
def test_a_policy_asks_for_a_seat_at_a_route_game(spec):
    match = load("america").new(seats=2, seed=1)
    with pytest.raises(EkibenError, match=f"{spec} must sit down"):
        bots.make(spec).choose(match.view(0), match.legal(), LIMIT)
    with pytest.raises(EkibenError, match=f"{spec} plays the route games, not other"):
        bots.make(spec).sit(type("Other", (), {"name": "other"})())
    assert (
        bots.make(spec, 0, load("america")).choose(match.view(0), match.legal(), LIMIT)
        in match.legal()
    )


def test_a_bot_can_sit_down_at_another_game():
    bot = bots.make("greedy")
    for name in ROUTE_GAMES:
        bot.sit(load(name), 0)
        match = load(name).new(seats=2, seed=3)
        assert bot.choose(match.view(0), match.legal(), LIMIT) == bots.make(
            "greedy", 0, load(name)
        ).choose(match.view(0), match.legal(), LIMIT)


# ---- whole games
@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_a_game_is_played_to_its_end_and_again_the_same(name, seats):
    first, again = (
        str(played(load(name), around(seats, seats), seed=seats).record()) for _ in range(2)
    )
    assert first == again


@compiled_only
@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_every_policy_plays_at_every_table(name, seats):
    """All of one kind, whole games in one loop."""
    game, games = load(name), 10 * seats
    for spec in POLICIES:
        found = duel(game, [bots.make(spec, seat) for seat in range(seats)], games, seed=3)
        assert found.scores.shape == (games, seats) and (found.lengths > 10 * seats).all()
        assert found.wins().sum(axis=1) == pytest.approx(1)


def test_random_has_luck_of_its_own():
    records = {
        str(played(load("london"), ["random:seed=1", f"random:seed={seed}"], seed=4).record())
        for seed in (1, 2, 3)
    }
    assert len(records) == 3


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_a_choice_depends_on_the_view_alone(name):
    """Neither what is hidden nor what the bot was asked before makes a difference."""
    game = load(name)

    def watch(match, bot, action):
        if len(match.actions) % 5 == 0:
            seen = match.view(match.seat)
            for seed in (1, 2):
                imagined = game.imagine(seen, seed)
                fresh = sat_down(game, [bot.name])[0]
                assert fresh.choose(imagined.view(match.seat), imagined.legal(), LIMIT) == action
                assert fresh.best_action(imagined.position.state.copy()) == bot.best_action(
                    match.position.state.copy()
                )

    for first in (0, 3):
        played(game, around(4, first), seed=11, watch=watch)


@compiled_only
@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.deep)])
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_machine_code_chooses_the_same(name, seats):
    """Of every policy in the same positions, and in whole games."""
    game, compiled = load(name), BUILDS.fastest()
    judges = [bots.make(spec, 0, game) for spec in POLICIES]

    def watch(match, bot, action):
        s = match.position.state
        for judge in judges:
            plain = BUILDS.interpreted.choose_one(*judge.interpreted, [s.copy()], judge.number)
            assert compiled.choose_one(*judge.compiled, s.copy().packed(), judge.number) == plain

    played(game, around(seats, seats), seed=21, watch=watch)


# ---- verbs
USUAL = {"turn draw", "second-card draw", "turn claim", "payment pay", "tickets keep"}
VERBS = {
    "america": USUAL,
    "europe": USUAL | {"tunnel pay", "tunnel withdraw"},
    "great-lakes": USUAL | {"refill refill", "pieces take", "turn exchange"},
    "london": USUAL,
}
BUILDING = {"europe": "turn station", "great-lakes": "turn harbour"}
DRAW_TICKETS = ("greedy", "wary", "step", "collector", "novice")


@pytest.mark.parametrize("name", ROUTE_GAMES)
@pytest.mark.parametrize("spec", POLICIES)
def test_a_policy_uses_every_verb(name, spec):
    """But for tickets, which some never draw; stations and harbours are for those who work for
    tickets.
    """
    used, drawn, seed = Counter(), set(), 0
    wanted = VERBS[name] | ({"turn tickets"} if spec in DRAW_TICKETS else set())
    wanted |= {BUILDING[name]} if name in BUILDING and spec != "racer" else set()

    def watch(match, bot, action):
        used[f"{match.asked} {action.verb}"] += 1
        if action.verb == "draw":
            drawn.update(action.fields)

    while not used.keys() >= wanted and seed < 40:
        played(load(name), [spec] * 3, seed, watch)
        seed += 1
    assert used.keys() >= wanted, wanted - used.keys()
    assert drawn == {"card", "deck"}


def test_wilds_are_spent_last():
    def watch(match, bot, action):
        if match.asked == "payment":
            assert action.cards.get("wild", 0) == min(
                other.cards.get("wild", 0) for other in match.legal()
            )

    for name in ROUTE_GAMES:
        played(load(name), around(3), seed=5, watch=watch)


def test_every_policy_beats_random():
    for name in ROUTE_GAMES:
        for spec in POLICIES:
            scores = [played(load(name), ["random", spec], seed).scores() for seed in range(3)]
            assert statistics.mean(policy - uniform for uniform, policy in scores) > 10, (
                name,
                spec,
            )
