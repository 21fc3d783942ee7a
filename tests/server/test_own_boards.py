"""Boards and bots that whoever runs the server adds to it."""

import shutil
import sys
from pathlib import Path

import pytest

import ekiben
from ekiben.bots import levels
from ekiben.core.errors import EkibenError
from ekiben.games import ADDED, FILES
from ekiben.server import catalogue, table_state
from ekiben.server.custom_content import register_all
from ekiben.server.settings import Settings
from ekiben.server.workers import WorkerPool

from .serving import serving

BOARDS = Path(__file__).resolve().parents[1] / "boards"
OWN_BOT = """
class Last:
    def choose(self, view, legal, limit):
        return legal[-1]
"""


@pytest.fixture(autouse=True)
def _nothing_added():
    """What a test adds to this process is taken away again."""
    yield
    ADDED.clear()
    levels.OFFERED.clear()
    levels.offered_bots.cache_clear()
    catalogue.CACHE.clear()
    table_state.GAMES.clear()


@pytest.fixture
def own_bots(tmp_path, monkeypatch):
    (tmp_path / "last_bots.py").write_text(OWN_BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "last=python:last_bots.Last"
    sys.modules.pop("last_bots", None)


def named(person):
    return {game["name"]: game for game in person.get("/api/home").json()["games"]}


# ---- boards
def test_a_board_of_ones_own_is_offered_and_played_with_bots_that_think_elsewhere(tmp_path):
    with serving(tmp_path, WorkerPool(1), boards=(BOARDS / "ring.toml",)) as house:
        person = house.person()
        known = named(person)
        assert (
            list(known)[:5] == ["america", "europe", "great-lakes", "london", "tokyo"]
            and "ring" in known
        )
        assert known["ring"]["titles"]["en"] and known["ring"]["titles"]["ja"]
        assert person.get("/api/texts/ja").json()["games"]["ring"] == known["ring"]["titles"]["ja"]
        assert person.get("/api/picture/ring.svg").status_code == 200
        assert person.get("/api/facts/ring").json()["cities"]
        page = person.page(person.table("ring", "you bot"))
        page.until("snapshot")
        for _ in range(6):
            if page.my_turn()["over"]:
                break
            assert page.first()["type"] == "done"
        assert [
            message
            for message in page.heard
            if message["type"] == "update" and message["seat"] == 0
        ]


def test_boards_in_the_data_folder_are_found_and_faulty_ones_left_out(tmp_path, caplog):
    (tmp_path / "boards").mkdir()
    shutil.copy(BOARDS / "alps.toml", tmp_path / "boards")
    shutil.copy(BOARDS / "faulty" / "unknown-city.toml", tmp_path / "boards")
    with serving(tmp_path) as house:
        assert "alps" in named(house.person())
    assert any(
        "unknown-city.toml" in str(getattr(record, "facts", {}).get("why"))
        for record in caplog.records
    )


def test_a_faulty_board_that_was_named_is_told_before_the_server_starts(tmp_path):
    with pytest.raises(EkibenError, match=r"unknown-city\.toml"):
        register_all(Settings(tmp_path, boards=(BOARDS / "faulty" / "unknown-city.toml",)))


def test_two_boards_of_one_name_are_told_apart(tmp_path):
    other = tmp_path / "other.toml"
    shutil.copy(BOARDS / "ring.toml", other)
    with pytest.raises(EkibenError, match="there is a game 'ring' already"):
        register_all(Settings(tmp_path, boards=(BOARDS / "ring.toml", other)))
    shutil.copy(FILES["london"], other)
    with pytest.raises(EkibenError, match="there is a game 'london' already"):
        register_all(Settings(tmp_path, boards=(other,)))


def test_a_table_waits_for_its_board(tmp_path):
    board = tmp_path / "ring.toml"
    shutil.copy(BOARDS / "ring.toml", board)
    with serving(tmp_path, boards=(board,)) as house:
        person = house.person()
        table = person.table("ring", "you you")
    ADDED.clear()
    table_state.GAMES.clear()
    with serving(tmp_path) as house:
        answer = person.elsewhere(house).get(f"/api/tables/{table}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no-board")
        assert "ring" in answer.json()["error"]["text"]
    text = board.read_text(encoding="utf-8")
    board.write_text(text.replace("longest_bonus = ", "longest_bonus = 1", 1), encoding="utf-8")
    assert board.read_text(encoding="utf-8") != text
    with serving(tmp_path, boards=(board,)) as house:
        assert (
            person.elsewhere(house).get(f"/api/tables/{table}").json()["error"]["code"]
            == "other-board"
        )
    ADDED.clear()
    table_state.GAMES.clear()
    board.write_text(text, encoding="utf-8")
    with serving(tmp_path, boards=(board,)) as house:
        assert person.elsewhere(house).get(f"/api/tables/{table}").status_code == 200


# ---- bots
def test_a_bot_of_ones_own_sits_down_beside_the_levels(tmp_path, own_bots):
    with serving(tmp_path, WorkerPool(1), bots=(own_bots,)) as house:
        person = house.person()
        offered = [level["name"] for level in named(person)["london"]["levels"]]
        assert offered == [*levels.box_levels(ekiben.load("london")), "last"]
        seats = [{"kind": "you"}, {"kind": "bot", "level": "last"}]
        answer = person.post("/api/tables", {"game": "london", "seats": seats})
        page = person.page(answer.json()["table"])
        page.until("snapshot")
        assert page.first()["type"] == "done"
        assert page.my_turn()["seat"] == 0
        wrong = person.post(
            "/api/tables",
            {"game": "london", "seats": [{"kind": "you"}, {"kind": "bot", "level": "lost"}]},
        )
        assert (
            wrong.status_code == 400
            and f"Levels: {', '.join(offered)}" in wrong.json()["error"]["text"]
        )


def test_a_bot_is_offered_only_where_it_plays(tmp_path):
    with serving(tmp_path, bots=("boss=dispatcher",)) as house:
        known = named(house.person())
        assert [
            game
            for game in known
            if any(level["name"] == "boss" for level in known[game]["levels"])
        ] == ["tokyo"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("first", "write NAME=SPEC"),
        ("First=greedy", "lower case"),
        ("easy=greedy", "a level already"),
        ("x=", "write NAME=SPEC"),
        ("x=gredy", "Did you mean 'greedy'"),
        ("x=pipe:./bot", "behind a pipe"),
    ],
)
def test_a_wrong_bot_is_refused_before_the_server_starts(tmp_path, text, words):
    with pytest.raises(EkibenError, match=words):
        register_all(Settings(tmp_path, bots=(text,)))


@pytest.mark.parametrize("level", ["python:os.system", "pipe:./bot", "dispatcher"])
def test_a_browser_can_name_no_spec(house, level):
    answer = house.person().post(
        "/api/tables",
        {"game": "london", "seats": [{"kind": "you"}, {"kind": "bot", "level": level}]},
    )
    assert answer.status_code == 400 and "no bots of level" in answer.json()["error"]["text"]
