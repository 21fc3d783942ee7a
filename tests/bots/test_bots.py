"""The bots: how they are named, that they play every game to its end, see no more than their view, and how well greedy does."""

import statistics
from collections import Counter
from functools import cache

import pytest

import ekiben
from ekiben import bots
from ekiben.bots.atlas import Sight, atlas_of
from ekiben.bots.plans import planned
from ekiben.core.errors import EkibenError
from ekiben.games.routes.hints import cheapest_way
from ekiben.games.routes.imagine import filled

LIMIT = bots.Limit(seconds=1.0)
ROUTE_GAMES = ("america", "europe", "great-lakes", "london")
SIZES = [(name, seats) for name in ROUTE_GAMES for seats in range(2, 5 if name == "london" else 6)]
POINTS, TURNS = 112, 42             # greedy against itself, America, two seats: a seat's points and turns

load = cache(ekiben.load)


def sat_down(game, specs):
    table = [bots.make(spec, seed) for seed, spec in enumerate(specs)]
    for seat, bot in enumerate(table):
        bot.sit(game, seat)
    return table


def played(game, specs, seed, watch=lambda match, bot, action: None):
    """The match of some bots, to its end."""
    table, match = sat_down(game, specs), game.new(seats=len(specs), seed=seed)
    while not match.over:
        bot = table[match.seat]
        action = bot.choose(match.view(match.seat), match.legal(), LIMIT)
        watch(match, bot, action)
        match.play(action)
    return match


# ---- names
def test_every_bot_has_a_line_about_it_and_is_made_by_its_name():
    assert list(bots.names()) == ["random", "greedy", "drifter", "courier", "dispatcher"]
    for name, words in bots.names().items():
        assert words and "\n" not in words
        assert isinstance(bots.make(name), bots.Bot)


def test_a_spec_sets_the_keys_of_its_bot():
    bot = bots.make("greedy:enough=0.4, price=1", seed=5)
    assert (bot.enough, bot.price, bot.seed) == (0.4, 1.0, 5)
    assert bots.make("random:seed=7", seed=5).seed == 7
    assert bots.make("greedy:").price == bots.make("greedy").price


@pytest.mark.parametrize(("spec", "said"), [
    ("gredy", ["no bot 'gredy'", "Did you mean 'greedy'?", "random, greedy"]),
    ("", ["no bot ''", "random, greedy"]),
    ("greedy:enuogh=1", ["no key 'enuogh'", "Did you mean 'enough'?", "seed, enough, price"]),
    ("random:price=1", ["no key 'price'", "Keys: seed"]),
    ("greedy:price=1,price=2", ["key 'price' is given twice", "seed, enough, price"]),
    ("greedy:price=dear", ["price is a number such as 0.5, not 'dear'"]),
    ("greedy:price", ["price is a number such as 0.5, not ''"]),
])
def test_a_wrong_spec_is_an_error_that_says_what_would_be_right(spec, said):
    with pytest.raises(EkibenError) as caught:
        bots.make(spec)
    assert all(part in str(caught.value) for part in said), caught.value


def test_greedy_asks_for_a_seat_at_a_route_game():
    match = load("america").new(seats=2, seed=1)
    with pytest.raises(EkibenError, match="must sit down"):
        bots.make("greedy").choose(match.view(0), match.legal(), LIMIT)
    with pytest.raises(EkibenError, match="plays the route games"):
        bots.make("greedy").sit(type("Other", (), {"name": "other"})())
    assert bots.make("greedy", 0, load("america")).choose(match.view(0), match.legal(), LIMIT) in match.legal()


def test_a_bot_can_sit_down_at_another_game():
    bot = bots.make("greedy")
    for name in ROUTE_GAMES:
        bot.sit(load(name), 0)
        match = load(name).new(seats=2, seed=3)
        assert bot.choose(match.view(0), match.legal(), LIMIT) == bots.make("greedy", 0, load(name)).choose(
            match.view(0), match.legal(), LIMIT)


# ---- whole games
@pytest.mark.parametrize("spec", ["random", "greedy"])
@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_a_game_is_played_to_its_end_and_again_the_same(name, seats, spec):
    first, again = (str(played(load(name), [spec] * seats, seed=seats).record()) for _ in range(2))
    assert first == again


