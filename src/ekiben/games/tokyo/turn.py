"""One turn: what can be chosen (`options`, `pick`, `legal`) and what comes of it (`apply`)."""

from __future__ import annotations

from ekiben.core.arrays import Array
from ekiben.core.chance import below, open_stream
from ekiben.core.compiled import bit, compiled, count, nth
from ekiben.games.tokyo import event_codes
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.cups import fill_cup
from ekiben.games.tokyo.event_codes import emit
from ekiben.games.tokyo.happenings import drew, end_happening, refill_big, relieve
from ekiben.games.tokyo.jobs import (
    JOB_WORDS,
    LOADS,
    LOSES,
    RETURNS,
    UNLOADS,
    carried_by,
    collect_rewards,
    deal_jobs,
    job_options,
    load_job,
    lose_job,
    nth_job,
    refill_others,
    return_job,
    unload_job,
)
from ekiben.games.tokyo.loans import BORROW, book, borrow, owe, purse, repay
from ekiben.games.tokyo.sizes import SEATS, TILES, WORDS
from ekiben.games.tokyo.state import BUILD, EMPTY, LOSE, MOVE, OVER, PLACE, QUAKE, STARTED, State
from ekiben.games.tokyo.track import LINE_COUNT, build, count_entries, find_sites, is_site, nth_site
from ekiben.games.tokyo.trains import (
    board_ferry,
    can_board,
    place_train,
    set_out,
    step,
    steps,
    upgrade,
    upgrades,
)
from ekiben.games.tokyo.winning import finish, look_for_winner, settle

FIRST_STREAM = 10


# ---- set-up
@compiled
def clear(b: Board, s: State) -> None:
    """Everything that is not zero at the start; the record itself is handed over zeroed but for the
    seed.
    """
    s.winner = EMPTY
    for seat in range(SEATS):
        s.train[seat] = EMPTY
        s.force[seat] = EMPTY
    for cup in range(2):
        for place in range(TILES):
            s.cup[cup, place] = EMPTY
    for word in range(WORDS):
        s.outside[word] = b.in_cup[0, word] | b.in_cup[1, word] | b.seasonal[word]


@compiled
def prepare(b: Board, s: State, seats: int) -> None:
    """TR-2.2, TR-2.4: cups mixed, the first seat drawn; nothing is dealt yet."""
    clear(b, s)
    s.seats = seats
    for cup in range(2):
        fill_cup(b, s, cup)
    if b.first_drawn:
        open_stream(s, FIRST_STREAM, 0)
        s.first = below(s, seats)


@compiled
def deal(b: Board, s: State) -> None:
    """TR-2.1, TR-2.3, KT-1.12: money, trains, debts, jobs; the first seat is asked where to place
    its train.
    """
    for seat in range(s.seats):
        book(s, seat, b.start_money, STARTED)
        owe(b, s, seat, b.debts[seat])
        s.speed[seat], s.load[seat] = b.start_speed, b.start_load
    count_entries(b, s)
    deal_jobs(b, s)
    s.in_turn = s.first
    emit(s, event_codes.BEGAN, s.first, 0, 0)
    begin_turn(b, s)


@compiled
def is_over(s: State) -> bool:
    return s.asked == OVER


# ---- what can be chosen
@compiled
def options(b: Board, s: State) -> int:
    """How many actions the seat to act can choose from. Leaves in `sites` the links it can build."""
    if s.asked == BUILD:
        return few(b, s) + find_sites(b, s)
    return few(b, s)


@compiled
def few(b: Board, s: State) -> int:
    """All choices but links to build."""
    n = count(purse(b, s))
    if s.asked == MOVE:
        n += 1 + count(steps(b, s)) + int(can_board(b, s))
        for what in range(LOSES):
            n += job_options(b, s, what)
        return n
    if s.asked == BUILD:
        return n + 1 + count(upgrades(b, s))
    if s.asked == PLACE:
        return n + b.places
    return n + job_options(b, s, LOSES) if s.asked == LOSE else 0


@compiled
def pick(b: Board, s: State, n: int) -> int:
    """The n-th of `options`, which were counted just before."""
    allowed = purse(b, s)
    if n < count(allowed):
        return b.borrow + nth(allowed, n)
    n -= count(allowed)
    if s.asked == MOVE:
        return pick_move(b, s, n)
    if s.asked == BUILD:
        return pick_build(b, s, n)
    return b.place + n if s.asked == PLACE else b.lose + nth_job(b, s, LOSES, n)


@compiled
def pick_move(b: Board, s: State, n: int) -> int:
    """Stop, board, steps, then jobs."""
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
    return pick_job(b, s, n - count(directions))


@compiled
def pick_job(b: Board, s: State, n: int) -> int:
    for what in range(LOSES):
        jobs = job_options(b, s, what)
        if n < jobs:
            return b.load + what * b.jobs + nth_job(b, s, what, n)
        n -= jobs
    return EMPTY


