"""Tokyo Railways behind the contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ekiben.core.action import Action
from ekiben.core.arrays import Array
from ekiben.core.errors import EkibenError, Refusal, counted, listed, nearest
from ekiben.core.game import Event, Game, Line, validate_rules
from ekiben.core.layout import View
from ekiben.core.match import Script
from ekiben.games.families import TOKYO
from ekiben.games.tokyo import score_sheet
from ekiben.games.tokyo.actions import actions_of
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.board_builder import build_board
from ekiben.games.tokyo.board_file import BoardFile, read
from ekiben.games.tokyo.events import CUPS, event_from
from ekiben.games.tokyo.hints import hints
from ekiben.games.tokyo.imagine import redeal
from ekiben.games.tokyo.options import Options, check_options, options_of
from ekiben.games.tokyo.refusals import refusal
from ekiben.games.tokyo.rules import RULE_SET, VERSION
from ekiben.games.tokyo.sizes import JOBS
from ekiben.games.tokyo.state import State
from ekiben.games.tokyo.turn import QUESTIONS
from ekiben.games.tokyo.winning import CITIES, MONEY, WINS


class TokyoGame(Game[BoardFile, Board, State]):
    """Tokyo Railways in Kanto, or on a map of your own."""

    asked_names = QUESTIONS.names
    family = TOKYO
    rule_set = RULE_SET
    ranked_by = np.array([(WINS, 1), (CITIES, 1), (MONEY, 1)], np.int64)

    def __init__(self, board: BoardFile, options: Mapping[str, Any], rules: int = VERSION) -> None:
        self.known_options = options_of(board)
        self.options = check_options(board.game, self.known_options, options)
        self.set_board(board, build_board(board, Options(**self.options), rules), rules)
        self.actions = actions_of(board)

    def validate_seats(self, seats: int) -> int:
        """KT-1.12: debts one by one are for so many seats."""
        number, debt = super().validate_seats(seats), self.options["debt"]
        if isinstance(debt, list) and len(debt) != number:
            raise EkibenError(
                f"{self.name}: option debt has {counted(len(debt), 'value')}, but there are "
                f"{number} seats"
            )
        return number

    # ---- actions
    def action_at(self, id: int) -> Action:
        return self.actions.action(id)

    def read_action(self, text: str, state: State | None) -> Action:
        return self.actions.parse(text, lambda: self.legal_ids(state) if state is not None else [])

    def is_secret(self, action: Action) -> bool:
        return False

    # ---- positions
    def refusal(self, s: State, action: Action) -> Refusal | None:
        return refusal(self, s, action)

    def sheet(self, s: State, seat: int) -> list[Line]:
        return score_sheet.sheet(self, s, seat)

    def events(self, field: Callable[[str], Any], rows: list[list[int]]) -> list[Event]:
        return [event_from(self, row) for row in rows]

    def extents(self, seats: int) -> Mapping[str, int]:
        b = self.plain_board
        return {
            "seat": seats,
            "row": int(b.rows),
            "link": int(b.posts) * 4,
            "post": int(b.posts),
            "big": int(b.bigs),
        }

    def hints(self, view: View) -> dict[str, Any]:
        return hints(self, view)

    def redeal(self, view: View, seed: int) -> State:
        return redeal(self, view, seed)

    def stack_decks(self, s: State, luck: Script) -> None:
        """Cups "a" and "b": tiles by their ids, in the order they will be drawn."""
        numbers = {job.id: job.number for job in self.board.jobs} | {
            tile.id: JOBS + tile.number for tile in self.board.tiles
        }
        for name, tiles in luck.decks.items():
            if name not in CUPS:
                raise EkibenError(f"no cup {name!r}.{nearest(name, CUPS)} Cups: {listed(CUPS)}")
            cup = CUPS.index(name)
            stack_tiles(
                s.cup[cup],
                int(s.cup_size[cup]),
                [tile_number(numbers, str(tile).lower()) for tile in tiles],
            )


def tile_number(numbers: Mapping[str, int], tile: str) -> int:
    if tile not in numbers:
        raise EkibenError(f"no tile {tile!r}.{nearest(tile, numbers)}")
    return numbers[tile]


def stack_tiles(cup: Array, size: int, tiles: list[int]) -> None:
    """Bring tiles to where they are drawn next, the first first; the others keep their order."""
    left = [tile for tile in cup[:size].tolist() if tile not in tiles]
    if len(left) + len(tiles) != size:
        raise EkibenError("a scripted tile is named twice, or is not in that cup")
    cup[:size] = left + tiles[::-1]


def load(
    path: Path, options: Mapping[str, Any], rules: int = VERSION, changes: Path | None = None
) -> TokyoGame:
    validate_rules(rules, VERSION)
    return TokyoGame(read(path, changes), options, rules)


def tokyo_game(game: Game) -> TokyoGame:
    """The same game, known to be of this family."""
    assert isinstance(game, TokyoGame), game
    return game
