"""The planner: legal and the same in both builds, from the view alone, with every kind of action;
and what it measures with, compared with the same worked out in another way.
"""

import itertools
import statistics
from collections import Counter
from functools import cache

import pytest

import ekiben
from ekiben import bots
from ekiben.bots import levels
from ekiben.bots.routes import planner_claims, planner_tickets
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.features import observe
from ekiben.bots.routes.planner import planner, propose
from ekiben.bots.routes.planner_danger import claim_danger
from ekiben.bots.routes.planner_tuning import tuned_weights, weight_tables
from ekiben.bots.routes.planner_weights import NAMES, TABLES, WEIGHTS_PER_TABLE
from ekiben.bots.routes.policy_state import PROPOSALS, PolicyState
from ekiben.core.compiled import bit
from ekiben.games.routes.imagine import state_from
from ekiben.games.routes.network import is_complete, join
from ekiben.games.routes.state import TURN

LIMIT = bots.Limit(seconds=1.0)
ROUTE_GAMES = ("america", "europe", "great-lakes", "london")
OTHERS = ("planner", "greedy", "racer", "junkie", "planner")
compiled_only = pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")

MOST_GAMES = 12
SHOWING = {
    "america": 1,
    "europe": 13,
    "great-lakes": 10,
    "london": 0,
}  # the deal from which on the rare verbs are looked for

load = cache(ekiben.load)


def played(game, specs, seed, watch=lambda match, bot, action: None):
    """The match of some bots, to its end."""
    table, match = (
        [bots.make(spec, seat, game) for seat, spec in enumerate(specs)],
        game.new(seats=len(specs), seed=seed),
    )
    while not match.over:
        action = table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT)
        watch(match, table[match.seat], action)
        match.play(action)
    return match


@cache
def seen_in_a_game(name):
    """All that three planners see in a game of theirs, with what is legal."""
    found = []

    def watch(match, bot, action):
        found.append((state_from(match.view(match.seat)), {one.id for one in match.legal()}))

    played(load(name), ["planner"] * 3, 8, watch)
    return found


def positions(name, every):
    """What the planner works with, now and then in a game, and what is legal there."""
    for s, legal in seen_in_a_game(name)[::every]:
        yield *at_hand(name), s.copy(), PolicyState(), legal


def opening(name, seats=2):
    return *at_hand(name), state_from(load(name).new(seats=seats, seed=2).view(0)), PolicyState()


def at_hand(name):
    """Board and tables."""
    return load(name).plain_board, bots.make("planner", 0, load(name)).tables


# ---- the bot
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_a_choice_depends_on_the_view_alone(name):
    """Neither what is hidden nor what the bot was asked before makes a difference."""
    game = load(name)

    def watch(match, bot, action):
        if bot.name == "planner" and len(match.actions) % 4 == 0:
            seen = match.view(match.seat)
            for seed in (1, 2):
                imagined, fresh = game.imagine(seen, seed), bots.make("planner", 0, game)
                assert fresh.choose(imagined.view(match.seat), imagined.legal(), LIMIT) == action
                assert fresh.best_action(imagined.position.state.copy()) == bot.best_action(
                    match.position.state.copy()
                )

    played(game, OTHERS[:4], seed=11, watch=watch)


@compiled_only
@pytest.mark.parametrize("seats", [3, *(pytest.param(n, marks=pytest.mark.deep) for n in (2, 4))])
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_machine_code_chooses_the_same(name, seats):
    game, compiled = load(name), BUILDS.fastest()
    judge = bots.make("planner", 0, game)

    def watch(match, bot, action):
        s = match.position.state
        plain = BUILDS.interpreted.choose_one(*judge.interpreted, [s.copy()], judge.number)
        assert compiled.choose_one(*judge.compiled, s.copy().packed(), judge.number) == plain

    played(game, OTHERS[:seats], seed=30 + seats, watch=watch)


def test_planner_is_the_hard_level():
    for name in ROUTE_GAMES:
        assert levels.level(load(name), "hard").spec == "planner"


@pytest.mark.parametrize("name", ["america", "london"])
def test_planner_beats_random(name):
    uniform, planner = played(load(name), ["random", "planner"], 1).scores()
    assert planner - uniform > 15


# ---- proposals
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_proposals_are_legal_and_begin_with_the_own_choice(name):
    sizes = set()
    for b, t, s, p, legal in positions(name, every=3):
        if s.asked == TURN:
            own = planner(b, t, s, p)
            size = propose(b, t, s, p)
            sizes.add(size)
            proposed = p.proposed[:size].tolist()
            assert (
                proposed[0] == own
                and len(set(proposed)) == size <= PROPOSALS
                and set(proposed) <= legal
            )
            worths = p.proposed_value[1:size].tolist()
            assert worths == sorted(worths, reverse=True)
    assert max(sizes) >= 3


