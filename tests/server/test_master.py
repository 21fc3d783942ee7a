"""The level master: offered at the tables of games that have a network, and nowhere else."""

import pytest
from random_networks import random_network

import ekiben
from ekiben.bots import levels
from ekiben.bots.learned import files
from ekiben.core.errors import EkibenError
from ekiben.games import FILES
from ekiben.server import catalogue
from ekiben.server.table_state import cached_game

from .serving import serving


@pytest.fixture
def london(tmp_path, monkeypatch):
    """London has a network, and no other route game."""
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogue, "CACHE", {})
    game = cached_game("london", {})
    random_network(game).save(files.box_file(game))
    return game


def test_the_list_of_levels_depends_on_the_game(london):
    assert list(levels.levels(london)) == list(levels.NAMES)
    assert "master" not in levels.levels(cached_game("america", {}))
    with pytest.raises(EkibenError, match="america has no bots of level 'master'"):
        levels.level(cached_game("america", {}), "master")


def test_a_board_of_ones_own_has_no_master(london, tmp_path):
    own = tmp_path / "london.toml"
    text = FILES["london"].read_text(encoding="utf-8")
    own.write_text(text.replace("points = 1", "points = 2", 1), encoding="utf-8")
    assert "master" not in levels.levels(ekiben.load(str(own)))


def test_a_bot_cannot_be_offered_as_master():
    with pytest.raises(EkibenError, match="'master' is a level already"):
        levels.offer("master", "greedy")


def test_tables_and_deals_have_masters_where_there_is_a_network(london, tmp_path):
    with serving(tmp_path) as house:
        person = house.person()
        games = {game["name"]: game for game in person.get("/api/home").json()["games"]}
        told = {level["name"]: level for level in games["london"]["levels"]}
        assert told["master"]["titles"] == {"en": "Master", "ja": "名人"}
        assert told["master"]["bot"] == "learned" and told["master"]["meaning"]["ja"]
        assert "master" not in {level["name"] for level in games["america"]["levels"]}
        for address in ("/api/tables", "/api/deals"):
            for game, status in (("london", 201), ("america", 400)):
                seats = [{"kind": "you"}, {"kind": "bot", "level": "master"}]
                answer = person.post(address, {"game": game, "seats": seats})
                assert answer.status_code == status, (address, game)
