"""What can be set for a training run, and reading it from a TOML file."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ekiben.core.errors import EkibenError, listed, nearest


@dataclass(frozen=True)
class Config:
    """A training run; everything but the game has a default that is good for one large card."""

    game: str
    seed: int = 1
    seconds: float = 600.0  # of training, compilation and evaluation not counted
    imitation: float = 0.1  # the part of it that copies the teacher
    teacher: str = "planner"  # a policy of the box; "" to start from nothing
    # a checkpoint, a small file or "box", the network of the box:
    rival: str = ""  # train a best response to this frozen player
    start: str = ""  # start from this one
    copy: str = ""  # start from this one, which has copied the teacher: copying goes on
    meant_for: tuple[int, ...] = ()  # sizes of tables, in the small file; empty: all it saw
    # the games
    seats: dict[int, float] = field(default_factory=dict)  # shares of games; empty: all alike
    games: int = 16_384  # at once
    steps: int = 64  # of each game between two updates
    # who sits at a table that is not all the learner's own
    teachers: float = 0.35  # part of the tables with teachers at the other seats
    past: float = 0.25  # part of them with an earlier self
    pool: int = 12  # earlier selves kept
    pool_every: int = 25  # updates between two of them
    # the networks
    width: int = 512
    hidden: int = 512
    blocks: int = 3
    critic_width: int = 768
    # learning
    rate: float = 3e-4
    entropy: float = 0.004
    trace: float = 0.9  # the lambda of advantages, from a seat's choice to its next
    win: float = 0.75  # what the reward counts: the win,
    place: float = 0.1  # the place,
    margin: float = 0.15  # and the points ahead
    epochs: int = 2
    minibatch: int = 16_384
    copy_rate: float = 1e-3  # while it copies: small parts and long steps learn most from a choice
    copy_minibatch: int = 4_096
    sharpness: float = 2.5  # of a copy that plays: its logits are multiplied by this
    average: float = 0.95  # of the player that is kept: what an update leaves of those before
    clip: float = 0.2
    # looking at it
    evaluate_every: float = 150.0  # seconds
    evaluate_games: int = 1_024
    final_games: int = 10_000
    panel: tuple[str, ...] = ("planner", "racer", "greedy")  # opponents for two seats


def read_config(path: str | Path) -> Config:
    """Read a run's settings from a TOML file."""
    try:
        found = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise EkibenError(f"cannot read the settings in {path}: {error}") from None
    if "seats" in found:
        found["seats"] = {int(seats): float(share) for seats, share in found["seats"].items()}
    return make_config(found)


def make_config(settings: dict[str, Any]) -> Config:
    """A run from settings by name; a wrong name or type is told with what would be right."""
    usual = asdict(Config("america"))
    for name, value in settings.items():
        if name not in usual:
            known = f"{nearest(name, usual)} Settings: {listed(usual)}"
            raise EkibenError(f"no setting {name!r}.{known}")
        wanted = type(usual[name])
        right = (int, float) if wanted is float else (list, tuple) if wanted is tuple else wanted
        if not isinstance(value, right) or isinstance(value, bool):
            raise EkibenError(f"the setting {name} is of type {wanted.__name__}, not {value!r}")
    if "game" not in settings:
        raise EkibenError("which game? Give `game`, such as game = 'america'")
    lists = {name: tuple(value) for name, value in settings.items() if isinstance(value, list)}
    return Config(**{**settings, **lists})


def settings_of(config: Config) -> dict[str, object]:
    """The settings that differ from the defaults, for the model card."""
    usual = asdict(Config(config.game))
    return {name: value for name, value in asdict(config).items() if value != usual[name]}
