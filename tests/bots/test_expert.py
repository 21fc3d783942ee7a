"""The expert of the route games: its guesses are worlds that its seat could not tell from the true
one, it sees no more than its view, chooses the same in both builds, keeps to its time, and leaves
its policy's move only for one that is surely better.
"""

from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
from laws import recount

import ekiben
from ekiben import bots
from ekiben.bots.routes import search
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.expert import RouteExpert, Search, game_value
from ekiben.bots.routes.policy_state import PolicyState
from ekiben.bots.routes.search_moves import MOVES
from ekiben.core import match
from ekiben.core.chance import seed_words
from ekiben.core.errors import EkibenError
from ekiben.core.kernel_calls import run
from ekiben.core.match import Match
from ekiben.games.routes.imagine import state_from
from ekiben.games.routes.pieces import fewest_trains
from ekiben.games.routes.redeal_state import Redeal

LIMIT = bots.Limit(seconds=1.0)
ROUTE_GAMES = ("america", "europe", "great-lakes", "london")
WORDS = np.array(seed_words(77), np.int64)
compiled_only = pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")

load = cache(ekiben.load)


@cache
def positions(name, seats, specs=("collector", "random")):
    """Some views of a game for the seat to act, with the question that is open."""
    game = load(name)
    match, found, asked = game.new(seats=seats, seed=seats), [], {}
    table = [bots.make(specs[seat % len(specs)], seat, game) for seat in range(seats)]
    while not match.over:
        view, legal = match.view(match.seat), match.legal()
        asked[match.asked] = asked.get(match.asked, 0) + 1
        if len(legal) > 1 and asked[match.asked] % 9 in (1, 3):
            found.append((view, legal))
        match.play(table[match.seat].choose(view, legal, LIMIT))
    return found


def sat(spec, name="london"):
    bot = RouteExpert(**spec)
    bot.sit(load(name))
    return bot


def guessed(game, view, number, work=None):
    """A plain state with a guess, and choices for the seats before where they are made together."""
    s = state_from(view)
    assert BUILDS.interpreted.sample_hidden(
        [game.plain_board], [s], [work or Redeal()], WORDS, number
    )
    for seat in range(s.seat if s.setting_up else 0):
        s.choice[seat] = (
            (1 << int(s.offered[seat])) - 1 if s.offered[seat] else fewest_trains(game.plain_board)
        )
    s.logs_events = 1
    return s


# ---- guesses
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_a_guess_cannot_be_told_from_the_truth(name, seats):
    game = load(name)
    for number, (view, legal) in enumerate(positions(name, seats)):
        other = Match.imagined(game, guessed(game, view, number))
        assert other.view(view.viewer) == view and [*map(str, other.legal())] == [*map(str, legal)]
        recount.check(other)


def test_guesses_differ_and_come_again_with_their_number():
    game, (view, _) = load("america"), positions("america", 2)[-1]
    digests = [
        Match.imagined(game, guessed(game, view, number)).digest() for number in (*range(20), 4)
    ]
    assert len(set(digests)) == 20 and digests[-1] == digests[4]


def test_unseen_cards_are_guessed_as_often_as_they_are_there():
    game, (view, _) = load("london"), positions("london", 2)[-2]
    other = 1 - view.viewer
    states = [guessed(game, view, number) for number in range(300)]
    hidden = int(view.hand_size[other, 0] - view.seen[other].sum())
    deck = [
        states[0].deck[0, : states[0].deck_size[0]].tolist().count(kind)
        for kind in range(len(game.board.kinds))
    ]
    pool = np.array(deck) + states[0].hand[other, : len(deck)] - view.seen[other]
    mean = np.mean([state.hand[other, : len(deck)] - view.seen[other] for state in states], axis=0)
    assert hidden > 0 and np.allclose(
        mean, hidden * pool / pool.sum(), atol=0.1 + 0.2 * hidden * pool.max() / pool.sum()
    )


