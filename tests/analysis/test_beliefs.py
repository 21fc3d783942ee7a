"""What a seat may think of the others: never from what it could not know, and about right."""

from itertools import combinations

import numpy as np
import pytest
from arranging import arranged
from laws import worlds
from laws.play import load, sampled, with_state
from table import started

from ekiben.analysis.routes.known_tickets import known_tickets
from ekiben.analysis.routes.opponents import (
    Opponents,
    chances_of_set,
    chances_with_counts,
    redeal_by,
)

ROUTE_GAMES = ("america", "europe", "great-lakes", "london")


def seen(match, viewer):
    found = Opponents(match.game, viewer)
    found.update(match.view(viewer))
    return found


def believed(match, viewer, seat):
    """The tickets that the viewer would list for another seat."""
    return dict(next(one for one in seen(match, viewer).now() if one.seat == seat).tickets)


# ---- laws
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_no_leak(name):
    """Dealing anew what the seat cannot know changes nothing of what it thinks."""
    told = set()
    for match in sampled(load(name).new(3, seed=3), ("claimer", "collector"), 1, every=120):
        for viewer in range(match.seats) if not match.over else ():
            before = seen(match, viewer).now()
            other = with_state(match, worlds.scrambled(match, viewer, 5))
            assert seen(other, viewer).now() == before
            told.add(repr(before))
    assert len(told) > 3


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_as_many_tickets_and_cards_as_everybody_can_count(name):
    for match in sampled(load(name).new(3, seed=4), ("claimer", "collector"), 1, every=120):
        s = match.position.state
        if match.over or s.setting_up:
            continue
        found = seen(match, 0)
        chances = found.ticket_chances()
        assert chances.min() >= 0 and chances.max() <= 1
        np.testing.assert_allclose(chances[1:].sum(axis=1), s.ticket_count[1:3], rtol=0.02)
        for seat in (1, 2):
            held = int(s.hand_size[seat].sum())
            assert found.expected_cards()[seat].sum() == pytest.approx(held)


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_what_is_so_is_never_thought_impossible(name):
    for match in sampled(load(name).new(3, seed=5), ("collector", "collector"), 1, every=60):
        s = match.position.state
        if not match.over and not s.setting_up:
            chances = seen(match, 0).ticket_chances()
            for seat in (1, 2):
                assert chances[seat][held(match, seat)].min(initial=1.0) > 0


def held(match, seat):
    tickets = int(match.position.state.tickets[seat])
    return [ticket.number for ticket in match.game.board.tickets if tickets >> ticket.number & 1]


def test_a_seat_follows_what_it_put_back():
    """Everybody draws tickets until the other is offered two that the viewer put back at first."""
    match = started("america")
    match.play("tickets")
    offer = match.position.state.offer[0].tolist()
    match.play("keep 1")
    while match.position.state.draws < 11:  # the two of the set-up included
        spends_turn = match.seat == 0 and match.position.state.draws == 4
        for action in ("draw deck", "draw deck") if spends_turn else ("tickets", "keep 1"):
            match.play(action)
    found = seen(match, 0)
    known = known_tickets(found.game.plain_board, found.s, 0)
    assert known.offered == {ticket: (1, pytest.approx(1 / 3)) for ticket in offer[1:3]}
    assert not known.accounted & set(offer[1:3]) and offer[0] in known.accounted
    assert offer[1] in held(match, 1)
    assert found.ticket_chances()[1][offer[1:3]].min() > 0.2


def test_own_tickets_are_nobody_elses():
    match = arranged(started("america"), tickets={0: ["boston-miami", "calgary-phoenix"]})
    chances = seen(match, 0).ticket_chances()[1]
    assert chances[held(match, 0)].max() == 0


def test_cards_that_were_seen_are_certain():
    match = started("london")
    while match.seat != 1:
        match.play("draw deck")
    kind = next(str(action)[5:] for action in match.legal() if str(action)[5:] in kinds(match))
    match.play(f"draw {kind}")
    (belief,) = seen(match, 0).now()
    assert dict(belief.cards)[kind] >= 1


def kinds(match):
    return {match.game.board.kinds[card] for card in match.position.state.market if card >= 0}


# ---- inference
def test_a_path_tells_of_its_ticket():
    """Claims from Seattle towards New York speak for tickets that way, not for others."""
    way = ["helena-seattle", "duluth-helena", "chicago-duluth", "chicago-pittsburgh"]
    match = arranged(started("america"), seat=0, tickets={0: []}, routes={1: way, 0: []})
    tickets = believed(match, 0, 1)
    blank = believed(arranged(started("america"), seat=0, tickets={0: []}), 0, 1)
    assert tickets["new-york-seattle"] > 2 * blank.get("new-york-seattle", 0.05)
    assert tickets["new-york-seattle"] == max(tickets.values())
    assert tickets.get("los-angeles-miami", 0.0) < 0.1


def test_a_ticket_that_was_cut_off_is_kept_all_the_same():
    """No way to Miami is left to the other: that says nothing of what it was dealt."""
    around = ["miami-new-orleans", "atlanta-miami", "charleston-miami"]
    match = arranged(started("america"), seat=0, tickets={0: []}, routes={0: around, 1: []})
    assert believed(match, 0, 1)["boston-miami"] > 0.05


def test_chances_are_those_of_all_sets():
    """Counted one by one: every set of three tickets by the product of its odds."""
    odds = np.array([8.0, 1, 0.5, 1, 0, 3, 2])
    whole = np.zeros(len(odds))
    for few in combinations(range(len(odds)), 3):
        whole[list(few)] += odds[list(few)].prod()
    np.testing.assert_allclose(chances_of_set(odds, 3), 3 * whole / whole.sum(), rtol=1e-9)


def test_two_seats_cannot_have_the_same_ticket():
    odds = np.array([[0.0] * 4, [9.0, 1, 1, 1], [9.0, 1, 1, 1]])
    chances = chances_with_counts(odds, np.array([0.0, 1.0, 1.0]))
    np.testing.assert_allclose(chances[1:].sum(axis=1), 1.0, rtol=1e-6)
    assert chances[:, 0].sum() <= 1.05


def test_worlds_are_dealt_by_the_same_beliefs():
    work = redeal_by(np.array([[0.2, -3.4], [4.9, 0.0]]))
    assert work.fit[:2, :2].tolist() == [[0, -3], [5, 0]] and work.swaps > 0
