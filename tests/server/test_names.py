"""Names are data: what nobody sees is taken out of them, and no sentence is made of them."""

import pytest

from ekiben.server.errors import ApiError
from ekiben.server.names import clean_name


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
