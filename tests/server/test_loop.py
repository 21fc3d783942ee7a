"""Nobody waits for what somebody else asks: the event loop is never busy for long, whatever is
asked of it.
"""

import asyncio
import contextlib
import gc
import hashlib
import itertools
import random
import time

import httpx
import pytest

import ekiben
from ekiben.server import catalogue, table_state
from ekiben.server.messages import Request
from ekiben.server.recent_entries import MAX_MISSED
from ekiben.server.scenes import facts
from ekiben.server.settings import Rates
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Entry, SeatSetup, Setup
from ekiben.server.table_state import TableState
from ekiben.server.workers import WorkerPool

from .addresses import FIRST_PUZZLE, GETS, NUMBERS, POSTS, TOKEN, addresses, asked, fresh_table
from .serving import OFTEN, Patient, serving

LONGEST = 0.05  # seconds of processor time between two turns of the loop
EVERY = 0.001


class Watch:
    """Measures on the loop's own thread what it computes from one turn to the next: time that
    others take does not count.
    """

    def __init__(self, loop):
        self.loop, self.longest, self.running = loop, 0.0, True
        loop.call_soon_threadsafe(self.begin)

    def begin(self):
        self.last = time.thread_time()
        self.beat()

    def beat(self):
        now = time.thread_time()
        self.longest, self.last = max(self.longest, now - self.last), now
        if self.running:
            self.loop.call_later(EVERY, self.beat)

    def taken(self):
        """The longest since it was last asked."""
        found, self.longest = self.longest, 0.0
        return found


class Bystanders(WorkerPool):
    """Replays and plans are made in processes, as always; no bot chooses."""

    choose = Patient.choose


class Now:
    """The server's clock, which knows on whose loop it is read."""

    def __init__(self):
        self.loop = None

    def __call__(self):
        with contextlib.suppress(RuntimeError):
            self.loop = asyncio.get_running_loop()
        return time.monotonic()


# ---- a long game in the store


def setup_of(table, seats=4, game="tokyo", options=None):
    mark = hashlib.sha256(TOKEN.encode()).hexdigest()
    return Setup(
        table,
        game,
        options or {},
        1,
        "7",
        "0" * 64,
        [SeatSetup("person", f"P{n}", None, mark) for n in range(seats)],
        True,
    )


def long_log(setup, length):
    """Entries of a game that goes on, the latest of which can be taken back."""
    match, luck, entries = TableState(setup).match, random.Random(3), []
    while len(entries) < length or not match.undoable:
        legal = match.legal()
        wanted = [action for action in legal if action.verb in ("build", "load", "unload")]
        entries.append(
            Entry(
                "play",
                match.seat,
                str(luck.choice(wanted or legal) if luck.random() < 0.7 else luck.choice(legal)),
            )
        )
        match.play(entries[-1].action)
        assert not match.over
    return entries


def ended_log(setup):
    """A whole game, played by lot."""
    match, luck, entries = TableState(setup).match, random.Random(3), []
    while not match.over:
        entries.append(Entry("play", match.seat, str(luck.choice(match.legal()))))
        match.play(entries[-1].action)
    return entries


def stored(folder, setup, entries, over=False):
    async def write():
        store = SqliteStore(folder)
        await store.open()
        await store.create(setup)
        await store.append(setup.id, 0, entries, over)
        await store.close()

    asyncio.run(write())


@pytest.fixture(scope="module")
def long_game(tmp_path_factory):
    for name in ekiben.games():  # as a server prepares them when it starts
        facts(table_state.cached_game(name, {}))
    setup = setup_of("longgame", options={"turn_limit": None})
    return setup, long_log(setup, 1_500)


