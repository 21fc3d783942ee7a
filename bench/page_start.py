"""How soon Ekiben as a page can be used, and how much it downloads.

    python bench/page_start.py [FOLDER] [--rounds 5]

Times are medians in headless Chromium over `python -m http.server` on this machine: cold with an
empty browser, warm with its caches and service worker. Sizes are as they are, with gzip -9 and with
brotli 11 (by Node), file by file.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import programs  # noqa: E402
from playwright.sync_api import Browser, BrowserContext, Page  # noqa: E402

from tests.browser import stage  # noqa: E402
from tests.browser.page_folder import built_page, served  # noqa: E402

SHELL, HOME, READY, BOARD = "shell", "home", "python", "board"
GOALS = {"cold": {HOME: 1.5, BOARD: 4.0}, "warm": {HOME: 1.0, BOARD: 2.5}}
MOST = 8_000_000  # bytes, brotli
BROTLI = """const { brotliCompressSync, constants } = require("node:zlib");
const { readFileSync } = require("node:fs");
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
console.log(JSON.stringify(process.argv.slice(1).map((file) =>
  brotliCompressSync(readFileSync(file), { params }).length)));"""
LARGE = 20_000  # bytes: smaller files are summed up
Times = dict[str, float]  # seconds from the beginning of the navigation


# ---- times
def measure(browser: Browser, url: str, rounds: int) -> dict[str, list[Times]]:
    """A cold and a warm start in every round, each in a new tab."""
    found: dict[str, list[Times]] = {"cold": [], "warm": []}
    for _ in range(rounds):
        with opened(browser) as context:
            found["cold"].append(start(context, url))
            keep_everything(context, url)
            found["warm"].append(start(context, url))
    return found


@contextmanager
def opened(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=stage.SIZES["desk"], reduced_motion="reduce")
    context.set_default_timeout(120_000)
    yield context
    context.close()


def start(context: BrowserContext, url: str) -> Times:
    """Open the page, ask for a game as soon as one can, and wait for its board."""
    page = context.new_page()
    began = time.perf_counter()
    page.goto(url, wait_until="commit")
    times: Times = {}
    page.locator("main").wait_for()
    times[SHELL] = time.perf_counter() - began
    play = page.get_by_role("button", name="Play now: London").last
    play.click()
    times[HOME] = time.perf_counter() - began
    page.locator("[data-seq]").wait_for(state="attached")
    times[BOARD] = time.perf_counter() - began
    page.close()
    return times


def keep_everything(context: BrowserContext, url: str) -> None:
    """Wait until the service worker has all files."""
    page: Page = context.new_page()
    page.goto(url)
    page.evaluate("async () => { await navigator.serviceWorker?.ready; }")
    page.close()


def show_times(found: dict[str, list[Times]]) -> None:
    print(f"{'seconds, median':20}" + "".join(f"{name:>10}" for name in (SHELL, HOME, BOARD)))
    for kind, rounds in found.items():
        medians = {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}
        goals = GOALS[kind]
        print(f"{kind:20}" + "".join(f"{medians[name]:10.2f}" for name in medians))
        print(f"{'  goal':20}" + "".join(f"{goals.get(name, ''):>10}" for name in medians))


# ---- sizes
def show_sizes(folder: Path) -> None:
    """By file, the largest first; small ones by folder."""
    sizes = {file: sizes_of(folder / file) for file in listed(folder)}
    for file, brotli in zip(sizes, brotli_sizes(folder, list(sizes)), strict=True):
        sizes[file] = (*sizes[file][:2], min(brotli, sizes[file][0]))
    rows = summed_up(sizes)
    print(f"{'bytes':44}{'raw':>12}{'gzip':>12}{'brotli':>12}")
    for name, row in sorted(rows.items(), key=lambda one: -one[1][2]):
        print(f"{name:44}" + "".join(f"{size:12,}" for size in row))
    whole = [sum(row[n] for row in rows.values()) for n in range(3)]
    print(f"{'all':44}" + "".join(f"{size:12,}" for size in whole))
    unused = [row for name, row in rows.items() if "-plain" in name]
    one = whole[2] - sum(row[2] for row in unused)
    print(f"what one browser with SIMD downloads: {one:,} with brotli (goal {MOST:,})")


def listed(folder: Path) -> list[str]:
    return sorted(f.relative_to(folder).as_posix() for f in folder.rglob("*") if f.is_file())


def sizes_of(file: Path) -> tuple[int, ...]:
    content = file.read_bytes()
    return len(content), min(len(content), len(gzip.compress(content, 9, mtime=0))), 0


def brotli_sizes(folder: Path, files: list[str]) -> list[int]:
    node = programs.node()
    assert node is not None, "sizes with brotli are made by Node"
    command = [node, "-e", BROTLI, *(str(folder / file) for file in files)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    sizes: list[int] = json.loads(done.stdout)
    return sizes


def summed_up(sizes: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    rows: dict[str, tuple[int, ...]] = {}
    for file, row in sizes.items():
        name = file if row[0] > LARGE and "/" in file and "answers" not in file else small(file)
        rows[name] = tuple(a + b for a, b in zip(rows.get(name, (0, 0, 0)), row, strict=True))
    return rows


def small(file: str) -> str:
    top, slash, _ = file.partition("/")
    return f"{top}/…" if slash else "…"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="a page (else one of these sources)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-times", action="store_true")
    parser.add_argument("--no-sizes", action="store_true")
    args = parser.parse_args()
    folder = args.folder or built_page()
    if not args.no_times:
        with served(folder) as server, stage.launched() as browser:
            show_times(measure(browser, server.url, args.rounds))
    if not args.no_sizes:
        show_sizes(folder)


if __name__ == "__main__":
    main()