@compiled
def pick_build(b: Board, s: State, n: int) -> int:
    """Done, upgrades, then links."""
    if n == 0:
        return b.done
    n -= 1
    ways = upgrades(b, s)
    if n < count(ways):
        return b.upgrade + nth(ways, n)
    return b.build + nth_site(b, s, n - count(ways))


@compiled
def legal(b: Board, s: State, out: Array) -> int:
    """Writes the legal actions into `out`, in the order of `pick`; returns how many."""
    n = few(b, s)
    for i in range(n):
        out[i] = pick(b, s, i)
    if s.asked == BUILD and find_sites(b, s) > 0:
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
def is_legal(b: Board, s: State, action: int) -> bool:
    """Whether the action is among the legal ones."""
    if b.build <= action < b.upgrade:
        return s.asked == BUILD and find_sites(b, s) > 0 and is_site(b, s, action - b.build)
    for n in range(few(b, s)):
        if pick(b, s, n) == action:
            return True
    return False


# ---- what comes of it
@compiled
def apply(b: Board, s: State, action: int) -> None:
    """Carries out a legal action."""
    s.events_logged = 0
    s.revealed = 0
    if action >= b.borrow:
        use_purse(b, s, action - b.borrow)
    elif s.asked == PLACE:
        place_train(b, s, action - b.place)
        s.asked = MOVE
    elif s.asked == MOVE:
        act(b, s, action)
    elif s.asked == BUILD:
        construct(b, s, action)
    else:
        answer_lose(b, s, action - b.lose)
    look_for_winner(b, s)


@compiled
def use_purse(b: Board, s: State, choice: int) -> None:
    """TR-8.1, TR-8.2."""
    if bit(choice) == BORROW:
        borrow(b, s, s.seat, 0)
    else:
        repay(b, s, s.seat)


@compiled
def act(b: Board, s: State, action: int) -> None:
    """TR-3.1: one choice of a move."""
    if action < b.board:
        step(b, s, action - b.step)
    elif action == b.board:
        board_ferry(b, s)
        end_move(b, s)
    elif action == b.stop:
        emit(s, event_codes.STOPPED, s.seat, s.train[s.seat], 0)
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


@compiled
def end_move(b: Board, s: State) -> None:
    """TR-3.2 to TR-3.4: rewards, the end of an event, the refill."""
    s.left = 0
    collect_rewards(b, s)
    if look_for_winner(b, s):
        return
    end_happening(b, s)
    if not refill_big(b, s) or all_have_lost(b, s):
        end_refill(b, s)


@compiled
def all_have_lost(b: Board, s: State) -> bool:
    """TR-7.7, TR-7.20: who carries several jobs is asked, a single one goes by itself. False while
    somebody is asked.
    """
    while s.losing > 0:
        if carried_by(s, s.seat) > 1:
            s.asked = LOSE
            return False
        if carried_by(s, s.seat) == 1:
            lose_job(b, s, s.seat, nth_job(b, s, LOSES, 0))
        next_to_lose(s)
    s.seat = s.in_turn
    return True


@compiled
def next_to_lose(s: State) -> None:
    s.losing -= 1
    s.seat = (s.seat + 1) % s.seats


@compiled
def answer_lose(b: Board, s: State, job: int) -> None:
    lose_job(b, s, s.seat, job)
    next_to_lose(s)
    if all_have_lost(b, s):
        end_refill(b, s)


@compiled
def end_refill(b: Board, s: State) -> None:
    """TR-7.1, TR-7.19: relief and nothing more after an earthquake, else cup B; then building."""
    if drew(b, s, s.seat, QUAKE):
        relieve(b, s)
        if look_for_winner(b, s):
            return
    else:
        refill_others(b, s)
    s.asked = BUILD


@compiled
def construct(b: Board, s: State, action: int) -> None:
    """TR-3.5: one choice of building."""
    if action == b.done:
        end_turn(b, s)
    elif action < b.upgrade:
        build(b, s, action - b.build)
    else:
        upgrade(b, s, action - b.upgrade)


# ---- from turn to turn
@compiled
def begin_turn(b: Board, s: State) -> None:
    s.seat = s.in_turn
    s.paid = s.spent = s.upgraded = s.still = s.left = 0
    for word in range(JOB_WORDS):
        s.loaded[word] = 0
        s.put_back[word] = 0
    emit(s, event_codes.TURN_BEGAN, s.seat, s.turns // s.seats + 1, 0)
    if s.train[s.seat] == EMPTY:
        s.asked = PLACE
    else:
        s.asked = MOVE
        set_out(b, s)


@compiled
def end_turn(b: Board, s: State) -> None:
    """TR-1.3, TR-1.4, TR-2.4: the next seat clockwise, or the end."""
    s.turns += 1
    s.in_turn = (s.in_turn + 1) % s.seats
    if s.in_turn == s.first:
        settle(b, s)
        if s.asked != OVER and b.turn_limit > 0 and s.turns >= b.turn_limit * s.seats:
            finish(s, EMPTY)
    if s.asked != OVER:
        begin_turn(b, s)
