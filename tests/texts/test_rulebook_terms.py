"""Japanese words for things are those of the games' rulebooks: SLカード in America and Europe, ワイルドカード
in Great Lakes only.
"""

import re
from pathlib import Path

import pytest
from arranging import arranged
from table import play, started, told
from text_tables import entries

import ekiben
from ekiben import texts
from ekiben.texts import manual
from ekiben.texts.moves import texts_of
from ekiben.texts.sentences import sentence
from ekiben.texts.wording import Words

WILDS = {
    "america": "SLカード",
    "europe": "SLカード",
    "great-lakes": "ワイルドカード",
    "london": "バスカード",
}
# no rulebook has these; the right words are SLカード, 表向きのカード, 港のシンボル, 船舶カード, 船舶1隻カード, バス駒
WRONG = re.compile("ロコモ|機関車|場札|港のマーク|港マーク|船カード|一隻カード|二隻カード|バスコマ")
GREAT_LAKES_ONLY = "ワイルド"
WEB = Path(__file__).parents[2] / "web" / "src"


def pages():
    """The Japanese pages of the manual, by the clauses' prefix."""
    return {path.stem: page for path, page in manual.manual().items() if path.parts[0] == "ja"}


def test_no_entry_has_a_word_that_no_rulebook_has():
    assert [key for key, text in entries(texts.words("ja")) if WRONG.search(text)] == []
    assert [key for key, text in entries(texts.rules("ja")) if WRONG.search(text)] == []


def test_only_great_lakes_has_wild_cards():
    """The shared page names what each game calls them, once."""
    spoken = {key for key, text in entries(texts.words("ja")) if GREAT_LAKES_ONLY in text}
    assert [key for key in spoken if not key.endswith("wilds.GL")] == []
    named = {key for key, text in entries(texts.rules("ja")) if GREAT_LAKES_ONLY in text}
    assert {key for key in named if not key.startswith("clauses.GL-")} == {"pages.RT.intro"}


def test_the_manual_says_the_same():
    for name, page in pages().items():
        assert not WRONG.search(page), name
        assert GREAT_LAKES_ONLY not in page or name in ("great-lakes", "route-games"), name
    assert pages()["america"].count("SLカード") > 2 and pages()["europe"].count("SLカード") > 10


def test_the_browser_has_no_words_of_its_own():
    files = [path for path in WEB.rglob("*") if path.suffix in (".svelte", ".ts")]
    found = [
        path.name
        for path in files
        if re.search(f"{WRONG.pattern}|{GREAT_LAKES_ONLY}", path.read_text(encoding="utf-8"))
    ]
    assert files and found == []


@pytest.mark.parametrize(("name", "wild"), WILDS.items())
def test_a_wild_is_called_as_in_its_rulebook(name, wild):
    words = Words("ja", ekiben.load(name).board)
    assert words.kind("wild") == wild and wild in words.cards({"wild": 2})
    assert wild in sentence(words, {"kind": "swept", "times": 1})
    assert wild in words.say("reasons.wild-second") and wild in words.say(
        "reasons.wrong-colour", colour="赤"
    )
    assert Words("en", ekiben.load(name).board).kind("wild") == texts.say("kinds.wild")


def test_without_a_board_there_is_a_word_for_all():
    assert texts.say("reasons.wild-second", "ja").startswith("表向きのオールマイティカード")


@pytest.mark.parametrize(
    ("language", "lays", "pays"), [("en", "lays out", "claims"), ("ja", "出しました", "取りました")]
)
def test_cards_for_a_tunnel_are_laid_out_and_not_paid(language, lays, pays):
    """EU-4.1, EU-4.3: they may be taken back."""
    match = arranged(started("europe"), hand={0: {"red": 4}}, deck=["red", "blue", "green"])
    words = Words(language, match.game.board, ("Ann", "Ben"))
    said = texts_of(words, play(match, "claim bucuresti-sofia", "pay 2 red"))
    assert lays in said[-1] and pays not in said[-1]
    events = play(match, "pay 1 red")
    assert told(events, "paid")[0]["cards"] == {"red": 1}
    assert pays in texts_of(words, match.events())[-1]
