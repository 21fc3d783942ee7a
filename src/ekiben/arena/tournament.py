"""A tournament: what is to be played, and playing it as far as it is not yet played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import ekiben
from ekiben.arena.executors import results
from ekiben.arena.fingerprints import behaviour
from ekiben.arena.one_game import families
from ekiben.arena.plan import TABLES, Job, Lineup, Task, checked_bots, jobs, lineups, task
from ekiben.arena.results import Played, Store
from ekiben.arena.sprt import Test, Verdict
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game

WORTHWHILE = 64  # games from which compiled code is worth making
WAVE = 16  # deals played before a sequential test looks again, however many processes play


class Tournament:
    """Games to be played by bots; with a file it goes on where the file stops."""

    def __init__(self, out: Path | None = None, seed: int = 0, thinking: float = 0.1) -> None:
        self.out = out
        self.seed = seed
        self.thinking = thinking
        self.parts: list[tuple[Task, list[Lineup]]] = []

    def add(
        self,
        load: str,
        specs: Sequence[str],
        seats: int = 2,
        options: dict[str, Any] | None = None,
        gauntlet: Sequence[str] = (),
        tables: Sequence[str] = TABLES,
    ) -> None:
        """A round robin, or the gauntlet of some of the bots, at so many seats."""
        game = ekiben.load(load, **(options or {}))
        named = checked_bots(game, [*specs, *(spec for spec in gauntlet if spec not in specs)])
        found = lineups(named, game.checked_seats(seats), gauntlet, tables)
        if not found:
            raise EkibenError(
                f"{len(named)} bots make no table of {seats} different ones: name more bots, or choose the tables 'alone'"
            )
        self.put(game, load, found)

    def duel(
        self, load: str, one: str, other: str, seats: int = 2, options: dict[str, Any] | None = None
    ) -> None:
        """One bot against another, or at larger tables among copies of it."""
        game = ekiben.load(load, **(options or {}))
        checked_bots(game, [one, other])
        self.put(game, load, [(one, *[other] * (game.checked_seats(seats) - 1))])

    def put(self, game: Game, load: str, found: list[Lineup]) -> None:
        self.parts.append((task(game, load, self.seed, self.thinking), found))

    def jobs(self, deals: range) -> list[Job]:
        return list(jobs(self.parts, deals))

    def open(self, deals: int) -> Store:
        """What has been played already, checked; from here on the bots are known by their
        behaviour.
        """
        store = Store(self.out, [one for one, _ in self.parts])
        left = store.todo(self.jobs(range(deals)))
        if left:
            self.parts = [
                (known(one, those, len(left) >= WORTHWHILE), those) for one, those in self.parts
            ]
        return store

    def play(
        self, store: Store, deals: range, processes: int = 1, ray: str | None = None
    ) -> Iterator[Played]:
        """Plays what is not yet in the store, telling every game as it ends; at last the file is in
        order.
        """
        left = store.todo(self.jobs(deals))
        for line in results(left, processes, ray):
            yield store.add(line)
        if left:
            store.settle(self.jobs(deals))

    def games(self, store: Store, deals: range) -> list[Played]:
        """Of all games in the store those of this tournament, in its order."""
        place = {job.key: number for number, job in enumerate(self.jobs(deals))}
        return sorted(
            (played for played in store.games if played.key in place),
            key=lambda played: place[played.key],
        )


def known(one: Task, those: Sequence[Lineup], compiled: bool) -> Task:
    """The task with its bots' digests."""
    game = ekiben.load(one.game, **dict(one.options))
    if compiled:
        for builds in families(game):
            builds.fastest()
    specs = dict.fromkeys(spec for lineup in those for spec in lineup)
    return replace(
        one, compiled=compiled, behaviour=tuple((spec, behaviour(game, spec)) for spec in specs)
    )


def tournament(
    game: str,
    specs: Sequence[str],
    seats: int = 2,
    deals: int = 100,
    seed: int = 0,
    thinking: float = 0.1,
    processes: int = 1,
    out: str | Path | None = None,
    ray: str | None = None,
    **options: Any,
) -> list[Played]:
    """A round robin in one game: all its games, those that were in the file `out` already included."""
    made = Tournament(Path(out) if out else None, seed, thinking)
    made.add(game, specs, seats, options)
    store = made.open(deals)
    for _ in made.play(store, range(deals), processes, ray):
        pass
    return made.games(store, range(deals))


# ---- a sequential test
def tested(
    made: Tournament,
    store: Store,
    test: Test,
    deals: int,
    processes: int = 1,
    ray: str | None = None,
    told: Callable[[Verdict], None] = lambda verdict: None,
) -> Verdict:
    """Plays the tournament's duel until the answer is clear, or all deals are played; `told` hears
    how it stands after each wave.
    """
    one = made.parts[0][1][0][0]
    verdict = test.follow([])
    for first in range(0, deals, WAVE):
        so_far = range(min(first + WAVE, deals))
        for _ in made.play(store, so_far, processes, ray):
            pass
        verdict = test.follow(block_results(made.games(store, so_far), one))
        told(verdict)
        if verdict.answer:
            break
    return verdict


def block_results(games: Sequence[Played], one: str) -> list[float]:
    """By deal: the mean of a bot's wins over all seatings."""
    blocks: dict[int, list[float]] = {}
    for played in games:
        blocks.setdefault(played.deal, []).append(played.won(played.seated.index(one)))
    return [sum(blocks[deal]) / len(blocks[deal]) for deal in sorted(blocks)]
