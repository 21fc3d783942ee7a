"""RT-7: the engine comes to the same scores, sheets and places as the independent count."""

import random
from collections import Counter

import pytest
from arranging import arranged, ended
from table import game, started

from ekiben import bots

from .scoring_count import (
    SEATS,
    best_borrowing,
    board,
    borrowings,
    completed,
    counted,
    heard,
    in_order,
    joined,
    longest,
    networks,
    shown,
    worth,
)

TABLES = [(name, seats) for name, counts in SEATS.items() for seats in counts]
SMALL = [
    (name, seats) for name in ("ring", "alps", "bay") for seats in (2, 3, 4, 5)
]  # crowded, so that much is equal or contested


# ---- the engine against the count
def agrees(match, players):
    """The engine's scores, places, sheets and figures are those of the count."""
    found, totals, places, number, chains = counted(match.game.name, players)
    assert match.over and match.scores() == totals, (
        found,
        [list(match.sheet(seat)) for seat in range(match.seats)],
    )
    assert match.ranking() == places
    assert match.view().completed.tolist() == number and match.view().longest.tolist() == chains
    for seat in range(match.seats):
        sheet = Counter()
        for line in match.sheet(seat):
            sheet[line.reason] += line.points
        assert {reason: points for reason, points in sheet.items() if points} == {
            reason: points for reason, points in found[seat].items() if points
        }
    if "stations" in board(match.game.name):
        for seat in range(match.seats):
            check_borrowed(match, players, seat)


def check_borrowed(match, players, seat):
    """EU-5.3, EU-5.4: what the sheet says was borrowed can be, gives the best.

    No less would.
    """
    data, player, others = (
        board(match.game.name),
        players[seat],
        players[:seat] + players[seat + 1 :],
    )
    borrowed = [
        match.game.board.routes[n].id for n in match.view().borrowed[seat].tolist() if n >= 0
    ]
    lines = {
        line.details["ticket"]: line.details["borrowed"]
        for line in match.sheet(seat)
        if line.details.get("borrowed")
    }
    assert set().union(*lines.values()) == set(borrowed)
    assert not borrowed or borrowed in list(borrowings(player, others, data))
    network = networks([data["by_route"][route] for route in player.routes], data["cities"])
    tickets = [data["by_ticket"][ticket] for ticket in player.tickets]
    best = best_borrowing(player, others, data, network, tickets)
    assert worth(tickets, joined(network, [data["by_route"][route] for route in borrowed])) == best
    for left_out in borrowed:
        fewer = [data["by_route"][route] for route in borrowed if route != left_out]
        assert worth(tickets, joined(network, fewer)) < best
    for ticket, named in lines.items():
        assert is_done(data, network, ticket, named), f"{ticket} by {named}"
        assert not any(
            is_done(data, network, ticket, [route for route in named if route != left_out])
            for left_out in named
        )


def is_done(data, network, ticket, borrowed):
    """Whether a ticket is complete with these routes borrowed."""
    return bool(
        completed(
            [data["by_ticket"][ticket]],
            joined(network, [data["by_route"][route] for route in borrowed]),
        )
    )


# ---- games
def by_verb(luck, match):
    """A verb, each as likely as the others, then one of its actions: more claims and buildings than
    by chance.
    """
    legal = match.legal()
    verb = luck.choice(sorted({action.verb for action in legal}))
    return luck.choice([action for action in legal if action.verb == verb])


def played(name, seats, style, seed):
    match = game(name).new(seats, seed)
    luck = random.Random(f"{name} {seats} {style} {seed}")
    table = (
        []
        if style == "verbs"
        else [bots.make(style, seed=10 * seed + seat) for seat in range(seats)]
    )
    for seat, bot in enumerate(table):
        bot.sit(match.game, seat)
    while not match.over:
        match.play(
            table[match.seat].choose(match.view(match.seat), match.legal(), bots.Limit(1.0))
            if table
            else by_verb(luck, match)
        )
    return match


def check_game(name, seats, style, seed):
    match = played(name, seats, style, seed)
    players = heard(match)
    assert [in_order(player) for player in players] == [in_order(player) for player in shown(match)]
    agrees(match, players)


@pytest.mark.parametrize("style", ["random", "greedy", "verbs"])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_rt_7_games_are_scored_alike(name, seats, style):
    """RT-7.1 to RT-7.4, US-5, EU-5, EU-6, GL-5 to GL-7, LD-5, LD-6"""
    check_game(name, seats, style, seats)


@pytest.mark.parametrize(("name", "seats"), SMALL)
def test_rt_7_games_on_small_boards_are_scored_alike(name, seats):
    """RT-7.1 to RT-7.4, US-5, EU-5, EU-6, GL-5 to GL-7"""
    for seed in range(12):
        check_game(name, seats, "verbs", seed)


@pytest.mark.deep
@pytest.mark.parametrize("block", range(7))
@pytest.mark.parametrize("style", ["random", "greedy", "verbs"])
@pytest.mark.parametrize(("name", "seats"), TABLES + SMALL)
def test_rt_7_thousands_of_games_are_scored_alike(name, seats, style, block):
    """RT-7.1 to RT-7.4, US-5, EU-5, EU-6, GL-5 to GL-7, LD-5, LD-6"""
    for seed in range(10 * block + 10, 10 * block + 20):
        check_game(name, seats, style, seed)


