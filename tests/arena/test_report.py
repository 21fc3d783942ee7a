"""Summaries, the page of HTML and the page of the manual."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import ekiben
from ekiben import arena, texts
from ekiben.arena import behaviour_sheets
from ekiben.arena.behaviour import match_facts
from ekiben.arena.family import BEHAVIOUR
from ekiben.arena.plots import bin_width, ticks
from ekiben.arena.ratings_page import markdown
from ekiben.arena.report import html
from ekiben.arena.results import TournamentGame
from ekiben.arena.summary import is_one_sided
from ekiben.games.families import FAMILIES

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
VOID = {"meta", "br", "hr", "img", "link", "input"}


def game(seated, scores, ranking, deal=0, **more):
    """A result made up by hand."""
    facts = [
        {
            "kept": 3,
            "done": 2,
            "asked": 1,
            "claims": 2,
            "lengths": {"1": 1, "3": 1},
            "buildings": 0,
            "ended": int(seat == 0),
            "turns": 20,
            "blind": 5,
            "drawn": 10,
            "pieces": 1,
            "cards": 4,
            "withdrawn": 0,
            "points": {"routes": score},
        }
        for seat, score in enumerate(scores)
    ]
    values = {
        "game": "london",
        "board": "b",
        "rules": 1,
        "options": {},
        "deal": deal,
        "seed": "0",
        "thinking": 0.1,
        "version": "1",
        "seated": tuple(seated),
        "scores": scores,
        "ranking": ranking,
        "moves": [10] * len(seated),
        "seconds": [0.01] * len(seated),
        "facts": facts,
        "behaviour": ["0"] * len(seated),
    }
    return TournamentGame(**{**values, **more})


# ---- the figures
def test_tournaments_in_one_file_keep_their_deals_apart():
    """The first deals of two seeds are two deals, and the page names both seeds and times."""
    games = [
        game(["greedy", "random"], [20, 10], [[0], [1]], deal=deal, seed=seed, thinking=thinking)
        for seed, thinking in (("5", 0.1), ("6", 0.3))
        for deal in (0, 1)
    ]
    (summary,) = arena.summaries(games)
    assert len(summary.deals) == 4
    page = markdown([summary], "ekiben")
    assert page.count("4 games on 4 deals (seed 5, 6)") == 1
    assert page.count("thinking time 0.1, 0.3 s a choice") == 2


def test_figures_of_a_table_of_three():
    """a is first in both games; b and c share the second place once."""
    games = [game("abc", [30, 20, 20], [[0], [1, 2]]), game("bca", [10, 5, 12], [[2], [0], [1]])]
    one = arena.summaries(games)[0]
    rows = {row.spec: row for row in one.standings}
    assert one.specs[0] == "a" and one.seats == 3 and len(one.deals) == 1
    assert (rows["a"].share.value, rows["a"].margin.value, rows["a"].rank.value) == (1.0, 6.0, 1.0)
    assert one.anchor == "a" and [is_one_sided(one.chairs[spec]) for spec in "abc"] == [
        True,
        False,
        False,
    ]
    assert (
        rows["b"].share.value,
        rows["b"].margin.value,
        rows["b"].rank.value,
        rows["b"].score.value,
    ) == (0.0, -6.0, 2.25, 15.0)
    assert rows["b"].seconds == pytest.approx(0.001) and rows["a"].games == 2
    ahead = {
        (x, y): one.ahead[i][j] for i, x in enumerate(one.specs) for j, y in enumerate(one.specs)
    }
    assert (
        ahead["b", "c"].value == 0.75 and ahead["c", "b"].value == 0.25 and ahead["a", "a"] is None
    )
    assert all(cell is None for row in one.alone for cell in row)
    assert [share.value for share in one.seat_shares()] == [0.5, 0.0, 0.5]


def test_one_among_copies():
    games = [game("abb", [9, 5, 5], [[0], [1, 2]]), game("bab", [9, 5, 9], [[0, 2], [1]], deal=1)]
    one = arena.summaries(games)[0]
    a, b = one.specs.index("a"), one.specs.index("b")
    assert one.alone[a][b].value == 0.5 and one.alone[b][a] is None
    assert next(row for row in one.standings if row.spec == "b").share.value == 0.25


def test_kinds_of_table_are_kept_apart():
    games = [
        game("ab", [1, 2], [[1], [0]]),
        game("abc", [3, 2, 1], [[0], [1], [2]]),
        game("ab", [1, 2], [[1], [0]], options={"x": 1}),
    ]
    assert [(len(one.games), one.seats, one.options) for one in arena.summaries(games)] == [
        (1, 2, {}),
        (1, 3, {}),
        (1, 2, {"x": 1}),
    ]


def test_a_behaviour_sheet():
    one = arena.summaries(
        [game("ab", [30, 20], [[0], [1]]), game("ba", [10, 12], [[1], [0]], deal=1)]
    )[0]
    rows = dict(behaviour_sheets.sheet(one))
    assert (
        rows["done-share"] == ["67%", "67%"]
        and rows["blind"] == ["50%", "50%"]
        and rows["mean-length"] == ["2.00", "2.00"]
    )
    assert rows["ended"] == ["50%", "50%"] and "longest" not in rows and "buildings" not in rows
    assert behaviour_sheets.points(one) == [("routes", [21.0, 15.0])] and behaviour_sheets.lengths(
        one, "a"
    ) == {
        1: 1.0,
        3: 1.0,
    }


def test_facts_of_tokyo():
    match = ekiben.replay((GOLDEN / "tokyo.jsonl").read_text(encoding="utf-8").splitlines()[0])
    for seat, one in enumerate(match_facts(match, [0] * match.seats)):
        assert (
            sum(one["points"].values()) == match.scores()[seat]
            and one["turns"] > 0
            and one["links"] > 0
        )
        assert (
            one["ended"] == (match.view().winner == seat)
            and one["speed"] == match.view().speed[seat]
        )


def test_tokyo_has_figures_of_its_own():
    each = {
        "joined": 4,
        "loans": 0,
        "links": 90,
        "upgrades": 1,
        "lost": 0,
        "speed": 12,
        "load": 2,
        "points": {"rewards": 300, "track": -90},
    }
    rows = [
        {**each, "deliveries": 9, "ended": 1, "turns": 31},
        {**each, "deliveries": 6, "ended": 0, "turns": 30},
    ]
    games = [
        game(["courier", "drifter"], [210, 90], [[0], [1]], game="tokyo", facts=rows),
        game(
            ["drifter", "courier"],
            [80, 190],
            [[1], [0]],
            deal=1,
            game="tokyo",
            facts=[rows[1], {**rows[0], "turns": 41}],
        ),
    ]
    one = arena.summaries(games)[0]
    sheet = dict(behaviour_sheets.sheet(one))
    assert (
        one.specs == ["courier", "drifter"]
        and one.anchor == "courier"
        and "loans" not in sheet
        and "kept" not in sheet
    )
    assert (
        sheet["deliveries"] == ["9.0", "6.0"]
        and sheet["money"] == ["200", "85"]
        and sheet["to-win"] == ["36.0", "–"]
    )
    page = html([one])
    assert "Jobs delivered" in page and "Rewards of jobs" in page and "Routes claimed" not in page


# ---- the pages
class Checker(HTMLParser):
    """Every element that is opened is closed, and nothing is fetched."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.words = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        assert not {"src", "srcset", "onclick"} & {name for name, _ in attrs}
        assert all(value.startswith("#") for name, value in attrs if name == "href")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.mark.parametrize("language", texts.languages())
