"""A piece of a Tokyo map as a small map of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ekiben.games.tokyo.board_file import BoardFile, City, Ferry, Port


@dataclass(frozen=True)
class Window:
    """Some rows and columns of the map."""

    top: int
    left: int
    rows: int
    columns: int

    def has(self, board: BoardFile, post: int) -> bool:
        row, column = divmod(post, board.columns)
        return 0 <= row - self.top < self.rows and 0 <= column - self.left < self.columns

    def post(self, board: BoardFile, post: int) -> int:
        """The number that a post has on the small map."""
        row, column = divmod(post, board.columns)
        return (row - self.top) * self.columns + column - self.left


def window_around(board: BoardFile, posts: list[int], rows: int, columns: int) -> Window:
    """Rows and columns with some posts in the middle."""
    places = [divmod(post, board.columns) for post in posts]
    row = (min(row for row, _ in places) + max(row for row, _ in places)) // 2
    column = (min(at for _, at in places) + max(at for _, at in places)) // 2
    return Window(
        top=max(0, min(row - rows // 2, board.rows - rows)),
        left=max(0, min(column - columns // 2, board.columns - columns)),
        rows=rows,
        columns=columns,
    )


def cut_out(board: BoardFile, window: Window) -> BoardFile:
    """The small map: ground, lines, cities, ports and ferries that are wholly or partly on it."""
    return replace(
        board,
        rows=window.rows,
        columns=window.columns,
        terrain=cut_rows(board.terrain, window),
        between={line: cut_rows(rows, window) for line, rows in board.between.items()},
        cities=tuple(cut_city(board, city, window) for city in board.cities),
        ports=tuple(
            cut_port(board, port, window) for port in board.ports if window.has(board, port.post)
        ),
        ferries=tuple(
            cut_ferry(board, ferry, window)
            for ferry in board.ferries
            if window.has(board, ferry.a) and window.has(board, ferry.z)
        ),
        picture=cut_picture(board, window),
        digest=f"{board.digest} {window}",
    )


def cut_rows(rows: tuple[str, ...], window: Window) -> tuple[str, ...]:
    """Signs of posts, or of the links between them: one fewer at the far rim does no harm."""
    return tuple(
        row[window.left : window.left + window.columns]
        for row in rows[window.top : window.top + window.rows]
    )


def cut_city(board: BoardFile, city: City, window: Window) -> City:
    """With the posts that are on the small map, which may be none."""
    kept = [post for post in city.posts if window.has(board, post)]
    return replace(city, posts=tuple(window.post(board, post) for post in kept))


def cut_port(board: BoardFile, port: Port, window: Window) -> Port:
    return replace(port, post=window.post(board, port.post))


def cut_ferry(board: BoardFile, ferry: Ferry, window: Window) -> Ferry:
    return replace(ferry, a=window.post(board, ferry.a), z=window.post(board, ferry.z))


def cut_picture(board: BoardFile, window: Window) -> dict[str, object]:
    found = board.picture.get("base")
    return {"base": list(cut_rows(tuple(found), window))} if found else {}
