"""Scenes of the route games: they hold what a view shows, and nothing that is hidden from it."""

import random

import msgspec
import pytest
from arranging import arranged, ended
from table import started

import ekiben
from ekiben.core.match import Script
from ekiben.draw.routes.position import position
from ekiben.server.scenes import facts, scene
from ekiben.server.scenes.sentences import refusal_text, with_sentences
from ekiben.texts import languages

GAMES = ("america", "europe", "great-lakes", "london")
FORMS = {"plain", "harbour", "ship", "double", "wild"}


def played(name, seats=3, seed=7, most=10_000, **options):
    """A game of lively random play: routes are claimed whenever it comes to it."""
    match, luck = ekiben.load(name, **options).new(seats=seats, seed=seed), random.Random(seed)
    while not match.over and len(match.actions) < most:
        legal = match.legal()
        claims = [action for action in legal if action.verb == "claim"]
        match.play(luck.choice(claims if claims and luck.random() < 0.7 else legal))
    return match


def seen(match, viewer, language="en"):
    return scene(match.game, match.view(viewer), match.names, language=language)


def plain(match, viewer, language="en"):
    return msgspec.json.encode(seen(match, viewer, language))


# ---- facts
@pytest.mark.parametrize("name", GAMES)
def test_the_facts_are_the_board(name):
    game = ekiben.load(name)
    made, board = facts(game), game.board
    assert [one.id for one in made.routes] == [route.id for route in board.routes]
    assert all(
        len(one.spaces) == route.length and one.path
        for one, route in zip(made.routes, board.routes, strict=True)
    )
    assert [one.id for one in made.kinds] == list(board.kinds) and {
        one.form for one in made.kinds
    } <= FORMS
    assert all(
        bool(one.tunnel) == route.tunnel and len(one.ferry) == route.ferry
        for one, route in zip(made.routes, board.routes, strict=True)
    )
    assert all(
        one.labels[language] or one.junction for one in made.cities for language in languages()
    )
    assert msgspec.json.decode(msgspec.json.encode(made), type=type(made)) == made


def test_special_things_are_in_the_facts():
    assert [one.points for one in facts(ekiben.load("london")).districts] == [1, 2, 3, 4, 5]
    assert (
        facts(ekiben.load("europe")).building == "station"
        and facts(ekiben.load("great-lakes")).building == "harbour"
    )
    lakes = facts(ekiben.load("great-lakes"))
    assert (lakes.pieces, lakes.decks, lakes.in_play) == (
        ["train", "ship"],
        ["trains", "ships"],
        50,
    )


# ---- scenes
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_what_is_hidden_changes_no_byte(name, viewer):
    """Dealing anew all that a view hides gives the same scene, to the byte, all through a game."""
    match, luck = ekiben.load(name).new(seats=3, seed=11), random.Random(11)
    for ply in range(60):
        if ply % 6 == 0:
            imagined = match.game.imagine(match.view(viewer), seed=ply)
            imagined.names = match.names
            assert plain(imagined, viewer) == plain(match, viewer), f"after {ply} actions"
        match.play(luck.choice(match.legal()))


@pytest.mark.parametrize("name", GAMES)
def test_only_own_cards_and_tickets_are_shown(name):
    match = played(name, most=40)
    for viewer in (None, 0, 1, 2):
        seats = seen(match, viewer).seats
        assert [seat for seat, one in enumerate(seats) if one.hand is not None] == (
            [] if viewer is None else [viewer]
        )
        assert [seat for seat, one in enumerate(seats) if one.held is not None] == (
            [] if viewer is None else [viewer]
        )
    view = match.view(1)
    assert sum(seen(match, 1).seats[1].hand.values()) == int(view.hand_size[1].sum())