def test_the_report_is_whole_and_needs_nothing_else(three, language):
    page, checker = html(arena.summaries(three), language), Checker()
    checker.feed(page)
    assert (
        not checker.open
        and "script" not in checker.tags
        and "link" not in checker.tags
        and f'lang="{language}"' in page
    )
    assert checker.tags.count("svg") == 4 and not re.search(r"url\(|@import|https?:", page)
    said = " ".join(checker.words)
    for key in (
        "parts.ratings",
        "parts.matrix",
        "parts.scores",
        "parts.behaviour",
        "parts.seats",
        "facts.kept",
        "columns.share",
    ):
        assert texts.say(f"arena.{key}", language) in said
    one = arena.summaries(three)[0]
    assert all(
        f"{row.share.value:.1%}" in said and f"{row.score.value:.1f}" in said
        for row in one.standings
    )


def test_names_are_no_markup():
    page = html(arena.summaries([game(["<b>x</b>", "a&b"], [1, 2], [[1], [0]])]))
    assert "<b>" not in page and "&lt;b&gt;x&lt;/b&gt;" in page and "a&amp;b" in page
    Checker().feed(page)


def test_larger_tables_have_two_matrices():
    games = [game("abb", [9, 5, 5], [[0], [1, 2]]), game("bab", [9, 5, 9], [[0, 2], [1]], deal=1)]
    page = html(arena.summaries(games))
    assert page.count('class="matrix"') == 2 and "33% would be even" in page


@pytest.mark.parametrize("language", texts.languages())
def test_the_manuals_page(three, language):
    page = markdown(arena.summaries(three), "ekiben arena ratings --deals 3", language)
    assert (
        page.startswith(f"# {texts.say('arena.page.title', language)}\n")
        and "ekiben arena ratings --deals 3" in page
    )
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert len(rows) == 6 and all(
        f"| `{spec}` |" in page for spec in ("greedy", "random", "greedy:enough=0.5")
    )
    assert len({line.count("|") for line in rows[:3]}) == 1 and "1000 (" in page


def test_round_numbers():
    assert ticks(0, 100) == [0, 20, 40, 60, 80, 100] and ticks(-0.5, 0.5, 4) == [
        -0.5,
        -0.25,
        0,
        0.25,
        0.5,
    ]
    assert bin_width(0, 64) == 2 and bin_width(0, 5) == 1 and bin_width(-100, 900) == 50


def test_both_languages_have_all_words():
    def keys(table, before=""):
        below = [
            [before + name] if isinstance(value, str) else keys(value, f"{before}{name}.")
            for name, value in table.items()
        ]
        return [key for those in below for key in those]

    english, japanese = (keys(texts.words(language)["arena"]) for language in texts.languages())
    assert english == japanese
    columns = [BEHAVIOUR.load(family).columns for family in FAMILIES.values()]
    assert {column.name for several in columns for column in several} == set(
        texts.words("en")["arena"]["facts"]
    )
    assert set(texts.words("en")["sheet"]) <= set(texts.words("en")["arena"]["points"])
