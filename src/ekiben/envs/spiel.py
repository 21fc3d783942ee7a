"""OpenSpiel: `python_ekiben` is any game at full size.

Its luck is one chance node that draws a deal out of `deals` (their seeds).
`python_ekiben_decided` is a small board with a chance node for every card.

>>> import pyspiel
>>> from ekiben.envs import spiel
>>> game = pyspiel.load_game("python_ekiben(game=london,players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), game.num_players()
(True, 3)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ekiben.core.extras import missing
from ekiben.core.match import Match
from ekiben.envs.family import most_chances, most_choices
from ekiben.envs.interface import Observer
from ekiben.envs.spiel_matches import BOARDS, HeldMatch, SeededMatch, drawn_start, engine

try:
    import pyspiel  # type: ignore[import-not-found]
except ImportError as error:
    raise missing("OpenSpiel", "openspiel", error) from None

__all__ = ["BOARDS", "DecidedGame", "EkibenGame", "EkibenState", "SpielObserver"]
DEALS = 1000  # that the first chance node draws from
LENGTHS = {
    "tiny": (10, 8)
}  # choices and chance nodes of the longest game, where all games have been played through
NAME, DECIDED = "python_ekiben", "python_ekiben_decided"


def game_type(name: str, title: str, parameters: dict[str, Any], most: int) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=name,
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


FULL: dict[str, Any] = {"game": "america", "players": 2, "deals": DEALS, "first_deal": 0}
SMALL: dict[str, Any] = {"board": "triangle"}
FULL_TYPE = game_type(NAME, "Ekiben", FULL, 9)
SMALL_TYPE = game_type(DECIDED, "Ekiben, luck decided card by card", SMALL, 2)


# ---- games
class EkibenGame(pyspiel.Game):  # type: ignore[misc]
    """Any game at full size, dealt with one of the seeds from `first_deal` on."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**FULL, **(params or {})}
        self.name, self.seats = str(given["game"]), int(given["players"])
        self.seeds = range(int(given["first_deal"]), int(given["first_deal"]) + int(given["deals"]))
        self.game.validate_seats(self.seats)
        info = game_info(
            self.game, self.seats, len(self.seeds), most_choices(self.game, self.seats)
        )
        super().__init__(FULL_TYPE, info, params or {})

    @property
    def game(self) -> Any:
        return engine(self.name)

    def new_initial_state(self) -> EkibenState:
        return EkibenState(self, SeededMatch(self.name, self.seats, self.seeds))

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SpielObserver:
        return SpielObserver(self.game, iig_obs_type, params)


class DecidedGame(pyspiel.Game):  # type: ignore[misc]
    """A small board with explicit chance; `board` is one that Ekiben ships for it, or a file."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.name = str({**SMALL, **(params or {})}["board"])
        self.seats = self.game.seats[0]
        self.length, self.chances = LENGTHS.get(self.name) or (
            most_choices(self.game, self.seats),
            most_chances(self.game, self.seats),
        )
        b = self.game.plain_board
        super().__init__(
            SMALL_TYPE,
            game_info(self.game, self.seats, int(b.kinds + b.tickets), self.length),
            params or {},
        )

    @property
    def game(self) -> Any:
        return engine(self.name)

    def new_initial_state(self) -> EkibenState:
        return EkibenState(self, drawn_start(self.name))

    def max_chance_nodes_in_history(self) -> int:
        return self.chances

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SpielObserver:
        return SpielObserver(self.game, iig_obs_type, params)


def game_info(game: Any, seats: int, outcomes: int, length: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=game.action_count,
        max_chance_outcomes=outcomes,
        num_players=seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=length,
    )


# ---- states
class EkibenState(pyspiel.State):  # type: ignore[misc]
    """A state holds a match at one moment; an action gives it the next."""

    def __init__(self, game: Any, held: HeldMatch) -> None:
        super().__init__(game)
        self.held = held

    @property
    def match(self) -> Match:
        assert self.held.match is not None
        return self.held.match

    def current_player(self) -> Any:
        if self.held.ways:
            return pyspiel.PlayerId.CHANCE
        seat = self.match.seat
        return pyspiel.PlayerId.TERMINAL if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.match.position.legal()) if self.match.seat == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        whole = sum(self.held.ways.values())
        return [(outcome, ways / whole) for outcome, ways in self.held.ways.items()]

    def _apply_action(self, action: int) -> None:
        self.held = self.held.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game().game
        if player != pyspiel.PlayerId.CHANCE:
            return str(game.action(action))
        if isinstance(self.held, SeededMatch):
            return f"deal {action}"
        kinds = len(game.board.kinds)
        return (
            f"card {game.board.kinds[action]}"
            if action < kinds
            else f"ticket {game.board.tickets[action - kinds].id}"
        )

    def is_terminal(self) -> bool:
        return not self.held.ways and self.match.over

    def returns(self) -> list[float]:
        return self.held.returns if self.is_terminal() else [0.0] * self.num_players()

    def resample_from_infostate(self, player: int, sampler: Any) -> EkibenState:
        """A state with the same information for the player; the rest is dealt again.

        OpenSpiel's own history of it is empty.
        """
        return EkibenState(self.get_game(), self.held.resampled(player, int(sampler() * 2**53)))

    def __str__(self) -> str:
        if self.held.match is None:
            return "deal"
        done = [
            f"{actor} {action}"
            for actor, action in zip(self.match.actors, self.match.actions, strict=True)
        ]
        script = getattr(self.match.position, "script", [])
        return "\n".join(
            [
                self.match.digest(),
                *done,
                *(f"luck {outcome}" for outcome in script),
                f"waiting {self.held.ways}",
            ]
        )


class SpielObserver:
    """The observation as a tensor, its blocks by name; strings are what the viewer knows.

    With perfect recall they also hold everything the viewer has heard.
    """

    def __init__(self, game: Any, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self.kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.private = self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.eye, self.dict = Observer(game), dict[str, Any]()
        self.tensor: Any = None
        if self.private and self.kind.public_info and not self.kind.perfect_recall:
            self.tensor = np.zeros(self.eye.encoding.size, np.float32)
            self.dict = self.eye.encoding.parts(self.tensor)

    def set_from(self, state: EkibenState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self.eye(state.match, player) if state.held.match is not None else 0

    def string_from(self, state: EkibenState, player: int) -> str:
        if not self.private and not self.kind.public_info:
            return ""
        return state.held.known(player if self.private else None, self.kind.perfect_recall)


pyspiel.register_game(FULL_TYPE, EkibenGame)
pyspiel.register_game(SMALL_TYPE, DecidedGame)
