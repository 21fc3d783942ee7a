"""Rows of the bench: the server, with real clients at loopback addresses, each run bounded."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from figures import Figure, Skipped, row

HERE = Path(__file__).parent
TABLES, RATE, SECONDS = 500, 80, 40  # four pages a table; moves of people a second
PAGES, IDLE_TABLES = 10_000, 1_250
SPARE_FILES = 500
PATIENCE = 900  # seconds for a whole run


def run(script: str, *arguments: object, **environment: str) -> dict[str, Any]:
    """What one of the scripts here has measured."""
    done = subprocess.run(
        [sys.executable, str(HERE / script), *map(str, arguments), "--json"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, **environment},
    )
    if done.returncode:
        raise SystemExit(f"{script} failed: {done.stdout}{done.stderr}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


# ---- from a move to every viewer
@row("server")
def moves_in_sqlite() -> Iterator[Figure]:
    yield from move_figures(play(), 0.050)


@row("server")
def moves_in_postgresql() -> Iterator[Figure]:
    if not has_postgres():
        raise Skipped("no PostgreSQL here to measure its moves")
    yield from move_figures(play("--postgres"), 0.075)


def play(*more: str) -> dict[str, Any]:
    what = ("--games", TABLES, "--rate", RATE, "--seconds", SECONDS, "--bots", "easy")
    return run("load.py", *what, *more)


def move_figures(found: dict[str, Any], goal: float) -> Iterator[Figure]:
    what = f"{found['store']}, {found['games']} tables, {found['connections']:,} pages"
    yield Figure(f"{what}: moves", found["moves a second"], "rate", "moves")
    yield Figure(f"{what}: a move to every viewer, p50", found["p50 ms"] / 1000, "seconds")
    yield Figure(f"{what}: p99", found["p99 ms"] / 1000, "seconds", goal=goal)
    yield Figure(f"{what}: server's time a move", found["server ms a move"] / 1000, "seconds")


def has_postgres() -> bool:
    sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tests")]
    from tests.server.postgres import found

    return found() is not None


# ---- opening a long game
@row("server")
def opening() -> Iterator[Figure]:
    for speed, environment in (("compiled", {}), ("interpreted", {"EKIBEN_PLAIN": "1"})):
        found = run("opening.py", **environment)
        what = f"open a table of Tokyo, {found['actions']:,} actions, {speed}"
        yield Figure(what, found["checkpoint"], "seconds", goal=0.150)
        yield Figure(f"{what}, all of its log", found["whole log"], "seconds")


# ---- pages that only wait
@row("server")
def idle() -> Iterator[Figure]:
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if allowed < PAGES + SPARE_FILES:
        raise Skipped(f"10,000 pages need as many files, and {allowed} may be open here")
    watchers = PAGES // IDLE_TABLES - 2
    found = run("load.py", "--idle", "--games", IDLE_TABLES, "--watchers", watchers)
    what = f"{found['connections']:,} idle pages at {found['games']:,} tables"
    yield Figure(f"{what}: memory", found["MiB at the end"] * 2**20, "bytes", goal=1e9)
    yield Figure(f"{what}: memory a page", found["KiB a connection"] * 2**10, "bytes")
