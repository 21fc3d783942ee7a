"""Gymnasium, many environments at once: one array of games.

Machine code plays random opponents; other opponents are asked one by one.

>>> import gymnasium, ekiben.envs
>>> envs = gymnasium.make_vec("ekiben/London-v0", num_envs=64, opponents="random")
>>> observations, infos = envs.reset(seed=1)
>>> observations["action_mask"].shape
(64, 121)
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ekiben import bots
from ekiben.core.extras import missing
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.envs.batch import BatchEnv
from ekiben.envs.gym import ILLEGAL, Specs, checked_place, named, seated
from ekiben.envs.interface import Info, Observer, Seen, loaded, seen_space
from ekiben.envs.outcome import checked_reward
from ekiben.envs.render import MODES, checked_mode, rendered

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("Gymnasium", "envs", error) from None

METADATA: dict[str, object] = {
    "render_modes": list(MODES),
    "autoreset_mode": AutoresetMode.SAME_STEP,
}
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]


class EkibenVectorEnv(VectorEnv[Seen, npt.ArrayLike, npt.NDArray[Any]]):
    """Many `EkibenEnv` at once; a game that ends starts again in the same step.

    The observation is then that of the new game; `infos["final_obs"]` has the last of the old.
    """

    metadata = METADATA

    def __init__(
        self,
        game: str | Game = "america",
        num_envs: int = 1,
        seats: int = 2,
        seat: int = 0,
        opponents: Specs = "random",
        render_mode: str | None = None,
        reward: str = "place",
        observations: str = "float32",
        seconds: float = 1.0,
        **options: object,
    ) -> None:
        self.game, self.num_envs = loaded(game, options), num_envs
        self.seats, self.place = self.game.validate_seats(seats), checked_place(seat, seats)
        self.opponents, self.limit = named(self.game, opponents, seats), bots.Limit(seconds)
        self.reward, self.render_mode, self.dtype = (
            checked_reward(reward),
            checked_mode(render_mode),
            observations,
        )
        self.single_observation_space = seen_space(Observer(self.game, observations))
        self.single_action_space = spaces.Discrete(self.game.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.who = np.full(num_envs, self.place, np.int64)
        self.players: list[dict[int, bots.Bot]] = []
        self.games: BatchEnv

    # ---- to play
    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Seen, Info]:
        gymnasium.vector.VectorEnv.reset(self, seed=seed)
        first = int(self.np_random.integers(1 << 63))
        self.games = BatchEnv(
            self.game,
            self.num_envs,
            self.seats,
            first,
            observations=None,
            masks="bytes",
            reward=self.reward,
        )
        self.games.luck = self.np_random.integers(1, 1 << 32, self.num_envs)
        if set(self.opponents) != {"random"}:
            self.players = [
                seated(self.game, self.place, self.opponents, self.np_random)
                for _ in range(self.num_envs)
            ]
        self.answer()
        return self.seen(), {"action_mask": self.legal()}

    def step(self, actions: npt.ArrayLike) -> tuple[Seen, Floats, Bools, Bools, Info]:
        ids, batch = np.asarray(actions, np.int64), self.games.batch
        wrong = self.is_illegal(ids)
        before = batch.scores()[:, self.place]
        self.end(wrong)
        batch.apply(ids)
        self.answer()
        over = batch.over
        rewards = self.earned(before, over, wrong)
        infos = self.ended(over)
        if over.any():
            batch.in_parallel(self.games.restart)
            self.answer()
        observations = self.seen()
        return (
            observations,
            rewards,
            over,
            np.zeros(self.num_envs, np.bool_),
            {**infos, "action_mask": self.legal()},
        )

    def is_illegal(self, ids: npt.NDArray[np.int64]) -> Bools:
        known = (ids >= 0) & (ids < self.game.action_count)
        masks = self.games.masks
        assert masks is not None
        wrong: Bools = ~known | (
            masks[np.arange(self.num_envs, dtype=np.int64), np.where(known, ids, 0)] == 0
        )
        return wrong

    def end(self, wrong: Bools) -> None:
        """A game in which an illegal action was made is over at once."""
        for i in np.flatnonzero(wrong).tolist():
            if self.games.batch.kernels.compiled:
                self.games.batch.fields["asked"][i] = len(self.game.asked_names) - 1
            else:
                self.games.batch.states[i].asked = len(self.game.asked_names) - 1

    def answer(self) -> None:
        """The others play until the learner is asked; then its masks are written."""
        games, batch = self.games, self.games.batch
        if self.players:
            for i in range(self.num_envs):
                self.answer_one(i)
        else:
            actions, kernels = np.zeros(self.num_envs, np.int64), games.kernels
            batch.in_parallel(
                lambda first, last: kernels.random_until(
                    batch.boards, batch.states, self.who, games.luck, actions, first, last
                )
            )
        games.look_at_all()

    def answer_one(self, i: int) -> None:
        batch, game = self.games.batch, self.game
        chosen = np.zeros(self.num_envs, np.int64)
        while len(legal := batch.legal(i)) and (other := int(batch.field("seat")[i])) != self.place:
            seen = game.view(batch.state(i), other)
            action = self.players[i][other].choose(
                seen, [game.action(id) for id in legal.tolist()], self.limit
            )
            chosen[i] = action.id
            batch.kernels.apply_many(batch.boards, batch.states, chosen, i, i + 1, False, True)

    def earned(
        self, before: npt.NDArray[np.int64], over: Bools, wrong: Bools
    ) -> npt.NDArray[np.float64]:
        if self.reward == "score":
            rewards = (self.games.batch.scores()[:, self.place] - before).astype(np.float64)
        else:
            rewards = self.by_place(over & ~wrong)
        rewards[wrong] = ILLEGAL
        return rewards

    def by_place(self, ended: Bools) -> Floats:
        """What the learner gets for its place where a game has ended, and 0 elsewhere."""
        found = np.zeros((self.num_envs, self.seats), np.float64)
        self.games.batch.in_parallel(
            lambda first, last: self.games.reward_by_place(ended, found, first, last)
        )
        rewards: Floats = found[:, self.place]
        return rewards

    # ---- to look
    def seen(self) -> Seen:
        out = np.zeros((self.num_envs, self.games.encoding.size), self.dtype)
        self.games.observe(self.who, out)
        return {"observation": out, "action_mask": self.legal()}

    def legal(self) -> npt.NDArray[np.int8]:
        assert self.games.masks is not None
        return self.games.masks.astype(np.int8)

    def ended(self, over: Bools) -> Info:
        """What the last step of a game tells besides its reward."""
        if not over.any():
            return {}
        last, final = self.seen(), np.full(self.num_envs, None, object)
        for i in np.flatnonzero(over).tolist():
            final[i] = {name: values[i] for name, values in last.items()}
        return {
            "final_obs": final,
            "_final_obs": over.copy(),
            "scores": self.games.batch.scores(),
            "_scores": over.copy(),
        }

    def render(self) -> tuple[Any, ...]:
        """Each game as the learner sees it."""
        batch = self.games.batch
        return tuple(
            rendered(Match.imagined(self.game, batch.state(i)), self.render_mode, self.place)
            for i in range(self.num_envs)
        )

    def action_text(self, action: int) -> str:
        """The action in notation: `claim denver-omaha`."""
        return str(self.game.action(int(action)))
