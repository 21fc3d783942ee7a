"""Learning by playing: weights drawn around the best known ones play each other.

Every game says a little about all weights at once. From time to time a parabola for each weight is
fitted to all games so far, and the next weights are drawn around its optimum.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from ekiben.bots.tokyo.weights import Weights
from ekiben.learn.tokyo.games import Played, loaded, play
from ekiben.learn.tokyo.ranges import HIGH, LOW, RANGES, START, START_POINT, Floats, weights_at
from ekiben.learn.tokyo.surrogate import fit, optimum

SPREAD = 0.8  # steps by which drawn weights spread around the best known ones
EVERY = 200  # games after which these are worked out again
LEAST = 600  # games before they are worked out at all
Job = tuple[list[Weights], int]  # the weights by seat, and the seed of the deal


@dataclass
class Ledger:
    """All games that were played to learn from: points in steps from the start."""

    ours: list[Floats] = field(default_factory=list)
    theirs: list[Floats] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    margin: list[float] = field(default_factory=list)

    def best(self) -> Floats:
        """The optimum by all games so far."""
        ours, theirs = np.array(self.ours, np.float64), np.array(self.theirs, np.float64)
        return optimum(
            fit(ours, theirs, np.array(self.first, np.float64), np.array(self.margin, np.float64)),
            LOW,
            HIGH,
        )

    def save(self, path: Path) -> None:
        np.savez_compressed(
            path,
            ours=np.array(self.ours, np.float64),
            theirs=np.array(self.theirs, np.float64),
            first=np.array(self.first, np.float64),
            margin=np.array(self.margin, np.float64),
        )

    def add(self, path: Path) -> None:
        """Take in the games of a file."""
        with np.load(path) as found:
            for name in vars(self):
                rows = found[name]
                if rows.ndim == 2 and rows.shape[1] < len(RANGES):
                    rows = np.hstack([rows, np.zeros((len(rows), len(RANGES) - rows.shape[1]))])
                getattr(self, name).extend(rows)


def play_job(job: Job) -> Played:
    return play(*job)


def play_all(
    pool: ProcessPoolExecutor, jobs: Iterator[tuple[object, Job]], ahead: int, until: float
) -> Iterator[tuple[object, Played]]:
    """Play jobs until a time, always as many at once; each comes back with its key."""
    running: dict[Future[Played], object] = {}
    while True:
        while len(running) < ahead and time.monotonic() < until:
            found = next(jobs, None)
            if found is None:
                break
            running[pool.submit(play_job, found[1])] = found[0]
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), future.result()


@dataclass
class Trainer:
    """Plays, learns and measures in several processes."""

    workers: int
    seed: int
    out: Path
    tell: Callable[[str], None]
    ledger: Ledger = field(default_factory=Ledger)

    def __post_init__(self) -> None:
        loaded()  # compiled before the processes fork
        self.pool = ProcessPoolExecutor(self.workers, get_context("fork"))
        self.luck = np.random.default_rng(self.seed)
        self.centre = self.ledger.best() if len(self.ledger.margin) >= LEAST else 0.0 * LOW

    # ---- learning
    def learn(self, seconds: float) -> Floats:
        """Play for so long; the best point then."""
        played = play_all(
            self.pool, self.drawn_games(), 2 * self.workers, time.monotonic() + seconds
        )
        for key, game in played:
            self.note(key, game)
            count = len(self.ledger.margin)
            if count % EVERY == 0 and count >= LEAST:
                self.centre = self.ledger.best()
                self.save(f"{count} games")
        self.centre = self.ledger.best()
        self.save(f"{len(self.ledger.margin)} games, learned")
        return self.centre

    def drawn_games(self) -> Iterator[tuple[object, Job]]:
        """Drawn weights against others or against the start, at either seat."""
        n = self.seed
        while True:
            ours, theirs = self.draw(), self.draw() if n % 2 else START_POINT
            seat = n // 2 % 2
            weights = [weights_at(ours), weights_at(theirs)]
            yield (ours, theirs, seat), (weights[::-1] if seat else weights, n)
            n += 1

    def draw(self) -> Floats:
        return np.clip(self.centre + SPREAD * self.luck.normal(size=len(LOW)), LOW, HIGH)

    def note(self, key: object, game: Played) -> None:
        assert isinstance(key, tuple)
        ours, theirs, seat = key
        self.ledger.ours.append(ours)
        self.ledger.theirs.append(theirs)
        self.ledger.first.append(1.0 if game.first == seat else -1.0)
        self.ledger.margin.append(game.behind[1 - seat] - game.behind[seat])

    def save(self, what: str) -> None:
        self.ledger.save(self.out.with_suffix(".npz"))
        learned = {"board": loaded().digest, "weights": named(self.centre)}
        self.out.with_suffix(".json").write_text(json.dumps(learned, indent=1) + "\n")
        steps = zip(RANGES, self.centre.tolist(), strict=True)
        self.tell(f"{what}: " + ", ".join(f"{one.name} {at:+.1f}" for one, at in steps))

    # ---- measuring
    def measure(
        self, rivals: Sequence[Weights], seats: int, games: int, seconds: float, seed: int
    ) -> list[list[bool]]:
        """How often each of some weights wins against starts at all other seats, game by game."""
        won: list[list[bool]] = [[] for _ in rivals]

        def jobs() -> Iterator[tuple[object, Job]]:
            for n in range(games):
                for one, own in enumerate(rivals):
                    table = [START] * seats
                    table[n % seats] = own
                    yield (one, n % seats), (table, seed + n)

        until = time.monotonic() + seconds
        for key, game in play_all(self.pool, jobs(), 2 * self.workers, until):
            assert isinstance(key, tuple)
            won[key[0]].append(game.winner == key[1])
        return won


def named(point: Floats) -> dict[str, float]:
    """The learned weights at a point, by name."""
    values = weights_at(point)._asdict()
    return {one.name: round(values[one.name], 4) for one in RANGES}
