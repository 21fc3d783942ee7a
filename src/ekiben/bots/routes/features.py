"""What a policy reads off a state, for the seat to act and from what it may know."""

from __future__ import annotations

from ekiben.bots.routes.policy_state import UNKNOWN, PolicyState, PolicyTables
from ekiben.core.arrays import Array
from ekiben.core.compiled import compiled, lowest
from ekiben.games.routes.board import Board
from ekiben.games.routes.claim import open_routes
from ekiben.games.routes.pieces import exchangeable
from ekiben.games.routes.sizes import KINDS, WORD, WORDS
from ekiben.games.routes.state import SHIP, TRAIN, State
from ekiben.games.routes.stations import claimed_routes

SPACES_PER_CLAIM = 4.6  # spaces of a claim, as a rule


@compiled
def observe(b: Board, t: PolicyTables, s: State, p: PolicyState) -> None:
    """Set what the seat sees: routes, pieces, turns left, cards."""
    observe_routes(b, s, p)
    observe_pieces(b, t, s, p)
    p.turns_left = (s.last_turns - 1) // s.seats + 1 if s.last_turns > 0 else UNKNOWN
    for kind in range(KINDS):
        p.hand[kind] = s.hand[s.seat, kind]


@compiled
def observe_routes(b: Board, s: State, p: PolicyState) -> None:
    for word in range(WORDS):
        p.owned[word] = s.owned[s.seat, word]
        p.open[word] = open_routes(b, s, word)
        p.borrowable[word] = (
            claimed_routes(s, word) & ~s.owned[s.seat, word] if b.stations > 0 else 0
        )


@compiled
def observe_pieces(b: Board, t: PolicyTables, s: State, p: PolicyState) -> None:
    """Set the seat's pieces; any number while the mix is not chosen yet."""
    for kind in range(2):
        p.pieces[kind] = b.pieces[kind] if s.setting_up else s.pieces[s.seat, kind]
        p.available[kind] = (
            p.pieces[kind] if s.setting_up else p.pieces[kind] + exchangeable(b, s, 1 - kind)
        )
    p.total_pieces = int(t.supply if s.setting_up else p.pieces[TRAIN] + p.pieces[SHIP])


@compiled
def fewest_of_others(s: State) -> int:
    """The pieces of the opponent who has the fewest."""
    fewest = UNKNOWN
    for seat in range(s.seats):
        if seat != s.seat:
            fewest = min(fewest, int(s.pieces[seat, TRAIN]) + int(s.pieces[seat, SHIP]))
    return fewest


@compiled
def turns_until_end(b: Board, s: State) -> float:
    """About how many turns an opponent needs to bring the end near, by its pieces and hand size."""
    soonest = float(UNKNOWN)
    for seat in range(s.seats):
        if seat != s.seat:
            pieces = int(s.pieces[seat, TRAIN]) + int(s.pieces[seat, SHIP]) - b.end_limit
            cards = int(s.hand_size[seat, TRAIN]) + int(s.hand_size[seat, SHIP])
            soonest = min(soonest, max(0, pieces - cards) / 2 + max(0, pieces) / SPACES_PER_CLAIM)
    return soonest


@compiled
def has_pieces_for(b: Board, p: PolicyState, route: int) -> bool:
    """Whether the seat has pieces for a route, exchanged ones included."""
    return bool(b.length[route] <= p.available[b.way[route]])


@compiled
def touches_own_network(b: Board, p: PolicyState, route: int) -> bool:
    """Whether the route touches one of the seat's own."""
    found = 0
    for word in range(WORDS):
        found |= (b.at_city[b.a[route], word] | b.at_city[b.z[route], word]) & p.owned[word]
    return bool(found != 0)


@compiled
def next_route(routes: Array, start: int) -> int:
    """The first route of a set from number `start` on; b.routes or more when there is none."""
    word = start // WORD
    while word < WORDS:
        left = routes[word] >> (start - word * WORD)
        if left != 0:
            return start + lowest(left)
        word += 1
        start = word * WORD
    return WORD * WORDS
