"""People and bots at tables: what is played, refused, taken back, left and taken over."""

import asyncio
import contextlib
import json
import random
import sqlite3
from pathlib import Path

import msgspec
import pytest

import ekiben
from ekiben.server.access import hash_token
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Entry, Row, SeatSetup, Setup

from .serving import Clock, Patient, serving


def test_a_game_against_bots_from_the_first_click_to_the_record(house):
    person = house.person()
    table = person.table("london", "you bot bot")
    page, luck = person.page(table), random.Random(1)
    page.until("snapshot")
    while not page.my_turn()["over"]:
        assert page.act(luck.choice(page.position["legal"]))["type"] == "done"
    assert page.position["seat"] is None and not page.position["legal"]
    info = person.get(f"/api/tables/{table}").json()
    assert info["over"] and info["you"] == [0]
    line = person.get(f"/api/tables/{table}/record").text
    match = ekiben.replay(line)
    assert match.over and match.record()["commit"] == page.heard[0]["commit"]
    sequence = [message["seq"] for message in page.heard if message["type"] == "update"]
    assert sequence == list(range(1, len(match.actions) + 1))


def test_every_update_is_in_the_log_when_it_is_heard(house):
    person = house.person()
    table = person.table("america", "you you")
    page = person.page(table)
    page.until("snapshot")
    for turn in range(6):
        number = page.send(
            "act", position=page.position["seq"], actions=[page.position["legal"][0]]
        )
        update = page.until("update")
        with contextlib.closing(sqlite3.connect(house.folder / "ekiben.db")) as database:
            log = database.execute(
                "SELECT entry FROM log WHERE table_id = ? ORDER BY seq", (table,)
            ).fetchall()
        assert len(log) == update["seq"] == turn + 1
        assert msgspec.json.decode(log[-1][0], type=Entry).action == update["by"]
        assert page.until("done")["request"] == number
        page.ask("look", seat=update["seat"])


# ---- positions
def test_a_late_or_double_click_is_refused_and_changes_nothing(house):
    person = house.person()
    page = person.page(person.table("london", "you you"))
    first = page.until("snapshot")
    action = first["legal"][0]
    numbers = [page.send("act", position=0, actions=[action]) for _ in range(2)]
    answers = {}
    while len(answers) < 2:
        message = page.next()
        answers |= {message["request"]: message} if message.get("request") in numbers else {}
    assert answers[numbers[0]]["type"] == "done"
    assert (answers[numbers[1]]["type"], answers[numbers[1]]["code"]) == ("refused", "late")
    assert [message["seq"] for message in page.heard if message["type"] == "update"] == [1]
    assert page.ask("act", position=99, actions=[action])["code"] == "late"


def test_several_actions_are_played_as_long_as_they_are_legal_and_the_seat_is_asked(house):
    person = house.person()
    page = person.page(person.table("london", "you you"))
    page.until("snapshot")
    page.act("keep 1")
    page.ask("look", seat=1)
    page.act("keep 1")
    page.ask("look", seat=0)
    before = page.position["seq"]
    assert page.act("draw deck", "draw deck", "draw deck", "draw deck")["type"] == "done"
    assert [
        message["by"]
        for message in page.heard
        if message["type"] == "update" and message["seq"] > before
    ] == ["draw deck"] * 2
    assert (
        page.ask("act", position=page.position["seq"], actions=["keep 1"])["code"] == "not-yours"
        or page.position["seat"] == 1
    )


def test_what_is_illegal_or_unreadable_is_refused_with_words_in_the_readers_language(house):
    person = house.person()
    page = person.page(person.table("london", "you bot"), language="ja")
    page.until("snapshot")
    refused = page.act("claim british-museum-kings-cross")
    assert (refused["code"], refused["clause"]) == ("illegal", "RT-2.1") and refused["short"]
    assert page.act("fly to the moon")["code"] == "not-an-action"
    because = page.ask("why", action="claim british-museum-kings-cross")
    assert (because["type"], because["legal"], because["clause"]) == ("because", False, "RT-2.1")
    assert page.ask("why", action="keep 1")["legal"]
    japanese = because["text"]
    page.ask("language", language="en")
    assert page.heard[-2]["type"] == "snapshot"
    assert page.ask("why", action="claim british-museum-kings-cross")["text"] != japanese


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "x",
        "[]",
        "{}",
        '{"type":"act"}',
        '{"type":"act","request":1,"position":0,"actions":[]}',
        '{"type":"act","request":1,"position":0,"actions":["keep 1"],"extra":1}',
        '{"type":"fly","request":1}',
        '{"type":"act","request":1,"position":"0","actions":["keep 1"]}',
        '{"type":"language","request":1,"language":"fr"}',
        '{"type":"act","request":1,"position":0,"actions":["' + "x" * 200 + '"]}',
        '{"type":"leave","request":1,"seat":-1}',
    ],
)
def test_messages_that_do_not_fit_are_refused(house, bad):
    person = house.person()
    page = person.page(person.table())
    page.until("snapshot")
    page.socket.send(bad)
    assert page.until("refused")["code"] == "bad"
    assert page.ask("ping")["type"] == "pong"


