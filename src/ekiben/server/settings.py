"""The settings of a server; tests change more of them than operators can."""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ASSETS = Path(os.environ.get("EKIBEN_ASSETS") or Path(__file__).parent / "assets")  # built pages


@dataclass(frozen=True)
class Rates:
    """Limits per address, per open socket for messages, or per seat of a table."""

    requests: str = "1200/minute"
    tables: str = "60/minute"
    sits: str = "60/minute"  # so that tokens cannot be guessed
    replays: str = "60/minute"
    puzzles: str = "240/minute"
    reviews: str = "240/minute"  # a review that is refined is asked for again and again
    boards: str = "240/minute"  # pictures and facts of boards
    deals: str = "60/hour"  # deals made or begun, so that nobody floods their results
    lessons: str = "60/hour"  # lessons begun
    statuses: str = "600/minute"  # of a browser's own games
    listings: str = "60/hour"  # new tables in the lobby
    joins: str = "60/hour"  # seats taken in the lobby
    messages: str = "40/second"
    chat: str = "20/minute"  # messages of a seat
    seats: str = "12/minute"  # new names and votes of a seat
    advice: str = "120/minute"  # questions of a seat to the coach
    per_address: int = 100  # sockets; twice as many connections
    per_table: int = 100


def process_name() -> str:
    """A name for this process that is unique among all that share a store."""
    return f"{socket.gethostname().replace(' ', '-')[:24]}-{os.getpid()}-{secrets.token_hex(3)}"


@dataclass(frozen=True)
class Settings:
    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    assets: Path = ASSETS
    rates: Rates = field(default_factory=Rates)
    # how long a bot waits before it acts, in seconds
    pace: float = 0.5  # before the first action of its turn
    step: float = 0.05  # before each further one
    gentle: float = 1.2  # when only bots play and somebody watches
    grace: float = 1.5  # while a person could still take the last action back
    # times, in seconds
    away: float = 60.0  # until the others may agree on a bot for a person who left
    slow_store: float = 2.0  # until people are told that the store is slow
    lease_retry: float = 1.0  # until a process tries again to play for a table's bots
    header_seconds: float = 10.0  # for the head of a request
    body_seconds: float = 30.0  # for its body
    lobby_every: float = 2.0  # between two looks at the tables of the lobby
    lobby_idle: float = 300.0  # until a table where nobody is or acts leaves the lobby
    ready_every: float = 1.0  # between two tries to write to the store
    send_timeout: float = 30.0  # until a page that takes no messages is let go
    expire_days: int = 0  # days until an unused table is archived and deleted; 0 means never
    now: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time  # since 1970: which day's deals are played
    # sizes
    max_tables: int = 200  # in memory
    connections: int = 12_000  # per process, if it may open that many files
    player_share: float = 0.5  # of the connections, for browsers with a seat's token
    bot_workers: int | None = None  # processes for bots; None means one or two
    workers: int = 1  # server processes
    # what is served, and to whom
    database: str | None = None  # a PostgreSQL address; None means SQLite in the data folder
    boards: tuple[Path, ...] = ()  # board files beside the built-in ones
    bots: tuple[str, ...] = ()  # bots beside the levels, as NAME=SPEC
    names: tuple[str, ...] = ()  # host names by which the server is known
    proxies: str = ""  # addresses of trusted proxies
    prebuild: bool = True  # prepare pictures and facts when the server starts
    process: str = field(default_factory=process_name)
