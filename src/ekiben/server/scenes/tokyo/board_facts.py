"""The facts of a Tokyo map for the browser: what a view never changes."""

from __future__ import annotations

from typing import Literal

import msgspec

from ekiben.draw.land import closed_path
from ekiben.draw.tokyo.cities import Name, block, names
from ekiben.draw.tokyo.contours import PITCH, around
from ekiben.draw.tokyo.terrain import area, base_of
from ekiben.draw.tokyo.terrain import scene as ground_of
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.board_file import BoardFile, City
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.lattice import DIRECTIONS, LINES, OWN
from ekiben.games.tokyo.state import EMPTY
from ekiben.texts import languages
from ekiben.texts.tokyo import places as posts_in_words
from ekiben.texts.tokyo.places import bearing
from ekiben.texts.wording import Words

Names = dict[str, str]


Box = tuple[float, float, float, float]  # middle, width and height


DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


NOTHING = "-"  # in a row of costs: no link to build here


class Ground(msgspec.Struct):
    """SVG path data of what lies under the posts."""

    land: str
    lakes: str
    rivers: str
    creeks: str
    hills: str
    mountains: str


class Town(msgspec.Struct):
    """A city; `outline` is the block of a big one."""

    id: str
    names: Names
    kind: str
    posts: list[int]
    box: Box
    outline: str


class Harbour(msgspec.Struct):
    id: str
    names: Names
    post: int


class Crossing(msgspec.Struct):
    """A ferry between two posts."""

    id: str
    names: Names
    a: int
    z: int
    cost: int


class Label(msgspec.Struct):
    """A name where the picture has it: `id` of its city or port, empty for waters and heights."""

    id: str
    kind: str
    large: str
    small: str
    box: Box


class Places(msgspec.Struct):
    """Every post in words: the number of its town, cities first, and how it lies from there."""

    towns: list[int]
    bearings: list[int]  # numbers in `texts`
    texts: dict[str, list[str]]  # by language; {town} is the town's name


class JobFacts(msgspec.Struct):
    """Its cities by number; `season` -1 for a job of a cup."""

    id: str
    origin: int
    goal: int
    reward: int
    cup: str
    season: int


class SeasonFacts(msgspec.Struct):
    id: str
    names: Names
    mark: str
    colour: str


class TileFacts(msgspec.Struct):
    id: str
    kind: str
    season: int


class TokyoFigures(msgspec.Struct):
    """What a display says of money and trains."""

    each_turn: int
    track_fee: int
    loan: int
    repay: int
    connections: int
    straight: int
    diagonal: int
    trains: list[str]
    upgrade: dict[str, int]
    speed_limits: list[int]
    ends: dict[str, int]
    between: dict[str, int]
    track: tuple[int, int]


class TokyoFacts(msgspec.Struct):
    """All that does not change on a map.

    A post's number is its row times the columns plus its column; a link's is its own post's times
    four plus its line.
    """

    family: Literal["lattice"]
    game: str
    names: Names
    map: Names
    rows: int
    columns: int
    pitch: float
    directions: list[str]
    lines: list[str]
    base: list[str]
    terrain: list[str]
    costs: list[list[str]]  # by line and row: a digit in base 36 for every link
    ground: Ground
    cities: list[Town]
    ports: list[Harbour]
    ferries: list[Crossing]
    places: Places
    labels: dict[str, list[Label]]
    jobs: list[JobFacts]
    seasons: list[SeasonFacts]
    tiles: list[TileFacts]
    figures: TokyoFigures


def facts(game: TokyoGame) -> TokyoFacts:
    board = game.board
    return TokyoFacts(
        "lattice",
        game.name,
        board.names,
        board.subtitles,
        board.rows,
        board.columns,
        PITCH,
        list(DIRECTIONS),
        [DIRECTIONS[own] for own in OWN],
        list(base_of(board)),
        list(board.terrain),
        costs(game),
        ground(board),
        [town(board, city) for city in board.cities],
        [Harbour(port.id, port.names, port.post) for port in board.ports],
        [Crossing(ferry.id, ferry.names, ferry.a, ferry.z, ferry.cost) for ferry in board.ferries],
        places(board),
        {language: [label(name) for name in names(board, language)] for language in languages()},
        [
            JobFacts(job.id, job.origin, job.goal, job.reward, job.cup, job.season)
            for job in board.jobs
        ],
        [
            SeasonFacts(season.id, season.names, season.mark, season.colour)
            for season in board.seasons
        ],
        [TileFacts(tile.id, tile.kind, tile.season) for tile in board.tiles],
        figures(board),
    )


def ground(board: BoardFile) -> Ground:
    land, base = ground_of(board), tuple(base_of(board))
    return Ground(
        land.path("land"),
        land.path("lake"),
        land.path("river"),
        land.path("creek"),
        area(base, "^A"),
        area(base, "A"),
    )


def town(board: BoardFile, city: City) -> Town:
    box = block(board, city)
    outline = "".join(closed_path(line) for line in around(board, city.posts)) if city.big else ""
    return Town(
        city.id,
        city.names,
        city.kind,
        list(city.posts),
        (box.x, box.y, box.width, box.height),
        outline,
    )


def places(board: BoardFile) -> Places:
    found = posts_in_words.places(board)
    offsets = list(dict.fromkeys(place.offset for place in found))
    numbers = {offset: number for number, offset in enumerate(offsets)}
    texts = {
        language: [bearing(Words(language, board), offset, "{town}") for offset in offsets]
        for language in languages()
    }
    return Places(
        [place.town for place in found], [numbers[place.offset] for place in found], texts
    )


def label(name: Name) -> Label:
    return Label(
        name.id,
        name.kind,
        name.large,
        name.small,
        (name.box.x, name.box.y, name.box.width, name.box.height),
    )


def costs(game: TokyoGame) -> list[list[str]]:
    """What each link costs to build, as the rules' own table has it."""
    b = game.plain_board
    return [
        [
            "".join(digit(b, (row * b.columns + column) * 4 + line) for column in range(b.columns))
            for row in range(b.rows)
        ]
        for line in range(len(LINES))
    ]


def digit(b: Board, link: int) -> str:
    return (
        NOTHING
        if b.end_z[link] == EMPTY or b.inside[link]
        else DIGITS[min(int(b.cost[link]), len(DIGITS) - 1)]
    )


def figures(board: BoardFile) -> TokyoFigures:
    track, trains, money = board.figures.track, board.figures.trains, board.figures.money
    return TokyoFigures(
        track.each_turn,
        money.track_fee,
        money.loan,
        money.repay,
        board.figures.scenario.connections,
        trains.straight,
        trains.diagonal,
        list(trains.list),
        trains.upgrade,
        list(trains.speed_limits),
        track.ends,
        {"river": track.river, "coast": track.coast},
        (track.straight, track.diagonal),
    )
