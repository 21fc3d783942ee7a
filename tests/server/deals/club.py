"""Servers over one store with a calendar of their own, and what browsers ask of a deal."""

import asyncio
import random

from ekiben.server.postgres import PostgresStore
from ekiben.server.store import Entry, SeatSetup, Setup
from ekiben.server.table_state import TableState, read_state

from ..serving import OFTEN, serving

NOON = 1_800_014_400.0  # of 2027-01-15, UTC
TODAY, TOMORROW = "2027-01-15", "2027-01-16"
SEATS = [{"kind": "you"}, {"kind": "bot", "level": "easy"}]


class Calendar:
    """Stands still until it is moved."""

    def __init__(self, at=NOON):
        self.at = at

    def __call__(self):
        return self.at


class Club:
    """Servers over one store, and games that are finished behind their backs."""

    def __init__(self, folder, address, stack, count=1, **changes):
        self.address, self.calendar = address, Calendar()
        self.houses = [
            stack.enter_context(
                serving(
                    folder,
                    database=address,
                    **{"rates": OFTEN, "wall": self.calendar, **changes},
                )
            )
            for _ in range(count)
        ]
        self.house = self.houses[0]

    def in_store(self, work):
        """SQLite's store takes work from any thread; a database has room for one more client."""

        async def run():
            if self.address is None:
                return await work(self.house.app.state.registry.store)
            store = PostgresStore(self.address, "test")
            await store.open()
            try:
                return await work(store)
            finally:
                await store.close()

        return asyncio.run(run())

    def finish(self, table, luck=1, helped=False):
        """Play the table to its end, people and bots by lot."""

        async def work(store):
            setup, log = await store.setup(table), await store.log(table)
            state, entries, lot = read_state(setup, log), [], random.Random(luck)
            if helped:
                entries += [Entry("bot", person(setup), level="easy"), Entry("back", person(setup))]
            for entry in entries:
                state.apply(entry)
            while not state.match.over:
                entry = Entry("play", state.match.seat, str(lot.choice(state.match.legal())))
                state.apply(entry)
                entries.append(entry)
            await store.append(table, len(log), entries, True)
            return state

        return self.in_store(work)

    def deal(self, who, seats=SEATS, game="london", **wish):
        answer = who.post("/api/deals", {"game": game, "seats": seats, **wish})
        assert answer.status_code == 201, answer.text
        return answer.json()["deal"]


def person(setup):
    return next(seat for seat, one in enumerate(setup.seats) if one.kind != "bot")


def begin(who, deal, name=""):
    answer = who.post(f"/api/deals/{deal}/tables", {"name": name})
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


def info(who, deal):
    answer = who.get(f"/api/deals/{deal}?language=en")
    assert answer.status_code == 200, answer.text
    return answer.json()


def code(answer):
    return answer.json()["error"]["code"]


def daily(who, day=None):
    answer = who.get("/api/deals/daily", params={"day": day} if day else {})
    assert answer.status_code == 200, answer.text
    return answer.json()


def dealt_state(deal, id, game, level, seats=2):
    places = [SeatSetup("bot", f"B{seat}", level) for seat in range(seats)]
    places[0] = SeatSetup("person", id, token="x")
    options = {"turn_limit": 2} if game == "tokyo" else {}
    return TableState(
        Setup(id, game, options, 1, "7", "5a" * 32, places, deal=deal, device="d" * 64)
    )
