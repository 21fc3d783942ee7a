"""The policies at two speeds: plain at once, native when their machine code is there, which is kept like that of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from ekiben.bots.routes import doors, search
from ekiben.bots.routes.memory import ATLAS, MEMORY
from ekiben.core import speed
from ekiben.core.chance import seed_words
from ekiben.games.routes.guess import WORK
from ekiben.games.routes.rules import FAMILY as RULES

DOORS = doors.DOORS + search.DOORS
HOME = "ekiben.bots.routes.native:FAMILY"


@dataclass(frozen=True)
class PolicyFamily(speed.Family):
    """The rules' family, with the policies' sources and cache folder."""

    def sources(self) -> list[Path]:
        return sorted(Path(__file__).parent.glob("*.py")) + super().sources()


class PolicySpeeds(speed.Speeds):
    """The doors of the policies: `plain` always, `native` once built."""

    def __init__(self, family: speed.Family) -> None:
        super().__init__(family)
        self.plain = SimpleNamespace(native=False, **{door.__name__: door for door in DOORS})

    def load(self) -> None:
        with self.lock:
            if self.native is None:
                native = native_doors(self.family)
                try_out(native, self.family)
                self.native = native


def native_doors(family: speed.Family) -> Any:
    with speed.building(family, {door.__name__ for door in DOORS}) as native:
        return SimpleNamespace(native=True, **{door.__name__: native(door) for door in DOORS})


def try_out(made: Any, family: speed.Family) -> None:
    """Calls every door once, so that all of them are compiled; then marks the cache as complete."""
    boards, state, memory = family.sample().view(np.uint8), np.zeros(family.layout.size, np.uint8), np.zeros(MEMORY.size, np.uint8)
    atlases, players = np.zeros(2 * ATLAS.itemsize, np.uint8), np.zeros(2, np.int64)
    words, scores, lengths = np.array(seed_words(1), np.int64), np.zeros((1, 2), np.int64), np.zeros(1, np.int64)
    made.duel_many(boards, atlases, memory, state, players, 0, 0, 1, words, scores, lengths, np.zeros((1, 2, doors.FIGURES), np.int64))
    made.choose_one(boards, atlases, memory, state, 0)
    search_once(made, family, boards, atlases, memory)
    ready = speed.cache_folder(family) / "ready"
    if ready.parent.exists() and not ready.exists():
        ready.touch()


def search_once(made: Any, family: speed.Family, boards: Any, atlases: Any, memory: Any) -> None:
    """Moves of an empty state, none of which is played on."""
    states, works = np.zeros(search.PLACES * family.layout.size, np.uint8), np.zeros(WORK.size, np.uint8)
    numbers, words, margins = np.zeros(2, np.int64), np.array(seed_words(1), np.int64), np.zeros((2, 1), np.int64)
    made.list_moves(boards, atlases, memory, states, works, numbers[:0], numbers, numbers, 0)
    made.guess_one(boards, states, works, words, 0)
    made.try_moves(boards, atlases, memory, states, works, numbers, numbers, numbers, 0, 0, words, 0, margins)


FAMILY = PolicyFamily(HOME, RULES.layout, RULES.board, RULES.rules, RULES.sample)
SPEEDS = speed.SPEEDS.setdefault(HOME, PolicySpeeds(FAMILY))