@pytest.mark.parametrize("name", GAMES)
def test_a_scene_agrees_with_the_match(name):
    match = played(name, most=90)
    made, state = seen(match, match.seat), match.position.state
    owned = [route for seat in made.seats for route in seat.routes]
    assert len(owned) == len(set(owned)) and owned
    free = {route.number for route in match.game.board.routes} - set(owned) - set(made.closed)
    claims = {action.route for action in match.legal() if action.verb == "claim"}
    assert claims <= {match.game.board.routes[route].id for route in free - set(made.twins)}
    assert [seat.score for seat in made.seats] == match.scores()
    assert made.market == [
        match.game.board.kinds[card] if card >= 0 else None
        for card in match.view(None).market.tolist()
    ]
    assert made.decks == state.deck_size[: len(made.decks)].tolist()


def test_cheapest_payments_are_legal_once_the_route_is_named():
    match = played("america", most=60)
    while match.asked != "turn":
        match.play(match.legal()[0])
    payments = seen(match, match.seat).payments
    claims = [action for action in match.legal() if action.verb == "claim"]
    assert {action.route for action in claims} == set(payments)
    for action in claims[:5]:
        tried = match.copy()
        tried.play(action)
        assert f"pay {payments[action.route]}" in map(str, tried.legal())


# ---- the open question
def test_a_tunnel_shows_what_lies_open_and_what_is_due():
    market, tunnel = ["blue", "green", "white", "black", "yellow"], ["wild", "blue", "green"]
    luck = Script({"deck": ["red"] * 12 + market + tunnel})
    match = ekiben.load("europe").new(seats=3, seed=1, luck=luck)
    while match.asked == "tickets":
        match.play(match.legal()[-1])
    claim = next(
        action
        for action in match.legal()
        if action.verb == "claim"
        and next(route for route in match.game.board.routes if route.id == action.route).tunnel
    )
    match.play(claim)
    asked = seen(match, None).due
    assert (
        match.asked == "payment"
        and match.game.board.routes[asked.route].id == claim.route
        and asked.way == "train"
    )
    match.play(next(action for action in match.legal() if "wild" not in str(action)))
    due = seen(match, None).due
    assert (
        match.asked == "tunnel" and due.turned == tunnel and (due.count, due.colour) == (1, "red")
    )
    assert (
        due.laid == {"red": match.game.board.routes[due.route].length}
        and due == seen(match, match.seat).due
    )


def test_the_offer_is_its_seats_alone():
    match = ekiben.load("london").new(seats=2, seed=3)
    assert len(seen(match, 0).seats[0].offer) == 2 and seen(match, 0).due.least == 1
    assert seen(match, 1).seats[0].offer is None and seen(match, None).seats[0].offer is None
    assert [one.ticket for one in seen(match, 0).tickets] == sorted(seen(match, 0).seats[0].offer)


# ---- the end
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", languages())
def test_the_end_has_sheets_that_sum_to_the_scores(name, language):
    match = played(name, seats=2, seed=5)
    made = seen(match, None, language)
    assert [sum(line.points for line in lines) for lines in made.sheet] == match.scores()
    assert made.ranking == match.ranking() and "⟦@" in made.verdict and "{" not in made.verdict
    assert all("{" not in line.text and line.clause for lines in made.sheet for line in lines)
    assert all(seat.hand is not None for seat in made.seats)
    assert bool(made.longest) == (name in ("america", "europe"))


def test_before_the_end_there_is_no_sheet():
    made = seen(played("london", most=20), None)
    assert (made.sheet, made.ranking, made.verdict, made.longest) == ([], [], "", [])


def test_joined_districts_are_those_that_score():
    match = played("london", seats=2, seed=9)
    made = seen(match, None)
    scored = [[line.text for line in lines if line.clause == "LD-5.1"] for lines in made.sheet]
    assert [sum(seat in seats for seats in made.joined) for seat in range(2)] == [
        len(lines) for lines in scored
    ]


# ---- sentences
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", languages())
def test_every_event_has_a_sentence_or_keeps_silent(name, language):
    match = played(name)
    for viewer in (None, 0):
        lines = with_sentences(match.game.board, language, match.events(viewer))
        assert [line["n"] for line in lines] == [event["n"] for event in match.events(viewer)]
        assert all("{" not in line["text"] for line in lines)
        assert all("text" in line and "kind" in line for line in lines) and any(
            "⟦@1⟧" in line["text"] for line in lines
        )


