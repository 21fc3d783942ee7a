"""How strong a player is: whole games against fixed opponents, all at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import torch
from torch import Tensor

from ekiben.core.game import Game
from ekiben.learn.games import StateReader, make_games
from ekiben.learn.network import legal

FIRST_SEED = 7_000_000_000  # of the games that are played to measure, never to learn
AT_ONCE = 16_384
Chooser = Callable[[Tensor], Tensor]  # observations to logits of all actions


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
    game: Game, choose: Chooser, opponent: str | Chooser, seats: int, count: int, seed: int = 0
) -> Result:
    """Play so many games; the player's seat moves around the table from game to game."""
    shares: list[Tensor] = []
    margins: list[Tensor] = []
    for first in range(0, count, AT_ONCE):
        some = min(AT_ONCE, count - first)
        scores = play_all(game, choose, opponent, seats, some, FIRST_SEED + seed + first)
        own = (torch.arange(some, device=scores.device) % seats)[:, None]
        best = scores == scores.amax(1, keepdim=True)
        shares.append((best / best.sum(1, keepdim=True)).gather(1, own)[:, 0])
        others = scores.scatter(1, own, -torch.inf).amax(1)
        margins.append(scores.gather(1, own)[:, 0] - others)
    name = opponent if isinstance(opponent, str) else "rival"
    share, margin = float(torch.cat(shares).mean()), float(torch.cat(margins).mean())
    return Result(name, seats, count, share, margin)


def play_all(
    game: Game, choose: Chooser, opponent: str | Chooser, seats: int, count: int, seed: int
) -> Tensor:
    """The scores of games played to the end; in game i the player has seat i modulo seats."""
    games = make_games(game, [seats] * count, seed)
    reader = StateReader(games)
    policy = games.policy(opponent) if isinstance(opponent, str) else None
    own = torch.arange(count, device=games.device) % seats
    over = torch.zeros(count, dtype=torch.bool, device=games.device)
    scores = torch.zeros((count, seats), device=games.device)
    numbers = torch.zeros(count, dtype=torch.int64, device=games.device)
    while not bool(over.all()):
        seat = reader.read("seat").long()
        actions = legal(choose(games.observations), games.masks).argmax(1)
        if policy is not None:
            numbers.fill_(policy.number).masked_fill_(seat == own, -1)
            policy.choose(numbers, actions)
        elif not isinstance(opponent, str):
            other = legal(opponent(games.observations), games.masks).argmax(1)
            actions = torch.where(seat == own, actions, other)
        games.step(actions)
        first_end = games.ended & ~over
        scores = torch.where(first_end[:, None], games.scores.float(), scores)
        over |= games.ended
    return scores
