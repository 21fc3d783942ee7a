"""Outlines of areas of posts, and the rivers and coasts that run between posts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ekiben.draw.curves import Point
from ekiben.games.tokyo.board_file import BoardFile

Corner = tuple[int, int]
Edge = tuple[Corner, Corner]
PITCH = 30.0  # from one post to the next


def at(row: float, column: float) -> Point:
    """Where a post is on the sheet."""
    return (column + 0.5) * PITCH, (row + 0.5) * PITCH


def post_at(board: BoardFile, post: int) -> Point:
    return at(post // board.columns, post % board.columns)


def corner(place: Corner) -> Point:
    return place[1] * PITCH, place[0] * PITCH


def size(board: BoardFile) -> Point:
    return board.columns * PITCH, board.rows * PITCH


# ---- areas
def outlines(inside: Callable[[int, int], bool], rows: range, columns: range) -> list[list[Point]]:
    """The outlines of all posts that are inside, each with its area to the right of the way."""
    following: dict[Corner, list[Corner]] = {}
    for row in rows:
        for column in columns:
            if inside(row, column):
                for start, end in sides(inside, row, column):
                    following.setdefault(start, []).append(end)
    return [[corner(place) for place in loop] for loop in loops(following)]


def sides(inside: Callable[[int, int], bool], row: int, column: int) -> list[Edge]:
    """The sides of a post's square that border on the outside."""
    top, right, low, left = (
        (row, column),
        (row, column + 1),
        (row + 1, column + 1),
        (row + 1, column),
    )
    around = ((-1, 0, top, right), (0, 1, right, low), (1, 0, low, left), (0, -1, left, top))
    return [
        (start, end)
        for down, across, start, end in around
        if not inside(row + down, column + across)
    ]


def loops(following: dict[Corner, list[Corner]]) -> list[list[Corner]]:
    found = []
    for start in sorted(following):
        while following[start]:
            loop = [start]
            while following[loop[-1]]:
                loop.append(onward(loop, following[loop[-1]]))
            found.append(loop[:-1])
    return found


def onward(loop: list[Corner], ends: list[Corner]) -> Corner:
    """Where two squares touch only with a corner the way keeps to its own: it turns right."""
    if len(loop) < 2 or len(ends) == 1:
        return ends.pop(0)
    here, before = loop[-1], loop[-2]
    down, across = here[0] - before[0], here[1] - before[1]
    right = (here[0] + across, here[1] - down)
    return ends.pop(ends.index(right) if right in ends else 0)


def pad_ground(base: tuple[str, ...] | list[str], marks: str) -> Callable[[int, int], bool]:
    """Whether a post is of some ground; the rim goes on for two posts beyond the map."""
    rows, columns = len(base), len(base[0])

    def inside(row: int, column: int) -> bool:
        near = -2 < row < rows + 1 and -2 < column < columns + 1
        return near and base[min(max(row, 0), rows - 1)][min(max(column, 0), columns - 1)] in marks

    return inside


def areas(base: tuple[str, ...] | list[str], marks: str) -> list[list[Point]]:
    return outlines(pad_ground(base, marks), range(-2, len(base) + 2), range(-2, len(base[0]) + 2))


def around(board: BoardFile, posts: Iterable[int]) -> list[list[Point]]:
    """The outlines of some posts."""
    own = {divmod(post, board.columns) for post in posts}
    return outlines(
        lambda row, column: (row, column) in own, range(board.rows), range(board.columns)
    )


# ---- lines
def lines(board: BoardFile, mark: str) -> list[list[Point]]:
    """Rivers or coasts, as long as they go."""
    joined: dict[Corner, list[Corner]] = {}
    for start, end in crossings(board, mark):
        joined.setdefault(start, []).append(end)
        joined.setdefault(end, []).append(start)
    return [[corner(place) for place in chain] for chain in chains(joined)]


def crossings(board: BoardFile, mark: str) -> list[Edge]:
    """The pieces between neighbouring posts: a link to the east is crossed from north to south."""
    across = [
        ((row, column + 1), (row + 1, column + 1))
        for row, line in enumerate(board.between["east"])
        for column, sign in enumerate(line)
        if sign == mark
    ]
    along = [
        ((row + 1, column), (row + 1, column + 1))
        for row, line in enumerate(board.between["south"])
        for column, sign in enumerate(line)
        if sign == mark
    ]
    return across + along


def chains(joined: dict[Corner, list[Corner]]) -> list[list[Corner]]:
    """From every end and fork; then what runs in circles."""
    found = []
    for start in sorted(joined, key=lambda place: (len(joined[place]) == 2, place)):
        while joined[start]:
            found.append(
                walk_outline(
                    start, joined, {place for place, ends in joined.items() if len(ends) > 2}
                )
            )
    return found


def walk_outline(
    start: Corner, joined: dict[Corner, list[Corner]], forks: set[Corner]
) -> list[Corner]:
    chain = [start]
    while joined[chain[-1]] and (len(chain) == 1 or chain[-1] not in forks):
        here = chain[-1]
        there = joined[here].pop(0)
        joined[there].remove(here)
        chain.append(there)
    return chain
