"""Plays whole games of all five with real clients at a real server on this machine.

Then every log is replayed and compared with what the clients saw.

    python bench/load.py                                    # SQLite, one process, 20 games
    python bench/load.py --postgres --processes 2           # PostgreSQL, started for it
    python bench/load.py --log 64 --seconds 3 --postgres    # the store alone
    python bench/load.py --games 500 --seconds 1200 --json  # 2,000 connections
    python bench/load.py --bots easy                        # two people and a bot at each table
    python bench/load.py --idle --games 1250 --watchers 6   # nobody plays: what open pages cost
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from load_clients import Client, Seen, Table, digest

from ekiben.server.archive import read_table, with_store
from ekiben.server.connection_slots import raise_file_limit
from ekiben.server.feed import Feed
from ekiben.server.store import AdminStore, Entry, Setup
from ekiben.server.table_state import TableState

ROOT = Path(__file__).parents[1]
AT_ONCE = {
    "pace": 0.0,
    "step": 0.0,
    "gentle": 0.0,
    "grace": 0.0,
}  # bots act without a pause


# ---- the server
def serve(what: str) -> None:
    """Start a server without limits per address, and with bots that act at once."""
    from ekiben.server.run import serve as run
    from ekiben.server.settings import Rates, Settings

    given = json.loads(what)
    often = dict.fromkeys(
        ("requests", "tables", "sits", "listings", "joins", "statuses", "replays", "messages"),
        "1000000/second",
    )
    rates = Rates(**often, per_address=100_000)
    run(
        Settings(
            Path(given["data"]),
            port=0,
            database=given["database"],
            rates=rates,
            bot_workers=1,
            prebuild=False,
            max_tables=given["kept"],
            connections=20_000,
            **AT_ONCE,
        ),
        False,
    )


@contextlib.contextmanager
def servers(
    args: argparse.Namespace, data: str, database: str | None
) -> Iterator[list[tuple[int, int]]]:
    """Ports and process ids."""
    what = json.dumps({"data": data, "database": database, "kept": args.games + 10})
    command = [sys.executable, __file__, "--serve", what]
    started = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(args.processes)
    ]
    try:
        yield [(port_of(process), process.pid) for process in started]
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait()


def port_of(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    found = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())
    if found is None:
        raise SystemExit("the server did not start")
    return int(found[1])


def memory(pids: list[int]) -> int:
    """Bytes of memory that the processes use, as far as the system tells."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf(
                "SC_PAGE_SIZE"
            )
    return total


