"""Deals that people mix their own randomness into: sealed, opened, dealt once, and told to nobody
too early.
"""

import asyncio
import hashlib
import json
import threading

import pytest

import ekiben
from ekiben import records
from ekiben.core.errors import RecordError
from ekiben.server.archive import export_lines, import_table, parse_line
from ekiben.server.expiry import archive_line
from ekiben.server.repair import repair
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Entry, SeatSetup, Setup
from ekiben.server.table_state import TableState, read_state

from .serving import Clock, QuickBots, serving
from .test_shared import several

PARTS = [f"{seat + 1:02x}" * 32 for seat in range(4)]


def seal(part):
    return hashlib.sha256(bytes.fromhex(part)).hexdigest()


def add(page, seat, part=None):
    """Seal a part for a seat."""
    return page.ask("seal", seat=seat, seal=seal(part or PARTS[seat]))


def show(page, seat, part=None):
    """Open the part of a seat."""
    return page.ask("reveal", seat=seat, part=part or PARTS[seat])


def seated(host, table, house, seat=1):
    guest = house.person()
    assert guest.sit(table, host.links[seat]).status_code == 204
    return guest


def mixed_table(house, seats="you open bot", **wish):
    """A host and a guest who wait for the deal, each with a page."""
    host = house.person()
    table = host.table("london", seats, mixed=True, **wish)
    guest = seated(host, table, house)
    return table, host, guest, host.page(table, 0), guest.page(table, 1)


def deal(table, *pages):
    """Let the pages of seats 0, 1 … add their parts; wait for the first position of all."""
    for ask in (add, show):
        for seat, page in enumerate(pages):
            assert ask(page, seat)["type"] == "done"
    for page in pages:
        wait_for_deal(page)


def wait_for_deal(page):
    if not any(message["type"] == "snapshot" for message in page.heard):
        page.until("snapshot")


def play_on(pages):
    """Play the first legal action of whoever is to act until the game is over."""
    while not pages[0].position["over"]:
        seat = pages[0].position["seat"]
        page = pages[seat] if seat is not None and seat < len(pages) else pages[0]
        if not page.my_turn()["over"]:
            page.first()
        for other in pages:
            while other.position["seq"] < page.position["seq"]:
                other.next()


# ---- before the deal
def test_nothing_of_the_deal_is_sent_before_everybody_has_added_a_part(house):
    table, host, guest, first, second = mixed_table(house, public=True)
    watcher = house.person().page(table, None)
    for page in (first, second, watcher):
        waiting = page.until("mixing")
        assert waiting["seals"] == ["", "", ""] and not waiting["closed"]
        assert page.heard[0]["commit"] == waiting["commit"] != ""
    add(first, 0)
    add(second, 1)
    show(first, 0)
    for page in (first, second):
        for refused in (
            page.ask("act", position=0, actions=["draw deck"]),
            page.ask("why", action="draw deck"),
        ):
            assert (refused["type"], refused["code"]) == ("refused", "not-dealt")
        assert page.ask("undo", position=0)["type"] == "refused"
        assert page.ask("look", seat=None)["type"] == "done"
        assert page.ask("language", language="ja")["type"] == "done"
    for person in (host, guest):
        for path in ("record", "record?as=full", "record?as=seat-0", "replay", "replay?eyes=0"):
            answer = person.get(f"/api/tables/{table}/{path}")
            assert answer.json()["error"]["code"] == "not-dealt"
    watcher.ask("ping")
    for page in (first, second, watcher):
        sent = "".join(page.raw)
        assert {message["type"] for message in page.heard} <= {
            "hello",
            "seats",
            "mixing",
            "done",
            "refused",
            "pong",
        }
        assert not any(word in sent for word in ('"scene"', '"legal"', '"said"', *PARTS))
        assert seal(PARTS[1]) in sent


def test_plans_wait_for_the_deal_too(house):
    host = house.person()
    page = host.page(host.table("tokyo", "you bot", mixed=True), 0)
    page.until("mixing")
    assert page.ask("plan", ask={"kind": "jobs"})["code"] == "not-dealt"


# ---- the deal
def test_the_deal_follows_from_the_sealed_seed_and_all_parts(house):
    table, host, guest, first, second = mixed_table(house)
    deal(table, first, second)
    assert first.position["legal"] and not second.position["legal"]
    assert PARTS[0] not in "".join(second.raw) and PARTS[1] not in "".join(first.raw)
    commit = first.heard[0]["commit"]
    running = json.loads(host.get(f"/api/tables/{table}/record").text)
    assert running["commit"] == commit and not {"seed", "salt", "mix"} & set(running)
    play_on([first, second])
    line = guest.get(f"/api/tables/{table}/record?as=full").text
    found = records.Checker().verify(records.Entry("game", 1, line), commit, PARTS[1])
    assert found.over and found.parts == (PARTS[0], PARTS[1], None)
    values = json.loads(line)
    text = f"{int(values['mix']['seed'], 16):032x}" + "00" + PARTS[0] + "01" + PARTS[1]
    expected = hashlib.sha256(bytes.fromhex(text)).hexdigest()[:32]
    assert int(values["seed"], 16) == int(expected, 16)
    assert ekiben.replay(line).commit == commit


