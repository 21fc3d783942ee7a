"""What the policies share: paths, plans, hands, unseen cards, compared with other computations."""

import random
from functools import cache

import pytest

import ekiben
from ekiben.bots.routes import card_needs, cheapest_paths, features, plans, ticket_choice
from ekiben.bots.routes.policy_state import HOPS, SPACES, PolicyState
from ekiben.bots.routes.policy_tables import policy_tables
from ekiben.core.compiled import bit
from ekiben.games.routes import cards
from ekiben.games.routes.cheapest_paths import cheapest_way, means
from ekiben.games.routes.claim import in_set
from ekiben.games.routes.imagine import state_from
from ekiben.games.routes.payment import list_payments
from ekiben.games.routes.state import EMPTY, PAYMENT

ROUTE_GAMES = ("america", "europe", "great-lakes", "london")
load = cache(ekiben.load)


def observe_view(game, view):
    """Board, tables, state and policy state after observing."""
    t, p, s = policy_tables(game), PolicyState(), state_from(view)
    features.observe(game.plain_board, t, s, p)
    return game.plain_board, t, s, p


def positions(game, seed, seats=3):
    """Views of random play, of the seat to act."""
    match, luck = game.new(seats=seats, seed=seed), random.Random(seed)
    while not match.over:
        yield match.view(match.seat)
        match.play(luck.choice(match.legal()))


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_a_plan_takes_the_fewest_spaces(name):
    """The same as the hints' own search, where neither tunnels nor ferries make a way dearer."""
    game = load(name)
    b, t, s, p = observe_view(game, game.new(seats=2, seed=1).view(0))
    for ticket in game.board.tickets:
        plans.make_plan(b, t, s, p, bit(ticket.number), SPACES)
        way = cheapest_way(game, means(game, s), ticket.a, ticket.z)
        spaces = sum(game.board.routes[route].length for route in way.claims)
        assert not way.borrowed and not way.sites
        assert p.plan_spaces.sum() >= spaces
        assert p.plan_spaces.sum() == spaces or name == "europe"
        assert p.planned_tickets == bit(ticket.number) and not plans.is_complete(p, ticket.number)
        plans.make_plan(b, t, s, p, bit(ticket.number), HOPS)
        assert p.planned_size <= len(way.claims)


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_a_plan_holds_what_it_promises(name):
    """With all that it claims and borrows, every ticket it serves is complete.

    And the pieces last.
    """
    game = load(name)
    for number, view in enumerate(positions(game, seed=4)):
        if number % 9 or view.setting_up:
            continue
        b, t, s, p = observe_view(game, view)
        plans.make_plan(b, t, s, p, s.tickets[s.seat], SPACES)
        assert (
            p.planned_tickets | p.lost_tickets == s.tickets[s.seat]
            and not p.planned_tickets & p.lost_tickets
        )
        assert p.plan_spaces.sum() <= p.total_pieces and p.stationless_size + s.built[
            s.seat
        ] <= max(b.stations, s.built[s.seat])
        got = [
            route
            for route in range(b.routes)
            if in_set(p.owned, route) or in_set(p.plan_set, route)
        ]
        for ticket in game.board.tickets:
            if p.planned_tickets & bit(ticket.number):
                assert ticket.z in reached(b, got, ticket.a)
                assert all(
                    in_set(p.plan_set, route)
                    for route in range(b.routes)
                    if in_set(p.needs[ticket.number], route)
                )


def reached(b, routes, city):
    cities, grown = {city}, True
    while grown:
        more = {
            end
            for route in routes
            for end in (int(b.a[route]), int(b.z[route]))
            if {int(b.a[route]), int(b.z[route])} & cities
        }
        grown = not more <= cities
        cities |= more
    return cities


def test_a_search_finds_the_nearest_of_several_cities():
    game = load("america")
    b, t, s, p = observe_view(game, game.new(seats=2, seed=1).view(0))
    plans.set_prices(b, t, s, p, SPACES)
    far = {
        goal: p.distance[goal]
        for goal in range(1, b.cities)
        if cheapest_paths.find_nearest(b, p, bit(0), bit(goal)) == goal
    }
    goals = sorted(far)[3:12]
    nearest = cheapest_paths.find_nearest(b, p, bit(0), sum(map(bit, goals)))
    assert far[nearest] == min(far[goal] for goal in goals)
    p.usable[:] = 0
    assert cheapest_paths.find_nearest(
        b, p, bit(0), bit(5)
    ) == EMPTY and not cheapest_paths.find_cheapest_path(b, p, 0, 5)


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_unseen_cards_are_those_that_are_dealt_anew(name):
    game = load(name)
    for number, view in enumerate(positions(game, seed=2)):
        if number % 11 == 0:
            b, s = game.plain_board, state_from(view)
            other = game.redeal(view, number)
            decks = [
                card
                for deck in range(b.decks)
                for card in other.deck[deck, : other.deck_size[deck]].tolist()
            ]
            for kind in range(b.kinds):
                hands = sum(
                    int(other.hand[seat, kind] - s.seen[seat, kind])
                    for seat in range(s.seats)
                    if seat != s.seat
                )
                assert cards.unseen(b, s, s.seat, kind) == decks.count(kind) + hands


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_a_payment_spends_the_fewest_wilds_and_then_what_the_goal_misses_least(name):
    game = load(name)
    for view in positions(game, seed=6):
        if view.asked != PAYMENT:
            continue
        b, t, s, p = observe_view(game, view)
        card_needs.clear_goal(p)
        for route in range(0, b.routes, 7):
            card_needs.add_goal(p, route)
        best = card_needs.choose_payment(b, t, s, p) - b.pay
        options = [int(id) - b.pay for id in p.payment[: list_payments(b, s, p.payment)]]
        assert best in options and p.hand.tolist() == s.hand[s.seat].tolist()
        ranks = {
            one: (int(b.pay_counts[one, 2]), card_needs.missing_after(b, t, p, one))
            for one in options
        }
        assert ranks[best] == min(ranks.values())


def test_the_cheapest_tickets_are_kept_and_no_more_than_need_be():
    game = load("europe")
    b, _, s, _ = observe_view(game, game.new(seats=2, seed=9).view(0))
    kept = ticket_choice.chosen_tickets(s, ticket_choice.keep_cheapest(b, s) - b.keep_tickets)
    offer = sorted(int(b.ticket_points[ticket]) for ticket in s.offer[0, : s.offered[0]])
    assert kept.bit_count() == b.keep and plans.ticket_points(b, kept) == sum(offer[: b.keep])
    assert (
        ticket_choice.chosen_tickets(s, ticket_choice.keep_all(b, s) - b.keep_tickets).bit_count()
        == s.offered[0]
    )
