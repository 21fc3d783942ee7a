"""The networks of the box: for each its game, its board, and the tables it is meant for."""

import pytest

import ekiben
from ekiben.bots.learned.files import FOLDER, box_file, network_here, network_seats

BOX = {
    "america": (2, 3, 4, 5),
    "europe": (2, 3, 4, 5),
    "great-lakes": (2, 3, 4),
    "london": (2, 3, 4),
    "tokyo": (),
}


@pytest.mark.parametrize("name", BOX)
def test_the_networks_of_the_box_fit_their_games(name):
    game = ekiben.load(name)
    assert network_seats(game) == BOX[name]
    assert (network_here(game) is not None) == bool(BOX[name])
    assert not BOX[name] or box_file(game).stat().st_size <= 4_000_000
    assert {path.stem for path in FOLDER.glob("*.npz")} == set(BOX) - {"tokyo"}
