"""Branches: a finished game is taken up again, whole or not at all, and only if it may be seen."""

import contextlib
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

import ekiben
from ekiben.server import sqlite
from ekiben.server.access import hash_token
from ekiben.server.archive import parse_line, read_table, to_line
from ekiben.server.store import Entry
from ekiben.server.table_state import replay_state

from .deals.club import Club, begin, code, daily

TOKEN = "t" * 43


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """One for all tests of the file; each has tables of its own."""
    with contextlib.ExitStack() as stack:
        yield Club(tmp_path_factory.mktemp("club"), None, stack)


@pytest.fixture
def ann(club):
    return club.house.person()


@pytest.fixture
def parent(club, ann):
    """A finished game of Ann against a bot, which nobody else may see."""
    table = ann.table()
    club.finish(table)
    return table


def branch(who, table, at=30, seat=0, **wish):
    answer = who.post(f"/api/tables/{table}/branches", {"at": at, "seat": seat, **wish})
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


def refusal(who, table, at=30, seat=0, **wish):
    return code(who.post(f"/api/tables/{table}/branches", {"at": at, "seat": seat, **wish}))


def tree(who, table):
    answer = who.get(f"/api/tables/{table}/branches?language=en")
    assert answer.status_code == 200, answer.text
    return answer.json()


def record(who, table):
    return json.loads(who.get(f"/api/tables/{table}/record").text)


def stored(club, table):
    async def read(store):
        return await store.setup(table), await store.log(table)

    return club.in_store(read)


def table_log(club, table):
    return stored(club, table)[1]


# ---- playing on
@pytest.mark.parametrize("seat", [0, 1])
def test_a_branch_begins_with_the_actions_of_its_parent(club, ann, parent, seat):
    made = branch(ann, parent, 30, seat, name="Aoi", level="hard")
    whole = record(ann, parent)
    setup, log = stored(club, made)
    assert [entry.action for entry in log] == whole["actions"][:30]
    replayed = ekiben.load("london").new(2, int(whole["seed"], 16))
    for action in whole["actions"][:30]:
        replayed.play(action)
    assert replay_state(setup, log).match.digest() == replayed.digest()
    assert [one.kind for one in setup.seats] == ["person", "bot"][:: 1 - 2 * seat]
    assert setup.seats[seat].name == "Aoi" and setup.seats[1 - seat].level == "hard"
    assert ann.seats(made) == [seat]
    shown = ann.get(f"/api/tables/{made}").json()
    assert shown["branch"] == {"parent": parent, "at": 30, "seat": seat} and not shown["chat"]
    assert record(ann, parent) == whole


def test_bots_keep_the_level_they_had(club, ann):
    seats = [{"kind": "bot", "level": "easy"}, {"kind": "you"}, {"kind": "bot", "level": "hard"}]
    table = ann.post("/api/tables", {"game": "london", "seats": seats}).json()["table"]
    club.finish(table)
    setup, _ = stored(club, branch(ann, table, 20, 0))
    assert [one.level for one in setup.seats] == [None, "medium", "hard"]


def test_a_branch_is_played_to_its_end_and_its_record_replays(club, ann, parent):
    made = branch(ann, parent, 30)
    page = ann.page(made)
    page.until("snapshot")
    lines = [line["text"] for line in page.position["said"] if line["kind"] == "people-branched"]
    assert len(lines) == 1 and "plays another game" in lines[0]
    while not page.my_turn()["over"]:
        page.first()
    whole, before = record(ann, made), record(ann, parent)
    assert whole["actions"][:30] == before["actions"][:30] and whole["seed"] == before["seed"]
    assert whole["actions"] != before["actions"]
    match = ekiben.replay(json.dumps(whole))
    assert match.over
    [shown] = tree(ann, parent)["branches"]
    assert shown["over"] and shown["scores"] == match.scores()
    assert shown["ranking"] == match.ranking()


