"""What a hand of cards is worth for routes: what is missing, what is wanted, what can be spared."""

from __future__ import annotations

from typing import Any

from ekiben.bots.routes.policy_state import UNKNOWN
from ekiben.core.compiled import compiled
from ekiben.games.routes.payment import cards_in, list_payments
from ekiben.games.routes.sizes import KINDS
from ekiben.games.routes.state import EMPTY, HARBOUR

TUNNEL_RESERVE = 1  # cards kept ready for a tunnel's extra
WHOLE = 2520  # a want of one; whatever number of cards is missing divides it


# ---- the goal: the routes that cards are for
@compiled
def no_goal(m: Any) -> None:
    m.goal_size = 0


@compiled
def add_goal(m: Any, route: int) -> None:
    m.goal[m.goal_size] = route
    m.goal_size += 1


# ---- what the hand pays
@compiled
def fill_purse(b: Any, a: Any, m: Any) -> None:
    """Leaves in `spare` the spaces that the hand pays, by way and colour, wilds not counted."""
    for way in range(b.decks):
        for colour in range(b.colours):
            m.spare[way, colour] = m.hand[b.first_kind[way] + colour]
            if b.second_kind[way] != EMPTY:
                m.spare[way, colour] += a.second_pays[way] * m.hand[b.second_kind[way] + colour]


@compiled
def paid_colour(b: Any, m: Any, route: int) -> int:
    """The colour to pay a route with: of a grey one, that of which there is most."""
    if b.colour[route] != EMPTY:
        return int(b.colour[route])
    best, way = 0, b.way[route]
    for colour in range(b.colours):
        if m.spare[way, colour] > m.spare[way, best]:
            best = colour
    return best


@compiled
def missing(b: Any, m: Any, route: int) -> int:
    """Cards of its colour that a route misses, in spaces, wilds not counted; a tunnel's with a
    reserve for its extra.
    """
    needed = int(b.length[route]) - int(b.ferry[route]) + TUNNEL_RESERVE * int(b.tunnel[route])
    return max(0, needed - int(m.spare[b.way[route], paid_colour(b, m, route)]))


@compiled
def with_wilds(lacking: int, needed: int, wilds: int) -> int:
    """What is missing when so many wilds help a route that needs some of them in any case."""
    return max(0, needed - wilds) + max(0, lacking - max(0, wilds - needed))


@compiled
def lack(b: Any, m: Any, route: int) -> int:
    """How many cards the route still takes, wilds helping."""
    return with_wilds(missing(b, m, route), int(b.ferry[route]), int(m.hand[b.wild]))


@compiled
def set_aside(b: Any, m: Any, route: int, colour: int) -> None:
    way = b.way[route]
    m.spare[way, colour] = max(
        0, int(m.spare[way, colour]) - int(b.length[route]) + int(b.ferry[route])
    )


# ---- what the goal misses
@compiled
def shortages(b: Any, a: Any, m: Any) -> int:
    """What each route of the goal misses when no card serves two: routes with a colour choose
    first, of those the nearest to be paid. Leaves them in `short_…`; all that is missing.
    """
    fill_purse(b, a, m)
    sort_goal(b, m)
    total = 0
    for n in range(m.goal_size):
        route = int(m.short_route[n])
        colour = paid_colour(b, m, route)
        m.short_colour[n] = colour
        m.short_missing[n] = missing(b, m, route)
        total += int(m.short_missing[n])
        set_aside(b, m, route, colour)
    return total


@compiled
def sort_goal(b: Any, m: Any) -> None:
    """Leaves the goal in `short_route`, in the order in which its routes choose their cards."""
    for n in range(m.goal_size):
        route = int(m.goal[n])
        rank, place = choosing_rank(b, m, route), n
        while place > 0 and m.short_missing[place - 1] > rank:
            m.short_missing[place] = m.short_missing[place - 1]
            m.short_route[place] = m.short_route[place - 1]
            place -= 1
        m.short_missing[place] = rank
        m.short_route[place] = route


@compiled
def choosing_rank(b: Any, m: Any, route: int) -> int:
    return missing(b, m, route) + (UNKNOWN if b.colour[route] == EMPTY else 0)


@compiled
def waits_for_wild(b: Any, m: Any) -> bool:
    """Whether a wild would be the last card for a route of the goal, or is one that no other card
    can stand for.
    """
    wilds = int(m.hand[b.wild])
    for n in range(m.goal_size):
        ferry, lacking = int(b.ferry[m.short_route[n]]), int(m.short_missing[n])
        if with_wilds(lacking, ferry, wilds) == 1 or (lacking == 0 and ferry > wilds):
            return True
    return False


