"""The rules in words: the same clauses in every language, short enough to show, and the manual
built from them.
"""

import re
import unicodedata
from collections import Counter
from itertools import pairwise

import pytest

import ekiben
from ekiben import texts
from ekiben.texts import manual

LONGEST_SHORT = {"en": 90, "ja": 60}
SENTENCE_END = {"en": (".", ".)"), "ja": ("。", "。）")}
ENGLISH, JAPANESE = texts.clauses("en"), texts.clauses("ja")
NUMBERS = list(ENGLISH)
both_languages = pytest.mark.parametrize("language", texts.languages())


def place(number):
    """A clause number as page, section and place in the section."""
    page, section, item = re.fullmatch(r"([A-Z]{2})-(\d+)\.(\d+)", number).groups()
    return page, int(section), int(item)


def digits(text):
    """The numbers written in digits, full-width ones too, and how often each; those in the names of
    ship cards are none.
    """
    return Counter(
        re.findall(r"\d+", re.sub("船舶[12]隻カード", "", unicodedata.normalize("NFKC", text)))
    )


def marks(clause):
    return clause.ruling, clause.option


def test_both_languages_have_the_same_clauses_in_the_same_order():
    assert list(JAPANESE) == NUMBERS


def test_both_languages_have_the_same_pages_and_sections():
    english, japanese = texts.rules("en")["pages"], texts.rules("ja")["pages"]
    assert list(english) == list(japanese)
    assert [list(page["sections"]) for page in english.values()] == [
        list(page["sections"]) for page in japanese.values()
    ]


def test_both_languages_have_the_same_words_for_the_manual():
    assert list(texts.rules("en")["manual"]) == list(texts.rules("ja")["manual"])


def test_marks_are_the_same():
    assert [n for n in NUMBERS if marks(ENGLISH[n]) != marks(JAPANESE[n])] == []


def test_numbers_are_the_same():
    assert [n for n in NUMBERS if digits(ENGLISH[n].text) != digits(JAPANESE[n].text)] == []
    assert [n for n in NUMBERS if digits(ENGLISH[n].short) != digits(JAPANESE[n].short)] == []


@both_languages
def test_shorts_are_one_line_that_fits(language):
    shorts = [clause.short for clause in texts.clauses(language).values()]
    assert [short for short in shorts if not 0 < len(short) <= LONGEST_SHORT[language]] == []
    assert [
        short for short in shorts if "\n" in short or not short.endswith(SENTENCE_END[language])
    ] == []


@both_languages
def test_texts_are_whole_sentences(language):
    assert [
        c.number
        for c in texts.clauses(language).values()
        if not c.text.endswith(SENTENCE_END[language])
    ] == []


@both_languages
def test_options_are_named_in_their_texts(language):
    optional = [clause for clause in texts.clauses(language).values() if clause.option]
    assert optional and [c.number for c in optional if f"`{c.option}`" not in c.text] == []


@both_languages
def test_clauses_referred_to_exist(language):
    for number, clause in texts.clauses(language).items():
        assert set(manual.NUMBER.findall(clause.text)) <= set(NUMBERS) - {number}, number


def test_clauses_stand_in_order_without_gaps():
    """Within a page, sections follow one another and the clauses of each count from 1."""
    for (page, section, item), (next_page, next_section, next_item) in pairwise(
        map(place, NUMBERS)
    ):
        if page == next_page:
            assert (next_section, next_item) in {(section, item + 1), (section + 1, 1)}
        else:
            assert (next_section, next_item) == (1, 1)


def test_pages_are_not_interleaved():
    pages = [place(number)[0] for number in NUMBERS]
    assert sum(before != after for before, after in pairwise(pages)) == len(set(pages)) - 1


def test_every_section_has_a_title_and_every_title_a_section():
    titled = {
        (key, int(section))
        for key, page in texts.rules("en")["pages"].items()
        for section in page["sections"]
    }
    assert titled == {place(number)[:2] for number in NUMBERS}


