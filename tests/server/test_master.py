"""The level master: offered at the tables that a network is meant for, and nowhere else."""

from dataclasses import replace

import pytest
from random_networks import random_network

import ekiben
from ekiben.bots import levels
from ekiben.bots.learned import files
from ekiben.core.errors import EkibenError
from ekiben.games import FILES
from ekiben.server import catalogue
from ekiben.server.table_state import cached_game
from ekiben.texts import say
from ekiben.texts.tables import tables_text

from .serving import serving


def give_network(name, seats=None):
    """The box has a network for tables of these sizes."""
    game = cached_game(name, {})
    replace(random_network(game), seats=seats).save(files.box_file(game))
    return game


@pytest.fixture
def london(tmp_path, monkeypatch):
    """London has a network for all tables, America for two and three seats, the others none."""
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogue, "CACHE", {})
    give_network("america", (2, 3))
    return give_network("london")


def bots(count, level="master"):
    """A person and bots."""
    return [{"kind": "you"}, *({"kind": "bot", "level": level} for _ in range(count - 1))]


def test_the_list_of_levels_depends_on_the_game(london):
    assert list(levels.levels(london)) == list(levels.NAMES)
    assert "master" not in levels.levels(cached_game("europe", {}))
    with pytest.raises(EkibenError, match="europe has no bots of level 'master'"):
        levels.level(cached_game("europe", {}), "master")


def test_the_list_of_levels_depends_on_the_number_of_seats(london):
    america = cached_game("america", {})
    assert levels.levels(america)["master"].seats == (2, 3)
    assert levels.levels(america)["hard"].seats == (2, 3, 4, 5)
    assert levels.levels(london)["master"].seats == (2, 3, 4)
    assert [n for n in (2, 3, 4, 5) if "master" in levels.levels(america, n)] == [2, 3]
    assert levels.level(america, "master", 3).spec == "learned"
    told = "'master' only at 2 or 3 seats, not at 5. Levels there: beginner, .*hard, expert$"
    with pytest.raises(levels.WrongTable, match=told):
        levels.level(america, "master", 5)


def test_the_player_itself_sits_at_every_table(london):
    match = cached_game("america", {}).new(seats=5, seed=1)
    bot = ekiben.bots.make("learned", game=match.game)
    assert bot.choose(match.view(0), match.legal(), ekiben.bots.Limit(1)) in match.legal()


@pytest.mark.parametrize(
    ("sizes", "english", "japanese"),
    [
        ((2,), "at 2 seats", "2人のとき"),
        ((2, 3), "at 2 or 3 seats", "2・3人のとき"),
        ((2, 3, 5), "at 2, 3 or 5 seats", "2・3・5人のとき"),
        ((1,), "at 1 seat", "1人のとき"),
    ],
)
def test_sizes_of_tables_in_words(sizes, english, japanese):
    assert tables_text(sizes) == english and tables_text(sizes, "ja") == japanese


def test_a_board_of_ones_own_has_no_master(london, tmp_path):
    own = tmp_path / "london.toml"
    text = FILES["london"].read_text(encoding="utf-8")
    own.write_text(text.replace("points = 1", "points = 2", 1), encoding="utf-8")
    assert "master" not in levels.levels(ekiben.load(str(own)))


def test_a_bot_cannot_be_offered_as_master():
    with pytest.raises(EkibenError, match="'master' is a level already"):
        levels.offer("master", "greedy")


# ---- on a server
def test_the_catalogue_tells_at_which_tables_a_level_sits(london, tmp_path):
    with serving(tmp_path) as house:
        games = {game["name"]: game for game in house.person().get("/api/home").json()["games"]}
    told = {name: {one["name"]: one for one in games[name]["levels"]} for name in games}
    assert told["london"]["master"]["titles"] == {"en": "Master", "ja": "名人"}
    assert (
        told["london"]["master"]["bot"] == "learned" and told["london"]["master"]["meaning"]["ja"]
    )
    assert told["london"]["master"]["seats"] == [2, 3, 4]
    assert told["london"]["master"]["tables"] == {"en": "", "ja": ""}
    assert told["america"]["master"]["seats"] == [2, 3]
    assert told["america"]["master"]["tables"]["en"] == "at 2 or 3 seats"
    assert told["america"]["expert"]["seats"] == [2, 3, 4, 5]
    assert "master" not in told["europe"]


@pytest.mark.parametrize("address", ["/api/tables", "/api/deals"])
def test_tables_and_deals_have_masters_where_there_is_a_network(london, tmp_path, address):
    tables = {("london", 4): None, ("america", 3): None, ("america", 5): "level-elsewhere"}
    tables["europe", 2] = "wrong-table"
    with serving(tmp_path) as house:
        person = house.person()
        for (game, seats), why in tables.items():
            answer = person.post(address, {"game": game, "seats": bots(seats)})
            assert answer.status_code == (400 if why else 201), (game, seats)
            assert answer.json().get("error", {}).get("code") == why


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_stranger_hears_at_which_tables_there_is_a_master(london, tmp_path, language):
    with serving(tmp_path) as house:
        person = house.person()
        person.http.headers["accept-language"] = language
        answer = person.post("/api/tables", {"game": "america", "seats": bots(5)})
    words = {"level": say("server.levels.master", language)}
    words["tables"] = tables_text((2, 3), language)
    said = say("server.errors.level-elsewhere", language, **words)
    assert answer.json()["error"] == {"code": "level-elsewhere", "text": said}


def test_no_master_comes_to_a_table_that_is_too_large(london, tmp_path):
    with serving(tmp_path) as house:
        person = house.person()
        for count, code in ((4, "level-elsewhere"), (3, None)):
            page = person.page(person.table("america", " ".join(["you"] * count)))
            page.until("snapshot")
            assert page.ask("leave", seat=1, level="master").get("code") == code
            page = person.page(person.table("america", " ".join(["you", *["open"] * (count - 1)])))
            page.until("snapshot")
            assert page.ask("replace", seat=1, level="master").get("code") == code


def test_a_table_that_was_set_up_stays_as_it_is(london, tmp_path):
    """Also when its network is meant for fewer seats from then on."""
    with serving(tmp_path) as house:
        person = house.person()
        table = person.post("/api/tables", {"game": "america", "seats": bots(3)}).json()["table"]
        give_network("america", (2,))
        answer = person.post("/api/tables", {"game": "america", "seats": bots(3)})
        assert answer.status_code == 400
        page = person.page(table)
        page.until("snapshot")
        assert page.first()["type"] == "done"
        assert page.my_turn()["seat"] == 0