def test_a_page_that_comes_back_after_the_deal_is_sent_all_of_it(house):
    table, _, guest, first, second = mixed_table(house)
    for page, seat in ((first, 0), (second, 1)):
        add(page, seat)
    show(second, 1)
    seq = [message["seq"] for message in second.heard if message["type"] == "mixing"][-1]
    second.close()
    show(first, 0)
    again = guest.page(table, 1, since=seq)
    assert again.until("snapshot", "update")["type"] == "snapshot"


def test_several_seats_at_one_device_each_add_a_part(house):
    host = house.person()
    page = host.page(host.table("london", "you you", mixed=True), 0)
    for ask in (add, show):
        for seat in (0, 1):
            assert ask(page, seat)["type"] == "done"
    wait_for_deal(page)
    assert page.position["legal"]


def test_a_table_of_bots_waits_for_nobody(house):
    host = house.person()
    page = host.page(host.table("london", "bot bot", mixed=True, public=True), None)
    assert page.until("mixing", "snapshot")["type"] == "snapshot"


def test_a_seat_given_to_a_bot_is_not_waited_for(house):
    host = house.person()
    table = host.table("london", "you open", mixed=True)
    page = host.page(table, 0)
    add(page, 0)
    assert page.ask("replace", seat=1, level="easy")["type"] == "done"
    assert show(page, 0)["type"] == "done"
    wait_for_deal(page)
    assert page.my_turn()["legal"]


def test_whoever_leaves_before_opening_is_not_waited_for(house):
    table, _, _, first, second = mixed_table(house)
    add(first, 0)
    add(second, 1)
    show(first, 0)
    assert second.ask("leave", seat=1, level="easy")["type"] == "done"
    first.until("snapshot")
    state = house.app.state.registry.tables[table].state
    assert state.match.mix.parts == (PARTS[0], None, None)


# ---- parts cannot be changed, guessed or given for others
def test_a_part_is_sealed_and_opened_once(house):
    _, _, _, first, second = mixed_table(house)
    assert show(first, 0)["code"] == "no-seal"  # the guest's seal is missing
    assert add(first, 0)["type"] == add(first, 0)["type"] == "done"
    assert add(first, 0, "ff" * 32)["code"] == "no-seal"
    assert add(first, 1)["code"] == "not-your-seat"
    assert first.ask("seal", seat=0, seal="xyz")["code"] == "bad"
    assert add(second, 1)["type"] == "done"
    assert show(first, 0, "ff" * 32)["code"] == "other-part"
    assert show(first, 1)["code"] == "not-your-seat"
    assert show(first, 0)["type"] == show(first, 0)["type"] == "done"
    assert show(second, 1)["type"] == "done"
    assert show(second, 1)["type"] == "done"  # said again after the deal
    assert add(second, 1, "ff" * 32)["code"] == "no-seal"


def test_other_tables_take_no_parts(house):
    host = house.person()
    page = host.page(host.table("london", "you bot"), 0)
    page.until("snapshot")
    assert add(page, 0)["code"] == show(page, 0)["code"] == "no-mixing"


def test_a_rematch_is_mixed_anew(house):
    table, host, _, first, second = mixed_table(house)
    deal(table, first, second)
    play_on([first, second])
    again = host.post(f"/api/tables/{table}/again").json()["table"]
    page = host.page(again, host.seats(again)[0])
    fresh = page.until("mixing", "snapshot")
    assert fresh["type"] == "mixing" and fresh["commit"] != first.heard[0]["commit"]


def test_a_mixed_game_is_compared_with_the_cards_it_was_dealt(house):
    """Others can play the same deal afterwards: the one that was dealt, with nothing to mix."""
    table, host, _, first, second = mixed_table(house, "you open")
    deal(table, first, second)
    play_on([first, second])
    made = host.post(f"/api/tables/{table}/deal").json()["deal"]
    again = host.post(f"/api/deals/{made}/tables").json()["table"]
    page = host.page(again, 0)
    assert page.until("mixing", "snapshot")["type"] == "snapshot"
    states = [house.app.state.registry.tables[one].state for one in (table, again)]
    assert states[0].match.seed == states[1].match.seed and states[1].mixing is None


# ---- time, crashes, several processes
def test_no_clock_runs_before_the_deal(tmp_path):
    clock = Clock()
    with serving(tmp_path, now=clock) as house:
        _, _, _, first, second = mixed_table(house, clock_minutes=5)
        add(first, 0)
        clock.time += 3600
        add(second, 1)
        show(first, 0)
        clock.time += 3600
        show(second, 1)
        wait_for_deal(second)
        assert second.position["clocks"] == [300_000] * 3


