"""How long a game of Tokyo Railways can be, whatever the players do and whatever luck brings.

A turn is limited by speed, jobs and the money for track, the number of turns by `turn_limit`
(TR-1.3), and borrowing and repaying in turn costs more each time than it brings (TR-8.1, TR-8.2).
"""

from __future__ import annotations

import numpy as np

from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.games.tokyo.board import Board


def most_choices(game: Game, seats: int) -> int:
    b = game.plain_board
    if b.turn_limit == 0:
        raise EkibenError("without a turn_limit there is no longest game")
    steps = fastest(b) // int(b.run[b.run > 0].min())
    jobs = 2 * int(b.jobs)  # each loaded once, and unloaded or put back once
    a_turn = 1 + steps + jobs + seats + int(b.each_turn) + 2
    return seats * (int(b.turn_limit) * a_turn + purse_choices(b, seats))


def fastest(b: Board) -> int:
    return int(np.flatnonzero(np.asarray(b.exists).any(axis=1)).max())


def purse_choices(b: Board, seats: int) -> int:
    """The most choices about loans of one seat.

    Between two loans it must have paid something, and repaying costs more than a loan brings.
    """
    rounds = int(b.turn_limit)
    payments = 1 + rounds * (
        int(b.each_turn) + 1 + (seats - 1) + seats
    )  # track, an upgrade, fees, a tax in anybody's turn
    income = int(b.start_money) + rounds * (
        int(b.reward[: b.jobs].sum()) + (seats - 1) * int(b.track_fee) + seats * int(b.relief)
    )
    repaid = (income + int(b.loan) * (1 + 2 * payments)) // int(b.repay_cost - b.loan)
    return repaid + 1 + payments + repaid
