"""Matches arranged as if play had led there, for all route games.

Only this file looks behind the contract.

>>> match = arranged(started("america"), hand={0: {"red": 3}}, routes={1: ["denver-omaha"]})
>>> play(match, "draw deck", "draw deck")
"""

from collections import Counter

from table import EMPTY, has, legal

import ekiben
from ekiben.games.routes.sizes import BUILDINGS, SLOTS, WORD, WORDS


def arranged(
    match,
    *,
    seat=None,
    hand=None,
    market=None,
    deck=None,
    ships=None,
    discards=None,
    rest=None,
    tickets=None,
    ticket_deck=None,
    ticket_rest=None,
    routes=None,
    pieces=None,
    buildings=None,
):
    """A copy of the match at the beginning of a turn, as if play had led to this position.

    What is named is then exactly so; everything else stays where it was as far as it can, and
    nothing is invented or lost:

    seat         who is to act
    hand         {seat: {kind: count}}  the whole hand
    market       [kind or None, ...]    place by place
    deck, ships  [kind, ...]            the first and the second deck, the top card first
    discards     {kind: count}
    rest         seat or "discards"     takes every card not named or placed, so that a named deck
                                        is the whole deck
    tickets      {seat: [ticket, ...]}  all that the seat holds
    ticket_deck  [ticket, ...]          the top of the ticket deck
    ticket_rest  seat                   takes the tickets under those
    routes       {seat: [route, ...]}   all that the seat owns; points and pieces follow, twins
                                        close
    pieces       {seat: {kind: count}}  not yet placed (kinds left out: none); the others go to the
                                        seat's box
    buildings    {seat: [city, ...]}    stations or harbours
    """
    assert match.asked == "turn", f"arranged in the middle of {match.asked}"
    s = match.position.state.copy()
    Cards(match.game, s).arrange(hand or {}, market, (deck, ships), discards, rest)
    arrange_tickets(match.game, s, tickets or {}, ticket_deck, ticket_rest)
    arrange_routes(match.game, s, routes or {}, pieces or {})
    arrange_buildings(match.game, s, buildings or {})
    s.seat = s.seat if seat is None else seat
    begun = ekiben.Match.imagined(match.game, s)
    begun.heard = list(match.heard)
    conserved(begun)
    return begun