def test_the_parts_outlive_the_server(tmp_path):
    with serving(tmp_path) as house:
        table, host, guest, first, second = mixed_table(house)
        add(first, 0)
        add(second, 1)
        show(first, 0)
        commit = first.heard[0]["commit"]
    with serving(tmp_path) as house:
        page = guest.elsewhere(house).page(table, 1)
        waiting = page.until("mixing", "snapshot")
        assert (waiting["commit"], waiting["opened"]) == (commit, [True, False, False])
        assert waiting["seals"] == [seal(PARTS[0]), seal(PARTS[1]), ""]
        assert show(page, 1)["type"] == "done"
        wait_for_deal(page)
    with serving(tmp_path) as house:
        page = host.elsewhere(house).page(table, 0)
        assert page.until("mixing", "snapshot")["type"] == "snapshot"


def test_two_processes_make_one_deal(tmp_path, address):
    """Of two seals for one seat the first counts; both processes deal the same."""
    with several(tmp_path, address, QuickBots(), QuickBots()) as (here, there):
        host = here.person()
        table = host.table("london", "you open", mixed=True)
        guest = seated(host, table, there)
        pages = [host.page(table, 0), host.elsewhere(there).page(table, 0)]
        answers: list[dict] = [{}, {}]

        def race(number):
            answers[number] = add(pages[number], 0, PARTS[2 + number])

        threads = [threading.Thread(target=race, args=(number,)) for number in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        winner = [answer["type"] for answer in answers].index("done")
        guest_page = guest.page(table, 1)
        assert add(guest_page, 1)["type"] == "done"
        assert show(guest_page, 1)["type"] == "done"
        assert show(pages[winner], 0, PARTS[2 + winner])["type"] == "done"
        for page in (*pages, guest_page):
            wait_for_deal(page)
        assert pages[0].position["scene"] == pages[1].position["scene"]
        states = [house.app.state.registry.tables[table].state for house in (here, there)]
        assert states[0].match.digest() == states[1].match.digest()


# ---- the log
SETUP = Setup(
    "abc",
    "london",
    {},
    2,
    "7",
    "5a" * 32,
    [SeatSetup("person", "Ann", token="x"), SeatSetup("person", "Ben", token="y")],
    mixed=True,
)
SEALS = [Entry("seal", seat, part=seal(PARTS[seat])) for seat in (0, 1)]
REVEALS = [Entry("reveal", seat, part=PARTS[seat]) for seat in (0, 1)]


def test_the_log_gives_the_same_deal_again():
    once = read_state(SETUP, [*SEALS, *REVEALS])
    again = read_state(SETUP, [SEALS[1], SEALS[0], REVEALS[1], REVEALS[0]])
    assert once.match.digest() == again.match.digest() and once.dealt_at == 4
    assert read_state(SETUP, [*SEALS, REVEALS[0]]).waiting


@pytest.mark.parametrize(
    "log",
    [
        [Entry("play", 0, "keep 1")],
        [*SEALS, REVEALS[0], Entry("undo")],
        [REVEALS[0]],
        [SEALS[0], SEALS[0]],
        [*SEALS, Entry("reveal", 0, part="ff" * 32)],
        [*SEALS, REVEALS[0], REVEALS[0]],
        [*SEALS, *REVEALS, SEALS[0]],
    ],
)
def test_entries_that_do_not_fit_are_refused(log):
    state = TableState(SETUP)
    for entry in log[:-1]:
        state.apply(entry)
    before = (state.seq, state.waiting, state.mixing.seals.copy(), state.mixing.parts.copy())
    with pytest.raises(RecordError):
        state.apply(log[-1])
    assert (state.seq, state.waiting, state.mixing.seals, state.mixing.parts) == before


def test_a_draft_does_not_touch_the_table():
    state = read_state(SETUP, SEALS)
    draft = state.copy()
    for entry in REVEALS:
        draft.apply(entry)
    assert not draft.waiting and state.waiting and state.mixing.parts == ["", ""]


@pytest.mark.parametrize("log", [SEALS[:1], [*SEALS, REVEALS[0]], [*SEALS, *REVEALS]])
def test_mixed_tables_are_exported_imported_and_archived(tmp_path, log):
    async def move():
        stores = [SqliteStore(tmp_path / name) for name in ("old", "new")]
        for store in stores:
            await store.open()
        await stores[0].create(SETUP)
        await stores[0].append("abc", 0, log, False)
        [(line, fault)] = [one async for one in export_lines(stores[0])]
        assert fault is None and await import_table(stores[1], parse_line(line))
        copied = await stores[1].log("abc")
        for store in stores:
            await store.close()
        return line, copied

    line, copied = asyncio.run(move())
    assert copied == log and archive_line(parse_line(line)) == line
    assert ("actions" in json.loads(line)) == (log[-1] == REVEALS[1])  # before the deal: no record


def test_a_damaged_log_is_cut_where_it_fits(tmp_path):
    async def mend():
        store = SqliteStore(tmp_path)
        await store.open()
        await store.create(SETUP)
        await store.append("abc", 0, [*SEALS, Entry("reveal", 0, part="ff" * 32)], False)
        done = await repair(store, "abc", tmp_path)
        kept = await store.log("abc")
        await store.close()
        return done, kept

    done, kept = asyncio.run(mend())
    assert done.cut == 1 and kept == SEALS
