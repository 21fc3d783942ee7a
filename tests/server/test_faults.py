"""What may happen to servers, disks, databases, clocks and messages, at moments picked by lot from
a fixed seed. After each: no accepted action is lost, none is there twice, every log replays.
"""

import asyncio
import contextlib
import itertools
import json
import random
import sqlite3
import threading

import pytest
from websockets.exceptions import ConnectionClosed

from ekiben.server import sqlite_opening
from ekiben.server.postgres import PostgresStore
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Entry, StoreUnavailable
from ekiben.server.table_state import replay_state

from .postgres import asyncpg, running
from .serving import OFTEN, Clock, House, Patient, QuickBots, serving
from .test_shared import port_of as shared_port_of
from .test_shared import started
from .test_store import SETUP, within


class Player(threading.Thread):
    """Somebody who has both seats of a table and plays on whatever happens; notes what was
    acknowledged.
    """

    def __init__(self, house, seed, steps=10_000, seats="you you"):
        super().__init__()
        self.house, self.luck, self.steps = house, random.Random(seed), steps
        self.person = house.person()
        self.table = self.person.table("london", seats)
        self.acknowledged, self.kinds, self.last = {}, [], None

    def run(self):
        try:
            page = self.page = self.person.page(self.table)
            page.until("snapshot")
            for _ in range(self.steps):
                if page.position["over"]:
                    return
                self.my_turn()
                if page.position["over"]:
                    return
                position, action = page.position["seq"], self.luck.choice(page.position["legal"])
                answer = page.ask("act", position=position, actions=[action])
                if answer["type"] == "done":
                    self.acknowledged[position] = action
        except Exception as gone:
            self.last = gone

    def my_turn(self):
        """Watch from the seat to act, unless it is a bot."""
        page = self.page
        while not page.position["legal"] and not page.position["over"]:
            if page.position["seat"] in page.heard[0]["seats"]:
                page.ask("look", seat=page.position["seat"])
            else:
                page.next()

    @property
    def told(self):
        return {message["type"] for message in self.page.heard}

    def check(self, log, setup):
        """All that was acknowledged is in the log, once, and the log replays."""
        assert [str(action) for action in replay_state(setup, log).match.actions] == [
            entry.action for entry in log
        ]
        assert len(self.acknowledged) > 3
        assert self.acknowledged.items() <= dict(enumerate(entry.action for entry in log)).items()


def until(players, count):
    while sum(len(player.acknowledged) for player in players) < count:
        players[0].join(0.01)
        assert any(player.is_alive() for player in players), [player.last for player in players]


def check_all(store_of, players):
    async def work(store):
        for player in players:
            player.check(await store.log(player.table), await store.setup(player.table))

    store_of(work)


def over(address):
    """Runs work with the store of a database."""

    def store_of(work):
        async def run():
            store = PostgresStore(address, "check")
            await store.open()
            await work(store)
            await store.close()

        asyncio.run(run())

    return store_of


# ---- processes that die
@pytest.mark.parametrize(
    "seed", [1, pytest.param(2, marks=pytest.mark.deep), pytest.param(3, marks=pytest.mark.deep)]
)
def test_a_server_over_postgresql_is_killed_and_nothing_acknowledged_is_lost(
    tmp_path, address, seed
):
    process = started(address, tmp_path)
    house = House(shared_port_of(process))
    players = [Player(house, seed * 10 + n) for n in range(3)]
    for player in players:
        player.start()
    until(players, random.Random(seed).randrange(20, 60))
    process.kill()
    process.communicate(timeout=60)
    for player in players:
        player.join()
    house.guests.close()
    assert all(player.last is not None for player in players)
    check_all(over(address), players)


class Wanderer(Player):
    """Goes to the next server when the one it plays at is gone."""

    def __init__(self, houses, seed, seats, steps):
        super().__init__(houses[seed % len(houses)], seed, steps, seats)
        self.houses = houses
        self.people = [
            self.person,
            *(self.person.elsewhere(house) for house in houses if house is not self.house),
        ]

    def run(self):
        while self.steps > 0:
            self.play()
            self.people.append(self.people.pop(0))
            self.person = self.people[0]

    def play(self):
        self.last, played = None, len(self.acknowledged)
        super().run()
        self.steps -= len(self.acknowledged) - played
        if self.last is None:
            self.steps = 0


