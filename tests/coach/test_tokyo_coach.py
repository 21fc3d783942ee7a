"""The coach of Tokyo Railways: what it says of jobs, track, money and trips."""

import pytest

import ekiben
from ekiben.coach import explain, remarks, say, suggest
from ekiben.coach.tokyo.suggestions import explain_stops
from ekiben.coach.tokyo.trips import Stop, has_room_for, load_before_leaving, measure
from ekiben.games.tokyo.plans import plan_run
from ekiben.texts import languages

# Saitama and Chiba have jobs for each other, and 29 G of track join them
SEED, TO_CHIBA, TO_SAITAMA = 687, "a22", "a28"
START = ("place saitama r24c22", f"load {TO_CHIBA}", "stop")
TRACK = ("r25c23 e", "r25c24 se", "r26c25 se", "r27c26 se", "r28c27 se", "r29c28 se", "r30c29 e")
LAST = "build r30c30 se"


@pytest.fixture(scope="module")
def game():
    return ekiben.load("tokyo", first_seat=0)


@pytest.fixture
def match(game):
    return game.new(2, seed=SEED)


def play(match, *actions):
    for action in actions:
        match.play(action)
    return match


def build_all(match):
    return play(match, *START, *(f"build {link}" for link in TRACK), LAST)


def answer(match):
    """The other player does as little as can be."""
    return play(match, "place numata", "stop", "done")


def sentence(match, action, language="en"):
    return say(explain(match.game, match.view(match.seat), action), language, ["Ann", "Bob"])


def told(match, seat=0, language="en"):
    view = match.view(seat)
    return [say(reason, language, ["Ann", "Bob"]) for reason in remarks(match.game, view)]


# ---- jobs
def test_where_to_start(match):
    assert sentence(match, "place saitama r24c22") == (
        "Start in Saitama: Saitama → Chiba waits there. It pays 36 G, and its track costs 29 G."
    )
    assert sentence(match, "place tokyo r28c23") == "Starts in Tokyo, where no job waits yet."


def test_a_load_that_needs_track_and_one_that_does_not(match):
    play(match, START[0])
    assert "29 G of track are still missing" in sentence(match, START[1])
    play(match, *START[1:], *(f"build {link}" for link in TRACK), LAST, "done")
    answer(match)
    play(match, *arrive(match))
    assert sentence(match, f"load {TO_SAITAMA}") == (
        "Load Chiba → Saitama here: it pays 36 G at Saitama, 8 steps along your own track."
    )


def arrive(match):
    """The moves of a run to Chiba."""
    posts = next(city.posts for city in match.game.board.cities if city.id == "chiba")
    runs = [plan_run(match.game, match.view(0), post) for post in posts]
    return min(runs, key=lambda run: (run.turns, len(run.moves[0]))).moves[0]


def test_the_way_of_a_load(match):
    build_all(match)
    play(match, "done")
    answer(match)
    assert told(match) == ["Saitama → Chiba: you can be in Chiba in one move, for 36 G."]
    first, *rest = arrive(match)
    assert sentence(match, first) == (
        "Run towards Chiba: Saitama → Chiba pays 36 G there, and you arrive in this move."
    )
    play(match, first, *rest)
    assert sentence(match, f"unload {TO_CHIBA}").startswith("Delivers Saitama → Chiba")
    play(match, f"unload {TO_CHIBA}")
    assert sentence(match, "stop").startswith("Ends the move: 36 G are paid at once")
    assert told(match) == []


# ---- track and money
def test_links_for_a_load_for_a_big_city_and_for_nothing(match):
    play(match, *START)
    assert told(match) == [
        "Saitama → Chiba: 29 G of track are missing to Chiba, where it pays 36 G."
    ]
    assert sentence(match, f"build {TRACK[0]}") == (
        "Build towards Chiba: Saitama → Chiba pays 36 G there, and 29 G of track are missing. "
        "This link costs 5 G."
    )
    assert "big city Mito" in sentence(match, "build r13c37 s")
    play(match, f"build {TRACK[0]}")
    assert sentence(match, "build r25c24 e").startswith("Builds a link to")


def test_too_little_money(match):
    play(match, "place chichibu", "load b47", "stop", "build r13c37 s")
    (said,) = told(match)
    assert said.startswith("Chichibu → Sawara: ")
    assert said.endswith("and you have 74 G. Deliver something else first, or borrow.")


# ---- trips
def test_a_trip_is_measured(match):
    play(match, START[0])
    there = Stop(TO_CHIBA, "saitama", delivers=False), Stop(TO_CHIBA, "chiba", delivers=True)
    back = Stop(TO_SAITAMA, "chiba", delivers=False), Stop(TO_SAITAMA, "saitama", delivers=True)
    one = measure(match.game, match.view(0), there)
    both = measure(match.game, match.view(0), there + back)
    assert (one.pay, one.cost, one.turns, one.loaded) == (36, 29, 2, (TO_CHIBA,))
    assert (both.pay, both.cost, both.turns) == (72, 29, 3)
    assert both.delivered == (TO_CHIBA, TO_SAITAMA) and both.loans == both.fees == 0
    assert one.legs[0] == () and set(one.links) == {*TRACK, LAST.removeprefix("build ")}
    assert say(explain_stops(match.game, match.view(0), there + back)) == (
        "The whole trip: Saitama → Chiba, Chiba → Saitama. "
        "It costs 29 G of track, pays 72 G and takes 3 turns."
    )


def test_a_job_at_hand_is_loaded_before_the_train_leaves(match):
    play(match, START[0])
    view = match.view(0)
    there = Stop(TO_CHIBA, "saitama", delivers=False), Stop(TO_CHIBA, "chiba", delivers=True)
    back = Stop(TO_SAITAMA, "chiba", delivers=False), Stop(TO_SAITAMA, "saitama", delivers=True)
    trip = measure(match.game, view, back + there)
    action, sooner = load_before_leaving(match.game, view, "stop", trip)
    assert action == START[1] and sooner.stops[0] == there[0] and sooner.turns <= trip.turns
    third = Stop("a30", "chiba", delivers=False)
    assert has_room_for(match.game, view, (there[0], back[0], *there[1:], third))
    assert not has_room_for(match.game, view, (there[0], back[0], third))


def test_what_cannot_be_done_is_no_trip(match):
    play(match, START[0])
    gone = Stop("a01", "tokyo", delivers=False), Stop("a01", "yokohama", delivers=True)
    assert measure(match.game, match.view(0), gone) is None
    assert explain_stops(match.game, match.view(0), gone) is None


def test_a_suggestion_speaks_of_its_trip_and_of_nothing_hidden(match):
    play(match, *START)
    view = match.view(0)
    suggested = suggest(match.game, view)
    assert suggested.action in map(str, match.legal())
    assert suggested.targets == ("to:chiba", suggested.action)
    why, trip = (say(reason, "en") for reason in suggested.reasons)
    assert why == "Build for Saitama → Chiba: it pays 36 G, and its track costs 29 G."
    assert trip.startswith("The whole trip: Saitama → Chiba")
    assert all(say(reason, language) for reason in suggested.reasons for language in languages())
    other = match.game.imagine(view, seed=5)
    assert (other.position.state.cup != match.position.state.cup).any()
    assert suggest(match.game, other.view(0)) == suggested
    assert remarks(match.game, other.view(0)) == remarks(match.game, view)
