"""The expert that searches with a network: the network's choice is the move to beat, values and
worlds are the network's, the view alone counts, and every build chooses the same.
"""

import math
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
from random_networks import random_network

import ekiben
from ekiben import bots
from ekiben.bots.family import LearnedKeys
from ekiben.bots.learned import files
from ekiben.bots.learned.network import Networks
from ekiben.bots.routes import network_expert
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.expert import RouteExpert, Search
from ekiben.bots.routes.learned_player import RouteLearned
from ekiben.bots.routes.network_arguments import NetworkArguments
from ekiben.bots.routes.network_expert import NetworkExpert, NetworkSearch
from ekiben.bots.routes.network_kernels import CERTAIN, final_value, power
from ekiben.core import match
from ekiben.core.chance import seed_words
from ekiben.core.kernel_calls import run
from ekiben.games.routes.imagine import state_from

LIMIT = bots.Limit(seconds=1.0)
WORDS = np.array(seed_words(77), np.int64)
compiled_only = pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")
load = cache(ekiben.load)


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    """One round is played on: without machine code networks take long."""
    monkeypatch.setattr(network_expert, "ROUNDS", 1)


@cache
def positions(name="london", seats=3):
    """Views with a choice, and the legal actions, from a game of the planner."""
    game = load(name)
    table, found = game.new(seats=seats, seed=5), []
    player = bots.make("planner", 0, game)
    while not table.over:
        view, legal = table.view(table.seat), table.legal()
        found += [(view, legal)] if len(legal) > 1 else []
        table.play(player.choose(view, legal, LIMIT))
    return found


def sat(name="london", **keys):
    bot = NetworkExpert(**keys)
    bot.sit(load(name))
    return bot


def searched(bot, view, kernels=BUILDS.interpreted, threads=1):
    search = NetworkSearch(bot, view, bots.Limit(1.0, threads), kernels)
    return run(search.best(), threads)


def evaluate(view):
    learned = RouteLearned(LearnedKeys(0, ""))
    learned.sit(load("london"))
    return learned.evaluate(view)


# ---- the moves
def test_the_moves_are_those_that_the_network_thinks_best():
    bot = sat(rollouts=200)
    for view, legal in positions()[::6]:
        search, told = NetworkSearch(bot, view, LIMIT, BUILDS.interpreted), evaluate(view)
        moves = search.moves().tolist()
        logits = dict(zip(told.actions.tolist(), told.policy.tolist(), strict=True))
        assert set(moves) <= {action.id for action in legal}
        best = sorted(logits.values(), reverse=True)[: network_expert.TOP]
        assert [logits[move] for move in moves] == best[: len(moves)]


def scripted(bot, view, values):
    """A search in which every move is worth what a script says, by its place."""
    search = NetworkSearch(bot, view, LIMIT, BUILDS.interpreted)
    order = {int(move): n for n, move in enumerate(search.moves())}

    def batch(moves, worlds):
        yield from ()
        return np.array([[values(order[int(move)])] * worlds for move in moves], np.int64)

    search.batch = batch
    return search, list(order)


def test_another_move_is_played_only_for_a_gain():
    bot = sat(rollouts=200)
    view = next(
        view
        for view, _ in positions()
        if len(NetworkSearch(bot, view, LIMIT, BUILDS.interpreted).moves()) > 1
    )
    search, moves = scripted(bot, view, lambda n: CERTAIN if n == 1 else 0)
    assert run(search.best()) == moves[1]
    search, moves = scripted(bot, view, lambda n: 0)
    assert run(search.best()) == moves[0]


# ---- values
def test_a_value_is_the_share_of_the_win_that_the_network_tells():
    """At the end of a turn of the planner: the next seat is asked, and the seat has its share."""
    game, bot = load("london"), sat(rollouts=8)
    table, player = game.new(seats=3, seed=5), bots.make("planner", 0, game)
    while table.view(None).turns < 9:
        table.play(player.choose(table.view(table.seat), table.legal(), LIMIT))
    move = next(action for action in table.legal() if action.verb == "draw")
    view = table.view(table.seat)
    search = NetworkSearch(bot, view, LIMIT, BUILDS.interpreted)
    search.moves()
    found = run(search.batch(np.array([move.id]), 6))
    assert found.shape == (1, 6) and len(set(found[0].tolist())) > 1
    assert found.min() > 0 and found.max() < CERTAIN


