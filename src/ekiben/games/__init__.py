"""The catalogue: which games there are, and loading one by name or from a board file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from ekiben.core.errors import EkibenError, RecordError, listed, nearest, quoted
from ekiben.core.families import Family, Part
from ekiben.core.game import Game
from ekiben.core.toml_files import parse_toml, read_file
from ekiben.games.families import FAMILIES, ROUTES

BOARDS = Path(__file__).parent / "boards"
FILES = {
    name: BOARDS / f"{name}.toml" for name in ("america", "europe", "great-lakes", "london")
} | {"tokyo": BOARDS / "kanto.toml"}
NAMES = tuple(FILES)
CHANGES: dict[tuple[str, int | None], Path] = {
    ("tokyo", 1): BOARDS / "older" / "kanto-1.toml"
}  # by game and rules
LOAD = Part[Callable[..., Game]]("load")  # path, options; rules and changes where they are given
READ = Part[Callable[[Path], "Board"]]("read")
ADDED: dict[str, Path] = {}  # boards that this process knows by name besides those of the box


class Board(Protocol):
    """A board file as every family has it."""

    @property
    def family(self) -> Family: ...
    @property
    def game(self) -> str: ...
    @property
    def file(self) -> str: ...


def catalogue() -> dict[str, Path]:
    """The board files of all games that can be loaded by name."""
    return FILES | ADDED


def add_board(path: Path) -> str:
    """Make a board file known by its game's name; a fault or a taken name is an error."""
    path = path.absolute()
    name = str(read_board(path).game)
    if catalogue().get(name, path) != path:
        raise EkibenError(
            f"{path}: there is a game {name!r} already ({catalogue()[name]}); give this one "
            "another name (key `game`)"
        )
    ADDED[name] = path
    return name


def load(name: str, options: Mapping[str, Any], rules: int | None = None) -> Game:
    """A game by its name, or from a path that ends in .toml."""
    path = catalogue().get(name, Path(name))
    if name not in catalogue() and path.suffix != ".toml":
        raise EkibenError(
            f"no game {quoted(name)}.{nearest(name, NAMES)} Games: {listed(NAMES)}; or give "
            "a board file, ./my-board.toml"
        )
    version = {"rules": rules, "changes": CHANGES.get((name, rules))}
    return LOAD.load(family(path))(
        path, options, **{key: value for key, value in version.items() if value is not None}
    )


def read_board(path: Path) -> Board:
    """A board file, checked; a BoardError names every fault and its place."""
    return READ.load(family(path))(path)


def family(path: Path) -> Family:
    """The family of a board file; an unknown one is left to the route games to complain about."""
    name = family_named(read_file(path), path.name)
    return FAMILIES.get(name, ROUTES) if isinstance(name, str) else ROUTES


@lru_cache(maxsize=16)
def family_named(content: bytes, file: str) -> object:
    return parse_toml(content, file).get("family")


def load_recorded(name: str, rules: int, options: Mapping[str, Any]) -> Game:
    """The game of a record; a board of one's own is loaded by its file instead."""
    if name not in catalogue():
        raise RecordError(
            f"the record is of {quoted(name)}, which is not in the catalogue "
            f"({listed(NAMES)}): give its board file"
        )
    try:
        return load(name, options, rules)
    except EkibenError as error:
        raise RecordError(f"the record cannot be replayed: {error}") from error
