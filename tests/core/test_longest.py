"""RT-7.2: the longest route against brute force, on small networks with loops, eights and twins,
and on the real boards.
"""

import random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws.play import ROUTE_GAMES, load
from laws.worlds import within

from ekiben.games.routes.network import join, longest_chain, longest_route
from ekiben.games.routes.sizes import CITIES, ROUTES, WORD, WORDS
from ekiben.games.routes.state import State


def brute(rows):
    """The longest trail through rows of (a, z, length).

    Every way on from every city, no row twice.
    """

    def on(city, left):
        return max(
            (
                rows[n][2] + on(rows[n][0] + rows[n][1] - city, left - {n})
                for n in left
                if city in rows[n][:2]
            ),
            default=0,
        )

    return max(
        (
            on(city, frozenset(range(len(rows))))
            for city in {end for row in rows for end in row[:2]}
        ),
        default=0,
    )


def board_of(rows, numbers):
    """A board with these rows as the routes of these numbers."""
    b = SimpleNamespace(
        cities=CITIES,
        routes=ROUTES,
        at_city=np.zeros((CITIES, WORDS), np.int64),
        **{name: np.zeros(ROUTES, np.int16) for name in ("a", "z", "length")},
    )
    for (a, z, length), number in zip(rows, numbers, strict=True):
        b.a[number], b.z[number], b.length[number] = a, z, length
        for city in (a, z):
            b.at_city[city, number // WORD] |= 1 << number % WORD
    return b


def measured(b, routes, seat=1):
    """What the rules say is the longest, for a seat with these routes; and the chain they show for
    it.
    """
    s = State()
    for route in routes:
        s.owned[seat, route // WORD] |= 1 << route % WORD
    join(b, s, seat)
    s.longest[seat] = longest_route(b, s, seat)
    return int(s.longest[seat]), longest_chain(b, s, seat)


def check(rows, numbers=None):
    numbers = list(numbers or range(len(rows)))
    length, chain = measured(board_of(rows, numbers), numbers)
    assert length == brute(rows)
    check_chain([rows[numbers.index(number)] for number in chain], length)


def check_chain(rows, length):
    """It is one trail: all of a piece, with no more than two odd ends."""
    assert sum(row[2] for row in rows) == length
    ends = [end for row in rows for end in row[:2]]
    assert sum(ends.count(city) % 2 for city in set(ends)) in (0, 2)
    reached = set(rows[0][:2]) if rows else set()
    for _ in rows:
        reached |= {end for row in rows if reached & set(row[:2]) for end in row[:2]}
    assert reached == set(ends)


RING = [(0, 1, 2), (1, 2, 3), (2, 3, 1), (3, 0, 4)]
SHAPES = {
    "nothing": ([], 0),
    "one route": ([(0, 1, 5)], 5),
    "a line": ([(0, 1, 1), (1, 2, 2), (2, 3, 3)], 6),
    "a loop": (RING, 10),
    "a loop with a tail": ([*RING, (0, 5, 6)], 16),
    "a loop with two tails": ([*RING, (0, 5, 6), (2, 6, 1)], 16),
    "a figure of eight": ([*RING, (0, 4, 2), (4, 5, 2), (5, 0, 2)], 16),
    "two loops and a bridge": ([*RING, (0, 4, 3), (4, 5, 1), (5, 6, 1), (6, 4, 1)], 16),
    "a star": ([(0, 1, 1), (0, 2, 2), (0, 3, 3), (0, 4, 4)], 7),
    "twins": ([(0, 1, 4), (0, 1, 4)], 8),
    "twins with tails": ([(0, 1, 4), (0, 1, 4), (0, 2, 1), (1, 3, 1)], 9),
    "three between two cities": ([(0, 1, 3), (0, 1, 3), (0, 1, 2)], 8),
    "all pairs of four": ([(a, z, 1) for a in range(4) for z in range(a)], 5),
    "all pairs of five": ([(a, z, 1) for a in range(5) for z in range(a)], 10),
    "two networks": ([(0, 1, 5), (2, 3, 3), (3, 4, 3)], 6),
    "a small loop beats a long line's part": ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (3, 4, 2)], 3),
}


@pytest.mark.parametrize(("rows", "length"), SHAPES.values(), ids=SHAPES)
def test_the_longest_route_of_a_shape(rows, length):
    assert brute(rows) == length
    check(rows)
    check(rows, range(ROUTES - len(rows), ROUTES))


ROW = st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(1, 9)).filter(
    lambda row: row[0] != row[1]
)


@settings(max_examples=150)
@given(st.lists(ROW, max_size=9), st.randoms(use_true_random=False))
def test_the_longest_route_of_any_small_network(rows, luck):
    check(rows, luck.sample(range(ROUTES), len(rows)))


@pytest.mark.deep
@settings(max_examples=4000)
@given(st.lists(ROW, max_size=11), st.randoms(use_true_random=False))
def test_the_longest_route_of_very_many_small_networks(rows, luck):
    check(rows, luck.sample(range(ROUTES), len(rows)))


def on_the_board(name, seed, size):
    """Routes that hang together, drawn at random on the real board."""
    game, luck = load(name), random.Random(seed)
    routes = [luck.choice(game.board.routes)]
    while len(routes) < size:
        ends = {end for route in routes for end in (route.a, route.z)}
        near = [
            route
            for route in game.board.routes
            if route not in routes and {route.a, route.z} & ends
        ]
        routes.append(
            luck.choice(
                near
                if luck.random() < 0.9 and near
                else [row for row in game.board.routes if row not in routes]
            )
        )
    return routes


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_the_longest_route_on_the_boards(name):
    """Twins belong to different players in a game; here one may hold both."""
    for seed in range(40):
        routes = on_the_board(name, seed, 3 + seed % 8)
        length, chain = measured(load(name).plain_board, [route.number for route in routes])
        assert length == brute([(route.a, route.z, route.length) for route in routes])
        check_chain(
            [(route.a, route.z, route.length) for route in routes if route.number in chain], length
        )


def dense(name, seed, pieces):
    """Routes that join each other as often as can be, as far as a player's pieces go; of twins only
    one.
    """
    routes, luck, mine, ends = load(name).board.routes, random.Random(seed), [], set()
    while True:
        left = pieces - sum(route.length for route in mine)
        can = [
            route
            for route in routes
            if route.length <= left
            and route not in mine
            and (not mine or {route.a, route.z} & ends)
            and (route.twin < 0 or routes[route.twin] not in mine)
        ]
        if not can:
            return mine
        mine.append(
            min(can, key=lambda row: (not {row.a, row.z} <= ends, row.length, luck.random()))
            if luck.random() < 0.8
            else luck.choice(can)
        )
        ends |= {mine[-1].a, mine[-1].z}


@pytest.mark.parametrize(
    "name", [name for name in ROUTE_GAMES if load(name).board.figures.routes.longest_bonus]
)
def test_the_longest_route_is_found_in_time(name):
    """Also in the tightest networks that a player can have."""
    for seed in range(8):
        routes = dense(name, seed, load(name).board.figures.pieces.train)
        with within(20):
            length, chain = measured(load(name).plain_board, [route.number for route in routes])
        check_chain(
            [(route.a, route.z, route.length) for route in routes if route.number in chain], length
        )
