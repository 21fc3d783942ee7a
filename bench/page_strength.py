"""How strong the expert is in a page: its playouts a second in Chromium, against those here.

    python bench/page_strength.py [FOLDER] [--games london tokyo] [--choices 8] [--rounds 3]

The same choices are thought over for as long as the level takes: in a page by its thinking workers
(one for each core but one), here by as many threads. The quickest of the rounds counts, since other
programs only ever make it slower. One JSON line for each game: playouts a second in the page and
here, their ratio, playouts for a choice, and for how many milliseconds at most the
page's server could not answer during a choice (the median of the choices). FOLDER is a page that
`ekiben page` made of these sources; without it one is built.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean, median

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(Path(__file__).parent)]

import programs  # noqa: E402
from playout_rates import Tally, Work, measure  # noqa: E402

import ekiben  # noqa: E402
from ekiben.arena.one_game import builds_for  # noqa: E402
from ekiben.core.action import Action  # noqa: E402
from ekiben.core.kernel_calls import KernelWork, run  # noqa: E402
from tests.browser import stage  # noqa: E402
from tests.browser.page_folder import built_page, served  # noqa: E402

HERE = Path(__file__).parent
BUNDLER = ROOT / "web" / "node_modules" / "rolldown" / "bin" / "cli.mjs"
SOURCES = {
    "page-strength.js": HERE / "page_strength.ts",
    "thinking-worker.js": ROOT / "web" / "src" / "page" / "thinking-worker.ts",
}
ASK = """asked => new Promise((resolve) => {
  const worker = new Worker(new URL("page-strength.js", location.href), { type: "module" });
  const found = [];
  worker.onmessage = ({ data }) => {
    found.push(data);
    if (data.startsWith("failed") || found.length === asked.games.length) resolve(found);
  };
  worker.onerror = ({ message }) => resolve([`failed: ${message}`]);
  worker.postMessage({ base: new URL(".", location.href).href, ...asked });
})"""


# ---- in the page
@contextmanager
def page_with_measure(folder: Path) -> Iterator[Path]:
    """A copy of the page with the worker that measures."""
    with tempfile.TemporaryDirectory() as made:
        copy = Path(made) / "page"
        shutil.copytree(folder, copy)
        for name, source in SOURCES.items():
            command = [str(programs.node()), BUNDLER, source, "--file", copy / name]
            subprocess.run(
                [*command, "--format", "esm"], check=True, capture_output=True, cwd=ROOT / "web"
            )
        yield copy


def measure_in_page(folder: Path, games: list[str], work: Work) -> tuple[int, list[list[Tally]]]:
    """The number of workers, and the choices of each game."""
    script = (HERE / "playout_rates.py").read_text(encoding="utf-8")
    asked = {"script": script, "games": games, "work": repr(work)}
    with page_with_measure(folder) as copy, served(copy) as server, stage.launched() as browser:
        page = browser.new_page()
        page.goto(f"{server.url}README.txt")
        cores = int(page.evaluate("navigator.hardwareConcurrency"))
        answers = page.evaluate(ASK, asked)
    if answers[-1].startswith("failed"):
        raise SystemExit(answers[-1])
    return worker_count(cores), [[Tally(**one) for one in json.loads(text)] for text in answers]


def worker_count(cores: int) -> int:
    """As the page counts."""
    return max(1, min(8, cores - 1))


# ---- here
async def measure_here(name: str, work: Work, threads: int) -> list[Tally]:
    async def run_here(thinking: KernelWork[Action]) -> Action:
        return run(thinking, threads)

    for builds in builds_for(ekiben.load(name)):
        builds.fastest()
    return await measure(name, work, threads, run_here)


def line(name: str, page: list[Tally], here: list[Tally], threads: int) -> str:
    rate, native = mean(one.rate for one in page), mean(one.rate for one in here)
    return json.dumps(
        {
            "game": name,
            "threads": threads,
            "page": round(rate, 1),
            "native": round(native, 1),
            "ratio": round(rate / native, 3) if native else None,
            "page_playouts": round(mean(one.playouts for one in page), 1),
            "native_playouts": round(mean(one.playouts for one in here), 1),
            "pause_ms": round(1000 * median(one.pause for one in page), 1),
        }
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--games", nargs="+", default=[*ekiben.games()])
    parser.add_argument("--choices", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    work = Work(asked.choices, asked.rounds)
    threads, found = measure_in_page(asked.folder or built_page(), asked.games, work)
    for name, page in zip(asked.games, found, strict=True):
        print(line(name, page, asyncio.run(measure_here(name, work, threads)), threads), flush=True)


if __name__ == "__main__":
    main()
