"""How-to-play cards and glossary: true to the boards, complete in both languages."""

import re

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
        for kind in ("terms",):
            named = set(learning._read("learn")[family][kind])
            assert named == set(learning._words("en")[family][kind])


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


# ---- clauses
REFUSALS = {
    family: set(
        re.findall(
            r'"([A-Z]{2}-\d+\.\d+)"',
            __import__(f"ekiben.games.{family}.refusals", fromlist=["_"]).__loader__.get_source(
                f"ekiben.games.{family}.refusals"
            ),
        )
    )
    for family in FAMILIES
}


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_leads_to_a_section(game):
    """A clause of another game's page is never cited."""
    own = board(game)
    pages = {"RT", own.clauses} if own.family.name == "routes" else {"TR", "KT"}
    cited = {clause for clause in REFUSALS[own.family.name] if clause[:2] in pages}
    assert len(cited) > 10
    assert sorted(clause for clause in cited if learning.section_of(own, clause) is None) == []


def test_sections_name_clauses_that_exist():
    for table in learning._read("learn").values():
        for row in table["sections"].values():
            for clause in [*row["clauses"], *row.get("also", ())]:
                assert clause in texts.clauses("en")


def test_nearly_every_clause_is_explained_somewhere():
    """What a newcomer needs nothing of: seats of a game, customs."""
    known = {
        clause
        for table in learning._read("learn").values()
        for row in table["sections"].values()
        for clause in [*row["clauses"], *row.get("also", ())]
    }
    left = set(texts.clauses("en")) - known
    assert left <= {"RT-1.8", "US-1.5", "EU-1.5", "GL-1.8", "LD-1.5"}, left
