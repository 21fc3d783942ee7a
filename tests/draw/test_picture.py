"""Pictures of boards and of games: what they show, and that they stand alone."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ekiben.draw.pieces import pattern
from ekiben.draw.routes.picture import svg
from ekiben.draw.routes.position import Position
from ekiben.draw.routes.symbols import SYMBOLS, symbol_ink
from ekiben.draw.style import (
    COLOURS,
    INDIGO,
    INK,
    LAND,
    PAPER,
    QUIET,
    RAISED,
    SEA,
    SEATS,
    VERMILION,
)
from ekiben.games.routes import board_file as board_module
from ekiben.games.routes.board_file import BoardFile, Route, board_from, read
from ekiben.texts import UnknownText

FILES = Path(board_module.__file__).parents[1] / "boards"
NAMES = ("america", "europe", "great-lakes", "london")
SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element


@pytest.fixture(params=NAMES)
def board(request: pytest.FixtureRequest) -> BoardFile:
    return read(FILES / f"{request.param}.toml")


def america() -> BoardFile:
    return read(FILES / "america.toml")


def game(board: BoardFile, over: bool = False) -> Position:
    """A third of the routes is claimed, by all seats in turn."""
    seats = board.seats[1]
    return Position(
        owners={
            route.number: route.number // 3 % seats
            for route in board.routes
            if route.number % 3 == 0
        },
        names=("Hanako", "Amélie", "次郎", "Tabi", "Kenji")[:seats],
        scores=(93, 71, 102, 88, 64)[:seats],
        pieces=tuple((12, 9) if len(board.pieces) == 2 else 12 for _ in range(seats)),
        stations={3: 0, 9: 1} if board.figures.stations else {},
        harbours={0: 2, 9: 1} if board.figures.harbours else {},
        districts={1: {0, 1}} if board.figures.districts else {},
        borrowed={4: {1}},
        longest={0: {0, 15}},
        highlight_tickets=[(0, 5)],
        seat=1,
        over=over,
        date="2026-03-14" if over else None,
    )


def parsed(picture: str) -> Element:
    return ElementTree.fromstring(picture)


def drawn(root: Element, route: Route) -> Element:
    """The group of a route."""
    return next(one for one in root.iter(f"{SVG}g") if one.get("data-route") == route.id)


def uses(group: Element, name: str) -> int:
    return sum((one.get("href") or "").endswith(f"-{name}") for one in group.iter(f"{SVG}use"))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("kind", ["empty", "running", "over"])
def test_it_stands_alone(board: BoardFile, language: str, kind: str) -> None:
    """Valid XML, no script, nothing from elsewhere, references to own ids only, every id with the
    prefix, under 200 kB.
    """
    picture = svg(board, None if kind == "empty" else game(board, kind == "over"), language)
    root = parsed(picture)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    inner = re.findall(r'href="([^"]*)"|url\(([^)]*)\)', picture)
    assert tags <= {
        "svg",
        "title",
        "desc",
        "defs",
        "g",
        "use",
        "path",
        "rect",
        "circle",
        "text",
        "clipPath",
    }
    assert len(ids) == len(set(ids)) and len({one.split("-")[0] for one in ids if one}) == 1
    assert {(link or url).removeprefix("#") for link, url in inner} <= set(ids)
    assert len(picture.encode()) < 200_000


def test_the_same_picture_again(board: BoardFile) -> None:
    assert svg(board, game(board), "ja") == svg(read(FILES / board.file), game(board), "ja")


def test_two_pictures_on_one_page_do_not_share_ids() -> None:
    board = america()
    first, second = (
        set(re.findall(r'id="([^"]*)"', svg(board, position))) for position in (None, game(board))
    )
    assert first and second and not first & second


def test_a_prefix_of_ones_own() -> None:
    assert 'id="map-space"' in svg(america(), prefix="map")


def test_every_open_space_shows_its_colours_symbol(board: BoardFile) -> None:
    root = parsed(svg(board))
    for route in board.routes:
        group = drawn(root, route)
        assert group.get("fill") == COLOURS[route.colour]
        assert uses(group, "ship" if route.kind == "ship" else "space") == route.length
        assert uses(group, "wild") == route.ferry
        if route.colour in SYMBOLS:
            assert uses(group, route.colour) == route.length - route.ferry


def test_symbols_stay_upright(board: BoardFile) -> None:
    """A turned triangle would be another colour's."""
    for one in parsed(svg(board)).iter(f"{SVG}use"):
        if (one.get("href") or "").split("-")[-1] in SYMBOLS:
            assert one.get("transform") is None and one.get("x") and one.get("y")


