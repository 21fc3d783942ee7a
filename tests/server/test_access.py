"""Links and tokens: a link opens its seat once, and the seat's own person decides what opens it
afterwards.
"""

import asyncio
import contextlib
import json
import secrets
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed

from ekiben.server import seats
from ekiben.server.access import hash_token
from ekiben.server.archive import with_store
from ekiben.server.errors import ApiError
from ekiben.server.notifier import LocalNotifier
from ekiben.server.request_bodies import NewSeat, NewTable
from ekiben.server.settings import Settings
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Entry, SeatSetup, Setup
from ekiben.server.tables import TableRegistry

from .serving import AT_ONCE, Patient, QuickBots, serving
from .test_shared import several


@pytest.fixture
def invited(house):
    """Who set up a table, the person who has come by the link, the table and that link."""
    host, guest = house.person(), house.person()
    table = host.table("london", "you open")
    assert guest.sit(table, host.links[1], name="Momo").status_code == 204
    return host, guest, table, host.links[1]


def code_of(answer):
    return answer.status_code, answer.json()["error"]["code"]


def closing_code(page):
    with pytest.raises(ConnectionClosed) as caught:
        while True:
            page.next()
    return caught.value.rcvd.code


# ---- a link opens its seat once
def test_the_host_does_not_get_in_by_the_guests_link(invited):
    host, guest, table, link = invited
    before = host.cookie(table)
    answer = host.sit(table, link)
    assert code_of(answer) == (410, "used-link") and "set-cookie" not in answer.headers
    assert host.cookie(table) == before and host.seats(table) == [0] and guest.seats(table) == [1]
    stolen = host.house.person()
    stolen.http.cookies.set(f"ekiben-{table}", link.rpartition("#")[2])
    assert stolen.seats(table) == "private"
    assert closing_code(stolen.page(table, 1)) == 4004


def test_the_guest_may_press_the_link_again(invited):
    _, guest, table, link = invited
    before = guest.cookie(table)
    assert (
        guest.sit(table, link).status_code == 204
        and guest.cookie(table) == before
        and guest.seats(table) == [1]
    )


def visits_at_once(people, table, link):
    with ThreadPoolExecutor(len(people)) as threads:
        return sorted(threads.map(lambda one: one.sit(table, link).status_code, people))


def test_of_many_visits_at_once_one_gets_the_seat(house):
    host = house.person()
    table = host.table("london", "you open")
    people = [house.person() for _ in range(8)]
    assert visits_at_once(people, table, host.links[1]) == [204] + [410] * 7
    assert sorted(str(one.seats(table)) for one in people) == ["[1]"] + ["private"] * 7


def test_of_two_visits_in_two_processes_the_log_lets_one_in(tmp_path):
    """Neither process hears of the other: only the number in the log is taken."""

    async def run():
        store, wish = SqliteStore(tmp_path), NewTable("london", [NewSeat("you"), NewSeat("open")])
        registries = [
            TableRegistry(store, LocalNotifier(), QuickBots(), Settings(tmp_path, **AT_ONCE))
            for _ in range(2)
        ]
        setup, tokens = await registries[0].create(wish, "en")
        tables = [await registry.table(setup.id) for registry in registries]
        came = await asyncio.gather(
            *(
                seats.sit(table, hash_token(tokens[1]), hash_token(f"browser {n}"), f"{n}")
                for n, table in enumerate(tables)
            ),
            return_exceptions=True,
        )
        refused = [one for one in came if one is not None]
        assert (
            len(refused) == 1
            and isinstance(refused[0], ApiError)
            and refused[0].code == "used-link"
        )
        assert [entry.kind for entry in await store.log(setup.id)] == ["sit"]
        assert tables[0].state.access.tokens == tables[1].state.access.tokens
        assert tables[0].state.names[1] == tables[1].state.names[1] == str(came.index(None))
        for registry in registries:
            await registry.close()
        await store.close()

    asyncio.run(run())


