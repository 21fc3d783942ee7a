"""PettingZoo: every seat an agent, one choice at a time (AEC).

>>> from ekiben.envs import zoo
>>> env = zoo.env("london", seats=3)
>>> env.reset(seed=1)
>>> env.agent_selection
'player_0'
"""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import ekiben
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
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
except ImportError as error:
    raise missing("PettingZoo", "envs", error) from None

VERSION = 0  # goes up when what is learned could come out otherwise
ILLEGAL = -1.0  # what an illegal action costs whoever makes it; the game is over then
METADATA: dict[str, object] = {
    "name": f"ekiben_v{VERSION}",
    "render_modes": list(MODES),
    "is_parallelizable": False,
    "render_fps": 2,
}


def env(game: str | Game = "america", seats: int = 2, **settings: Any) -> Any:
    """The environment with PettingZoo's wrappers: an illegal action ends the game.

    An action out of order is an error.
    """
    return wrappers.OrderEnforcingWrapper(
        wrappers.TerminateIllegalWrapper(raw_env(game, seats, **settings), illegal_reward=ILLEGAL)
    )


class raw_env(AECEnv):  # type: ignore[misc]  # the name is PettingZoo's
    """Every seat is an agent.

    `reward` is "place" (1 for the first place at the end, -1 for the last) or "score" (points as
    they come). `observations` are "float32" or "uint8". Options of the game are given by name.
    """

    metadata = METADATA

    def __init__(
        self,
        game: str | Game = "america",
        seats: int = 2,
        render_mode: str | None = None,
        reward: str = "place",
        observations: str = "float32",
        **options: object,
    ) -> None:
        super().__init__()
        self.game, self.origin = loaded(game, options), origin(game, options)
        self.seats, self.reward, self.render_mode = (
            self.game.validate_seats(seats),
            checked_reward(reward),
            checked_mode(render_mode),
        )
        self.title = f"ekiben_{self.game.name.replace('-', '_')}_v{VERSION}"
        self.eye = Observer(self.game, observations)
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.number = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {
            agent: spaces.Discrete(self.game.action_count) for agent in self.possible_agents
        }
        self.observation_spaces = {agent: seen_space(self.eye) for agent in self.possible_agents}
        self.np_random: Any = None
        self.match: Match

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # ---- to play
    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """A new game; the same seed gives the same game, and none the next of a row."""
        if seed is not None or self.np_random is None:
            self.np_random, _ = seeding.np_random(seed)
        self.begin(self.game.new(self.seats, int(self.np_random.integers(1 << 63))))

    def begin(self, match: Match) -> None:
        self.match = match
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.tell()

    def tell(self) -> None:
        """Whose choice it is, and for wrappers that look there the mask once more."""
        if not self.match.over:
            self.agent_selection = self.possible_agents[self.match.seat or 0]
        self.infos: dict[str, Info] = {agent: {"asked": self.match.asked} for agent in self.agents}
        if not self.match.over:
            self.infos[self.agent_selection]["action_mask"] = self.eye.mask(
                self.match, self.match.seat or 0
            )

    def step(self, action: int | None) -> None:
        """Plays an action by its id; once the game is over, `None` for each agent in turn."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        before = self.match.scores()
        self.match.play(int(action))  # type: ignore[arg-type]
        self.rewards = dict(zip(self.possible_agents, self.earned(before), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, self.match.over)
        self.tell()

    def earned(self, before: list[int]) -> list[float]:
        if self.reward == "score":
            return [
                float(now - then) for now, then in zip(self.match.scores(), before, strict=True)
            ]
        return by_place(self.match.ranking()) if self.match.over else [0.0] * self.seats

    # ---- to look
    def observe(self, agent: str) -> Seen:
        seat = self.number[agent]
        return {
            "observation": self.eye(self.match, seat),
            "action_mask": self.eye.mask(self.match, seat),
        }

    def render(self) -> Frame | None:
        """As a spectator sees it."""
        return rendered(self.match, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def action_text(self, action: int) -> str:
        """The action in notation: `claim denver-omaha`."""
        return str(self.game.action(int(action)))

    def action_id(self, text: str) -> int:
        """The action of a notation, read in this position."""
        return int(self.match.action(text).id)

    def __str__(self) -> str:
        return self.title

    # ---- to keep
    def get_state(self) -> State:
        """The whole game and environment as plain data, hidden things included, to be pickled."""
        kept = (
            "agents",
            "rewards",
            "_cumulative_rewards",
            "terminations",
            "truncations",
            "agent_selection",
        )
        return {
            "match": packed(self.match),
            "np_random": copy.deepcopy(self.np_random),
            **{name: copy.copy(getattr(self, name)) for name in kept},
        }

    def set_state(self, state: State) -> None:
        """Goes on from a state of an environment of the same game."""
        self.begin(unpacked(self.game, state["match"]))
        self.np_random = copy.deepcopy(state["np_random"])
        for name, value in state.items():
            if name not in ("match", "np_random"):
                setattr(self, name, copy.copy(value))
        self.tell()
        self.agent_selection = state["agent_selection"]

    def settings(self) -> dict[str, Any]:
        return {
            "seats": self.seats,
            "render_mode": self.render_mode,
            "reward": self.reward,
            "observations": str(self.eye.dtype),
        }

    def copy(self) -> raw_env:
        """Equal and apart."""
        twin = type(self)(self.game, **self.settings())
        twin.origin, twin.np_random = self.origin, copy.deepcopy(self.np_random)
        if hasattr(self, "match"):
            twin.set_state(self.get_state())
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> raw_env:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        name, options = named_origin(self.origin)
        return revived, (
            name,
            {**self.settings(), **options},
            self.get_state() if hasattr(self, "match") else None,
        )


def revived(game: str, settings: dict[str, Any], state: State | None) -> raw_env:
    """An environment out of a pickle."""
    made = raw_env(game, **settings)
    if state is not None:
        made.set_state(state)
    return made


@cache
def register() -> None:
    """`pettingzoo.make("aec", "ekiben/Europe-v0")`, one id a game."""
    import pettingzoo

    for name in ekiben.games():
        pettingzoo.register(
            "aec", f"ekiben/{title(name)}-v{VERSION}", "ekiben.envs.zoo:env", kwargs={"game": name}
        )
