"""Who plays whom: line-ups, seatings, deals, and the seeds of all luck."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import ekiben
from ekiben.bots import make, plays
from ekiben.core.errors import EkibenError, listed
from ekiben.core.game import Game

Lineup = tuple[str, ...]
TABLES = (
    "alone",
    "different",
)  # with more than two seats: one bot among copies of another; all different


@dataclass(frozen=True)
class Task:
    """What has to be known to play any game of a tournament on one board, wherever it is played."""

    game: str  # as `ekiben.load` takes it
    options: tuple[tuple[str, Any], ...]
    name: str
    board: str  # digests of the board and of the bots' behaviour
    rules: int
    seed: int
    thinking: float
    version: str
    compiled: bool = False
    behaviour: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True)
class Job:
    """One game: a deal, and who sits where."""

    task: Task
    deal: int
    seated: Lineup

    @property
    def key(self) -> str:
        """What tells this game from all others in a results file."""
        return key(self.task.name, dict(self.task.options), self.deal, self.seated)


def key(game: str, options: dict[str, Any], deal: int, seated: Sequence[str]) -> str:
    return json.dumps([game, sorted(options.items()), deal, list(seated)])


def task(game: Game, load: str, seed: int, thinking: float, **more: Any) -> Task:
    """The task of a loaded game; all its options are written down, the usual ones too."""
    return Task(
        load,
        tuple(sorted(game.options.items())),
        game.name,
        game.digest,
        game.rules,
        seed,
        thinking,
        ekiben.__version__,
        **more,
    )


# ---- line-ups
def lineups(
    specs: Sequence[str], seats: int, gauntlet: Sequence[str] = (), tables: Sequence[str] = TABLES
) -> list[Lineup]:
    """A round robin: everybody meets everybody. In a gauntlet only the tables where one of its bots
    sits.
    """
    if seats == 2:
        found = different(specs, 2)
    else:
        found = [lineup for kind in tables for lineup in LINEUPS[kind](specs, seats)]
    return [lineup for lineup in found if not gauntlet or set(lineup) & set(gauntlet)]


def alone(specs: Sequence[str], seats: int) -> list[Lineup]:
    return [(one, *[other] * (seats - 1)) for one, other in itertools.permutations(specs, 2)]


def different(specs: Sequence[str], seats: int) -> list[Lineup]:
    return list(itertools.combinations(specs, seats))


LINEUPS = {"alone": alone, "different": different}


def seatings(lineup: Lineup) -> list[Lineup]:
    """All rotations around the table, each once: with two seats both orders."""
    return list(dict.fromkeys(lineup[turn:] + lineup[:turn] for turn in range(len(lineup))))


def jobs(parts: Sequence[tuple[Task, Sequence[Lineup]]], deals: range) -> Iterator[Job]:
    """Deal by deal, so that a tournament cut short is a smaller one, not a lopsided one."""
    for deal in deals:
        for task, those in parts:
            for lineup in those:
                for seated in seatings(lineup):
                    yield Job(task, deal, seated)


# ---- checks
def checked_bots(game: Game, specs: Sequence[str], least: int = 2) -> list[str]:
    """Bots that can sit at this game, each named once."""
    twice = [spec for place, spec in enumerate(specs) if spec in specs[:place]]
    if twice:
        raise EkibenError(f"{twice[0]} is named twice: every bot of a tournament is named once")
    if len(specs) < least:
        raise EkibenError(
            f"a tournament needs at least {least} bots, and there is {listed(specs) or 'none'}"
        )
    for spec in specs:
        make(spec, 0, game)
    return list(specs)


def able(game: Game, specs: Sequence[str]) -> list[str]:
    """Those of the bots that play this game."""
    return [spec for spec in specs if plays(game, spec)]


# ---- seeds
def deal_seed(seed: int, deal: int) -> int:
    """The game's luck: the same deal for every line-up, in every seating."""
    return int.from_bytes(digest(f"deal {seed} {deal}")[:16], "big")


def bot_seed(seed: int, deal: int, seat: int, spec: str) -> int:
    """A bot's own luck, never of the game's streams."""
    return int.from_bytes(digest(f"bot {seed} {deal} {seat} {spec}")[:8], "big") >> 1


def digest(text: str) -> bytes:
    return hashlib.sha256(f"ekiben arena {text}".encode()).digest()
