"""Random calls of all that a store does, and what came of them, so that stores can be compared."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Any

from ekiben.server.deal_store import Deal, DealResult, DealSeat
from ekiben.server.review_store import ReviewOwner, SavedReview
from ekiben.server.store import (
    AdminStore,
    Branch,
    ChatLine,
    Checkpoint,
    Conflict,
    Entry,
    NewChatLine,
    Row,
    SeatSetup,
    Setup,
)

TABLES = [f"table{n:011}" for n in range(5)]
DEALS = [f"deal{n}" for n in range(3)]
PEOPLE = [SeatSetup("person", "駅 \\ 'Ann'", token="a" * 64), SeatSetup("bot", "Ben", "easy")]
Call = Callable[[AdminStore], Awaitable[Any]]  # what a store answers


def random_calls(seed: int, count: int) -> list[tuple[str, Call]]:
    """Calls with their names; half of what they write is wrong somehow."""
    luck = random.Random(seed)
    return [draw_call(luck) for _ in range(count)]


def draw_call(luck: random.Random) -> tuple[str, Call]:
    name = luck.choice(sorted(CALLS))
    return name, CALLS[name](luck)


def table_setup(luck: random.Random) -> Setup:
    n = luck.randrange(len(TABLES))
    setup = Setup(TABLES[n], "london", {}, 1, f"{n:x}", "0" * 64, PEOPLE)
    setup.created = 1000.5 + (3 * n) % 5  # in another order than the ids
    setup.public = luck.random() < 0.5
    if luck.random() < 0.5:
        setup.deal = luck.choice(DEALS)
        setup.device = f"device{luck.randrange(2)}"
    if luck.random() < 0.5:
        setup.branch = Branch(luck.choice(TABLES), n, 0)
    return setup


def entries(luck: random.Random) -> list[Entry]:
    return [Entry("play", 0, f"draw {luck.getrandbits(9)}") for _ in range(luck.randrange(1, 4))]


def rows(luck: random.Random) -> list[Row]:
    return [Row(1000.25 + n, entry) for n, entry in enumerate(entries(luck))]


def deal(luck: random.Random) -> Deal:
    n = luck.randrange(len(DEALS))
    made = Deal(DEALS[n], "london", {}, 1, "b", f"{n}", "0" * 64, [DealSeat("person")], 1000.0 + n)
    made.day = luck.choice(["", "2027-01-15"])
    return made


def result(luck: random.Random) -> DealResult:
    return DealResult(
        luck.choice(TABLES),
        f"device{luck.randrange(2)}",
        1000.0 + luck.randrange(9),
        ["Aoi"],
        [luck.randrange(3)],
        margin=luck.randrange(2),
        place=1,
        turns=9,
        flaw=luck.choice(["", "", "late"]),
    )


async def length_of(store: AdminStore, table: str) -> int:
    return await store.log_length(table) or 0


def append(luck: random.Random) -> Call:
    table, off, what, over = (
        luck.choice(TABLES),
        luck.choice([0, 0, 0, 1, -1]),
        entries(luck),
        luck.random() < 0.3,
    )

    async def call(store: AdminStore) -> None:
        await store.append(table, max(0, await length_of(store, table) + off), what, over)

    return call


def extend(luck: random.Random) -> Call:
    table, off, what = luck.choice(TABLES), luck.choice([0, 0, 1]), rows(luck)

    async def call(store: AdminStore) -> None:
        await store.extend(table, await length_of(store, table) + off, what, True)

    return call


def put(luck: random.Random) -> Call:
    setup, what = table_setup(luck), rows(luck)
    said = [ChatLine(3, 9.5, 0, "a"), ChatLine(4, 9.75, 1, phrase="b")]
    return lambda store: store.put(setup, what, luck_over(setup), said)


def luck_over(setup: Setup) -> bool:
    return setup.id in TABLES[:2]


def delete(luck: random.Random) -> Call:
    table, off = luck.choice(TABLES), luck.choice([0, 1, 1, 1])

    async def call(store: AdminStore) -> None:
        await store.delete(table, await length_of(store, table) + off)

    return call


def truncate(luck: random.Random) -> Call:
    table, cut, stale, over = (
        luck.choice(TABLES),
        luck.randrange(2),
        luck.random() < 0.3,
        luck.random() < 0.5,
    )

    async def call(store: AdminStore) -> None:
        if await store.setup(table) is None:
            return
        seen = await store.raw_rows(table)
        shown = seen[:-1] if stale else seen
        await store.truncate(table, shown, max(0, len(seen) - cut), over)

    return call


def entry_time(luck: random.Random) -> Call:
    """The time of an imported entry; of any other only whether it is there."""
    table, number = a_table(luck), a_count(luck)

    async def call(store: AdminStore) -> float | None:
        found = await store.entry_time(table, number)
        return found if found is None or found < 2000 else 2000.0

    return call


def save_review(luck: random.Random) -> Call:
    passes = luck.randrange(1, 5)
    key = luck.randrange(4)
    owner = ReviewOwner(luck.choice([None, *TABLES]), f"version {key % 2}")  # a key has its version
    saved = SavedReview(passes, passes / 4, bytes([passes, 0, 255]))
    return lambda store: store.save_review(f"key{key}", owner, saved)


def save_checkpoint(luck: random.Random) -> Call:
    table, length = luck.choice(TABLES), luck.randrange(1, 9)
    saved = Checkpoint(length, f"digest {length}", bytes([length, 0, 255]))
    return lambda store: store.save_checkpoint(table, saved)


def simple(
    method: str, *makers: Callable[[random.Random], object]
) -> Callable[[random.Random], Call]:
    def make(luck: random.Random) -> Call:
        values = [maker(luck) for maker in makers]
        return lambda store: getattr(store, method)(*values)

    return make


def unsettled(luck: random.Random) -> Call:
    deal = luck.choice(DEALS)
    return lambda store: in_any_order(store.unsettled_tables(deal, 9))


def idle_deals(luck: random.Random) -> Call:
    return lambda store: in_any_order(store.idle_deals(1e9))


async def in_any_order(found: Awaitable[list[str]]) -> list[str]:
    return sorted(await found)


def a_table(luck: random.Random) -> str:
    return luck.choice(TABLES)


def a_deal(luck: random.Random) -> str:
    return luck.choice(DEALS)


def a_count(luck: random.Random) -> int:
    return luck.randrange(1, 4)


CALLS: dict[str, Callable[[random.Random], Call]] = {
    "append": append,
    "append again": append,
    "append once more": append,
    "extend": extend,
    "put": put,
    "delete": delete,
    "truncate": truncate,
    "create": simple("create", table_setup),
    "create another": simple("create", table_setup),
    "add_chat": simple("add_chat", a_table, lambda luck: NewChatLine(0, f"{luck.random()}")),
    "public_tables": simple("public_tables", a_count),
    "branches": simple("branches", a_table, a_count),
    "add_deal": simple("add_deal", deal),
    "add_result": simple("add_result", a_deal, result),
    "add another result": simple("add_result", a_deal, result),
    "unsettled_tables": unsettled,
    "device_tables": simple("device_tables", a_deal, lambda luck: "device0"),
    "ranked_results": simple("ranked_results", a_deal, a_count),
    "idle_deals": idle_deals,
    "delete_deal": simple("delete_deal", a_deal),
    "secret": simple("secret", lambda luck: "daily", lambda luck: f"{luck.random()}"),
    "deal_of_key": simple("deal_of_key", lambda luck: "day 2027-01-15 london"),
    "entry_time": entry_time,
    "save_review": save_review,
    "save another review": save_review,
    "save_checkpoint": save_checkpoint,
    "checkpoint": simple("checkpoint", a_table),
    "review": simple("review", lambda luck: f"key{luck.randrange(4)}"),
    "running_tables": simple("running_tables", lambda luck: f"{luck.randrange(5):x}"),
}


async def outcome(store: AdminStore, call: Call) -> object:
    try:
        return await call(store)
    except Conflict:
        return Conflict


async def contents(store: AdminStore) -> dict[str, object]:
    """Everything in the store but the times at which it was written."""
    found: dict[str, object] = {"deals": [await store.deal(id) for id in await store.deal_ids()]}
    for id in DEALS:
        found[id] = await store.results(id), await store.ranked_results(id, 99)
    for table in await store.ids():
        said = [(line.n, line.seat, line.text, line.phrase) for line in await store.chat(table)]
        log = [(row.seq, row.text) for row in await store.raw_rows(table)]
        saved = await store.checkpoint(table)
        found[table] = await store.setup(table), await store.is_over(table), log, said, saved
    found["reviews"] = [await store.review(f"key{n}") for n in range(4)]
    listed = await store.active_tables(9, 0.0, TABLES)
    found["listed"] = sorted((one.setup.id, one.length) for one in listed)
    found["idle"] = [id for id, _ in await store.idle_tables(TABLES[0], 3)]
    return found
