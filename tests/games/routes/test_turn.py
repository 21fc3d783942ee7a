"""RT-2: a turn, passing, and games in which nothing moves on."""

import pytest
from arranging import arranged
from table import deck_sizes, hand_of, legal, play, refused, routes_of, started, told

PLAIN_MARKET = ["red", "blue", "green", "white", "black"]
# train routes of 33 spaces in all
GREAT_LAKES_TRAINS = [
    "rouyn-noranda-sudbury",
    "ottawa-rouyn-noranda",
    "cleveland-new-york",
    "duluth-thunder-bay",
    "montreal-rouyn-noranda",
]


# ---- RT-2.1
def test_rt_2_1_play_goes_clockwise():
    """RT-2.1"""
    match = started(seats=4)
    order = []
    for _ in range(9):
        order.append(match.seat)
        play(match, "draw deck", "draw deck")
    assert order == [0, 1, 2, 3, 0, 1, 2, 3, 0]


@pytest.mark.parametrize(
    "chain",
    [
        ["draw deck", "draw deck"],
        ["draw wild"],
        ["claim denver-santa-fe", "pay 2 red"],
        ["tickets", "keep 1"],
    ],
)
def test_rt_2_1_a_turn_is_exactly_one_action(chain):
    """RT-2.1: nothing else can be done in the middle of one, and the next seat follows."""
    match = arranged(started(), hand={0: {"red": 4}}, market=["wild", *PLAIN_MARKET[1:]])
    for step, action in enumerate(chain):
        assert match.seat == 0
        if step:
            for other in ("claim denver-omaha", "tickets", "pass"):
                assert refused(match, other, "RT-2.1", "not-asked").asked == match.asked
        play(match, action)
    assert (match.seat, match.asked) == (1, "turn")


def test_rt_2_1_an_answer_without_its_question_is_refused():
    """RT-2.1"""
    match = started()
    for action in ("pay 2 red", "keep 1"):
        assert refused(match, action, "RT-2.1", "not-asked").asked == "turn"


# ---- RT-2.2
def dry(seats=2, **places):
    """A table with nothing to draw: no cards but the market's, no tickets; all routes are seat 0's
    but ikebukuro-ueno.
    """
    routes = {
        0: [
            "akihabara-ueno",
            "akihabara-tokyo",
            "shinjuku-tokyo",
            "ikebukuro-shinjuku",
            "tokyo-ueno",
        ]
    }
    places = {
        "hand": {},
        "market": ["red", "blue", "red"],
        "deck": [],
        "discards": {},
        "rest": 0,
        "routes": routes,
        "ticket_deck": [],
        "ticket_rest": 0,
        **places,
    }
    places["hand"] = {seat: {} for seat in range(seats)} | places["hand"]
    return arranged(started("yamanote", seats), **places)


def test_rt_2_2_who_can_do_nothing_passes():
    """RT-2.2: no card, no ticket, no route to pay for."""
    match = dry(seat=1)
    assert legal(match) == ["pass"]
    events = play(match, "pass")
    assert [(event["kind"], event["seat"]) for event in events] == [("passed", 1)]
    assert (match.seat, match.over) == (0, False)


@pytest.mark.parametrize(
    ("places", "can"),
    [
        ({"hand": {1: {"red": 3}}}, ["claim ikebukuro-ueno"]),
        ({"deck": ["red"]}, ["draw red", "draw blue", "draw deck"]),
        ({"discards": {"red": 1}}, ["draw red", "draw blue", "draw deck"]),
        ({"ticket_deck": ["akihabara-ueno"]}, ["tickets"]),
    ],
)
def test_rt_2_2_who_can_do_anything_at_all_must(places, can):
    """RT-2.2"""
    match = dry(seat=1, **places)
    assert legal(match) == can
    refused(match, "pass", "RT-2.2", "can-act")


def test_rt_2_2_when_all_have_passed_in_a_row_the_game_is_scored_at_once():
    """RT-2.2: every route is taken or closed."""
    match = dry(
        3,
        routes={
            0: [
                "akihabara-ueno",
                "akihabara-tokyo",
                "shinjuku-tokyo",
                "ikebukuro-shinjuku",
                "tokyo-ueno",
                "ikebukuro-ueno",
            ]
        },
        tickets={1: ["shinjuku-tokyo"], 2: []},
        seat=1,
    )
    play(match, "pass", "pass")
    assert not match.over
    events = play(match, "pass")
    assert match.over and [event["kind"] for event in events] == ["passed", "over"]
    assert match.scores()[1:] == [-2, 0]
    assert match.legal() == [] and match.seat is None


