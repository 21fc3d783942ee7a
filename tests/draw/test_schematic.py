"""The plan of every board: nothing lies on anything else."""

from __future__ import annotations

import json
import tomllib
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from ekiben.draw.boxes import Box, apart, from_point, near, text_width
from ekiben.draw.curves import arc, through
from ekiben.draw.measures import MEASURES
from ekiben.draw.routes.cards import places
from ekiben.draw.routes.labels import compass
from ekiben.draw.routes.scenery import lettering_box
from ekiben.draw.routes.schematic import Schematic, schematic
from ekiben.draw.routes.spaces import boxes
from ekiben.games.routes import board_file as board_module
from ekiben.games.routes.board_file import BoardFile, board_from, read

FILES = Path(board_module.__file__).parents[1] / "boards"
NAMES = ("america", "europe", "great-lakes", "london")
PICTURED = {"at", "label", "bend", "via"}
BUILDING = 11.5  # how far a station or a harbour reaches


def bare(name: str) -> BoardFile:
    """A board without any of the keys that only the picture reads."""
    data = tomllib.loads((FILES / f"{name}.toml").read_text(encoding="utf-8"))
    data.pop("picture", None)
    for row in (*data["cities"].values(), *data["routes"]["list"]):
        for key in PICTURED & row.keys():
            del row[key]
    return board_from(data, name)


@pytest.fixture(params=NAMES)
def board(request: pytest.FixtureRequest) -> BoardFile:
    return read(FILES / f"{request.param}.toml")


@pytest.fixture
def plan(board: BoardFile) -> Schematic:
    return schematic(board)


def rows(plan: Schematic) -> list[list[Box]]:
    return [boxes(route) for route in plan.routes]


def overlaps(plan: Schematic, margin: float) -> set[tuple[int, int]]:
    """Pairs of routes with spaces closer than the margin."""
    return {
        (a, z)
        for (a, one), (z, other) in combinations(enumerate(rows(plan)), 2)
        if any(near(x, y, margin) and apart(x, y) < margin for x in one for y in other)
    }


def test_no_two_routes_share_ground(plan: Schematic) -> None:
    assert overlaps(plan, 1.0) == set()


def test_every_route_has_its_spaces_all_of_full_length(board: BoardFile, plan: Schematic) -> None:
    assert [len(shape.spaces) for shape in plan.routes] == [route.length for route in board.routes]
    assert {shape.length for shape in plan.routes} == {MEASURES.length}


def test_spaces_of_a_route_follow_each_other_with_a_gap(plan: Schematic) -> None:
    for row in rows(plan):
        assert all(apart(before, after) > 1 for before, after in pairwise(row))


def test_twins_lie_side_by_side_with_a_gap(board: BoardFile, plan: Schematic) -> None:
    pairs = [(route.number, route.twin) for route in board.routes if route.twin > route.number]
    assert pairs
    for first, second in pairs:
        for one, other in zip(boxes(plan.routes[first]), boxes(plan.routes[second]), strict=True):
            assert MEASURES.twin - 0.3 < apart(one, other) < MEASURES.twin + 0.3


def test_no_space_touches_a_city(plan: Schematic) -> None:
    assert all(
        from_point(space, city) > MEASURES.city + 2
        for row in rows(plan)
        for space in row
        for city in plan.cities
    )