def test_a_browser_that_heard_no_answer_asks_again_with_the_same_token(invited, house):
    """The answer was lost, not the seat; and nobody else can say the same."""
    host = house.person()
    table = host.table("london", "you open")
    guest, fresh = house.person(), secrets.token_urlsafe(32)
    assert guest.sit(table, host.links[1], fresh=fresh).status_code == 204
    guest.http.cookies.clear()
    assert guest.sit(table, host.links[1], fresh=fresh).status_code == 204 and guest.seats(
        table
    ) == [1]
    assert code_of(house.person().sit(table, host.links[1], fresh=secrets.token_urlsafe(32))) == (
        410,
        "used-link",
    )
    assert code_of(
        house.person().sit(table, host.links[1], fresh=host.links[1].rpartition("#")[2])
    ) == (400, "not-fresh")


# ---- another device
def link_for(person, table, seat):
    return person.post(f"/api/tables/{table}/links", {"seat": seat})


def test_the_holder_takes_the_seat_to_another_device(invited, house):
    _, guest, table, _ = invited
    first, second = (link_for(guest, table, 1).json()["link"] for _ in range(2))
    phone = house.person()
    assert code_of(phone.sit(table, first)) == (410, "used-link")  # a newer link has replaced it
    assert phone.sit(table, second, name="Ghost").status_code == 204
    assert phone.seats(table) == guest.seats(table) == [1] and phone.cookie(table) != guest.cookie(
        table
    )
    assert phone.get(f"/api/tables/{table}").json()["names"][1] == "Momo"
    assert code_of(house.person().sit(table, second)) == (410, "used-link")
    page = phone.page(table, 1)
    assert page.until("snapshot")["looking"] == 1
    assert (
        guest.sit(table, link_for(guest, table, 1).json()["link"]).status_code == 204
    )  # its own link: nothing to do


@pytest.mark.parametrize(
    ("who", "seat"), [("host", 1), ("stranger", 1), ("guest", 0), ("guest", 7), ("host", 8)]
)
def test_nobody_else_makes_links_or_resets_a_seat_that_is_taken(invited, house, who, seat):
    host, guest, table, _ = invited
    person = {"host": host, "guest": guest, "stranger": house.person()}[who]
    for path in ("links", "reset"):
        assert code_of(person.post(f"/api/tables/{table}/{path}", {"seat": seat})) == (
            403,
            "not-your-seat",
        )
    assert guest.seats(table) == [1] and host.seats(table) == [0]


def test_the_host_invites_anew_while_the_seat_is_open(house):
    host, early = house.person(), house.person()
    table = host.table("london", "you open open")
    assert early.sit(table, host.links[1]).status_code == 204
    assert code_of(link_for(early, table, 2)) == (403, "not-host") and code_of(
        link_for(house.person(), table, 2)
    ) == (403, "not-host")
    fresh, late = link_for(host, table, 2).json()["link"], house.person()
    assert (
        code_of(late.sit(table, host.links[2])) == (410, "used-link")
        and late.sit(table, fresh).status_code == 204
    )
    assert late.seats(table) == [2] and code_of(link_for(host, table, 2)) == (403, "not-your-seat")
    assert [person.get(f"/api/tables/{table}").json()["host"] for person in (host, early)] == [
        True,
        False,
    ]


# ---- reset
def test_a_reset_leaves_the_seat_to_one_browser(invited, house):
    host, guest, table, _ = invited
    phone = house.person()
    phone.sit(table, link_for(guest, table, 1).json()["link"])
    waiting, old = link_for(guest, table, 1).json()["link"], guest.cookie(table)
    pages = {
        "guest": guest.page(table, 1),
        "phone": phone.page(table, 1),
        "host": host.page(table, 0),
    }
    for page in pages.values():
        page.until("snapshot")
    assert guest.post(f"/api/tables/{table}/reset", {"seat": 1}).status_code == 204
    assert closing_code(pages["phone"]) == closing_code(pages["guest"]) == 4001
    assert (guest.seats(table), phone.seats(table), host.seats(table)) == (
        [1],
        "private",
        [0],
    ) and guest.cookie(table) != old
    assert code_of(house.person().sit(table, waiting)) == (410, "used-link")
    assert closing_code(phone.page(table, 1)) == 4004
    again = guest.page(table, 1)
    assert again.until("snapshot")["looking"] == 1 and pages["host"].first()["type"] == "done"