def test_sentences_mark_cards_and_seats():
    board = ekiben.load("america").board
    event = {"n": 0, "kind": "paid", "seat": 1, "cards": {"red": 2, "wild": 1}}
    assert with_sentences(board, "en", [event])[0]["text"] == "⟦@1⟧ pays ⟦2 red⟧, ⟦1 wild⟧."
    assert with_sentences(board, "ja", [event])[0]["text"].startswith("⟦@1⟧")


def test_what_is_taken_back_in_secret_is_told_so():
    match = ekiben.load("america").new(seats=2, seed=1)
    match.play("keep 1 2")
    match.undo()
    own, other = (
        with_sentences(match.game.board, "en", match.events(seat))[-1]["text"] for seat in (0, 1)
    )
    assert "keep tickets no. 1, 2" in own and "keep" not in other and other.startswith("⟦@0⟧")


def test_a_refusal_names_its_owner_by_mark():
    match = played("america", most=120)
    taken = next(route for seat in seen(match, None).seats for route in seat.routes)
    while match.asked != "turn":
        match.play(match.legal()[0])
    refusal = match.why_not(f"claim {match.game.board.routes[taken].id}")
    assert "⟦@" in refusal_text(match.game.board, "en", refusal)


# ---- tickets, borrowed routes, the last rounds
def europe(**places):
    """Seats 0 and 1 each have a station at an end of a route of seat 2, which completes a ticket of
    both.
    """
    return arranged(
        started("europe", 3),
        tickets={0: ["kyiv-sochi"], 1: ["erzurum-rostov"], 2: []},
        buildings={0: ["rostov"], 1: ["sochi"]},
        routes={0: ["kharkov-kyiv", "kharkov-rostov"], 1: ["erzurum-sochi"], 2: ["rostov-sochi"]},
        **places,
    )


def test_a_ticket_done_by_a_station_says_which_route_it_borrows():
    """EU-5.3: in play and at the end alike."""
    match = europe()
    lent = next(route.number for route in match.game.board.routes if route.id == "rostov-sochi")
    for shown in (match, ended(match)):
        for viewer in (0, 1):
            (ticket,) = seen(shown, viewer).tickets
            assert (ticket.state, ticket.spaces, ticket.borrowed, ticket.stations) == (
                "done",
                0,
                [lent],
                [],
            )


def test_a_route_borrowed_by_two_is_there_for_both():
    """EU-5.3"""
    match = ended(europe())
    lent = next(route.number for route in match.game.board.routes if route.id == "rostov-sochi")
    assert [(one.seat, one.route) for one in seen(match, None).borrowed] == [(0, lent), (1, lent)]
    assert position(match).borrowed == {lent: {0, 1}}


def test_a_ticket_tells_where_a_station_would_help():
    """EU-5.1"""
    match = arranged(europe(), buildings={0: []}, pieces={0: {}})
    (ticket,) = seen(match, 0).tickets
    cities = {city.number: city.id for city in match.game.board.cities}
    assert (
        ticket.state == "reachable"
        and [cities[city] for city in ticket.stations] == ["rostov"]
        and len(ticket.borrowed) == 1
    )


@pytest.mark.parametrize(
    ("name", "rounds"), [("america", 1), ("europe", 1), ("great-lakes", 2), ("london", 1)]
)
def test_the_rounds_that_are_left_are_counted(name, rounds):
    """RT-6.1, GL-7.1: one round, two in Great Lakes; both counts go down."""
    match = arranged(started(name, 3), pieces={0: {}})
    assert seen(match, 0).last_round is None
    left = []
    while not match.over:
        match.play(
            next(
                action
                for action in match.legal()
                if action.verb == "draw" and "deck" in action.fields
            )
        )
        if match.asked == "turn":
            left.append((seen(match, 0).last_round.turns, seen(match, 0).last_round.rounds))
    assert left == [(turn, -(-turn // 3)) for turn in range(3 * rounds, 0, -1)]