def test_claimed_routes_show_pieces_and_numbers_of_their_seat(board: BoardFile) -> None:
    position = game(board)
    root = parsed(svg(board, position))
    for route in board.routes:
        group, seat = drawn(root, route), position.owners.get(route.number)
        assert group.get("data-seat") == (None if seat is None else str(seat))
        if seat is not None:
            assert uses(group, f"{route.kind}{seat}") == uses(group, f"seat{seat}") == route.length
            assert uses(group, "space") == uses(group, "ship") == 0


def test_every_seat_has_a_colour_and_a_pattern_of_its_own() -> None:
    assert len(set(SEATS)) == 9 and len({pattern(seat) for seat in range(9)}) == 9
    root = parsed(svg(america(), game(america())))
    pieces = [
        element
        for seat in range(5)
        for element in root.iter()
        if (element.get("id") or "").endswith(f"-train{seat}")
    ]
    assert [
        any(one.get("fill") == SEATS[seat] for one in piece.iter())
        for seat, piece in enumerate(pieces)
    ] == [True] * 5


def test_tunnels_have_two_mouths() -> None:
    board = read(FILES / "europe.toml")
    tunnels = sum(route.tunnel for route in board.routes)
    assert svg(board).count("Q4.6-") == 2 * tunnels > 0


def test_stations_and_harbours_are_marked() -> None:
    for name, field in (("europe", "stations"), ("great-lakes", "harbours")):
        board = read(FILES / f"{name}.toml")
        root = parsed(svg(board, Position(names=("A", "B"), **{field: {0: 1, 3: 0}})))
        marks = [
            one
            for one in root.iter(f"{SVG}g")
            if one.get("data-seat") and not one.get("data-route")
        ]
        assert [one.get("data-seat") for one in marks] == ["1", "0"]


def test_a_borrowed_route_keeps_its_owners_numbers() -> None:
    """The line of whoever borrows runs beside the pieces, not over them."""
    board = read(FILES / "europe.toml")
    root = parsed(
        svg(board, Position(owners={0: 0}, borrowed={0: {1}}, names=("A", "B")), prefix="p")
    )
    assert uses(drawn(root, board.routes[0]), "seat0") == board.routes[0].length
    assert uses(root, "seat1") == 2  # on the line, and in the strip of scores


def test_a_route_borrowed_by_two_shows_both() -> None:
    """EU-5.3: each has dashes of its own on the line, and its number."""
    board = read(FILES / "europe.toml")
    picture = svg(
        board, Position(owners={0: 0}, borrowed={0: {1, 2}}, names=("A", "B", "C")), prefix="p"
    )
    root = parsed(picture)
    assert [uses(root, f"seat{seat}") for seat in (1, 2)] == [2, 2]
    dashes = [one for one in root.iter(f"{SVG}path") if one.get("stroke-dasharray") == "8 18"]
    assert (
        sorted(one.get("stroke-dashoffset") for one in dashes) == ["-13", "0"]
        and len({one.get("stroke") for one in dashes}) == 2
    )


def test_a_tickets_line_hides_no_symbol() -> None:
    picture = svg(america(), Position(highlight_tickets=[(0, 5)], names=("A", "B")))
    assert 0 < picture.index('stroke-dasharray="0 6.5"') < picture.index("data-route")


def test_districts_show_who_joined_them() -> None:
    board = read(FILES / "london.toml")
    none, one = (
        svg(board, Position(names=("A", "B"), districts=joined), prefix="p")
        for joined in ({}, {2: {1}})
    )
    assert one.count('"#p-seat1"') == none.count('"#p-seat1"') + 1