def test_a_game_that_is_over_is_won_shared_or_lost():
    s = state_from(positions()[-1][0])
    for scores, value in (((9, 4, 3), CERTAIN), ((9, 9, 3), CERTAIN // 2), ((5, 9, 9), 0)):
        for seat, score in enumerate(scores):
            s.score[seat] = score
        assert final_value(s, 0) == value


def test_powers_are_near_to_those_of_the_library():
    for x in (0.0, -0.1, -1.0, -3.0, -8.0, -5000.0):
        assert power(x) == pytest.approx(math.exp(x), abs=1e-3)


# ---- beliefs
def test_worlds_have_the_tickets_that_the_network_believes_others_to_hold():
    view, _ = positions(seats=2)[-8]
    believed = evaluate(view).beliefs[: load("london").plain_board.tickets]
    tickets, other = len(believed), 1 - view.viewer
    held = held_in_worlds(view, sat(rollouts=8), other, tickets)
    unseen = [t for t in range(tickets) if held[t] or believed[t] > believed.min()]
    unseen.sort(key=lambda t: -believed[t])
    count = int(view.ticket_count[other])
    likely, rest = unseen[:count], unseen[count : 3 * count]
    assert held[likely].sum() > 3 * held[rest].sum()
    anything = held_in_worlds(view, sat(rollouts=8, belief=0), other, tickets)
    assert anything[likely].sum() < anything[rest].sum()


def held_in_worlds(view, bot, seat, tickets):
    """In how many of 60 worlds another seat holds each ticket."""
    search = NetworkSearch(bot, view, LIMIT, BUILDS.interpreted)
    search.moves()
    boards, held = [load("london").plain_board], np.zeros(tickets)
    for number in range(60):
        s = state_from(view)
        assert BUILDS.interpreted.sample_hidden(boards, [s], [search.redeal], WORDS, number)
        held += [int(s.tickets[seat]) >> ticket & 1 for ticket in range(tickets)]
    return held


# ---- choices
def test_the_same_seed_chooses_the_same_and_hidden_facts_change_nothing():
    game, bot = load("london"), sat(rollouts=12, seed=3)
    for view, legal in positions()[4:40:12]:
        chosen = bot.choose(view, legal, LIMIT)
        for seed in range(2):
            other = game.imagine(view, seed)
            assert bot.choose(other.view(view.viewer), other.legal(), LIMIT) == chosen


@compiled_only
def test_both_builds_and_any_threads_choose_the_same():
    bot, compiled = sat(rollouts=24), BUILDS.fastest()
    for view, _ in positions()[::12]:
        chosen = searched(bot, view)
        assert [searched(bot, view, compiled, threads) for threads in (1, 3)] == [chosen] * 2


@compiled_only
@pytest.mark.parametrize("name", ["america", "europe", "great-lakes"])
def test_any_route_game_can_be_searched_with_a_network(name):
    """A network that knows nothing: both builds value moves the same in every game."""
    game, bot = load(name), sat(name, rollouts=24)
    networks = Networks.of([random_network(game)])
    bot.arguments = NetworkArguments.of(game.plain_board, networks)
    for view, _ in (positions(name)[0], positions(name)[7]):
        assert searched(bot, view, BUILDS.fastest()) == searched(bot, view)


def test_until_there_is_machine_code_it_plays_as_its_network(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "ekiben.bots.routes.expert.BUILDS",
        SimpleNamespace(compiled=None, compile_in_background=lambda: asked.append(1)),
    )
    monkeypatch.setattr(match, "PATIENCE", 1)
    bot, learned = sat(), bots.make("learned", 0, load("london"))
    for view, legal in positions()[::9]:
        assert bot.choose(view, legal, LIMIT) == learned.choose(view, legal, LIMIT)
    assert asked


# ---- without a network
def test_a_game_without_a_network_is_searched_as_ever(monkeypatch, tmp_path):
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    known = files.MadeFor("london", load("london").digest)
    monkeypatch.setattr(files, "ELSEWHERE", {"london": known})
    bot, old = sat(rollouts=32, seed=4), RouteExpert(4, rollouts=32)
    old.sit(load("london"))
    view, legal = positions()[9]
    assert type(bot.search(view, LIMIT, BUILDS.interpreted)) is Search
    assert bot.choose(view, legal, LIMIT) == old.choose(view, legal, LIMIT)


def test_the_network_searches_only_at_the_tables_it_is_meant_for(monkeypatch, tmp_path):
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    game = load("london")
    replace(random_network(game), seats=(2, 4)).save(files.box_file(game))
    bot, old = sat(rollouts=32, seed=4), RouteExpert(4, rollouts=32)
    old.sit(game)
    view, legal = positions(seats=3)[9]
    assert type(bot.search(view, LIMIT, BUILDS.interpreted)) is Search
    assert bot.choose(view, legal, LIMIT) == old.choose(view, legal, LIMIT)
    assert bot.choose_at_once(view, legal, LIMIT) == old.choose_at_once(view, legal, LIMIT)
    view, legal = positions(seats=2)[9]
    assert type(bot.search(view, LIMIT, BUILDS.interpreted)) is NetworkSearch


def test_searcher_is_the_search_without_a_network():
    assert isinstance(bots.make("searcher:rollouts=8"), RouteExpert)
    assert not isinstance(bots.make("searcher"), NetworkExpert)
    assert isinstance(bots.make("expert", 0, load("london")).player, NetworkExpert)