def test_nothing_of_the_parent_is_taken_back(club, ann, parent):
    """Ann goes on after a claim that she could have taken back when she made it."""
    whole = record(ann, parent)
    match = ekiben.load("london").new(2, int(whole["seed"], 16))
    at = 0
    for number, action in enumerate(whole["actions"], 1):
        match.play(action)
        if match.undoable and match.actors[-1] == match.seat == 0:
            at = number
    made = branch(ann, parent, at)
    page = ann.page(made)
    page.until("snapshot")
    assert not page.position["undo"]
    assert page.ask("undo", position=page.position["seq"])["code"] == "no-undo"
    assert len(stored(club, made)[1]) == at


# ---- who may not
def test_a_running_game_has_no_branches(club, ann):
    table = ann.table()
    assert refusal(ann, table, 0) == "not-over"
    assert code(ann.get(f"/api/tables/{table}/positions/0")) == "not-over"
    assert code(ann.post(f"/api/tables/{table}/share")) == "not-over"


def test_a_sealed_game_has_no_branches(club, ann):
    deal = next(one["deal"] for one in daily(ann)["deals"] if one["game"] == "london")
    table = begin(ann, deal)
    club.finish(table)
    assert refusal(ann, table) == "sealed"
    assert code(ann.get(f"/api/tables/{table}/positions/5")) == "sealed"
    assert code(ann.post(f"/api/tables/{table}/share")) == "sealed"


def test_strangers_are_refused_until_the_game_is_shared(club, ann, parent):
    stranger = club.house.person()
    assert refusal(stranger, parent) == "private"
    assert code(stranger.get(f"/api/tables/{parent}/branches")) == "private"
    assert code(stranger.get(f"/api/tables/{parent}/positions/5")) == "private"
    assert code(stranger.post(f"/api/tables/{parent}/share")) == "private"
    for _ in range(2):
        assert ann.post(f"/api/tables/{parent}/share").status_code == 204
    assert [entry.kind for entry in stored(club, parent)[1]].count("share") == 1
    assert tree(stranger, parent)["shared"]
    assert record(stranger, parent) == record(ann, parent)
    made = branch(stranger, parent)
    assert stranger.seats(made) == [0] and ann.seats(made) == []


ONLY = {"master": (3,)}  # sizes of tables


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"at": 5000}, "no-position"),
        ({"at": -1}, "bad"),
        ({"seat": 2}, "no-position"),
        ({"level": "grandmaster"}, "no-level"),
        ({"level": "master"}, "level-elsewhere"),
        ({"luck": "good"}, "bad"),
    ],
)
def test_wishes_that_do_not_fit_are_refused(ann, parent, wish, why, monkeypatch):
    monkeypatch.setattr("ekiben.bots.levels.level_seats", lambda game, name: ONLY.get(name, (2,)))
    assert refusal(ann, parent, **wish) == why
    assert tree(ann, parent)["branches"] == []


def test_there_is_an_end_to_branches(ann, parent, monkeypatch):
    monkeypatch.setattr("ekiben.server.branches.MAX_BRANCHES", 2)
    branch(ann, parent)
    branch(ann, parent)
    assert refusal(ann, parent) == "many-branches"


# ---- nothing leaks
def test_of_a_running_branch_nobody_sees_more_than_of_any_game(club, ann, parent):
    made = branch(ann, parent)
    stranger = club.house.person()
    for who in (ann, stranger):
        assert code(who.get(f"/api/tables/{made}/record?as=full")) == "not-over"
        assert code(who.get(f"/api/tables/{made}/replay?eyes=all")) == "not-over"
        assert code(who.get(f"/api/tables/{made}/turning-point")) == "not-over"
        assert code(who.get(f"/api/tables/{made}/positions/3")) == "not-over"
        assert refusal(who, made) == "not-over"
    assert "seed" not in record(stranger, made)
    page = stranger.page(made, None)
    page.until("snapshot")
    assert page.position["legal"] == [] and stranger.seats(made) == []
    [shown] = tree(ann, parent)["branches"]
    assert not shown["over"] and shown["scores"] == shown["ranking"] == []


