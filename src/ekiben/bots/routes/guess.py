"""A guess at what a view hides from the seat to act: cards and tickets dealt anew, compiled, thousands in a second.

It can come out as everything that `game.imagine` can. The ticket deck's history is played again with others' choices drawn by lot,
as long as none contradicts what the seat has seen; the tickets that nobody has named are then moved towards whoever they suit.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.purse import unseen
from ekiben.core.chance import below, drawn, open_stream, set_seed, shuffle
from ekiben.core.compiled import bit, compiled, count, two_bodies
from ekiben.core.layout import Field, Layout
from ekiben.games.routes.sizes import CARDS, OFFER, SEATS, TICKETS
from ekiben.games.routes.state import EMPTY

GUESS_STREAM = 20
ATTEMPTS = 400
SLOTS = TICKETS + TICKETS * OFFER
SWAPS = 3                           # for each ticket that could be anywhere
CERTAIN = 1 << 32

WORK = Layout({"card": CARDS, "ticket": TICKETS, "slot": SLOTS, "seat": SEATS, "offer": OFFER}, [
    Field("pool", "i8", ("card",)),
    Field("queue", "i8", ("slot",)),        # the ticket deck as one long row: the place of the first order that lies in a slot
    Field("coming", "i8", ("slot",)),       # the ticket that the seat draws out of a slot later on
    Field("head", "i8"),
    Field("tail", "i8"),
    Field("name", "i8", ("ticket",)),       # the ticket of a place
    Field("place", "i8", ("ticket",)),      # and the place of a ticket
    Field("holder", "i8", ("ticket",)),     # the seat that keeps a place's ticket
    Field("choice", "i8", ("ticket",)),     # others' answers
    Field("offers", "i8", ("ticket", "offer")),     # places that were offered, by answer
    Field("floating", "i8", ("ticket",)),   # places whose ticket nobody has seen
    Field("whole", "i8", ("ticket",)),      # the price of a ticket's way on the empty board
    Field("fit", "i8", ("seat", "ticket")),         # how well a ticket suits what a seat has claimed: twice as likely for each
])
WORK_TYPE = WORK.dtype


def _native_work(works, i):  # type: ignore[no-untyped-def]
    return works.view(WORK_TYPE)[i]


@two_bodies(_native_work)
def work_at(works: Any, i: int) -> Any:
    return works[i]


@compiled
def guess(b: Any, s: Any, g: Any, words: Any, number: int) -> bool:
    """Deals what the seat to act does not know, by the seed `words + number`; False when no deal of the tickets was found."""
    set_seed(s, words, number)
    open_stream(s, GUESS_STREAM, 0)
    deal_hands(b, s, g)
    return deal_tickets(b, s, g)


# ---- cards
@compiled
def deal_hands(b: Any, s: Any, g: Any) -> None:
    """Other hands keep what all know of them; the rest of the unseen cards is dealt, then the decks."""
    for deck in range(b.decks):
        left = fill_pool(b, s, g, deck)
        shuffle(s, g.pool, left)
        for seat in range(s.seats):
            if seat != s.seat:
                left = deal_hand(b, s, g, seat, deck, left)
        for place in range(left):
            s.deck[deck, place] = g.pool[place]


@compiled
def fill_pool(b: Any, s: Any, g: Any, deck: int) -> int:
    size = 0
    for kind in range(b.kinds):
        for _ in range(unseen(b, s, kind) if b.deck_of[kind] == deck else 0):
            g.pool[size] = kind
            size += 1
    return size


@compiled
def deal_hand(b: Any, s: Any, g: Any, seat: int, deck: int, left: int) -> int:
    """Fills a hand from the end of the pool; how many cards that leaves there."""
    room = int(s.hand_size[seat, deck])
    for kind in range(b.kinds):
        if b.deck_of[kind] == deck:
            s.hand[seat, kind] = s.seen[seat, kind]
            room -= int(s.seen[seat, kind])
    for place in range(left - room, left):
        s.hand[seat, g.pool[place]] += 1
    return left - room


# ---- tickets
@compiled
def deal_tickets(b: Any, s: Any, g: Any) -> bool:
    foresee(b, s, g)
    for _ in range(ATTEMPTS):
        if replay(b, s, g):
            name_rest(b, s, g)
            write(b, s, g)
            return True
    return False


@compiled
def foresee(b: Any, s: Any, g: Any) -> None:
    """Which slots the seat has drawn from, or draws from now, and what it finds there."""
    begin(b, s, g)
    for slot in range(SLOTS):
        g.coming[slot] = EMPTY
    for number in range(s.seats, s.draws):
        for at in range(s.draw_size[number]):
            if s.draw_seat[number] == s.seat:
                g.coming[g.head] = s.draw_offer[number, at]
            g.head += 1
    for at in range(0 if s.setting_up else s.offered[s.seat]):
        g.coming[g.head + at] = s.offer[s.seat, at]


@compiled
def begin(b: Any, s: Any, g: Any) -> None:
    """The deck after the deal, nothing named."""
    g.head = g.tail = 0
    for place in range(s.seats * b.deal, b.regular):
        g.queue[g.tail] = place
        g.tail += 1
    for ticket in range(b.tickets):
        g.name[ticket] = g.place[ticket] = g.holder[ticket] = EMPTY


@compiled
def replay(b: Any, s: Any, g: Any) -> bool:
    """Answers all offers again; False as soon as something does not fit."""
    begin(b, s, g)
    if s.draws == 0:
        return name_offer(b, s, g, s.seat)
    for number in range(s.draws):
        if not answer_again(b, s, g, number):
            return False
    for at in range(s.offered[s.seat]):
        if not name(g, int(g.queue[g.head]), int(s.offer[s.seat, at])):
            return False
        g.head += 1
    return True


@compiled
def name_offer(b: Any, s: Any, g: Any, seat: int) -> bool:
    """The offer of the deal, while nobody has answered in the open."""
    fits = True
    for at in range(s.offered[seat]):
        fits = name(g, dealt(b, seat, at), int(s.offer[seat, at])) and fits
    return fits


@compiled
def dealt(b: Any, seat: int, at: int) -> int:
    """The place of a ticket in a seat's first offer: the long ones come first, and lie behind the deck."""
    return int(b.regular + seat * b.deal_long + at if at < b.deal_long else seat * b.deal + at - b.deal_long)