# ---- its figures
def test_every_board_has_all_figures_for_every_table():
    assert set(weight_tables()) == set(ROUTE_GAMES)
    for board, tables in weight_tables().items():
        assert set(tables) == {"2", "3", "4"}
        assert all(tuple(row) == NAMES and min(row.values()) >= 0.0 for row in tables.values())
        assert tuned_weights(board)[WEIGHTS_PER_TABLE : 2 * WEIGHTS_PER_TABLE] == list(
            tables["3"].values()
        )
    assert len(
        tuned_weights("a board of one's own")
    ) == TABLES * WEIGHTS_PER_TABLE and tuned_weights("no such board") == tuned_weights("america")


# ---- what it measures with
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_cities_are_joined_as_the_rules_join_them(name):
    for b, t, s, p, _ in positions(name, every=23):
        observe(b, t, s, p)
        join(b, s, s.seat)
        for ticket in range(b.tickets):
            joined = planner_claims.is_connected(
                b, p, int(b.ticket_a[ticket]), int(b.ticket_z[ticket])
            )
            assert joined == is_complete(b, s, ticket)


def test_the_best_of_an_offer_is_its_mean_over_all_offers():
    p = PolicyState()
    values = [3.0, -2.0, 7.5, 1.0, 0.5, -4.0, 3.0]
    for size, value in enumerate(values):
        planner_tickets.insert_promise(p, size, value)
    for drawn in (1, 2, 3, 7):
        offers = [max(offer) for offer in itertools.combinations(values, drawn)]
        assert planner_tickets.mean_of_best(p, len(values), drawn) == pytest.approx(
            statistics.mean(offers)
        )


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_trying_out_tickets_leaves_the_prices_as_they_were(name):
    b, t, s, p = opening(name)
    observe(b, t, s, p)
    planner_claims.value_claims(b, t, s, p, 30.0, 1.0)
    before = p.price.tolist()
    planner_tickets.choose_tickets(b, t, s, p, 30.0)
    planner_tickets.reset_plan(p)
    assert p.price.tolist() == before


def test_one_ticket_is_worth_its_points_less_its_way():
    b, t, s, p = opening("america")
    observe(b, t, s, p)
    planner_claims.value_claims(b, t, s, p, 30.0, 1.0)
    planner_tickets.clear_plan(p)
    for ticket in range(b.tickets):
        points = float(b.ticket_points[ticket])
        worth = planner_tickets.tickets_value(b, t, s, p, bit(ticket), 60.0)
        assert -points <= worth < points * (2 * tuned_weights("america")[NAMES.index("keep")] - 1)


def test_danger_grows_with_what_another_is_known_to_hold():
    b, _, s, _ = opening("america")
    s.setting_up, other = 0, 1 - s.seat
    red = next(route for route in range(b.routes) if b.colour[route] == 3 and b.length[route] >= 4)
    dangers = []
    for cards in range(7):
        s.seen[other, 3], s.hand_size[other, 0] = cards, cards
        dangers.append(claim_danger(b, s, red))
    assert dangers[0] == 0.0 and dangers[-1] == 1.0 and dangers == sorted(dangers)
    s.pieces[other, 0] = 2
    assert claim_danger(b, s, red) == 0.0


def test_the_last_turn_is_known():
    seen = []

    def watch(match, bot, action):
        s = state_from(match.view(match.seat))
        if s.last_turns > 0 and s.asked == TURN:
            b, t, p = load("great-lakes").plain_board, bot.tables, PolicyState()
            observe(b, t, s, p)
            seen.append(planner_claims.expected_turns(b, t, s, p))

    played(load("great-lakes"), ["planner"] * 2, 3, watch)
    assert seen == [2.0, 2.0, 1.0, 1.0]


# ---- tickets, and the other verbs
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_a_seat_that_has_lost_gambles_for_tickets(name):
    """In its last turn, if one that nobody has shown it would be complete and bring more than any
    claim.
    """
    asked = []
    for b, t, s, p, _ in positions(name, every=1):
        if s.asked == TURN and 0 < s.last_turns <= s.seats:
            s.score[[seat for seat in range(s.seats) if seat != s.seat]] += 200
            asked.append(planner(b, t, s, p) == b.ask_tickets)
            s.score[:] = 0
            s.score[s.seat] = 200
            assert planner(b, t, s, p) != b.ask_tickets
    assert any(asked)


USUAL = {
    "turn draw",
    "second-card draw",
    "turn claim",
    "payment pay",
    "tickets keep",
    "turn tickets",
}
VERBS = {
    "america": USUAL,
    "europe": USUAL | {"tunnel pay", "tunnel withdraw", "turn station"},
    "great-lakes": USUAL | {"refill refill", "pieces take", "turn exchange", "turn harbour"},
    "london": USUAL,
}


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_planner_uses_every_verb(name):
    used, drawn, seed = Counter(), set(), 0

    def watch(match, bot, action):
        used[f"{match.asked} {action.verb}"] += 1
        if action.verb == "draw":
            drawn.update(action.fields)

    while not used.keys() >= VERBS[name] and seed < MOST_GAMES:
        played(load(name), ["planner"] * 4, SHOWING[name] + seed, watch)
        seed += 1
    assert used.keys() >= VERBS[name], VERBS[name] - used.keys()
    assert drawn == {"card", "deck"}
