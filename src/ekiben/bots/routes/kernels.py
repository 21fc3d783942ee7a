"""The kernels between Python and the policies: one choice, and whole games of any table. As for the
rules, `states`, `atlases` and `memories` are lists of plain ones, or, compiled, arrays of bytes.
"""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.policies import act
from ekiben.bots.routes.policy_state import ATLAS, PolicyState
from ekiben.core import kernels as core
from ekiben.core.chance import chooser
from ekiben.core.compiled import compiled, lowest, over
from ekiben.games.routes.board import BOARD
from ekiben.games.routes.scoring import has_longest
from ekiben.games.routes.sizes import WORD, WORDS
from ekiben.games.routes.state import STATE, TURN, State
from ekiben.games.routes.turn import apply, deal, is_over, prepare

# what is counted of a seat
TURNS, ROUTE_POINTS, KEPT, DONE, BUILT, LONGEST, HAS_LONGEST, ENDED, FIGURES = range(9)


board_of = over(core.board_of, BOARD=BOARD)
state_at = over(core.state_at, STATE=STATE)
copy_state = over(core.copy_state, SIZE=State.size, KEPT=State.size_without_scratch)
fresh_at = over(core.fresh_at, STATE=STATE, SIZE=State.size, new_plain=State)
start = over(core.start, fresh_at=fresh_at, prepare=prepare, deal=deal)
atlas_at = over(core.state_at, STATE=ATLAS)
memory_at = over(core.state_at, STATE=PolicyState.dtype)


@compiled
def choose_one(boards: Any, atlases: Any, memories: Any, states: Any, which: int) -> int:
    """The action of a policy in the first state."""
    return act(
        which, board_of(boards), atlas_at(atlases, 0), state_at(states, 0), memory_at(memories, 0)
    )


# ---- whole games
@compiled
def play_on(b: Any, atlases: Any, s: Any, m: Any, policies: Any, shift: int, figures: Any) -> int:
    """Plays to the end; player `seat + shift` sits in each seat. Counts turns, and returns the
    number of decisions.
    """
    decisions = 0
    while not is_over(s):
        player = (s.seat + shift) % s.seats
        figures[player, TURNS] += int(s.asked == TURN)
        apply(b, s, act(policies[player], b, atlas_at(atlases, player), s, m))
        decisions += 1
    return decisions


@compiled
def duel_many(
    boards: Any,
    atlases: Any,
    memories: Any,
    states: Any,
    policies: Any,
    shift: int,
    first: int,
    last: int,
    words: Any,
    scores: Any,
    lengths: Any,
    figures: Any,
) -> None:
    """Games `first` to `last - 1`, one after the other in the first state; game i has the seed
    `words + i`. Scores and figures are by player.
    """
    b, m, seats = board_of(boards), memory_at(memories, 0), len(policies)
    for i in range(first, last):
        s = start(b, states, 0, seats, words, i, 0)
        m.luck = chooser(s, shift)
        lengths[i] = play_on(b, atlases, s, m, policies, shift, figures[i])
        for seat in range(seats):
            player = (seat + shift) % seats
            scores[i, player] = s.score[seat]
            count_up(b, s, seat, figures[i, player])


@compiled
def count_up(b: Any, s: Any, seat: int, figures: Any) -> None:
    """What can be said of a seat at the end."""
    figures[ROUTE_POINTS] = route_points(b, s, seat)
    figures[KEPT] = s.ticket_count[seat]
    figures[DONE] = s.completed[seat]
    figures[BUILT] = s.built[seat]
    figures[LONGEST] = s.longest[seat]
    figures[HAS_LONGEST] = int(has_longest(s, seat))
    figures[ENDED] = int(s.last_seat == seat)


@compiled
def route_points(b: Any, s: Any, seat: int) -> int:
    points = 0
    for word in range(WORDS):
        routes = s.owned[seat, word]
        while routes:
            points += int(b.points[b.length[word * WORD + lowest(routes)]])
            routes &= routes - 1
    return points


KERNELS = (choose_one, duel_many)
