"""Many games in a row: who sits where, with which seed, wherever and however they are played."""

import doctest
from pathlib import Path

import pytest

import ekiben
from ekiben import arena, bots
from ekiben.arena import games as runner
from ekiben.bots.routes.builds import BUILDS
from ekiben.core.errors import EkibenError

compiled_only = pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")


def test_the_example_of_play_games():
    for module in (runner, arena):
        assert doctest.testmod(module).failed == 0
        assert doctest.testmod(module).attempted > 0


class First:
    """A minimal bot."""

    def choose(self, view, legal, limit):
        return legal[0]


def outcome(result):
    """What is the same however a game was played."""
    return (
        result.number,
        result.seed,
        result.seated,
        result.scores,
        result.ranking,
        result.turns,
        result.counts,
    )


@pytest.mark.parametrize(
    ("seating", "seeds", "seated"),
    [
        ("rotate", [5, 6, 7], [[0, 1], [1, 0], [0, 1]]),
        ("every", [5, 5, 6], [[0, 1], [1, 0], [0, 1]]),
        ("fixed", [5, 6, 7], [[0, 1], [0, 1], [0, 1]]),
    ],
)
def test_seatings(seating, seeds, seated):
    results = arena.play_games("london", ["random", "random"], games=3, seed=5, seating=seating)
    assert [result.number for result in results] == [0, 1, 2]
    assert [result.seed for result in results] == seeds
    assert [result.seated for result in results] == seated


def test_the_record_is_the_game():
    results = arena.play_games("london", ["greedy", "random"], games=2, seed=3, records=True)
    for result in results:
        match = ekiben.replay(result.record)
        assert (match.scores(), match.ranking()) == (result.scores, result.ranking)
    assert arena.play_games("london", ["greedy", "random"], games=1)[0].record is None


def test_a_class_of_ones_own_plays():
    heard = []
    results = arena.play_games(
        ekiben.load("london"), [First, "random"], games=2, records=True, on_result=heard.append
    )
    assert heard == results and '"names":["First","random"]' in results[0].record


def test_several_processes_play_the_same_games():
    one, two = (
        arena.play_games("london", ["greedy", "random"], games=5, seed=1, processes=processes)
        for processes in (1, 2)
    )
    assert [outcome(result) for result in one] == [outcome(result) for result in two]


def test_a_board_of_ones_own_needs_its_file_for_processes(tmp_path):
    london = Path(ekiben.__file__).parent / "games" / "boards" / "london.toml"
    place = tmp_path / "own.toml"
    place.write_text(
        london.read_text(encoding="utf-8").replace("points = [1, 2, 4, 7]", "points = [1, 2, 4, 9]")
    )
    with pytest.raises(EkibenError, match="give the name of its file"):
        arena.play_games(ekiben.load(str(place)), ["random", "random"], games=2, processes=2)
    assert arena.play_games(str(place), ["random", "random"], games=2, processes=2)


def test_no_game_begins_when_time_is_up():
    assert arena.play_games("london", ["random", "random"], games=5, within=-1.0) == []


def test_choices_are_timed():
    (result,) = arena.play_games("london", ["greedy", "random"], games=1, timed=True)
    for clock in result.clock.seats:
        assert clock.moves >= clock.choices > 10 and clock.turns > 5
        assert clock.seconds >= clock.choice_seconds >= clock.slowest > 0


def test_shares_of_a_win():
    result = arena.GameResult(0, 0, [1, 0, 2], [7, 7, 3], [[0, 1], [2]], 9, {})
    assert [result.win_share(seat) for seat in range(3)] == [0.5, 0.5, 0.0]
    assert [result.player_share(player) for player in range(3)] == [0.5, 0.5, 0.0]


@pytest.mark.parametrize(
    ("players", "named", "said"),
    [
        (["greedy"], {}, "2 to 4 seats, not 1"),
        (["greedy", "nobody"], {}, "no bot 'nobody'"),
        (["greedy", "random"], {"games": 0}, "at least 1, not 0"),
        (["greedy", "random"], {"seed": -1}, "a seed is a whole number"),
    ],
)
def test_impossible_games(players, named, said):
    with pytest.raises(EkibenError, match=said):
        arena.play_games("london", players, **named)


def test_options_are_for_games_by_name():
    named = {"games": 1, "options": {"first_seat": "drawn"}}
    assert arena.play_games("london", ["random", "random"], **named)
    with pytest.raises(EkibenError, match="give its options to"):
        arena.play_games(ekiben.load("london"), ["random", "random"], **named)


# ---- in one compiled loop
@pytest.fixture
def compiled(monkeypatch):
    """Machine code, whatever the other tests of the arena want."""
    monkeypatch.delenv("EKIBEN_PLAIN")
    BUILDS.fastest()


@compiled_only
@pytest.mark.parametrize("seating", ["rotate", "every", "fixed"])
@pytest.mark.parametrize(
    ("name", "specs"),
    [
        ("london", ["greedy", "racer", "path"]),
        ("europe", ["junkie", "greedy:enough=0.4"]),
    ],
)
def test_policies_play_the_same_games_in_one_loop(compiled, monkeypatch, name, specs, seating):
    monkeypatch.setattr(runner, "WORTH_COMPILING", 4)
    named = {"games": 7, "seed": 20, "seating": seating}
    loop, matches = (arena.play_games(name, specs, timed=timed, **named) for timed in (False, True))
    assert all(result.clock is None for result in loop)
    assert all(result.clock is not None for result in matches)
    assert [outcome(result) for result in loop] == [outcome(result) for result in matches]


@compiled_only
@pytest.mark.parametrize(
    ("specs", "named"),
    [
        (["greedy", "random"], {}),
        (["greedy", "racer"], {"records": True}),
        (["greedy", "racer"], {"games": 3}),
    ],
)
def test_other_games_are_matches(compiled, monkeypatch, specs, named):
    monkeypatch.setattr(runner, "WORTH_COMPILING", 4)
    results = arena.play_games("london", specs, **{"games": 4, **named})
    assert all(result.clock is not None for result in results)


def test_a_bot_is_made_from_its_class():
    game = ekiben.load("london")
    match, bot = game.new(seed=1), bots.make(First, game=game)
    assert bot.choose(match.view(0), match.legal(), bots.Limit(1.0)) == match.legal()[0]
    with pytest.raises(EkibenError, match="int is no bot"):
        bots.make(int)
