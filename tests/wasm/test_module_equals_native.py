"""The module gives what machine code gives: games, choices, searches; in Node and in browsers."""

from itertools import combinations

import pytest
from random_networks import random_network

import ekiben
from ekiben.bots.routes.builds import BUILDS as ROUTE_BOTS
from ekiben.bots.tokyo.builds import BUILDS as TOKYO_BOTS
from ekiben.bots.tokyo.kernels import KERNELS as TOKYO_KERNELS

from . import native

GAMES = ekiben.games()
SEED = 2**100 + 12345
SEATS = [
    (name, seats)
    for name in GAMES
    for seats in range(ekiben.load(name).seats[0], ekiben.load(name).seats[1] + 1)
]
ROUTES = [name for name in GAMES if name != "tokyo"]
ALL = 10**9  # decisions: to the end
# the kernels that searches call: all of Tokyo's planner, and the route experts'
SEARCHES = {f"tokyobots_{kernel.__name__}" for kernel in TOKYO_KERNELS} | {
    "routebots_list_moves",
    "routebots_try_moves",
    "routebots_ask_network",
    "routebots_play_moves",
    "routebots_learned_one",
}


def count_of(name: str) -> int:
    """Random games that take about as long on every board."""
    return 3 if name == "tokyo" else 120


def test_random_games_of_every_board_and_number_of_seats(host):
    for simd in (True, False):
        asked = [
            {"ask": "playouts", "simd": simd, "game": name, "count": count_of(name)}
            | {"seats": seats, "seed": str(SEED)}
            for name, seats in SEATS
        ]
        for (name, seats), found in zip(SEATS, host(asked), strict=True):
            assert found == native.random_games(name, count_of(name), seats, SEED), (name, seats)


def test_the_planner_in_every_seat(host):
    games = [(name, 2 + n % 4, 60 + n, ALL) for n, name in enumerate(ROUTES)]
    games.append(("tokyo", 2, 64, 40))
    asked = [
        {"ask": "planner", "game": name, "seats": min(seats, ekiben.load(name).seats[1])}
        | {"seed": str(seed), "decisions": decisions}
        for name, seats, seed, decisions in games
    ]
    for question, found in zip(asked, host(asked), strict=True):
        seed, decisions = int(question["seed"]), question["decisions"]
        wanted = native.planner_game(question["game"], question["seats"], seed, decisions)
        assert found == wanted, question


@pytest.fixture(scope="module")
def recorders(tmp_path_factory):
    """What experts, networks and the courier call, at some places of a game."""
    folder = tmp_path_factory.mktemp("networks")
    for name in ROUTES:
        random_network(ekiben.load(name)).save(folder / f"{name}.npz")
    tokyo = (("expert:rollouts=6", [0, 2]), ("courier", [0, 2, 3, 30, 31]))
    return [
        *(
            native.record_choices(name, f"{bot}:rollouts=40", "routebots", ROUTE_BOTS, [0, 60])
            for name in ROUTES
            for bot in ("searcher", "expert")  # without a network, and with one
        ),
        *(
            native.record_choices(
                name, f"learned:weights={folder / name}.npz", "routebots", ROUTE_BOTS, [0, 1, 30]
            )
            for name in ROUTES
        ),
        *(
            native.record_choices("tokyo", spec, "tokyobots", TOKYO_BOTS, places)
            for spec, places in tokyo
        ),
    ]


def test_the_kernels_of_searching_bots_byte_for_byte(host, recorders):
    found = host([{"ask": "calls", "calls": recorder.calls} for recorder in recorders])
    for recorder, results in zip(recorders, found, strict=True):
        for call, result, wanted in zip(recorder.calls, results, recorder.results, strict=True):
            assert result == wanted, call["kernel"]
    called = {call["kernel"] for recorder in recorders for call in recorder.calls}
    assert called == SEARCHES


# ---- longer
@pytest.mark.deep
def test_thousands_of_random_games(node):
    asked = [
        {"ask": "playouts", "game": name, "count": 50 * count_of(name)}
        | {"seats": seats, "seed": "7"}
        for name, seats in SEATS
    ]
    for (name, seats), found in zip(SEATS, node(asked), strict=True):
        assert found == native.random_games(name, 50 * count_of(name), seats, 7), (name, seats)


@pytest.mark.deep
def test_whole_games_of_the_planner(node):
    games = [(name, seats, seed) for name, seats in SEATS if name != "tokyo" for seed in range(10)]
    games.append(("tokyo", 2, 3))
    asked = [
        {"ask": "planner", "game": name, "seats": seats, "seed": str(seed), "decisions": ALL}
        for name, seats, seed in games
    ]
    for game, found in zip(games, node(asked), strict=True):
        assert found == native.planner_game(*game, ALL), game


@pytest.mark.deep
def test_many_searches(node):
    places = list(range(0, 120, 10))
    recorders = [
        native.record_choices(name, "expert:rollouts=200", "routebots", ROUTE_BOTS, places)
        for name in ROUTES
    ]
    found = node([{"ask": "calls", "calls": recorder.calls} for recorder in recorders])
    assert found == [recorder.results for recorder in recorders]


# ---- the package's own part: options, views, what is hidden
def some_options(name: str) -> list[dict[str, object]]:
    """No option, each value of each, and every two of them together."""
    known = ekiben.load(name).known_options
    one_each = [{option.name: value} for option in known for value in option.values]
    pairs = [{**a, **b} for a, b in combinations(one_each, 2) if a.keys() != b.keys()]
    return [{}, *one_each, *pairs]


def test_boards_with_their_options(node):
    asked = [(name, options) for name in GAMES for options in some_options(name)]
    found = node([{"ask": "board", "game": name, "options": options} for name, options in asked])
    for (name, options), digest in zip(asked, found, strict=True):
        assert digest == native.digest(ekiben.load(name, **options).boards), (name, options)


@pytest.mark.parametrize("name", GAMES)
def test_what_seats_see_and_observe(node, name):
    decisions, every = (60, 20) if name == "tokyo" else (ALL, 25)
    options = {"first_seat": "drawn"}
    for seats in ekiben.load(name).seats:
        asked = {"ask": "watch", "game": name, "seats": seats, "seed": "5", "options": options}
        (found,) = node([asked | {"decisions": decisions, "every": every}])
        assert found == native.watched_game(name, seats, 5, decisions, every, options)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_hidden_reaches_planner_view_or_observation(node, name):
    """What the seat does not know is dealt anew: it sees and would do the same."""
    asked, wanted = [], []
    for match in native.positions(name, 3, 12):
        view, game = match.view(match.seat), match.game
        for deal in (match, *(game.imagine(view, seed) for seed in range(3))):
            about = {"game": name, "bytes": native.in_base64(deal.position.packed())}
            hide = {"ask": "hidden", "seat": match.seat, "seats": 3}
            asked += [about | {"ask": "saved"}, about | hide]
        known = native.in_base64(native.known_state(game, view).packed())
        wanted.append((native.plain(match, view), known))
    found = node(asked)
    for n, (view, known) in enumerate(wanted):
        saved, hidden = found[8 * n : 8 * n + 8 : 2], found[8 * n + 1 : 8 * n + 8 : 2]
        assert all(one == saved[0] for one in saved) and saved[0]["view"] == view
        assert set(hidden) == {known}
    assert len({about["bytes"] for about in asked}) == 4 * len(wanted)
