"""Which tickets and cards the others may hold, from what one seat knows.

Each ticket that could be anywhere suits a seat by what the seat has done (`TicketEvidence`). The
probabilities are those under which every seat holds as many tickets as all can count, and the odds
of a ticket are the more in a seat's favour the better it suits: the same worlds, weighted the same
way, as `redeal` deals them, but worked out instead of sampled.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np

from ekiben.analysis.review import Belief
from ekiben.analysis.routes.known_tickets import KnownTickets, known_tickets
from ekiben.analysis.routes.path_lengths import Floats
from ekiben.analysis.routes.ticket_evidence import FIGURES, TicketEvidence
from ekiben.core.layout import View
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.imagine import state_from
from ekiben.games.routes.redeal import out_of_sight, room
from ekiben.games.routes.redeal_state import Redeal
from ekiben.games.routes.state import State

DATA = Path(__file__).with_name("belief_weights.json")
OTHER = "other"  # boards that nobody has measured
LEAST = 0.03  # tickets that are less likely are not listed
MOST = 12  # tickets listed for a seat
SURE = 14.0  # doublings of a likelihood: nothing tells more
ROUNDS = 6  # over all seats
SWAPS = 12  # for each ticket that could be anywhere, where worlds are dealt by these beliefs


# fields that tell something of tickets
TELLING = ("owned", "free", "pieces", "tickets", "offer", "ticket_count", "draw_seat", "draw_kept")


class Opponents:
    """What a seat can think of the others; it is shown the positions of a game in order."""

    def __init__(self, game: RouteGame, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.evidence = TicketEvidence(game)
        self.s = State()
        self.told = b""  # what suits and chances were worked out from
        self.worked_out: tuple[Floats, Floats] = (np.zeros((0, 0)), np.zeros((0, 0)))

    def update(self, view: View) -> None:
        """Take in what the seat sees now."""
        self.s = state_from(view)
        self.evidence.update(self.s)

    def now(self) -> tuple[Belief, ...]:
        """One belief for every other seat."""
        chances, cards = self.ticket_chances(), self.expected_cards()
        return tuple(
            Belief(seat, self.listed_tickets(chances[seat]), self.listed_cards(cards[seat]))
            for seat in range(self.s.seats)
            if seat != self.seat
        )

    # ---- tickets
    def suits(self) -> Floats:
        """By how much each ticket suits each seat: its likelihood doubles with every unit."""
        self.work_out()
        return self.worked_out[0]

    def ticket_chances(self) -> Floats:
        """How probable it is for each seat to hold each ticket; nothing for the viewer."""
        self.work_out()
        return self.worked_out[1]

    def work_out(self) -> None:
        """Work out both, unless nothing has happened that tells of tickets: cards do not."""
        told = b"".join(getattr(self.s, name).tobytes() for name in TELLING)
        if told != self.told:
            self.told = told
            suits = self.evidence.figures(self.s) @ weights(self.game.name)
            self.worked_out = suits, self.chances_from(suits)

    def chances_from(self, suits: Floats) -> Floats:
        s, known = self.s, known_tickets(self.game.plain_board, self.s, self.seat)
        odds = odds_of(suits) * self.possible(known)
        counts = np.asarray(s.ticket_count[: s.seats], np.float64)
        counts[self.seat] = 0.0
        add_known_offers(odds, known, counts)
        return chances_with_counts(odds, counts)

    def possible(self, known: KnownTickets) -> Floats:
        """1 where a seat may hold a ticket as far as the viewer knows, else 0."""
        found = np.ones((self.s.seats, len(self.game.board.tickets)))
        found[:, sorted(known.accounted)] = 0.0
        found[self.seat] = 0.0
        for ticket, (seat, _) in known.offered.items():
            found[[other for other in range(self.s.seats) if other != seat], ticket] = 0.0
        return found

    def listed_tickets(self, chances: Floats) -> tuple[tuple[str, float], ...]:
        order = np.argsort(-chances, kind="stable")[:MOST]
        return tuple(
            (self.game.board.tickets[ticket].id, round(float(chances[ticket]), 3))
            for ticket in order
            if chances[ticket] >= LEAST
        )

    # ---- cards
    def expected_cards(self) -> Floats:
        """By seat and kind: what all saw the seat take, and its part of what is out of sight."""
        b, s = self.game.plain_board, self.with_seen_hands()
        hidden = np.array([out_of_sight(b, s, kind) for kind in range(b.kinds)], np.float64)
        expected = np.asarray(s.hand[: s.seats, : b.kinds], np.float64)
        for deck in range(b.decks):
            of_deck = np.asarray(b.deck_of[: b.kinds]) == deck
            part = np.where(of_deck, hidden, 0.0)
            unseen = np.array([room(b, s, seat, deck) for seat in range(s.seats)], np.float64)
            expected += unseen[:, None] * part / max(float(part.sum()), 1.0)
        return expected

    def listed_cards(self, counts: Floats) -> tuple[tuple[str, float], ...]:
        return tuple(
            (kind, round(float(count), 2))
            for kind, count in zip(self.game.board.kinds, counts, strict=True)
            if count > 0
        )

    def with_seen_hands(self) -> State:
        s = self.s.copy()
        for seat in range(s.seats):
            if seat != self.seat:
                s.hand[seat] = s.seen[seat]
        return s


def odds_of(suits: Floats) -> Floats:
    return np.asarray(np.exp2(np.clip(suits, -SURE, SURE)))


def redeal_by(suits: Floats) -> Redeal:
    """Work space that deals worlds in which tickets go where they suit."""
    work = Redeal()
    work.fit[: suits.shape[0], : suits.shape[1]] = np.rint(suits).astype(np.int64)
    work.swaps = SWAPS
    return work


def add_known_offers(odds: Floats, known: KnownTickets, counts: Floats) -> None:
    """A ticket that a seat was surely offered is likelier than one that may lie in the deck."""
    unknown = max(1.0, float((odds.max(axis=0) > 0).sum()))
    for ticket, (seat, part) in known.offered.items():
        offered = part / max(1e-6, 1 - part) if part < 1 else 1e6
        usual = counts[seat] / max(1.0, unknown - counts[seat])
        odds[seat, ticket] *= offered / max(usual, 1e-6)


def chances_with_counts(odds: Floats, counts: Floats) -> Floats:
    """Chances with these odds when every seat holds as many tickets as it does.

    What others probably have, a seat has less probably: found by going round a few times.
    """
    chances = np.zeros(odds.shape)
    for _ in range(ROUNDS if np.count_nonzero(counts) > 1 else 1):
        for seat in np.flatnonzero(counts):
            others = chances.sum(axis=0) - chances[seat]
            left = odds[seat] * part_left(chances[seat], np.minimum(others, 1.0))
            chances[seat] = chances_of_set(left, int(counts[seat]))
    return chances


def part_left(own: Floats, others: Floats) -> Floats:
    """What others' chances leave of a seat's odds: it has a ticket only if no other has."""
    nobody = np.maximum(1 - others - own, 1e-3)
    return np.asarray((1 - others) * nobody / (nobody + own * others))


def chances_of_set(odds: Floats, count: int) -> Floats:
    """How probable each thing is in a set of so many, whose odds are the product of theirs.

    Sums over all sets come from those of the things before each one and of those behind it.
    """
    size = min(count, int(np.count_nonzero(odds)))
    if size == 0:
        return np.zeros(len(odds))
    scaled = odds / np.sort(odds)[-size]
    before, behind = sums_of_products(scaled, size), sums_of_products(scaled[::-1], size)[::-1]
    without = np.einsum("nj,nj->n", before[:-1, :size], behind[1:, size - 1 :: -1][:, :size])
    return np.asarray(scaled * without / before[-1, size])


def sums_of_products(odds: Floats, most: int) -> Floats:
    """Row n: the sums of the products of 0, 1 … `most` of the first n odds."""
    rows = np.zeros((len(odds) + 1, most + 1))
    rows[:, 0] = 1.0
    for size in range(1, most + 1):
        rows[1:, size] = np.cumsum(odds * rows[:-1, size - 1])
    return rows


@cache
def weights(game: str) -> Floats:
    """How much each figure counts; a board that was not measured has those of all together."""
    found = json.loads(DATA.read_text(encoding="utf-8"))["weights"]
    row = found.get(game, found[OTHER])
    return np.array([row[name] for name in FIGURES], np.float64)
