"""The lobby: which tables are in it, how pages hear of changes, and taking a seat there."""

import contextlib
import json
import threading

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ekiben.server.settings import Rates

from .serving import OFTEN, PATIENCE, Patient, serving

QUICK = {"lobby_every": 0.02}


class Watcher:
    """A page that shows the lobby: the tables it has heard of."""

    def __init__(self, house, **headers):
        self.tables = {}
        self.messages = []
        url = f"ws://127.0.0.1:{house.port}/api/lobby"
        self.socket = house.guests.enter_context(
            connect(url, origin=house.url, additional_headers=headers)
        )

    def next(self):
        message = json.loads(self.socket.recv(timeout=PATIENCE))
        self.messages.append(message)
        for one in message["changed"]:
            self.tables[one["table"]] = one
        for id in message["gone"]:
            del self.tables[id]
        return message

    def until(self, holds):
        while not self.messages or not holds(self.tables):
            self.next()
        return self.tables


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def lobby(request, tmp_path_factory):
    """A server with few public tables, over either store."""
    database = (
        request.getfixturevalue("postgres").fresh() if request.param == "postgresql" else None
    )
    folder = tmp_path_factory.mktemp("lobby")
    with serving(folder, Patient(1), rates=OFTEN, database=database, **QUICK) as house:
        yield house


@pytest.fixture(autouse=True)
def _leave(request):
    yield
    if "lobby" in request.fixturenames:
        request.getfixturevalue("lobby").guests.close()


def take(person, table, **body):
    return person.post(f"/api/tables/{table}/join", body)


def codes(*answers):
    return sorted(
        answer.json()["error"]["code"] if answer.content else "seated" for answer in answers
    )


def test_a_table_is_listed_with_what_a_stranger_may_know(lobby):
    host = lobby.person()
    table = host.table(
        "london", "you open bot", listed=True, clock_minutes=10, options={"first_seat": "drawn"}
    )
    shown = Watcher(lobby).until(lambda tables: table in tables)[table]
    assert shown["game"] == "london" and shown["open"] == [1] and not shown["started"]
    assert shown["kinds"] == ["person", "open", "bot"] and shown["levels"][2] == "medium"
    assert shown["options"] == {"first_seat": "drawn"} and shown["clock_minutes"] == 10
    assert set(shown) == {
        "table",
        "game",
        "options",
        "names",
        "kinds",
        "levels",
        "open",
        "started",
        "clock_minutes",
        "created",
    }


def test_private_tables_never_appear_and_public_ones_only_to_watch(lobby):
    host = lobby.person()
    private = host.table("london", "you open")
    public = host.table("london", "you open", public=True)
    tables = Watcher(lobby).until(lambda tables: public in tables)
    assert private not in tables and tables[public]["open"] == []
    for table in (private, public):
        assert codes(take(lobby.person(), table)) == ["not-listed"]


def test_pages_are_sent_only_what_changes(lobby):
    host = lobby.person()
    table = host.table("london", "you open open", listed=True)
    watcher = Watcher(lobby)
    watcher.until(lambda tables: table in tables)
    guest = lobby.person()
    assert take(guest, table, name="Mei").status_code == 204
    watcher.until(lambda tables: tables[table]["open"] == [2])
    assert [one["table"] for one in watcher.messages[-1]["changed"]] == [table]
    assert watcher.tables[table]["names"][1] == "Mei" and guest.seats(table) == [1]


def test_a_new_table_appears_and_a_finished_start_is_shown(lobby):
    watcher = Watcher(lobby)
    watcher.next()
    host = lobby.person()
    table = host.table("london", "you open", listed=True, options={"first_seat": 0})
    watcher.until(lambda tables: table in tables and not tables[table]["started"])
    page = host.page(table)
    page.until("snapshot")
    page.my_turn()
    page.first()
    watcher.until(lambda tables: tables[table]["started"])


