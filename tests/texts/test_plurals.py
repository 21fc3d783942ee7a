"""No sentence says "1 trains": texts have plural forms, chosen by CLDR's rules in Python and in the
browser alike.
"""

import json
import re
import subprocess
import tomllib
from pathlib import Path

import programs
import pytest
from text_tables import PLURAL, entries, places

import ekiben
from ekiben import texts
from ekiben.core.errors import counted
from ekiben.texts.plurals import BadPlural, choose_forms
from ekiben.texts.sentences import sentence
from ekiben.texts.wording import Words

HERE, WEB = Path(__file__).parent, Path(__file__).parents[2] / "web"
EXAMPLES = tomllib.loads((HERE / "plurals.toml").read_text(encoding="utf-8"))["examples"]
NUMBERS = (0, 1, 2, 5)
ONE_OF_MANY = re.compile(r"(?<![\d.,:–-])1 (?:(?:big|more|legal) )?([a-z]+s)\b")
VERBS = {
    "is",
    "was",
    "has",
    "goes",
    "needs",
    "forfeits",
}  # what may follow a 1, as in seat 1 forfeits
NAMES = {
    "who",
    "name",
    "route",
    "to",
    "colour",
    "card",
    "job",
}  # places that are no numbers, with verbs after them
RANGES = re.compile(r"1(?:–| to )1 players")  # a game is for two or more
BROWSER = """
const ts = require(process.argv[1]);
const { source, asked } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const compiled = ts.transpileModule(source, { compilerOptions: { module: "esnext", target: "es2022" } });
import(`data:text/javascript,${encodeURIComponent(compiled.outputText)}`).then(({ chooseForms }) => {
  const forms = asked.map(({ text, values, language }) => chooseForms(text, values, language));
  process.stdout.write(JSON.stringify(forms));
});
"""


def fill(text, values, language):
    return choose_forms(text, values, language).format_map(values)


def fill_with(number, text, language):
    """The same number in all places but those of names."""
    return fill(text, dict.fromkeys(places(text), number) | dict.fromkeys(NAMES, "Ann"), language)


def says_one_of_many(text):
    spoken = ONE_OF_MANY.finditer(RANGES.sub("", text))
    return [found[0] for found in spoken if found[1] not in VERBS]


def with_plurals(language):
    return [(key, text) for key, text in entries(texts.words(language)) if PLURAL.search(text)]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["says"])
def test_example(example):
    assert fill(example["text"], example["values"], example["language"]) == example["says"]


def test_browser_chooses_the_same_forms():
    """The examples, and every text with plural forms, as `web/src/lib/plurals.ts` reads them."""
    typescript = WEB / "node_modules" / "typescript"
    node = programs.need("nodejs", programs.node() if typescript.is_dir() else None)
    asked = [
        *EXAMPLES,
        *(
            {"language": language, "text": text, "values": dict.fromkeys(places(text), number)}
            for language in texts.languages()
            for _, text in with_plurals(language)
            for number in NUMBERS
        ),
    ]
    source = (WEB / "src" / "lib" / "plurals.ts").read_text(encoding="utf-8")
    answer = subprocess.run(
        [node, "-e", BROWSER, str(typescript)],
        input=json.dumps({"source": source, "asked": asked}),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    expected = [choose_forms(one["text"], one["values"], one["language"]) for one in asked]
    assert json.loads(answer) == expected


@pytest.mark.parametrize("language", texts.languages())
def test_no_text_says_one_of_many(language):
    """Every text of the interface, with the same number in all its places."""
    spoken = [
        (key, found)
        for key, text in entries(texts.words(language))
        for number in NUMBERS
        for found in says_one_of_many(fill_with(number, text, language))
    ]
    assert spoken == []


def counted_nouns():
    """The nouns that texts count, singular by plural, read off their plural forms."""
    found = {}
    for _, text in with_plurals("en"):
        one, other = (fill_with(number, text, "en").split() for number in (1, 2))
        if len(one) == len(other):
            pairs = zip(
                *([word.strip(".,:;!()") for word in form] for form in (one, other)), strict=True
            )
            found |= {many: single for single, many in pairs if many != single and many.isalpha()}
    return {many: single for many, single in found.items() if single.isalpha()}


def test_every_noun_that_is_counted_has_the_form_for_its_number():
    """Also after another word: neither "1 new cards" nor "2 card"."""
    nouns = counted_nouns()
    assert {"cards", "tickets", "turns", "cities", "posts", "points"} <= set(nouns)
    counted = set(nouns) - {"are", "were", "go"}
    many = re.compile(rf"(?<![\d.,–-])1 (?:[a-z]+ )?({'|'.join(counted)})\b")
    single = re.compile(rf"(?<![\d.,–-])[02] ({'|'.join(nouns[noun] for noun in counted)})\b")
    wrong = [
        (key, found[0])
        for key, text in entries(texts.words("en"))
        for number, form in ((1, many), (0, single), (2, single))
        for found in form.finditer(RANGES.sub("", fill_with(number, text, "en")))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", texts.languages())
def test_every_plural_text_says_its_number(language):
    """Unless it has a form that says it in words."""
    for key, text in with_plurals(language):
        for number in NUMBERS:
            said = fill_with(number, text, language)
            assert "plural" not in said and "#" not in said and "{" not in said, key
    assert len(with_plurals("en")) > 80


def test_check_finds_one_of_many():
    assert says_one_of_many("Ann is offered 1 tickets.") == ["1 tickets"]
    assert says_one_of_many("join 1 big cities") == ["1 big cities"]
    assert says_one_of_many("1 is left, 1 goes back, 21 trains, 0.1 turns, 2–1 players") == []


@pytest.mark.parametrize(
    "text",
    [
        "{n, plural, one {# train}}",
        "{n, plural, one {# train} other {# trains}",
        "{n, plural, one # other {#}}",
        "{n, plural, other {# trains} trains}",
    ],
)
def test_unreadable_forms_are_refused(text):
    with pytest.raises(BadPlural):
        choose_forms(text, {"n": 1}, "en")


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("exchanged", {"count": 1, "pieces": "trains"}, "Ann exchanges 1 train for a ship."),
        ("exchanged", {"count": 2, "pieces": "ships"}, "Ann exchanges 2 ships for trains."),
        ("offered", {"count": 1}, "Ann is offered 1 ticket."),
        ("took-pieces", {"trains": 1, "ships": 49}, "Ann plays with 1 train and 49 ships."),
    ],
)
def test_sentences_of_events(kind, fields, said):
    words = Words("en", ekiben.load("great-lakes").board, ("Ann", "Ben"))
    assert sentence(words, {"kind": kind, "seat": 0, **fields}) == said


def test_messages_in_english_only():
    assert [counted(number, "game") for number in (0, 1, 2)] == ["0 games", "1 game", "2 games"]
