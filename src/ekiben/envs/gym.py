"""Gymnasium: one seat is the learner's, the others are played by bots.

>>> import gymnasium, ekiben.envs
>>> env = gymnasium.make("ekiben/America-v0", opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> env.unwrapped.action_text(info["action_mask"].argmax())
'keep 1 2'
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import cache
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

import ekiben
from ekiben import bots
from ekiben.bots.pipe import is_pipe
from ekiben.core.errors import EkibenError, counted
from ekiben.core.extras import missing
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.envs.interface import (
    Info,
    Observer,
    Seen,
    State,
    loaded,
    named_origin,
    origin,
    packed,
    seen_space,
    title,
    unpacked,
)
from ekiben.envs.outcome import by_place, checked_reward
from ekiben.envs.render import MODES, Frame, checked_mode, rendered

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing("Gymnasium", "envs", error) from None

VERSION = 0  # goes up when what is learned could come out otherwise
ILLEGAL = -1.0  # what an illegal action costs; the game is over then
METADATA: dict[str, object] = {"render_modes": list(MODES), "render_fps": 2}
Specs = str | Sequence[str]


def named(game: Game, opponents: Specs, seats: int) -> list[str]:
    """Return a checked spec for each other seat, in turn order; a single spec is for all."""
    specs = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(specs) != seats - 1:
        raise EkibenError(
            f"with {seats} seats there should be {counted(seats - 1, 'opponent')}, not "
            f"{len(specs)}: name one for all, or each"
        )
    for spec in dict.fromkeys(specs):
        bots.make(spec, game=None if is_pipe(spec) else game)
    return specs


class EkibenEnv(gymnasium.Env[Seen, SupportsIndex]):
    """One seat is the learner, the others are bots.

    `opponents` are specs of bots (`ekiben bots` lists them). `reward` is "place" (1 for the first
    place at the end, -1 for the last) or "score" (the learner's points as they come). An illegal
    action ends the game with reward -1, or raises with `illegal="raise"`. Options of the game are
    given by name.
    """

    metadata = METADATA

    def __init__(
        self,
        game: str | Game = "america",
        seats: int = 2,
        seat: int = 0,
        opponents: Specs = "random",
        render_mode: str | None = None,
        reward: str = "place",
        observations: str = "float32",
        illegal: str = "end",
        seconds: float = 1.0,
        **options: object,
    ) -> None:
        self.game, self.origin = loaded(game, options), origin(game, options)
        self.seats, self.seat = self.game.validate_seats(seats), checked_place(seat, seats)
        self.opponents, self.limit, self.illegal = (
            named(self.game, opponents, seats),
            bots.Limit(seconds),
            checked_illegal(illegal),
        )
        self.reward, self.render_mode = checked_reward(reward), checked_mode(render_mode)
        self.eye = Observer(self.game, observations)
        self.observation_space, self.action_space = (
            seen_space(self.eye),
            spaces.Discrete(self.game.action_count),
        )
        self.players: dict[int, bots.Bot] = {}
        self.match: Match

    # ---- to play
    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Seen, Info]:
        super().reset(seed=seed)
        self.match = self.game.new(self.seats, int(self.np_random.integers(1 << 63)))
        self.players = seated(self.game, self.seat, self.opponents, self.np_random)
        self.answer()
        return self.seen(), self.info()

    def step(self, action: SupportsIndex) -> tuple[Seen, float, bool, bool, Info]:
        before = self.match.scores()[self.seat]
        if self.illegal == "end" and int(action) not in self.match.position.legal():
            return (
                self.seen(),
                ILLEGAL,
                True,
                False,
                {**self.info(), "illegal": self.action_text(int(action))},
            )
        self.match.play(int(action))
        self.answer()
        return self.seen(), self.earned(before), self.match.over, False, self.info()

    def answer(self) -> None:
        """The others play until the learner is asked."""
        match = self.match
        while match.seat is not None and match.seat != self.seat:
            match.play(
                self.players[match.seat].choose(match.view(match.seat), match.legal(), self.limit)
            )

    def earned(self, before: int) -> float:
        if self.reward == "score":
            return float(self.match.scores()[self.seat] - before)
        return by_place(self.match.ranking())[self.seat] if self.match.over else 0.0

    # ---- to look
    def seen(self) -> Seen:
        return {
            "observation": self.eye(self.match, self.seat),
            "action_mask": self.eye.mask(self.match, self.seat),
        }

    def info(self) -> Info:
        told: Info = {
            "asked": self.match.asked,
            "action_mask": self.eye.mask(self.match, self.seat),
        }
        if self.match.over:
            told |= {"scores": self.match.scores(), "ranking": self.match.ranking()}
        return told

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask as booleans, by the name that maskable learners ask for."""
        return self.eye.mask(self.match, self.seat).astype(bool)

    def render(self) -> Frame | None:
        """As the learner sees it."""
        return rendered(self.match, self.render_mode, self.seat)

    def action_text(self, action: int) -> str:
        """The action in notation: `claim denver-omaha`."""
        return str(self.game.action(int(action)))

    def action_id(self, text: str) -> int:
        """The action of a notation, read in this position."""
        return int(self.match.action(text).id)

    # ---- to keep
    def get_state(self) -> State:
        """The game and the environment's luck as plain data; it has hidden things in it."""
        return {
            "match": packed(self.match),
            "np_random": copy.deepcopy(self.np_random),
            "bots": {at: bot.seed for at, bot in self.players.items()},
        }

    def set_state(self, state: State) -> None:
        """Goes on from a state of an environment like this one."""
        self.match, self.np_random = (
            unpacked(self.game, state["match"]),
            copy.deepcopy(state["np_random"]),
        )
        for step, spec in enumerate(self.opponents, 1):
            other = (self.seat + step) % self.seats
            self.players[other] = bots.make(spec, seed=state["bots"][other])
            self.players[other].sit(self.game, other)

    def settings(self) -> dict[str, Any]:
        return {
            "seats": self.seats,
            "seat": self.seat,
            "opponents": self.opponents,
            "render_mode": self.render_mode,
            "reward": self.reward,
            "observations": str(self.eye.dtype),
            "illegal": self.illegal,
            "seconds": self.limit.seconds,
        }

    def copy(self) -> EkibenEnv:
        """Equal and apart; a bot with a plan in mind makes a new one."""
        twin = type(self)(self.game, **self.settings())
        twin.origin, twin.spec = self.origin, self.spec
        if hasattr(self, "match"):
            twin.set_state(self.get_state())
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> EkibenEnv:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        name, options = named_origin(self.origin)
        return revived, (
            name,
            {**self.settings(), **options},
            self.spec,
            self.get_state() if hasattr(self, "match") else None,
        )


def revived(game: str, settings: dict[str, Any], spec: Any, state: State | None) -> EkibenEnv:
    """An environment out of a pickle."""
    env = EkibenEnv(game, **settings)
    env.spec = spec
    if state is not None:
        env.set_state(state)
    return env


def seated(
    game: Game, seat: int, specs: Sequence[str], luck: np.random.Generator
) -> dict[int, bots.Bot]:
    """The other seats' bots, each with a seed of its own."""
    players, seats = {}, len(specs) + 1
    for step, spec in enumerate(specs, 1):
        other = (seat + step) % seats
        players[other] = bots.make(spec, seed=int(luck.integers(1 << 31)))
        players[other].sit(game, other)
    return players


def checked_place(seat: int, seats: int) -> int:
    if not 0 <= seat < seats:
        raise EkibenError(f"no seat {seat!r}: seats are 0 to {seats - 1}")
    return seat


def checked_illegal(illegal: str) -> str:
    if illegal not in ("end", "raise"):
        raise EkibenError(
            f"illegal actions either 'end' the game or 'raise' an error, not {illegal!r}"
        )
    return illegal


@cache
def register() -> None:
    """`gymnasium.make("ekiben/Europe-v0")` and `gymnasium.make_vec`, one id a game."""
    for name in ekiben.games():
        gymnasium.register(
            f"ekiben/{title(name)}-v{VERSION}",
            entry_point="ekiben.envs.gym:EkibenEnv",
            vector_entry_point="ekiben.envs.vector:EkibenVectorEnv",
            kwargs={"game": name},
        )
