"""One turn, for all route games: what can be chosen (`options`, `pick`, `legal`) and what comes of
it (`apply`).
"""

from __future__ import annotations

from typing import Any

from ekiben.core.chance import below, open_stream
from ekiben.core.compiled import bit, compiled, count, nth
from ekiben.games.routes.buildings import choose_city, pay_building, sites
from ekiben.games.routes.cards import deal_cards, refill_market, shuffle_cards
from ekiben.games.routes.claim import choose_route, find_claims, pay_route, take_route
from ekiben.games.routes.draw import blind_decks, draw_blind, draw_from_market, market_kinds, refill
from ekiben.games.routes.event_codes import BEGAN, LAST_ROUND, PASSED, emit
from ekiben.games.routes.payment import list_payments, nth_payment, payments
from ekiben.games.routes.pieces import (
    choose_mix,
    exchange,
    exchangeable,
    fewest_trains,
    give_pieces,
    most_trains,
)
from ekiben.games.routes.scoring import finish
from ekiben.games.routes.sizes import BUILDINGS, OFFER, SEATS, SLOTS, TICKETS, WORD, WORDS
from ekiben.games.routes.state import (
    EMPTY,
    OVER,
    PAYMENT,
    PIECES,
    REFILL,
    SECOND_CARD,
    SHIP,
    TICKETS_ASKED,
    TRAIN,
    TUNNEL,
    TURN,
    TURNED,
)
from ekiben.games.routes.tickets import (
    choose_together,
    deal_tickets,
    draw_tickets,
    keep,
    shuffle_tickets,
)
from ekiben.games.routes.tunnels import clear_turned, pay_extra, settle, take_back

FIRST_STREAM = 10
IDLE_ROUNDS = 10


# ---- set-up
@compiled
def clear(s: Any) -> None:
    """Everything that is not zero at the start; the record itself is handed over zeroed but for the
    seed.
    """
    s.route = s.city = s.laid = s.gap = s.last_seat = EMPTY
    for slot in range(SLOTS):
        s.market[slot] = EMPTY
    for place in range(TURNED):
        s.turned[place] = EMPTY
    for row in range(TICKETS):
        s.draw_seat[row] = EMPTY
        s.draw_choice[row] = EMPTY
        for place in range(OFFER):
            s.draw_offer[row, place] = EMPTY
    for seat in range(SEATS):
        s.choice[seat] = EMPTY
        for place in range(OFFER):
            s.offer[seat, place] = EMPTY
        for place in range(BUILDINGS):
            s.building[seat, place] = EMPTY
            s.borrowed[seat, place] = EMPTY


@compiled
def prepare(b: Any, s: Any, seats: int) -> None:
    """Decks shuffled, the board empty; nothing is dealt yet."""
    clear(s)
    s.seats = seats
    for word in range(WORDS):
        s.free[word] = b.all_routes[word]
    shuffle_cards(b, s)
    shuffle_tickets(b, s)
    if b.first_drawn:
        open_stream(s, FIRST_STREAM, 0)
        s.first = below(s, seats)


@compiled
def deal(b: Any, s: Any) -> None:
    """RT-1: hands, market, tickets; the first seat is asked which tickets it keeps."""
    deal_cards(b, s)
    give_pieces(b, s)
    s.setting_up = 1
    deal_tickets(b, s)


@compiled
def begin(s: Any) -> None:
    """RT-1.6: all have chosen; the first seat takes its turn."""
    s.setting_up = 0
    s.least = 0
    s.seat = s.first
    s.asked = TURN
    emit(s, BEGAN, s.seat, 0, 0)


@compiled
def is_over(s: Any) -> bool:
    return s.asked == OVER


