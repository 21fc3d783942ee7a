"""OpenSpiel: `python_ekiben` is any game at full size, its luck one chance node that draws a deal out of `deals` (their seeds);
`python_ekiben_decided` is a small board with every card a chance node of its own.

>>> import pyspiel
>>> from ekiben.envs import spiel
>>> game = pyspiel.load_game("python_ekiben(game=london,players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), game.num_players()
(True, 3)
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from ekiben.core.match import Match
from ekiben.envs.luck import DecidedMatch
from ekiben.envs.outcome import by_place
from ekiben.envs.table import Eye, loaded, packed, unpacked

BOARDS = Path(__file__).parent / "boards"
DEALS = 1000                    # that the first chance node draws from
LONGEST = 1_000_000             # choices in a game: no game comes near
NAME, DECIDED = "python_ekiben", "python_ekiben_decided"


def game_type(name: str, title: str, parameters: dict[str, Any], most: int) -> Any:
    kinds = pyspiel.GameType
    return kinds(short_name=name, long_name=title, dynamics=kinds.Dynamics.SEQUENTIAL, chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
                 information=kinds.Information.IMPERFECT_INFORMATION, utility=kinds.Utility.ZERO_SUM,
                 reward_model=kinds.RewardModel.TERMINAL, max_num_players=most, min_num_players=2,
                 provides_information_state_string=True, provides_information_state_tensor=False, provides_observation_string=True,
                 provides_observation_tensor=True, provides_factored_observation_string=True, parameter_specification=parameters)


FULL: dict[str, Any] = {"game": "america", "players": 2, "deals": DEALS, "first_deal": 0}
SMALL: dict[str, Any] = {"board": "triangle"}
FULL_TYPE = game_type(NAME, "Ekiben", FULL, 9)
SMALL_TYPE = game_type(DECIDED, "Ekiben, luck decided card by card", SMALL, 2)


@cache
def engine(name: str) -> Any:
    """The game itself; kept here, since OpenSpiel copies and pickles what its own objects hold."""
    board = BOARDS / f"{name}.toml"
    return loaded(str(board) if board.exists() else name, {})


class SeededMatch:
    """A match that begins once luck has drawn its seed, one of `ways`."""

    def __init__(self, name: str, seats: int, seeds: range) -> None:
        self.name, self.seats, self.seeds = name, seats, seeds
        self.match: Match | None = None

    @property
    def ways(self) -> dict[int, int]:
        return {} if self.match else dict.fromkeys(range(len(self.seeds)), 1)

    def decide(self, deal: int) -> None:
        self.match = engine(self.name).new(self.seats, self.seeds[deal])

    def play(self, action: int) -> None:
        assert self.match is not None
        self.match.play(action)

    def __deepcopy__(self, memo: dict[int, Any]) -> SeededMatch:
        twin = SeededMatch(self.name, self.seats, self.seeds)
        twin.match = self.match and self.match.copy()
        return twin

    def __reduce__(self) -> Any:
        return seeded, (self.name, self.seats, self.seeds, packed(self.match) if self.match else None)


def seeded(name: str, seats: int, seeds: range, match: Any) -> SeededMatch:
    """A SeededMatch out of a pickle."""
    table = SeededMatch(name, seats, seeds)
    table.match = unpacked(engine(name), match) if match else None
    return table


class NamedMatch(DecidedMatch):
    """A match with decided luck that can be pickled: it is played again."""

    def __init__(self, name: str, seats: int) -> None:
        self.name = name
        super().__init__(engine(name), seats)

    def __deepcopy__(self, memo: dict[int, Any]) -> NamedMatch:
        twin = object.__new__(NamedMatch)
        twin.__dict__.update(self.copy().__dict__, name=self.name)
        return twin

    def __reduce__(self) -> Any:
        return decided, (self.name, self.match.seats, self.told)


def decided(name: str, seats: int, told: list[int]) -> NamedMatch:
    """A NamedMatch out of a pickle."""
    table = NamedMatch(name, seats)
    table.replay(told)
    return table


# ---- games
class EkibenGame(pyspiel.Game):  # type: ignore[misc]
    """Any game at full size, dealt with one of the seeds from `first_deal` on."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**FULL, **(params or {})}
        self.name, self.seats = str(given["game"]), int(given["players"])
        self.seeds = range(int(given["first_deal"]), int(given["first_deal"]) + int(given["deals"]))
        self.game.checked_seats(self.seats)
        super().__init__(FULL_TYPE, game_info(self.game, self.seats, len(self.seeds)), params or {})

    @property
    def game(self) -> Any:
        return engine(self.name)

    def new_initial_state(self) -> EkibenState:
        return EkibenState(self, SeededMatch(self.name, self.seats, self.seeds))

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        return Observer(self.game, iig_obs_type, params)


