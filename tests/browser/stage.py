"""What tests in a browser and screenshots stand on: a server process with games laid out in its
folder, and a Chromium.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import programs
from playwright.sync_api import Browser, sync_playwright

import ekiben
from ekiben.bots import Limit, make
from ekiben.core.match import Match
from ekiben.games import load_recorded
from ekiben.server.access import hash_token
from ekiben.server.deal_store import Deal, DealSeat
from ekiben.server.deals_api import DEVICE, device_hash
from ekiben.server.ids import new_id
from ekiben.server.settings import ASSETS
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Entry, SeatSetup, Setup

ROOT = Path(__file__).parents[2]
QUICK = [sys.executable, str(Path(__file__).with_name("quick_server.py"))]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {
    "desk": {"width": 1280, "height": 800},
    "phone": {"width": 360, "height": 780},
    "sideways": {"width": 844, "height": 390},
}
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MANY = 9  # tickets: more than any list of them shows at once
NAMES = ("Aoi", "Ben", "Chie", "Dai", "Emi")
Until = Callable[[Match], bool]
Choose = Callable[[Match], str]


def chromium() -> str | None:
    """Where the machine's Chromium is: the one without windows opens a page in half the time."""
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


@contextmanager
def launched() -> Iterator[Browser]:
    """The machine's Chromium, driven by Playwright."""
    program = programs.need("chromium", chromium())
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = programs.need("libatomic1", programs.playwright_node())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


def check_pages() -> None:
    if not (ASSETS / "index.html").exists():
        raise RuntimeError(
            f"the pages are not built ({ASSETS} is empty): python hatch_build.py builds them"
        )


# ---- games laid out before the server starts
@dataclass(frozen=True)
class Position:
    """A game as bots have played it, or `choose` has, stopped where `until` first holds. `people`
    are the seats that a browser may take.
    """

    game: str
    until: Until
    seats: int = 2
    people: tuple[int, ...] = (0,)
    bot: str = "greedy"
    choose: Choose | None = None
    seed: int = 7
    level: str = "easy"
    options: dict[str, Any] = field(default_factory=dict)
    record: str = ""
    public: bool = False
    clock_minutes: int | None = None
    spent: int = 0  # milliseconds that the first action took
    deal: str = ""
    name: str = ""


@dataclass(frozen=True)
class Laid:
    """A table in the folder: its address, and the tokens of its people and their browser."""

    id: str
    tokens: dict[int, str]
    device: str = ""

    @property
    def path(self) -> str:
        return f"/t/{self.id}"

    def cookie(self, url: str, *seats: int) -> dict[str, str]:
        """As a browser has it that sits in these seats."""
        return {
            "name": f"ekiben-{self.id}",
            "value": ".".join(self.tokens[seat] for seat in seats),
            "path": f"/api/tables/{self.id}",
            "domain": str(urlsplit(url).hostname),
            "sameSite": "Lax",
        }

    def device_cookie(self, url: str) -> dict[str, str]:
        """As the browser has it that began the table of a deal."""
        return {**self.cookie(url), "name": DEVICE, "value": self.device, "path": "/api/deals"}


def lay(folder: Path, positions: dict[str, Position]) -> dict[str, Laid]:
    """Plays the games and writes them where the server will look for its tables."""

    async def write() -> dict[str, Laid]:
        store = SqliteStore(folder)
        try:
            return {name: await written(store, position) for name, position in positions.items()}
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as apart:  # a browser's own loop may be running in this thread
        return apart.submit(asyncio.run, write()).result()


async def written(store: SqliteStore, position: Position) -> Laid:
    match = replayed(position) if position.record else played(position)
    tokens = {seat: secrets.token_urlsafe(32) for seat in position.people}
    seats = [
        SeatSetup("person", NAMES[seat], None, hash_token(tokens[seat]))
        if seat in tokens
        else SeatSetup("bot", NAMES[seat], position.level)
        for seat in range(len(match.names))
    ]
    line = json.loads(str(match.record()))
    setup = Setup(
        new_id(),
        position.game,
        match.game.options,
        match.game.rules,
        line["seed"],
        "5a" * 32,
        seats,
        position.public,
        position.clock_minutes,
        1.8e9,
    )
    if position.name:
        seats[0].name = position.name
    device = secrets.token_urlsafe(32)
    if position.deal:
        deal = await store.add_deal(dealt(position.deal, setup))
        setup.deal = deal.id
        setup.device = device_hash(deal, device)
    await store.create(setup)
    entries = [
        Entry("play", seat, str(action))
        for seat, action in zip(match.actors, line["actions"], strict=True)
    ]
    if entries:
        entries[0].spent = position.spent
        await store.append(setup.id, 0, entries, match.over)
    return Laid(setup.id, tokens, device)


