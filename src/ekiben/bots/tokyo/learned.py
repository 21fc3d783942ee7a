"""Tokyo's player that learned: the dispatcher's search, with weights learned from games."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from ekiben.bots.family import LearnedKeys, table_sizes
from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game

BOX_FILE = Path(__file__).with_name("learned.json")


class TokyoLearned(Dispatcher):
    """Scores trips by what it learned; its search is as wide as the dispatcher's."""

    name = "learned"

    def __init__(self, keys: LearnedKeys) -> None:
        super().__init__(keys.seed)
        path = Path(keys.weights) if keys.weights else BOX_FILE
        self.weights = learned_weights(path, self.weights)


def learned_weights(path: Path, others: Weights) -> Weights:
    """The weights of a file, and those that it does not name."""
    try:
        learned = read(path)["weights"]
        return others._replace(**{name: float(value) for name, value in learned.items()})
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as e:
        raise EkibenError(f"{path.name} holds no weights of Tokyo's planner: {e}") from None


def read(path: Path) -> dict[str, Any]:  # as JSON has it
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def has_learned(game: Game) -> bool:
    """Whether the weights of the box were learned on this very board."""
    return learned_board() == game.digest


def learned_seats(game: Game) -> tuple[int, ...]:
    """The weights are for tables of every size, but for one board only."""
    return table_sizes(game) if has_learned(game) else ()


@functools.cache
def learned_board() -> str:
    """The digest of the board that the weights of the box were learned on."""
    return str(read(BOX_FILE)["board"])