@compiled
def want(b: Any, a: Any, s: Any, m: Any, for_harbour: bool) -> None:
    """How much each kind of card is wanted for the goal: more for long routes, and the nearer they
    are to be paid.
    """
    shortages(b, a, m)
    for kind in range(KINDS):
        m.wanted[kind] = 0
    for n in range(m.goal_size):
        if m.short_missing[n] > 0:
            want_for(
                b, a, m, int(m.short_route[n]), int(m.short_colour[n]), int(m.short_missing[n])
            )
    if for_harbour:
        want_symbols(b, m)


@compiled
def want_for(b: Any, a: Any, m: Any, route: int, colour: int, lacking: int) -> None:
    way, worth = b.way[route], WHOLE * int(b.length[route]) // lacking
    m.wanted[b.first_kind[way] + colour] += worth
    if b.second_kind[way] != EMPTY:
        m.wanted[b.second_kind[way] + colour] += worth * min(int(a.second_pays[way]), lacking)


@compiled
def want_symbols(b: Any, m: Any) -> None:
    """A harbour's cards, in the colour that has most of them."""
    best = 0
    for colour in range(b.colours):
        if symbols_missing(b, m, colour) < symbols_missing(b, m, best):
            best = colour
    for kind in (b.first_kind[HARBOUR] + best, b.second_kind[HARBOUR] + best):
        if m.hand[kind] < b.harbour_cost:
            m.wanted[kind] += WHOLE * 2 * b.harbour_cost // symbols_missing(b, m, best)


@compiled
def symbols_missing(b: Any, m: Any, colour: int) -> int:
    trains, ships = (
        int(m.hand[b.first_kind[HARBOUR] + colour]),
        int(m.hand[b.second_kind[HARBOUR] + colour]),
    )
    return max(0, int(b.harbour_cost) - trains) + max(0, int(b.harbour_cost) - ships)


# ---- paying
@compiled
def pay(b: Any, a: Any, s: Any, m: Any) -> int:
    """The fewest wilds, then what the goal misses least, then the fewest cards with a symbol, if
    those are of use; a tunnel's extra is always paid if it can be.
    """
    ways, best, best_rank = list_payments(b, s, m.payment), EMPTY, 0
    fewest = fewest_wilds(b, m, ways)
    for n in range(ways):
        payment = int(m.payment[n]) - b.pay
        if b.pay_counts[payment, 2] == fewest:
            rank = payment_rank(b, a, s, m, payment)
            if best == EMPTY or rank < best_rank or (rank == best_rank and payment < best):
                best, best_rank = payment, rank
    return int(b.withdraw if best == EMPTY else b.pay + best)


@compiled
def fewest_wilds(b: Any, m: Any, ways: int) -> int:
    fewest = UNKNOWN
    for n in range(ways):
        fewest = min(fewest, int(b.pay_counts[m.payment[n] - b.pay, 2]))
    return fewest


@compiled
def payment_rank(b: Any, a: Any, s: Any, m: Any, payment: int) -> int:
    symbols = symbols_in(b, payment) if s.built[s.seat] < b.harbours else 0
    return (missing_after(b, a, m, payment) * 100 + symbols) * 100 + cards_in(b, payment)


@compiled
def missing_after(b: Any, a: Any, m: Any, payment: int) -> int:
    """What the goal misses when this is paid."""
    put_back(b, m, payment, -1)
    total = shortages(b, a, m)
    put_back(b, m, payment, 1)
    return total


@compiled
def put_back(b: Any, m: Any, payment: int, sign: int) -> None:
    m.hand[b.pay_first[payment]] += sign * int(b.pay_counts[payment, 0])
    m.hand[b.pay_second[payment]] += sign * int(b.pay_counts[payment, 1])
    m.hand[b.wild] += sign * int(b.pay_counts[payment, 2])


@compiled
def has_symbol(b: Any, kind: int) -> bool:
    trains, ships = kind - b.first_kind[HARBOUR], kind - b.second_kind[HARBOUR]
    return bool((trains >= 0 and trains < b.colours) or (ships >= 0 and ships < b.colours))


@compiled
def symbols_in(b: Any, payment: int) -> int:
    found = int(b.pay_counts[payment, 0]) if has_symbol(b, b.pay_first[payment]) else 0
    return found + (int(b.pay_counts[payment, 1]) if has_symbol(b, b.pay_second[payment]) else 0)