def test_names_stand_in_both_languages(board: BoardFile) -> None:
    for language, other in (("en", "ja"), ("ja", "en")):
        groups = parsed(svg(board, language=language)).iter(f"{SVG}g")
        sizes = {(group.get("font-size"), one.text) for group in groups for one in group}
        for city in board.cities:
            if not city.junction:
                assert ("14", city.names[language]) in sizes and ("9", city.names[other]) in sizes


def test_a_finished_game_is_a_wrapping_paper(board: BoardFile) -> None:
    position = game(board, over=True)
    words = [one.text for one in parsed(svg(board, position, "ja")).iter(f"{SVG}text")]
    assert {board.names["ja"], board.names["en"], "2026-03-14", "102", "次郎"} <= set(words)
    assert words.index("次郎") < words.index("Hanako")  # the best first
    assert VERMILION in svg(board, position)


def test_a_title_of_ones_own() -> None:
    picture = svg(america(), title="Final of the club")
    assert "<title>Final of the club" in picture
    assert "Final of the club" in [one.text for one in parsed(picture).iter(f"{SVG}text")]


def test_names_from_people_do_no_harm() -> None:
    nasty = '<script>alert("1")</script>&' + "W" * 80
    picture = svg(america(), Position(owners={0: 0}, names=(nasty, "B"), scores=(1, 2)))
    root = parsed(picture)
    assert "<script" not in picture
    assert all(len(one.text or "") < 60 for one in root.iter(f"{SVG}text"))


def test_the_picture_in_words(board: BoardFile) -> None:
    root = parsed(svg(board, game(board), "en"))
    title, desc = (root.findtext(f"{SVG}{name}") or "" for name in ("title", "desc"))
    assert title == f"{board.names['en']} · {board.names['ja']}"
    assert "Hanako 93" in desc and board.names["en"] in desc
    told = [drawn(root, route).find(f"{SVG}title") for route in board.routes]
    assert all(one is not None and one.text for one in told)


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(UnknownText, match="'fr'"):
        svg(america(), language="fr")


def test_a_board_of_ones_own() -> None:
    """A file with nothing but cities and routes is drawn too, with its title above."""
    data = tomllib.loads((FILES / "london.toml").read_text(encoding="utf-8"))
    del data["picture"]
    for row in (*data["cities"].values(), *data["routes"]["list"]):
        for key in ("at", "label", "bend", "via"):
            row.pop(key, None)
    board = board_from(data, "mine.toml")
    for position in (None, game(board), game(board, over=True)):
        assert "London" in [one.text for one in parsed(svg(board, position)).iter(f"{SVG}text")]


def three_in_a_row() -> BoardFile:
    """Three cities on one line of latitude, with colours that have no words here."""
    data = tomllib.loads((FILES / "america.toml").read_text(encoding="utf-8"))
    del data["picture"], data["counts"]
    data |= {
        "seats": [2, 2],
        "cities": {
            name: {"en": name, "ja": name, "lat": 35.0, "lon": 135.0 + ord(name)} for name in "abc"
        },
    }
    data["cards"]["colours"] = ["teal", "red", "brown"]
    data["routes"]["list"] = [
        {"between": ["a", "b"], "length": 2, "colour": "teal"},
        {"between": ["c", "b"], "length": 3, "colour": "brown"},
    ]
    data["tickets"] |= {
        "deal": 1,
        "keep": 1,
        "draw": 1,
        "list": [{"between": ["a", "c"], "points": 5}, {"between": ["a", "b"], "points": 2}],
    }
    return board_from(data, "mine.toml")


def test_colours_and_places_of_ones_own() -> None:
    """A colour not known here has a symbol all the same."""
    board = three_in_a_row()
    root = parsed(svg(board, language="ja"))
    assert all(
        sum(uses(drawn(root, route), name) for name in SYMBOLS) == route.length
        for route in board.routes
    )


def brightness(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", [LAND, SEA, PAPER, RAISED])
def test_lettering_can_be_read(ground: str) -> None:
    assert contrast(INK, ground) >= 4.5 and contrast(QUIET, ground) >= 4.5
    assert contrast(VERMILION, RAISED) >= 4.5 and contrast(INDIGO, RAISED) >= 4.5


def test_symbols_can_be_told_from_their_colour() -> None:
    assert all(contrast(symbol_ink(colour), COLOURS[colour]) >= 3.5 for colour in SYMBOLS)
