"""Who plays whom: line-ups, seatings, deals, and the seeds of all luck."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import ekiben
from ekiben.bots import make, plays
from ekiben.core.errors import EkibenError, listed
from ekiben.core.game import Game

Lineup = tuple[str, ...]
Options = tuple[tuple[str, object], ...]  # of the rules, by name
# at tables of more than two: one bot among copies of another, or all different
TABLES = ("alone", "different")


@dataclass(frozen=True)
class Task:
    """All that a process needs to play any game of a tournament on one board."""

    game: str  # as `ekiben.load` takes it
    options: Options
    name: str
    board: str  # digests of the board and of the bots' behaviour
    rules: int
    seed: int
    thinking: float
    version: str
    worth_compiling: bool = False
    behaviour: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True)
class Job:
    """One game: a deal, and who sits where."""

    task: Task
    deal: int
    seated: Lineup

    @property
    def key(self) -> str:
        """What distinguishes this game from all others in a results file."""
        return game_key(self.task.name, dict(self.task.options), self.deal, self.seated)


def game_key(game: str, options: Mapping[str, object], deal: int, seated: Sequence[str]) -> str:
    return json.dumps([game, sorted(options.items()), deal, list(seated)])


def make_task(game: Game, load: str, seed: int, thinking: float) -> Task:
    """The task of a loaded game, with all its options, the usual ones included."""
    return Task(
        game=load,
        options=tuple(sorted(game.options.items())),
        name=game.name,
        board=game.digest,
        rules=game.rules,
        seed=seed,
        thinking=thinking,
        version=ekiben.__version__,
    )


# ---- line-ups
def lineups(
    specs: Sequence[str], seats: int, gauntlet: Sequence[str] = (), tables: Sequence[str] = TABLES
) -> list[Lineup]:
    """A round robin: everybody meets everybody; of a gauntlet only its bots' tables."""
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
    """All rotations around the table, each once; with two seats both orders."""
    return list(dict.fromkeys(lineup[turn:] + lineup[:turn] for turn in range(len(lineup))))


def list_jobs(parts: Sequence[tuple[Task, Sequence[Lineup]]], deals: range) -> Iterator[Job]:
    """All games, deal by deal, so that a tournament cut short is smaller but not lopsided."""
    for deal in deals:
        for task, those in parts:
            for lineup in those:
                for seated in seatings(lineup):
                    yield Job(task, deal, seated)


# ---- checks
def validate_bots(game: Game, specs: Sequence[str], least: int = 2) -> list[str]:
    """Check that all bots can sit at this game and are named once."""
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


def playable_bots(game: Game, specs: Sequence[str]) -> list[str]:
    """The bots that play this game."""
    return [spec for spec in specs if plays(game, spec)]


# ---- seeds
def deal_seed(seed: int, deal: int) -> int:
    """The seed of a deal, the same for every line-up in every seating."""
    return int.from_bytes(seed_digest(f"deal {seed} {deal}")[:16], "big")


def bot_seed(seed: int, deal: int, seat: int, spec: str) -> int:
    """A bot's own seed in a tournament; its luck never comes from the game's streams."""
    return int.from_bytes(seed_digest(f"bot {seed} {deal} {seat} {spec}")[:8], "big") >> 1


def player_seed(seed: int, player: int, seat: int) -> int:
    """A player's own seed in a series of games, from the seed of the game, wherever it sits."""
    digest = hashlib.sha256(f"bot {player} {seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def seed_digest(text: str) -> bytes:
    return hashlib.sha256(f"ekiben arena {text}".encode()).digest()
