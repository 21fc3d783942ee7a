"""Games played for so many steps: what was seen, chosen and won."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from ekiben.learn.config import Config
from ekiben.learn.games import Games
from ekiben.learn.league import KINDS, LEARNER, League
from ekiben.learn.network import SEATS, ChoiceCall, CriticCall
from ekiben.observations.encoding import encoding

HAND = 12.0  # what a number of cards is divided by


class Hidden:
    """What the others' seats keep hidden, and who plays there, in turn order after the actor."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.ticket_count = encoding(games.game).blocks["tickets"].rows
        order = self.order(torch.zeros_like(games.seats))
        self.size = self.read(order, torch.zeros_like(order)).shape[1]

    def order(self, seat: Tensor) -> Tensor:
        """The seats of each game in turn order from this one; absent ones are their own row."""
        steps = torch.arange(self.games.most_seats, device=seat.device)
        turned = (seat[:, None] + steps) % self.games.seats[:, None]
        return torch.where(self.games.present, turned, steps)

    def read(self, order: Tensor, players: Tensor) -> Tensor:
        """A row of numbers for each game; for each seat who plays there, its tickets, its cards."""
        who = F.one_hot(players.gather(1, order), KINDS).float()
        held = self.games.field("tickets").gather(1, order)[..., None]
        tickets = (held >> torch.arange(self.ticket_count, device=order.device) & 1).float()
        cards = self.games.field("hand")
        cards = cards.gather(1, order[..., None].expand(-1, -1, cards.shape[2])) / HAND
        return torch.cat([who, tickets, cards], 2).flatten(1)


class Rollout:
    """`collect` plays on and fills the tensors, a row for each step and game."""

    def __init__(self, games: Games, config: Config, league: League, hidden: Hidden) -> None:
        self.games = games
        self.config = config
        self.league = league
        self.hidden = hidden
        seats = games.most_seats

        def room(*shape: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros((config.steps, games.count, *shape), dtype=kind, device=games.device)

        self.observations = room(games.observations.shape[1], kind=torch.uint8)
        self.masks = room(games.masks.shape[1], kind=torch.uint8)
        self.actions = room(kind=torch.int64)
        self.labels = room(kind=torch.int64)  # the teacher's actions
        self.chances = room()  # logarithms, of the actions that the learner chose
        self.orders = room(seats, kind=torch.int64)
        self.secrets = room(hidden.size, kind=torch.bfloat16 if games.on_card else torch.float32)
        by_seat = self.secrets.unflatten(2, (seats, -1))
        self.tickets = by_seat[..., KINDS : KINDS + hidden.ticket_count]
        self.values = room(2, seats)  # of the win and of the rest, by seat
        self.rewards = room(2, seats)
        self.sharpness = torch.ones((), device=games.device)
        self.live = room()
        self.choices = room(kind=torch.bool)  # there was more than one action
        self.learns = room(kind=torch.bool)  # and it was the learner's choice

    @torch.no_grad()
    def collect(self, choose: ChoiceCall, critic: CriticCall) -> None:
        """Play so many steps in every game."""
        self.league.draw()
        self.sharpness.fill_(self.config.sharpness if self.league.imitating else 1.0)
        for step in range(self.config.steps):
            seat = self.games.field("seat").long()
            self.choose(step, seat, choose)
            self.orders[step], self.secrets[step], self.values[step] = self.judge(seat, critic)
            self.games.step(self.actions[step])
            self.rewards[step] = self.reward()
            self.live[step] = (~self.games.ended).float()
            self.league.seat_all(self.games.ended)
        self.last = self.judge(self.games.field("seat").long(), critic)[2]

    def choose(self, step: int, seat: Tensor, choose: ChoiceCall) -> None:
        """Note what the seats to act see, and what they choose."""
        games, league = self.games, self.league
        actor = league.players.gather(1, seat[:, None])[:, 0]
        self.observations[step].copy_(games.observations)
        self.masks[step].copy_(games.masks)
        choices = games.masks.sum(1, dtype=torch.int32) > 1
        actions, self.chances[step] = choose(games.observations, games.masks, self.sharpness)
        if league.imitating:
            self.labels[step] = actions
            league.teach(choices, self.labels[step])
            actions = torch.where(actor == LEARNER, actions, self.labels[step])
        else:
            actions = league.answer(actor, choices, actions)
        self.actions[step] = actions
        self.choices[step] = choices
        self.learns[step] = choices & (actor == LEARNER)

    def judge(self, seat: Tensor, critic: CriticCall) -> tuple[Tensor, Tensor, Tensor]:
        """The seats in turn order, what they hide, and the critic's values by seat."""
        order = self.hidden.order(seat)
        secrets = self.hidden.read(order, self.league.players).to(self.secrets.dtype)
        found = critic(self.games.observations, secrets).view(len(order), 2, -1)
        by_seat = torch.zeros_like(found).scatter_(2, order[:, None].expand_as(found), found)
        return order, secrets, by_seat

    def reward(self) -> Tensor:
        """What each seat of a game that has just ended gets: for the win, and for the rest."""
        games, present = self.games, self.games.present
        scores = games.scores.float().masked_fill(~present, -torch.inf)
        best = scores == scores.amax(1, keepdim=True)
        share = best / best.sum(1, keepdim=True)
        rest = self.config.place * place(scores, present) + self.config.margin * lead(scores)
        return torch.stack([share, rest.masked_fill(~present, 0.0)], 1) * games.ended[:, None, None]

    @torch.no_grad()
    def returns(self) -> tuple[Tensor, Tensor]:
        """What came of every step for every seat, discounted by trust, and the advantages.

        Of the critic's values only those count that it gives a seat when that seat is to act: there
        it sees what the seat sees, elsewhere what another does, and the two differ by more than a
        choice is worth.
        """
        found, own = torch.empty_like(self.values), torch.empty_like(self.values[..., 0])
        after, ahead = self.last, torch.zeros_like(self.last)  # at each seat's next choice
        for step in reversed(range(self.config.steps)):
            live = self.live[step][:, None, None]
            after, ahead = self.rewards[step] + live * after, live * ahead
            found[step] = after + self.config.trace * ahead
            actor = self.orders[step][:, None, :1].expand(-1, 2, -1)
            value = self.values[step].gather(2, actor)
            advantage = found[step].gather(2, actor) - value
            after, ahead = after.scatter(2, actor, value), ahead.scatter(2, actor, advantage)
            own[step] = advantage[..., 0]
        seats = self.games.seats
        win = self.config.win * seats / (seats - 1)  # a win is worth as much at every table
        return found, win * own[:, :, 0] + own[:, :, 1]

    def by_observer(self, found: Tensor) -> Tensor:
        """Numbers by seat as numbers in turn order from the observer, for five seats."""
        turned = found.gather(-1, self.orders) * self.games.present
        return F.pad(turned, (0, SEATS - self.games.most_seats))


def place(scores: Tensor, present: Tensor) -> Tensor:
    """From 1 for the first place to -1 for the last; ties get the mean."""
    better = (scores[:, None, :] > scores[:, :, None]).sum(2)
    equal = (scores[:, None, :] == scores[:, :, None]).sum(2) - 1
    count = present.sum(1, keepdim=True)
    return (1 - 2 * (better + equal / 2) / (count - 1)).masked_fill(~present, 0.0)


def lead(scores: Tensor) -> Tensor:
    """Points ahead of the best of the others, in hundreds."""
    top = scores.topk(2, 1).values
    best_other = torch.where(scores == top[:, :1], top[:, 1:2], top[:, :1])
    return ((scores - best_other) / 100).clamp(-1.5, 1.5)
