"""The ticket deck's history, played again as it may have been.

Whose offer came from where, and how many tickets were kept, is public. What others were offered and
kept is not: it is drawn by lot as long as it leads to what the viewer has seen. A contradiction
first starts all over, then takes back answer by answer, with ever more patience. So a history is
found whenever there is one, and there is one for every view of a game.
"""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.chance import below
from ekiben.core.compiled import bit, compiled, count
from ekiben.games.routes.board import Board
from ekiben.games.routes.redeal_state import SLOTS, Redeal
from ekiben.games.routes.sizes import TICKETS
from ekiben.games.routes.state import EMPTY, State

PLAIN_ATTEMPTS = 8  # that begin anew at the first contradiction
FITS, UNFINISHED, CONTRADICTION = range(3)


@compiled
def find_history(b: Board, s: State, g: Redeal) -> bool:
    """Leave in the work space who may have been offered and kept what; False if nothing fits."""
    foresee(b, s, g)
    attempt, ended = 0, UNFINISHED
    while ended == UNFINISHED:
        ended = replay(b, s, g, (1 << attempt) >> PLAIN_ATTEMPTS)
        attempt += 1
    if ended == FITS:
        hold(s, g)
    return ended == FITS


# ---- what the viewer knows
@compiled
def foresee(b: Board, s: State, g: Redeal) -> None:
    """Find the slots that the viewer draws from, what it finds there, and what leads to them."""
    begin(b, s, g)
    for slot in range(SLOTS):
        g.coming[slot] = EMPTY
        g.leads_to[slot] = g.causes[slot] = 0
    for ticket in range(b.tickets):
        g.last[ticket] = EMPTY
    for number in range(s.draws):
        foresee_offer(s, g, number, s.draw_seat[number], s.draw_size[number], s.draw_offer[number])
        foresee_return(b, s, g, number)
    for seat in range(s.seats):
        if s.offered[seat]:
            foresee_offer(s, g, s.draws, seat, s.offered[seat], s.offer[seat])
    for number in range(s.draws - 1, s.seats - 1, -1):
        if s.draw_seat[number] != g.viewer:
            lead_on(s, g, number)


@compiled
def foresee_offer(s: State, g: Redeal, number: int, seat: int, size: int, tickets: Array) -> None:
    g.drawn_at[number] = g.head
    for at in range(size if number >= s.seats else 0):
        if seat == g.viewer:
            mark_found(g, int(g.head), int(tickets[at]))
        g.head += 1


@compiled
def foresee_return(b: Board, s: State, g: Redeal, number: int) -> None:
    g.put_at[number] = g.tail
    causes = 0 if s.draw_seat[number] == g.viewer else causes_of(s, g, number) | bit(number)
    for _ in range(0 if leaves_game(b, s, number) else s.draw_size[number] - s.draw_kept[number]):
        g.causes[g.tail] = causes
        g.tail += 1


@compiled
def mark_found(g: Redeal, slot: int, ticket: int) -> None:
    g.coming[slot] = ticket
    g.leads_to[slot] = bit(ticket)
    g.last[ticket] = slot


@compiled
def lead_on(s: State, g: Redeal, number: int) -> None:
    """Say which slots an offer's returned tickets may come to.

    They stay in order and are as many as all know: none moves up by more than are kept.
    """
    size, kept = int(s.draw_size[number]), int(s.draw_kept[number])
    for at in range(size):
        for to in range(max(0, at - kept), min(at + 1, size - kept)):
            g.leads_to[g.drawn_at[number] + at] |= g.leads_to[g.put_at[number] + to]


@compiled
def causes_of(s: State, g: Redeal, number: int) -> int:
    """Others' answers that an offer depends on."""
    causes, size = 0, int(s.draw_size[number]) if number < s.draws else int(s.offered[s.seat])
    for at in range(size if number >= s.seats else 0):
        causes |= int(g.causes[g.drawn_at[number] + at])
    return causes


# ---- answering again
@compiled
def begin(b: Board, s: State, g: Redeal) -> None:
    """The deck after the deal, nothing named."""
    g.head = g.tail = g.now = 0
    for place in range(s.seats * b.deal, b.regular):
        g.queue[g.tail] = place
        g.tail += 1
    for ticket in range(b.tickets):
        g.name[ticket] = g.place[ticket] = g.holder[ticket] = EMPTY
        g.tried[ticket] = g.blame[ticket] = 0


@compiled
def replay(b: Board, s: State, g: Redeal, patience: int) -> int:
    """Answer all offers again, taking back what does not fit, until the patience is used up."""
    begin(b, s, g)
    while g.now <= s.draws:
        if answer_again(b, s, g):
            g.now += 1
        elif patience == 0:
            return UNFINISHED
        elif not take_back(s, g):
            return CONTRADICTION
        else:
            patience -= 1
    return FITS


@compiled
def answer_again(b: Board, s: State, g: Redeal) -> bool:
    """Give one answer: an offer, a choice that fits, the others back under the deck.

    The offers that are not answered yet come last.
    """
    number = int(g.now)
    if number == s.draws:
        return lay_open_offers(b, s, g)
    seat = int(s.draw_seat[number])
    if not lay_offer(b, s, g, number, seat, s.draw_size[number], s.draw_offer[number]):
        return False
    g.choice[number] = (
        s.draw_choice[number] if seat == g.viewer else fitting_choice(b, s, g, number)
    )
    if g.choice[number] == EMPTY:
        return False
    put_back(b, s, g, number)
    return True


