"""A guess at what a view hides: cards and tickets dealt anew, a world that the viewer could not
tell from the true one.

`game.imagine` and the bots' searches deal by it; compiled it makes thousands of worlds in a second.
All worlds that fit what the viewer knows can come out. Tickets are places in the first order of the
deck until they get a name: the viewer's offers name some, by the history of the deck, and the
others get theirs at the end.
"""

from __future__ import annotations

from typing import Any

from ekiben.core.arrays import Array, Array2
from ekiben.core.chance import below, next_word, open_stream, set_seed, shuffle
from ekiben.core.compiled import bit, compiled
from ekiben.core.layout import I8, Record, field
from ekiben.games.routes.board import Board
from ekiben.games.routes.cards import lying_open
from ekiben.games.routes.sizes import CARDS, KINDS, OFFER, SEATS, TICKETS
from ekiben.games.routes.state import EMPTY, State
from ekiben.games.routes.ticket_history import SLOTS, find_history, name, open_row

GUESS_STREAM = 20
CERTAIN = 1 << 32

SIZES = {
    "card": CARDS,
    "ticket": TICKETS,
    "slot": SLOTS,
    "seat": SEATS,
    "offer": OFFER,
    "answer": TICKETS + 1,
}


class Redeal(Record, sizes=SIZES):
    """Work space of a redeal."""

    viewer: int = field(I8)  # whose view it is; EMPTY: a spectator's
    pool: Array = field(I8, "card")
    # the ticket deck as one long row of slots, drawn from at its head, with what is returned at
    # its tail
    queue: Array = field(I8, "slot")  # the place of the first order that lies in a slot
    head: int = field(I8)
    tail: int = field(I8)
    coming: Array = field(I8, "slot")  # the ticket that the viewer draws out of a slot later on
    leads_to: Array = field(
        I8, "slot"
    )  # the tickets that the viewer may find next where a slot's ticket goes
    last: Array = field(I8, "ticket")  # the last slot that the viewer finds a ticket in
    causes: Array = field(I8, "slot")  # others' answers by which a slot's ticket came there
    drawn_at: Array = field(
        I8, "answer"
    )  # where an answer's offer begins, and what is returned of it
    put_at: Array = field(I8, "answer")
    # what has been found out
    name: Array = field(I8, "ticket")  # the ticket of a place
    place: Array = field(I8, "ticket")  # and the place of a ticket
    holder: Array = field(I8, "ticket")  # the seat that keeps a place's ticket
    named_by: Array = field(I8, "ticket")  # the answer by which a place got its name
    now: int = field(I8)  # the answer that is being given
    choice: Array = field(I8, "answer")  # others' answers
    tried: Array = field(I8, "answer")  # the choices that an answer has been given in vain
    blame: Array = field(I8, "answer")  # earlier answers for which they were in vain
    offers: Array2 = field(
        I8, "answer", "offer"
    )  # places that were offered, by answer; last those of the open offer
    floating: Array = field(I8, "ticket")  # places whose ticket the viewer has never seen
    # what is believed of them
    fit: Array2 = field(
        I8, "seat", "ticket"
    )  # how well a ticket suits a seat: twice as likely for each
    swaps: int = field(
        I8
    )  # for each ticket that could be anywhere, to move it where it suits; 0: none suits better


@compiled
def guess(b: Board, s: State, g: Any, viewer: int, words: Any, number: int) -> bool:
    """Deals what the viewer does not know, by the seed `words + number`; False when the view
    contradicts itself.
    """
    open_guess(s, g, viewer, words, number)
    return deal_hidden(b, s, g)


@compiled
def open_guess(s: State, g: Any, viewer: int, words: Any, number: int) -> None:
    """Other hands hold what all know of them, and no more as yet."""
    g.viewer = viewer
    set_seed(s, words, number)
    open_stream(s, GUESS_STREAM, 0)
    for seat in range(s.seats):
        for kind in range(KINDS if seat != viewer else 0):
            s.hand[seat, kind] = s.seen[seat, kind]


@compiled
def deal_hidden(b: Board, s: State, g: Any) -> bool:
    deal_hands(b, s, g)
    return deal_tickets(b, s, g)


