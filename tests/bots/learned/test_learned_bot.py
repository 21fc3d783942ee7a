"""The player that learned: sits where it has a network, sees no more than its view, chooses the
same in every build, and plays whole games in the compiled loop, among policies and other networks.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from random_networks import random_network

import ekiben
from ekiben import arena, bots
from ekiben.bots.family import BOT_FAMILY
from ekiben.bots.learned import files
from ekiben.bots.learned.many import evaluate_many
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.duel import CompiledRouteGames, duel
from ekiben.bots.tokyo import family as tokyo
from ekiben.core.errors import EkibenError

BOARDS = Path(ekiben.__file__).parent / "games" / "boards"
LIMIT = bots.Limit(seconds=1.0)
GAMES = ("america", "europe", "great-lakes", "london")
compiled_only = pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")
load = cache(ekiben.load)


@pytest.fixture(scope="module")
def spec(tmp_path_factory):
    """The spec of a player with a random network of a game."""
    folder = tmp_path_factory.mktemp("networks")

    @cache
    def make(name, seed=1):
        path = folder / f"{name}-{seed}.npz"
        random_network(load(name), seed).save(path)
        return f"learned:weights={path}"

    return make


def positions(game, player, seats, seed):
    """Matches in which the player is to choose, and what it chose, until the end of a game."""
    match = game.new(seats=seats, seed=seed)
    while not match.over:
        action = player.choose(match.view(match.seat), match.legal(), LIMIT)
        if len(match.legal()) > 1:
            yield match, action
        match.play(action)


# ---- sitting down
def test_a_game_without_a_network_is_told(monkeypatch):
    monkeypatch.setattr(BOT_FAMILY, "of", lambda game: replace(tokyo.BOTS, learned=None))
    with pytest.raises(EkibenError, match="no player has learned"):
        bots.make("learned", 0, load("tokyo"))
    monkeypatch.undo()
    with pytest.raises(EkibenError, match="learned must sit down before it chooses"):
        match = load("london").new(seats=2, seed=1)
        bots.make("learned").choose(match.view(0), match.legal(), LIMIT)


def test_a_board_of_ones_own_has_no_network(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    random_network(load("london")).save(files.box_file(load("london")))
    assert bots.make("learned", 0, load("london")).player.network.game == "london"
    own = tmp_path / "london.toml"
    text = (BOARDS / "london.toml").read_text(encoding="utf-8")
    own.write_text(text.replace("points = 1", "points = 2", 1), encoding="utf-8")
    board = ekiben.load(str(own))
    assert board.digest != load("london").digest
    with pytest.raises(EkibenError, match="the box has no network for this board"):
        bots.make("learned", 0, board)


# ---- choosing
@pytest.mark.parametrize("name", GAMES)
def test_the_choice_is_the_legal_action_with_the_largest_logit(name, spec):
    game = load(name)
    bot = bots.make(spec(name), 0, game)
    for number, (match, action) in enumerate(positions(game, bot, 3, seed=5)):
        if number % 20 == 0:
            player = bot.player
            player.best_action(match.position.state.copy())
            policy = evaluate_many(player.network, player.arguments.observation[None]).policy[0]
            ids = sorted(one.id for one in match.legal())
            assert action.id == ids[int(np.argmax(policy[ids]))]


@pytest.mark.parametrize("name", GAMES)
def test_a_learned_choice_depends_on_the_view_alone(name, spec):
    """Neither what is hidden nor what the bot was asked before makes a difference."""
    game = load(name)
    bot = bots.make(spec(name), 0, game)
    for number, (match, action) in enumerate(positions(game, bot, 3, seed=11)):
        if number % 25 == 0:
            imagined = game.imagine(match.view(match.seat), number)
            fresh = bots.make(spec(name), 0, game)
            assert fresh.choose(imagined.view(match.seat), imagined.legal(), LIMIT) == action
            for other in (match, imagined):
                assert bot.player.best_action(other.position.state.copy()) == action.id
            told = bot.player.evaluate(match.view(match.seat))
            guess = fresh.player.evaluate(imagined.view(match.seat))
            assert (told.policy == guess.policy).all() and (told.beliefs == guess.beliefs).all()


@compiled_only
@pytest.mark.parametrize("name", GAMES)
def test_machine_code_of_networks_gives_the_same_logits(name, spec):
    game, compiled = load(name), BUILDS.fastest()
    player = bots.make(spec(name), 0, game).player
    sizes = (len(player.arguments.actions), 5, player.network.size("beliefs"))
    for match, action in positions(game, player, 2, seed=21):
        s = match.position.state
        plain, fast = ([np.zeros(size) for size in sizes] for _ in range(2))
        BUILDS.interpreted.evaluate_one([game.plain_board], [s.copy()], *player.arguments, *plain)
        compiled.evaluate_one(game.boards, s.copy().packed(), *player.arguments, *fast)
        assert all((a == b).all() for a, b in zip(plain, fast, strict=True))
        assert compiled.learned_one(game.boards, s.copy().packed(), *player.arguments) == action.id


# ---- whole games
@compiled_only
@pytest.mark.parametrize("name", GAMES)
def test_the_compiled_loop_mixes_networks_and_policies(name, spec):
    """The same games as matches, with two networks and a policy at the table."""
    game, specs = load(name), (spec(name, 1), "planner", spec(name, 2))
    found = duel(game, [bots.make(one) for one in specs], 3, seed=7)
    for shift in range(3):
        table = [bots.make(one, 0, game) for one in specs[shift:] + specs[:shift]]
        match = game.new(seats=3, seed=7)
        while not match.over:
            match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
        scores = [match.scores()[(player - shift) % 3] for player in range(3)]
        assert found.scores[shift].tolist() == scores


@compiled_only
def test_the_arena_plays_networks_in_the_compiled_loop(spec):
    BUILDS.fastest()
    players = [spec("london", 1), spec("london", 2), "greedy"]
    assert CompiledRouteGames().can_play([bots.make(one) for one in players])
    fast = arena.play_games("london", players, games=64, seed=3)
    matches = arena.play_games("london", players, games=6, seed=3)
    assert all(result.clock is None for result in fast)
    assert [one.scores for one in fast[:6]] == [one.scores for one in matches]
