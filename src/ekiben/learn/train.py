"""A training run from start to end: copy the teacher, play the league, measure, keep the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.optim.swa_utils import AveragedModel

import ekiben
from ekiben.bots.family import BOT_FAMILY
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.learn.checkpoint import load_player, read_checkpoint, write_checkpoint
from ekiben.learn.config import Config
from ekiben.learn.evaluate import Result, evaluate
from ekiben.learn.games import Games
from ekiben.learn.league import League
from ekiben.learn.network import Critic, Player
from ekiben.learn.ppo import Learner
from ekiben.learn.rollout import Hidden, Rollout

TRAINING_SEED = 1_000_000_000  # games to learn from begin here, far from those that measure
WARM_UP = 10  # updates until steps are as long as set, from the start and after copying
CRITIC_ALONE = 30  # updates in which a new critic gets to know a player that can play already


class Training:
    """`run` trains until the time is up; a checkpoint is kept at every measurement."""

    def __init__(self, config: Config, folder: Path, report: Callable[[str], None] = print) -> None:
        self.config = config
        self.folder = folder
        self.report = report
        torch.manual_seed(config.seed)
        torch.set_float32_matmul_precision("high")
        self.game = ekiben.load(config.game)
        check_trainable(self.game)
        seed = TRAINING_SEED + config.seed * 100_000_000
        self.games = Games(self.game, table_sizes(self.game, config), seed)
        device, hidden = self.games.device, Hidden(self.games)
        self.player = Player(self.game, config, hidden.ticket_count).to(device)
        self.critic = Critic(self.game, config, hidden.size, 2 * self.games.most_seats).to(device)
        rival = load_player(config.rival, self.game, config).to(device) if config.rival else None
        self.league = League(self.games, config, self.player, rival)
        self.rollout = Rollout(self.games, config, self.league, hidden)
        self.learner = Learner(config, self.player, self.critic)
        # what is measured and kept: steadier than the player after its latest update
        self.average = AveragedModel(self.player, multi_avg_fn=running_mean(config.average))
        self.parts = {  # that a checkpoint keeps the state of
            "player": self.player,
            "average": self.average,
            "copy": self.league.teacher_copy,
            "critic": self.critic,
            "optimiser": self.learner.optimiser,
            "critic_optimiser": self.learner.critic_optimiser,
        }
        self.steps = 0
        self.updates = 0
        self.spent = 0.0  # seconds
        self.compiled: set[bool] = set()  # kinds of updates; the first of each is not timed
        self.curve: list[dict[str, Any]] = []  # a row for each measurement, as JSON has it
        self.waits = 0  # updates until the player learns, too
        if config.copy:
            self.begin_with_copy(config.copy)
        if config.start:
            self.begin_with(config.start)

    def begin_with_copy(self, path: str) -> None:
        """Take over a player that has copied the teacher."""
        self.league.keep_copy(self.load(path))
        self.player.load_state_dict(self.league.teacher_copy.state_dict())
        if not self.config.imitation:
            self.player.sharpen(self.config.sharpness)
            self.waits = CRITIC_ALONE

    def begin_with(self, path: str) -> None:
        """Take over a player, and a critic where there is one."""
        self.player.load_state_dict(self.load(path).state_dict())
        critic = read_checkpoint(Path(path)).get("critic", {}) if path.endswith(".pt") else {}
        if shapes(critic) == shapes(self.critic.state_dict()):
            self.critic.load_state_dict(critic)
        else:
            self.waits = CRITIC_ALONE

    def load(self, path: str) -> Player:
        """A player as large as this run's."""
        found = load_player(path, self.game, self.config)
        if found.sizes != self.player.sizes:
            raise EkibenError(f"to use {path}, set {found.sizes}, the size of its player")
        return found

    # ---- running
    def run(self) -> list[Result]:
        """Train until the time is up, and measure the player."""
        self.scatter_games()
        next_look = self.spent + self.config.evaluate_every
        while self.spent < self.config.seconds:
            self.update()
            if self.spent >= next_look:
                next_look += self.config.evaluate_every
                self.look(self.config.evaluate_games, self.config.panel[:1])
        self.save()
        return self.look(self.config.final_games, self.config.panel)

    def scatter_games(self) -> None:
        """Play a while at random, so that the games are not all at the same turn."""
        for _ in range(60):
            weights = self.games.masks.float()
            self.games.step(torch.multinomial(weights, 1)[:, 0])
            self.league.seat_all(self.games.ended)

    def update(self) -> None:
        """Play so many steps and learn from them."""
        began = time.monotonic()
        imitating, done = self.phase()
        if self.league.imitating and not imitating:
            self.end_copying()
        self.league.imitating = imitating
        self.rollout.collect(self.learner.fast_choose, self.learner.fast_critic)
        played = time.monotonic() - began
        self.updates += 1
        warm = min(1.0, max(0.0, (self.updates - self.waits) / WARM_UP))
        losses = self.learner.learn(self.rollout, done, warm)
        self.average.update_parameters(self.player)
        self.steps += self.games.count * self.config.steps
        if not imitating and self.updates % self.config.pool_every == 0:
            self.league.keep(self.player)
        took = time.monotonic() - began
        self.spent += took if imitating in self.compiled else 0.0
        self.compiled.add(imitating)
        if self.updates % 5 == 1:
            rows = " ".join(f"{name} {loss:.3f}" for name, loss in losses.items())
            self.report(
                f"{self.config.game} {self.spent:5.0f} s {self.steps / 1e6:6.0f} M steps, "
                f"{took:.2f} s ({played:.2f} playing) {rows}"
            )

    def end_copying(self) -> None:
        """Begin to play, surer than the copy is: one that picks at random is weak."""
        if self.games.on_card:
            self.league.keep_copy(self.average.module)
        self.player.load_state_dict(self.average.module.state_dict())
        for player in (self.player, self.average.module):
            player.sharpen(self.config.sharpness)
        self.waits = self.updates

    def phase(self) -> tuple[bool, float]:
        """Whether it copies the teacher now, and the part of that, or of playing, that is done."""
        config, done = self.config, self.spent / self.config.seconds
        copies = config.teacher and not (config.rival or config.start)
        copying = config.imitation if copies else 0.0
        if done < copying:
            return True, done / copying
        return False, (done - copying) / (1 - copying) if copying < 1 else 1.0

    # ---- measuring and keeping
    def look(self, games: int, panel: Sequence[str]) -> list[Result]:
        """Measure the player against the panel and, at larger tables, against its first bot."""
        sizes = sorted(set(self.games.seats.tolist()))
        pairs: list[tuple[str | Player, int]] = [(bot, sizes[0]) for bot in panel]
        pairs += [(panel[0], seats) for seats in sizes[1:]]
        if self.config.rival:
            pairs.append((self.league.other, sizes[0]))
        player = self.average.module
        found = [evaluate(self.game, player, other, seats, games) for other, seats in pairs]
        self.report(f"{self.config.game} {self.steps / 1e6:.0f} M: {'; '.join(map(str, found))}")
        results = list(map(asdict, found))
        self.curve.append({"seconds": self.spent, "steps": self.steps, "results": results})
        self.save()
        return found

    def save(self) -> None:
        """Keep the player, and beside it everything that the run needs to go on."""
        self.folder.mkdir(parents=True, exist_ok=True)
        known = {"settings": asdict(self.config), "curve": self.curve}
        player = {name: one.half() for name, one in self.average.module.state_dict().items()}
        write_checkpoint(self.folder / "player.pt", {**known, "player": player})
        states = {name: part.state_dict() for name, part in self.parts.items()}
        progress = self.steps, self.updates, self.waits, self.spent, self.league.has_copied
        rest = {**states, "pool": self.league.pool, "progress": progress}
        write_checkpoint(self.folder / "checkpoint.pt", {**known, **rest})

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint."""
        found = read_checkpoint(path)
        if not found.keys() >= self.parts.keys():
            player = path.with_name("player.pt")
            raise EkibenError(f"{path} is of another version; begin a new run, with start={player}")
        for name, part in self.parts.items():
            part.load_state_dict(found[name])
        self.league.pool = found["pool"]
        self.steps, self.updates, self.waits = found["progress"][:3]
        self.spent, self.league.has_copied = found["progress"][3:]
        self.curve = found["curve"]


def check_trainable(game: Game) -> None:
    """An error for games whose players learn in another way."""
    if BOT_FAMILY.of(game).policy_kernel is None:
        own = f"python -m ekiben.learn.{game.family.name} learn"
        raise EkibenError(f"the player of {game.name} learns in a way of its own: {own}")


def running_mean(most: float) -> Callable[[Sequence[Tensor], Sequence[Tensor], Tensor], None]:
    """Return a function that moves averages towards the latest weights.

    An average keeps at most this part of itself.
    At first it keeps less, or it would still be the first network after a short copy.
    """

    @torch.no_grad()
    def move(averages: Sequence[Tensor], latest: Sequence[Tensor], updates: Tensor) -> None:
        kept = min(most, (1 + int(updates)) / (10 + int(updates)))
        torch._foreach_lerp_(averages, latest, 1 - kept)

    return move


def shapes(weights: dict[str, torch.Tensor]) -> dict[str, torch.Size]:
    return {name: weight.shape for name, weight in weights.items()}


def table_sizes(game: Game, config: Config) -> list[int]:
    """How many seats each of the games has, in the wished shares."""
    low, high = game.seats
    shares = config.seats or dict.fromkeys(range(low, high + 1), 1.0)
    total, sizes = sum(shares.values()), list[int]()
    for seats, share in shares.items():
        sizes += [seats] * round(config.games * share / total)
    return (sizes + [max(shares)] * config.games)[: config.games]
