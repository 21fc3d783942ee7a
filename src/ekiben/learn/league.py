"""Who sits where: the learner, its teacher, an earlier self, or a rival that does not learn."""

from __future__ import annotations

import copy

import torch
from torch import Tensor

from ekiben.learn.config import Config
from ekiben.learn.games import Games, Policy
from ekiben.learn.network import Player, legal, sample

LEARNER, TEACHER, OTHER, KINDS = range(4)  # OTHER: an earlier self, or the rival
TEACHER_EVERY = 2  # of so many rollouts the teacher plays in one, its copy in the others


class League:
    """The players of every table, and the actions of those that do not learn."""

    def __init__(self, games: Games, config: Config, player: Player, rival: Player | None) -> None:
        self.games = games
        self.config = config
        self.rival = rival
        self.pool: list[dict[str, Tensor]] = []
        self.other = copy.deepcopy(rival or player).requires_grad_(False)
        self.teacher = Policy(games, config.teacher) if config.teacher else None
        self.teacher_copy = copy.deepcopy(player).requires_grad_(False)
        self.has_copied = False
        self.rollouts = 0
        self.imitating = False
        self.players = torch.zeros_like(games.scores)  # by seat
        self.seat_all(torch.ones(games.count, dtype=torch.bool, device=games.device))

    def keep(self, player: Player) -> None:
        """Keep an earlier self, and let one of the pool play from now on."""
        self.pool.append({name: one.half() for name, one in player.state_dict().items()})
        del self.pool[: -self.config.pool]

    def keep_copy(self, player: Player) -> None:
        """Have a player that has copied the teacher play for it most of the time.

        On a card it chooses many times quicker; on a processor the teacher does.
        """
        self.teacher_copy.load_state_dict(player.state_dict())
        self.has_copied = True

    def draw(self) -> None:
        """Choose the earlier self that plays until the next draw."""
        self.rollouts += 1
        if self.rival is None and self.pool:
            self.other.load_state_dict(self.pool[int(torch.randint(len(self.pool), ()))])

    def seat_all(self, new: Tensor) -> None:
        """Choose the players of tables that begin."""
        self.players.copy_(torch.where(new[:, None], self.draw_tables(), self.players))

    def draw_tables(self) -> Tensor:
        """Players of so many tables: one seat at least is the learner's."""
        count, seats = self.players.shape
        device = self.players.device
        table = torch.rand(count, 1, device=device)
        teachers = self.config.teachers if self.teacher else 0.0
        past = self.config.past if self.pool else 0.0
        more = 0.5 if self.imitating else 0.2  # how many of the other seats are the learner's, too
        if self.rival is not None:
            past, teachers, more = 1.0, 0.0, 0.0
        elif self.imitating:
            teachers = 1.0
        kind = torch.where(table < teachers + past, OTHER, LEARNER)
        kind = torch.where(table < teachers, TEACHER, kind)
        own = (torch.rand(count, device=device) * self.games.seats).long()
        is_own = torch.rand(count, seats, device=device) < more
        is_own |= torch.arange(seats, device=device) == own[:, None]
        return torch.where(is_own, LEARNER, kind)

    def teach(self, where: Tensor, actions: Tensor) -> None:
        """Write the teacher's actions over those of the games that are marked."""
        if self.teacher is not None:
            self.teacher.choose(where, actions)

    def answer(self, actor: Tensor, choices: Tensor, actions: Tensor) -> Tensor:
        """The actions with those of the players that do not learn put in.

        `choices` are the games in which there is more than one action.
        """
        if self.rival is not None or self.pool:
            rows, logits = self.logits(self.other, choices & (actor == OTHER))
            actions[rows] = sample(logits)
        teachers = choices & (actor == TEACHER)
        if self.has_copied and self.rollouts % TEACHER_EVERY:
            rows, logits = self.logits(self.teacher_copy, teachers)
            actions[rows] = logits.argmax(1)
        else:
            self.teach(teachers, actions)
        return actions

    def logits(self, player: Player, where: Tensor) -> tuple[Tensor, Tensor]:
        """The games that are marked, and what a player thinks of the legal actions there."""
        rows = where.nonzero()[:, 0]
        return rows, legal(player(self.games.observations[rows])[0], self.games.masks[rows])
