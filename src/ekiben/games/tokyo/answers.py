"""The answers to each question: how many there are, which action is the n-th, and what it does.

To every question the seat in turn may also answer with its purse: borrow, or repay a loan. Those
come first.
"""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.compiled import bit, compiled, count, nth
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.event_codes import STOPPED, emit
from ekiben.games.tokyo.jobs import (
    LOADS,
    LOSES,
    RETURNS,
    UNLOADS,
    job_options,
    load_job,
    lose_job,
    nth_job,
    return_job,
    unload_job,
)
from ekiben.games.tokyo.loans import BORROW, borrow, purse, repay
from ekiben.games.tokyo.state import EMPTY, MOVE, State
from ekiben.games.tokyo.track import LINE_COUNT, build, find_sites, is_site, nth_site
from ekiben.games.tokyo.trains import (
    board_ferry,
    can_board,
    place_train,
    step,
    steps,
    upgrade,
    upgrades,
)
from ekiben.games.tokyo.turn_steps import (
    ask_next_to_lose,
    end_move,
    end_refill,
    end_turn,
    settle_losses,
)


# ---- borrow, repay
@compiled
def nth_purse(b: Board, s: State, n: int) -> int:
    return b.borrow + nth(purse(b, s), n)


@compiled
def use_purse(b: Board, s: State, choice: int) -> None:
    """TR-8.1, TR-8.2."""
    if bit(choice) == BORROW:
        borrow(b, s, s.seat, 0)
    else:
        repay(b, s, s.seat)


# ---- place
@compiled
def count_places(b: Board, s: State) -> int:
    return count(purse(b, s)) + b.places


@compiled
def nth_place(b: Board, s: State, n: int) -> int:
    loans = count(purse(b, s))
    return nth_purse(b, s, n) if n < loans else b.place + n - loans


@compiled
def answer_place(b: Board, s: State, action: int) -> None:
    """TR-2.5: the train is placed; jobs may be loaded at once."""
    place_train(b, s, action - b.place)
    s.asked = MOVE


# ---- move
@compiled
def count_moves(b: Board, s: State) -> int:
    """Stop, board, steps, then jobs."""
    n = count(purse(b, s)) + 1 + int(can_board(b, s)) + count(steps(b, s))
    for what in range(LOSES):
        n += job_options(b, s, what)
    return n


@compiled
def nth_move(b: Board, s: State, n: int) -> int:
    loans = count(purse(b, s))
    if n < loans:
        return nth_purse(b, s, n)
    n -= loans
    if n == 0:
        return b.stop
    n -= 1
    if can_board(b, s):
        if n == 0:
            return b.board
        n -= 1
    directions = steps(b, s)
    if n < count(directions):
        return b.step + nth(directions, n)
    return nth_job_action(b, s, n - count(directions))


@compiled
def nth_job_action(b: Board, s: State, n: int) -> int:
    """Jobs to load, to unload, then to put back."""
    for what in range(LOSES):
        jobs = job_options(b, s, what)
        if n < jobs:
            return b.load + what * b.jobs + nth_job(b, s, what, n)
        n -= jobs
    return EMPTY


@compiled
def answer_move(b: Board, s: State, action: int) -> None:
    """TR-3.1: one choice of a move."""
    if action < b.board:
        step(b, s, action - b.step)
    elif action == b.board:
        board_ferry(b, s)
        end_move(b, s)
    elif action == b.stop:
        emit(s, STOPPED, s.seat, s.train[s.seat], 0)
        end_move(b, s)
    else:
        handle_job(b, s, (action - b.load) // b.jobs, (action - b.load) % b.jobs)


@compiled
def handle_job(b: Board, s: State, what: int, job: int) -> None:
    if what == LOADS:
        load_job(b, s, job)
    elif what == UNLOADS:
        unload_job(b, s, job)
    elif what == RETURNS:
        return_job(b, s, job)


# ---- build
@compiled
def count_constructions(b: Board, s: State) -> int:
    """Done, upgrades, then links; leaves in `sites` the links that can be built."""
    return count_without_links(b, s) + find_sites(b, s)


@compiled
def count_without_links(b: Board, s: State) -> int:
    return count(purse(b, s)) + 1 + count(upgrades(b, s))


@compiled
def nth_construction(b: Board, s: State, n: int) -> int:
    loans = count(purse(b, s))
    if n < loans:
        return nth_purse(b, s, n)
    n -= loans
    if n == 0:
        return b.done
    n -= 1
    ways = upgrades(b, s)
    if n < count(ways):
        return b.upgrade + nth(ways, n)
    return b.build + nth_site(b, s, n - count(ways))


@compiled
def list_constructions(b: Board, s: State, out: Array) -> int:
    """Write them all into `out`, in the order of `nth_construction`; return how many."""
    n = count_without_links(b, s)
    for i in range(n):
        out[i] = nth_construction(b, s, i)
    if find_sites(b, s) > 0:
        n = list_sites(b, s, out, n)
    return n


@compiled
def list_sites(b: Board, s: State, out: Array, n: int) -> int:
    for row in range(b.rows):
        for line in range(LINE_COUNT):
            columns = int(s.sites[line, row])
            for i in range(count(columns)):
                out[n] = b.build + (row * b.columns + nth(columns, i)) * 4 + line
                n += 1
    return n


@compiled
def is_construction(b: Board, s: State, action: int) -> bool:
    """Whether it is among them; a link is looked up instead of searched for."""
    if b.build <= action < b.upgrade:
        return find_sites(b, s) > 0 and is_site(b, s, action - b.build)
    for n in range(count_without_links(b, s)):
        if nth_construction(b, s, n) == action:
            return True
    return False


@compiled
def answer_build(b: Board, s: State, action: int) -> None:
    """TR-3.5: one choice of building."""
    if action == b.done:
        end_turn(b, s)
    elif action < b.upgrade:
        build(b, s, action - b.build)
    else:
        upgrade(b, s, action - b.upgrade)


# ---- lose
@compiled
def count_losses(b: Board, s: State) -> int:
    return count(purse(b, s)) + job_options(b, s, LOSES)


@compiled
def nth_loss(b: Board, s: State, n: int) -> int:
    loans = count(purse(b, s))
    return nth_purse(b, s, n) if n < loans else b.lose + nth_job(b, s, LOSES, n - loans)


@compiled
def answer_lose(b: Board, s: State, action: int) -> None:
    """TR-7.7, TR-7.11: the seat loses the job it chose, then the next seat is asked."""
    lose_job(b, s, s.seat, action - b.lose)
    ask_next_to_lose(s)
    if settle_losses(b, s):
        end_refill(b, s)
