"""Whole games between policies, compiled, on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ekiben.bots.bot import Bot
from ekiben.bots.routes import kernels
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.policy import Policy
from ekiben.bots.routes.policy_state import PolicyState
from ekiben.core.batch import shared
from ekiben.core.chance import seed_words
from ekiben.core.errors import EkibenError
from ekiben.core.game import checked_count, checked_last
from ekiben.core.kernels import Records
from ekiben.games.routes.game import RouteGame

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Duel:
    """A row a game, a column a player, as they were named.

    In round r of as many as there are players, player p sits in seat p - r.
    """

    game: RouteGame
    scores: Ints
    lengths: Ints  # decisions of a game
    statistics: Ints  # by what is counted: see `kernels`

    def statistic(self, number: int) -> Ints:
        found: Ints = self.statistics[:, :, number]
        return found

    def standings(self) -> Ints:
        """What ranks a player, in one number: the score, then what breaks ties on this board."""
        sign = -1 if self.game.options.get("station_tiebreak") == "fewer" else 1
        ties = {
            "tickets": self.statistic(kernels.DONE),
            "stations": sign * self.statistic(kernels.BUILT),
            "harbours": self.statistic(kernels.BUILT),
            "longest": self.statistic(kernels.HAS_LONGEST),
        }
        rank = self.scores
        for tie in self.game.board.ties:
            rank = 256 * rank + ties[tie]
        return rank

    def wins(self) -> npt.NDArray[np.float64]:
        """Each player's part in the first place: 1, or less when it is shared."""
        rank = self.standings()
        first = rank == rank.max(axis=1, keepdims=True)
        parts: npt.NDArray[np.float64] = first / first.sum(axis=1, keepdims=True)
        return parts


def duel(
    game: RouteGame, table: Sequence[Bot], games: int, seed: int = 0, jobs: int | None = None
) -> Duel:
    """Play every deal once with every player in every seat, `games` in all; deal i has seed + i.

    There are as many rounds as players. Policies only: other bots have no machine code.
    """
    players = [seat_policy(game, bot) for bot in table]
    rounds = game.checked_seats(len(players))
    deals = checked_count(games, rounds) // rounds
    played = [
        play_round(game, players, shift, deals, checked_last(seed, deals), jobs)
        for shift in range(rounds)
    ]
    scores, lengths, statistics = (np.concatenate(column) for column in zip(*played, strict=True))
    return Duel(game, scores, lengths, statistics)


def seat_policy(game: RouteGame, bot: Bot) -> Policy:
    if not isinstance(bot, Policy):
        raise EkibenError(
            f"{type(bot).__name__} is no compiled policy of the route games; it plays matches only"
        )
    bot.sit(game)
    return bot


def play_round(
    game: RouteGame, players: list[Policy], shift: int, deals: int, seed: int, jobs: int | None
) -> tuple[Ints, Ints, Ints]:
    build, words = BUILDS.fastest(), np.array(seed_words(seed), np.int64)
    scores, lengths = np.zeros((deals, len(players)), np.int64), np.zeros(deals, np.int64)
    statistics = np.zeros((deals, len(players), kernels.STATISTICS), np.int64)
    policies = np.array([player.number for player in players], np.int64)

    def play(first: int, last: int) -> None:
        build.duel_many(
            *kernel_arguments(game, players, build.compiled),
            policies,
            shift,
            first,
            last,
            words,
            scores,
            lengths,
            statistics,
        )

    if build.compiled:
        shared(play, deals, jobs)
    else:
        play(0, deals)
    return scores, lengths, statistics


def kernel_arguments(
    game: RouteGame, players: list[Policy], compiled: bool
) -> tuple[Records, Records, Records, Records]:
    """Board, tables, a policy state and a state, as the kernels of this build take them."""
    if not compiled:
        return (
            [game.plain_board],
            [player.tables for player in players],
            [PolicyState()],
            [None],
        )
    tables = np.concatenate([player.tables.packed() for player in players])
    return (
        game.boards,
        tables,
        np.zeros(PolicyState.size, np.uint8),
        np.zeros(game.rule_set.state.size, np.uint8),
    )
