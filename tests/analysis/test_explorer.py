"""Statistics over many games: intervals, counts from records and from the kernel, files."""

import pytest

import ekiben
from ekiben.analysis import explorer
from ekiben.analysis.explorer.counting import level_of, without_undone
from ekiben.analysis.explorer.family import EXPLORER
from ekiben.arena import play_games
from ekiben.core.errors import EkibenError, RecordError
from ekiben.records import Entry, read

ROUTES = ("america", "europe", "great-lakes", "london")
GOLDEN = "tests/golden/{}.jsonl"


@pytest.fixture
def _interpreted(monkeypatch):
    monkeypatch.setenv("EKIBEN_PLAIN", "1")


def as_entries(results):
    return [Entry("games.jsonl", number, one.record) for number, one in enumerate(results, 1)]


def counted(found):
    """What was counted, without where it comes from."""
    return [group.to_json() for group in found]


def play(game, bots, **how):
    return list(explorer.play(game, bots, jobs=1, **how))[-1]


# ---- intervals
@pytest.mark.parametrize(
    ("hits", "cases", "low", "high"),
    [
        (10, 100, 0.0552, 0.1744),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 2, 0.0945, 0.9055),
    ],
)
def test_intervals_are_wilsons(hits, cases, low, high):
    share = explorer.wilson(hits, cases)
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)
    assert share.value == hits / cases and share.low <= share.value <= share.high


def test_no_case_has_no_share():
    assert explorer.wilson(0, 0) is None


# ---- the kernel and records
@pytest.mark.usefixtures("_interpreted")
def test_the_kernel_counts_what_records_say():
    """Bots of two levels that change seats: the same games, once in the loop, once replayed."""
    bots = ["step", "planner"]
    results = play_games("london", bots, games=3, seed=4, records=True)
    from_records = explorer.explore(as_entries(results))["london"]
    from_kernel = play("london", bots, games=3, seed=4)
    assert counted(from_kernel) == counted(from_records)
    assert {group.level for group in from_kernel} == {"easy", "hard"}
    assert from_kernel.games == from_records.games == 3


@pytest.mark.deep
@pytest.mark.parametrize("game", ROUTES)
@pytest.mark.parametrize("seats", [2, 4])
def test_machine_code_counts_what_records_say(game, seats):
    """Stations, tunnels, harbours and long tickets included."""
    results = play_games(game, ["planner"] * seats, games=12, seed=9, records=True)
    from_records = explorer.explore(as_entries(results))[game]
    assert counted(play(game, "planner", seats=seats, games=12, seed=9)) == counted(from_records)


def test_batches_do_not_change_the_counts(monkeypatch):
    from ekiben.analysis.explorer.routes import family

    monkeypatch.setenv("EKIBEN_PLAIN", "1")
    whole = play("london", "step", seats=3, games=4)
    monkeypatch.setattr(family, "BATCH", 3)
    assert counted(play("london", "step", seats=3, games=4)) == counted(whole)


def test_groups_by_level_by_player_or_not_at_all():
    entries = as_entries(play_games("london", ["step", "junkie"], games=2, records=True))
    by = {how: explorer.explore(entries, by=how)["london"] for how in ("level", "player", "all")}
    assert {group.level for group in by["level"]} == {"easy", "medium"}
    assert {group.level for group in by["player"]} == {"step", "junkie"}
    [everybody] = by["all"]
    assert everybody.players == 2 * everybody.games and everybody.wins == everybody.games


def test_levels_are_known_by_their_bots():
    game = ekiben.load("london")
    assert level_of(game, 2, "planner") == "hard" and level_of(game, 2, "Aki") == "others"
    assert level_of(ekiben.load("america"), 2, "learned") == "master"
    assert level_of(ekiben.load("great-lakes"), 5, "learned") == "others"


def test_what_was_taken_back_is_not_counted():
    match = ekiben.load("london").new(2, seed=1)
    match.play(match.legal()[0])
    match.play(match.legal()[0])
    claim = next((one for one in match.legal() if one.verb == "claim"), match.legal()[0])
    match.play(claim)
    if match.undoable:
        match.undo()
    again = without_undone(match)
    assert not [one for one in again.heard if one["kind"] == "undone"]
    assert again.digest() == match.digest()


