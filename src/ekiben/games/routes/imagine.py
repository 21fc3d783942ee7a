"""A state that a viewer could not tell from the true one: all that the view hides is dealt anew."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, Any

from ekiben.core.errors import EkibenError
from ekiben.core.layout import View
from ekiben.games.routes.payment import list_payments
from ekiben.games.routes.pieces import fewest_trains, most_trains
from ekiben.games.routes.state import EMPTY, LAYOUT, OVER, PAYMENT, PIECES, TICKETS_ASKED
from ekiben.games.routes.turn import clear

if TYPE_CHECKING:
    from ekiben.games.routes.game import RouteGame

ATTEMPTS = 2_000
Row = tuple[int, int, int, list[int] | None, int]      # seat, offered, kept, the tickets and the choice where known


def filled(view: View) -> Any:
    """A plain state with all that the view shows; what it hides is HIDDEN."""
    s = LAYOUT.plain()
    clear(s)
    for field in LAYOUT.fields:
        if field.name in view.fields:
            value = view.fields[field.name]
            if field.axes:
                getattr(s, field.name)[tuple(slice(size) for size in value.shape)] = value
            else:
                setattr(s, field.name, int(value))
    return s


def redealt(game: RouteGame, view: View, seed: int) -> Any:
    if view.game != game.name:
        raise EkibenError(f"a view of {view.game} cannot be imagined by {game.name}")
    s = filled(view)
    if s.asked != OVER:
        luck = random.Random(seed)
        for word in range(len(s.seed)):
            s.seed[word] = luck.getrandbits(32)
        deal_cards(game.plain_board, s, view.viewer, luck)
        Tickets(game.plain_board, s, view.viewer, luck).deal()
        choose(game.plain_board, s, view.viewer, luck)
    s.tracing = 1
    return s


def others(s: Any, viewer: int | None) -> list[int]:
    return [seat for seat in range(s.seats) if seat != viewer]


# ---- cards
def unseen(b: Any, s: Any, viewer: int | None, deck: int) -> list[int]:
    """Every card of the deck that lies neither open, nor in the viewer's hand, nor known in another's."""
    cards = []
    for kind in range(b.kinds):
        if b.deck_of[kind] == deck:
            known = int(s.discards[kind] + s.up[kind]) + sum(int(card == kind) for card in s.turned)
            known += sum(int(s.seen[seat, kind]) for seat in others(s, viewer)) + laid_out(b, s, kind)
            known += int(s.hand[viewer, kind]) if viewer is not None else 0
            cards += [kind] * (int(b.copies[kind]) - known)
    return cards


def laid_out(b: Any, s: Any, kind: int) -> int:
    if s.laid == EMPTY:
        return 0
    counts = b.pay_counts[s.laid]
    return int(counts[0] * (b.pay_first[s.laid] == kind) + counts[1] * (b.pay_second[s.laid] == kind) + counts[2] * (b.wild == kind))


def deal_cards(b: Any, s: Any, viewer: int | None, luck: random.Random) -> None:
    """Other hands keep what all know of them; the rest of the unseen cards is dealt, then the decks."""
    pools = [unseen(b, s, viewer, deck) for deck in range(b.decks)]
    for seat in others(s, viewer):
        s.hand[seat] = s.seen[seat]
    if s.asked == PAYMENT and s.seat != viewer:
        give_means(b, s, pools, luck)
    for deck, cards in enumerate(pools):
        luck.shuffle(cards)
        for seat in others(s, viewer):
            for _ in range(room(b, s, seat, deck)):
                s.hand[seat, cards.pop()] += 1
        s.deck[deck, :len(cards)] = cards


def room(b: Any, s: Any, seat: int, deck: int) -> int:
    """Cards of the deck that the hand still lacks."""
    return int(s.hand_size[seat, deck]) - sum(int(s.hand[seat, kind]) for kind in range(b.kinds) if b.deck_of[kind] == deck)


def give_means(b: Any, s: Any, pools: list[list[int]], luck: random.Random) -> None:
    """Whoever has named a route or a city can pay for it: one way to pay is dealt first, out of those that fit the hand."""
    seat, known = s.seat, s.hand[s.seat].copy()
    for cards in pools:
        for kind in cards:
            s.hand[seat, kind] += 1
    out = [0] * (b.payments + 1)
    ways = [lacking(b, known, out[n] - b.pay) for n in range(list_payments(b, s, out))]
    s.hand[seat] = known
    fits = [way for way in ways if all(sum(b.deck_of[kind] == deck for kind in way) <= room(b, s, seat, deck) for deck in range(b.decks))]
    for kind in luck.choice(fits):
        s.hand[seat, kind] += 1
        pools[b.deck_of[kind]].remove(kind)


def lacking(b: Any, hand: Any, payment: int) -> list[int]:
    """The cards of a payment that the hand does not hold."""
    kinds = (int(b.pay_first[payment]), int(b.pay_second[payment]), int(b.wild))
    return [kind for kind, count in zip(kinds, b.pay_counts[payment].tolist(), strict=True) if count
            for _ in range(count - int(hand[kind]))]


# ---- tickets
class Tickets:
    """Deals tickets so that every offer the viewer has seen comes out as it was, by playing the ticket deck's whole history
    again: whose offer came from where is public, what was in it and which were kept is not. Tickets are places in the first
    order of the deck until they get a name; the viewer's offers name some."""

    def __init__(self, b: Any, s: Any, viewer: int | None, luck: random.Random) -> None:
        self.b, self.s, self.viewer, self.luck = b, s, viewer, luck
        self.rows: list[Row] = [self.row(number) for number in range(s.draws)]
        self.slots, self.coming = self.ahead()
        self.patience = 0

    def ahead(self) -> tuple[list[int], dict[int, int]]:
        """The deck as one long row of slots that returned tickets are added to: where those of each answer begin, and the
        tickets that the viewer draws out of slots later on."""
        b, s, head = self.b, self.s, 0
        tail, slots = int(b.regular - s.seats * b.deal), []
        coming: dict[int, int] = {}
        for number, (_, size, kept, known, _) in enumerate(self.rows):
            if number >= s.seats:
                coming.update(enumerate(known or [], head))
                head += size
            slots.append(tail)
            tail += 0 if number < s.seats and b.unkept_out else size - kept
        if self.viewer is not None and not s.setting_up:
            coming.update(enumerate(s.offer[self.viewer, :s.offered[self.viewer]].tolist(), head))
        return slots, coming

    def row(self, number: int) -> Row:
        s = self.s
        seat, size, kept = int(s.draw_seat[number]), int(s.draw_size[number]), int(s.draw_kept[number])
        known = s.draw_offer[number, :size].tolist() if seat == self.viewer else None
        return seat, size, kept, known, int(s.draw_choice[number])

    def deal(self) -> None:
        b, s = self.b, self.s
        queue = list(range(s.seats * b.deal, b.regular))
        offers = [[*range(b.regular + seat * b.deal_long, b.regular + (seat + 1) * b.deal_long),
                   *range(seat * b.deal, (seat + 1) * b.deal)] for seat in range(s.seats)]
        if s.draws == 0:
            names: dict[int, int] = {}
            for seat in range(s.seats):
                self.name(offers[seat], s.offer[seat].tolist() if seat == self.viewer else None, names)
            self.write(queue, names, [], {seat: offers[seat] for seat in range(s.seats)})
            return
        for attempt in range(ATTEMPTS):         # an early choice that cannot work out is left sooner by beginning again
            self.patience = (1 + attempt // 50) * 4 * len(self.rows)
            if self.replay(0, queue, offers, {}, []):
                return
        raise EkibenError("the view contradicts itself: no deal of tickets fits what the seat has seen")

    def replay(self, number: int, queue: list[int], offers: list[list[int]], names: dict[int, int], answers: list[Any]) -> bool:
        """Answers the offers from this one on, trying others' choices in random order until everything fits."""
        if number == len(self.rows):
            return self.finish(queue, names, answers)
        self.patience -= 1
        if self.patience < 0:
            return False
        seat, size, kept, known, choice = self.rows[number]
        offer, rest = (offers[number], queue) if number < len(offers) else (queue[:size], queue[size:])
        named = dict(names)
        if not self.name(offer, known, named):
            return False
        choices = [choice] if known is not None else self.choices(size, kept)
        for one in choices:
            back = [place for at, place in enumerate(offer) if not one >> at & 1]
            out = self.b.unkept_out and number < len(offers)
            foreseen = dict(named)
            fits = out or all(self.name([place], self.coming_at(number, at), foreseen) for at, place in enumerate(back))
            if fits and self.replay(number + 1, rest if out else rest + back, offers, foreseen, [*answers, (seat, offer, one)]):
                return True
        return False

    def coming_at(self, number: int, at: int) -> list[int]:
        """The ticket that the viewer will find in this slot of an answer's returned ones, if it draws it."""
        slot = self.slots[number] + at
        return [self.coming[slot]] if slot in self.coming else []

    def choices(self, size: int, kept: int) -> list[int]:
        found = [sum(1 << at for at in chosen) for chosen in itertools.combinations(range(size), kept)]
        self.luck.shuffle(found)
        return found

    def name(self, offer: list[int], known: list[int] | None, names: dict[int, int]) -> bool:
        """Names the places of an offer that was seen; False when a place or a ticket has another name already."""
        for place, ticket in zip(offer, known or [], strict=False):
            if names.get(place, ticket) != ticket or any(names[other] == ticket for other in names if other != place):
                return False
            names[place] = ticket
        return True

    def finish(self, queue: list[int], names: dict[int, int], answers: list[Any]) -> bool:
        s, open_offers = self.s, {}
        for seat in range(s.seats):
            if s.offered[seat]:
                open_offers[seat] = queue_before(queue, s, seat)
                queue = queue[int(s.offered[seat]):]
                if not self.name(open_offers[seat], s.offer[seat].tolist() if seat == self.viewer else None, names):
                    return False
        self.write(queue, names, answers, open_offers)
        return True

    def write(self, queue: list[int], names: dict[int, int], answers: list[Any], open_offers: dict[int, list[int]]) -> None:
        """Gives the nameless places the tickets that are left, and fills the state."""
        b, s = self.b, self.s
        self.name_rest(names, range(b.regular))
        self.name_rest(names, range(b.regular, b.tickets))
        for at, place in enumerate(queue):
            s.ticket_deck[(s.ticket_head + at) % b.regular] = names[place]
        for seat in others(s, self.viewer):
            s.tickets[seat] = 0
        for number, (seat, offer, choice) in enumerate(answers):
            if seat != self.viewer:
                self.write_answer(number, seat, [names[place] for place in offer], choice)
        for seat, offer in open_offers.items():
            s.offer[seat, :len(offer)] = [names[place] for place in offer]

    def name_rest(self, names: dict[int, int], tickets: range) -> None:
        rest = [ticket for ticket in tickets if ticket not in names.values()]
        self.luck.shuffle(rest)
        for place in tickets:
            if place not in names:
                names[place] = rest.pop()

    def write_answer(self, number: int, seat: int, offer: list[int], choice: int) -> None:
        s = self.s
        s.draw_offer[number, :len(offer)] = offer
        s.draw_choice[number] = choice
        for at, ticket in enumerate(offer):
            if choice >> at & 1:
                s.tickets[seat] |= 1 << ticket


def queue_before(queue: list[int], s: Any, seat: int) -> list[int]:
    return queue[:int(s.offered[seat])]


# ---- choices made together, not shown yet
def choose(b: Any, s: Any, viewer: int | None, luck: random.Random) -> None:
    """Seats before the one that is asked have chosen; what, the viewer does not know."""
    together = s.asked == PIECES or (s.asked == TICKETS_ASKED and s.setting_up)
    for seat in others(s, viewer):
        s.choice[seat] = EMPTY
        if together and seat < s.seat:
            s.choice[seat] = luck.randint(fewest_trains(b), most_trains(b)) if s.asked == PIECES else keep_some(s, seat, luck)


def keep_some(s: Any, seat: int, luck: random.Random) -> int:
    size = int(s.offered[seat])
    return luck.choice([choice for choice in range(1 << size) if choice.bit_count() >= s.least])
