"""EU-5.3, EU-5.4: what stations borrow, against a plain search that tries every way."""

import random
from itertools import product

import pytest
from table import game, has, tickets_of

from .positions import done, final, points


def joined(pairs):
    """Sets of cities that hang together."""
    groups = []
    for a, z in pairs:
        touching = [group for group in groups if a in group or z in group]
        groups = [group for group in groups if group not in touching] + [{a, z}.union(*touching)]
    return groups


def worth(networks, extra, tickets):
    """Points and number of the tickets that are complete with these routes added."""
    names = {city: n for n, group in enumerate(networks) for city in group}
    links = joined(
        [(names.get(route.a, -1 - route.a), names.get(route.z, -1 - route.z)) for route in extra]
    )
    complete = [
        ticket
        for ticket in tickets
        if is_joined(names.get(ticket.a, -1 - ticket.a), names.get(ticket.z, -1 - ticket.z), links)
    ]
    return sum(ticket.points for ticket in complete), len(complete)


def is_joined(a, z, links):
    return a == z or any(a in group and z in group for group in links)


def best_borrowing(own, others, tickets, stations):
    """EU-5.3, EU-5.4 by trying everything: the worth, and by station a route's number or -1."""
    networks = joined([(route.a, route.z) for route in own])
    choices = [
        [*(route for route in others if city in (route.a, route.z)), None] for city in stations
    ]
    values = {}
    for choice in product(*choices):
        numbers = tuple(-1 if route is None else route.number for route in choice)
        values[numbers] = worth(networks, [route for route in choice if route is not None], tickets)
    best = max(values.values())
    lean = [
        numbers
        for numbers in values
        if values[numbers] == best
        and not any(
            number >= 0 and values[(*numbers[:n], -1, *numbers[n + 1 :])] == best
            for n, number in enumerate(numbers)
        )
    ]
    return best, min(
        lean, key=lambda numbers: [999 if number < 0 else number for number in numbers]
    )


def random_owners(board, luck, seats):
    """Networks that grow side by side, mostly from where they are: route by route, whose it is."""
    limit, closing = board.figures.pieces.train, board.figures.routes.twins_close_up_to
    limits = [limit, limit * 2 // 3] + [limit] * (seats - 2)  # seat 1 gets some of seat 0's later
    owner, spaces, reached = (
        {},
        [0] * seats,
        [{luck.randrange(len(board.cities))} for _ in range(seats)],
    )
    for turn in range(int(len(board.routes) * luck.uniform(0.4, 1.2))):
        seat = turn % seats
        left = [
            route
            for route in board.routes
            if route.number not in owner
            and spaces[seat] + route.length <= limits[seat]
            and owner.get(route.twin) != seat
            and (route.twin not in owner or seats > closing)
        ]
        near = (
            [route for route in left if {route.a, route.z} & reached[seat]]
            if luck.random() < 0.9
            else []
        )
        if left:
            route = luck.choice(near or left)
            owner[route.number] = seat
            spaces[seat] += route.length
            reached[seat] |= {route.a, route.z}
    return owner


def random_places(board, luck, seats, most_tickets):
    """Routes, stations and tickets. Seat 0 has most of the tickets and stations; a few of its
    routes are seat 1's after all, and stations stand mostly where such a route ends.
    """
    owner, trains = random_owners(board, luck, seats), board.figures.pieces.train
    lost = [board.routes[n] for n in owner if owner[n] == 0 and board.routes[n].twin not in owner]
    lost = luck.sample(lost, min(3, len(lost) // 2))
    for route in lost:
        if route.length + sum(board.routes[n].length for n in owner if owner[n] == 1) <= trains:
            owner[route.number] = 1
    cities = [luck.choice([route.a, route.z]) for route in lost if luck.random() < 0.8]
    cities += luck.sample(range(len(board.cities)), len(board.cities))
    names = [board.cities[city].id for city in dict.fromkeys(cities)]
    built = [luck.choice([1, 2, 3, 3])] + [luck.choice([0, 0, 1]) for _ in range(seats - 1)]
    tickets = [
        ticket.id
        for ticket in luck.sample(
            board.tickets, luck.randint(most_tickets // 2, most_tickets) + seats
        )
    ]
    return {
        "routes": {
            seat: [board.routes[n].id for n in owner if owner[n] == seat] for seat in range(seats)
        },
        "buildings": {
            seat: names[sum(built[:seat]) : sum(built[: seat + 1])] for seat in range(seats)
        },
        "tickets": {
            0: tickets[seats:],
            **{seat: tickets[seat : seat + 1] for seat in range(1, seats)},
        },
    }


def agrees(match, seat):
    """The engine borrows, completes and scores what trying everything finds. Gives how many routes
    were borrowed.
    """
    board, view = match.game.board, match.view()
    own = [route for route in board.routes if has(view.owned[seat], route.number)]
    others = [
        route
        for route in board.routes
        if route not in own and any(has(row, route.number) for row in view.owned)
    ]
    held = [ticket for ticket in board.tickets if ticket.id in tickets_of(match, seat)]
    stations = [int(city) for city in view.building[seat] if city >= 0]
    (value, count), numbers = best_borrowing(own, others, held, stations)
    assert sum(done(match, seat).values()) == value and view.completed[seat] == count == len(
        done(match, seat)
    )
    assert view.borrowed[seat].tolist() == [*numbers, *[-1] * (3 - len(numbers))]
    at_the_end = 2 * value - sum(ticket.points for ticket in held) + 4 * (3 - len(stations))
    table = board.figures.routes.points
    in_play = sum(table[route.length - 1] for route in own) + sum(
        points(match, seat, "longest-route")
    )
    assert match.scores()[seat] == in_play + at_the_end
    return sum(number >= 0 for number in numbers)


@pytest.mark.parametrize(
    ("name", "seats", "positions", "most_tickets", "least"),
    [
        ("europe", 2, 100, 40, 50),
        ("europe", 3, 100, 40, 50),
        ("europe", 5, 80, 40, 40),
        ("alps", 2, 100, 8, 30),
        ("alps", 3, 150, 8, 50),
    ],
)
def test_eu_5_4_as_every_way_tried(name, seats, positions, most_tickets, least):
    """EU-5.3, EU-5.4: random positions; points, tickets and the very routes are those of a plain
    search.
    """
    luck, board, counts = random.Random(f"{name} {seats}"), game(name).board, []
    for _ in range(positions):
        match = final(name, seats, **random_places(board, luck, seats, most_tickets))
        counts += [agrees(match, seat) for seat in range(seats)]
    assert sum(count >= 1 for count in counts) >= least, counts
    assert sum(count >= 2 for count in counts) >= least // 6, counts