def cpu_seconds(pids: list[int]) -> float:
    """Seconds of processor time of the server processes, without those that think for bots."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            total += sum(
                map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13])
            )
    return total / os.sysconf("SC_CLK_TCK")


# ---- a run
async def play_games(
    args: argparse.Namespace, ports: list[tuple[int, int]]
) -> tuple[Seen, dict[str, Any]]:
    seen = Seen()
    pids = [pid for _, pid in ports]
    facts: dict[str, Any] = {}
    with contextlib.ExitStack() as stack:
        http = [
            stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60))
            for port, _ in ports
        ]
        tables = [Table(http, number, args.bots) for number in range(args.games)]
        for table in tables:  # in memory everywhere, before anybody looks
            for one in http:
                one.get(f"/api/tables/{table.id}").raise_for_status()
    before = memory(pids)
    go = asyncio.Event()
    opening = asyncio.Semaphore(50)
    clients = []
    pace = args.games / args.rate if args.rate else 0.0
    for number, table in enumerate(tables):
        for place, seat in enumerate([0, 1, *[None] * args.watchers]):
            client = Client(
                seen, table.id, seat, random.Random(args.seed * 1_000_003 + number * 97 + place)
            )
            clients.append(
                (
                    client,
                    ports[(number + place) % len(ports)][0],
                    table.cookies[seat] if seat is not None else "",
                )
            )
    await asyncio.gather(
        *(
            client.open(port, cookie, opening=opening, go=go, pace=pace)
            for client, port, cookie in clients
        )
    )
    playing = [asyncio.ensure_future(client.play()) for client, _, _ in clients]
    while any(client.seq < 0 for client, _, _ in clients):
        await asyncio.sleep(0.05)
    facts["KiB a connection"] = round((memory(pids) - before) / len(clients) / 1024, 1)
    if not args.idle:
        go.set()
    started_at = time.perf_counter()
    used_before = cpu_seconds(pids)
    while (
        time.perf_counter() - started_at < args.seconds
        and len(seen.over) < len(tables)
        and not seen.faults
    ):
        await asyncio.sleep(0.1)
    facts["seconds"] = round(time.perf_counter() - started_at, 1)
    facts["server seconds"] = cpu_seconds(pids) - used_before
    facts["MiB at the end"] = round(memory(pids) / 2**20)
    closed = sum(task.done() for task in playing)
    if closed:
        seen.faults.append(f"{closed} pages were closed")
    for client, _, _ in clients:
        seen.acknowledged[client.table] = max(seen.acknowledged.get(client.table, 0), client.seq)
        client.note()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.gather(
        *(client.socket.close() for client, _, _ in clients), return_exceptions=True
    )
    return seen, facts


# ---- afterwards
async def compare(store: AdminStore, seen: Seen) -> int:
    """Check that every log holds all that clients saw, and that noted positions look the same."""
    for table, length in seen.acknowledged.items():
        one = await read_table(store, table)
        if len(one.log) < length:
            seen.faults.append(f"{table}: {length} entries were heard, {len(one.log)} are there")
        seen.bots += sum(entry.kind == "play" and entry.seat > 1 for _, entry in one.log)
        check_positions(TableState(one.setup), [entry for _, entry in one.log], table, seen)
    return len(seen.digests)


def check_positions(state: TableState, entries: list[Entry], table: str, seen: Seen) -> None:
    noted: dict[int, list[tuple[int | None, str]]] = {}
    for (owner, seat, seq), mark in seen.digests.items():
        if owner == table:
            noted.setdefault(seq, []).append((seat, mark))
    for seq in range(len(entries) + 1):
        if seq:
            state.apply(entries[seq - 1])
        for seat, mark in noted.get(seq, []):
            if digest(json.loads(json.dumps(Feed(state, seat, "en").scene))) != mark:
                seen.faults.append(f"{table} seat {seat}: entry {seq} looked otherwise")


def measure(args: argparse.Namespace, database: str | None) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="ekiben-load-") as data:
        with servers(args, data, database) as ports:
            seen, facts = asyncio.run(play_games(args, ports))
        if args.idle:
            return idle_figures(args, seen, facts)
        checked = with_store(Path(data), database, lambda store: compare(store, seen))
    moves = sum(seen.acknowledged.values()) - len(
        seen.acknowledged
    )  # the first entry is a guest who sits down
    quantiles = (
        statistics.quantiles(seen.latencies, n=100) if len(seen.latencies) > 1 else [0.0] * 99
    )
    return {
        "store": "PostgreSQL" if database else "SQLite",
        "processes": args.processes,
        "games": args.games,
        "over": len(seen.over),
        "connections": args.games * (2 + args.watchers),
        "moves": moves,
        "of bots": seen.bots,
        "moves a second": round(moves / facts["seconds"], 1),
        "server ms a move": round(facts.pop("server seconds") * 1000 / moves, 2),
        "p50 ms": round(quantiles[49] * 1000, 1),
        "p99 ms": round(quantiles[98] * 1000, 1),
        **facts,
        "compared": checked,
        "faults": len(seen.faults),
        "first faults": seen.faults[:5],
    }


def idle_figures(args: argparse.Namespace, seen: Seen, facts: dict[str, Any]) -> dict[str, Any]:
    share = facts.pop("server seconds") / facts["seconds"]
    return {
        "connections": args.games * (2 + args.watchers),
        "games": args.games,
        **facts,
        "share of a core": round(share, 3),
        "faults": len(seen.faults),
        "first faults": seen.faults[:5],
    }


async def write_logs(store: AdminStore, args: argparse.Namespace) -> dict[str, Any]:
    """Measure the log alone: every writer has a table and waits until its entry is on disk."""
    ids = [f"{args.seed:08}{n:08}" for n in range(args.log)]
    times: list[float] = []
    until = time.perf_counter() + args.seconds
    for id in ids:
        await store.create(
            Setup(id, "london", options={}, rules=1, seed="7", salt="0" * 64, seats=[])
        )

    async def write(id: str) -> None:
        for seq in itertools.count():
            started_at = time.perf_counter()
            if started_at > until:
                return
            await store.append(id, seq, [Entry("play", 0, "draw deck", spent=1000)], False)
            times.append(time.perf_counter() - started_at)

    await asyncio.gather(*map(write, ids))
    quantiles = statistics.quantiles(times, n=100)
    return {
        "writers": args.log,
        "entries a second": round(len(times) / args.seconds),
        "p50 ms": round(quantiles[49] * 1000, 2),
        "p99 ms": round(quantiles[98] * 1000, 2),
        "faults": 0,
    }


def measure_log(args: argparse.Namespace, database: str | None) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="ekiben-load-") as data:
        return with_store(Path(data), database, lambda store: write_logs(store, args))


@contextlib.contextmanager
def database_of(args: argparse.Namespace) -> Iterator[str | None]:
    if not args.postgres:
        yield args.database
        return
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    from tests.server.postgres import running

    with running() as server:
        yield server.fresh()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument(
        "--watchers", type=int, default=2, help="at each table, beside its two players"
    )
    parser.add_argument(
        "--bots", metavar="LEVEL", help="a third seat at each table, for a bot of this level"
    )
    parser.add_argument(
        "--processes", type=int, default=1, help="servers, each at a port of its own"
    )
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="at most; or until all games are over"
    )
    parser.add_argument(
        "--rate",
        type=float,
        default=0.0,
        help="moves a second at most, all tables together (0: as fast as they can)",
    )
    parser.add_argument("--idle", action="store_true", help="open all pages, and play nothing")
    parser.add_argument(
        "--postgres", action="store_true", help="with a PostgreSQL server of its own"
    )
    parser.add_argument("--database", help="with this one")
    parser.add_argument(
        "--log",
        type=int,
        metavar="WRITERS",
        help="measure the store alone, with so many writers at once",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve)
        return 0
    if args.processes > 1 and not (args.postgres or args.database):
        parser.error("several processes need --postgres or --database")
    raise_file_limit()
    with database_of(args) as database:
        found = measure_log(args, database) if args.log else measure(args, database)
    print(
        json.dumps(found)
        if args.json
        else "\n".join(f"{name:20} {value}" for name, value in found.items())
    )
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