def test_a_page_that_is_signed_out_hears_and_does_nothing_more(invited, house):
    host, guest, table, _ = invited
    phone = house.person()
    phone.sit(table, link_for(host, table, 0).json()["link"])
    page = phone.page(table, 0)
    page.until("snapshot")
    host.post(f"/api/tables/{table}/reset", {"seat": 0})
    with contextlib.suppress(ConnectionClosed):
        page.send("act", position=page.position["seq"], actions=["keep 1"])
    assert (
        closing_code(page) == 4001
        and host.get(f"/api/tables/{table}/record?as=seat-0").json()["actions"] == []
    )
    assert guest.seats(table) == [1]


def test_a_reset_whose_answer_was_lost_is_asked_for_again(invited):
    _, guest, table, _ = invited
    fresh, old = secrets.token_urlsafe(32), guest.cookie(table)
    for _ in range(2):
        guest.http.cookies.clear()
        assert (
            guest.post(
                f"/api/tables/{table}/reset", {"seat": 1, "fresh": fresh}, headers={"cookie": old}
            ).status_code
            == 204
        )
        assert guest.seats(table) == [1]
    guest.http.cookies.clear()
    assert guest.get(f"/api/tables/{table}", headers={"cookie": old}).status_code == 403


def test_seats_at_one_screen_are_reset_one_by_one(house):
    person = house.person()
    table = person.table("london", "you you")
    before = person.cookie(table).partition("=")[2].split(".")
    assert person.post(f"/api/tables/{table}/reset", {"seat": 1}).status_code == 204
    after = person.cookie(table).partition("=")[2].split(".")
    assert person.seats(table) == [0, 1] and len(after) == 2 and len(set(before) & set(after)) == 1


# ---- several processes
def test_links_and_resets_hold_in_all_processes(tmp_path, address):
    with several(tmp_path, address, Patient(), Patient()) as (first, second):
        host = first.person()
        table = host.table("london", "you open")
        assert second.person().seats(table) == "private"  # it knows the table from before
        guest = second.person()
        assert guest.sit(table, host.links[1]).status_code == 204
        assert guest.elsewhere(first).seats(table) == [1]
        assert code_of(host.sit(table, host.links[1])) == (410, "used-link")
        phone = first.person()
        assert phone.sit(table, link_for(guest, table, 1).json()["link"]).status_code == 204
        pages = [
            guest.elsewhere(first).page(table, 1),
            phone.page(table, 1),
            phone.elsewhere(second).page(table, 1),
        ]
        for page in pages:
            page.until("snapshot")
        assert guest.post(f"/api/tables/{table}/reset", {"seat": 1}).status_code == 204
        assert [closing_code(page) for page in pages] == [4001] * 3
        assert [guest.elsewhere(one).seats(table) for one in (first, second)] == [[1], [1]]
        assert [phone.elsewhere(one).seats(table) for one in (first, second)] == ["private"] * 2


def test_visits_at_once_to_two_servers_give_one_seat(tmp_path, address):
    with several(tmp_path, address, Patient(), Patient()) as houses:
        host = houses[0].person()
        for _ in range(5):
            table = host.table("london", "you open")
            people = [house.person() for house in houses for _ in range(2)]
            assert [person.seats(table) for person in people] == [
                "private"
            ] * 4  # both servers know the table from before
            assert visits_at_once(people, table, host.links[1]) == [204, 410, 410, 410]


