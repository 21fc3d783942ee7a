"""The expert that searches with a network: the network's choice is the move to beat, games and
worlds are the network's, the view alone counts, and every build chooses the same.
"""

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
from ekiben.bots.routes.search import margin
from ekiben.core import match
from ekiben.core.chance import seed_words
from ekiben.core.kernel_calls import run
from ekiben.games.routes.imagine import state_from
from ekiben.games.routes.turn import apply, is_over

LIMIT = bots.Limit(seconds=1.0)
WORDS = np.array(seed_words(77), np.int64)
compiled_only = pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")
load = cache(ekiben.load)


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
    search, moves = scripted(bot, view, lambda n: 30 if n == 1 else 0)
    assert run(search.best()) == moves[1]
    search, moves = scripted(bot, view, lambda n: 0)
    assert run(search.best()) == moves[0]


@pytest.mark.parametrize("worlds", [8, 200])
def test_a_gain_counts_by_its_standard_errors_in_few_worlds_and_in_many(worlds):
    search = NetworkSearch(sat(sure=0.9), positions()[0][0], LIMIT, BUILDS.interpreted)
    spread = np.resize([1.0, -1.0], worlds)
    error = spread.std(ddof=1) / worlds**0.5
    assert search.is_sure(spread + 1.0 * error) and not search.is_sure(spread + 0.8 * error)
    assert not search.is_sure(np.ones(7))


# ---- games
def test_the_network_plays_every_seat_to_the_end():
    bot = sat(rollouts=8)
    view, legal = positions()[-9]
    search = NetworkSearch(bot, view, LIMIT, BUILDS.interpreted)
    search.moves()
    found = run(search.batch(np.array([action.id for action in legal[:2]]), 3))
    for row, action in zip(found, legal[:2], strict=True):
        margins = [margin_of_world(search, view, action.id, number) for number in range(3)]
        assert row.tolist() == margins


def margin_of_world(search, view, move, number):
    """How far ahead the seat is when its network has played a world to the end."""
    board, s, seat = load("london").plain_board, state_from(view), search.root.seat
    assert BUILDS.interpreted.sample_hidden([board], [s], [search.redeal], search.words, number)
    apply(board, s, move)
    while not is_over(s):
        apply(board, s, search.bot.player.best_action(s))
    return margin(s, int(seat))


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
    for view, legal in positions()[-24::8]:
        chosen = bot.choose(view, legal, LIMIT)
        for seed in range(2):
            other = game.imagine(view, seed)
            assert bot.choose(other.view(view.viewer), other.legal(), LIMIT) == chosen


@compiled_only
def test_both_builds_and_any_threads_choose_the_same():
    bot, compiled = sat(rollouts=24), BUILDS.fastest()
    for view, _ in positions()[-24::8]:
        chosen = searched(bot, view)
        assert [searched(bot, view, compiled, threads) for threads in (1, 3)] == [chosen] * 2


@compiled_only
@pytest.mark.parametrize("name", ["america", "europe", "great-lakes"])
def test_any_route_game_can_be_searched_with_a_network(name):
    """A network that knows nothing: both builds choose the same in every game."""
    game, bot = load(name), sat(name, rollouts=8)
    networks = Networks.of([random_network(game)])
    bot.arguments = NetworkArguments.of(game.plain_board, networks)
    for view, _ in positions(name)[-16::8]:
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


def test_what_was_found_for_other_choices_changes_none():
    """A bot that has seen other games, in any order, chooses as one that has just sat down."""
    seen = [view for seats in (2, 3) for view, _ in positions(seats=seats)[::11]]
    states = [state_from(view) for view in seen]
    old = RouteLearned(LearnedKeys(0, ""))
    old.sit(load("london"))
    for n in np.random.default_rng(3).permutation(np.repeat(np.arange(len(states)), 2)):
        new = RouteLearned(LearnedKeys(0, ""))
        new.sit(load("london"))
        assert old.best_action(states[n]) == new.best_action(states[n])
