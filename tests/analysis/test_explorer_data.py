"""The statistics of the box: they fit the boards, and their counts fit each other."""

import pytest

import ekiben
from ekiben.analysis import explorer
from ekiben.analysis.explorer.family import EXPLORER
from ekiben.analysis.explorer.files import DATA
from ekiben.core.errors import EkibenError

GAMES = ekiben.games()
MOST_BYTES = 120_000  # of a file


@pytest.mark.parametrize("name", GAMES)
def test_they_fit_the_board(name):
    game, found = ekiben.load(name), explorer.shipped(name)
    assert (found.game, found.board, found.rules) == (name, game.digest, game.rules)
    assert found.tables == tuple(EXPLORER.of(game).tables(game))
    least, most = game.seats if name != "tokyo" else (2, 4)  # larger tables take too long
    assert {group.seats for group in found if group.level == "hard"} == set(range(least, most + 1))
    assert (DATA / f"{name}.json").stat().st_size < MOST_BYTES


@pytest.mark.parametrize("name", GAMES)
def test_the_counts_fit_each_other(name):
    for group in explorer.shipped(name):
        assert group.players == group.games * group.seats
        assert group.wins == pytest.approx(group.games, abs=0.05)
        for item in group.items("order"):
            assert item.counts["all"] in (0, group.games)
        for table in group.tables:
            for item in group.items(table):
                assert all(item.wins[one] <= item.counts[one] + 0.01 for one in item.counts)
                assert all(item.counts[one] <= item.cases[one] for one in item.counts)


@pytest.mark.parametrize("name", GAMES)
def test_they_say_where_they_come_from(name):
    found = explorer.shipped(name)
    assert found.games == sum(group.games for group in found)
    for source in found.sources:
        assert source.seed is not None and source.version == ekiben.__version__
        assert len(source.players) == 1


@pytest.mark.deep
@pytest.mark.parametrize("name", [name for name in GAMES if name != "tokyo"])
def test_the_first_games_can_be_played_again(name):
    """A sample of the shipped games, played anew, lies within what all of them say."""
    hard = explorer.shipped(name).group(2, "hard")
    again = list(explorer.play(name, "planner", games=400))[-1].group(2, "hard")
    mean, spread = hard.figures["score"].mean, hard.figures["score"].spread
    assert abs(again.figures["score"].mean - mean) < 5 * spread / 800**0.5


def test_an_unknown_game_is_an_error():
    with pytest.raises(EkibenError, match="no game 'londn'"):
        explorer.shipped("londn")
