"""Pictures of the how-to-play cards: drawn from the boards, and true to them."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import ekiben
from ekiben.draw import illustration
from ekiben.draw.style import without_details
from ekiben.draw.tokyo.windows import Window, cut_out
from ekiben.texts.learning import caption, card

BOARDS = {game: ekiben.load(game).board for game in ekiben.games()}
ALL = [
    (game, section.picture)
    for game, board in BOARDS.items()
    for section in card(board, "en").sections
    if section.picture
]


def drawn(game, name, language="en"):
    return illustration(BOARDS[game], name, language)


def marked(svg, kind):
    """The values of one kind of data attribute, in the order of the picture."""
    return re.findall(rf'data-{kind}="([^"]*)"', svg)


@pytest.mark.parametrize(("game", "name"), ALL)
def test_every_picture_is_one_drawing_with_a_caption(game, name):
    pictures = {language: drawn(game, name, language) for language in ("en", "ja")}
    for language, found in pictures.items():
        root = ElementTree.fromstring(found.svg)
        _, _, wide, high = map(float, root.attrib["viewBox"].split())
        assert wide == 500 and 100 < high < 520
        ids = re.findall(r' id="([^"]*)"', found.svg)
        assert len(ids) == len(set(ids)) and all(one.startswith(f"{game}-{name}-") for one in ids)
        used = set(re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', found.svg))
        assert {one or other for one, other in used} <= set(ids)
        told = caption(BOARDS[game], name, found.values, language)
        assert told and "{" not in told
    assert pictures["en"].svg != pictures["ja"].svg or name in ("cards", "trains")


def test_the_way_of_a_ticket_is_a_chain_of_one_seat():
    for game in ("america", "europe", "great-lakes", "london"):
        board, found = BOARDS[game], drawn(game, "way")
        (ticket,) = marked(found.svg, "ticket")
        one = next(one for one in board.tickets if one.id == ticket)
        routes = {route.id: route for route in board.routes}
        way = re.findall(r'data-route="([^"]*)" data-seat="0"', found.svg)
        ends = [city for name in way for city in (routes[name].a, routes[name].z)]
        assert sorted(city for city in set(ends) if ends.count(city) == 1) == sorted((one.a, one.z))
        assert found.values["points"] == one.points and found.values["count"] == len(way)


def test_a_claimed_route_is_paid_with_its_cards():
    for game in ("america", "europe", "great-lakes", "london"):
        board, found = BOARDS[game], drawn(game, "claim")
        (name,) = re.findall(r'data-route="([^"]*)" data-seat="0"', found.svg)
        route = next(route for route in board.routes if route.id == name)
        assert marked(found.svg, "card") == [route.colour] * route.length
        points = board.figures.routes.points[route.length - 1]
        assert f">+{points}<" in found.svg and found.values["points"] == points


def test_the_market_and_the_hand_are_the_boards():
    for game in ("america", "great-lakes", "london"):
        figures = BOARDS[game].figures.cards
        cards = marked(drawn(game, "cards").svg, "card")
        backs = cards.count("back")
        assert backs == len(figures.market)
        assert len(cards) - backs == sum(figures.market) + sum(figures.hand)
        assert cards.count("wild") == 1


def test_a_ferry_needs_its_wilds():
    found = drawn("europe", "ferry")
    cards = marked(found.svg, "card")
    assert cards.count("wild") == found.values["wilds"] >= 1
    assert len(cards) - cards.count("wild") == found.values["others"] >= 1


def test_a_tunnel_turns_up_as_many_cards_as_the_board_says():
    board, found = BOARDS["europe"], drawn("europe", "tunnel")
    cards = marked(found.svg, "card")
    turned = board.figures.routes.tunnel_cards
    laid = cards[:-turned]
    assert len(set(laid)) == 1 and cards[-turned:].count(laid[0]) == found.values["extra"] == 1


def test_a_closed_twin_is_crossed_out():
    found = drawn("america", "double").svg
    (closed,) = marked(found, "closed")
    (claimed,) = re.findall(r'data-route="([^"]*)" data-seat="1"', found)
    assert {closed.removesuffix("/2"), claimed.removesuffix("/2")} == {claimed.removesuffix("/2")}
    assert closed != claimed


def test_ships_and_harbours():
    ship, harbour = drawn("great-lakes", "ship"), drawn("great-lakes", "harbour")
    spaces = sum(2 if card.endswith("-double") else 1 for card in marked(ship.svg, "card"))
    assert spaces == ship.values["count"]
    cards = marked(harbour.svg, "card")
    assert len({card.partition("-")[0] for card in cards}) == 1
    assert marked(harbour.svg, "mark") == ["harbour"] * len(cards)


def test_a_district_is_joined_whole():
    board, found = BOARDS["london"], drawn("london", "district")
    number = found.values["district"]
    assert found.values["points"] == board.figures.districts[number].points
    owned = set(re.findall(r'data-route="([^"]*)" data-seat="0"', found.svg))
    reached = {city for one in board.routes if one.id in owned for city in (one.a, one.z)}
    assert {city.number for city in board.cities if city.district == number} <= reached


# ---- Tokyo Railways
def test_the_network_joins_as_many_cities_as_it_takes_to_win():
    board, found = BOARDS["tokyo"], drawn("tokyo", "network")
    assert found.values["count"] == board.figures.scenario.connections
    big = {city.id for city in board.cities if city.big}
    assert len(set(marked(found.svg, "city")) & big) >= found.values["count"]


def test_a_delivery_is_a_job_of_the_board():
    board, found = BOARDS["tokyo"], drawn("tokyo", "delivery")
    (name,) = marked(found.svg, "job")
    job = next(job for job in board.jobs if job.id == name)
    assert found.values["reward"] == job.reward and f">{job.reward} G<" in found.svg
    assert marked(found.svg, "train") == ["0"]


def test_all_trains_are_shown():
    board = BOARDS["tokyo"]
    assert marked(drawn("tokyo", "trains").svg, "train") == list(board.figures.trains.list)


def test_a_piece_of_the_map_is_a_small_map():
    board = BOARDS["tokyo"]
    part = cut_out(board, Window(top=20, left=15, rows=10, columns=12))
    assert len(part.terrain) == 10 and {len(row) for row in part.terrain} == {12}
    tokyo = next(city for city in part.cities if city.id == "tokyo")
    whole = next(city for city in board.cities if city.id == "tokyo")
    assert 0 < len(tokyo.posts) < len(whole.posts)
    assert all(0 <= post < 120 for city in part.cities for post in city.posts)


# ---- other boards, smaller files
def test_another_board_gets_other_pictures():
    board = BOARDS["london"]
    figures = replace(board.figures, cards=replace(board.figures.cards, hand=(4,)))
    cards = marked(illustration(replace(board, figures=figures), "cards", "en").svg, "card")
    assert len(cards) == len(marked(drawn("london", "cards").svg, "card")) + 2


def test_covers_have_no_details_that_an_image_cannot_show():
    svg = '<svg><title>a</title><desc>b</desc><g data-route="x"><title>c</title><path/></g></svg>'
    assert without_details(svg) == "<svg><g><path/></g></svg>"
