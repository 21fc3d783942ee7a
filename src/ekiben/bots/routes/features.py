"""What a choice needs of the state: the seat to act looks around, and sees what it may know."""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.policy_state import UNKNOWN
from ekiben.core.compiled import compiled, lowest
from ekiben.games.routes.claim import open_routes
from ekiben.games.routes.pieces import exchangeable
from ekiben.games.routes.sizes import KINDS, WORD, WORDS
from ekiben.games.routes.state import SHIP, TRAIN
from ekiben.games.routes.stations import taken

A_CLAIM = 4.6  # spaces of a claim, as a rule


@compiled
def look(b: Any, a: Any, s: Any, m: Any) -> None:
    """Routes, pieces, turns left, cards."""
    see_routes(b, s, m)
    see_pieces(b, a, s, m)
    m.turns_left = (s.last_turns - 1) // s.seats + 1 if s.last_turns > 0 else UNKNOWN
    for kind in range(KINDS):
        m.hand[kind] = s.hand[s.seat, kind]


@compiled
def see_routes(b: Any, s: Any, m: Any) -> None:
    for word in range(WORDS):
        m.mine[word] = s.owned[s.seat, word]
        m.open[word] = open_routes(b, s, word)
        m.others[word] = taken(s, word) & ~s.owned[s.seat, word] if b.stations > 0 else 0


@compiled
def see_pieces(b: Any, a: Any, s: Any, m: Any) -> None:
    """While the mix is not chosen yet, any would do."""
    for kind in range(2):
        m.pieces[kind] = b.pieces[kind] if s.setting_up else s.pieces[s.seat, kind]
        m.reach[kind] = (
            m.pieces[kind] if s.setting_up else m.pieces[kind] + exchangeable(b, s, 1 - kind)
        )
    m.total = int(a.supply if s.setting_up else m.pieces[TRAIN] + m.pieces[SHIP])


@compiled
def fewest_of_others(s: Any) -> int:
    """The pieces of the opponent who has the fewest."""
    fewest = UNKNOWN
    for seat in range(s.seats):
        if seat != s.seat:
            fewest = min(fewest, int(s.pieces[seat, TRAIN]) + int(s.pieces[seat, SHIP]))
    return fewest


@compiled
def turns_to_end(b: Any, s: Any) -> float:
    """About how many turns an opponent needs to bring the end near, by its pieces and the size of
    its hand.
    """
    soonest = float(UNKNOWN)
    for seat in range(s.seats):
        if seat != s.seat:
            pieces = int(s.pieces[seat, TRAIN]) + int(s.pieces[seat, SHIP]) - b.end_limit
            cards = int(s.hand_size[seat, TRAIN]) + int(s.hand_size[seat, SHIP])
            soonest = min(soonest, max(0, pieces - cards) / 2 + max(0, pieces) / A_CLAIM)
    return soonest


@compiled
def fits(b: Any, m: Any, route: int) -> bool:
    """Whether the seat has pieces for it, exchanged ones too."""
    return bool(b.length[route] <= m.reach[b.way[route]])


@compiled
def touches(b: Any, m: Any, route: int) -> bool:
    """Whether the route hangs on one of the seat's own."""
    found = 0
    for word in range(WORDS):
        found |= (b.at_city[b.a[route], word] | b.at_city[b.z[route], word]) & m.mine[word]
    return bool(found != 0)


@compiled
def next_of(routes: Any, start: int) -> int:
    """The first route of a set from number `start` on; b.routes or more when there is none."""
    word = start // WORD
    while word < WORDS:
        left = routes[word] >> (start - word * WORD)
        if left != 0:
            return start + lowest(left)
        word += 1
        start = word * WORD
    return WORD * WORDS
