"""A tournament: what is to be played, and playing it as far as it is not yet played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import ekiben
from ekiben.arena.executors import run_jobs
from ekiben.arena.fingerprints import behaviour
from ekiben.arena.games import WORTH_COMPILING
from ekiben.arena.one_game import builds_for
from ekiben.arena.plan import (
    TABLES,
    Job,
    Lineup,
    Task,
    lineups,
    list_jobs,
    make_task,
    validate_bots,
)
from ekiben.arena.results import ResultsFile, TournamentGame
from ekiben.arena.sprt import Test, Verdict
from ekiben.arena.tournament_game import play_job
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game

WAVE = 16  # deals played before a sequential test looks again, however many processes play


class Tournament:
    """Games to be played by bots; with a file it continues where the file stops."""

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
        options: Mapping[str, object] | None = None,
        gauntlet: Sequence[str] = (),
        tables: Sequence[str] = TABLES,
    ) -> None:
        """Add a round robin, or the gauntlet of some of the bots, at so many seats."""
        game = ekiben.load(load, **(options or {}))
        named = validate_bots(game, [*specs, *(spec for spec in gauntlet if spec not in specs)])
        found = lineups(named, game.validate_seats(seats), gauntlet, tables)
        if not found:
            raise EkibenError(
                f"{len(named)} bots make no table of {seats} different ones: "
                "name more bots, or choose the tables 'alone'"
            )
        self.add_lineups(game, load, found)

    def add_duel(
        self,
        load: str,
        one: str,
        other: str,
        seats: int = 2,
        options: Mapping[str, object] | None = None,
    ) -> None:
        """Add one bot against another, or at larger tables among copies of it."""
        game = ekiben.load(load, **(options or {}))
        validate_bots(game, [one, other])
        self.add_lineups(game, load, [(one, *[other] * (game.validate_seats(seats) - 1))])

    def add_lineups(self, game: Game, load: str, found: list[Lineup]) -> None:
        self.parts.append((make_task(game, load, self.seed, self.thinking), found))

    def jobs(self, deals: range) -> list[Job]:
        return list(list_jobs(self.parts, deals))

    def open(self, deals: int) -> ResultsFile:
        """Read and check what has been played already, and fingerprint the bots for the rest."""
        file = ResultsFile(self.out, [task for task, _ in self.parts])
        left = file.unplayed(self.jobs(range(deals)))
        if left:
            worth_compiling = len(left) >= WORTH_COMPILING
            self.parts = [
                (with_behaviour(task, found, worth_compiling), found) for task, found in self.parts
            ]
        return file

    def play(
        self, file: ResultsFile, deals: range, processes: int = 1, ray: str | None = None
    ) -> Iterator[TournamentGame]:
        """Play what is not in the file yet, yield every game as it ends, and sort the file."""
        left = file.unplayed(self.jobs(deals))
        for line in run_jobs(left, play_job, processes=processes, ray=ray):
            yield file.add(line)
        if left:
            file.sort(self.jobs(deals))

    def games(self, file: ResultsFile, deals: range) -> list[TournamentGame]:
        """The games of this tournament, in its order; the file may have others."""
        place = {job.key: number for number, job in enumerate(self.jobs(deals))}
        return sorted(
            (game for game in file.games if game.key in place),
            key=lambda game: place[game.key],
        )


def with_behaviour(task: Task, found: Sequence[Lineup], worth_compiling: bool) -> Task:
    """The task with its bots' digests."""
    game = ekiben.load(task.game, **dict(task.options))
    if worth_compiling:
        for builds in builds_for(game):
            builds.fastest()
    specs = dict.fromkeys(spec for lineup in found for spec in lineup)
    digests = tuple((spec, behaviour(game, spec)) for spec in specs)
    return replace(task, worth_compiling=worth_compiling, behaviour=digests)


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
    **options: object,
) -> list[TournamentGame]:
    """Play a round robin in one game; return all its games, those in the file `out` included."""
    made = Tournament(Path(out) if out else None, seed, thinking)
    made.add(game, specs, seats, options)
    file = made.open(deals)
    for _ in made.play(file, range(deals), processes, ray):
        pass
    return made.games(file, range(deals))


# ---- a sequential test
def run_test(
    made: Tournament,
    file: ResultsFile,
    test: Test,
    deals: int,
    *,
    processes: int = 1,
    ray: str | None = None,
    on_wave: Callable[[Verdict], None] = lambda verdict: None,
) -> Verdict:
    """Play the tournament's duel until the answer is clear, or all deals are played.

    `on_wave` is told how the test stands after each wave.
    """
    one = made.parts[0][1][0][0]
    verdict = test.follow([])
    for first in range(0, deals, WAVE):
        so_far = range(min(first + WAVE, deals))
        for _ in made.play(file, so_far, processes, ray):
            pass
        verdict = test.follow(block_results(made.games(file, so_far), one))
        on_wave(verdict)
        if verdict.answer:
            break
    return verdict


def block_results(games: Sequence[TournamentGame], one: str) -> list[float]:
    """By deal: the mean of a bot's wins over all seatings."""
    blocks: dict[int, list[float]] = {}
    for game in games:
        blocks.setdefault(game.deal, []).append(game.win_share(game.seated.index(one)))
    return [sum(blocks[deal]) / len(blocks[deal]) for deal in sorted(blocks)]