# ---- undo
def test_what_revealed_nothing_can_be_taken_back_until_somebody_else_has_acted(tmp_path):
    with serving(tmp_path, Patient()) as house:
        person = house.person()
        page = person.page(person.table("london", "you bot"))
        page.until("snapshot")
        page.act("keep 1 2")
        assert page.position["undo"] and page.position["seat"] == 1
        assert page.ask("undo", position=page.position["seq"])["type"] == "done"
        assert (page.position["seq"], page.position["seat"], page.position["undo"]) == (2, 0, False)
        assert page.position["legal"] and page.position["said"][-1]["kind"] == "undone"
        assert page.ask("undo", position=page.position["seq"])["code"] == "no-undo"
        page.act("keep 1")
        line = person.get(f"/api/tables/{page.heard[0]['table']}/record?as=seat-0").json()
        assert line["actions"] == ["keep 1"] and "seed" not in line


def test_nobody_takes_back_what_another_has_done(house):
    host = house.person()
    table = host.table("london", "you open")
    other = house.person()
    other.post(f"/api/tables/{table}/sit", {"token": host.links[1].rpartition("#")[2]})
    mine, theirs = host.page(table, 0), other.page(table, 1)
    mine.until("snapshot")
    theirs.until("snapshot")
    mine.act("keep 1")
    theirs.until("update")
    assert mine.position["undo"] and not theirs.position["undo"]
    assert theirs.ask("undo", position=theirs.position["seq"])["code"] == "no-undo"
    assert theirs.ask("look", seat=0)["code"] == "not-your-seat"


# ---- seats
def test_a_seat_is_left_to_a_bot_and_taken_back(house):
    person = house.person()
    page = person.page(person.table("america", "you you"))
    page.until("snapshot")
    assert page.ask("leave", seat=1, level="medium")["type"] == "done"
    seats = next(message for message in reversed(page.heard) if message["type"] == "seats")
    assert (seats["kinds"], seats["levels"]) == (["person", "bot"], [None, "medium"])
    page.first()
    page.my_turn()
    assert page.position["seq"] > 2 and page.position["asked"] == "turn"
    assert page.ask("back", seat=1)["type"] == "done"
    assert next(message for message in reversed(page.heard) if message["type"] == "seats")[
        "kinds"
    ] == ["person", "person"]
    answer = page.ask("leave", seat=1, level="expert")
    assert answer["type"] == "done" or answer["code"] == "no-level"
    assert page.ask("leave", seat=5, level="easy")["code"] == "not-your-seat"


def test_a_bot_takes_over_when_the_clock_has_run_out(tmp_path):
    clock = Clock()
    with serving(tmp_path, now=clock) as house:
        person = house.person()
        table = person.table("london", "you bot", clock_minutes=1)
        page = person.page(table)
        assert page.until("snapshot")["clocks"] == [60_000, 60_000]
        clock.time += 20
        page.first()
        assert page.my_turn()["clocks"][0] == 40_000
        clock.time += 41
        person.page(table)  # whoever comes in makes the server look at the clock
        while (seats := page.until("seats"))["kinds"] != ["bot", "bot"]:
            pass
        assert seats["timed_out"] == [True, False]
        page.until("snapshot")
        assert page.position["clocks"][0] == 0
        assert page.position["said"][-1]["text"] == "⟦@0⟧’s time is up; a bot plays on."
        assert page.ask("back", seat=0)["code"] == "timed-out"


# ---- to come back
def test_who_comes_back_is_sent_what_was_missed(house):
    person = house.person()
    table = person.table("london", "you you")
    page, watcher = person.page(table), person.page(table, 0)
    page.until("snapshot")
    watcher.until("snapshot")
    page.act("keep 1")
    seen = watcher.until("update")["seq"]
    watcher.close()
    page.ask("look", seat=1)
    page.act("keep 1")
    page.ask("look", seat=0)
    page.act("draw deck")
    again = person.page(table, 0, since=seen)
    missed = [again.next() for _ in range(3)]
    assert [message["type"] for message in missed] == ["hello", "update", "update"] and missed[0][
        "seq"
    ] == 3
    live = [
        message for message in page.heard if message["type"] == "update" and message["seq"] == 3
    ]
    assert missed[2]["said"] == live[0]["said"] and missed[2]["changed"] == live[0]["changed"]
    nothing = person.page(table, 0, since=3)
    assert nothing.next()["type"] == "hello" and nothing.ask("ping")["type"] == "pong"
    assert [message["type"] for message in nothing.heard] == ["hello", "pong"]


