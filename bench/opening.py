"""How long a table with a long game takes to open: from the store until a page has its snapshot.

python bench/opening.py [--actions 1500] [--game tokyo] [--json]

Without a checkpoint all of its log is replayed, which is how a checkpoint comes about.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from pathlib import Path

import ekiben
from ekiben.server.notifier import LocalNotifier
from ekiben.server.settings import Settings
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Entry, Row, SeatSetup, Setup, Store
from ekiben.server.table_state import TableState
from ekiben.server.tables import TableRegistry
from ekiben.server.viewers import Viewer
from ekiben.server.workers import WorkerPool

ROUNDS = 7
PEOPLE = [SeatSetup("person", "Ann", token="a" * 64), SeatSetup("person", "Ben", token="b" * 64)]


def setup_of(name: str) -> Setup:
    game = ekiben.load(name)
    game.builds.fastest()
    setup = Setup("openingtable0001", name, game.options, game.rules, "7", "0" * 64, PEOPLE)
    setup.board = game.digest
    return setup


def random_log(setup: Setup, count: int) -> list[Row]:
    """Random play, as far as the game goes."""
    state, luck, rows = TableState(setup), random.Random(1), []
    while len(rows) < count and not state.match.over:
        seat = state.match.seat
        assert seat is not None
        entry = Entry("play", seat, str(luck.choice(state.match.legal())))
        state.apply(entry)
        rows.append(Row(0.0, entry))
    return rows


async def open_once(store: Store, settings: Settings, table: str) -> float:
    """Seconds until a page has all it shows."""
    registry = TableRegistry(store, LocalNotifier(), WorkerPool(), settings)
    started_at = time.perf_counter()
    opened = await registry.table(table)
    viewer = Viewer(frozenset([0]), 0, "en")
    await opened.add_viewer(viewer, -1)
    spent = time.perf_counter() - started_at
    opened.remove_viewer(viewer)
    await registry.close()
    return spent


async def measure(name: str, actions: int, folder: Path) -> dict[str, float]:
    store, settings, setup = SqliteStore(folder), Settings(folder), setup_of(name)
    rows = random_log(setup, actions)
    await store.put(setup, rows, False)
    await open_once(store, settings, setup.id)  # texts and facts are read once
    plain = []
    for _ in range(ROUNDS):
        await store.truncate(setup.id, await store.raw_rows(setup.id), len(rows), False)
        plain.append(await open_once(store, settings, setup.id))
    saved = [await open_once(store, settings, setup.id) for _ in range(ROUNDS)]
    await store.close()
    return {
        "actions": len(rows),
        "whole log": statistics.median(plain),
        "checkpoint": statistics.median(saved),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="tokyo")
    parser.add_argument("--actions", type=int, default=1500)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ekiben-opening-") as folder:
        found = asyncio.run(measure(asked.game, asked.actions, Path(folder)))
    if asked.json:
        print(json.dumps(found))
    else:
        print("\n".join(f"{name:18} {value:.4g}" for name, value in found.items()))


if __name__ == "__main__":
    main()