def test_rt_2_2_only_passes_in_a_row_end_the_game():
    """RT-2.2: after three passes of four seat 2 claims, seat 3 draws what was paid; then four
    passes are needed again.
    """
    own = [
        "akihabara-ueno",
        "akihabara-tokyo",
        "shinjuku-tokyo",
        "ikebukuro-shinjuku",
        "ikebukuro-ueno",
        "tokyo-ueno",
    ]
    match = dry(4, hand={2: {"blue": 2}}, rest=1, routes={1: own}, seat=3)
    play(match, "pass", "pass", "pass", "claim ikebukuro-shinjuku/2", "pay 2 blue")
    assert (match.over, match.seat) == (False, 3)
    play(match, "draw deck", "draw deck")
    assert (hand_of(match, 3), deck_sizes(match), match.seat) == ({"blue": 2}, [0], 0)
    play(match, "pass", "pass", "pass")
    assert not match.over
    play(match, "pass")
    assert match.over


# ---- RT-2.3
def swaps(match):
    """One exchange for every turn, there and back."""
    while True:
        yield "exchange 1 trains" if (len(match.actions) // match.seats) % 2 else "exchange 1 ships"


@pytest.mark.parametrize("seats", [2, 3])
def test_rt_2_3_ten_rounds_of_exchanges_end_the_game(seats):
    """RT-2.3"""
    match = started("great-lakes", seats)
    swap = swaps(match)
    for _ in range(10 * seats - 1):
        play(match, next(swap))
    assert not match.over
    assert [event["kind"] for event in play(match, next(swap))] == ["exchanged", "over"]
    assert match.over
    assert [
        line.points
        for seat in range(seats)
        for line in match.sheet(seat)
        if line.clause == "GL-6.1"
    ] == [-10] * seats


def test_rt_2_3_anything_else_begins_the_ten_rounds_anew():
    """RT-2.3: a card drawn in the last turn before."""
    match = started("great-lakes")
    swap = swaps(match)
    for _ in range(19):
        play(match, next(swap))
    play(match, "draw trains", "draw trains")
    for _ in range(19):
        assert not match.over
        play(match, "exchange 1 trains" if "exchange 1 ships" not in legal(match) else next(swap))
    assert not match.over
    play(match, next(swap))
    assert match.over


def test_rt_2_3_ten_rounds_of_tunnels_withdrawn_end_the_game():
    """RT-2.3: every tunnel costs one card more than the player will pay."""
    extra = ["white"] * 8 + ["wild"] * 12
    plain = [
        kind
        for kind in ("purple", "blue", "orange", "green", "yellow", "black", "red")
        for _ in range(6)
    ]
    deck = [card for turn in range(20) for card in (extra[turn], plain.pop(), plain.pop())]
    market = ["red", "blue", "green", "black", "yellow"]
    match = arranged(
        started("europe"), hand={0: {"white": 2}, 1: {"white": 2}}, market=market, deck=deck
    )
    for turn in range(20):
        assert not match.over and match.seat == turn % 2
        events = play(match, "claim barcelona-pamplona", "pay 2 white", "withdraw")
        assert told(events, "tunnel-extra")[0]["extra"] == 1
    assert match.over and routes_of(match, 0) == routes_of(match, 1) == []


def test_rt_2_3_passes_exchanges_and_withdrawals_count_together():
    """RT-2.3: seat 0 exchanges, seat 1 can only pass: all its trains are placed, and no train is
    left in its box.
    """
    match = arranged(
        started("great-lakes"),
        hand={1: {}},
        deck=[],
        ships=[],
        discards={},
        rest=0,
        ticket_deck=[],
        ticket_rest=0,
        routes={1: []},
        pieces={1: {"train": 33, "ship": 17}},
    )
    match = arranged(match, routes={1: GREAT_LAKES_TRAINS})
    for turn in range(20):
        assert not match.over
        if match.seat == 0:
            play(match, "exchange 1 trains" if turn % 4 else "exchange 1 ships")
        else:
            assert legal(match) == ["pass"]
            play(match, "pass")
    assert match.over


@pytest.mark.parametrize("name", ["america", "great-lakes"])
def test_rt_2_3_tickets_drawn_bring_the_game_on(name):
    """RT-2.3: twenty turns of drawing tickets and keeping the first are not idle."""
    match = started(name)
    for _ in range(20):
        play(match, "tickets", "keep 1")
        assert not match.over
    dealt = {"america": 3, "great-lakes": 5}[name]
    assert match.view().ticket_count.tolist() == [dealt + 10] * 2


def test_rt_2_3_draws_and_claims_bring_the_game_on():
    """RT-2.3: nine rounds of exchanges, a claim, and nine more."""
    match = arranged(started("great-lakes"), hand={0: {"red": 1}})
    swap = swaps(match)
    for _ in range(18):
        play(match, next(swap))
    play(match, "claim ottawa-montreal", "pay 1 red")
    for _ in range(19):
        assert not match.over
        play(match, "exchange 1 trains" if len(match.actions) % 4 < 2 else "exchange 1 ships")
    assert not match.over and match.view().idle == 19
