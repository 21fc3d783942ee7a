"""Tokyo Railways in words: every refusal, event, line of the sheet and name has its text, with
places its figures fill.
"""

import ast
import inspect

import pytest
import text_tables

from ekiben import texts
from ekiben.games.tokyo import actions, event_codes, events, refusals, score_sheet, turn
from ekiben.games.tokyo.game import load
from ekiben.games.tokyo.lattice import BETWEEN, CLASSES, DIRECTIONS, GROUNDS
from ekiben.games.tokyo.options import options_of
from ekiben.games.tokyo.rules import BOARDS
from ekiben.games.tokyo.sizes import JOBS
from ekiben.games.tokyo.state import KINDS as HAPPENINGS

both_languages = pytest.mark.parametrize("language", texts.languages())
KINDS_OF_EVENT = {kind.name: kind.code for kind in event_codes.EVENT_KINDS}
TILES = {event_codes.ENDED, event_codes.SET_ASIDE, event_codes.HAPPENED}


@pytest.fixture(scope="module")
def game():
    return load(BOARDS / "kanto.toml", {})


def places(text):
    """The names of a text's places.

    {wild}, what a game calls its wilds, is there for every text.
    """
    return text_tables.places(text) - {"wild"}


def refused():
    """The clauses, reasons and figures of every refusal the code can give."""
    barred = [reason for _, _, reason in refusals.BARS]
    for call in ast.walk(ast.parse(inspect.getsource(refusals))):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Refusal":
            clause, reason = call.args
            figures = {word.arg for word in call.keywords}
            for name in strings(reason) or barred:
                yield strings(clause), name, figures


def strings(node):
    return [leaf.value for leaf in chosen(node) if isinstance(leaf, ast.Constant)]


def chosen(node):
    """A value, or both of a conditional one."""
    return [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]


def told(game, kind):
    """Events of a kind: with everything it can say, and with as little as it can."""
    city, plain = (
        game.board.cities[0].posts[0],
        next(n for n in range(2000) if game.plain_board.city_at[n] < 0),
    )
    for x in (JOBS, JOBS + len(game.board.tiles) - 1) if kind in TILES else (0, 1, city, plain):
        for y in (0, 1, city, plain):
            try:
                yield events.event_from(game, [kind, 0, x, y])
            except IndexError:  # a post is no ferry
                continue


def said(event, language):
    """The text of an event: its own before the route games', the fullest it has a field for."""
    own, shared = texts.words(language)["tokyo"]["events"], texts.words(language)["events"]
    known = own if event["kind"] in own else shared
    fuller = [
        f"{event['kind']}-{field}"
        for field, value in event.items()
        if value is not False and value != 0
    ]
    return next((known[key] for key in fuller if key in known), known[event["kind"]])


@both_languages
def test_every_refusal_has_words_its_figures_fill(language):
    known, found = texts.words(language)["reasons"], list(refused())
    assert len(found) > 40
    assert [reason for _, reason, _ in found if reason not in known] == []
    assert [
        (reason, figures) for _, reason, figures in found if not places(known[reason]) <= figures
    ] == []


def test_every_refusal_cites_a_clause():
    cited = {clause for clauses, _, _ in refused() for clause in clauses} | {
        clause for _, clause, _ in refusals.BARS
    }
    assert cited | set(refusals.CLAUSES.values()) <= set(texts.clauses())


@both_languages
@pytest.mark.parametrize("kind", [kind.code for kind in event_codes.EVENT_KINDS])
def test_every_event_has_words_its_fields_fill(game, kind, language):
    heard = list(told(game, kind))
    assert heard
    for event in heard:
        assert places(said(event, language)) <= {"who", *event}, event


def test_events_say_who():
    """Where a seat does or suffers something, it is named."""
    nobody = {
        "happening-ended",
        "job-placed",
        "set-aside",
        "cup-renewed",
        "removed",
        "plays-on",
        "over",
    }
    for language in texts.languages():
        silent = {
            kind for kind in KINDS_OF_EVENT if "who" not in places(said({"kind": kind}, language))
        }
        assert silent == nobody


def test_fuller_texts_are_of_fields(game):
    """`KIND-FIELD` names a field that events of the kind have."""
    names = KINDS_OF_EVENT
    for key in {*texts.words("en")["events"], *texts.words("en")["tokyo"]["events"]} - set(names):
        kind = max((name for name in names if key.startswith(f"{name}-")), key=len, default=None)
        if kind is not None:
            assert any(
                key.removeprefix(f"{kind}-") in event for event in told(game, names[kind])
            ), key


@both_languages
def test_every_line_of_the_sheet_has_words(language):
    known = texts.words(language)["sheet"]
    assert [
        reason for _, reason in (*score_sheet.ENTRIES, score_sheet.OWED) if reason not in known
    ] == []
    assert [reason for _, reason in score_sheet.ENTRIES if places(known[reason])] == []
    assert places(known["loans-owed"]) == {"count"}
    assert {clause for clause, _ in (*score_sheet.ENTRIES, score_sheet.OWED)} <= set(
        texts.clauses()
    )


@both_languages
def test_every_question_has_words(language):
    for table in (texts.words(language)["asked"], texts.words(language)["cli"]["questions"]):
        assert set(turn.QUESTIONS.names) - {"over"} <= set(table)


@both_languages
def test_every_name_has_words(language):
    known = texts.words(language)["tokyo"]
    assert set(known["terrain"]) == {*GROUNDS.values(), *BETWEEN.values()} - {""}
    assert tuple(known["classes"]) == CLASSES
    assert tuple(known["directions"]) == DIRECTIONS
    assert tuple(known["cups"]) == events.CUPS
    assert tuple(known["upgrades"]) == actions.WAYS
    assert tuple(known["happenings"]) == tuple(known["meanings"]) == HAPPENINGS


@both_languages
def test_names_are_those_of_the_board(game, language):
    known = texts.words(language)["tokyo"]
    assert known["seasons"] == {season.id: season.names[language] for season in game.board.seasons}
    assert known["happenings"] == {tile.kind: tile.names[language] for tile in game.board.tiles}


def test_places_of_words_are_the_same():
    english, japanese = texts.words("en"), texts.words("ja")
    for table in ("reasons", "events", "sheet"):
        assert {key: places(text) for key, text in english[table].items()} == {
            key: places(text) for key, text in japanese[table].items()
        }
    for key, entry in english["tokyo"].items():
        for name, text in (entry if isinstance(entry, dict) else {"": entry}).items():
            other = japanese["tokyo"][key]
            assert places(text) == places(other[name] if name else other), (key, name)


def test_options_are_those_of_the_clauses(game):
    """A clause that is an option names it; the choice of scenario has no clause of its own."""
    options = {
        option.clause: option.name for option in options_of(game.board) if option.name != "scenario"
    }
    marked = {
        number: one.option
        for number, one in texts.clauses().items()
        if number[:2] in {"TR", "KT"} and one.option
    }
    assert marked == options