def test_the_same_people_play_again(house):
    host, guest = house.person(), house.person()
    table = host.table("london", "you open bot")
    guest.post(f"/api/tables/{table}/sit", {"token": host.links[1].rpartition("#")[2]})
    assert host.post(f"/api/tables/{table}/again").json()["error"]["code"] == "not-over"
    page, other = guest.page(table, 1), host.page(table, 0)
    page.ask("leave", seat=1)
    other.ask("leave", seat=0)
    while not page.until("update")["over"]:
        pass
    fresh = host.post(f"/api/tables/{table}/again").json()["table"]
    assert page.until("again")["table"] == fresh != table
    assert guest.post(f"/api/tables/{table}/again").json()["table"] == fresh
    infos = [person.get(f"/api/tables/{fresh}").json() for person in (host, guest)]
    assert [info["you"] for info in infos] == [[2], [0]] and infos[0]["kinds"] == ["bot"] * 3
    assert [info["rematch"] for info in infos] == [True, True]
    before = host.get(f"/api/tables/{table}").json()["names"]
    assert infos[0]["names"] == [*before[1:], before[0]]
    assert house.person().post(f"/api/tables/{table}/again").status_code == 403


def test_people_are_told_when_the_store_is_slow(tmp_path):
    with serving(tmp_path, slow_store=0.0) as house:
        person = house.person()
        page = person.page(person.table("london", "you you"))
        page.until("snapshot")
        page.first()
        assert [message["type"] for message in page.heard[-3:]] == [
            "wait",
            "update",
            "done",
        ] and page.heard[-3]["text"]


def test_a_table_at_rest_is_forgotten_and_found_again_in_the_log(tmp_path):
    with serving(tmp_path, max_tables=1) as house:
        person = house.person()
        first = person.table("london", "you you")
        page = person.page(first)
        page.until("snapshot")
        page.first()
        page.close()
        while person.get(f"/api/tables/{first}").json()["present"][0]:
            pass
        second = person.table("london", "you you")
        person.get(f"/api/tables/{second}")
        assert list(house.app.state.registry.tables) == [second]
        assert person.get(f"/api/tables/{first}").json()["seq"] == 1


def test_thinking_before_taking_back_is_on_the_clock_too(tmp_path):
    clock = Clock()
    with serving(tmp_path, Patient(), now=clock) as house:
        person = house.person()
        page = person.page(person.table("london", "you you", clock_minutes=10))
        page.until("snapshot")
        for seat in (0, 1):
            page.ask("look", seat=seat)
            page.first()
        page.ask("look", seat=0)
        claim = next(action for action in page.position["legal"] if action.startswith("claim"))
        clock.time += 5
        page.act(claim)
        clock.time += 7
        page.ask("undo", position=page.position["seq"])
        assert page.position["clocks"] == [588_000, 600_000]


def test_a_rematch_is_played_by_the_newest_rules(tmp_path):
    """A game begun by older rules ends by them; the next one of the same people is new."""
    golden = (
        (Path(__file__).parents[1] / "golden" / "london.jsonl")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    line = next(
        line for line in golden if (json.loads(line)["rules"], json.loads(line)["seats"]) == (1, 2)
    )
    match, token = ekiben.replay(line), "A" * 43
    setup = Setup(
        "oldtable23456789",
        "london",
        match.game.options,
        1,
        f"{match.seed:x}",
        "00" * 32,
        [SeatSetup("person", "Ann", token=hash_token(token)), SeatSetup("bot", "Ueno", "easy")],
        created=1.0,
    )
    log = [
        Row(1.0, Entry("play", seat, action=str(action)))
        for seat, action in zip(match.actors, match.actions, strict=True)
    ]

    async def fill():
        store = SqliteStore(tmp_path)
        await store.put(setup, log, True)
        await store.close()

    asyncio.run(fill())
    with serving(tmp_path) as house:
        person = house.person()
        person.http.cookies.set(f"ekiben-{setup.id}", token, domain="127.0.0.1")
        fresh = person.post(f"/api/tables/{setup.id}/again").json()["table"]
        assert person.get(f"/api/tables/{fresh}").status_code == 200
        made = house.app.state.registry.tables[fresh].state.setup
        assert (made.rules, made.board) == (
            ekiben.load("london").rules,
            ekiben.load("london").digest,
        )