def test_random_has_luck_of_its_own():
    records = {str(played(load("london"), ["random:seed=1", f"random:seed={seed}"], seed=4).record()) for seed in (1, 2, 3)}
    assert len(records) == 3


@pytest.mark.parametrize("spec", ["random", "greedy"])
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_a_choice_depends_on_the_view_alone(name, spec):
    """Neither what is hidden nor what the bot was asked before makes a difference."""
    game = load(name)

    def watch(match, bot, action):
        if len(match.actions) % 7 == 0:
            seen = match.view(match.seat)
            for seed in (1, 2):
                imagined = game.imagine(seen, seed)
                fresh = bots.make(spec, bot.seed, game)
                assert fresh.choose(imagined.view(match.seat), imagined.legal(), LIMIT) == action
    played(game, [spec, spec, spec], seed=11, watch=watch)


# ---- greedy
VERBS = {
    "america": {"turn draw", "second-card draw", "turn claim", "payment pay", "turn tickets", "tickets keep"},
    "europe": {"turn draw", "turn claim", "turn tickets", "turn station", "payment pay", "tunnel pay", "tunnel withdraw", "tickets keep"},
    "great-lakes": {"turn draw", "turn claim", "turn tickets", "turn harbour", "turn exchange", "refill refill", "payment pay",
                    "tickets keep", "pieces take"},
    "london": {"turn draw", "second-card draw", "turn claim", "payment pay", "turn tickets", "tickets keep"},
}


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_greedy_uses_every_verb(name):
    used, drawn = Counter(), set()

    def watch(match, bot, action):
        used[f"{match.asked} {action.verb}"] += 1
        if action.verb == "draw":
            drawn.update(action.fields)
    for seed in range(6):
        played(load(name), ["greedy", "greedy", "greedy"], seed, watch)
    assert used.keys() >= VERBS[name]
    assert drawn == {"card", "deck"}


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_a_plan_takes_the_fewest_spaces(name):
    """The same as the hints' own search, where neither tunnels nor ferries make a way dearer."""
    game = load(name)
    view = game.new(seats=2, seed=1).view(0)
    atlas, sight, state = atlas_of(game), Sight(atlas_of(game), view), filled(view)
    for ticket in game.board.tickets:
        plan = planned(atlas, sight, [ticket.number])
        way = cheapest_way(game, state, ticket.a, ticket.z)
        spaces = sum(game.board.routes[route].length for route in way)
        assert sum(plan.spaces) >= spaces
        assert sum(plan.spaces) == spaces or name == "europe"


def test_greedy_spends_wilds_last():
    def watch(match, bot, action):
        if match.asked == "payment":
            assert action.cards.get("wild", 0) == min(other.cards.get("wild", 0) for other in match.legal())
    for name in ROUTE_GAMES:
        played(load(name), ["greedy", "greedy"], seed=5, watch=watch)


def test_greedy_beats_random():
    for name in ROUTE_GAMES:
        scores = [played(load(name), ["random", "greedy"], seed).scores() for seed in range(5)]
        assert statistics.mean(greedy - uniform for uniform, greedy in scores) > 20


def against_itself(seeds):
    """A game's mean points and turns of a seat, game by game."""
    matches = [played(load("america"), ["greedy", "greedy"], seed) for seed in seeds]
    points = [statistics.mean(match.scores()) for match in matches]
    turns = [match.view(None).turns / 2 for match in matches]
    for word, values in (("points", points), ("turns", turns)):
        error = statistics.stdev(values) / len(values) ** 0.5
        print(f"greedy against itself, {len(values)} games: {word} {statistics.mean(values):.2f}, standard error {error:.2f}")
    return statistics.mean(points), statistics.mean(turns)


def test_greedy_against_itself():
    points, turns = against_itself(range(1000, 1060))
    assert abs(points - POINTS) < 10 and abs(turns - TURNS) < 2.5


@pytest.mark.deep
def test_greedy_against_itself_scores_as_published():
    load("america").speeds.best()
    points, turns = against_itself(range(1_000_000, 1_001_000))
    assert abs(points - POINTS) <= 3 and abs(turns - TURNS) <= 1.5
