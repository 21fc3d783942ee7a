"""What others' claims and draws tell of their tickets, as figures for every seat and ticket.

Everybody sees all of it. `belief_weights.json` says how much each figure counts; it was fitted on
many games of bots (`bench/belief_weights.py`).
"""

from __future__ import annotations

import numpy as np

from ekiben.analysis.routes.path_lengths import (
    FAR,
    Bools,
    Floats,
    first_lengths,
    owned_routes,
    path_lengths,
    route_ends,
    route_prices,
    ticket_ends,
)
from ekiben.bots.routes.policy_tables import board_tables
from ekiben.games.routes.game import RouteGame
from ekiben.games.routes.state import State

FIGURES = (
    "share",  # of the ticket's way that the seat has claimed
    "square",  # of that share: the last spaces tell more than the first
    "done",
    "ends",  # of the ticket that the seat's routes touch: none, one or two
    "both",  # they touch both
    "serving",  # the part of all its claims that shortened the way
    "late",  # the share, times the part of its pieces that the seat has used
    "lost",  # no way is left
    "far",  # the way takes more pieces than the seat has
    "worth",  # points for each space of the way
    "points",
    "long",
    "drew-open",  # the ticket was not complete when the seat last drew tickets
)
USUAL_POINTS = 10.0


class TicketEvidence:
    """The figures as of now, with what has to be remembered of earlier positions."""

    def __init__(self, game: RouteGame) -> None:
        self.game = game
        self.routes: bytes = b""  # claimed and free, when lengths were last worked out
        self.lengths: Floats = np.zeros((0, 0))
        self.draws = 0
        self.lengths_at_draw: dict[int, Floats] = {}  # by seat, when it last drew tickets

    def update(self, s: State) -> None:
        """Take in a position of the game, after the one before it."""
        routes = s.owned.tobytes() + s.free.tobytes()
        if routes != self.routes:
            self.routes = routes
            self.lengths = path_lengths(self.game, s)
        for number in range(max(self.draws, s.seats), s.draws):
            seat = int(s.draw_seat[number])
            self.lengths_at_draw[seat] = self.lengths[seat]
        self.draws = int(s.draws)

    def figures(self, s: State) -> Floats:
        """The figures by seat and ticket, in the order of FIGURES."""
        whole = np.broadcast_to(first_lengths(self.game), self.lengths.shape)
        left = np.minimum(self.lengths, whole)
        reachable = self.lengths < FAR
        share = np.where(reachable, 1 - left / whole, 0.0)
        used, pieces = self.pieces(s)
        owned = owned_routes(self.game, s)
        claimed = owned @ route_prices(self.game)
        ends = self.ends_touched(owned)
        columns = [
            share,
            share**2,
            (left <= 0) & reachable,
            ends,
            ends == 2,
            share * whole / np.maximum(claimed, 1.0)[:, None],
            share * used[:, None],
            ~reachable,
            reachable & (self.lengths > pieces[:, None]),
            *self.constant_columns(whole),
            self.drew_open(),
        ]
        return np.stack([np.asarray(column, np.float64) for column in columns], axis=-1)

    def pieces(self, s: State) -> tuple[Floats, Floats]:
        """The part of its pieces that each seat has used, and how many it has left."""
        left = np.asarray(s.pieces[: s.seats], np.float64).sum(axis=1)
        return 1 - np.minimum(1.0, left / board_tables(self.game).supply), left

    def ends_touched(self, owned: Bools) -> Floats:
        a, z = route_ends(self.game)
        touched = np.zeros((len(owned), len(self.game.board.cities)), np.bool_)
        for row, found in zip(owned, touched, strict=True):
            found[a[row]] = True
            found[z[row]] = True
        one, other = ticket_ends(self.game)
        return touched[:, one].astype(np.float64) + touched[:, other]

    def constant_columns(self, whole: Floats) -> list[Floats]:
        """Worth, points and length class of each ticket."""
        tickets = self.game.board.tickets
        points = np.array([ticket.points for ticket in tickets], np.float64)
        long = np.array([ticket.long for ticket in tickets], np.float64)
        return [
            points / whole,
            np.broadcast_to(points / USUAL_POINTS, whole.shape),
            np.broadcast_to(long, whole.shape),
        ]

    def drew_open(self) -> Floats:
        """Whether each ticket was incomplete when the seat last drew tickets, if it ever did."""
        unfinished = np.zeros(self.lengths.shape)
        for seat, lengths in self.lengths_at_draw.items():
            unfinished[seat] = lengths > 0
        return unfinished