def test_others_are_thought_to_have_tickets_that_suit_their_claims():
    """The more so the more is believed of it; the fit of the tickets guessed grows."""
    game, (view, _) = (
        load("america"),
        next(one for one in positions("america", 2, ("greedy", "greedy")) if one[0].turns > 40),
    )
    means = [suitable(game, view, belief) for belief in (0, 4, 12)]
    assert means[0] < means[1] < means[2]


def suitable(game, view, belief):
    work, other, measure = Redeal(), 1 - view.viewer, Redeal()
    t = bots.make("planner", 0, game).tables
    for one, strength in ((work, belief), (measure, 100)):
        search.estimate_ticket_fit(
            game.plain_board, t, state_from(view), PolicyState(), one, strength
        )
    total = 0
    for number in range(60):
        held = int(guessed(game, view, number, work).tickets[other])
        total += sum(
            int(measure.fit[other, ticket])
            for ticket in range(game.plain_board.tickets)
            if held >> ticket & 1
        )
    return total


@compiled_only
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_guesses_are_the_same_at_both_speeds(name):
    game, compiled = load(name), BUILDS.fastest()
    for number, (view, _) in enumerate(positions(name, 3)):
        plain, packed = state_from(view), state_from(view).packed().copy()
        assert BUILDS.interpreted.sample_hidden(
            [game.plain_board], [plain], [Redeal()], WORDS, number
        )
        assert compiled.sample_hidden(
            game.boards, packed, np.zeros(Redeal.size, np.uint8), WORDS, number
        )
        assert game.rule_set.state.digest(plain.packed()) == game.rule_set.state.digest(packed)


# ---- moves
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_the_moves_tried_out_are_legal_and_the_first_is_the_policys(name):
    bot = sat({"rollouts": 16 * MOVES}, name)
    for view, legal in positions(name, 2)[::5]:
        moves = Search(bot, view, LIMIT, BUILDS.interpreted).moves().tolist()
        assert 1 <= len(moves) <= MOVES and len(set(moves)) == len(moves)
        assert set(moves) <= {action.id for action in legal}
        assert moves[0] == bot.policies[0].choose(view, legal, LIMIT).id


def test_few_games_are_for_few_moves():
    bot = sat({"rollouts": 40})
    assert all(
        len(Search(bot, view, LIMIT, BUILDS.interpreted).moves()) <= 2
        for view, _ in positions("london", 2)
    )


# ---- choices
def scripted(bot, margins, view, seed=0):
    """A search whose games end as a script says: margins by move."""
    made = Search(bot, view, LIMIT, BUILDS.interpreted)
    moves, luck = made.moves(), np.random.default_rng(seed)
    order = {int(move): n for n, move in enumerate(moves)}

    def batch(pair, worlds):
        yield from ()
        return np.array([[margins(order[int(move)], luck) for _ in range(worlds)] for move in pair])

    made.batch = batch
    return made, moves


def test_another_move_is_played_only_when_it_is_surely_better():
    view = next(view for view, legal in positions("london", 2) if len(legal) > 4)
    bot = sat({"rollouts": 400})
    made, moves = scripted(bot, lambda n, luck: 30 if n == 2 else 0, view)
    assert run(made.best()) == moves[2]
    made, moves = scripted(bot, lambda n, luck: 0, view)
    assert run(made.best()) == moves[0]
    bot = sat({"rollouts": 400, "sure": 3.0})
    played = [
        run(scripted(bot, lambda n, luck: int(luck.integers(-40, 41)), view, seed)[0].best())
        for seed in range(20)
    ]
    assert sum(move != moves[0] for move in played) <= 2


def test_a_win_counts_besides_its_margin():
    assert np.allclose(game_value(np.array([0])), 0) and game_value(np.array([1]))[0] > 0.5
    assert game_value(np.array([-100]))[0] == pytest.approx(-1.5, abs=1e-2)


def test_the_same_seed_chooses_the_same_and_hidden_facts_change_nothing():
    game, bot = load("london"), sat({"rollouts": 8, "seed": 3})
    view, legal = next(one for one in positions("london", 2) if len(one[1]) > 4)
    chosen = bot.choose(view, legal, LIMIT)
    for seed in range(2):
        other = game.imagine(view, seed)
        assert bot.choose(other.view(view.viewer), other.legal(), LIMIT) == chosen


