"""The results file: one line a game, appended as games end; a tournament goes on where its file
stops.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ekiben.arena.one_game import FORMAT
from ekiben.arena.plan import Job, Task, key
from ekiben.core.errors import EkibenError, RecordError


@dataclass(frozen=True)
class Played:
    """A game of a tournament as its line tells it; lists are by seat."""

    game: str
    board: str
    rules: int
    options: dict[str, Any]
    deal: int
    seed: str
    thinking: float
    version: str
    seated: tuple[str, ...]
    scores: list[int]
    ranking: list[list[int]]
    moves: list[int]
    seconds: list[float]
    facts: list[dict[str, Any]]
    behaviour: list[str | None]
    forfeit: dict[str, Any] | None = None  # whose, and why

    @property
    def key(self) -> str:
        return key(self.game, self.options, self.deal, self.seated)

    @property
    def seats(self) -> int:
        return len(self.seated)

    @cached_property
    def ranks(self) -> list[float]:
        """From 1 on; who shares places gets their mean."""
        found, before = [0.0] * self.seats, 0
        for together in self.ranking:
            for seat in together:
                found[seat] = before + (len(together) + 1) / 2
            before += len(together)
        return found

    def won(self, seat: int) -> float:
        """Shared wins count by their share."""
        return 1 / len(self.ranking[0]) if seat in self.ranking[0] else 0.0


def parsed(line: str) -> Played:
    """A line; a RecordError says what is missing in it."""
    try:
        values = json.loads(line)
        arena = values["arena"]
        result = arena["result"] if "forfeit" in values else values["result"]
        if arena["format"] != FORMAT:
            raise RecordError(
                f"format {arena['format']!r} of arena results is unknown: this version reads format {FORMAT}"
            )
        return Played(
            values["game"],
            values["board"],
            values["rules"],
            values["options"],
            arena["deal"],
            arena["seed"],
            arena["thinking"],
            arena["version"],
            tuple(values["names"]),
            result["scores"],
            result["ranking"],
            arena["moves"],
            arena["seconds"],
            arena["facts"],
            arena["behaviour"],
            values.get("forfeit"),
        )
    except KeyError as error:
        raise RecordError(
            f"not a game of the arena: {error} is missing (ekiben arena --out writes such files)"
        ) from None
    except (TypeError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(f"not a game of the arena: {error}") from None


def read(path: Path) -> list[Played]:
    """All games of a file; a fault is told with its line. A last line that was cut off is no game."""
    found: list[Played] = []
    for number, line in enumerate(whole_lines(path), 1):
        try:
            found.append(parsed(line))
        except RecordError as error:
            raise RecordError(f"{path}, line {number}: {error}") from None
    return found


def whole_lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8") as file:
            yield from (line for line in file if line.endswith("\n"))
    except UnicodeDecodeError:
        raise RecordError(f"{path}: not arena results: the file is not text") from None


class Store:
    """Games that are done, and the file (if there is one) that keeps them."""

    def __init__(self, path: Path | None, tasks: Sequence[Task]) -> None:
        self.path = path
        self.games = read(path) if path is not None and path.exists() else []
        for played in self.games:
            for task in tasks:
                check(played, task, path)
        self.keys = {played.key for played in self.games}
        if path is not None:
            cut(path)

    def todo(self, jobs: Iterable[Job]) -> list[Job]:
        return [job for job in jobs if job.key not in self.keys]

    def add(self, line: str) -> Played:
        """On disk before anything else is done with it."""
        played = parsed(line)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(f"{line}\n")
        self.games.append(played)
        self.keys.add(played.key)
        return played

    def settle(self, jobs: Iterable[Job]) -> None:
        """The file in the plan's order, however many processes played; games of other plans come
        first.
        """
        if self.path is None:
            return
        place = {job.key: number for number, job in enumerate(jobs)}
        lines = sorted(whole_lines(self.path), key=lambda line: place.get(parsed(line).key, -1))
        aside = self.path.with_name(f".{self.path.name}.sorted")
        aside.write_text("".join(lines), encoding="utf-8", newline="\n")
        os.replace(aside, self.path)


def check(played: Played, task: Task, path: Path | None) -> None:
    """A file holds one tournament: one seed, one thinking time, one board a game."""
    same = {"seed": (played.seed, f"{task.seed:x}"), "thinking": (played.thinking, task.thinking)}
    if played.game == task.name:
        same |= {"board": (played.board, task.board), "rules": (played.rules, task.rules)}
    for what, (there, here) in same.items():
        if there != here:
            raise EkibenError(
                f"{path} is of another tournament: its {what} is {there}, not {here}; give the same, or another file"
            )


def cut(path: Path) -> None:
    """Takes away a last line that was not written to its end; makes the file where there is none."""
    with path.open("a+b") as file:
        file.seek(0)
        whole = file.read().rfind(b"\n") + 1
        file.truncate(whole)