def test_of_two_at_once_one_gets_the_seat_and_the_other_is_told(lobby):
    host = lobby.person()
    table = host.table("london", "you open", listed=True)
    guests = [lobby.person() for _ in range(4)]
    answers = []
    threads = [
        threading.Thread(target=lambda guest=guest: answers.append(take(guest, table)))
        for guest in guests
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes(*answers) == ["seated", "taken", "taken", "taken"]
    assert sorted(len(guest.seats(table)) for guest in guests if guest.seats(table) == [1]) == [1]


def test_joining_twice_takes_one_seat(lobby):
    host = lobby.person()
    table = host.table("london", "you open open", listed=True)
    guest = lobby.person()
    fresh = "f" * 43
    assert take(guest, table, fresh=fresh).status_code == 204
    guest.http.cookies.clear()  # the answer was lost on the way
    assert take(guest, table, fresh=fresh).status_code == 204
    assert guest.seats(table) == [1] and take(guest, table).status_code == 204
    assert guest.seats(table) == [1]
    assert codes(take(lobby.person(), table, fresh="kurz")) == ["bad"]


def test_the_link_of_a_seat_taken_in_the_lobby_opens_it_no_more(lobby):
    host = lobby.person()
    table = host.table("london", "you open", listed=True)
    assert take(lobby.person(), table).status_code == 204
    assert lobby.person().sit(table, host.links[1]).status_code == 410


def test_a_page_that_says_something_is_let_go(lobby):
    watcher = Watcher(lobby)
    watcher.next()
    watcher.socket.send("hello")
    with pytest.raises(ConnectionClosed):
        while True:
            watcher.next()


def test_pages_of_other_sites_get_nothing(lobby):
    with pytest.raises(Exception, match="403"):
        Watcher(lobby, **{"sec-fetch-site": "cross-site"})


def test_a_table_where_nobody_is_leaves_the_lobby(tmp_path):
    with serving(tmp_path, Patient(1), lobby_idle=0.0, **QUICK) as house:
        host = house.person()
        table = host.table("london", "you open", listed=True)
        watcher = Watcher(house)
        assert watcher.next()["changed"] == []
        page = host.page(table)
        page.until("snapshot")
        watcher.until(lambda tables: table in tables)
        page.close()
        watcher.until(lambda tables: table not in tables)


def test_the_list_is_read_only_while_a_page_shows_it(tmp_path):
    with serving(tmp_path, Patient(1), **QUICK) as house:
        lobby = house.app.state.lobby
        assert lobby.task is None
        watcher = Watcher(house)
        watcher.next()
        assert not lobby.task.done()
        watcher.socket.close()
        while not lobby.task.done():
            pass
        second = Watcher(house)
        assert second.next()["changed"] == []


def test_how_many_tables_an_address_may_list_and_join_is_limited(tmp_path):
    with serving(tmp_path, Patient(1), rates=Rates(listings="2/hour", joins="2/hour")) as house:
        host = house.person()
        first = host.table("london", "you open open open", listed=True)
        host.table("london", "you open", public=True)
        seats = [{"kind": "you"}, {"kind": "open"}]
        for how in ({"listed": True}, {"public": True}):
            answer = host.post("/api/tables", {"game": "london", "seats": seats, **how})
            assert answer.status_code == 429
        assert host.table("london", "you open")
        answers = [take(house.person(), first) for _ in range(3)]
        assert codes(*answers) == ["seated", "seated", "slow-down"]


def test_a_table_at_one_server_is_in_the_lobby_of_the_other(tmp_path, address):
    with contextlib.ExitStack() as stack:
        first, second = (
            stack.enter_context(
                serving(tmp_path, Patient(1), database=address, rates=OFTEN, **QUICK)
            )
            for _ in range(2)
        )
        host = first.person()
        table = host.table("london", "you open open", listed=True)
        watcher = Watcher(second)
        watcher.until(lambda tables: table in tables)
        assert table not in second.app.state.registry.tables
        assert take(first.person(), table, name="Ren").status_code == 204
        watcher.until(lambda tables: tables[table]["open"] == [2])
        assert watcher.tables[table]["names"][1] == "Ren"
        answers = [take(house.person(), table) for house in (second, first)]
        assert codes(*answers) == ["seated", "taken"]
        watcher.until(lambda tables: tables[table]["open"] == [])


def test_people_at_one_server_keep_their_table_in_the_lobby_of_the_other(tmp_path, address):
    with contextlib.ExitStack() as stack:
        first, second = (
            stack.enter_context(
                serving(tmp_path, Patient(1), database=address, lobby_idle=0.0, **QUICK)
            )
            for _ in range(2)
        )
        host = first.person()
        table = host.table("london", "you open", listed=True)
        watcher = Watcher(second)
        watcher.next()
        page = host.page(table)
        page.until("snapshot")
        watcher.until(lambda tables: table in tables)
        page.close()
        watcher.until(lambda tables: table not in tables)
