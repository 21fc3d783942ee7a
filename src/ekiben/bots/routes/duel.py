"""Whole games between policies, compiled, on all cores."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ekiben.bots.bot import Bot
from ekiben.bots.family import Deal, DealResult
from ekiben.bots.learned.bot import Learned
from ekiben.bots.routes import kernels
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.learned_player import RouteLearned, player_networks
from ekiben.bots.routes.network_arguments import NetworkArguments
from ekiben.bots.routes.policies import LEARNED
from ekiben.bots.routes.policy import Policy
from ekiben.bots.routes.policy_state import PolicyState
from ekiben.core.batch import in_parallel
from ekiben.core.chance import seed_words
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game, validate_count, validate_seeds
from ekiben.core.kernels import Records
from ekiben.core.machine_code import is_cached
from ekiben.core.ranking import STANDING, in_order, rank_seats, win_share
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.scoring import BUILT, COMPLETED, HAS_LONGEST, SCORE
from ekiben.games.routes.state import State

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

    @classmethod
    def empty(cls, game: RouteGame, games: int, players: int) -> Duel:
        """A duel of so many games, none of which has been played."""
        return cls(
            game,
            scores=np.zeros((games, players), np.int64),
            lengths=np.zeros(games, np.int64),
            statistics=np.zeros((games, players, kernels.STATISTICS), np.int64),
        )

    def statistic(self, number: int) -> Ints:
        """One of the things that are counted, by game and player."""
        found: Ints = self.statistics[:, :, number]
        return found

    def standings(self, number: int) -> list[tuple[int, ...]]:
        """What ranks the players of a game."""
        counted = self.statistics[number]
        numbers = np.zeros((len(counted), STANDING), np.int64)
        numbers[:, SCORE] = self.scores[number]
        numbers[:, COMPLETED] = counted[:, kernels.DONE]
        numbers[:, BUILT] = counted[:, kernels.BUILT]
        numbers[:, HAS_LONGEST] = counted[:, kernels.HAS_LONGEST]
        return list(map(tuple, in_order(numbers, self.game.ranked_by).tolist()))

    def wins(self) -> npt.NDArray[np.float64]:
        """Each player's share of the win, by game."""
        games, players = self.scores.shape
        winners = [rank_seats(self.standings(number))[0] for number in range(games)]
        return np.array(
            [[win_share(first, player) for player in range(players)] for first in winners],
            np.float64,
        )


def duel(
    game: RouteGame, table: Sequence[Bot], games: int, seed: int = 0, jobs: int | None = None
) -> Duel:
    """Play every deal once with every player in every seat, `games` in all; deal i has seed + i.

    There are as many rounds as players. Policies only: other bots have no machine code.
    """
    players = [seat_policy(game, bot) for bot in table]
    rounds = game.validate_seats(len(players))
    deals = validate_count(games, rounds) // rounds
    first = validate_seeds(seed, deals)
    found = Duel.empty(game, rounds * deals, rounds)
    for shift in range(rounds):
        play_round(game, players, shift, first, part_of(found, shift * deals, deals), jobs)
    return found


def part_of(whole: Duel, first: int, games: int) -> Duel:
    """Some games of a duel; what is written there is written into the duel."""
    place = slice(first, first + games)
    return Duel(whole.game, whole.scores[place], whole.lengths[place], whole.statistics[place])


def seat_policy(game: RouteGame, bot: Bot) -> Policy:
    """The bot as a policy that plays this game; an error for any other bot."""
    bot.sit(game)
    player = bot.player if isinstance(bot, Learned) else bot
    if not isinstance(player, Policy):
        raise EkibenError(
            f"{type(bot).__name__} is no compiled policy of the route games; it plays matches only"
        )
    return player


