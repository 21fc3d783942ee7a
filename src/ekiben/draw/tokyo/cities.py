"""Cities of a Tokyo map and their names: blocks of big ones, squares, rings, ports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ekiben.draw.boxes import Box, apart, text_width
from ekiben.draw.curves import Point, number, pair
from ekiben.draw.land import closed_path
from ekiben.draw.ornaments import ANCHOR
from ekiben.draw.style import (
    INDIGO,
    INK,
    LAND,
    QUIET,
    RAISED,
    SEA,
    SEA_NAME,
    VERMILION,
    circle,
    escape_text,
    group,
    language_of,
    path,
    rect,
    tag,
    text,
)
from ekiben.draw.tokyo.contours import PITCH, around, at, post_at, size
from ekiben.draw.tokyo.terrain import base_of
from ekiben.games.tokyo.board_file import BoardFile, City, Port

TYPE = {"mega": 24.0, "large": 18.5, "medium": 13.5, "exit": 12.0, "small": 11.0, "port": 10.0}
SECOND = {"mega": 11.0, "large": 9.5}  # the other language, under the names of big cities
HALF = {"medium": 7.0, "small": 5.0, "exit": 8.0, "port": 7.5}
BLOCKS = {"mega": "#E9A38F", "large": "#F0CDA0"}
ORDER = tuple(TYPE)
HEIGHT_NAME = "#6B5E3C"  # of mountains, on their darker ground


@dataclass(frozen=True)
class Name:
    """A name and what it covers; without a second line when `small` is empty."""

    kind: str
    large: str
    small: str
    box: Box
    id: str = ""


class Room:
    """What is taken on the sheet, and where there is still a place beside something."""

    def __init__(self, wide: float, high: float, taken: Iterable[Box] = ()) -> None:
        self.wide = wide
        self.high = high
        self.taken = list(taken)

    def beside(self, thing: Box, width: float, height: float) -> Box:
        """The place for a label that covers least, the calm ones first; it is taken from now on."""
        tries = [
            Box(round(x, 1), round(y, 1), width, height) for x, y in places(thing, width, height)
        ]
        best = min(
            tries,
            key=lambda one: (round(self.cost(one), 2) + 0.01 * far(one, thing), tries.index(one)),
        )
        self.taken.append(best)
        return best

    def cost(self, one: Box) -> float:
        edge = max(0.0, one.width / 2 + 6 - min(one.x, self.wide - one.x)) + max(
            0.0, one.height / 2 + 6 - min(one.y, self.high - one.y)
        )
        return 4 * edge + sum(
            max(0.0, 1.5 - apart(one, other)) for other in self.taken if close(one, other)
        )


def close(one: Box, other: Box) -> bool:
    return (
        abs(one.x - other.x) < (one.width + other.width) / 2 + 2
        and abs(one.y - other.y) < (one.height + other.height) / 2 + 2
    )


def far(one: Box, thing: Box) -> float:
    return abs(one.x - thing.x) + abs(one.y - thing.y)


def places(thing: Box, width: float, height: float) -> Iterator[Point]:
    """Beside, above and below a thing, then round about and farther off."""
    for gap in (2.5, 9.0, 18.0):
        right, down = (thing.width + width) / 2 + gap, (thing.height + height) / 2 + gap * 0.6
        for along in (0.0, -6.0, 6.0, -13.0, 13.0):
            yield from ((thing.x + right, thing.y + along), (thing.x - right, thing.y + along))
        for along in (0.0, -0.3, 0.3, -0.5, 0.5):
            shift = along * (width + thing.width)
            yield from ((thing.x + shift, thing.y - down), (thing.x + shift, thing.y + down))


# ---- what stands where
def shown(board: BoardFile) -> list[City]:
    """The cities on the map; a piece of a map has no posts of the others."""
    return [city for city in board.cities if city.posts]


def block(board: BoardFile, city: City) -> Box:
    """What a city's sign covers."""
    places = [post_at(board, post) for post in city.posts]
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, low = min(y for _, y in places), max(y for _, y in places)
    half = 2 * HALF.get(city.kind, PITCH / 2 - 1)
    return Box((left + right) / 2, (top + low) / 2, right - left + half, low - top + half)


def berth(board: BoardFile, port: Port) -> Box:
    return Box(*post_at(board, port.post), 2 * HALF["port"], 2 * HALF["port"])


@lru_cache(maxsize=8)
def _names_of(digest: str, language: str, known: _Known) -> tuple[Name, ...]:
    return tuple(_names(known.board, language))


