"""What a family of games brings for bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import NamedTuple, Protocol

from ekiben.bots.bot import Bot
from ekiben.core.arrays import Buffer
from ekiben.core.builds import AnyBuilds
from ekiben.core.compiled import AnyFunction, Names
from ekiben.core.errors import EkibenError
from ekiben.core.families import Part
from ekiben.core.game import Game
from ekiben.core.layout import View


@dataclass(frozen=True)
class ExpertKeys:
    """The keys of the spec `expert`; a family uses those that mean something in its games."""

    seed: int
    rollouts: int
    seconds: float
    sure: float
    belief: int
    policy: str
    models: int


@dataclass(frozen=True)
class LearnedKeys:
    """The keys of the spec `learned`."""

    seed: int
    weights: str  # the file of a network; empty for the box's


class Deal(NamedTuple):
    """A game to be played: its seed, and by how many seats the players have moved on."""

    seed: int
    shift: int  # player `seat + shift` sits in each seat, counted around the table


class DealResult(NamedTuple):
    """How a deal ended; lists are by seat."""

    scores: list[int]
    ranking: list[list[int]]
    turns: int
    counts: dict[str, list[int]]  # what the family counts beside scores, by name


class CompiledGames(Protocol):
    """Whole games between bots of a family, played in one compiled loop."""

    def can_play(self, bots: Sequence[Bot]) -> bool:
        """Whether there is machine code, here or in the cache, for every one of these bots."""
        ...

    def play(
        self, game: Game, bots: Sequence[Bot], deals: Sequence[Deal], threads: int
    ) -> list[DealResult]:
        """Play all deals; only for bots that `can_play`."""
        ...


class PolicyTables(NamedTuple):
    """A policy as kernels take it."""

    number: int
    tables: Buffer


@dataclass(frozen=True)
class PolicyKernel:
    """How policies choose in many games at once, on whatever target the kernel is linked for."""

    builds: AnyBuilds
    choose_in_each: AnyFunction  # marked; the kernel of that name in `builds`
    work_size: int  # bytes of work space for one thread
    tables_of: Callable[[Game, Bot], PolicyTables]  # an error for a bot that is no policy
    names_for: Callable[[int], Mapping[ModuleType, Names]]  # to link it for one policy alone


@dataclass(frozen=True)
class BotFamily:
    """The bots of a family, and how programs are told of its boards and positions."""

    bots: Mapping[str, type[Bot]]  # by name, in the order they are listed
    levels: Mapping[str, str]  # the spec of each level, the easiest first
    usual: str  # who takes a seat that nobody was named for
    expert: Callable[[ExpertKeys], Bot]  # the strongest bot; wrong keys are an error here
    board_message: Callable[[Game], dict[str, object]]
    position_message: Callable[[Game, View], dict[str, object]]
    compiled_games: CompiledGames | None = None
    policy_kernel: PolicyKernel | None = None
    learned: Callable[[LearnedKeys], Bot] | None = None  # the player that learned, if one has
    # the sizes of tables at which it is a level of its own; none for a board it has not learned
    learned_seats: Callable[[Game], tuple[int, ...]] | None = None


def table_sizes(game: Game) -> tuple[int, ...]:
    """All numbers of seats that a game can have."""
    least, most = game.seats
    return tuple(range(least, most + 1))


BOT_FAMILY = Part[BotFamily]("bots")


def policy_kernel(game: Game) -> PolicyKernel:
    """How policies choose in many games at once, or a clear error where there are none."""
    kernel = BOT_FAMILY.of(game).policy_kernel
    if kernel is None:
        raise EkibenError(f"{game.name} has no bots that can choose in many games at once")
    return kernel
