"""The boards' counts, as the rulebooks give them or their maps show them."""

import pytest
from table import game


@pytest.mark.parametrize(
    ("name", "cities", "routes", "tickets"),
    [
        ("america", 36, 100, 30),
        ("europe", 47, 101, 46),
        ("great-lakes", 37, 110, 55),
        ("london", 17, 44, 20),
    ],
)
def test_cities_routes_and_tickets(name, cities, routes, tickets):
    """EU-1.3, LD-1.4, US-1.4: every one has a name of its own."""
    board = game(name).board
    assert (len(board.cities), len(board.routes), len(board.tickets)) == (cities, routes, tickets)
    assert len({city.id for city in board.cities}) == cities
    assert len({route.id for route in board.routes}) == routes
    assert len({ticket.id for ticket in board.tickets}) == tickets


@pytest.mark.parametrize("name", ["america", "europe", "great-lakes", "london"])
def test_everything_can_be_reached(name):
    """RT-4.4: from every city to every other."""
    board, reached = game(name).board, {0}
    for _ in board.cities:
        reached |= {
            city
            for route in board.routes
            if {route.a, route.z} & reached
            for city in (route.a, route.z)
        }
    assert len(reached) == len(board.cities)


def test_europe_has_eighteen_tunnels_thirteen_ferries_and_six_long_tickets():
    """EU-4.1, EU-3.1, EU-1.3"""
    board = game("europe").board
    tunnels, ferries = (
        [route for route in board.routes if route.tunnel],
        [route for route in board.routes if route.ferry],
    )
    assert (len(tunnels), len(ferries)) == (18, 13)
    assert not {route.id for route in tunnels} & {route.id for route in ferries}
    assert {route.colour for route in ferries} == {"grey"}
    long = [ticket for ticket in board.tickets if ticket.long]
    assert len(long) == 6 and min(ticket.points for ticket in long) > max(
        one.points for one in board.tickets if not one.long
    )


def test_great_lakes_has_thirty_five_cities_of_which_twenty_five_are_ports():
    """GL-5.1: two of its points lie in the water."""
    cities = game("great-lakes").board.cities
    assert sum(not city.junction for city in cities) == 35
    assert sum(city.port for city in cities) == 25
    assert not any(city.port and city.junction for city in cities)


def test_london_has_five_districts():
    """LD-5.1: every location belongs to one, and its number is what it scores."""
    board = game("london").board
    assert {number: row.points for number, row in board.figures.districts.items()} == {
        n: n for n in range(1, 6)
    }
    assert sorted(city.district for city in board.cities) == [
        1,
        1,
        2,
        2,
        2,
        2,
        3,
        3,
        3,
        4,
        4,
        4,
        4,
        5,
        5,
        5,
        5,
    ]


@pytest.mark.parametrize("name", ["america", "europe", "london"])
def test_only_europe_has_tunnels_ferries_and_long_tickets(name):
    """EU-3.1, EU-4.1, EU-1.3"""
    board = game(name).board
    special = any(route.tunnel or route.ferry for route in board.routes) or any(
        ticket.long for ticket in board.tickets
    )
    assert special == (name == "europe")