@compiled_only
def test_both_speeds_and_any_threads_choose_the_same():
    bot = sat({"rollouts": 32})
    compiled = BUILDS.fastest()
    for view, _ in positions("london", 2)[::8]:
        chosen = run(Search(bot, view, LIMIT, BUILDS.interpreted).best())
        for threads in (1, 3):
            search = Search(bot, view, bots.Limit(1.0, threads), compiled)
            assert run(search.best(), threads) == chosen


def played(name, specs, seed):
    game = load(name)
    match = game.new(seats=len(specs), seed=seed)
    table = [bots.make(spec, seat, game) for seat, spec in enumerate(specs)]
    while not match.over:
        match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
    return match


@compiled_only
@pytest.mark.parametrize(
    ("name", "seats"), [("america", 2), ("europe", 3), ("great-lakes", 2), ("london", 4)]
)
def test_it_plays_whole_games_and_again_the_same(name, seats):
    specs = ["expert:rollouts=16", "planner", "greedy", "junkie"][:seats]
    assert str(played(name, specs, 9).record()) == str(played(name, specs, 9).record())


@compiled_only
def test_it_is_much_stronger_than_greedy():
    """Twenty games, and few games played on for each choice: the interval is wide."""
    won = 0
    for seed in range(10):
        won += 0 in played("london", ["expert:rollouts=96", "greedy"], seed).ranking()[0]
        won += 1 in played("london", ["greedy", "expert:rollouts=96"], seed).ranking()[0]
    assert won >= 13


# ---- time
def ticking(step):
    """A clock that goes on by so much at every look."""
    now = [0.0]

    def clock():
        now[0] += step
        return now[0]

    return clock


def test_it_stops_when_time_is_up():
    bot = sat({"seconds": 0.5})
    view = next(view for view, legal in positions("london", 2) if len(legal) > 4)
    for step, games in ((1.0, 0), (0.02, 1)):
        bot.clock, played = ticking(step), []
        made = Search(bot, view, LIMIT, BUILDS.interpreted)

        def batch(moves, worlds, played=played):
            yield from ()
            played.append(worlds)
            return np.zeros((len(moves), worlds), np.int64)

        made.batch = batch
        assert run(made.best()) == made.moves()[0]
        assert len(played) >= games and len(played) < 20


def test_without_machine_code_it_plays_as_its_policy(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "ekiben.bots.routes.expert.BUILDS",
        SimpleNamespace(compiled=None, compile_in_background=lambda: asked.append(1)),
    )
    monkeypatch.setattr(match, "PATIENCE", 1)
    bot, planner = sat({"policy": "planner"}), bots.make("planner", 0, load("london"))
    for view, legal in positions("london", 2)[::3]:
        assert bot.choose(view, legal, LIMIT) == planner.choose(view, legal, LIMIT)
    assert asked


# ---- names
def test_expert_is_one_name_for_all_games():
    for name in ekiben.games():
        bot = bots.make("expert:rollouts=4", 1, load(name))
        match = load(name).new(seats=2, seed=1)
        assert (
            bot.choose(match.view(0), match.legal(), bots.Limit(0.1)) in match.legal()
            if name in ("tokyo", "london")
            else bot
        )


def test_wrong_keys_and_seats_are_errors_that_say_what_would_be_right():
    with pytest.raises(EkibenError, match=r"no policy 'junky'.*Did you mean 'junkie'"):
        bots.make("expert:policy=junky")
    begun = load("london").new(seats=2, seed=1)
    for name in ("expert", "searcher"):
        with pytest.raises(EkibenError, match=f"{name} must sit down"):
            bots.make(name).choose(begun.view(0), begun.legal(), LIMIT)
    with pytest.raises(EkibenError, match="plays the route games, not other"):
        RouteExpert().sit(SimpleNamespace(name="other"))
