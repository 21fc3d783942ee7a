"""The results file: one line a game, appended as games end.

A tournament continues where its file stops.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NotRequired, TypedDict

from ekiben.arena.family import SeatFacts
from ekiben.arena.plan import Job, Task, game_key
from ekiben.arena.tournament_game import FORMAT
from ekiben.bots.bot import ForfeitFacts
from ekiben.core.errors import EkibenError, RecordError
from ekiben.core.ranking import win_share


class GameOutcome(TypedDict):
    """The result of a record."""

    scores: list[int]
    ranking: list[list[int]]


class ArenaFacts(TypedDict):
    """What the arena adds to a record; lists are by seat."""

    format: int
    seed: str
    deal: int
    thinking: float
    version: str
    behaviour: list[str | None]
    moves: list[int]
    seconds: list[float]
    facts: list[SeatFacts]
    result: NotRequired[GameOutcome]  # of a forfeited game, whose record has none


class ResultLine(TypedDict):
    """A line of the file, as far as the arena reads it."""

    game: str
    board: str
    rules: int
    options: dict[str, object]
    names: list[str]
    result: GameOutcome
    arena: ArenaFacts
    forfeit: NotRequired[ForfeitFacts]


@dataclass(frozen=True)
class TournamentGame:
    """A game of a tournament, read from its line; lists are by seat."""

    game: str
    board: str
    rules: int
    options: dict[str, object]
    deal: int
    seed: str
    thinking: float
    version: str
    seated: tuple[str, ...]
    scores: list[int]
    ranking: list[list[int]]
    moves: list[int]
    seconds: list[float]
    facts: list[SeatFacts]
    behaviour: list[str | None]
    forfeit: ForfeitFacts | None = None

    @property
    def key(self) -> str:
        return game_key(self.game, self.options, self.deal, self.seated)

    @property
    def seeded_deal(self) -> tuple[str, int]:
        """What tells deals apart, also those of several tournaments in one file."""
        return self.seed, self.deal

    @property
    def seats(self) -> int:
        return len(self.seated)

    @cached_property
    def ranks(self) -> list[float]:
        """Places by seat, from 1 on; seats that share places get their mean."""
        found, before = [0.0] * self.seats, 0
        for together in self.ranking:
            for seat in together:
                found[seat] = before + (len(together) + 1) / 2
            before += len(together)
        return found

    def win_share(self, seat: int) -> float:
        """The seat's share of the win."""
        return win_share(self.ranking[0], seat)


def parse_line(line: str) -> TournamentGame:
    """The game of a line; a RecordError says what is missing in it."""
    try:
        return read_game(json.loads(line))
    except KeyError as error:
        raise RecordError(
            f"not a game of the arena: {error} is missing (ekiben arena --out writes such files)"
        ) from None
    except RecordError:
        raise
    except (TypeError, ValueError) as error:
        raise RecordError(f"not a game of the arena: {error}") from None


def read_game(line: ResultLine) -> TournamentGame:
    arena = line["arena"]
    result = arena["result"] if "forfeit" in line else line["result"]
    if arena["format"] != FORMAT:
        raise RecordError(
            f"format {arena['format']!r} of arena results is unknown: "
            f"this version reads format {FORMAT}"
        )
    return TournamentGame(
        game=line["game"],
        board=line["board"],
        rules=line["rules"],
        options=line["options"],
        deal=arena["deal"],
        seed=arena["seed"],
        thinking=arena["thinking"],
        version=arena["version"],
        seated=tuple(line["names"]),
        scores=result["scores"],
        ranking=result["ranking"],
        moves=arena["moves"],
        seconds=arena["seconds"],
        facts=arena["facts"],
        behaviour=arena["behaviour"],
        forfeit=line.get("forfeit"),
    )


def read(path: Path) -> list[TournamentGame]:
    """All games of a file; an error names its line, and a last line cut short is no game."""
    found: list[TournamentGame] = []
    for number, line in enumerate(complete_lines(path), 1):
        try:
            found.append(parse_line(line))
        except RecordError as error:
            raise RecordError(f"{path}, line {number}: {error}") from None
    return found


def complete_lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8") as file:
            yield from (line for line in file if line.endswith("\n"))
    except UnicodeDecodeError:
        raise RecordError(f"{path}: not arena results: the file is not text") from None


class ResultsFile:
    """The games that are done, and the file (if there is one) that keeps them."""

    def __init__(self, path: Path | None, tasks: Sequence[Task]) -> None:
        self.path = path
        self.games = read(path) if path is not None and path.exists() else []
        for game in self.games:
            for task in tasks:
                check_tournament(game, task, path)
        self.keys = {game.key for game in self.games}
        if path is not None:
            drop_partial_line(path)

    def unplayed(self, jobs: Iterable[Job]) -> list[Job]:
        """The games that are not here yet."""
        return [job for job in jobs if job.key not in self.keys]

    def add(self, line: str) -> TournamentGame:
        """Add a game; it is on disk before anything else is done with it."""
        game = parse_line(line)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(f"{line}\n")
        self.games.append(game)
        self.keys.add(game.key)
        return game

    def sort(self, jobs: Iterable[Job]) -> None:
        """Put the file into the plan's order; games of other plans come first."""
        if self.path is None:
            return
        place = {job.key: number for number, job in enumerate(jobs)}
        lines = sorted(
            complete_lines(self.path), key=lambda line: place.get(parse_line(line).key, -1)
        )
        aside = self.path.with_name(f".{self.path.name}.sorted")
        aside.write_text("".join(lines), encoding="utf-8", newline="\n")
        os.replace(aside, self.path)


def check_tournament(game: TournamentGame, task: Task, path: Path | None) -> None:
    """Check that a game is of the same tournament: one seed, thinking time, board a game."""
    same: dict[str, tuple[object, object]] = {
        "seed": (game.seed, f"{task.seed:x}"),
        "thinking": (game.thinking, task.thinking),
    }
    if game.game == task.name:
        same |= {"board": (game.board, task.board), "rules": (game.rules, task.rules)}
    for what, (there, here) in same.items():
        if there != here:
            raise EkibenError(
                f"{path} is of another tournament: its {what} is {there}, not {here}; "
                "give the same, or another file"
            )


def drop_partial_line(path: Path) -> None:
    """Cut off a last line that was not written to its end; create the file if there is none."""
    with path.open("a+b") as file:
        file.seek(0)
        whole = file.read().rfind(b"\n") + 1
        file.truncate(whole)