def test_unfinished_records_are_left_out():
    line = str(ekiben.load("london").new(2, seed=1).record())
    assert explorer.explore([Entry("open.jsonl", 1, line)]) == {}


# ---- what is counted
@pytest.mark.parametrize("game", ROUTES)
def test_the_stages_of_tickets_follow_each_other(game):
    entries = [one for one in read(GOLDEN.format(game)) if one.values["result"]][:1]
    for group in explorer.explore(entries, by="all")[game]:
        for item in group.items("tickets"):
            assert item.counts["done"] <= item.counts["kept"] <= item.counts["offered"]
            assert item.wins["kept"] <= item.counts["kept"]
        kept = sum(item.counts["kept"] for item in group.items("tickets"))
        assert kept == group.figures["tickets"].total
        done = sum(item.counts["done"] for item in group.items("tickets"))
        assert done == group.figures["done"].total


@pytest.mark.parametrize("game", ROUTES)
def test_marks_are_what_events_and_score_sheets_say(game):
    entry = next(one for one in read(GOLDEN.format(game)) if one.values["result"])
    match = ekiben.replay(entry.line)
    facts = EXPLORER.of(match.game).facts(match)
    items = {table.name: table.items for table in EXPLORER.of(match.game).tables(match.game)}

    def marked(table, stage, seat):
        marks = facts.marks[table, stage][seat]
        return {item for item, mark in zip(items[table], marks, strict=True) if mark}

    for seat in range(match.seats):
        lines = [(one.reason, one.details.get("ticket")) for one in match.sheet(seat)]
        done = {ticket for reason, ticket in lines if reason == "ticket-done"}
        kept = done | {ticket for reason, ticket in lines if reason == "ticket-missed"}
        events = [one for one in match.events(seat) if one.get("seat") == seat]
        offered = {id for one in events if one["kind"] == "offered" for id in one["tickets"]}
        claimed = [one["route"] for one in events if one["kind"] == "claimed"]
        start = next(one for one in events if one["kind"] == "kept")
        assert marked("tickets", "done", seat) == done
        assert marked("tickets", "kept", seat) == kept
        assert marked("tickets", "offered", seat) == offered
        assert marked("routes", "claimed", seat) == set(claimed)
        assert marked("routes", "first", seat) == set(claimed[:1])
        assert marked("tickets-at-start", "all", seat) == {str(len(start["tickets"]))}


def test_tokyo_counts_jobs_cities_and_upgrades():
    [entry] = list(read(GOLDEN.format("tokyo-whole")))[:1]
    match = ekiben.replay(entry.line)
    facts = EXPLORER.of(match.game).facts(match)
    rewarded = [one for one in match.heard if one["kind"] == "rewarded"]
    for seat in range(match.seats):
        jobs = {one["job"] for one in rewarded if one["seat"] == seat}
        assert facts.marks["jobs", "delivered"][seat].sum() == len(jobs)
        assert facts.marks["jobs", "first"][seat].sum() == min(1, len(jobs))
        assert facts.marks["cities", "start"][seat].sum() == 1
        assert facts.marks["first-upgrade", "all"][seat].sum() == 1
    assert facts.wins.sum() == 1


# ---- files
@pytest.mark.usefixtures("_interpreted")
def test_statistics_are_saved_read_and_added_up(tmp_path):
    first, second = play("london", "step", games=2), play("london", "step", games=2, seed=2)
    place = tmp_path / "some.json"
    place.write_text(explorer.to_json(first), encoding="utf-8")
    assert explorer.to_json(explorer.read(place)) == explorer.to_json(first)
    both = explorer.merge(explorer.read(place), second)
    assert counted(both) == counted(play("london", "step", games=4))
    assert [(one.games, one.seed) for one in both.sources] == [(4, 0)]  # one follows the other


def test_what_is_no_statistics_is_refused(tmp_path):
    place = tmp_path / "wrong.json"
    for text in ("[]", "{", '{"ekiben-explorer": 1}', '{"ekiben-explorer": 2}'):
        place.write_text(text, encoding="utf-8")
        with pytest.raises(RecordError, match=r"wrong\.json"):
            explorer.read(place)


def test_other_boards_are_not_added_up():
    with pytest.raises(EkibenError, match="cannot be added up"):
        explorer.merge(explorer.shipped("london"), explorer.shipped("america"))