class Cards:
    """All cards of a plain state by where they lie, as kinds' numbers."""

    def __init__(self, game, s):
        self.game, self.b, self.s = game, game.plain_board, s
        self.kinds = list(game.board.kinds)
        self.decks = [
            s.deck[deck, : s.deck_size[deck]][::-1].tolist() for deck in range(self.b.decks)
        ]
        self.hands = [Counter(dict(enumerate(s.hand[seat].tolist()))) for seat in range(s.seats)]
        self.market = s.market[: self.b.slots].tolist()
        self.discards = Counter(dict(enumerate(s.discards.tolist())))
        self.pool = [card for deck in self.decks for card in deck]
        self.fixed = []

    def arrange(self, hand, market, decks, discards, rest):
        for seat in hand:
            self.fix(self.hands[seat])
        if market is not None:
            self.pool += [card for card in self.market if card != EMPTY]
            self.fixed.append(id(self.market))
        if discards is not None:
            self.fix(self.discards)
        for seat, cards in hand.items():
            self.hands[seat] += Counter(self.take(Counter(cards).elements()))
        if market is not None:
            self.market[:] = [EMPTY if kind is None else self.take([kind])[0] for kind in market]
            self.market += [EMPTY] * (self.b.slots - len(self.market))
        if discards is not None:
            self.discards += Counter(self.take(Counter(discards).elements()))
        self.decks = [self.take(deck or []) for deck in decks[: self.b.decks]]
        self.place_rest(rest)
        self.write()

    def fix(self, cards):
        """This place is named: its cards go back first, and none is taken from it afterwards."""
        self.pool += list(cards.elements())
        cards.clear()
        self.fixed.append(id(cards))

    def take(self, kinds):
        """Cards out of the pool, else out of a place that was not named, which gets another card
        for it.
        """
        taken = []
        for kind in kinds:
            card = self.kinds.index(kind)
            if card not in self.pool:
                self.swap(card)
            self.pool.remove(card)
            taken.append(card)
        return taken

    def swap(self, card):
        """Brings a card into the pool, out of the discards, a hand or the market."""
        spare = [
            one
            for one in self.pool
            if one != self.b.wild and self.b.deck_of[one] == self.b.deck_of[card]
        ][-1:]
        for cards in (self.discards, *self.hands):
            if cards[card] > 0 and id(cards) not in self.fixed:
                cards.update({card: -1, **dict.fromkeys(spare, 1)})
                break
        else:
            assert card in self.market and id(self.market) not in self.fixed and spare, (
                f"no {self.kinds[card]} left to place"
            )
            self.market[self.market.index(card)] = spare[0]
        self.pool = [*minus(self.pool, spare), card]

    def place_rest(self, rest):
        if rest is None:
            for deck, cards in enumerate(self.decks):
                cards += [card for card in self.pool if self.b.deck_of[card] == deck]
        else:
            (self.discards if rest == "discards" else self.hands[rest]).update(self.pool)

    def write(self):
        s, b = self.s, self.b
        for deck, cards in enumerate(self.decks):
            s.deck[deck, : len(cards)], s.deck_size[deck] = cards[::-1], len(cards)
            s.discarded[deck] = sum(
                n for card, n in self.discards.items() if b.deck_of[card] == deck
            )
            for seat, hand in enumerate(self.hands):
                s.hand_size[seat, deck] = sum(
                    n for card, n in hand.items() if b.deck_of[card] == deck
                )
        for card in range(b.kinds):
            s.discards[card], s.up[card] = self.discards[card], self.market.count(card)
            for seat, hand in enumerate(self.hands):
                s.hand[seat, card], s.seen[seat, card] = (
                    hand[card],
                    min(hand[card], s.seen[seat, card]),
                )
        s.market[:] = self.market + [EMPTY] * (SLOTS - b.slots)
        s.gaps, s.kinds_up = (
            self.market.count(EMPTY),
            sum(1 << card for card in set(self.market) - {EMPTY}),
        )


