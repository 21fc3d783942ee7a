"""Where the names of cities stand: as the file says, else where they cover least."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ekiben.draw.boxes import Box, apart, from_point, near, text_width
from ekiben.draw.curves import Point
from ekiben.draw.measures import MEASURES
from ekiben.games.routes.board_file import BoardFile, City

LANGUAGES = ("en", "ja")
Offset = tuple[
    float, float, str
]  # from the city to the label's edge (or its middle), and which edge that is


@dataclass(frozen=True)
class Label:
    """A name in two languages, set at x in the manner of the anchor, its lines' middle at y."""

    x: float
    y: float
    anchor: str
    large: str
    small: str
    width: float

    @property
    def box(self) -> Box:
        shift = {"start": self.width / 2, "middle": 0.0, "end": -self.width / 2}[self.anchor]
        return Box(self.x + shift, self.y, self.width, height(self.small))


def height(small: str) -> float:
    return MEASURES.large + (MEASURES.small + 1 if small else 0)


def label(city: City, at: Point, offset: Offset, language: str) -> Label:
    large, small = names(city, language)
    width = max(text_width(large, MEASURES.large), text_width(small, MEASURES.small))
    return Label(
        round(at[0] + offset[0], 1),
        round(at[1] + offset[1], 1),
        offset[2],
        large,
        small,
        round(width, 1),
    )


def names(city: City, language: str) -> tuple[str, str]:
    """The city's name in the language and in the other one, empty where they are the same."""
    large = city.names.get(language, city.names["en"])
    small = city.names["en" if language == "ja" else "ja"]
    return large, "" if small == large else small


def compass(wind: str) -> Offset:
    """Where a label stands for a wind: 'ne' is above and to the right."""
    beside, half = MEASURES.city + 4, height("-") / 2
    side = ("e" in wind) - ("w" in wind)
    down = ("s" in wind) - ("n" in wind)
    if not down:
        return side * beside, 0.0, "start" if side > 0 else "end"
    return (
        side * beside / 2,
        down * (half + (beside if not side else beside / 2)),
        ("middle", "start", "end")[side],
    )


def stored_offset(city: City) -> Offset | None:
    """What the file says of the label, if anything."""
    found = city.picture.get("label")
    if found is None:
        return None
    return compass(found) if isinstance(found, str) else (found[0], found[1], found[2])


def offsets() -> Iterator[Offset]:
    """All places worth trying, the calm ones first."""
    yield from map(compass, ("e", "w", "n", "s", "ne", "se", "nw", "sw"))
    beside, above = MEASURES.city + 4, height("-") / 2 + MEASURES.city + 3
    for far in (0, 7, 15):
        for along in (0, -6, 6, -12, 12, -18, 18, -25, 25):
            yield from (
                (side * (beside + far), along, anchor)
                for side, anchor in ((1, "start"), (-1, "end"))
            )
        for along in (-12, 12, -26, 26, -40, 40):
            yield from ((along, down * (above + far), "middle") for down in (-1, 1))


class Placer:
    """Places labels one after the other, each where it covers least of what is there already."""

    def __init__(
        self,
        board: BoardFile,
        cities: Sequence[Point],
        spaces: list[Box],
        size: tuple[float, float],
    ) -> None:
        self.board = board
        self.cities = cities
        self.size = size
        self.taken = list(spaces)

    def placed(self) -> dict[int, Offset]:
        """The offset of every label: those of the file first, then cities in the thick of it."""
        offsets: dict[int, Offset] = {}
        todo = [city for city in self.board.cities if not city.junction]
        crowd = {city.number: sum(self.close(city, box) for box in self.taken) for city in todo}
        for city in sorted(
            todo, key=lambda city: (stored_offset(city) is None, -crowd[city.number], city.number)
        ):
            offsets[city.number] = stored_offset(city) or self.best(city)
            self.taken += self.faces(city, offsets[city.number])
        return offsets

    def close(self, city: City, box: Box) -> bool:
        return from_point(box, self.cities[city.number]) < 60

    def best(self, city: City) -> Offset:
        reach = max(face.width for face in self.faces(city, (0, 0, "start"))) + 50
        around = Box(*self.cities[city.number], 2 * reach, 120)
        room = [box for box in self.taken if apart(around, box) < 0]
        tries = list(offsets())
        return min(
            tries, key=lambda offset: (round(self.cost(city, offset, room), 3), tries.index(offset))
        )

    def faces(self, city: City, offset: Offset) -> list[Box]:
        return [
            label(city, self.cities[city.number], offset, language).box for language in LANGUAGES
        ]

    def cost(self, city: City, offset: Offset, room: list[Box]) -> float:
        """How deep the label lies in other things, and a little for being far off."""
        depth = 0.02 * (abs(offset[0]) + abs(offset[1]))
        for face in self.faces(city, offset):
            depth += sum(max(0.0, 3 - apart(face, box)) for box in room if near(face, box, 3))
            depth += 2 * sum(
                max(0.0, MEASURES.city + 2 - from_point(face, at))
                for at in self.cities
                if abs(at[1] - face.y) < 40
            )
            depth += 3 * self.outside(face)
        return depth

    def outside(self, face: Box) -> float:
        x, y, edge = abs(face.x - self.size[0] / 2), abs(face.y - self.size[1] / 2), MEASURES.edge
        return max(0.0, x + face.width / 2 - self.size[0] / 2 + edge) + max(
            0.0, y + face.height / 2 - self.size[1] / 2 + edge
        )
