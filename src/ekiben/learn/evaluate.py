"""How strong a player is: whole games against fixed opponents, all at once."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import torch
from torch import Tensor

from ekiben.core.game import Game
from ekiben.learn.games import Games, Policy
from ekiben.learn.network import PlayerCall, best

FIRST_SEED = 7_000_000_000  # of the games that are played to measure, never to learn


@dataclass(frozen=True)
class Result:
    """A player's share of wins with one seat of its own, all the others an opponent's."""

    opponent: str
    seats: int
    games: int
    share: float
    margin: float

    @property
    def error(self) -> float:
        """Half the 95 % interval."""
        return 1.96 * sqrt(max(self.share * (1 - self.share), 1e-9) / self.games)

    def __str__(self) -> str:
        return f"{self.opponent} ×{self.seats - 1}: {self.share:.3f} ± {self.error:.3f}"


@torch.no_grad()
def evaluate(
    game: Game, player: PlayerCall, opponent: str | PlayerCall, seats: int, count: int
) -> Result:
    """Play so many games; the player's seat moves around the table from game to game."""
    scores = play_all(game, player, opponent, seats, count, FIRST_SEED)
    won = scores == scores.amax(1, keepdim=True)
    share = (won / won.sum(1, keepdim=True))[:, 0].mean()
    margin = (scores[:, 0] - scores[:, 1:].amax(1)).mean()
    name = opponent if isinstance(opponent, str) else "rival"
    return Result(name, seats, count, float(share), float(margin))


def play_all(
    game: Game, player: PlayerCall, opponent: str | PlayerCall, seats: int, count: int, seed: int
) -> Tensor:
    """The scores of games played to the end, in turn order from the player.

    In game i the player has seat i modulo seats.
    """
    games = Games(game, [seats] * count, seed)
    policy = Policy(games, opponent) if isinstance(opponent, str) else None
    own = torch.arange(count, device=games.device) % seats
    over = torch.zeros(count, dtype=torch.bool, device=games.device)
    scores = torch.zeros((count, seats), device=games.device)
    while not bool(over.all()):
        others = games.field("seat") != own
        actions = best(player(games.observations)[0], games.masks)
        if policy is not None:
            policy.choose(others, actions)
        elif not isinstance(opponent, str):
            answers = best(opponent(games.observations)[0], games.masks)
            actions = torch.where(others, answers, actions)
        games.step(actions)
        first_end = games.ended & ~over
        scores = torch.where(first_end[:, None], games.scores.float(), scores)
        over |= games.ended
    return scores.gather(1, (own[:, None] + torch.arange(seats, device=games.device)) % seats)
