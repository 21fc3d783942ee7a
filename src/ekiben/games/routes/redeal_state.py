"""Work space for dealing anew what a view hides."""

from __future__ import annotations

from ekiben.core.arrays import Array, Array2
from ekiben.core.layout import I8, Record, field
from ekiben.games.routes.sizes import CARDS, OFFER, SEATS, TICKETS

SLOTS = TICKETS + TICKETS * OFFER
SIZES = {
    "card": CARDS,
    "ticket": TICKETS,
    "slot": SLOTS,
    "seat": SEATS,
    "offer": OFFER,
    "answer": TICKETS + 1,
}


class Redeal(Record, sizes=SIZES):
    """What has been found out so far about cards and tickets that the viewer cannot see."""

    viewer: int = field(I8)  # whose view it is; EMPTY: a spectator's
    pool: Array = field(I8, "card")
    # the ticket deck as one long row of slots, drawn from at its head, with what is returned at
    # its tail
    queue: Array = field(I8, "slot")  # the place of the first order that lies in a slot
    head: int = field(I8)
    tail: int = field(I8)
    coming: Array = field(I8, "slot")  # the ticket that the viewer draws out of a slot later on
    # the tickets that the viewer may find next where a slot's ticket goes
    leads_to: Array = field(I8, "slot")
    last: Array = field(I8, "ticket")  # the last slot that the viewer finds a ticket in
    causes: Array = field(I8, "slot")  # others' answers by which a slot's ticket came there
    drawn_at: Array = field(I8, "answer")  # where an answer's offer begins
    put_at: Array = field(I8, "answer")  # and what is returned of it
    # what has been found out
    name: Array = field(I8, "ticket")  # the ticket of a place
    place: Array = field(I8, "ticket")  # and the place of a ticket
    holder: Array = field(I8, "ticket")  # the seat that keeps a place's ticket
    named_by: Array = field(I8, "ticket")  # the answer by which a place got its name
    now: int = field(I8)  # the answer that is being given
    choice: Array = field(I8, "answer")  # others' answers
    tried: Array = field(I8, "answer")  # the choices that an answer has been given in vain
    blame: Array = field(I8, "answer")  # earlier answers for which they were in vain
    # places that were offered, by answer; last those of the open offer
    offers: Array2 = field(I8, "answer", "offer")
    floating: Array = field(I8, "ticket")  # places whose ticket the viewer has never seen
    # what is believed of them
    fit: Array2 = field(I8, "seat", "ticket")  # how well a ticket suits a seat: likelihood doubles
    # attempts to move each ticket that could be anywhere to where it suits; 0: none suits better
    swaps: int = field(I8)