def test_a_running_branch_is_not_reviewed_with_an_end_made_up(club, ann, parent):
    """The parent tells the seed; its own record may be brought at any time."""
    whole = record(ann, parent)
    made = branch(ann, parent)
    assert ann.post("/api/records", whole).status_code == 201
    page = ann.page(made)
    page.until("snapshot")
    page.my_turn()
    page.act(page.position["legal"][-1])
    match = ekiben.load("london").new(2, int(whole["seed"], 16))
    for entry in table_log(club, made):
        match.play(entry.action)
    while not match.over:
        match.play(match.legal()[0])
    for path in ("/api/records", "/api/review?seat=0"):
        assert code(ann.post(path, json.loads(str(match.record())))) == "seed-in-play"
    assert ann.post("/api/records", whole).status_code == 201


def test_branches_are_in_no_list_and_no_deal(club, ann, parent):
    made = branch(ann, parent)
    assert made not in [one["table"] for one in ann.get("/api/tables").json()]
    club.finish(made)
    assert ann.get(f"/api/tables/{made}/status").json()["branch"]["parent"] == parent
    assert ann.get(f"/api/tables/{parent}/status").json()["branch"] is None
    assert code(ann.post(f"/api/tables/{made}/deal")) == "branch-deal"


# ---- the tree
def test_branches_of_branches_are_listed_parents_first(club, ann, parent):
    first = branch(ann, parent, 30)
    club.finish(first, luck=2)
    second = branch(ann, first, 40, 1)
    club.calendar.at += 1
    third = branch(ann, parent, 10)
    found = tree(ann, parent)
    assert [(one["table"], one["parent"], one["at"]) for one in found["branches"]] == [
        (first, parent, 30),
        (third, parent, 10),
        (second, first, 40),
    ]
    assert [one["over"] for one in found["branches"]] == [True, False, False]
    assert found["origin"] is None
    inner = tree(ann, first)
    assert inner["origin"] == {"parent": parent, "at": 30, "seat": 0}
    assert [one["table"] for one in inner["branches"]] == [second]


# ---- twice, at once, killed in between
def test_the_same_request_makes_one_branch(club, ann, parent):
    wish = {"at": 30, "seat": 0, "fresh": TOKEN}
    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(branch, ann, parent, **wish) for _ in range(4)]
        assert len({one.result() for one in asked}) == 1
    assert len(tree(ann, parent)["branches"]) == 1
    assert refusal(ann, parent, at=31, fresh=TOKEN) == "not-fresh"
    setup, _ = stored(club, asked[0].result())
    assert setup.seats[0].token == hash_token(TOKEN)


def test_two_people_at_once_get_a_branch_each(club, ann, parent):
    ann.post(f"/api/tables/{parent}/share")
    others = [club.house.person() for _ in range(3)]
    with ThreadPoolExecutor(3) as threads:
        made = list(threads.map(lambda who: branch(who, parent), others))
    assert len(set(made)) == 3
    assert {one["table"] for one in tree(ann, parent)["branches"]} == set(made)


def test_there_is_never_half_a_branch(ann, parent, monkeypatch):
    """The server dies after the set-up has been written and before the log."""

    def die(*values, **named):
        raise sqlite3.OperationalError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "extend", die)
        assert refusal(ann, parent, fresh=TOKEN) == "store"
    assert tree(ann, parent)["branches"] == []
    made = branch(ann, parent, fresh=TOKEN)
    assert [one["table"] for one in tree(ann, parent)["branches"]] == [made]


def test_another_process_plays_a_branch_on(tmp_path, address):
    with contextlib.ExitStack() as stack:
        club = Club(tmp_path, address, stack, 2)
        ann = club.house.person()
        table = ann.table()
        club.finish(table)
        made = branch(ann, table, 30)
        there = ann.elsewhere(club.houses[1])
        assert [one["table"] for one in tree(there, table)["branches"]] == [made]
        page = there.page(made)
        page.until("snapshot")
        assert page.my_turn()["legal"]
        assert page.first()["type"] == "done"


