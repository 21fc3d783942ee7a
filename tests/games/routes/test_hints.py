"""Hints of the route games: what they say of payments and tickets is what the rules allow, however
often it is asked.
"""

import random

import pytest

import ekiben
from ekiben.games.routes import cheapest_paths, hints

GAMES = ("america", "europe", "great-lakes", "london")


def positions(name, seats=2, seed=3):
    match, luck = ekiben.load(name).new(seats=seats, seed=seed), random.Random(seed)
    while not match.over:
        yield match
        match.play(luck.choice(match.legal()))


def forget():
    for remembered in (
        cheapest_paths.cheapest_way,
        hints.completed_tickets,
        hints.cheapest_payment,
    ):
        remembered.cache_clear()


@pytest.mark.parametrize("name", GAMES)
def test_a_payment_is_told_for_every_route_that_can_be_claimed_and_is_the_cheapest(name):
    for match in positions(name):
        claims = (
            {action.route: action for action in match.legal() if action.verb == "claim"}
            if match.asked == "turn"
            else None
        )
        if claims is None:
            continue
        told = match.hints(match.seat)["payments"]
        assert set(told) == set(claims)
        for route in list(claims)[:2]:
            draft = match.copy()
            draft.play(claims[route])
            ways = {str(way): way.cards for way in draft.legal()}
            assert told[route] in ways
            assert ways[told[route]].get("wild", 0) == min(
                cards.get("wild", 0) for cards in ways.values()
            )


@pytest.mark.parametrize("name", GAMES)
def test_what_is_remembered_is_what_would_be_found_anew(name):
    asked = [
        (match.view(seat), match.hints(seat))
        for match in positions(name)
        for seat in range(match.seats)
    ]
    for view, told in asked[::7]:
        forget()
        assert ekiben.load(name).hints(view) == told


@pytest.mark.parametrize("name", GAMES)
def test_once_over_tickets_stand_as_they_were_scored(name):
    for seed in (3, 8):
        *_, match = positions(name, seed=seed)
        assert match.over
        for seat in range(2):
            scored = {
                line.details["ticket"]: line
                for line in match.sheet(seat)
                if line.reason.startswith("ticket-")
            }
            told = {one["ticket"]: one for one in match.hints(seat)["tickets"]}
            assert {ticket: one["state"] for ticket, one in told.items()} == {
                ticket: "done" if line.reason == "ticket-done" else "lost"
                for ticket, line in scored.items()
            }
            assert all(
                told[ticket]["borrowed"] == line.details.get("borrowed", [])
                for ticket, line in scored.items()
            )
            assert all(one["spaces"] == 0 and one["missing"] == [] for one in told.values())
