"""The route games' part of the explorer, with the compiled loop over many games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ekiben.analysis.explorer.family import ExplorerFamily, Played
from ekiben.analysis.explorer.routes import kernels
from ekiben.analysis.explorer.routes.builds import BUILDS
from ekiben.analysis.explorer.routes.facts import Rows, match_facts, seat_facts, tables
from ekiben.bots.bot import Bot
from ekiben.bots.routes.duel import kernel_arguments, policy_numbers, seat_policy
from ekiben.bots.routes.policy import Policy
from ekiben.core.batch import in_parallel
from ekiben.core.chance import seed_words
from ekiben.core.game import Game, validate_count, validate_seeds
from ekiben.games.routes.game import RouteGame

BATCH = 2_000  # games from one report to the next


def can_play(bots: Sequence[Bot]) -> bool:
    return all(isinstance(bot, Policy) for bot in bots)


def play(game: Game, bots: Sequence[Bot], seed: int, games: int, threads: int) -> Iterator[Played]:
    """Play games in the compiled loop, batch by batch; game i has seed + i."""
    assert isinstance(game, RouteGame)
    players = [seat_policy(game, bot) for bot in bots]
    validate_seeds(seed, validate_count(games, 1))
    for first in range(0, games, BATCH):
        count = min(BATCH, games - first)
        rows = play_rows(game, players, seed, first, count, threads)
        yield Played(count, seated(first, count, len(bots)), seat_facts(game, rows))


def seated(first: int, count: int, seats: int) -> list[int]:
    """The player of every row: everybody moves on by a seat from game to game."""
    return [(seat + game) % seats for game in range(first, first + count) for seat in range(seats)]


def play_rows(
    game: RouteGame, players: list[Policy], seed: int, first: int, count: int, threads: int
) -> Rows:
    """Play games `first` to `first + count - 1` and return their rows."""
    build = BUILDS.fastest()
    words = np.array(seed_words(seed + first), np.int64)
    rows = np.zeros((count, len(players), kernels.COLUMNS), np.int64)

    def work(begin: int, end: int) -> None:
        arguments = kernel_arguments(game, players, build.compiled)
        build.play_and_note(*arguments, policy_numbers(players), first, begin, end, words, rows)

    if build.compiled:
        in_parallel(work, count, threads)
    else:
        work(0, count)
    return rows


EXPLORER = ExplorerFamily(tables=tables, facts=match_facts, can_play=can_play, play=play)