class _Known:
    """A board as a key: all with the same digest are the same."""

    def __init__(self, board: BoardFile) -> None:
        self.board = board

    def __hash__(self) -> int:
        return hash(self.board.digest)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Known)
            and other.board.digest == self.board.digest
            and other.board.picture == self.board.picture
        )


def names(board: BoardFile, language: str) -> tuple[Name, ...]:
    """All names: cities and ports, the largest first, then the land where there is room."""
    return _names_of(board.digest, language, _Known(board))


def _names(board: BoardFile, language: str) -> Iterator[Name]:
    room = Room(
        *size(board),
        [block(board, city) for city in shown(board)]
        + [berth(board, port) for port in board.ports]
        + fares(board),
    )
    for city in sorted(shown(board), key=lambda city: ORDER.index(city.kind)):
        yield place_name(room, city.kind, city.names, block(board, city), language, city.id)
    for port in board.ports:
        yield place_name(room, "port", port.names, berth(board, port), language, port.id)
    yield from letterings(board, room, language)


def fares(board: BoardFile) -> list[Box]:
    """The badges on the ferries."""
    middles = [(post_at(board, ferry.a), post_at(board, ferry.z)) for ferry in board.ferries]
    return [Box((a[0] + z[0]) / 2, (a[1] + z[1]) / 2, 20, 20) for a, z in middles]


def place_name(
    room: Room, kind: str, both: dict[str, str], thing: Box, language: str, id: str
) -> Name:
    large = both.get(language, both["en"])
    other = both["en" if language == "ja" else "ja"] if kind in SECOND else ""
    width = max(text_width(large, TYPE[kind]), text_width(other, SECOND.get(kind, 0)))
    height = TYPE[kind] + (SECOND[kind] + 1 if other else 0)
    return Name(kind, large, other, room.beside(thing, round(width, 1), height), id)


def letterings(board: BoardFile, room: Room, language: str) -> Iterator[Name]:
    """Names of mountains and waters; one that would lie on something else is left out."""
    base = base_of(board)
    rows = [
        (row, base[round(row["row"])][round(row["column"])] == "~")
        for row in board.picture.get("labels", [])
    ]
    for row, wet in sorted(rows, key=lambda pair: not pair[1]):
        words, type_size = row[language], 16.0 if wet else 10.5
        wide = text_width(words, type_size) * 1.12
        x, y = at(row["row"], row["column"])
        tries = [
            Box(round(x + across, 1), round(y + down, 1), wide, type_size)
            for across, down in SHIFTS
        ]
        best = min(tries, key=lambda one: (round(room.cost(one), 1), tries.index(one)))
        if room.cost(best) < 1:
            room.taken.append(best)
            yield Name("water" if wet else "land", words, "", best)


SHIFTS = [
    (across * 12.0, down * 12.0)
    for reach in range(5)
    for across in range(-reach, reach + 1)
    for down in range(-reach, reach + 1)
    if max(abs(across), abs(down)) == reach
]


# ---- drawn
def cities(board: BoardFile, language: str) -> str:
    """Blocks first, then the signs of the smaller ones."""
    blocks = "".join(big(board, city, language) for city in shown(board) if city.big)
    signs = "".join(sign(board, city, language) for city in shown(board) if not city.big)
    return (
        blocks
        + group(signs, stroke=INK, fill=RAISED)
        + "".join(quay(board, port, language) for port in board.ports)
    )


def hover_text(board: BoardFile, city: City | Port, language: str) -> str:
    post = city.posts[0] if isinstance(city, City) else city.post
    return tag(
        "title", escape_text(f"{city.names.get(language, city.names['en'])} ({board.post(post)})")
    )


def big(board: BoardFile, city: City, language: str) -> str:
    """A block of paving with its free ways inside."""
    outline = "".join(closed_path(line) for line in around(board, city.posts))
    places = [post_at(board, post) for post in city.posts]
    ways = "".join(
        f"M{pair(a)}L{pair(z)}"
        for index, a in enumerate(places)
        for z in places[index + 1 :]
        if max(abs(a[0] - z[0]), abs(a[1] - z[1])) <= PITCH
    )
    posts = "".join(circle(x, y, 3.6) for x, y in places)
    rim = VERMILION if city.kind == "mega" else INK
    return group(
        hover_text(board, city, language),
        path(outline, fill=BLOCKS[city.kind], stroke=rim, stroke_width=2.2),
        path(ways, stroke=RAISED, stroke_width=1.8, fill="none"),
        group(posts, fill=RAISED, stroke=INK, stroke_width=1.3),
        data_city=city.id,
    )