def dealt(id: str, setup: Setup) -> Deal:
    """The deal that a table plays."""
    return Deal(
        id=id,
        game=setup.game,
        options=setup.options,
        rules=setup.rules,
        board=ekiben.load(setup.game, **setup.options).digest,
        seed=setup.seed,
        salt=setup.salt,
        seats=[
            DealSeat("bot", one.level) if one.level else DealSeat("person") for one in setup.seats
        ],
        created=setup.created,
    )


def played(position: Position) -> Match:
    game = ekiben.load(position.game, **position.options)
    match = game.new(position.seats, position.seed, names=list(NAMES[: position.seats]))
    bots = [make(position.bot, seat, game) for seat in range(position.seats)]
    while not match.over and not position.until(match):
        if position.choose:
            match.play(position.choose(match))
            continue
        match.play(bots[match.seat].choose(match.view(match.seat), match.legal(), Limit(1.0)))
    if not position.until(match):
        raise RuntimeError(f"{position.game}: the position looked for never came")
    return match


def replayed(position: Position) -> Match:
    """The beginning of a record, by the rules it was played by."""
    whole = json.loads(position.record)
    game = load_recorded(position.game, whole["rules"], whole["options"])
    match = game.new(whole["seats"], int(whole["seed"], 16), names=list(NAMES[: whole["seats"]]))
    for action in whole["actions"]:
        if position.until(match):
            break
        match.play(action)
    return match


def asks(question: str, seat: int = 0, after: int = 0) -> Until:
    """A question to a seat, not before so many actions."""
    return lambda match: (
        len(match.actors) >= after and match.asked == question and match.seat == seat
    )


def after(actions: int) -> Until:
    return lambda match: len(match.actors) == actions


def last_turn(match: Match) -> bool:
    """Seat 0 has the last turn of a route game: two drawn cards end it."""
    return (
        match.seat == 0 and match.asked == "turn" and int(match.position.field("last_turns")) == 1
    )


def over(match: Match) -> bool:
    return match.over


def every_kind(match: Match) -> bool:
    """The first seat is to act and holds cards of every kind."""
    return match.seat == 0 and match.asked == "turn" and bool((match.view(0).hand[0] > 0).all())


def hoard(match: Match) -> str:
    """The first seat takes tickets and looks for kinds that it lacks; the others leave the cards to
    it and exchange pieces.
    """
    legal = [str(action) for action in match.legal()]
    view = match.view(match.seat)
    lacking = [
        f"draw {kind}"
        for kind, count in zip(match.game.board.kinds, view.hand[match.seat], strict=True)
        if not count
    ]
    tickets = ["tickets"] if view.ticket_count[match.seat] < MANY else []
    first = [*tickets, *lacking] if match.seat == 0 else ["exchange 1 trains", "exchange 1 ships"]
    for action in (*first, *(f"draw {deck}" for deck in match.game.deck_names)):
        if action in legal:
            return action
    return max(legal, key=len) if match.asked == "tickets" else legal[0]


# ---- the server
class Server:
    """A server process on a port of its own; `start` after `kill` is the same one at the same
    address.
    """

    def __init__(self, command: list[str], folder: Path, plain: bool = True) -> None:
        check_pages()
        self.command, self.folder = command, folder
        self.settings = {**os.environ, **({"EKIBEN_PLAIN": "1"} if plain else {})}
        self.errors = folder.with_suffix(".log")
        self.start()

    def start(self) -> None:
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                self.command, stdout=subprocess.PIPE, stderr=errors, text=True, env=self.settings
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+(?=/)", line)
        if found is None:
            raise RuntimeError(
                f"the server did not start: {line}{self.errors.read_text(encoding='utf-8')}"
            )
        self.url = found[0]

    def end(self, sign: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(sign)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def faults(self) -> list[str]:
        """What the server wrote that it should not have had to."""
        return [
            line
            for line in self.errors.read_text(encoding="utf-8").splitlines()
            if '"level": "error"' in line or "Traceback" in line
        ]


def quick_server(folder: Path, plain: bool = True) -> Server:
    """`plain`: rules are interpreted, which is soonest ready; bots that think much want machine
    code.
    """
    return Server([*QUICK, str(folder)], folder, plain)


def own_server(folder: Path, port: int) -> Server:
    """As people start it."""
    return Server(
        [
            sys.executable,
            "-m",
            "ekiben",
            "serve",
            "--no-open",
            "--port",
            str(port),
            "--data",
            str(folder),
        ],
        folder,
    )


def golden(game: str, seats: int) -> str:
    """A record of the golden ones with so many seats."""
    lines: Iterable[str] = (
        (ROOT / "tests" / "golden" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    )
    return next(line for line in lines if json.loads(line)["seats"] == seats)
