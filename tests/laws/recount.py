"""A route game's state counted again in the plainest way, from the board as people write it."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

EMPTY = -1


def owned(state: Any, seat: int) -> list[int]:
    return [route for route in range(112) if int(state.owned[seat, route // 56]) >> route % 56 & 1]


def held(state: Any, seat: int) -> list[int]:
    return [ticket for ticket in range(56) if int(state.tickets[seat]) >> ticket & 1]


# ---- conservation
def check(match: Any) -> None:
    game, state = match.game, match.position.state
    check_cards(game, state)
    check_pieces(game, state)
    check_routes(game, state)
    check_tickets(game, state)
    check_points(match, game, state)


def cards_of(game: Any, state: Any) -> Counter[int]:
    """Every card, wherever it lies."""
    cards: Counter[int] = Counter()
    for deck in range(game.board.decks):
        cards.update(state.deck[deck, : state.deck_size[deck]].tolist())
    for kind in range(len(game.board.kinds)):
        cards[kind] += int(state.discards[kind]) + int(state.hand[: state.seats, kind].sum())
    cards.update(card for card in [*market(game, state), *state.turned.tolist()] if card != EMPTY)
    if state.laid != EMPTY:
        cards.update(
            {
                game.board.kinds.index(kind): count
                for kind, count in game.actions.cards(state.laid).items()
            }
        )
    return cards


def market(game: Any, state: Any) -> list[int]:
    return state.market[: game.plain_board.slots].tolist()


def check_cards(game: Any, state: Any) -> None:
    b, kinds = game.plain_board, range(len(game.board.kinds))
    assert cards_of(game, state) == {kind: int(b.copies[kind]) for kind in kinds if b.copies[kind]}
    assert state.hand.min() >= 0 and state.discards.min() >= 0
    assert (state.seen[: state.seats] <= state.hand[: state.seats]).all() and state.seen.min() >= 0
    up = Counter(card for card in market(game, state) if card != EMPTY)
    assert state.gaps == sum(b.fresh) - sum(up.values()) and up == {
        kind: int(state.up[kind]) for kind in kinds if state.up[kind]
    }
    assert state.kinds_up == sum(1 << kind for kind in up)
    for deck in range(game.board.decks):
        own = [kind for kind in kinds if b.deck_of[kind] == deck]
        assert state.discarded[deck] == sum(state.discards[kind] for kind in own)
        for seat in range(state.seats):
            assert state.hand_size[seat, deck] == sum(state.hand[seat, kind] for kind in own)


def check_pieces(game: Any, state: Any) -> None:
    """On the board, left and in the box are what a player owns."""
    ships, own = "ship" in game.board.pieces, game.board.figures.pieces
    assert state.pieces.min() >= 0 and state.box.min() >= 0
    for seat in range(0 if state.setting_up else state.seats):
        for piece, kind in enumerate(game.board.pieces):
            laid = sum(
                game.board.routes[route].length
                for route in owned(state, seat)
                if game.board.routes[route].kind == kind
            )
            assert laid + int(state.pieces[seat, piece]) + int(state.box[seat, piece]) == getattr(
                own, kind
            ), (seat, kind)
        if ships:
            spaces = sum(game.board.routes[route].length for route in owned(state, seat))
            assert spaces + int(state.pieces[seat].sum()) == own.in_play


def check_routes(game: Any, state: Any) -> None:
    """No route has two owners, no player both twins; what is free is neither taken nor closed."""
    routes, owner = game.board.routes, {}
    for seat in range(state.seats):
        for route in owned(state, seat):
            assert route not in owner
            owner[route] = seat
    closing = state.seats <= game.board.figures.routes.twins_close_up_to
    for route in routes:
        twin = owner.get(route.twin) if route.twin != EMPTY else None
        assert twin is None or owner.get(route.number) != twin
        free = route.number not in owner and not (closing and twin is not None)
        assert bool(int(state.free[route.number // 56]) >> route.number % 56 & 1) == free, route.id


def check_tickets(game: Any, state: Any) -> None:
    """In hands, in the deck and in offers, and in Europe out of the game: each ticket once."""
    b = game.plain_board
    there = [
        int(state.ticket_deck[(state.ticket_head + at) % b.regular])
        for at in range(state.ticket_left)
    ]
    for seat in range(state.seats):
        there += held(state, seat) + state.offer[seat, : state.offered[seat]].tolist()
        assert state.ticket_count[seat] == len(held(state, seat))
        assert set(state.offer[seat, state.offered[seat] :].tolist()) <= {EMPTY}
    for row in range(state.draws):
        offer, choice = state.draw_offer[row].tolist(), int(state.draw_choice[row])
        kept = {ticket for place, ticket in enumerate(offer) if choice >> place & 1}
        assert len(kept) == state.draw_kept[row] and kept <= set(
            held(state, int(state.draw_seat[row]))
        )
        if row < state.seats and b.unkept_out:
            there += [ticket for ticket in offer if ticket != EMPTY and ticket not in kept]
    assert len(there) == len(set(there)) and set(there) <= set(range(b.tickets))
    never_dealt = b.tickets - b.regular - state.seats * b.deal_long
    assert len(there) == b.tickets - never_dealt


# ---- points
def check_points(match: Any, game: Any, state: Any) -> None:
    for seat in range(state.seats):
        sheet = match.sheet(seat)
        assert sum(line.points for line in sheet) == match.scores()[seat] == int(state.score[seat])
        points = game.board.figures.routes.points
        routes = sum(
            points[game.board.routes[route].length - 1] for route in owned(state, seat)
        ) - int(state.exchanged[seat])
        total = routes + ends_with(game, state, seat) if match.over else routes
        assert total == match.scores()[seat], (seat, sheet)


def ends_with(game: Any, state: Any, seat: int) -> int:
    """Points at the end: tickets with the best borrowed routes, buildings, districts, the longest
    route.
    """
    networks = joined(game, owned(state, seat))
    points = borrowing(game, state, seat, networks)
    points += sum(
        row.points
        for number, row in game.board.figures.districts.items()
        if len({networks[city.number] for city in game.board.cities if city.district == number})
        == 1
    )
    for figures in game.board.figures.buildings.values():
        points += (figures.each - int(state.built[seat])) * figures.unbuilt
    if game.board.figures.harbours:
        points += sum(
            harbour(game, state, seat, int(city), networks)
            for city in state.building[seat, : state.built[seat]]
        )
    longest = [int(state.longest[other]) for other in range(state.seats)]
    return points + (
        game.board.figures.routes.longest_bonus if longest[seat] == max(longest) > 0 else 0
    )


def joined(game: Any, routes: Any) -> list[int]:
    """For every city the smallest city of its network."""
    network = list(range(len(game.board.cities)))
    for route in routes:
        a, z = sorted((network[game.board.routes[route].a], network[game.board.routes[route].z]))
        network = [a if one == z else one for one in network]
    return network


def ticket_points(game: Any, state: Any, seat: int, networks: list[int]) -> int:
    tickets = [game.board.tickets[ticket] for ticket in held(state, seat)]
    return sum(
        ticket.points if networks[ticket.a] == networks[ticket.z] else -ticket.points
        for ticket in tickets
    )


def borrowing(game: Any, state: Any, seat: int, networks: list[int]) -> int:
    """EU-5.3, EU-5.4: the most that tickets can be worth with one route of another player for each
    station.
    """
    taken = {
        route for other in range(state.seats) if other != seat for route in owned(state, other)
    }
    choices = [
        [
            None,
            *(
                route
                for route in taken
                if int(city) in (game.board.routes[route].a, game.board.routes[route].z)
            ),
        ]
        for city in (
            state.building[seat, : state.built[seat]] if game.board.figures.stations else []
        )
    ]
    own = owned(state, seat)
    return max(
        ticket_points(
            game,
            state,
            seat,
            joined(game, [*own, *(route for route in some if route is not None)])
            if some
            else networks,
        )
        for some in itertools.product(*choices)
    )


def harbour(game: Any, state: Any, seat: int, city: int, networks: list[int]) -> int:
    done = [game.board.tickets[ticket] for ticket in held(state, seat)]
    named = sum(
        city in (ticket.a, ticket.z) and networks[ticket.a] == networks[ticket.z] for ticket in done
    )
    return game.board.figures.harbours.scores[min(named, 3) - 1] if named else 0