@compiled
def name(g: Any, place: int, ticket: int) -> bool:
    """Names a place; False when it, or the ticket, has another name already."""
    if not nameable(g, place, ticket):
        return False
    g.name[place] = ticket
    g.place[ticket] = place
    return True


@compiled
def nameable(g: Any, place: int, ticket: int) -> bool:
    return bool(g.name[place] == ticket or (g.name[place] == EMPTY and g.place[ticket] == EMPTY))


@compiled
def answer_again(b: Any, s: Any, g: Any, number: int) -> bool:
    """One answer: what was offered, a choice that fits, the others back under the deck."""
    own, size = s.draw_seat[number] == s.seat, int(s.draw_size[number])
    for at in range(size):
        g.offers[number, at] = dealt(b, int(s.draw_seat[number]), at) if number < s.seats else g.queue[g.head + at]
        if own and not name(g, int(g.offers[number, at]), int(s.draw_offer[number, at])):
            return False
    g.head += size if number >= s.seats else 0
    g.choice[number] = s.draw_choice[number] if own else fitting_choice(b, s, g, number)
    if g.choice[number] == EMPTY:
        return False
    put_back(b, s, g, number)
    return True


@compiled
def fitting_choice(b: Any, s: Any, g: Any, number: int) -> int:
    """One of the choices that leave in the deck what the seat will find there, each as likely as the others; EMPTY: none does."""
    chosen, found = EMPTY, 0
    for choice in range(bit(s.draw_size[number])):
        if count(choice) == s.draw_kept[number] and fits_slots(b, s, g, number, choice):
            found += 1
            if below(s, found) == 0:
                chosen = choice
    return chosen