# ---- positions fuller than most games: networks that grow from a city, many tickets, all stations
# and harbours
def own_pieces(name):
    data = board(name)["pieces"]
    trains = data.get("advised") or data.get("train") or data["bus"]
    return {"-": trains, "~": data["in_play"] - trains if "in_play" in data else 0}


def dealt_routes(name, seats, luck, share):
    """Routes for every seat, each touching one the seat has, while its pieces last; of twins one at
    most is dealt.
    """
    data, free = (
        board(name),
        [route for route in board(name)["by_route"] if not route.endswith("/2")],
    )
    owned = {seat: [] for seat in range(seats)}
    left = {
        seat: {kind: int(pieces * share) for kind, pieces in own_pieces(name).items()}
        for seat in range(seats)
    }
    growing = list(owned)
    while growing:
        seat = luck.choice(growing)
        mine = {city for route in owned[seat] for city in data["by_route"][route][:2]}
        fits = [
            route
            for route in free
            if data["by_route"][route][2] <= left[seat]["~" if "~" in route else "-"]
        ]
        near = [route for route in fits if mine & set(data["by_route"][route][:2])] or fits
        if not near:
            growing.remove(seat)
            continue
        route = luck.choice(near)
        free.remove(route)
        owned[seat].append(route)
        left[seat]["~" if "~" in route else "-"] -= data["by_route"][route][2]
    return owned


def dealt_tickets(name, seats, luck):
    tickets = list(board(name)["by_ticket"])
    luck.shuffle(tickets)
    each = min(12, len(tickets) // seats)
    return {
        seat: tickets[seat * each : (seat + 1) * each][: luck.randint(0, each)]
        for seat in range(seats)
    }


def dealt_buildings(name, routes, luck):
    """Stations anywhere, harbours in ports at the end of an own route; one to a city."""
    data, buildings, taken = board(name), {}, set()
    for seat, own in routes.items() if "stations" in data or "harbours" in data else ():
        near = {city for route in own for city in data["by_route"][route][:2]}
        sites = [
            city
            for city, row in data["cities"].items()
            if city not in taken and ("stations" in data or (row.get("port") and city in near))
        ]
        buildings[seat] = luck.sample(sites, min(luck.randint(0, 3), len(sites)))
        taken.update(buildings[seat])
    return buildings


def check_position(name, seats, seed, share):
    luck = random.Random(f"{name} {seats} {seed}")
    routes = dealt_routes(name, seats, luck, share)
    match = arranged(
        started(name, seats),
        routes=routes,
        tickets=dealt_tickets(name, seats, luck),
        buildings=dealt_buildings(name, routes, luck),
    )
    match = ended(match)
    players = shown(match)
    assert all(set(routes[seat]) <= set(player.routes) for seat, player in enumerate(players))
    agrees(match, players)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_rt_7_full_boards_are_scored_alike(name, seats, seed):
    """RT-7.1, RT-7.2, EU-5.3, EU-5.4, GL-5.4, LD-5.1"""
    check_position(name, seats, seed, 0.75)


@pytest.mark.parametrize(("name", "seats"), SMALL)
def test_rt_7_full_small_boards_are_scored_alike(name, seats):
    """RT-7.1, RT-7.2, EU-5.3, EU-5.4, GL-5.4"""
    for seed in range(30):
        check_position(name, seats, seed, 1)


@pytest.mark.deep
@pytest.mark.parametrize("block", range(10))
@pytest.mark.parametrize(("name", "seats"), TABLES + SMALL)
def test_rt_7_many_full_boards_are_scored_alike(name, seats, block):
    """RT-7.1, RT-7.2, EU-5.3, EU-5.4, GL-5.4, LD-5.1"""
    for seed in range(20 * block + 10, 20 * block + 30):
        check_position(name, seats, seed, 1)


# ---- the count itself, where the answer is known
@pytest.mark.parametrize(
    ("routes", "length"),
    [
        ([], 0),
        ([("a", "b", 3)], 3),
        ([("a", "b", 3), ("c", "d", 4)], 4),
        ([("a", "b", 1), ("b", "c", 2), ("b", "d", 5)], 7),
        ([("a", "b", 1), ("b", "c", 2), ("c", "a", 3), ("a", "d", 4)], 10),  # a loop with a tail
        (
            [
                ("a", "b", 2),
                ("b", "c", 2),
                ("c", "a", 2),
                ("a", "d", 2),
                ("d", "e", 2),
                ("e", "a", 2),
            ],
            12,
        ),  # a figure of eight
        (
            [
                ("a", "b", 1),
                ("a", "c", 1),
                ("a", "d", 1),
                ("b", "c", 1),
                ("b", "d", 1),
                ("c", "d", 1),
            ],
            5,
        ),  # four cities, all joined
    ],
)
def test_rt_7_2_the_longest_chain_of_small_networks(routes, length):
    """RT-7.2"""
    assert longest(routes) == length