class DecidedGame(pyspiel.Game):  # type: ignore[misc]
    """A small board with explicit chance; `board` is one that Ekiben ships for it, or a file."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.name = str({**SMALL, **(params or {})}["board"])
        self.seats = self.game.seats[0]
        b = self.game.plain_board
        super().__init__(SMALL_TYPE, game_info(self.game, self.seats, int(b.kinds + b.tickets)), params or {})

    @property
    def game(self) -> Any:
        return engine(self.name)

    def new_initial_state(self) -> EkibenState:
        return EkibenState(self, NamedMatch(self.name, self.seats))

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        return Observer(self.game, iig_obs_type, params)


def game_info(game: Any, seats: int, outcomes: int) -> Any:
    return pyspiel.GameInfo(num_distinct_actions=game.action_count, max_chance_outcomes=outcomes, num_players=seats,
                            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=LONGEST)


# ---- states
class EkibenState(pyspiel.State):  # type: ignore[misc]
    """A match; `table` holds it and the luck it waits for."""

    def __init__(self, game: Any, table: Any = None) -> None:
        super().__init__(game)
        self.table = table

    @property
    def match(self) -> Match:
        found: Match = self.table.match
        return found

    def current_player(self) -> Any:
        if self.table.ways:
            return pyspiel.PlayerId.CHANCE
        seat = self.match.seat
        return pyspiel.PlayerId.TERMINAL if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.match.position.legal()) if self.match.seat == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        whole = sum(self.table.ways.values())
        return [(outcome, ways / whole) for outcome, ways in self.table.ways.items()]

    def _apply_action(self, action: int) -> None:
        if self.table.ways:
            self.table.decide(action)
        else:
            self.table.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game().game
        if player != pyspiel.PlayerId.CHANCE:
            return str(game.action(action))
        if isinstance(self.table, SeededMatch):
            return f"deal {action}"
        kinds = len(game.board.kinds)
        return f"card {game.board.kinds[action]}" if action < kinds else f"ticket {game.board.tickets[action - kinds].id}"

    def is_terminal(self) -> bool:
        return not self.table.ways and self.match.over

    def returns(self) -> list[float]:
        return by_place(self.match.ranking()) if self.is_terminal() else [0.0] * self.num_players()

    def resample_from_infostate(self, player: int, sampler: Any) -> EkibenState:
        """A state the player could not tell from this one, at full size only; it has no history."""
        twin = EkibenState(self.get_game(), SeededMatch(self.get_game().name, self.match.seats, range(1)))
        twin.table.match = self.match.game.imagine(self.match.view(player), int(sampler() * 2**53))
        return twin

    def __str__(self) -> str:
        if self.table.match is None:
            return "deal"
        done = [f"{actor} {action}" for actor, action in zip(self.match.actors, self.match.actions, strict=True)]
        script = getattr(self.match.position, "script", [])
        return "\n".join([self.match.digest(), *done, *(f"luck {outcome}" for outcome in script), f"waiting {self.table.ways}"])


class Observer:
    """The observation as a tensor, its blocks by name; strings are what the viewer knows, with perfect recall all it ever heard too."""

    def __init__(self, game: Any, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self.kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.private = self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.eye, self.dict = Eye(game), dict[str, Any]()
        self.tensor: Any = None
        if self.private and self.kind.public_info and not self.kind.perfect_recall:
            self.tensor = np.zeros(self.eye.encoding.size, np.float32)
            self.dict = self.eye.encoding.parts(self.tensor)

    def set_from(self, state: EkibenState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self.eye(state.match, player) if state.table.match is not None else 0

    def string_from(self, state: EkibenState, player: int) -> str:
        if state.table.match is None:
            return ""
        seat = player if self.private else None
        known = state.match.view(seat).to_json() if self.kind.public_info or self.private else ""
        return known + json.dumps(state.match.events(seat)) if self.kind.perfect_recall else known


pyspiel.register_game(FULL_TYPE, EkibenGame)
pyspiel.register_game(SMALL_TYPE, DecidedGame)