@pytest.fixture
def place(tmp_path, long_game):
    """A server with a long game in its store, a person who holds all its seats, and a watch over
    its loop.
    """
    setup, entries = long_game
    stored(tmp_path, setup, entries)
    ended = setup_of("ended", 2, "london")
    stored(tmp_path, ended, ended_log(ended), True)
    now = Now()
    with serving(tmp_path, Bystanders(1), rates=OFTEN, now=now) as house:
        person = house.person()
        for table in (setup.id, ended.id):
            person.http.cookies.set(f"ekiben-{table}", TOKEN, domain="127.0.0.1", path="/")
        house.short = person.table()
        person.get(f"/api/tables/{house.short}")
        house.deal = person.post("/api/tables/ended/deal").json()["deal"]
        gc.collect()
        house.watch = Watch(now.loop)
        yield house, person
        house.watch.running = False


def check(house, what):
    """Asked after the answer has come: the loop was never busy for long meanwhile."""
    taken = house.watch.taken()
    assert taken < LONGEST, f"{what}: the loop was busy for {taken * 1000:.0f} ms"


def test_what_a_server_starts_with_is_never_collected(tmp_path):
    with serving(tmp_path) as house:
        assert house.person().get("/api/tables").status_code == 200
        assert gc.get_freeze_count() > 10_000
    assert gc.get_freeze_count() == 0


# ---- every address
def test_no_address_keeps_the_loop_busy(place):
    house, person = place
    assert addresses(house.app, "GET") == set(GETS) and addresses(house.app, "POST") == set(POSTS)
    for path, ends in GETS.items():
        for end, game in itertools.product(ends, ekiben.games()):
            if "{game}" in end or game == "tokyo":
                url = asked(
                    path,
                    end.replace("{game}", game)
                    .replace("{fresh}", str(next(NUMBERS)))
                    .replace("{short}", house.short)
                    .replace("{deal}", house.deal),
                )
                assert person.get(url).status_code in (200, 400, 404, 409), url
                check(house, url)
    for path, body in POSTS.items():
        for _ in range(5):
            url = (
                path.replace("{table}", "longgame")
                .replace("{deal}", house.deal)
                .replace("{lesson}", "tokyo")
                .replace("{puzzle}", FIRST_PUZZLE.id)
            )
            status = person.post(url, body()).status_code
            assert status in (200, 201, 204, 403, 409), path
            check(house, path)


def test_facts_are_made_once_for_a_board_whatever_its_options(place):
    house, person = place
    usual = person.get("/api/facts/tokyo")
    before = len(catalogue.CACHE)
    for _ in range(30):
        assert (
            person.get(f"/api/facts/tokyo?set=turn_limit={next(NUMBERS)}").content == usual.content
        )
    assert len(catalogue.CACHE) == before and len(table_state.GAMES) <= table_state.MAX_GAMES
    assert person.get("/api/facts/tokyo?set=turn_limit=0").status_code == 400
    check(house, "facts")


def test_boards_have_a_rate_of_their_own(tmp_path):
    with serving(tmp_path, rates=Rates(boards="3/hour")) as house:
        person = house.person()
        answers = [
            person.get(f"/api/facts/london?set=first_seat={one}").status_code
            for one in ("0", "drawn", "0", "drawn", "0")
        ]
        assert answers == [200, 200, 200, 429, 429] and person.get("/api/tables").status_code == 200