# ---- cards
@compiled
def deal_hands(b: Board, s: State, g: Any) -> None:
    """The cards that lie nowhere in sight fill the other hands, then the decks."""
    for deck in range(b.decks):
        left = fill_pool(b, s, g, deck)
        shuffle(s, g.pool, left)
        for seat in range(s.seats):
            if seat != g.viewer:
                left = fill_hand(b, s, g, seat, deck, left)
        for place in range(left):
            s.deck[deck, place] = g.pool[place]


@compiled
def fill_pool(b: Board, s: State, g: Any, deck: int) -> int:
    size = 0
    for kind in range(b.kinds):
        for _ in range(out_of_sight(b, s, kind) if b.deck_of[kind] == deck else 0):
            g.pool[size] = kind
            size += 1
    return size


@compiled
def out_of_sight(b: Board, s: State, kind: int) -> int:
    """Cards of a kind that lie neither open nor in a hand."""
    left = int(b.copies[kind]) - lying_open(b, s, kind)
    for seat in range(s.seats):
        left -= int(s.hand[seat, kind])
    return left


@compiled
def fill_hand(b: Board, s: State, g: Any, seat: int, deck: int, left: int) -> int:
    """Fills a hand from the end of the pool; how many cards that leaves there."""
    missing = room(b, s, seat, deck)
    for place in range(left - missing, left):
        s.hand[seat, g.pool[place]] += 1
    return left - missing


@compiled
def room(b: Board, s: State, seat: int, deck: int) -> int:
    """Cards of the deck that the hand still lacks."""
    lacking = int(s.hand_size[seat, deck])
    for kind in range(b.kinds):
        lacking -= int(s.hand[seat, kind]) if b.deck_of[kind] == deck else 0
    return lacking


# ---- tickets
@compiled
def deal_tickets(b: Board, s: State, g: Any) -> bool:
    if not find_history(b, s, g):
        return False
    name_rest(b, s, g)
    write(b, s, g)
    return True


# ---- tickets that the viewer has never seen
@compiled
def name_rest(b: Board, s: State, g: Any) -> None:
    """The tickets that are left, shuffled, to the places that are; then they are swapped as they
    suit the seats.
    """
    name_between(s, g, 0, b.regular)
    name_between(s, g, b.regular, b.tickets)


@compiled
def name_between(s: State, g: Any, first: int, last: int) -> None:
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
    for _ in range(g.swaps * floating):
        swap(s, g, int(g.floating[below(s, floating)]), int(g.floating[below(s, floating)]))


@compiled
def swap(s: State, g: Any, one: int, other: int) -> None:
    """Swaps the tickets of two places: always when they suit their holders better then, else once
    in two to the power of the loss.
    """
    first, second = int(g.name[one]), int(g.name[other])
    gain = (
        fit_at(g, one, second)
        + fit_at(g, other, first)
        - fit_at(g, one, first)
        - fit_at(g, other, second)
    )
    if gain >= 0 or next_word(s) < (CERTAIN >> min(-gain, 32)):
        g.name[one] = second
        g.name[other] = first
        g.place[first] = other
        g.place[second] = one


@compiled
def fit_at(g: Any, place: int, ticket: int) -> int:
    return int(g.fit[g.holder[place], ticket]) if g.holder[place] != EMPTY else 0


# ---- into the state
@compiled
def write(b: Board, s: State, g: Any) -> None:
    for at in range(g.tail - g.head):
        s.ticket_deck[(s.ticket_head + at) % b.regular] = g.name[g.queue[g.head + at]]
    for seat in range(s.seats):
        if seat != g.viewer:
            s.tickets[seat] = 0
            s.choice[seat] = EMPTY
            write_offer(g, open_row(s, seat), s.offered[seat], s.offer[seat])
    for number in range(s.draws):
        if s.draw_seat[number] != g.viewer:
            write_answer(s, g, number)


@compiled
def write_offer(g: Any, row: int, size: int, tickets: Any) -> None:
    for at in range(size):
        tickets[at] = g.name[g.offers[row, at]]


@compiled
def write_answer(s: State, g: Any, number: int) -> None:
    write_offer(g, number, s.draw_size[number], s.draw_offer[number])
    s.draw_choice[number] = g.choice[number]
    for at in range(s.draw_size[number]):
        if g.choice[number] & bit(at):
            s.tickets[s.draw_seat[number]] |= bit(s.draw_offer[number, at])