@pytest.mark.parametrize(
    ("seed", "seats"),
    [
        (1, "you you"),
        pytest.param(2, "you you bot", marks=pytest.mark.deep),
        pytest.param(3, "you bot bot", marks=pytest.mark.deep),
    ],
)
def test_one_of_two_servers_is_killed_and_its_players_go_on_at_the_other(
    tmp_path, address, seed, seats
):
    processes = [started(address, tmp_path) for _ in range(2)]
    houses = [House(shared_port_of(process)) for process in processes]
    players = [Wanderer(houses, seed * 10 + n, seats, 25) for n in range(4)]
    for player in players:
        player.start()
    until(players, random.Random(seed).randrange(10, 40))
    processes[0].kill()
    for player in players:
        player.join()
    for house in houses:
        house.guests.close()
    processes[1].terminate()
    for process in processes:
        process.communicate(timeout=60)
    assert all(len(player.acknowledged) >= 20 or player.page.position["over"] for player in players)
    check_all(over(address), players)


@pytest.mark.parametrize(
    "seed", [1, pytest.param(2, marks=pytest.mark.deep), pytest.param(3, marks=pytest.mark.deep)]
)
def test_postgresql_is_killed_and_people_wait_and_go_on(tmp_path, seed):
    luck = random.Random(seed)
    with running() as database:
        address = database.fresh()
        with serving(
            tmp_path, QuickBots(), database=address, rates=OFTEN, slow_store=0.05
        ) as house:
            players = [Player(house, seed * 10 + n, 30) for n in range(3)]
            for player in players:
                player.start()
            for _ in range(2):
                until(
                    players,
                    sum(len(player.acknowledged) for player in players) + luck.randrange(5, 25),
                )
                database.kill()
                players[0].join(0.2)
                database.start()
            for player in players:
                player.join()
            assert [player.last for player in players] == [None] * 3
            assert any("wait" in player.told for player in players)
        check_all(over(address), players)


# ---- disks
def test_a_full_disk_is_told_and_when_there_is_room_again_the_game_goes_on(tmp_path):
    with serving(tmp_path, Patient(), rates=OFTEN) as house:
        person = house.person()
        page = person.page(person.table("london", "you you"))
        page.until("snapshot")
        store = house.app.state.registry.store
        asyncio.run(
            store.submit(
                lambda db: db.execute(
                    f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}"
                ).fetchone()
            )
        )
        answers = []
        for _ in range(300):
            page.ask("look", seat=page.position["seat"])
            answers.append(page.first())
            if answers[-1]["type"] == "refused" or page.position["over"]:
                break
        assert answers[-1]["code"] == "store"
        while (
            made := house.person().post("/api/tables", WISH)
        ).status_code == 201:  # a page of its own may have room
            pass
        assert made.status_code == 503 and made.json()["error"]["code"] == "store"
        accepted = sum(answer["type"] == "done" for answer in answers)
        asyncio.run(
            store.submit(lambda db: db.execute("PRAGMA max_page_count = 1000000").fetchone())
        )
        assert page.first()["type"] == "done" and page.position["seq"] == accepted + 1


WISH = {
    "game": "london",
    "seats": [{"kind": "you", "name": "x" * 24}, {"kind": "bot"}],
    "options": {},
}


def test_a_database_without_room_is_asked_again(address):
    async def work():
        store = PostgresStore(address, "one", retry_for=30)
        await store.open()
        await store.create(SETUP)
        written, full = store.appends.write_batch, itertools.count()

        async def once_full(link, batch):
            if next(full) < 2:
                raise asyncpg.DiskFullError("no space left on device")
            return await written(link, batch)

        store.appends.write_batch = once_full
        await store.append("abc", 0, [Entry("play", 0, "keep 1")], False)
        found = await store.log("abc")
        await store.close()
        return found, next(full)

    found, tries = asyncio.run(work())
    assert len(found) == 1 and tries == 3


def test_a_slow_disk_makes_people_wait_and_nothing_is_heard_before_it_is_written(tmp_path):
    with serving(tmp_path, Patient(), slow_store=0.02) as house:
        person = house.person()
        page = person.page(person.table("london", "you you"))
        page.until("snapshot")
        store = house.app.state.registry.store
        gate, commit = threading.Event(), store.commit
        store.commit = lambda jobs: (gate.wait(), commit(jobs))
        number = page.send("act", position=0, actions=[page.position["legal"][0]])
        page.until("wait")
        assert "update" not in {message["type"] for message in page.heard}
        gate.set()
        assert page.until("update")["seq"] == 1 and page.until("done")["request"] == number


