"""The race to win in positions of a game, from what everybody sees of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ekiben.analysis.tokyo.calls import Floats, ReviewCalls
from ekiben.analysis.tokyo.race import ROUNDS, Race, odds
from ekiben.analysis.tokyo.turns_to_win import formula_error, luck_spread, turns_to_win
from ekiben.core.kernel_calls import KernelWork
from ekiben.core.layout import View
from ekiben.core.ranking import rank_seats, win_share
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.imagine import state_from
from ekiben.games.tokyo.state import STATE

Records = npt.NDArray[Any]  # states as an array of records, a position each


def race_in(game: TokyoGame, now: Records, means: Floats, errors: Floats) -> Race:
    """The race, with these turns to win and their standard errors."""
    b, count = game.plain_board, means.shape[1]
    seats, over = np.arange(count, dtype=np.int64), now["turns"] // count
    turn, place = ((now["in_turn"] - now["first"]) % count, (seats - now["first"][:, None]) % count)
    return Race(
        means=means,
        spreads=np.hypot(luck_spread(means), errors),
        order=(seats - now["in_turn"][:, None]) % count,
        laps=(place < turn[:, None]).astype(np.int64),
        equal_turns=bool(b.equal_turns),
        rounds_left=b.turn_limit - over if b.turn_limit else np.full_like(over, ROUNDS),
        leading=leading_in(game, now, count),
    )


def leading_in(game: TokyoGame, now: Records, seats: int) -> Floats:
    """Each seat's part of a win if the game ended there (TR-1.3)."""
    joined = np.minimum(now["joined"][:, :seats], game.plain_board.connections)
    found = []
    for row in zip(joined.tolist(), now["score"][:, :seats].tolist(), strict=True):
        best = rank_seats(list(zip(*row, strict=True)))[0]
        found.append([win_share(best, seat) for seat in range(seats)])
    return np.array(found, np.float64)


def progress_of(now: Records, means: Floats) -> Floats:
    """How far each game has come, from 0 to 1, if the first to win takes as long as expected."""
    over = now["turns"] / means.shape[1]
    return np.asarray(over / np.maximum(over + np.maximum(means.min(axis=1), 0.0), 1.0))


def judge(game: TokyoGame, view: View) -> KernelWork[tuple[Floats, float]]:
    """All seats' chances in one position by the formula, before any map; and its progress."""
    state = state_from(view).packed().copy()
    records = state.view(STATE)
    seats = range(int(records["seats"][0]))
    looked = ReviewCalls(game).look(np.concatenate([state for _ in seats]), seats)
    yield [looked.call]
    means = turns_to_win(looked.rows)[None]
    found = odds(race_in(game, records, means, formula_error(means)))
    return found.chances[0], float(progress_of(records, means)[0])