@compiled
def leaves_game(b: Any, s: Any, number: int) -> bool:
    return bool(b.unkept_out and number < s.seats)


@compiled
def fits_slots(b: Any, s: Any, g: Any, number: int, choice: int) -> bool:
    slot = int(g.tail)
    for at in range(0 if leaves_game(b, s, number) else s.draw_size[number]):
        if not choice & bit(at):
            if g.coming[slot] != EMPTY and not nameable(g, int(g.offers[number, at]), int(g.coming[slot])):
                return False
            slot += 1
    return True


@compiled
def put_back(b: Any, s: Any, g: Any, number: int) -> None:
    """Kept tickets get a holder, the others go under the deck, with the names that the seat will find."""
    for at in range(s.draw_size[number]):
        place = int(g.offers[number, at])
        if g.choice[number] & bit(at):
            g.holder[place] = s.draw_seat[number]
        elif not leaves_game(b, s, number):
            if g.coming[g.tail] != EMPTY:
                name(g, place, int(g.coming[g.tail]))
            g.queue[g.tail] = place
            g.tail += 1


# ---- tickets that nobody has named
@compiled
def name_rest(b: Any, s: Any, g: Any) -> None:
    """The tickets that are left, shuffled, to the places that are; then they are swapped as they suit the seats."""
    name_between(s, g, 0, b.regular)
    name_between(s, g, b.regular, b.tickets)


@compiled
def name_between(s: Any, g: Any, first: int, last: int) -> None:
    floating = 0
    for place in range(first, last):
        if g.name[place] == EMPTY:
            g.floating[floating] = place
            floating += 1
    shuffle(s, g.floating, floating)
    n = 0
    for ticket in range(first, last):
        if g.place[ticket] == EMPTY:
            name(g, int(g.floating[n]), ticket)
            n += 1
    for _ in range(SWAPS * floating):
        swap(s, g, int(g.floating[below(s, floating)]), int(g.floating[below(s, floating)]))


@compiled
def swap(s: Any, g: Any, one: int, other: int) -> None:
    """Swaps the tickets of two places: always when they suit their holders better then, else once in two to the power of the loss."""
    first, second = int(g.name[one]), int(g.name[other])
    gain = fit_at(g, one, second) + fit_at(g, other, first) - fit_at(g, one, first) - fit_at(g, other, second)
    if gain >= 0 or drawn(s) < (CERTAIN >> min(-gain, 32)):
        g.name[one] = second
        g.name[other] = first
        g.place[first] = other
        g.place[second] = one


@compiled
def fit_at(g: Any, place: int, ticket: int) -> int:
    return int(g.fit[g.holder[place], ticket]) if g.holder[place] != EMPTY else 0


# ---- the state
@compiled
def write(b: Any, s: Any, g: Any) -> None:
    for at in range(g.tail - g.head):
        s.ticket_deck[(s.ticket_head + at) % b.regular] = g.name[g.queue[g.head + at]]
    for seat in range(s.seats):
        if seat != s.seat:
            s.tickets[seat] = 0
            s.choice[seat] = EMPTY
            for at in range(s.offered[seat]):
                s.offer[seat, at] = g.name[dealt(b, seat, at)]
    for number in range(s.draws):
        if s.draw_seat[number] != s.seat:
            write_answer(s, g, number)


@compiled
def write_answer(s: Any, g: Any, number: int) -> None:
    s.draw_choice[number] = g.choice[number]
    for at in range(s.draw_size[number]):
        ticket = int(g.name[g.offers[number, at]])
        s.draw_offer[number, at] = ticket
        if g.choice[number] & bit(at):
            s.tickets[s.draw_seat[number]] |= bit(ticket)