def test_spaces_stay_inside_the_frame(plan: Schematic) -> None:
    corners = [corner for row in rows(plan) for space in row for corner in space.corners()]
    assert all(8 < x < plan.size[0] - 8 and 8 < y < plan.size[1] - 8 for x, y in corners)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_labels_touch_neither_spaces_nor_cities_nor_each_other(
    plan: Schematic, language: str
) -> None:
    faces = [label.box for label in plan.labels[language] if label]
    assert all(apart(face, space) > 0.5 for face in faces for row in rows(plan) for space in row)
    assert all(from_point(face, city) > MEASURES.city + 1 for face in faces for city in plan.cities)
    assert all(apart(one, other) > 1 for one, other in combinations(faces, 2))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_labels_stay_inside_the_frame(plan: Schematic, language: str) -> None:
    faces = [label.box for label in plan.labels[language] if label]
    assert all(
        6 < x < plan.size[0] - 6 and 6 < y < plan.size[1] - 6
        for face in faces
        for x, y in face.corners()
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_buildings_cover_no_label(board: BoardFile, plan: Schematic, language: str) -> None:
    """A station may stand in any city, a harbour in any port."""
    cities = (
        board.cities if board.figures.stations else [city for city in board.cities if city.port]
    )
    faces = [label.box for label in plan.labels[language] if label]
    assert all(
        from_point(face, plan.cities[city.number]) > BUILDING for city in cities for face in faces
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_names_of_seas_and_cards_lie_on_nothing_else(
    board: BoardFile, plan: Schematic, language: str
) -> None:
    cards = list(places(board, plan.spots).values())
    names = [lettering_box(one, language) for one in plan.land.letterings]
    labels = [label.box for label in plan.labels[language] if label]
    spaces = [space for row in rows(plan) for space in row]
    assert cards and names
    assert all(apart(card, other) > 1 for card in cards for other in names + labels + spaces)
    assert all(apart(name, other) > 0 for name in names for other in labels + spaces)
    assert all(
        4 < x < plan.size[0] - 4 and 4 < y < plan.size[1] - 4
        for name in names
        for x, y in name.corners()
    )


def test_labels_have_both_languages(board: BoardFile, plan: Schematic) -> None:
    for city in board.cities:
        label = plan.labels["ja"][city.number]
        assert (label is None) == city.junction
        assert label is None or (label.large, label.small) == (city.names["ja"], city.names["en"])


def test_the_map_is_true_from_afar(board: BoardFile, plan: Schematic) -> None:
    """Cities far apart in longitude or latitude are on the same sides of each other in the plan."""
    span = max(city.lon for city in board.cities) - min(city.lon for city in board.cities)
    rise = max(city.lat for city in board.cities) - min(city.lat for city in board.cities)
    for one, other in combinations(board.cities, 2):
        (ax, ay), (zx, zy) = plan.cities[one.number], plan.cities[other.number]
        assert abs(other.lon - one.lon) < span * 0.3 or (other.lon > one.lon) == (zx > ax), (
            one.id,
            other.id,
        )
        assert abs(other.lat - one.lat) < rise * 0.45 or (other.lat > one.lat) == (zy < ay), (
            one.id,
            other.id,
        )


def test_ships_sail_on_water_and_trains_stop_on_land() -> None:
    board = read(FILES / "great-lakes.toml")
    plan = schematic(board)
    ships = [
        space
        for route in board.routes
        if route.kind == "ship"
        for space in plan.routes[route.number].spaces
    ]
    assert ships and not any(plan.land.dry((space.x, space.y)) for space in ships)
    inland = [city.number for city in board.cities if not city.port and not city.junction]
    assert all(plan.land.dry(plan.cities[city]) for city in inland)


def test_the_plan_as_json(board: BoardFile, plan: Schematic) -> None:
    plain = json.loads(plan.to_json())
    assert len(plain["cities"]) == len(board.cities)
    assert [len(route["spaces"]) for route in plain["routes"]] == [
        route.length for route in board.routes
    ]
    assert plain["labels"]["ja"][0]["large"] == board.cities[0].names["ja"]


def test_the_same_board_has_the_same_plan(board: BoardFile, plan: Schematic) -> None:
    assert schematic(read(FILES / board.file)) is plan


@pytest.mark.parametrize("name", NAMES)
def test_a_board_without_places_gets_a_decent_plan(name: str) -> None:
    """Worked out from longitude and latitude alone: some routes may touch, few labels may."""
    board = bare(name)
    plan = schematic(board)
    assert len(overlaps(plan, 0.0)) <= len(board.routes) * 0.12
    assert all(shape.length > MEASURES.length * 0.6 for shape in plan.routes)
    faces = [label.box for label in plan.labels["en"] if label]
    assert sum(apart(one, other) < 0 for one, other in combinations(faces, 2)) <= 2
    assert all(
        0 < x < plan.size[0] and 0 < y < plan.size[1] for face in faces for x, y in face.corners()
    )


def test_places_of_some_cities_only_are_kept() -> None:
    data = tomllib.loads((FILES / "london.toml").read_text(encoding="utf-8"))
    for name, row in data["cities"].items():
        if name != "big-ben":
            del row["at"]
    board = board_from(data, "london")
    big_ben = next(city for city in board.cities if city.id == "big-ben")
    assert schematic(board).cities[big_ben.number] == tuple(map(float, big_ben.picture["at"]))


def test_an_arc_has_the_sagitta_of_its_bend() -> None:
    line = arc((0, 0), (100, 0), 0.2)
    assert line.at(line.length / 2) == pytest.approx((50, -20), abs=0.01)
    assert arc((0, 0), (100, 0), -0.2).at(line.length / 2) == pytest.approx((50, 20), abs=0.01)


def test_a_line_goes_through_its_points() -> None:
    line = through([(0, 0), (50, 30), (90, 10), (140, 40)])
    for point in ((0, 0), (50, 30), (90, 10), (140, 40)):
        assert min(abs(x - point[0]) + abs(y - point[1]) for x, y in line.points) < 1e-9


@pytest.mark.parametrize(
    ("wind", "side", "down"),
    [("e", 1, 0), ("w", -1, 0), ("n", 0, -1), ("se", 1, 1), ("nw", -1, -1)],
)
def test_winds_of_labels(wind: str, side: int, down: int) -> None:
    dx, dy, anchor = compass(wind)
    assert (dx > 0) - (dx < 0) == side and (dy > 0) - (dy < 0) == down
    assert anchor == {1: "start", 0: "middle", -1: "end"}[side]


def test_wide_letters_are_wider() -> None:
    assert (
        text_width("iii", 10)
        < text_width("abc", 10)
        < text_width("MMM", 10)
        < text_width("駅弁駅", 10)
    )
