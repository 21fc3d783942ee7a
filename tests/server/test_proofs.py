"""Proofs: the decks from the seed, the game played again with all that was taken back."""

import functools
import json
import random

import pytest

import ekiben
from ekiben.core.match import as_heard
from ekiben.server.proofs import proof_json
from ekiben.server.scenes.decks import shuffled_decks

SEED = 0xFEDCBA9876543210 << 40
MOST = {"tokyo": 120}  # actions, of a game that takes long


@functools.cache
def played(game, undoing=False):
    """A game by lot, with many actions taken back."""
    match = ekiben.load(game).new(3, SEED, salt="5a" * 32)
    luck = random.Random(5)
    while not match.over and len(match.actions) < MOST.get(game, 1000):
        match.play(luck.choice(match.legal()))
        while undoing and match.undoable and luck.random() < 0.3:
            match.undo()
    return match


def report(line, language="en"):
    return json.loads(proof_json(line, language))


def edited(match, **changes):
    return json.dumps({**json.loads(str(match.record())), **changes})


@pytest.mark.parametrize("game", ekiben.games())
def test_every_card_comes_from_where_the_seed_put_it(game):
    match = played(game)
    found = report(str(match.record()))
    assert found["problem"] is None and found["decks"]
    for deck, shuffled in zip(found["decks"], shuffled_decks(match.game, 3, SEED), strict=True):
        assert deck["in_order"] and len(deck["cards"]) == len(shuffled.cards)
        numbers = [card["event"] for card in deck["cards"] if card["event"] is not None]
        assert numbers and numbers == sorted(numbers)
    told = json.loads(json.dumps([as_heard(one, None, hears_all=True) for one in match.heard]))
    assert found["events"] == told


@pytest.mark.parametrize("game", ["london", "great-lakes", "tokyo"])
def test_events_keep_their_numbers_where_actions_were_taken_back(game):
    match = played(game, undoing=True)
    assert len(match.undone) > 3
    found = report(str(match.record()))
    told = json.loads(json.dumps([as_heard(one, None, hears_all=True) for one in match.heard]))
    assert found["events"] == told and all(deck["in_order"] for deck in found["decks"])


def test_the_deal_tells_a_few_events():
    fresh = ekiben.load("london").new(3, SEED)
    assert report(str(played("london").record()))["dealt"] == len(fresh.heard) > 0


def test_hands_are_dealt_unseen():
    cards = report(str(played("london").record()))["decks"][0]["cards"]
    assert [card["seat"] for card in cards[:7]] == [0, 0, 1, 1, 2, 2, None]
    assert all(card["event"] is None for card in cards[:6])


def test_other_seeds_have_other_decks():
    game = played("america").game
    assert shuffled_decks(game, 3, SEED) == shuffled_decks(game, 3, SEED)
    assert shuffled_decks(game, 3, SEED) != shuffled_decks(game, 3, SEED + 1)


@pytest.mark.parametrize("game", ["europe", "tokyo"])
def test_cards_are_named_in_both_languages(game):
    line = str(played(game).record())
    english, japanese = report(line, "en")["decks"], report(line, "ja")["decks"]
    assert english[0]["name"] != japanese[0]["name"]
    assert all(
        one["label"] != other["label"]
        for one, other in zip(english[-1]["cards"], japanese[-1]["cards"], strict=True)
    )


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"seed": "1"}, "action"),
        ({"actions": played("london").record()["actions"][:-1]}, "result"),
        ({"result": {**played("london").record()["result"], "scores": [9, 9, 9]}}, "result"),
        ({"undone": [[10_000, "draw deck"]]}, "undone"),
        ({"game": "nowhere"}, "nowhere"),
    ],
)
def test_a_record_that_does_not_replay_has_a_problem(changes, word):
    found = report(edited(played("london"), **changes))
    assert word in found["problem"] and found["decks"] == [] and found["result"] is None


def test_seals_are_left_to_whoever_asks():
    """A wrong seal is found by the browser; the game can be played again all the same."""
    wrong = edited(played("london"), commit="00" * 32, salt="11" * 32, mix={})
    assert report(wrong)["problem"] is None


def test_what_is_no_record_has_a_problem(house):
    person = house.person()
    for text in ("", "[]", '{"ekiben": 1}', "nonsense"):
        answer = person.http.post(
            "/api/proofs", content=text, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 200 and answer.json()["problem"]


def test_anybody_may_ask_for_the_proof_of_a_record_they_have(house):
    answer = house.person().http.post(
        "/api/proofs",
        content=str(played("london").record()),
        headers={"content-type": "application/json", "accept-language": "ja"},
    )
    assert answer.json()["decks"][0]["name"] == "カード"


def test_what_cannot_have_been_taken_back_is_a_problem():
    """A draw from the deck shows a card, and a tunnel is nowhere in London."""
    actions = played("london").record()["actions"]
    drawn = actions.index("draw deck")
    for undone in ([[drawn, "draw deck"]], [[drawn, "withdraw"]]):
        found = report(edited(played("london"), undone=undone))
        assert found["problem"] and found["decks"] == []
