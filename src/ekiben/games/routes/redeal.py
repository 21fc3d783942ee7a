"""Deals anew what a view hides, so that the viewer could not tell the result from the truth.

`game.imagine` and the bots' searches use it; compiled, it deals thousands of times a second. Every
deal that fits what the viewer knows can come out. A ticket is a place in the deck's first order
until it gets a name: the viewer's offers name some, by the history of the deck, and the others get
theirs at the end.
"""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.chance import below, next_word, open_stream, set_seed, shuffle
from ekiben.core.compiled import bit, compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.cards import lying_open
from ekiben.games.routes.redeal_state import Redeal
from ekiben.games.routes.sizes import KINDS
from ekiben.games.routes.state import EMPTY, State
from ekiben.games.routes.ticket_history import find_history, name, open_row

REDEAL_STREAM = 20
CERTAIN = 1 << 32


@compiled
def redeal(b: Board, s: State, g: Redeal, viewer: int, words: Array, number: int) -> bool:
    """Deal what the viewer cannot see, by the seed `words + number`; False: the view is absurd."""
    start_redeal(s, g, viewer, words, number)
    return deal_hidden(b, s, g)


@compiled
def start_redeal(s: State, g: Redeal, viewer: int, words: Array, number: int) -> None:
    """Start with what all know of the other hands, and no more."""
    g.viewer = viewer
    set_seed(s, words, number)
    open_stream(s, REDEAL_STREAM, 0)
    for seat in range(s.seats):
        for kind in range(KINDS if seat != viewer else 0):
            s.hand[seat, kind] = s.seen[seat, kind]


@compiled
def deal_hidden(b: Board, s: State, g: Redeal) -> bool:
    deal_hands(b, s, g)
    return deal_tickets(b, s, g)


# ---- cards
@compiled
def deal_hands(b: Board, s: State, g: Redeal) -> None:
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
def fill_pool(b: Board, s: State, g: Redeal, deck: int) -> int:
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
def fill_hand(b: Board, s: State, g: Redeal, seat: int, deck: int, left: int) -> int:
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
def deal_tickets(b: Board, s: State, g: Redeal) -> bool:
    if not find_history(b, s, g):
        return False
    name_rest(b, s, g)
    write(b, s, g)
    return True


# ---- tickets that the viewer has never seen
@compiled
def name_rest(b: Board, s: State, g: Redeal) -> None:
    """Shuffle the tickets that are left to the places that are, then swap them as they suit."""
    name_between(s, g, 0, b.regular)
    name_between(s, g, b.regular, b.tickets)


@compiled
def name_between(s: State, g: Redeal, first: int, last: int) -> None:
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
def swap(s: State, g: Redeal, one: int, other: int) -> None:
    """Swap the tickets of two places if that suits better, else once in 2 ** the loss."""
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
def fit_at(g: Redeal, place: int, ticket: int) -> int:
    return int(g.fit[g.holder[place], ticket]) if g.holder[place] != EMPTY else 0


# ---- into the state
@compiled
def write(b: Board, s: State, g: Redeal) -> None:
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
def write_offer(g: Redeal, row: int, size: int, tickets: Array) -> None:
    for at in range(size):
        tickets[at] = g.name[g.offers[row, at]]


@compiled
def write_answer(s: State, g: Redeal, number: int) -> None:
    write_offer(g, number, s.draw_size[number], s.draw_offer[number])
    s.draw_choice[number] = g.choice[number]
    for at in range(s.draw_size[number]):
        if g.choice[number] & bit(at):
            s.tickets[s.draw_seat[number]] |= bit(s.draw_offer[number, at])