# ---- what can be chosen
@compiled
def options(b: Any, s: Any) -> int:
    """How many actions the seat to act can choose from. Leaves in `claims` the routes it can claim."""
    if s.asked == TURN:
        return max(1, turn_options(b, s))
    if s.asked == SECOND_CARD:
        return count(market_kinds(b, s)) + count(blind_decks(b, s))
    if s.asked == PAYMENT:
        return payments(b, s)
    if s.asked == TICKETS_ASKED:
        return keep_options(s)
    if s.asked == TUNNEL:
        return payments(b, s) + 1
    if s.asked == PIECES:
        return most_trains(b) - fewest_trains(b) + 1
    return 2 if s.asked == REFILL else 0


@compiled
def turn_options(b: Any, s: Any) -> int:
    """RT-2.1: draws, routes, tickets, buildings, exchanges."""
    n = (
        count(market_kinds(b, s))
        + count(blind_decks(b, s))
        + int(s.ticket_left > 0)
        + find_claims(b, s)
    )
    if b.stations + b.harbours > 0:
        n += count(sites(b, s)) + exchangeable(b, s, TRAIN) + exchangeable(b, s, SHIP)
    return n


@compiled
def keep_options(s: Any) -> int:
    n = 0
    for choice in range(1, bit(s.offered[s.seat])):
        n += int(count(choice) >= s.least)
    return n


@compiled
def pick(b: Any, s: Any, n: int) -> int:
    """The n-th of `options`, which were counted just before."""
    if s.asked == PAYMENT:
        return b.pay + nth_payment(b, s, n)
    if s.asked == TICKETS_ASKED:
        return b.keep_tickets + nth_choice(s, n)
    if s.asked == TUNNEL:
        ways = payments(b, s)
        return b.pay + nth_payment(b, s, n) if n < ways else b.withdraw
    if s.asked == PIECES:
        return b.take + n
    if s.asked == REFILL:
        return b.refill + n
    return pick_turn(b, s, n)


@compiled
def pick_turn(b: Any, s: Any, n: int) -> int:
    """Draws first, then routes, tickets, buildings, exchanges; a pass when there is nothing else
    (RT-2.2).
    """
    kinds = market_kinds(b, s)
    if n < count(kinds):
        return b.draw + nth(kinds, n)
    n -= count(kinds)
    decks = blind_decks(b, s)
    if n < count(decks):
        return b.blind + nth(decks, n)
    n -= count(decks)
    for word in range(WORDS):
        routes = s.claims[word]
        if n < count(routes):
            return b.claim + word * WORD + nth(routes, n)
        n -= count(routes)
    if s.ticket_left > 0:
        if n == 0:
            return b.ask_tickets
        n -= 1
    return pick_special(b, s, n) if b.stations + b.harbours > 0 else b.pass_turn


@compiled
def pick_special(b: Any, s: Any, n: int) -> int:
    cities = sites(b, s)
    if n < count(cities):
        return b.build + nth(cities, n)
    n -= count(cities)
    if n < exchangeable(b, s, TRAIN):
        return b.exchange + n
    n -= exchangeable(b, s, TRAIN)
    return b.exchange_ships + n if n < exchangeable(b, s, SHIP) else b.pass_turn


@compiled
def nth_choice(s: Any, n: int) -> int:
    for choice in range(1, bit(s.offered[s.seat])):
        if count(choice) >= s.least:
            if n == 0:
                return choice
            n -= 1
    return 0


@compiled
def legal(b: Any, s: Any, out: Any) -> int:
    """Writes the legal actions into `out`, in the order of `pick`; returns how many."""
    n = options(b, s)
    if s.asked == PAYMENT:
        return list_payments(b, s, out)
    if s.asked == TUNNEL:
        n = list_payments(b, s, out)
        out[n] = b.withdraw
        return n + 1
    for i in range(n):
        out[i] = pick(b, s, i)
    return n


@compiled
def is_legal(b: Any, s: Any, action: int) -> bool:
    """Whether the action is among the legal ones."""
    for n in range(options(b, s)):
        if pick(b, s, n) == action:
            return True
    return False


