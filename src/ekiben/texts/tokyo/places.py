"""Posts in words: the town at a post, or the nearest one and which way from there."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ekiben.texts.wording import Words

NOTATION = re.compile(r"r(\d+)c(\d+)")
CLASSES = ("mega", "large", "medium", "small", "port", "exit")  # of towns equally far, the first


class TownOnMap(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def names(self) -> Mapping[str, str]: ...


class CityOnMap(TownOnMap, Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def posts(self) -> Sequence[int]: ...


class PortOnMap(TownOnMap, Protocol):
    @property
    def post(self) -> int: ...


class MapOfTowns(Protocol):
    """What is needed of a board."""

    def __hash__(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    @property
    def cities(self) -> Sequence[CityOnMap]: ...
    @property
    def ports(self) -> Sequence[PortOnMap]: ...


@dataclass(frozen=True)
class Offset:
    """So many posts down and to the right; negative ones up and to the left."""

    down: int
    right: int

    @property
    def steps(self) -> int:
        return max(abs(self.down), abs(self.right))

    @property
    def straight(self) -> bool:
        """Along one of the eight directions."""
        return 0 in (self.down, self.right) or abs(self.down) == abs(self.right)


@dataclass(frozen=True)
class Place:
    """A post as people find it: a town by its number, cities first, and how far off it is."""

    town: int
    offset: Offset


def towns_of(board: MapOfTowns) -> list[TownOnMap]:
    """Cities, then ports: the numbers of a place's towns."""
    return [*board.cities, *board.ports]


@functools.cache
def places(board: MapOfTowns) -> tuple[Place, ...]:
    """The place of every post: of towns equally far, one in a straight line, then the bigger.

    All at once in arrays: a server works them out while people wait.
    """
    spots = np.array(sorted(town_spots(board), key=lambda spot: spot[1:]), np.int64)
    rows, columns = np.divmod(
        np.arange(board.rows * board.columns, dtype=np.int64)[:, None], board.columns
    )
    down, right = rows - spots[:, 0] // board.columns, columns - spots[:, 0] % board.columns
    far, near = np.maximum(abs(down), abs(right)), np.minimum(abs(down), abs(right))
    best = np.argmin(2 * far + ((near != 0) & (near != far)), axis=1)
    chosen = np.arange(len(best), dtype=np.int64), best
    return tuple(
        Place(town, Offset(*offset))
        for town, *offset in zip(
            spots[best, 2].tolist(), down[chosen].tolist(), right[chosen].tolist(), strict=True
        )
    )


def town_spots(board: MapOfTowns) -> list[tuple[int, int, int]]:
    """Every post of a town as its post, the rank of its class and its number."""
    cities = [
        (post, CLASSES.index(city.kind), number)
        for number, city in enumerate(board.cities)
        for post in city.posts
    ]
    ports = [
        (port.post, CLASSES.index("port"), len(board.cities) + number)
        for number, port in enumerate(board.ports)
    ]
    return cities + ports


# ---- in words
def post_name(words: Words, post: int) -> str:
    """The town at a post, else how far and which way from the nearest one."""
    board: MapOfTowns = words.board
    place = places(board)[post]
    names = towns_of(board)[place.town].names
    return bearing(words, place.offset, names.get(words.language, names["en"]))


def bearing(words: Words, offset: Offset, town: str) -> str:
    """Where a post is that lies so far from a town; another text for every offset."""
    if offset.steps == 0:
        return town
    down, right = abs(offset.down), abs(offset.right)
    north_south = "" if not down else "n" if offset.down < 0 else "s"
    east_west = "" if not right else "w" if offset.right < 0 else "e"
    if offset.straight:
        direction = words.say(f"tokyo.directions.{north_south}{east_west}")
        return words.say(
            "tokyo.places.straight", count=down or right, direction=direction, town=town
        )
    legs = [(down, north_south), (right, east_west)]
    (far, one), (near, other) = sorted(legs, reverse=True)
    return words.say(
        "tokyo.places.bent",
        far=far,
        one=words.say(f"tokyo.directions.{one}"),
        near=near,
        other=words.say(f"tokyo.directions.{other}"),
        town=town,
    )


def post_number(board: MapOfTowns, notation: str) -> int | None:
    """The post of a notation such as r31c17; None for anything else."""
    found = NOTATION.fullmatch(notation)
    if found is None or int(found[1]) >= board.rows or int(found[2]) >= board.columns:
        return None
    return int(found[1]) * board.columns + int(found[2])


def notation_in_words(words: Words, notation: str) -> str:
    """A post by its notation; what is none stays as it is."""
    post = post_number(words.board, notation)
    return notation if post is None else post_name(words, post)
