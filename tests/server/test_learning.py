"""How-to-play cards and glossaries over HTTP, and refusals that lead to them."""

import json

import pytest

import ekiben
from ekiben.core.errors import Refusal
from ekiben.server import catalogue, learning
from ekiben.server.errors import IllegalAction

from .serving import serving


@pytest.fixture(scope="module")
def person(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("learning")) as house:
        yield house.person()


def test_a_card_in_both_languages(person):
    english = person.get("/api/cards/europe?language=en").json()
    japanese = person.get("/api/cards/europe?language=ja").json()
    assert [one["id"] for one in english["sections"]] == [one["id"] for one in japanese["sections"]]
    assert english["minutes"] == [15, 25] and english["lesson"] is True
    assert english["titles"] == {"en": "Europe", "ja": "ヨーロッパ"}
    tunnels = next(one for one in english["sections"] if one["id"] == "tunnels")
    assert tunnels["picture"] == "tunnel" and "costs a card more" in tunnels["caption"]
    assert "EU-4.1" in tunnels["clauses"]


def test_pictures_are_drawn_once_and_kept(person):
    first = person.get("/api/cards/london/way.svg?language=ja")
    assert first.headers["content-type"] == "image/svg+xml" and "ロンドン塔" in first.text
    assert "sandbox" in first.headers["content-security-policy"]
    before = len(catalogue.CACHE)
    assert person.get("/api/cards/london/way.svg?language=ja").content == first.content
    for wrong in ("nothing", "tunnel", "way.svg.svg"):
        assert person.get(f"/api/cards/london/{wrong}.svg").status_code == 404
    assert person.get("/api/cards/nowhere/way.svg").status_code == 404
    assert len(catalogue.CACHE) == before


def test_a_glossary_has_the_words_of_its_game(person):
    terms = {one["id"]: one for one in person.get("/api/glossary/london?language=ja").json()}
    assert terms["wild"]["name"] == "バスカード" and terms["district"]["section"] == "districts"
    assert "tunnel" not in terms and person.get("/api/glossary/nowhere").status_code == 404


def test_home_says_how_long_games_take(person):
    games = {one["name"]: one for one in person.get("/api/home").json()["games"]}
    assert games["london"]["minutes"] == [5, 10] and games["london"]["lesson"] is True
    assert all(one["minutes"] for one in games.values())


@pytest.mark.parametrize(
    ("game", "action", "clause", "section"),
    [
        ("europe", "tickets", "RT-5.3", "tickets"),
        ("europe", "pass", "EU-4.2", "tunnels"),
        ("tokyo", "done", "TR-4.5", "track"),
    ],
)
def test_a_refusal_names_the_section_that_explains_it(game, action, clause, section):
    board = ekiben.load(game).board
    match = ekiben.load(game).new(2, 1)
    reason = {"tokyo": "not-own-turn"}.get(game, "no-tickets")
    illegal = IllegalAction(board, match.action(action), Refusal(clause, reason))
    assert illegal.why_answer(1, "en").section == section
    assert illegal.message(1, "ja").section == section


def test_cards_are_small():
    for game in ekiben.games():
        assert len(learning.card_json(game, "en")) < 9_000
        assert len(json.loads(learning.terms_json(game, "en"))) >= 10
