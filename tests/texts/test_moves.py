"""One line for one move: it grows while the move goes on and says the same to everybody who may
know it.
"""

import random

import pytest
from arranging import arranged
from table import play, started

import ekiben
from ekiben.server.scenes.sentences import with_sentences
from ekiben.texts.moves import all_events, all_events_since, events_since, lines, texts_of
from ekiben.texts.sentences import value_in_words
from ekiben.texts.wording import Words

NAMES = ("Ann", "Ben", "Cho")
VIEWERS = (None, 0, 1)


def words_of(match, language="en"):
    return Words(language, match.game.board, NAMES)


def last_line(match, viewer=None, language="en"):
    return texts_of(words_of(match, language), match.events(viewer))[-1]


# ---- what is said
def test_a_claim_is_one_line_that_grows():
    match = arranged(started(), hand={0: {"purple": 3, "wild": 1}})
    match.play("claim denver-omaha")
    begun = lines(words_of(match), match.events())[-1]
    assert begun.text == "Ann chooses Denver–Omaha."
    match.play("pay 3 purple 1 wild")
    done = lines(words_of(match), match.events())[-1]
    assert done.parts[0] == begun.parts[0]
    assert done.text == "Ann claims Denver–Omaha with 3 ● purple, 1 ✺ wild (+7)."
    assert "chooses" not in " ".join(texts_of(words_of(match), match.events()))


@pytest.mark.parametrize(
    ("drawn", "own", "others"),
    [
        (("red",), "Ann draws ▼ red from the market.", None),
        (
            ("red", "deck"),
            "Ann draws ▼ red from the market and ▲ blue from the deck.",
            "Ann draws ▼ red from the market and a card from the deck.",
        ),
        (("red", "green"), "Ann draws ▼ red and ■ green from the market.", None),
        (("red", "red"), "Ann draws 2 ▼ red from the market.", None),
        (
            ("deck", "deck"),
            "Ann draws ▲ blue and ■ green from the deck.",
            "Ann draws 2 cards from the deck.",
        ),
    ],
)
def test_the_cards_of_a_turn_are_one_line(drawn, own, others):
    """What was drawn blind is named to its own seat only."""
    match = arranged(
        started(), market=["red", "red", "green", "black", "white"], deck=["blue", "green", "black"]
    )
    if drawn == ("red", "deck"):
        match = arranged(match, deck=["black", "blue", "green"])
    play(match, *(f"draw {card}" for card in drawn))
    assert last_line(match, 0) == own
    assert last_line(match, 1) == last_line(match) == (others or own)


def test_a_tunnel_is_one_line_while_it_is_dug_and_when_it_is_paid():
    match = arranged(started("europe"), hand={0: {"red": 4}}, deck=["red", "blue", "green"])
    play(match, "claim bucuresti-sofia", "pay 2 red")
    dug = (
        "Ann lays out 2 ▼ red for Bucuresti–Sofia. The tunnel turns up ▼ red, ▲ blue and ■ green "
        "and costs 1 more."
    )
    assert last_line(match) == dug
    match.play("pay 1 red")
    assert last_line(match) == (
        "Ann claims Bucuresti–Sofia with 2 ▼ red and 1 ▼ red more (+2). The tunnel turned up "
        "▼ red, ▲ blue and ■ green."
    )
    assert dug not in texts_of(words_of(match), match.events())


def test_a_tunnel_that_costs_nothing_more():
    match = arranged(started("europe"), hand={0: {"red": 2}}, deck=["black", "blue", "blue"])
    play(match, "claim bucuresti-sofia", "pay 2 red")
    assert last_line(match).endswith(
        "(+2). The tunnel turned up ✚ black and 2 ▲ blue and cost nothing more."
    )


def test_a_tunnel_given_up():
    match = arranged(started("europe"), hand={0: {"red": 2}}, deck=["red", "blue", "green"])
    play(match, "claim bucuresti-sofia", "pay 2 red", "withdraw")
    assert last_line(match).startswith(
        "Ann withdraws from Bucuresti–Sofia and takes 2 ▼ red back. The tunnel turned up"
    )


def test_buildings_name_what_was_built_and_paid():
    match = arranged(started("europe"), hand={0: {"red": 2}})
    play(match, "station paris", "pay 1 red")
    assert last_line(match) == "Ann builds a station in Paris with 1 ▼ red."