# ---- records
def finished_line(seed=5, names=("Aoi", "<b>Ben</b> of the very long name")):
    match = ekiben.load("london").new(2, seed, list(names))
    while not match.over:
        match.play(match.legal()[0])
    return str(match.record())


def test_a_record_becomes_a_table_once(club, ann):
    line = finished_line()
    made = [ann.post("/api/records", json.loads(line)).json()["table"] for _ in range(2)]
    assert made[0] == made[1]
    shown = record(club.house.person(), made[0])
    known = json.loads(line)
    assert shown["actions"] == known["actions"] and shown["result"] == known["result"]
    assert shown["names"] == ["Aoi", "<b>Ben</b> of the very l"]
    assert ann.seats(made[0]) == [] and ann.seats(branch(ann, made[0], 12, 1)) == [1]
    assert code(ann.post(f"/api/tables/{made[0]}/again")) == "not-your-seat"


def test_only_whole_and_finished_records_become_tables(ann):
    match = ekiben.load("london").new(2, 5)
    match.play(match.legal()[0])
    assert code(ann.post("/api/records", json.loads(str(match.record())))) == "not-over"
    seen = json.loads(str(match.record(seat=0)))
    assert code(ann.post("/api/records", seen)) == "wrong"
    broken = json.loads(finished_line())
    broken["actions"] = broken["actions"][:-1]
    assert code(ann.post("/api/records", broken)) in ("wrong", "not-over")
    assert code(ann.post("/api/records", {"ekiben": 1})) == "wrong"


# ---- positions
def test_a_position_is_what_the_seat_saw(ann, parent):
    whole = record(ann, parent)
    match = ekiben.load("london").new(2, int(whole["seed"], 16), whole["names"])
    for action in whole["actions"][:33]:
        match.play(action)
    found = ann.get(f"/api/tables/{parent}/positions/33?language=en").json()
    assert found["seat"] == match.seat and found["asked"] == match.asked
    assert found["legal"] == list(map(str, match.legal())) and len(found["told"]) == len(
        found["legal"]
    )
    frames = ann.get(f"/api/tables/{parent}/replay?eyes={match.seat}&language=en").json()
    scene = frames["start"]
    for step in frames["steps"][:33]:
        scene |= step["changed"]
    assert found["scene"] == scene
    why = ann.get(
        f"/api/tables/{parent}/positions/33/why", params={"action": found["legal"][0]}
    ).json()
    assert why["legal"]
    last = len(whole["actions"])
    assert code(ann.get(f"/api/tables/{parent}/positions/{last}")) == "wrong"
    assert code(ann.get(f"/api/tables/{parent}/positions/x")) == "no-position"


def test_an_archive_has_branches_and_shares(club, ann, parent):
    """A log with a share, and a set-up with its parent, are read as they were written."""
    ann.post(f"/api/tables/{parent}/share")
    made = branch(ann, parent)

    async def export(store):
        return [to_line(await read_table(store, table), {}) for table in (parent, made)]

    whole, begun = map(parse_line, club.in_store(export))
    assert begun.setup.branch.parent == parent
    assert whole.log[-1][1] == Entry("share", 0)


def test_an_action_is_judged_in_a_position(ann, parent, monkeypatch):
    """Near the end of the game, in one world, since nothing is compiled here."""
    monkeypatch.setattr("ekiben.analysis.routes.choices.JUDGED", 1)
    last = len(record(ann, parent)["actions"]) - 1
    places = [ann.get(f"/api/tables/{parent}/positions/{last - n}").json() for n in range(9)]
    place = next(one for one in places if len(one["legal"]) > 1)
    path = f"/api/tables/{parent}/positions/{place['at']}/judge"
    found = ann.get(path, params={"action": place["legal"][0], "language": "en"}).json()
    assert found["actions"] == place["legal"][:1] and 0 <= found["chance"] <= 1
    assert found["text"] and found["error"] >= 0
    assert code(ann.get(path, params={"action": "draw nothing"})) == "wrong"
    assert code(ann.get(path)) == "not-an-action"
