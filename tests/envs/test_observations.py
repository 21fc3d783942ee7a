"""What an observation holds is true, is all the seat's own to know.

Is the same in both builds.
"""

from dataclasses import replace

import numpy as np
import pytest

from ekiben.envs import encoding, statics
from ekiben.envs.builds import interpreted_kernels, observation_kernels
from ekiben.envs.interface import Observer
from ekiben.games.routes import cheapest_paths, hints
from ekiben.observations.encoding import scratch

from .positions import GAMES, ROUTE_GAMES, TABLES, load, played


@pytest.fixture(scope="module", autouse=True)
def _best_speed():
    for name in ("america", "tokyo"):
        load(name).builds.fastest()


def plain(match, seat):
    game = match.game
    out = np.full((1, encoding(game).size), 77, np.uint8)
    interpreted_kernels(game).observe_many(
        [game.plain_board],
        [match.position.state.copy()],
        np.array([seat]),
        scratch(game),
        out,
        0,
        1,
    )
    return out[0]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_no_feature_depends_on_what_is_hidden(name, seats):
    """Everything a seat may not know is dealt anew: not a byte changes."""
    eye, hidden = Observer(load(name), "uint8"), 0
    for match in played(name, seats, 3 * seats, every=29):
        for seat in range(0 if match.over else seats):
            before = eye(match, seat)
            for seed in range(3):
                other = match.game.imagine(match.view(seat), seed)
                hidden += other.digest() != match.digest()
                assert eye(other, seat).tobytes() == before.tobytes(), (match.asked, seat)
    assert hidden > 20


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_both_speeds_see_the_same(name, seats):
    if load(name).builds.compiled is None:
        pytest.skip("there is no compiled code: numba is not here, or EKIBEN_PLAIN is set")
    eye = Observer(load(name), "uint8")
    for match in played(name, seats, seats, every=47):
        for seat in range(seats):
            assert (eye(match, seat) == plain(match, seat)).all()


@pytest.mark.parametrize("name", GAMES)
def test_every_place_is_written(name):
    """What was in the array before is gone."""
    game = load(name)
    match = next(played(name, game.seats[1], 1, every=5))
    first, kernels = plain(match, 0), observation_kernels(game)
    assert first.shape == (encoding(game).size,)
    out = np.full((1, len(first)), 200, np.uint8)
    boards, states = (
        (game.boards, match.position.packed())
        if kernels.compiled
        else ([game.plain_board], [match.position.state])
    )
    kernels.observe_many(boards, states, np.array([0]), scratch(game), out, 0, 1)
    assert (out[0] == first).all()


@pytest.mark.parametrize("name", GAMES)
def test_floats_are_the_bytes_scaled(name):
    game = load(name)
    bytes_, floats = Observer(game, "uint8"), Observer(game, "float32")
    for match in played(name, 2, 5, every=60, most=200):
        assert np.allclose(floats(match, 1), bytes_(match, 1) * encoding(game).scale)
        assert (floats(match, 0) <= floats.bound()).all()


@pytest.mark.parametrize("name", GAMES)
def test_observing_changes_nothing(name):
    eye = Observer(load(name), "uint8")
    for match in played(name, 2, 6, every=37, most=200):
        before, legal = match.digest(), match.position.legal()
        eye(match, 0), eye(match, 1)
        assert match.digest() == before and match.position.legal() == legal