def test_first_players_of_the_rulebooks_are_named():
    """RT-1.8: help texts name the first players of the rulebooks."""
    assert all(
        word in texts.clause("RT-1.8", "en").text
        for word in ("most travelled", "in Europe most recently", "youngest")
    )
    assert all(
        word in texts.clause("RT-1.8", "ja").text
        for word in ("最も旅慣れた人", "ヨーロッパにいた人", "最も若い人")
    )


def test_manual_is_up_to_date():
    assert manual.outdated() == []


def test_manual_check_names_what_is_out_of_date(tmp_path, capsys):
    assert manual.main(["--docs", str(tmp_path)]) == 0
    assert manual.main(["--docs", str(tmp_path), "--check"]) == 0
    page = tmp_path / "ja" / "rules" / "america.md"
    page.write_text("changed", encoding="utf-8")
    assert manual.main(["--docs", str(tmp_path), "--check"]) == 1
    assert capsys.readouterr().err.splitlines() == [f"out of date: {page}"]


def test_manual_has_every_clause_once_per_language():
    anchors = Counter(
        anchor
        for page in manual.manual().values()
        for anchor in re.findall(r'<a id="([^"]+)">', page)
    )
    assert anchors == {
        number.lower().replace(".", "-"): len(texts.languages()) for number in NUMBERS
    }


def test_links_of_the_manual_lead_somewhere(tmp_path):
    manual.write(tmp_path)
    for path, page in manual.manual().items():
        for target, _, anchor in (
            link.partition("#") for link in re.findall(r"\]\(([^)]+)\)", page)
        ):
            linked = (tmp_path / path).parent / target
            assert linked.is_file(), f"{path}: {target}"
            assert not anchor or f'<a id="{anchor}">' in linked.read_text(encoding="utf-8")


@both_languages
def test_marks_show_in_the_manual(language):
    own, shown = texts.rules(language)["manual"], texts.clauses(language).values()
    pages = "".join(
        page
        for path, page in manual.manual().items()
        if (path.parts[0] == "ja") == (language == "ja")
    )
    assert pages.count(f" · *{own['ruling']}*") == sum(clause.ruling for clause in shown)
    assert pages.count(f" · *{own['option']}* `") == sum(
        clause.option is not None for clause in shown
    )


def leaves(table, above=""):
    """The dotted keys of all texts of a table."""
    for name, entry in table.items():
        yield from (
            leaves(entry, f"{above}{name}.") if isinstance(entry, dict) else [f"{above}{name}"]
        )


def test_both_languages_have_the_same_words():
    assert set(leaves(texts.words("en"))) == set(leaves(texts.words("ja")))


def test_say_looks_up_and_fills_in():
    assert texts.say("games.america") == "America"
    assert (
        texts.say("games.america", "ja") == texts.say("games.america", language="ja") == "アメリカ"
    )


def test_say_fills_the_places(monkeypatch):
    monkeypatch.setattr(
        texts, "words", lambda language: {"reasons": {"short": "{missing} more {colour}"}}
    )
    assert texts.say("reasons.short", missing=2, colour="red") == "2 more red"


def test_unknown_language_names_those_there_are():
    with pytest.raises(texts.UnknownText, match=r"'xx'; there are en, ja"):
        texts.say("games.america", "xx")


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("gone.america", "there are .*games"),
        ("games.atlantis", "'games' has america, europe"),
        ("games.america.more", "'games.america' has no entries"),
        ("games", "is a table, not a text; it has america"),
    ],
)
def test_unknown_key_names_what_there_is(key, message):
    with pytest.raises(texts.UnknownText, match=message):
        texts.say(key)


def test_unknown_clause_names_those_there_are():
    with pytest.raises(texts.UnknownText, match=f"there are {NUMBERS[0]}"):
        texts.clause("no such clause")


@both_languages
@pytest.mark.parametrize("name", ekiben.games())
def test_every_option_has_a_label(name, language):
    """Its clause says what people call it, in the browser and elsewhere."""
    known = ekiben.load(name).known_options
    assert (
        known and [one.name for one in known if not texts.clause(one.clause, language).label] == []
    )
