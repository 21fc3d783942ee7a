"""TR-7.3 to TR-7.20: event tiles, what each does when it is drawn, and how long it is in force."""

from __future__ import annotations

from ekiben.core.compiled import bit, compiled
from ekiben.games.tokyo import event_codes
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.cups import draw, draw_job, put
from ekiben.games.tokyo.event_codes import emit
from ekiben.games.tokyo.jobs import JOB_WORDS, clear_map, place_job, remove_jobs, season_on, wants
from ekiben.games.tokyo.loans import book, pay
from ekiben.games.tokyo.sizes import JOBS, WORD
from ekiben.games.tokyo.state import (
    BOOM,
    CORPORATE_TAX,
    CUP_A,
    DERAILMENT,
    EMPTY,
    INTEREST,
    INTERESTS,
    MAINTAINED,
    MAINTENANCE,
    PROPERTY,
    PROPERTY_TAX,
    QUAKE,
    RELIEF,
    SEASON,
    STRIKE,
    TAX,
    State,
)


# ---- in force
@compiled
def is_on(s: State, kind: int) -> bool:
    """Whether an event of this kind is in force, whoever drew it."""
    return s.kinds & bit(kind) > 0


@compiled
def drew(b: Board, s: State, seat: int, kind: int) -> bool:
    """Whether the seat drew the event of this kind that is in force."""
    tile = s.force[seat]
    return tile != EMPTY and b.kind[tile] == kind


@compiled
def set_kinds(b: Board, s: State) -> None:
    kinds = 0
    for seat in range(s.seats):
        if s.force[seat] != EMPTY:
            kinds |= bit(b.kind[s.force[seat]])
    s.kinds = kinds


@compiled
def may_move(b: Board, s: State, seat: int) -> bool:
    """TR-7.11, TR-7.12: the drawer of a derailment or a strike does not move."""
    return not (drew(b, s, seat, DERAILMENT) or (drew(b, s, seat, STRIKE) and not b.strike_track))


@compiled
def may_build(b: Board, s: State, seat: int) -> bool:
    """TR-7.7, TR-7.11: nobody builds after an earthquake, nor who has drawn a derailment."""
    return not (is_on(s, QUAKE) or drew(b, s, seat, DERAILMENT))


@compiled
def end_happening(b: Board, s: State) -> None:
    """TR-3.3, TR-7.18: end the event that the seat drew in its last turn, and its season's jobs."""
    tile = int(s.force[s.seat])
    if tile == EMPTY:
        return
    s.force[s.seat] = EMPTY
    put(s.outside, tile)
    set_kinds(b, s)
    emit(s, event_codes.ENDED, s.seat, tile, 0)
    if b.kind[tile] == SEASON and not season_on(b, s, b.brings[tile]):
        for word in range(JOB_WORDS):
            remove_jobs(b, s, word, int(b.of_season[b.brings[tile], word]))


# ---- drawn
@compiled
def refill_big(b: Board, s: State) -> bool:
    """TR-7.1, TR-7.4: draw from cup A; an event takes force. Return whether a job is lost."""
    if not wants(b, s, CUP_A):
        return False
    if s.turns < b.quiet_turns * s.seats:
        place_job(b, s, CUP_A, draw_job(b, s, CUP_A))
        return False
    tile = draw(b, s, CUP_A)
    if tile < JOBS:
        place_job(b, s, CUP_A, tile)
        return False
    s.force[s.seat] = tile
    set_kinds(b, s)
    emit(s, event_codes.HAPPENED, s.seat, tile, 0)
    return take_force(b, s, tile)


@compiled
def take_force(b: Board, s: State, tile: int) -> bool:
    """Do what an event does once, when drawn. Return whether somebody is to lose a job."""
    kind = b.kind[tile]
    if kind == QUAKE:
        clear_map(b, s)
        s.losing = s.seats
    elif kind == DERAILMENT:
        s.losing = 1
    elif kind == BOOM:
        place_job(b, s, CUP_A, draw_job(b, s, CUP_A))
    elif kind == SEASON:
        bring_season(b, s, b.brings[tile])
    else:
        collect_from_all(b, s, kind)
    return s.losing > 0


@compiled
def bring_season(b: Board, s: State, season: int) -> None:
    """TR-7.18: the jobs of the season that lie in their set."""
    for job in range(b.jobs):
        word, member = job // WORD, bit(job % WORD)
        if b.of_season[season, word] & s.outside[word] & member:
            s.outside[word] &= ~member
            put(s.on_map, job)
            emit(s, event_codes.JOB_PLACED, EMPTY, job, EMPTY)


@compiled
def collect_from_all(b: Board, s: State, kind: int) -> None:
    """TR-7.8, TR-7.13, TR-7.15, TR-7.16: everybody pays, the drawer first."""
    entry = tax_entry(kind)
    if entry == EMPTY:
        return
    for step in range(s.seats):
        seat = (s.seat + step) % s.seats
        amount = tax_of(b, s, seat, kind)
        if amount > 0:
            pay(b, s, seat, amount, entry)
            emit(s, event_codes.TAXED, seat, kind, amount)


@compiled
def tax_entry(kind: int) -> int:
    if kind == CORPORATE_TAX:
        return TAX
    if kind == PROPERTY_TAX:
        return PROPERTY
    if kind == INTEREST:
        return INTERESTS
    return MAINTAINED if kind == MAINTENANCE else EMPTY


@compiled
def tax_of(b: Board, s: State, seat: int, kind: int) -> int:
    """What a seat has to pay."""
    if kind == CORPORATE_TAX:
        return int(b.tax[min(int(s.money[seat]) // b.tax_each, b.taxes - 1)])
    if kind == PROPERTY_TAX:
        return int(b.property[s.joined[seat]])
    if kind == INTEREST:
        return int(b.interest * s.loans[seat])
    return int(b.maintenance[s.speed[seat], s.load[seat]])


@compiled
def relieve(b: Board, s: State) -> None:
    """TR-7.7: everybody gets money to rebuild."""
    for step in range(s.seats):
        seat = (s.in_turn + step) % s.seats
        book(s, seat, b.relief, RELIEF)
        emit(s, event_codes.RELIEVED, seat, b.relief, 0)