def test_an_interrupted_step_of_an_sqlite_database_is_made_again(tmp_path, monkeypatch):
    steps = sqlite_opening.migrations()
    newest = steps[-1][0]
    monkeypatch.setattr(
        sqlite_opening,
        "migrations",
        lambda: [*steps, (newest + 1, "CREATE TABLE half (n); CREATE TABLE half (n);")],
    )
    with pytest.raises(Exception, match="half"):
        SqliteStore(tmp_path)
    monkeypatch.setattr(
        sqlite_opening, "migrations", lambda: [*steps, (newest + 1, "CREATE TABLE half (n);")]
    )
    within(tmp_path, lambda store: store.create(SETUP))
    with contextlib.closing(sqlite3.connect(tmp_path / "ekiben.db")) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (newest + 1,)


# ---- messages
@pytest.mark.parametrize("seed", [1, 2, pytest.param(3, marks=pytest.mark.deep)])
def test_messages_that_are_lost_doubled_and_out_of_order_change_nothing_they_should_not(
    tmp_path, seed
):
    luck = random.Random(seed)
    with serving(tmp_path, QuickBots(), rates=OFTEN) as house:
        person = house.person()
        table = person.table("london", "you bot")
        page = person.page(table)
        page.until("snapshot")
        accepted, waiting = [], []
        for number in range(1, 150):
            if page.my_turn()["over"]:
                break
            position, action = page.position["seq"], luck.choice(page.position["legal"])
            message = json.dumps(
                {"type": "act", "request": number, "position": position, "actions": [action]}
            )
            waiting += [message] * luck.choice((0, 1, 1, 2, 3))  # lost, once, several times
            luck.shuffle(waiting)
            sent, waiting = waiting[:4], waiting[4:]
            for one in sent:
                page.socket.send(one)
            for _ in sent:
                answer = page.until("done", "refused")
                accepted += [answer["request"]] if answer["type"] == "done" else []
                assert answer["type"] == "done" or answer["code"] in (
                    "late",
                    "not-yours",
                    "over",
                ), answer
        assert len(accepted) == len(set(accepted)) > 10
        log = asyncio.run(house.app.state.registry.store.log(table))
        assert sum(entry.seat == 0 for entry in log) == len(accepted)
        sequence = [message["seq"] for message in page.heard if message["type"] == "update"]
        assert sequence == list(range(1, len(sequence) + 1))


# ---- clocks
def test_clocks_that_jump_harm_nobody(tmp_path, monkeypatch):
    clock, wall = Clock(), iter(itertools.cycle([2e9, 0.0, 1.7e9, -5.0]))
    monkeypatch.setattr("ekiben.server.sqlite.time.time", lambda: next(wall))
    with serving(tmp_path, Patient(), now=clock, rates=OFTEN) as house:
        person = house.person()
        table = person.table("london", "you you", clock_minutes=10)
        page = person.page(table)
        page.until("snapshot")
        for jump in (5.0, -3600.0, 0.0, 2.0, -10.0, 1.0):
            clock.time += jump
            page.ask("look", seat=page.position["seat"])
            assert page.first()["type"] == "done"
        assert all(0 <= left <= 600_000 for left in page.position["clocks"])
        again = house.person()
        again.http.cookies = person.http.cookies
        assert again.page(table).until("snapshot")["seq"] == 6
        log = asyncio.run(house.app.state.registry.store.log(table))
        assert all(entry.spent >= 0 for entry in log) and len(log) == 6


def test_a_store_that_is_gone_for_long_is_told_as_such(tmp_path):
    with serving(tmp_path, Patient()) as house:
        person = house.person()
        page = person.page(person.table("london", "you you"))
        page.until("snapshot")
        store = house.app.state.registry.store

        async def gone(*_):
            raise StoreUnavailable("gone")

        append, log, store.append, store.log = store.append, store.log, gone, gone
        assert (
            page.first()["code"] == "store"
            and page.ask("act", position=9, actions=["keep 1"])["code"] == "store"
        )
        other = person.page(page.heard[0]["table"], 0, since=9)
        with pytest.raises(ConnectionClosed) as caught:
            other.until("snapshot")
        assert caught.value.rcvd.code == 1013
        store.append, store.log = append, log
        assert page.first()["type"] == "done"