def minus(cards, taken):
    """The cards without those taken, in order."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left


def arrange_tickets(game, s, tickets, ticket_deck, ticket_rest):
    b, number = game.plain_board, {ticket.id: ticket.number for ticket in game.board.tickets}
    deck = [
        int(s.ticket_deck[(s.ticket_head + place) % b.regular]) for place in range(s.ticket_left)
    ]
    held = [
        {n for n in range(b.tickets) if int(s.tickets[seat]) >> n & 1} for seat in range(s.seats)
    ]
    for seat in tickets:
        deck += [n for n in sorted(held[seat]) if n < b.regular]
        held[seat] = set()
    for seat, names in tickets.items():
        held[seat] = {number[name] for name in names}
    top = [number[name] for name in ticket_deck or []]
    named = set(top).union(*(held[seat] for seat in tickets))
    held = [held[seat] if seat in tickets else held[seat] - named for seat in range(s.seats)]
    under = [n for n in deck if n not in named]
    if ticket_rest is not None:
        held[ticket_rest], under = held[ticket_rest].union(under), []
    s.ticket_head, s.ticket_left = 0, len(top + under)
    s.ticket_deck[: s.ticket_left] = top + under
    for seat in range(s.seats):
        s.tickets[seat], s.ticket_count[seat] = sum(1 << n for n in held[seat]), len(held[seat])


def arrange_routes(game, s, routes, pieces):
    b, number = game.plain_board, {route.id: route.number for route in game.board.routes}
    for seat, names in routes.items():
        s.pieces[seat] += placed(game, s, seat)
        s.owned[seat] = 0
        for name in names:
            s.owned[seat, number[name] // WORD] |= 1 << number[name] % WORD
        s.pieces[seat] -= placed(game, s, seat)
        s.score[seat] = (
            sum(int(b.points[b.length[number[name]]]) for name in names) - s.exchanged[seat]
        )
    for seat, left in pieces.items():
        kinds = [left.get(kind, 0) for kind in (*game.board.pieces, "none")][:2]
        s.pieces[seat] = kinds
        s.box[seat] = [
            int(b.pieces[way]) - kinds[way] - placed(game, s, seat)[way] for way in range(2)
        ]
    assert s.pieces.min() >= 0, "more routes than pieces"
    if routes:
        close_routes(game, s)


def placed(game, s, seat):
    """Spaces a seat has filled, by kind of piece."""
    b = game.plain_board
    return [
        sum(int(b.length[n]) for n in range(b.routes) if b.way[n] == way and has(s.owned[seat], n))
        for way in range(2)
    ]


def close_routes(game, s):
    """RT-4.7, RT-4.8, for the routes as they are owned now."""
    b = game.plain_board
    for word in range(WORDS):
        s.free[word], s.blocked[:, word] = b.all_routes[word], 0
    for seat in range(s.seats):
        for n in [n for n in range(b.routes) if has(s.owned[seat], n)]:
            twin = int(b.twin[n])
            s.free[n // WORD] &= ~(1 << n % WORD)
            if twin != EMPTY:
                s.blocked[seat, twin // WORD] |= 1 << twin % WORD
                s.free[twin // WORD] &= ~(int(s.seats <= b.closing) << twin % WORD)


def arrange_buildings(game, s, buildings):
    number = {city.id: city.number for city in game.board.cities}
    for seat, cities in buildings.items():
        s.building[seat] = [number[city] for city in cities] + [EMPTY] * (BUILDINGS - len(cities))
        s.built[seat] = len(cities)
    if buildings:
        s.built_up = sum(
            1 << int(city) for city in set(s.building[: s.seats].ravel().tolist()) - {EMPTY}
        )


def conserved(match):
    """Every card and every piece is somewhere, once; tickets are in one place at most."""
    game, s = match.game, match.position.state
    b = game.plain_board
    for card in range(b.kinds):
        laid = (
            [n for kind, n in game.actions.cards(s.laid).items() if kind == game.board.kinds[card]]
            if s.laid != EMPTY
            else []
        )
        there = (
            int(s.discards[card] + s.up[card] + s.hand[: s.seats, card].sum())
            + sum(laid)
            + s.turned.tolist().count(card)
        )
        there += sum(
            s.deck[deck, : s.deck_size[deck]].tolist().count(card) for deck in range(b.decks)
        )
        assert there == b.copies[card], f"{there} {game.board.kinds[card]}, not {b.copies[card]}"
    held = [n for seat in range(s.seats) for n in range(b.tickets) if int(s.tickets[seat]) >> n & 1]
    held += [
        int(s.ticket_deck[(s.ticket_head + place) % b.regular]) for place in range(s.ticket_left)
    ]
    assert len(held) == len(set(held)), "a ticket is there twice"
    for seat in range(s.seats):
        total = s.pieces[seat] + s.box[seat] + placed(game, s, seat)
        assert s.setting_up or total.tolist() == b.pieces.tolist(), (
            f"seat {seat} has {total} pieces"
        )
    return True


def ended(match):
    """The match played to its end by blind draws, after the seat to act put its pieces away."""
    match = arranged(match, pieces={match.seat: {}})
    while not match.over:
        choices = legal(match)
        match.play(
            next(
                (choice for choice in choices if choice in ("draw deck", "draw trains")), choices[0]
            )
        )
    return match


def with_last_turns(match, count, **more):
    """The match with so many turns left; a compiled position hands out copies of its state."""
    s = match.position.state.copy()
    s.last_turns = count
    for name, value in more.items():
        setattr(s, name, value)
    begun = ekiben.Match.imagined(match.game, s)
    begun.heard = list(match.heard)
    return begun
