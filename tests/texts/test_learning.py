"""How-to-play cards and glossary: true to the boards, complete in both languages."""

import importlib
import inspect
import re
from dataclasses import replace

import pytest
from text_tables import entries, places

import ekiben
from ekiben import texts
from ekiben.games.families import FAMILIES
from ekiben.texts import learning

GAMES = ekiben.games()
LEARN = {language: dict(entries(learning._words(language))) for language in texts.languages()}


def board(game):
    return ekiben.load(game).board


def test_both_languages_have_the_same_texts_and_figures():
    english, japanese = LEARN["en"], LEARN["ja"]
    assert list(english) == list(japanese)
    figures = {
        key: (places(english[key]) - {"wild"}, places(japanese[key]) - {"wild"}) for key in english
    }
    assert [key for key, (one, other) in figures.items() if one != other] == []


def test_every_section_and_term_has_words():
    for family in FAMILIES:
        data, words = learning._read("learn")[family], learning._words("en")[family]
        assert set(data["terms"]) == set(words["terms"])
        assert set(data["sections"]) == set(words["sections"])
        pictures = {row["picture"] for row in data["sections"].values() if "picture" in row}
        assert pictures == set(words["pictures"])


# ---- cards
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", texts.languages())
def test_every_card_is_complete(game, language):
    card = learning.card(board(game), language)
    sections = {section.id: section for section in card.sections}
    assert {"goal", "turn", "end"} <= set(sections) and len(sections) == len(card.sections)
    for section in card.sections:
        assert section.title and section.text and section.clauses
        assert "{" not in section.title + section.text
        assert all(clause in texts.clauses(language) for clause in section.clauses)
    assert card.minutes and card.minutes[0] < card.minutes[1] and len(card.about) > 20
    assert 3 <= sum(section.picture is not None for section in card.sections) <= 5


@pytest.mark.parametrize("game", GAMES)
def test_a_card_takes_five_minutes_at_most(game):
    """At 140 words a minute, slow enough for a page with pictures."""
    card = learning.card(board(game), "en")
    words = " ".join([card.about, *(f"{one.title} {one.text}" for one in card.sections)]).split()
    assert len(words) <= 700
    japanese = learning.card(board(game), "ja")
    assert len("".join(one.text for one in japanese.sections)) <= 2000


SPECIAL = {
    "america": {"doubles"},
    "europe": {"ferries", "tunnels", "stations"},
    "great-lakes": {"ships", "harbours", "exchange"},
    "london": {"districts"},
    "tokyo": {"track", "jobs", "ferries", "upgrades", "loans", "events"},
}


@pytest.mark.parametrize(("game", "special"), SPECIAL.items())
def test_what_is_special_has_its_section(game, special):
    others = set().union(*SPECIAL.values()) - special - {"doubles"}
    ids = {section.id for section in learning.card(board(game), "en").sections}
    assert special <= ids and not ids & (others - {"ferries", "track", "jobs"})


def test_the_figures_of_a_card_are_the_boards():
    """Another board gets other figures: nothing is typed into the text."""
    london = board("london")
    figures = replace(london.figures, pieces=replace(london.figures.pieces, end_limit=7))
    changed = learning.card(replace(london, figures=figures), "en").sections[-1].text
    assert "with 7 buses or fewer" in changed
    assert "with 2 buses or fewer" in learning.card(london, "en").sections[-1].text
    for game, parts in {
        "america": (
            "begin with 4 cards",
            "the 5 that lie",
            "15 for one of 6",
            "dealt 3",
            "10 points",
        ),
        "great-lakes": ("50 pieces", "27 trains and 23 ships", "10 / 20 / 30", "2 more turns"),
        "europe": ("dealt 4, one of them long,", "21 for one of 8", "1 / 2 / 3 cards"),
        "tokyo": ("6 of the 7 big cities", "500 G", "27 points of movement", "at most 50 G"),
    }.items():
        text = " ".join(one.text for one in learning.card(board(game), "en").sections)
        assert [part for part in parts if part not in text] == []


def test_a_board_of_ones_own_has_a_card():
    own = learning.card(replace(board("america"), game="my-board"), "ja")
    assert own.minutes is None and "独自" in own.about and len(own.sections) > 5


# ---- the glossary
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", texts.languages())
def test_every_term_is_explained_and_leads_to_the_card(game, language):
    sections = dict(learning._entries(board(game), "sections"))
    for term in learning.glossary(board(game), language):
        assert term.name and term.forms and len(term.text) > 15
        assert "{" not in term.name + term.text + "".join(term.forms)
        assert term.section in sections, term.id


def test_terms_belong_to_the_games_that_have_them():
    terms = {game: {term.id for term in learning.glossary(board(game), "en")} for game in GAMES}
    assert "tunnel" in terms["europe"] and "tunnel" not in terms["america"]
    assert "district" in terms["london"] and "longest-route" not in terms["london"]
    assert "harbour" in terms["great-lakes"] and "ticket" not in terms["tokyo"]
    assert {"post", "cup", "loan", "mountain", "ferry"} <= terms["tokyo"]


def test_figures_come_from_the_board():
    text = {term.id: term.text for term in learning.glossary(board("great-lakes"), "en")}
    assert "The 6 face-up cards" in text["market"] and "2 more turns" in text["last-round"]
    text = {term.id: term.text for term in learning.glossary(board("london"), "en")}
    assert "The 5 face-up cards" in text["market"] and "one more turn" in text["last-round"]


def test_a_wild_is_called_as_in_its_game():
    names = {game: learning.glossary(board(game), "ja")[0].name for game in GAMES[:4]}
    assert list(names.values()) == ["SLカード", "SLカード", "ワイルドカード", "バスカード"]


def test_names_of_places_are_no_terms():
    """Port Elgin is no port by its name."""
    assert "Port Elgin" in learning.names_like_terms(board("great-lakes"), "en")
    for game in GAMES:
        for language in texts.languages():
            forms = {
                form for term in learning.glossary(board(game), language) for form in term.forms
            }
            names = learning.names_like_terms(board(game), language)
            assert all(any(form.lower() in name.lower() for form in forms) for name in names)
            assert not forms & set(names)


# ---- clauses
def cited(family):
    """The clauses that refusals of a family name, read from their source."""
    source = inspect.getsource(importlib.import_module(f"ekiben.games.{family}.refusals"))
    return set(re.findall(r'"([A-Z]{2}-\d+\.\d+)"', source))


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_leads_to_a_section(game):
    """A clause of another game's page is never cited."""
    own = board(game)
    pages = {"RT", own.clauses} if own.family.name == "routes" else {"TR", "KT"}
    clauses = {clause for clause in cited(own.family.name) if clause[:2] in pages}
    assert len(clauses) > 10
    assert sorted(clause for clause in clauses if learning.section_of(own, clause) is None) == []


EXPLAINED = {
    clause
    for family in FAMILIES
    for row in learning._read("learn")[family]["sections"].values()
    for clause in [*row["clauses"], *row.get("also", ())]
}


def test_sections_name_clauses_that_exist():
    assert set(texts.clauses("en")) >= EXPLAINED


def test_nearly_every_clause_is_explained_somewhere():
    """All but customs, and how many people a game is for, which stands above the sections."""
    left = set(texts.clauses("en")) - EXPLAINED
    assert left <= {"RT-1.8", "US-1.5", "EU-1.5", "GL-1.8", "LD-1.5"}, left