# ---- route games: against the view and the hints
def by_own_routes(match, seat, ticket):
    """How a ticket stands without stations, all pieces counted together: its state, and the spaces
    missing.
    """
    s = hints.viewer_state(match.view(seat))
    (_, in_all), far = cheapest_paths.placeable(match.game.plain_board, s), 255
    given = replace(
        cheapest_paths.means(match.game, s),
        pieces=(far, far),
        in_all=far,
        stations=(),
        left=0,
        lent=(),
        hoped=0,
    )
    way = cheapest_paths.cheapest_way(match.game, given, ticket.a, ticket.z)
    spaces = far if way is None else way.spaces
    return "done" if spaces == 0 else "lost" if spaces > in_all else "reachable", spaces


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_tickets_stand_as_the_shortest_way_of_own_routes_says(name):
    game = load(name)
    layout, eye, states = encoding(game), Observer(game, "uint8"), set()
    for match in (match for seed in (11, 12, 13) for match in played(name, 3, seed, every=13)):
        for seat in range(0 if match.over else 3):
            seen = eye(match, seat)
            for ticket in hints.known_tickets(game, hints.viewer_state(match.view(seat))):
                row = layout.blocks["tickets"].of(seen)[ticket.number]
                found = dict(
                    zip(
                        [feature.name for feature in layout.blocks["tickets"].features],
                        row.tolist(),
                        strict=True,
                    )
                )
                state = "done" if found["done"] else "lost" if found["lost"] else "reachable"
                assert (state, found["spaces"]) == by_own_routes(match, seat, ticket)
                states.add(state)
    assert states == {"done", "lost", "reachable"}


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_cards_and_seats_are_as_in_the_view(name):
    game = load(name)
    layout, eye = encoding(game), Observer(game, "uint8")
    for match in played(name, 3, 8, every=23):
        view, seen = match.view(1), eye(match, 1)
        assert layout.column(seen, "cards", "hand").tolist() == view.hand[1].tolist()
        assert layout.column(seen, "cards", "market").tolist() == view.up.tolist()
        assert layout.column(seen, "cards", "discards").tolist() == view.discards.tolist()
        order = [1, 2, 0]
        assert layout.column(seen, "seats", "trains").tolist()[:3] == [
            view.pieces[seat, 0] for seat in order
        ]
        assert layout.column(seen, "seats", "tickets").tolist() == [
            *(view.ticket_count[seat] for seat in order),
            0,
            0,
        ]
        assert layout.column(seen, "known", "cards").reshape(5, -1)[:3].tolist() == [
            view.seen[seat].tolist() for seat in order
        ]
        unseen = layout.column(seen, "cards", "unseen").sum()
        assert match.over or unseen == view.deck_size.sum() + sum(
            layout.column(seen, "seats", "unknown")[1:].tolist()
        )


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_routes_are_as_the_rules_have_them(name):
    game = load(name)
    layout, eye, b = encoding(game), Observer(game, "uint8"), game.plain_board
    for match in played(name, 2, 21, every=7, most=250):
        if match.asked != "turn":
            continue
        seen = layout.blocks["routes"].of(eye(match, match.seat))
        names = [feature.name for feature in layout.blocks["routes"].features]
        column = {name: seen[:, at].astype(bool) for at, name in enumerate(names)}
        legal = {id - b.claim for id in match.position.legal() if b.claim <= id < b.ask_tickets}
        assert (
            set(np.flatnonzero(column["open"] & column["payable"] & column["fits"]).tolist())
            == legal
        )
        assert (
            seen[:, :7].sum(axis=1) == 1
        ).all()  # each route has one owner, is open or is closed
        assert (column["payable"] == (seen[:, names.index("short")] == 0))[column["open"]].all()


# ---- Tokyo
def test_what_tokyo_shows_is_as_in_the_view():
    game = load("tokyo")
    layout, eye = encoding(game), Observer(game, "uint8")
    for match in played("tokyo", 3, 4, every=97, most=900):
        view, seen = match.view(2), eye(match, 2)
        order = [2, 0, 1]
        money = 10 * layout.column(seen, "seats", "tens").astype(int) + layout.column(
            seen, "seats", "units"
        )
        assert money.tolist()[:3] == [view.money[seat] for seat in order]
        assert layout.column(seen, "seats", "joined").tolist()[:3] == [
            view.joined[seat] for seat in order
        ]
        track = layout.blocks["posts"].of(seen).reshape(-1)
        assert (track == np.where(view.track == 0, 0, np.where(view.track == 3, 2, 1))).all()
        assert layout.column(seen, "table", "left") == [view.left]


def test_steps_to_a_city_are_links_from_a_foothold():
    """Before any track is built they are counted from the big cities, which are none away."""
    game = load("tokyo")
    layout, board = encoding(game), game.board
    seen = Observer(game, "uint8")(game.new(2, 1), 0)
    steps = layout.column(seen, "cities", "steps")
    footholds = [
        divmod(post, board.columns) for city in board.cities if city.big for post in city.posts
    ]
    for city in board.cities:
        places = [divmod(post, board.columns) for post in city.posts]
        assert steps[city.number] == 1 + min(
            max(abs(r - y), abs(c - x)) for r, c in places for y, x in footholds
        )


@pytest.mark.parametrize("name", GAMES)
def test_what_never_changes_is_told_apart(name):
    game = load(name)
    layout, found = encoding(game), statics(game)
    for block, columns in found.items():
        if block in layout.blocks:
            assert {len(column) for column in columns.values()} == {layout.blocks[block].rows}