def sign(board: BoardFile, city: City, language: str) -> str:
    (x, y), half = post_at(board, city.posts[0]), HALF[city.kind]
    if city.kind == "medium":
        drawn = rect(x - half, y - half, 2 * half, 2 * half, rx=1.5, stroke_width=2) + rect(
            x - 3, y - 3, 6, 6, fill=INK, stroke="none"
        )
    elif city.kind == "small":
        drawn = circle(x, y, half, stroke_width=1.8) + circle(x, y, 1.7, fill=INK, stroke="none")
    else:
        drawn = way_out(board, x, y)
    return group(hover_text(board, city, language), drawn, data_city=city.id)


def way_out(board: BoardFile, x: float, y: float) -> str:
    """An arrow that points over the nearest rim."""
    wide, high = size(board)
    turn = min((x, 270), (wide - x, 90), (y, 0), (high - y, 180))[1]
    return path(
        "M0-9.5L8 0H3.6V8H-3.6V0H-8Z",
        fill=INDIGO,
        stroke=RAISED,
        stroke_width=1.2,
        transform=f"translate({pair((x, y))})" + (f"rotate({turn})" if turn else ""),
    )


def quay(board: BoardFile, port: Port, language: str) -> str:
    x, y = post_at(board, port.post)
    anchor = path(
        ANCHOR, transform=f"translate({pair((x, y))})", fill="none", stroke=INDIGO, stroke_width=1.5
    )
    return group(
        hover_text(board, port, language),
        circle(x, y, HALF["port"], fill=RAISED, stroke=INDIGO, stroke_width=2),
        anchor,
        data_port=port.id,
    )


def lettered_names(board: BoardFile, language: str) -> str:
    """All names with a halo of the ground they stand on."""
    found = names(board, language)
    return "".join(draw_name(one) for one in found if not one.id) + "".join(
        city_name(board, one) for one in found if one.id
    )


def draw_name(one: Name) -> str:
    words, wet = one.large, one.kind == "water"
    return text(
        words,
        one.box.x,
        one.box.y + one.box.height * 0.35,
        font_size=one.box.height,
        text_anchor="middle",
        letter_spacing=1.2,
        fill=SEA_NAME if wet else HEIGHT_NAME,
        font_style="italic" if language_of(words) == "en" else None,
        stroke=None if wet else LAND,
        stroke_width=None if wet else 2,
        paint_order=None if wet else "stroke",
    )


def city_name(board: BoardFile, one: Name) -> str:
    ground, top, size_ = halo(board, one.box), one.box.y - one.box.height / 2, TYPE[one.kind]
    weight = 700 if one.kind in ("mega", "large", "medium") else 500
    first = text(
        one.large,
        one.box.x,
        top + size_ * 0.86,
        font_size=size_,
        font_weight=weight,
        xml__lang=language_of(one.large),
        fill=INDIGO if one.kind in ("exit", "port") else INK,
        stroke_width=3.2,
    )
    second = (
        text(
            one.small,
            one.box.x,
            top + size_ + SECOND[one.kind] * 0.9,
            font_size=SECOND[one.kind],
            fill=QUIET,
            font_weight=500,
            stroke_width=2.4,
            xml__lang=language_of(one.small),
        )
        if one.small
        else ""
    )
    return group(
        first,
        second,
        text_anchor="middle",
        stroke=ground,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def halo(board: BoardFile, box: Box) -> str:
    """Of the sea for a name at sea."""
    base = base_of(board)
    row, column = (
        min(int(box.y // PITCH), board.rows - 1),
        min(int(box.x // PITCH), board.columns - 1),
    )
    return SEA if base[max(row, 0)][max(column, 0)] == "~" else LAND


def ferries(board: BoardFile) -> str:
    """Broken lines with the fare."""
    parts = []
    for ferry, badge in zip(board.ferries, fares(board), strict=True):
        line = f"M{pair(post_at(board, ferry.a))}L{pair(post_at(board, ferry.z))}"
        parts += [
            path(line, stroke=RAISED, stroke_width=4.4, stroke_opacity=0.7),
            path(line, stroke=INDIGO, stroke_width=2.2, stroke_dasharray="7 5"),
            circle(badge.x, badge.y, 10.5, fill=RAISED, stroke=INDIGO, stroke_width=1.6),
            text(
                number(float(ferry.cost)),
                badge.x,
                badge.y + 4,
                font_size=11,
                font_weight=700,
                text_anchor="middle",
                fill=INK,
            ),
        ]
    return group("".join(parts), fill="none")