# ---- to play again
def test_the_tokens_of_all_devices_are_taken_to_the_next_game_and_links_are_not(house):
    host, guest, phone, lost = (house.person() for _ in range(4))
    table = host.table("london", "you open bot")
    guest.sit(table, host.links[1])
    lost.sit(table, link_for(guest, table, 1).json()["link"])
    guest.post(f"/api/tables/{table}/reset", {"seat": 1})
    phone.sit(table, link_for(guest, table, 1).json()["link"])
    waiting = link_for(guest, table, 1).json()["link"]
    page = guest.page(table, 1)
    page.ask("leave", seat=1)
    host.page(table, 0).ask("leave", seat=0)
    while not page.until("update")["over"]:
        pass
    fresh = phone.post(f"/api/tables/{table}/again").json()["table"]
    assert [
        person.post(f"/api/tables/{table}/again").status_code
        for person in (host, guest, phone, lost)
    ] == [200, 200, 200, 403]
    assert [person.seats(fresh) for person in (host, guest, phone)] == [[2], [0], [0]]
    for link in (host.links[1], waiting):
        assert code_of(house.person().sit(fresh, link)) == (403, "no-seat")
    assert code_of(link_for(guest, table, 1)) == (409, "moved-on")
    assert code_of(guest.post(f"/api/tables/{table}/reset", {"seat": 1})) == (409, "moved-on")


# ---- tables of older databases
@pytest.mark.parametrize(
    "log", [[Entry("sit", 1, name="Ume")], [Entry("bot", 1, level="easy"), Entry("back", 1)]]
)
def test_people_at_older_tables_keep_their_seats_and_their_links_are_void(tmp_path, log):
    """As a version wrote them in which the link itself was the token."""
    mine, theirs = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    seats = [
        SeatSetup("person", "Aoi", token=hash_token(mine)),
        SeatSetup("open", "Ben", token=hash_token(theirs)),
    ]
    setup = Setup(
        "old", "london", {"first_seat": 0, "empty_deck": "none"}, 1, "7", "5a" * 32, seats
    )

    async def write(store):
        await store.create(setup)
        await store.append("old", 0, log, False)

    with_store(tmp_path, None, write)
    with serving(tmp_path) as house:
        host, guest, thief = (house.person() for _ in range(3))
        host.http.cookies.set("ekiben-old", mine)
        guest.http.cookies.set("ekiben-old", theirs)
        assert host.seats("old") == [0] and guest.seats("old") == [1]
        assert (
            code_of(thief.sit("old", theirs)) == (410, "used-link")
            and thief.seats("old") == "private"
        )
        assert code_of(thief.sit("old", theirs, fresh=theirs)) == (400, "not-fresh")
        reset = guest.post("/api/tables/old/reset", {"seat": 1})
        guest.http.cookies.delete(
            "ekiben-old", domain="", path="/"
        )  # the test's own: a browser has one of a path
        assert reset.status_code == 204 and guest.seats("old") == [1]
        thief.http.cookies.set("ekiben-old", theirs)
        assert thief.seats("old") == "private"


# ---- what is kept
def test_no_token_or_link_is_kept_or_told(invited, house):
    host, guest, table, link = invited
    made = link_for(guest, table, 1).json()["link"]
    phone, page = house.person(), host.page(table, 0)
    phone.sit(table, made)
    guest.post(f"/api/tables/{table}/reset", {"seat": 1})
    page.until("snapshot")
    with contextlib.closing(sqlite3.connect(house.folder / "ekiben.db")) as database:
        kept = json.dumps(
            database.execute(
                "SELECT setup, entry FROM tables JOIN log ON table_id = id WHERE id = ?", (table,)
            ).fetchall()
        )
    told = " ".join(
        [
            *page.raw,
            *(host.get(f"/api/tables/{table}{path}").text for path in ("", "/record", "/replay")),
        ]
    )
    shown = [link, made, *(person.cookie(table) for person in (host, guest, phone))]
    values = [
        token for one in shown for token in one.replace("#", "=").rpartition("=")[2].split(".")
    ]
    assert len(values) == 5 and all(len(token) == 43 for token in values)
    assert all(
        token not in kept and token not in told and hash_token(token) not in told
        for token in values
    )
    assert sum(hash_token(token) in kept for token in values) == 5
