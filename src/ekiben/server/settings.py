"""What can be set of a server; tests set more than people."""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ASSETS = Path(
    os.environ.get("EKIBEN_ASSETS") or Path(__file__).parent / "assets"
)  # the pages, built


@dataclass(frozen=True)
class Rates:
    """How often is too often, for one address, or for one open socket."""

    requests: str = "1200/minute"
    tables: str = "60/minute"
    sits: str = "60/minute"  # tokens cannot be tried out
    replays: str = "60/minute"
    boards: str = "240/minute"  # pictures and facts of boards
    messages: str = "40/second"
    per_address: int = 100  # sockets; of connections, twice as many
    per_table: int = 100


def process_name() -> str:
    """Of this process among all that share a store: no two have the same."""
    return f"{socket.gethostname().replace(' ', '-')[:24]}-{os.getpid()}-{secrets.token_hex(3)}"


@dataclass(frozen=True)
class Settings:
    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    assets: Path = ASSETS
    rates: Rates = field(default_factory=Rates)
    pace: float = 0.5  # seconds a bot waits at least before its turn is seen to begin
    step: float = 0.05  # and between its further actions
    gentle: float = 1.2  # and where only bots play, for those who watch
    grace: float = 1.5  # and while a person could still take the last action back
    away: float = 60.0  # seconds until a seat that left may be replaced
    patience: float = 2.0  # seconds until people are told that the store is slow
    kept: int = 200  # tables in memory
    now: Callable[[], float] = time.monotonic
    thinkers: int | None = None
    ready: bool = True  # pictures and facts are made when the server starts
    database: str | None = None  # a PostgreSQL address; none: SQLite in the data folder
    workers: int = 1  # processes that serve
    boards: tuple[Path, ...] = ()  # board files beside those of the box
    bots: tuple[str, ...] = ()  # bots beside the levels, NAME=SPEC
    names: tuple[str, ...] = ()  # by which the server is known outside
    proxies: str = ""  # addresses that may speak for others
    lease: float = 1.0  # seconds until a process asks again whether it may think for bots
    expire_days: int = (
        0  # days until a table that nobody writes to is archived and deleted; 0: never
    )
    connections: int = 4000  # of a process, as far as it may open so many files
    kept_for_players: float = 0.5  # the share of them for browsers that have shown a seat's token
    header_seconds: float = 10.0  # until the head of a request is there
    body_seconds: float = 30.0  # and then its body
    ready_every: float = 1.0  # seconds between two tries whether the store can be written to
    lag: float = 30.0  # seconds until a page that takes nothing is let go
    process: str = field(default_factory=process_name)
