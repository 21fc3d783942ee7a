"""How many playouts the expert makes a second: the part of page_strength.py that a page runs too.

It imports nothing but Ekiben, and is run here by threads or in a page by its thinking workers.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import ekiben
from ekiben import bots
from ekiben.bots.bot import Bot
from ekiben.bots.levels import levels
from ekiben.core.action import Action
from ekiben.core.kernel_calls import KernelCall, KernelWork
from ekiben.core.layout import View

EVERY = 11  # of a game's choices one is thought over
TICK = 0.002  # seconds between two looks at the loop
Position = tuple[View, list[Action]]
Run = Callable[[KernelWork[Action]], Awaitable[Action]]


@dataclass
class Tally:
    """A choice: its playouts, what it took, and for how long at most nobody else had a turn."""

    playouts: int = 0
    seconds: float = 0.0
    pause: float = 0.0

    @property
    def rate(self) -> float:
        return self.playouts / self.seconds


def positions(name: str, count: int) -> list[Position]:
    """Choices in a game for two that bots of the level below the expert play."""
    game, found, asked = ekiben.load(name), [], 0
    match = game.new(seats=2, seed=4)
    table = [bots.make(levels(game)["hard"].spec, seat, game) for seat in range(2)]
    while len(found) < count and not match.over:
        view, legal = match.view(match.seat), match.legal()
        asked += len(legal) > 4
        if len(legal) > 4 and asked % EVERY == 1:
            found.append((view, legal))
        match.play(table[match.seat].choose(view, legal, bots.Limit(10.0)))
    return found


def playouts(call: KernelCall) -> int:
    """How many games a call plays on."""
    last: Any = call.arguments[-1]  # where a route game's margins go, one for each playout
    return {
        "try_moves": lambda: int(last.size),
        "play_moves": lambda: int(last.size),
        "play_out": lambda: 1,
    }.get(call.kernel, int)()


def counted(work: KernelWork[Action], tally: Tally) -> KernelWork[Action]:
    """The same work; its playouts are counted."""
    results: Sequence[Any] | None = None
    while True:
        try:
            calls = next(work) if results is None else work.send(results)
        except StopIteration as end:
            action: Action = end.value
            return action
        tally.playouts += sum(map(playouts, calls))
        results = yield calls


@dataclass
class Work:
    """Over how many choices to think, and how often over each."""

    choices: int
    rounds: int


async def measure(name: str, work: Work, threads: int, run: Run) -> list[Tally]:
    """Let the expert think over choices of a game; the quickest of some rounds counts for each."""
    game, found = ekiben.load(name), []
    level = levels(game)["expert"]
    limit = bots.Limit(level.seconds, threads)
    for position in positions(name, work.choices):
        tallies = [
            await choose(bots.make(level.spec, 1, game), position, limit, run)
            for _ in range(work.rounds)
        ]
        found.append(max(tallies, key=lambda tally: tally.rate))
    return found


async def choose(bot: Bot, position: Position, limit: bots.Limit, run: Run) -> Tally:
    tally = Tally()
    watch = asyncio.ensure_future(watch_loop(tally))
    await asyncio.sleep(0)
    began = time.perf_counter()
    await run(counted(bot.think(*position, limit), tally))
    tally.seconds = time.perf_counter() - began
    await asyncio.sleep(2 * TICK)
    watch.cancel()
    return tally


async def watch_loop(tally: Tally) -> None:
    """Note the longest time between two turns of the loop."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(TICK)
        tally.pause = max(tally.pause, time.perf_counter() - began - TICK)


async def in_page(pool: Any, name: str, work: Work) -> list[dict[str, float]]:
    """Measure in a page, over its pool of thinking workers."""
    from ekiben.page.thinking import Thinking

    thinking = Thinking(pool)
    return [vars(one) for one in await measure(name, work, thinking.threads, thinking.run)]
