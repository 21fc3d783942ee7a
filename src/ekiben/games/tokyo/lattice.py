"""The square lattice: posts, links between neighbours, their names, and the terrain."""

from __future__ import annotations

import re

# clockwise; the last half are the first half seen from the other end
DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
# a post has four links of its own; the other four belong to its neighbours
EAST, SOUTH_EAST, SOUTH, SOUTH_WEST = range(4)
OWN = (2, 3, 4, 5)  # the direction of each own link
LINES = ("east", "south_east", "south", "south_west")
GROUNDS = {
    ".": "plain",
    "^": "hill",
    "A": "mountain",
    "o": "lake",
    "~": "sea",
    "1": "small",
    "2": "medium",
    "3": "large",
    "4": "mega",
    "P": "port",
    "X": "exit",
}
CLASSES = ("mega", "large", "medium", "small", "exit")
BIG_CLASSES = ("mega", "large")
BETWEEN = {".": "", "r": "river", "c": "coast"}
POST = re.compile(r"r([0-9]{1,4})c([0-9]{1,4})")

Place = tuple[int, int]


def post_name(post: int, columns: int) -> str:
    return f"r{post // columns}c{post % columns}"


def post_number(name: str, rows: int, columns: int) -> int | None:
    """The post of a name, or None when the map has none of that name."""
    found = POST.fullmatch(name)
    if found is None or int(found[1]) >= rows or int(found[2]) >= columns:
        return None
    return int(found[1]) * columns + int(found[2])


def neighbour(place: Place, direction: int, rows: int, columns: int) -> Place | None:
    row, column = place[0] + STEPS[direction][0], place[1] + STEPS[direction][1]
    return (row, column) if 0 <= row < rows and 0 <= column < columns else None


def link_of(place: Place, direction: int, columns: int) -> int:
    """The link that leaves a post in a direction: its own post times four, plus which."""
    if direction not in OWN:
        place = (place[0] + STEPS[direction][0], place[1] + STEPS[direction][1])
        direction = (direction + 4) % 8
    return (place[0] * columns + place[1]) * 4 + OWN.index(direction)


def link_name(link: int, columns: int) -> str:
    """As it is written: its own post and the direction from there."""
    return f"{post_name(link // 4, columns)} {DIRECTIONS[OWN[link % 4]]}"
