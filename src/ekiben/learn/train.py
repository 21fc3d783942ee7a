"""A training run from start to end: copy the teacher, play the league, measure, keep the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

import ekiben
from ekiben.bots.family import BOT_FAMILY
from ekiben.bots.learned.files import network_for
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.learn.config import Config, make_config
from ekiben.learn.evaluate import Result, evaluate
from ekiben.learn.games import make_games
from ekiben.learn.league import League
from ekiben.learn.network import Critic, Player, player_of
from ekiben.learn.ppo import Learner
from ekiben.learn.rollout import Hidden, Rollout

TRAINING_SEED = 1_000_000_000  # games to learn from begin here, far from those that measure
WARM_UP = 10  # updates until steps are as long as set: Adam knows little of the gradients before
CRITIC_ALONE = 8  # updates in which a new critic gets to know a player that can play already
Report = Callable[[str], None]


class Training:
    """`run` trains until the time is up; a checkpoint is kept at every measurement."""

    def __init__(self, config: Config, folder: Path, report: Report = print) -> None:
        self.config = config
        self.folder = folder
        self.report = report
        torch.manual_seed(config.seed)
        torch.set_float32_matmul_precision("high")
        self.game = ekiben.load(config.game)
        check_trainable(self.game)
        seed = TRAINING_SEED + config.seed * 100_000_000
        self.games = make_games(self.game, table_sizes(self.game, config), seed)
        self.hidden = Hidden(self.games)
        self.player = Player(self.game, config, self.hidden.members).to(self.games.device)
        outputs = 2 * self.games.scores.shape[1]
        self.critic = Critic(self.game, config, self.hidden.size, outputs).to(self.games.device)
        rival = self.load_player(config.rival) if config.rival else None
        self.league = League(self.games, config, self.player, rival)
        self.rollout = Rollout(self.games, config, self.league, self.hidden)
        self.learner = Learner(config, self.player, self.critic)
        # what is measured and kept: steadier than the player after its latest update
        averaging = get_ema_multi_avg_fn(config.average)
        self.average = AveragedModel(self.player, multi_avg_fn=averaging)
        self.steps, self.updates, self.spent = 0, 0, 0.0
        self.compiled: set[bool] = set()  # kinds of updates; the first of each is not timed
        self.curve: list[dict[str, Any]] = []  # a row for each measurement, as JSON has it
        self.waits = 0  # updates until the player learns, too
        if config.start:
            self.begin_with(config.start)

    def load_player(self, path: str) -> Player:
        """A player of any size: a checkpoint's, a small file's, or with "box" the box's own."""
        if path == "box" or path.endswith(".npz"):
            network = network_for(self.game, "" if path == "box" else path)
            return player_of(network, self.game, self.config).to(self.games.device)
        found = read_checkpoint(Path(path))
        settings = make_config(found["settings"])
        if settings.game != self.config.game:
            raise EkibenError(f"{path} has a player of {settings.game}, not of {self.config.game}")
        player = Player(self.game, settings, self.hidden.members)
        player.load_state_dict(found["player"])
        return player.to(self.games.device)

    def begin_with(self, path: str) -> None:
        """Take over a player as large as this run's, and a critic where there is one."""
        found = self.load_player(path)
        if not fits(found.state_dict(), self.player):
            raise EkibenError(
                f"the player in {path} has another size: set {found.sizes} to start from it"
            )
        self.player.load_state_dict(found.state_dict())
        critic = read_checkpoint(Path(path)).get("critic", {}) if path.endswith(".pt") else {}
        if fits(critic, self.critic):
            self.critic.load_state_dict(critic)
        else:
            self.waits = CRITIC_ALONE

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
        self.league.imitating = imitating
        self.rollout.collect(self.learner)
        played = time.monotonic() - began
        self.updates += 1
        warm = min(1.0, max(0.0, (self.updates - self.waits) / WARM_UP))
        losses = self.learner.learn(self.rollout, done, imitating, warm)
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

    def phase(self) -> tuple[bool, float]:
        """Whether it copies the teacher now, and the part of that, or of playing, that is done."""
        config, done = self.config, self.spent / self.config.seconds
        copying = (
            config.imitation if config.teacher and not config.rival and not config.start else 0
        )
        if done < copying:
            return True, done / copying
        return False, (done - copying) / (1 - copying) if copying < 1 else 1.0

    # ---- measuring and keeping
    def look(self, games: int, panel: Sequence[str]) -> list[Result]:
        """Measure the player against the panel and, at larger tables, against its first bot."""
        sizes = sorted(set(self.games.seats.tolist()))
        pairs = [(bot, sizes[0]) for bot in panel] + [(panel[0], seats) for seats in sizes[1:]]
        found = [evaluate(self.game, self.choose, bot, seats, games) for bot, seats in pairs]
        if self.config.rival:
            rival = self.league.other
            found.append(
                evaluate(self.game, self.choose, lambda seen: rival(seen)[0], sizes[0], games)
            )
        self.report(f"{self.config.game} {self.steps / 1e6:.0f} M: {'; '.join(map(str, found))}")
        rows = [asdict(one) for one in found]
        self.curve.append({"seconds": self.spent, "steps": self.steps, "results": rows})
        self.save()
        return found

    def choose(self, observations: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.average.module(observations)[0]
        return logits

    def save(self) -> None:
        """Keep the player, and beside it everything that the run needs to go on."""
        self.folder.mkdir(parents=True, exist_ok=True)
        player = {name: one.half() for name, one in self.average.module.state_dict().items()}
        known = {"settings": asdict(self.config), "curve": self.curve}
        write_checkpoint(self.folder / "player.pt", {**known, "player": player})
        rest = {
            "player": self.player.state_dict(),
            "average": self.average.state_dict(),
            "critic": self.critic.state_dict(),
            "optimiser": self.learner.optimiser.state_dict(),
            "critic_optimiser": self.learner.critic_optimiser.state_dict(),
            "pool": self.league.pool,
            "progress": (self.steps, self.updates, self.spent),
        }
        write_checkpoint(self.folder / "checkpoint.pt", {**known, **rest})

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint."""
        found = read_checkpoint(path)
        self.player.load_state_dict(found["player"])
        self.average.load_state_dict(found["average"])
        self.critic.load_state_dict(found["critic"])
        self.learner.optimiser.load_state_dict(found["optimiser"])
        self.learner.critic_optimiser.load_state_dict(found["critic_optimiser"])
        self.league.pool = found["pool"]
        self.steps, self.updates, self.spent = found["progress"]
        self.curve = found["curve"]


def check_trainable(game: Game) -> None:
    """An error for games whose players learn in another way."""
    if BOT_FAMILY.of(game).policy_kernel is None:
        own = f"python -m ekiben.learn.{game.family.name} learn"
        raise EkibenError(f"the player of {game.name} learns in a way of its own: {own}")


def fits(parts: dict[str, torch.Tensor], network: torch.nn.Module) -> bool:
    """Whether a network could take over these parts."""
    wanted = {name: part.shape for name, part in network.state_dict().items()}
    return {name: part.shape for name, part in parts.items()} == wanted


def write_checkpoint(path: Path, parts: dict[str, Any]) -> None:
    """Written beside, then moved into place, so that a kill leaves the one before."""
    beside = path.with_suffix(".part")
    torch.save(parts, beside)
    beside.replace(path)


def read_checkpoint(path: Path) -> dict[str, Any]:
    """A checkpoint's parts, on whatever device there is."""
    try:
        device = "cuda" if torch.cuda.is_available() else "cpu"
        found: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise EkibenError(f"cannot read the checkpoint {path}: {error}") from None
    return found


def table_sizes(game: Game, config: Config) -> list[int]:
    """How many seats each of the games has, in the wished shares."""
    low, high = game.seats
    shares = config.seats or dict.fromkeys(range(low, high + 1), 1.0)
    for seats in shares:
        game.validate_seats(seats)
    total, sizes = sum(shares.values()), list[int]()
    for seats, share in shares.items():
        sizes += [seats] * round(config.games * share / total)
    return (sizes + [max(shares)] * config.games)[: config.games]