def test_tickets_are_named_to_their_own_seat_only():
    match = started()
    match.play("tickets")
    assert last_line(match) == "Ann draws 3 tickets."
    match.play("keep 1")
    kept = words_of(match).ticket(match.events(0)[-1]["tickets"][0])
    assert last_line(match, 0) == f"Ann draws 3 tickets and keeps {kept}."
    assert last_line(match, 1) == last_line(match) == "Ann draws 3 tickets and keeps 1."


def test_an_exchange_says_what_it_was_for():
    match = started("great-lakes")
    match.play("exchange 2 trains")
    assert last_line(match) == "Ann exchanges 2 trains for ships."


def test_what_is_taken_back_ends_its_line():
    match = arranged(started(), hand={0: {"purple": 4}})
    match.play("claim denver-omaha")
    match.undo()
    assert last_line(match) == "Ann takes back: claim Denver–Omaha."
    play(match, "claim denver-omaha", "pay 4 purple")
    assert last_line(match) == "Ann claims Denver–Omaha with 4 ● purple (+7)."


def test_the_second_of_twins_is_told_in_words():
    words = Words("en", ekiben.load("america").board)
    assert words.route("denver-salt-lake-city") == "Denver–Salt Lake City"
    assert words.route("denver-salt-lake-city/2") == "Denver–Salt Lake City (second route)"
    assert "/2" not in Words("ja", words.board).route("denver-salt-lake-city/2")


# ---- the same in one piece and bit by bit
def played(name, language, most=160):
    """A match played by lot, and for every viewer what was sent of it bit by bit."""
    game = ekiben.load(name)
    match = game.new(seats=3, seed=11)
    luck = random.Random(5)
    sent = {viewer: {} for viewer in (*VIEWERS, "all")}
    since = 0
    while not match.over and len(match.heard) < 3 * most:
        for viewer, log in sent.items():
            events = (
                all_events_since(match, since)
                if viewer == "all"
                else events_since(match, viewer, since)
            )
            for event in with_sentences(game.board, language, events, since):
                log[event["line"]] = event["text"] or log.get(event["line"], "")
        since = len(match.heard)
        if match.undoable and luck.random() < 0.2:
            match.undo()
        else:
            match.play(luck.choice(match.legal()))
    return match, sent, since


@pytest.mark.parametrize("name", ["europe", "great-lakes", "tokyo"])
def test_lines_that_grew_say_what_the_whole_log_says(name):
    match, sent, heard = played(name, "en", most=60 if name == "tokyo" else 160)
    for viewer, log in sent.items():
        events = all_events(match) if viewer == "all" else match.events(viewer)
        whole = with_sentences(
            match.game.board, "en", [event for event in events if event["n"] < heard]
        )
        assert set(log) == {event["line"] for event in whole}
        assert {n: text for n, text in log.items() if text} == {
            event["line"]: event["text"] for event in whole if event["text"]
        }


@pytest.mark.parametrize("name", ["america", "europe", "great-lakes", "london"])
def test_no_id_is_in_a_line(name):
    """Neither a route's nor a city's, but where it is the word itself."""
    match, sent, _ = played(name, "ja", most=90)
    ids = [route.id for route in match.game.board.routes]
    for text in sent["all"].values():
        assert not any(id in text for id in ids) and "/2" not in text and "{" not in text


# ---- actions
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", ["america", "europe", "great-lakes", "london"])
def test_every_action_is_told_in_words(name, language):
    """Replays show them, and what is taken back: no id and no open place is left."""
    game = ekiben.load(name)
    words = Words(language, game.board)
    ids = {thing.id for thing in (*game.board.routes, *game.board.cities) if "-" in thing.id}
    for number in range(0, game.action_count, 7):
        told = value_in_words(words, "action", str(game.action(number)))
        assert told and "{" not in told and "/2" not in told
        assert not any(word in ids for word in told.split())


@pytest.mark.parametrize(
    ("language", "told"), [("en", "keep some of the tickets"), ("ja", "行き先チケットを残す")]
)
def test_a_secret_action_is_told_without_its_secret(language, told):
    words = Words(language, ekiben.load("america").board)
    assert value_in_words(words, "action", "keep ?") == told
