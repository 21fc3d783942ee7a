"""GL-4.4, GL-5.2: the engine's payments are those that a search through a hand finds."""

import itertools
import random

import pytest
from table import game, play

from .lakes import lakes

KINDS = game("great-lakes").board.kinds
COPIES = {"": 7, "harbour": 4, "ship": 4, "double": 6}
AT = "lake-huron~port-elgin"  # with this route of its own a seat can build in Port Elgin


def mark(kind):
    return kind.partition("-")[2]


def colour(kind):
    return kind.partition("-")[0]


def one_colour(cards, wanted="grey"):
    colours = {colour(card) for card in cards if card != "wild"}
    return len(colours) <= 1 and (wanted == "grey" or colours <= {wanted})


def pays_trains(cards, route):
    """GL-4.1 to GL-4.4: one card for each space."""
    right = all(card == "wild" or mark(card) in ("", "harbour") for card in cards)
    return right and one_colour(cards, route.colour) and len(cards) == route.length


def ships(cards):
    return sum(2 if mark(card) == "double" else 1 for card in cards)


def pays_ships(cards, route):
    """GL-4.1 to GL-4.4: enough ships, and without any one card too few."""
    right = all(card == "wild" or mark(card) in ("ship", "double") for card in cards)
    if not right or not one_colour(cards, route.colour) or ships(cards) < route.length:
        return False
    return all(ships(cards) - ships([card]) < route.length for card in cards)


def pays_harbour(cards):
    """GL-5.2: four cards that can be laid out as two trains and two ships."""
    marks = [mark(card) for card in cards if card != "wild"]
    right = (
        set(marks) <= {"harbour", "ship"}
        and marks.count("harbour") <= 2
        and marks.count("ship") <= 2
    )
    return right and one_colour(cards) and len(cards) == 4


def parts(hand):
    """All parts of a hand, each once, as sorted lists of cards."""
    kinds = sorted(hand)
    for counts in itertools.product(*(range(hand[kind] + 1) for kind in kinds)):
        if any(counts):
            yield [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]


def payments_for(match, action):
    """What the engine offers, as sorted lists of cards; none when the action is not legal."""
    if action not in map(str, match.legal()):
        return []
    trial = match.copy()
    play(trial, action)
    assert trial.asked == "payment"
    return sorted(
        sorted(kind for kind, count in one.cards.items() for _ in range(count))
        for one in trial.legal()
    )


def random_hand(luck, size, most):
    """Cards of one to three colours and wilds, no more than there are."""
    colours = luck.sample(
        [kind for kind in KINDS if not mark(kind) and kind != "wild"], luck.randint(1, most)
    )
    pool = ["wild"] * luck.choice([0, 2, 5, 9])
    pool += [kind for kind in KINDS if colour(kind) in colours for _ in range(COPIES[mark(kind)])]
    hand = luck.sample(pool, min(size, len(pool)))
    return {kind: hand.count(kind) for kind in hand}


def pays(cards, route):
    return pays_ships(cards, route) if route.kind == "ship" else pays_trains(cards, route)


def check(seed, size, routes, most=3):
    """What can be claimed at all, the payments for some routes, and those for a harbour."""
    luck = random.Random(seed)
    hand = random_hand(luck, size, most)
    match = lakes(hand={0: hand}, routes={0: [AT]})
    board, found = [route for route in match.game.board.routes if route.id != AT], list(parts(hand))
    for route in luck.sample(board, routes):
        assert payments_for(match, f"claim {route.id}") == sorted(
            cards for cards in found if pays(cards, route)
        ), (hand, route.id)
    assert payments_for(match, "harbour port-elgin") == sorted(
        cards for cards in found if pays_harbour(cards)
    ), hand
    claims = {action.route for action in match.legal() if action.verb == "claim"}
    assert claims == {route.id for route in board if any(pays(cards, route) for cards in found)}, (
        hand
    )


@pytest.mark.parametrize("seed", range(30))
def test_gl_4_4_small_hands(seed):
    """GL-4.4, GL-5.2: hands of up to seven cards of one to three colours."""
    check(seed, 1 + seed % 7, 12)


@pytest.mark.parametrize("seed", range(20))
def test_gl_4_4_larger_hands(seed):
    """GL-4.4, GL-5.2: hands of ten to thirteen cards of one or two colours."""
    check(100 + seed, 10 + seed % 4, 8, most=2)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(1000))
def test_gl_4_4_many_hands(seed):
    """GL-4.4, GL-5.2"""
    check(1000 + seed, 4 + seed % 12, 25, most=1 + seed % 3)
