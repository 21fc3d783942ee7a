"""Names are data: what nobody sees is taken out of them, and no sentence is made of them."""

import msgspec
import pytest

from ekiben.server.errors import ApiError
from ekiben.server.http_messages import LobbyTable
from ekiben.server.lobby import ListedTable, LobbyViewer
from ekiben.server.names import clean_name
from ekiben.server.tables import rematch_seat


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Momo", "Momo"),
        ("  Jean   Luc ", "Jean Luc"),
        ("梅子", "梅子"),
        ("O'Neil-Ümit 2", "O'Neil-Ümit 2"),
        ("🚂", "🚂"),
        ("नमस्ते", "नमस्ते"),
        ("⟦@0⟧", "⟦@0⟧"),
        ("<b>{name}</b>", "<b>{name}</b>"),
        ("e\u0301", "é"),
        ("한글", "한글"),
        ("", ""),
        ("   ", ""),
        ("\u3164", ""),
        ("\u2800\u2800", ""),
        ("\u115f\u1160\uffa0", ""),
        ("\u200b\u200d\ufeff", ""),
        ("\u202e\u2066", ""),
        ("\u0301\u0301", ""),
        ("\u034f", ""),
        ("\ufe0f", ""),
        ("\U000e0041\U000e0100", ""),
        ("...", ""),
        ("⟦⟧", ""),
        ("\x00\x1b", ""),
        ("\u202eomoM\u2066", "omoM"),
        ("Mo\u200bmo\u3164", "Momo"),
        ("\u0301Mo", "Mo"),
        ("Z" + "\u0335" * 20, "Z" + "\u0335" * 3),
        ("a\u2028b\u00a0c", "a b c"),
        ("a \u0301b", "a b"),
    ],
)
def test_what_is_seen_of_a_name(given, kept):
    assert clean_name(given) == kept and clean_name(kept) == kept


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "⟦⟧", "\u0301"])
def test_who_has_no_visible_name_is_called_by_the_seat(house, name):
    host, guest = house.person(), house.person()
    seats = [{"kind": "you", "name": name}, {"kind": "open"}, {"kind": "bot", "name": name}]
    made = host.post("/api/tables", {"game": "london", "seats": seats}).json()
    guest.sit(made["table"], made["links"]["1"], name=name)
    names = guest.get(f"/api/tables/{made['table']}").json()["names"]
    assert names[:2] == ["Player 1", "Player 2"] and names[2].isalpha()


def test_a_name_of_more_than_24_characters_is_refused(house):
    answer = house.person().post(
        "/api/tables",
        {"game": "london", "seats": [{"kind": "you", "name": "x" * 25}, {"kind": "bot"}]},
    )
    assert answer.status_code == 400 and "24" in answer.json()["error"]["text"]


def test_a_name_is_no_mark_in_the_sentences_of_the_socket(house):
    """⟦⟦⟧ stands for the sign itself, so that nothing of a name or of what was typed can be read as
    a mark.
    """
    host = house.person()
    made = host.post(
        "/api/tables",
        {"game": "london", "seats": [{"kind": "you", "name": "Aoi"}, {"kind": "open"}]},
    ).json()
    guest = house.person()
    guest.sit(made["table"], made["links"]["1"], name="⟦@0⟧{name}")
    page = host.page(made["table"])
    page.until("snapshot")
    page.first()
    assert page.act("keep 1")["text"] == "It is not your turn: ⟦⟦⟧@0⟧{name} is to act."
    theirs = guest.page(made["table"], 1)
    theirs.until("snapshot")
    assert "⟦⟦⟧2 red⟧" in theirs.act("⟦2 red⟧")["text"]
    assert ApiError("not-yours", name="⟦@0⟧").text("en") == "It is not your turn: ⟦@0⟧ is to act."


# ---- names that nobody chose
def test_everybody_reads_default_names_in_their_own_language(house):
    """In whichever language the table was made; a name that was typed stays."""
    host, guest = house.person(), house.person()
    seats = [{"kind": "you"}, {"kind": "open"}, {"kind": "bot"}, {"kind": "bot", "name": "Nikko"}]
    made = host.post("/api/tables?language=ja", {"game": "london", "seats": seats}).json()
    address = f"/api/tables/{made['table']}"
    page = host.page(made["table"], language="ja")
    assert page.until("hello")["names"] == ["プレイヤー1", "プレイヤー2", "鎌倉", "Nikko"]
    page.send("language", language="en")
    assert page.until("seats")["names"] == ["Player 1", "Player 2", "Kamakura", "Nikko"]
    assert host.get(f"{address}?language=ja").json()["names"][2] == "鎌倉"
    assert host.get(f"{address}?language=en").json()["names"][2] == "Kamakura"
    guest.sit(made["table"], made["links"]["1"], name="Aoi")
    assert host.get(f"{address}?language=ja").json()["names"][1] == "Aoi"


def test_tables_to_watch_are_listed_with_names_in_the_readers_language(house):
    host = house.person()
    table = host.table(seats="you bot", public=True)
    for language, bot in (("ja", "日光"), ("en", "Nikko")):
        listed = house.person().get(f"/api/tables?language={language}").json()
        assert next(one["names"] for one in listed if one["table"] == table)[1] == bot


def test_errors_and_rematches_name_seats_in_the_readers_language(house):
    host = house.person()
    table = host.table(seats="you open")
    page = host.page(table, language="ja")
    page.until("snapshot")
    page.first()
    assert "プレイヤー2の番です" in page.act("keep 1")["text"]
    state = house.app.state.registry.tables[table].state
    assert [rematch_seat(state, seat).default for seat in range(2)] == ["person 1", "person 2"]
    state.names[1] = "Aoi"
    assert rematch_seat(state, 1).default is msgspec.UNSET


def test_the_lobby_and_own_games_name_seats_in_the_readers_language(house):
    host = house.person()
    table = host.table(seats="you open bot", listed=True)
    status = host.get(f"/api/tables/{table}/status?language=ja").json()
    assert status["names"] == ["プレイヤー1", "プレイヤー2", "鎌倉"]
    listed = ListedTable(
        LobbyTable(
            table="t",
            game="london",
            options={},
            names=["Player 1", "Nikko"],
            kinds=["person", "bot"],
            levels=[None, "easy"],
            open=[],
            started=False,
            clock_minutes=None,
            created=0.0,
        ),
        ["person 1", None],
    )
    sent = LobbyViewer("ja").changes({"t": listed})
    assert [one.names for one in sent.changed] == [["プレイヤー1", "Nikko"]]