# ---- what comes of it
@compiled
def apply(b: Any, s: Any, action: int) -> None:
    """Carries out a legal action."""
    s.events_logged = 0
    s.revealed = 0
    asked = s.asked
    if asked == TURN or asked == SECOND_CARD:
        turn_over = act(b, s, action)
    elif asked == PAYMENT:
        turn_over = pay(b, s, action - b.pay)
    elif asked == TICKETS_ASKED:
        turn_over = answer_tickets(b, s, action - b.keep_tickets)
    elif asked == TUNNEL:
        turn_over = answer_tunnel(b, s, action)
    elif asked == REFILL:
        turn_over = refill(b, s, action - b.refill)
    else:
        turn_over = answer_pieces(b, s, action - b.take)
    if turn_over:
        end_turn(b, s, action == b.pass_turn, is_idle(b, action))


@compiled
def act(b: Any, s: Any, action: int) -> bool:
    """RT-2.1: one of the game's actions. Tells whether the turn is over."""
    if action < b.blind:
        return draw_from_market(b, s, action - b.draw)
    if action < b.claim:
        return draw_blind(b, s, action - b.blind)
    if action < b.ask_tickets:
        choose_route(b, s, action - b.claim)
        return False
    if action == b.ask_tickets:
        draw_tickets(b, s)
        return False
    if action < b.exchange:
        choose_city(b, s, action - b.build)
        return False
    if action < b.exchange_ships:
        exchange(b, s, TRAIN, action - b.exchange + 1)
    elif action < b.pass_turn:
        exchange(b, s, SHIP, action - b.exchange_ships + 1)
    else:
        emit(s, PASSED, s.seat, 0, 0)
    return True


@compiled
def pay(b: Any, s: Any, payment: int) -> bool:
    if s.city != EMPTY:
        pay_building(b, s, payment)
        return True
    paid = pay_route(b, s, payment)
    if paid:
        settle(b, s)
        take_route(b, s)
    return paid


@compiled
def answer_tunnel(b: Any, s: Any, action: int) -> bool:
    """EU-4.3: pays the extra and takes the route, or takes the cards back."""
    if action == b.withdraw:
        take_back(b, s)
    else:
        pay_extra(b, s, action - b.pay)
        settle(b, s)
        take_route(b, s)
    return True


@compiled
def answer_tickets(b: Any, s: Any, choice: int) -> bool:
    if not s.setting_up:
        keep(b, s, s.seat, choice)
        s.least = 0
        return True
    if choose_together(b, s, choice):
        s.seat = 0
        if b.in_play > 0:
            s.asked = PIECES
        else:
            begin(s)
    return False


@compiled
def answer_pieces(b: Any, s: Any, n: int) -> bool:
    if choose_mix(b, s, fewest_trains(b) + n):
        begin(s)
    return False


@compiled
def is_idle(b: Any, action: int) -> bool:
    """RT-2.3: passes, tunnels withdrawn and exchanges bring nothing on."""
    return b.exchange <= action <= b.pass_turn or (b.tunnel_cards > 0 and action == b.withdraw)


@compiled
def end_turn(b: Any, s: Any, passed: bool, idle: bool) -> None:
    """RT-2.2, RT-2.3, RT-3.11, RT-6.1: the market is refilled, the end looked for, the next seat
    asked.
    """
    s.drawn = 0
    s.turns += 1
    s.passes = s.passes + 1 if passed else 0
    s.idle = s.idle + 1 if idle else 0
    if b.tunnel_cards > 0:
        clear_turned(b, s)
    if s.passes >= s.seats or s.idle >= IDLE_ROUNDS * s.seats or s.last_turns == 1:
        finish(b, s)
        return
    if s.last_turns > 0:
        s.last_turns -= 1
    elif s.pieces[s.seat, TRAIN] + s.pieces[s.seat, SHIP] <= b.end_limit:
        s.last_turns = s.seats * b.further
        s.last_seat = s.seat
        emit(s, LAST_ROUND, s.seat, s.last_turns, 0)
    refill_market(b, s)
    s.asked = TURN
    s.seat = s.seat + 1 if s.seat + 1 < s.seats else 0