def play_round(
    game: RouteGame, players: list[Policy], shift: int, seed: int, found: Duel, jobs: int | None
) -> None:
    """Play the games of `found` in one seating; game i has seed + i."""
    build = BUILDS.fastest()
    words = np.array(seed_words(seed), np.int64)
    policies = policy_numbers(players)
    networks = player_networks(players)

    def play(first: int, last: int) -> None:
        build.duel_many(
            *kernel_arguments(game, players, build.compiled),
            policies,
            shift,
            first,
            last,
            words,
            found.scores,
            found.lengths,
            found.statistics,
            *NetworkArguments.of(game.plain_board, networks),
        )

    if build.compiled:
        in_parallel(play, len(found.lengths), jobs)
    else:
        play(0, len(found.lengths))


def policy_numbers(players: Sequence[Policy]) -> Ints:
    """The number of each player's policy; networks are counted from LEARNED on."""
    networks = itertools.count(LEARNED)
    return np.array(
        [
            next(networks) if isinstance(player, RouteLearned) else player.number
            for player in players
        ],
        np.int64,
    )


def kernel_arguments(
    game: RouteGame, players: Sequence[Policy], compiled: bool
) -> tuple[Records, Records, Records, Records]:
    """Board, tables, a policy state and a state, as the kernels of this build take them."""
    if not compiled:
        return (
            [game.plain_board],
            [player.tables for player in players],
            [PolicyState()],
            [None],
        )
    return (
        game.boards,
        np.concatenate([player.tables.packed() for player in players]),
        np.zeros(PolicyState.size, np.uint8),
        np.zeros(State.size, np.uint8),
    )


# ---- for any runner of many games
class CompiledRouteGames:
    """Whole games between policies, as `ekiben.bots.family.CompiledGames` describes."""

    def can_play(self, bots: Sequence[Bot]) -> bool:
        """Whether all are policies or networks, with machine code here or in the cache."""
        return all(isinstance(bot, Policy | Learned) for bot in bots) and (
            BUILDS.compiled is not None or (BUILDS.can_compile() and is_cached(BUILDS.rule_set))
        )

    def play(
        self, game: Game, bots: Sequence[Bot], deals: Sequence[Deal], threads: int
    ) -> list[DealResult]:
        assert isinstance(game, RouteGame)
        players = [seat_policy(game, bot) for bot in bots]
        found = Duel.empty(game, len(deals), len(players))
        play_deals(game, players, deals, found, threads)
        return [deal_result(found, number, deal.shift) for number, deal in enumerate(deals)]


def play_deals(
    game: RouteGame, players: list[Policy], deals: Sequence[Deal], found: Duel, threads: int
) -> None:
    """Play the games of `found`, each with its own seed and seating."""
    build = BUILDS.fastest()
    policies = policy_numbers(players)
    networks = player_networks(players)

    def play(first: int, last: int) -> None:
        arguments = kernel_arguments(game, players, build.compiled)
        asked = NetworkArguments.of(game.plain_board, networks)
        for number in range(first, last):
            one = part_of(found, number, 1)
            words = np.array(seed_words(deals[number].seed), np.int64)
            build.duel_many(
                *arguments,
                policies,
                deals[number].shift,
                0,
                1,
                words,
                one.scores,
                one.lengths,
                one.statistics,
                *asked,
            )

    in_parallel(play, len(deals), threads)


def deal_result(found: Duel, number: int, shift: int) -> DealResult:
    """A game's result by seat instead of by player."""
    players = found.scores.shape[1]
    seated = [(seat + shift) % players for seat in range(players)]
    standings = found.standings(number)
    counted = {
        "kept": kernels.KEPT,
        "done": kernels.DONE,
        "longest": kernels.LONGEST,
    }
    return DealResult(
        scores=[int(found.scores[number, player]) for player in seated],
        ranking=rank_seats([standings[player] for player in seated]),
        turns=int(found.statistics[number, :, kernels.TURNS].sum()),
        counts={
            name: [int(found.statistics[number, player, which]) for player in seated]
            for name, which in counted.items()
        },
    )
