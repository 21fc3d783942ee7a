"""A window of the map in letters: ground, cities, track with its owners' numbers, trains."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from ekiben.cli.styling import QUIET, STRONG
from ekiben.cli.words import Words
from ekiben.core.match import Match
from ekiben.games.tokyo.board_file import BoardFile
from ekiben.games.tokyo.lattice import BIG_CLASSES, LINES, OWN, STEPS

GROUND = {
    ".": ".",
    "^": "^",
    "A": "A",
    "o": "%",
    "~": "~",
    "1": "o",
    "2": "m",
    "3": "B",
    "4": "M",
    "P": "P",
    "X": "X",
}
STYLES = {
    "^": "#8F7F4F",
    "A": "#8C6A35",
    "%": "#4F8FB0",
    "~": "#4F8FB0",
    "o": "bold",
    "m": "bold",
    "B": "bold",
    "M": "bold",
    "P": "bold",
    "X": "bold",
}
SEATS = (
    "#4A7BD0",
    "#E0563E",
    "#E3B93A",
    "#2FA497",
    "#A06BC0",
    "#6FB3DE",
    "#B5763C",
    "#E48FB4",
    "#9BB54A",
)
SIGNS = {"r": "≈", "c": "="}
RIVER = "#4F8FB0"
CITIES, OPEN = "omBMPX", ".^A~%"
TALL = 11  # posts from top to bottom
MARGIN = 4  # columns for the rows' numbers
Grid = list[list[tuple[str, str]]]


class Window:
    """So many posts around a place; four columns and two lines a post."""

    def __init__(self, match: Match, words: Words, post: int, width: int) -> None:
        self.match = match
        self.words = words
        self.view = match.view(None)
        board: BoardFile = words.board
        self.board = board
        self.wide = min(max((width - MARGIN) // 4, 4), board.columns)
        self.tall = min(TALL, board.rows)
        self.top = min(max(post // board.columns - self.tall // 2, 0), board.rows - self.tall)
        self.left = min(max(post % board.columns - self.wide // 2, 0), board.columns - self.wide)
        self.grid: Grid = [[(" ", "")] * (self.wide * 4) for _ in range(self.tall * 2)]

    def render(self) -> Text:
        self.ground()
        self.crossings()
        self.track()
        self.names()
        self.trains()
        head = "".join(
            f"c{self.left + column:<3}" if (self.left + column) % 2 == 0 else "    "
            for column in range(self.wide)
        )
        lines = [Text(" " * MARGIN + head.rstrip(), QUIET)]
        lines += [
            Text(
                f"r{self.top + line // 2:<3}" if line % 2 == 0 else " " * MARGIN, QUIET
            ).append_text(joined(row))
            for line, row in enumerate(self.grid)
        ]
        return Text("\n").join(lines)

    def put(self, line: int, column: int, sign: str, style: str = "") -> None:
        """A sign, or several; a wide one takes the next column as well."""
        for letter in sign:
            if 0 <= line < len(self.grid) and 0 <= column < len(self.grid[0]):
                self.grid[line][column] = (letter, style)
                if cell_len(letter) == 2 and column + 1 < len(self.grid[0]):
                    self.grid[line][column + 1] = ("", style)
            column += cell_len(letter)

    def at(self, post: int) -> tuple[int, int]:
        """Line and column in the window."""
        row, column = divmod(post, self.board.columns)
        return (row - self.top) * 2, (column - self.left) * 4

    # ---- layers
    def ground(self) -> None:
        for row in range(self.top, self.top + self.tall):
            for column in range(self.left, self.left + self.wide):
                sign = GROUND[self.board.terrain[row][column]]
                self.put(
                    (row - self.top) * 2, (column - self.left) * 4, sign, STYLES.get(sign, QUIET)
                )

    def crossings(self) -> None:
        """Rivers and coasts on the links that cross them."""
        for line, (down, across) in (("east", (0, 2)), ("south", (1, 0))):
            for row, marks in enumerate(self.board.between[line]):
                for column, mark in enumerate(marks):
                    if mark in SIGNS:
                        self.put(
                            (row - self.top) * 2 + down,
                            (column - self.left) * 4 + across,
                            SIGNS[mark],
                            RIVER,
                        )

    def track(self) -> None:
        for link, owner in enumerate(self.view.track.tolist()):
            if owner:
                self.link(link, owner - 1)

    def link(self, link: int, seat: int) -> None:
        """With the owner's number: colour is never alone."""
        line, column = self.at(link // 4)
        kind, style = LINES[link % 4], SEATS[seat]
        if kind == "east":
            self.put(line, column + 1, f"─{seat}─", style)
        elif kind == "south":
            self.put(line + 1, column, f"│{seat}", style)
        else:
            self.diagonal(
                line + 1,
                column + 2 * STEPS[OWN[link % 4]][1],
                "╲" if kind == "south_east" else "╱",
                seat,
            )

    def diagonal(self, line: int, column: int, sign: str, seat: int) -> None:
        crossed = (
            0 <= line < len(self.grid)
            and 0 <= column < len(self.grid[0])
            and self.grid[line][column][0] in "╲╱"
        )
        self.put(line, column, "╳" if crossed else f"{sign}{seat}", SEATS[seat])

    def names(self) -> None:
        """Below their posts, where no track is; big cities first."""
        for city in sorted(self.board.cities, key=lambda city: city.kind not in BIG_CLASSES):
            name = self.board.name(city.number, self.words.language)
            line, column = self.at(max(city.posts) if city.big else city.posts[0])
            for down, across in ((1, 0), (-1, 0), (1, -2), (-1, -2)):
                if self.is_free(
                    line + down, column + across - (4 if city.big else 0), cell_len(name)
                ):
                    self.put(
                        line + down,
                        column + across - (4 if city.big else 0),
                        name,
                        STRONG if city.kind != "small" else "",
                    )
                    break

    def is_free(self, line: int, column: int, length: int) -> bool:
        if not 0 <= line < len(self.grid) or column < 0 or column + length > len(self.grid[0]):
            return False
        return all(
            sign in " ≈=" and style != STRONG
            for sign, style in self.grid[line][column : column + length]
        )

    def trains(self) -> None:
        for seat, post in enumerate(self.view.train.tolist()):
            if post >= 0:
                line, column = self.at(post)
                before = sum(other == post for other in self.view.train.tolist()[:seat])
                self.put(line, column - 1 + 3 * before, f"[{seat}]", f"bold {SEATS[seat]} reverse")


def joined(row: list[tuple[str, str]]) -> Text:
    text = Text()
    for sign, style in row:
        text.append(sign, style)
    text.rstrip()
    return text


def around(match: Match, words: Words, post: int, width: int) -> Text:
    return Window(match, words, post, width).render()


def overview(match: Match, words: Words) -> Text:
    """The whole map, a sign a post: owners' numbers on track, big cities named."""
    board: BoardFile = words.board
    signs = [
        [(GROUND[sign], STYLES.get(GROUND[sign], QUIET)) for sign in row] for row in board.terrain
    ]
    view = match.view(None)
    for link, owner in enumerate(view.track.tolist()):
        if owner:
            mark_link(signs, board, link, owner - 1)
    for city in board.cities:
        if city.big:
            name_city(signs, board, city.posts, board.name(city.number, words.language))
    for seat, post in enumerate(view.train.tolist()):
        if post >= 0:
            signs[post // board.columns][post % board.columns] = (
                str(seat),
                f"bold {SEATS[seat]} reverse",
            )
    return Text("\n").join(joined(row) for row in signs)


def mark_link(signs: Grid, board: BoardFile, link: int, seat: int) -> None:
    """Both ends of a link, where no city is."""
    down, across = STEPS[OWN[link % 4]]
    row, column = divmod(link // 4, board.columns)
    for line, place in ((row, column), (row + down, column + across)):
        if signs[line][place][0] not in CITIES:
            signs[line][place] = (str(seat), SEATS[seat])


def name_city(signs: Grid, board: BoardFile, posts: Sequence[int], name: str) -> None:
    """Its name over open ground beside it: to the right, to the left, below or above."""
    (top, left), (bottom, right) = (
        divmod(min(posts), board.columns),
        divmod(max(posts), board.columns),
    )
    before, after = left - cell_len(name), right + 1
    for row, column in (
        (top, after),
        (top, before),
        (bottom, after),
        (bottom, before),
        (bottom + 1, left),
        (top - 1, left),
    ):
        if is_open(signs, row, column, cell_len(name)):
            write(signs, row, column, name)
            return


def is_open(signs: Grid, row: int, column: int, length: int) -> bool:
    """Whether so many posts of a row are on the map, and nothing but ground."""
    inside = 0 <= row < len(signs) and 0 <= column <= len(signs[0]) - length
    return inside and all(sign in OPEN for sign, _ in signs[row][column : column + length])


def write(signs: Grid, row: int, column: int, name: str) -> None:
    """A wide letter takes the next post as well."""
    for letter in name:
        signs[row][column : column + cell_len(letter)] = [(letter, STRONG), ("", STRONG)][
            : cell_len(letter)
        ]
        column += cell_len(letter)


def middle(match: Match, seat: int | None) -> int:
    """Where to look: the train, or a big city before it is placed."""
    view = match.view(None)
    placed = [post for post in view.train.tolist() if post >= 0]
    if seat is not None and view.train[seat] >= 0:
        return int(view.train[seat])
    return int(placed[0] if placed else match.game.board.cities[0].posts[0])
