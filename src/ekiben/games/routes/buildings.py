"""What stations and harbours share: a city is named, paid for, and marked."""

from __future__ import annotations

from ekiben.core.compiled import bit, compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.event_codes import BUILT, CHOSE_CITY, emit
from ekiben.games.routes.harbours import harbour_sites, owe_harbour
from ekiben.games.routes.payment import pay_cards
from ekiben.games.routes.state import EMPTY, PAYMENT, State
from ekiben.games.routes.stations import owe_station, station_sites


@compiled
def sites(b: Board, s: State) -> int:
    """The set of cities where the seat to act can build."""
    if b.stations > 0:
        return station_sites(b, s)
    return harbour_sites(b, s) if b.harbours > 0 else 0


@compiled
def choose_city(b: Board, s: State, city: int) -> None:
    s.city = city
    s.asked = PAYMENT
    if b.stations > 0:
        owe_station(b, s)
    else:
        owe_harbour(b, s)
    emit(s, CHOSE_CITY, s.seat, city, 0)


@compiled
def pay_building(b: Board, s: State, payment: int) -> None:
    pay_cards(b, s, payment)
    s.building[s.seat, s.built[s.seat]] = s.city
    s.built[s.seat] += 1
    s.built_up |= bit(s.city)
    emit(s, BUILT, s.seat, s.city, s.built[s.seat])
    s.city = EMPTY