# ---- every message
def test_no_message_keeps_the_loop_busy(place, long_game):
    house, person = place
    seq = len(long_game[1])
    pages = [
        person.page("longgame", seat, language=language)
        for seat in (None, 0, 1, 2, 3)
        for language in ("en", "ja")
    ]
    for page in pages:
        page.until("snapshot")
        check(house, "a page is opened")
    page = next(page for page in pages if page.position["legal"] or page.position["undo"])
    seat = page.position["looking"]
    turn = next(one for one in pages if one.position["legal"])
    asked_for = {
        "why": lambda n: {"action": f"build r{n % 30}c{n % 20} e"},
        "look": lambda n: {"seat": n % 4},
        "language": lambda n: {"language": ("en", "ja")[n % 2]},
        "ping": lambda n: {},
        "leave": lambda n: {"seat": (seat + 1) % 4},
        "back": lambda n: {"seat": (seat + 1) % 4},
        "replace": lambda n: {"seat": (seat + 1) % 4},
        "vote": lambda n: {"seat": (seat + 1) % 4},
        "rename": lambda n: {"seat": seat, "name": f"Aoi {n}"},
        "seal": lambda n: {"seat": seat, "seal": f"{n:064x}"},
        "reveal": lambda n: {"seat": seat, "part": f"{n:064x}"},
        "say": lambda n: {"seat": seat, "text": f"hello {n}"},
        "advise": lambda n: {"position": turn.position["seq"], "move": n % 2 == 1},
        "plan": lambda n: {
            "ask": (
                {"kind": "track", "to": n % 900},
                {"kind": "run", "to": [n + k for k in range(16)]},
                {"kind": "jobs"},
                {"kind": "drawn", "posts": [n + 100 + k for k in range(60)]},
            )[n % 4]
        },
    }
    for kind, fields in asked_for.items():
        for n in range(8):
            assert turn.ask(kind, **fields(n)).get("request"), kind
            check(house, kind)
    turn.ask("look", seat=turn.position["seat"])
    owner = next(
        one for one in pages if one is not turn and (one.position["undo"] or one.position["legal"])
    )
    for one in (owner, turn):
        one.ask("ping")
        assert one.ask("undo", position=one.position["seq"]).get("request")
        check(house, "undo")
    turn.ask("ping")
    actions = (
        ["step n", "step s"] * 32,
        [action for action in turn.position["legal"] if action.startswith("build")][:64]
        or ["stop"],
    )
    for some in actions:
        assert turn.ask("act", position=turn.position["seq"], actions=some).get("request")
        check(house, "act")
    kinds = {kind.__struct_config__.tag for kind in Request.__args__}
    assert kinds == {*asked_for, "act", "undo"} and turn.position["seq"] > seq


# ---- coming back
def test_who_comes_back_to_a_long_game_is_sent_what_was_missed(place, long_game):
    """Whatever the number: no part of the log is replayed for it but the latest entries."""
    house, person = place
    entries = long_game[1]
    live = person.page("longgame", 0)
    live.until("snapshot")
    for since in (1, 40, 900, len(entries) - MAX_MISSED - 1):
        assert (
            person.page("longgame", 0, since=since).until("snapshot", "update")["type"]
            == "snapshot"
        )
        check(house, f"since {since}")
    back = person.page("longgame", 0, since=len(entries) - MAX_MISSED)
    missed = [back.until("update") for _ in range(MAX_MISSED)]
    check(house, "since the latest")
    assert [update["seq"] for update in missed] == list(
        range(len(entries) - MAX_MISSED + 1, len(entries) + 1)
    )
    assert [update["by"] for update in missed] == [entry.action for entry in entries[-MAX_MISSED:]]
    assert {**back.position, "changed": 0, "by": 0, "said": 0}.items() >= {
        name: value
        for name, value in live.position.items()
        if name in ("asked", "seat", "legal", "undo", "over", "clocks")
    }.items()


# ---- one table after the other
def test_nobody_waits_for_another_table_to_be_opened(place, monkeypatch):
    house, person = place
    registry, opened = house.app.state.registry, []

    async def stuck(id):
        if id == "longgame":
            opened.append(id)
            await asyncio.Event().wait()
        return await type(registry).read_table(registry, id)

    monkeypatch.setattr(registry, "read_table", stuck)
    with contextlib.suppress(httpx.ReadTimeout):
        person.get("/api/tables/longgame", timeout=0.3)
    with contextlib.suppress(httpx.ReadTimeout):
        person.get("/api/tables/longgame", timeout=0.3)
    other = person.post("/api/tables", fresh_table()).json()["table"]
    assert person.get(f"/api/tables/{other}").status_code == 200 and opened == ["longgame"]
