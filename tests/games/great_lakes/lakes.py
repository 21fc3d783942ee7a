"""Great Lakes positions, for the tests beside this file."""

import json

from arranging import arranged, ended
from table import new, started

# three train cards and three ship cards, no wild
MARKET = ["purple", "yellow", "green", "red-double", "black-double", "white-double"]


def deal(seats=2, seed=1, luck=None, **options):
    """At the first question of the set-up."""
    return new("great-lakes", seats, seed, luck, **options)


def lakes(seats=2, seed=1, sweep_wilds=6, empty_deck="none", rules=None, **places):
    """At a turn of seat 0, arranged."""
    return arranged(
        started(
            "great-lakes", seats, seed, sweep_wilds=sweep_wilds, empty_deck=empty_deck, rules=rules
        ),
        **places,
    )


def drawing(**places):
    """A market without wilds, and nothing in the hand of seat 0."""
    return lakes(**{"hand": {0: {}}, "market": MARKET, **places})


def few(trains, ships, market, discards=(), **places):
    """These cards lie in decks, market and discards, and no others: seat 1 holds the rest, seat 0
    nothing unless named.
    """
    counts = {kind: list(discards).count(kind) for kind in discards}
    return lakes(
        **{
            "hand": {0: {}},
            "deck": trains,
            "ships": ships,
            "market": market,
            "discards": counts,
            "rest": 1,
            **places,
        }
    )


def final(seats=2, **places):
    """Scored with these routes, tickets and harbours; tickets not named are none."""
    tickets = {seat: [] for seat in range(seats)} | places.pop("tickets", {})
    return ended(lakes(seats, tickets=tickets, **places))


def viewers(match):
    return [*range(match.seats), None]


def known(match, viewer):
    """All that a viewer knows: its view and what it has heard."""
    return match.view(viewer).to_json(), json.dumps(match.events(viewer))


def box_of(match, seat):
    return dict(zip(("train", "ship"), match.view().box[seat].tolist(), strict=True))


def is_ship(kind):
    return kind.endswith(("-ship", "-double"))