@compiled
def put_back(b: Board, s: State, g: Redeal, number: int) -> None:
    """What is not kept goes under the deck, with the names that the viewer will find."""
    for at in range(0 if leaves_game(b, s, number) else s.draw_size[number]):
        place = int(g.offers[number, at])
        if not g.choice[number] & bit(at):
            if g.coming[g.tail] != EMPTY:
                name(g, place, int(g.coming[g.tail]))
            g.queue[g.tail] = place
            g.tail += 1


@compiled
def hold(s: State, g: Redeal) -> None:
    """Who keeps which places."""
    for number in range(s.draws):
        for at in range(s.draw_size[number]):
            if g.choice[number] & bit(at):
                g.holder[g.offers[number, at]] = s.draw_seat[number]


@compiled
def take_back(s: State, g: Redeal) -> bool:
    """Return to the latest answer behind the contradiction; False if there is none."""
    blame = int(g.blame[g.now]) | causes_of(s, g, int(g.now))
    if blame == 0:
        return False
    while not blame & bit(g.now):
        g.tried[g.now] = g.blame[g.now] = 0
        g.now -= 1
    g.tried[g.now] |= bit(g.choice[g.now])
    g.blame[g.now] |= blame ^ bit(g.now)
    g.head = g.drawn_at[g.now]
    g.tail = g.put_at[g.now]
    forget_names(g)
    return True


@compiled
def forget_names(g: Redeal) -> None:
    """Those that were given since the answer that is taken back."""
    for place in range(TICKETS):
        if g.name[place] != EMPTY and g.named_by[place] >= g.now:
            g.place[g.name[place]] = EMPTY
            g.name[place] = EMPTY


# ---- offers, and the names that the viewer gives them
@compiled
def lay_open_offers(b: Board, s: State, g: Redeal) -> bool:
    for seat in range(s.seats):
        if s.offered[seat] and not lay_offer(
            b, s, g, open_row(s, seat), seat, s.offered[seat], s.offer[seat]
        ):
            return False
    return True


@compiled
def open_row(s: State, seat: int) -> int:
    """The row of an offer that is not answered: behind the answers, at set-up one for each seat."""
    return int(s.draws) if s.draws else seat


@compiled
def lay_offer(
    b: Board, s: State, g: Redeal, row: int, seat: int, size: int, tickets: Array
) -> bool:
    """Lay out the places of an offer, from the deal or the deck; name those of the viewer's."""
    for at in range(size):
        g.offers[row, at] = dealt_place(b, seat, at) if row < s.seats else g.queue[g.head + at]
        if seat == g.viewer and not name(g, int(g.offers[row, at]), int(tickets[at])):
            return False
    g.head += int(size) if row >= s.seats else 0
    return True


@compiled
def dealt_place(b: Board, seat: int, at: int) -> int:
    """The place of a ticket in a seat's first offer: long ones come first, from behind the deck."""
    return int(
        b.regular + seat * b.deal_long + at
        if at < b.deal_long
        else seat * b.deal + at - b.deal_long
    )


@compiled
def name(g: Redeal, place: int, ticket: int) -> bool:
    """Names a place; False when it, or the ticket, has another name already."""
    if not nameable(g, place, ticket):
        return False
    if g.name[place] == EMPTY:
        g.named_by[place] = g.now
    g.name[place] = ticket
    g.place[ticket] = place
    return True


@compiled
def nameable(g: Redeal, place: int, ticket: int) -> bool:
    return bool(g.name[place] == ticket or (g.name[place] == EMPTY and g.place[ticket] == EMPTY))


# ---- others' choices
@compiled
def fitting_choice(b: Board, s: State, g: Redeal, number: int) -> int:
    """A choice by lot that leaves in the deck what the viewer will find there; EMPTY: none."""
    chosen, found = EMPTY, 0
    for choice in range(bit(s.draw_size[number])):
        untried = count(choice) == s.draw_kept[number] and not g.tried[number] & bit(choice)
        if untried and fits_slots(b, s, g, number, choice):
            found += 1
            if below(s, found) == 0:
                chosen = choice
    return chosen


@compiled
def fits_slots(b: Board, s: State, g: Redeal, number: int, choice: int) -> bool:
    slot = int(g.tail)
    for at in range(0 if leaves_game(b, s, number) else s.draw_size[number]):
        place = int(g.offers[number, at])
        if choice & bit(at):
            if is_awaited(g, place):
                return False
        elif not fits_slot(g, place, slot):
            return False
        else:
            slot += 1
    return True


@compiled
def fits_slot(g: Redeal, place: int, slot: int) -> bool:
    if g.coming[slot] != EMPTY:
        return nameable(g, place, int(g.coming[slot]))
    return not is_awaited(g, place) or g.leads_to[slot] & bit(g.name[place]) != 0


@compiled
def is_awaited(g: Redeal, place: int) -> bool:
    """Whether the viewer knows the place's ticket, and finds it again later on."""
    return bool(g.name[place] != EMPTY and g.last[g.name[place]] >= g.head)


@compiled
def leaves_game(b: Board, s: State, number: int) -> bool:
    return bool(b.unkept_out and number < s.seats)
