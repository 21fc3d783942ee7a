"""What a hand is worth for routes: which cards are missing, wanted, or can be spared."""

from __future__ import annotations

from ekiben.bots.routes.policy_state import UNKNOWN, PolicyState, PolicyTables
from ekiben.core.compiled import compiled
from ekiben.games.routes.board import Board
from ekiben.games.routes.payment import cards_in, list_payments
from ekiben.games.routes.sizes import KINDS
from ekiben.games.routes.state import EMPTY, HARBOUR, State

TUNNEL_RESERVE = 1  # cards kept ready for a tunnel's extra
FULL_WANT = 2520  # a want of one; whatever number of cards is missing divides it


# ---- the goal: the routes that cards are for
@compiled
def clear_goal(p: PolicyState) -> None:
    p.goal_size = 0


@compiled
def add_goal(p: PolicyState, route: int) -> None:
    p.goal[p.goal_size] = route
    p.goal_size += 1


# ---- what the hand pays
@compiled
def count_payable(b: Board, t: PolicyTables, p: PolicyState) -> None:
    """Set `payable`: the spaces that the hand pays by way and colour, wilds not counted."""
    for way in range(b.decks):
        for colour in range(b.colours):
            p.payable[way, colour] = p.hand[b.first_kind[way] + colour]
            if b.second_kind[way] != EMPTY:
                p.payable[way, colour] += t.second_pays[way] * p.hand[b.second_kind[way] + colour]


@compiled
def payment_colour(b: Board, p: PolicyState, route: int) -> int:
    """The colour to pay a route with; for a grey route the colour of which there is most."""
    if b.colour[route] != EMPTY:
        return int(b.colour[route])
    best, way = 0, b.way[route]
    for colour in range(b.colours):
        if p.payable[way, colour] > p.payable[way, best]:
            best = colour
    return best


@compiled
def missing_colour_cards(b: Board, p: PolicyState, route: int) -> int:
    """Spaces that a route misses in its colour, wilds not counted; a tunnel needs a reserve too."""
    needed = int(b.length[route]) - int(b.ferry[route]) + TUNNEL_RESERVE * int(b.tunnel[route])
    return max(0, needed - int(p.payable[b.way[route], payment_colour(b, p, route)]))


@compiled
def missing_with_wilds(lacking: int, needed: int, wilds: int) -> int:
    """What is missing when wilds help a route that needs some of them in any case."""
    return max(0, needed - wilds) + max(0, lacking - max(0, wilds - needed))


@compiled
def missing_cards(b: Board, p: PolicyState, route: int) -> int:
    """How many cards the route still takes, wilds helping."""
    return missing_with_wilds(
        missing_colour_cards(b, p, route), int(b.ferry[route]), int(p.hand[b.wild])
    )


@compiled
def reserve_cards(b: Board, p: PolicyState, route: int, colour: int) -> None:
    way = b.way[route]
    p.payable[way, colour] = max(
        0, int(p.payable[way, colour]) - int(b.length[route]) + int(b.ferry[route])
    )


# ---- what the goal misses
@compiled
def find_shortages(b: Board, t: PolicyTables, p: PolicyState) -> int:
    """Set `shortage…` of the goal when no card serves two routes; return all that is missing.

    Routes with a colour choose first, of those the nearest to be paid.
    """
    count_payable(b, t, p)
    sort_goal(b, p)
    total = 0
    for n in range(p.goal_size):
        route = int(p.shortage_route[n])
        colour = payment_colour(b, p, route)
        p.shortage_colour[n] = colour
        p.shortage[n] = missing_colour_cards(b, p, route)
        total += int(p.shortage[n])
        reserve_cards(b, p, route, colour)
    return total


@compiled
def sort_goal(b: Board, p: PolicyState) -> None:
    """Set `shortage_route`: the goal in the order in which its routes choose their cards."""
    for n in range(p.goal_size):
        route = int(p.goal[n])
        rank, place = choosing_rank(b, p, route), n
        while place > 0 and p.shortage[place - 1] > rank:
            p.shortage[place] = p.shortage[place - 1]
            p.shortage_route[place] = p.shortage_route[place - 1]
            place -= 1
        p.shortage[place] = rank
        p.shortage_route[place] = route


@compiled
def choosing_rank(b: Board, p: PolicyState, route: int) -> int:
    return missing_colour_cards(b, p, route) + (UNKNOWN if b.colour[route] == EMPTY else 0)


@compiled
def needs_wild(b: Board, p: PolicyState) -> bool:
    """Whether a wild would be a goal route's last card, or one that no other card can replace."""
    wilds = int(p.hand[b.wild])
    for n in range(p.goal_size):
        ferry, lacking = int(b.ferry[p.shortage_route[n]]), int(p.shortage[n])
        if missing_with_wilds(lacking, ferry, wilds) == 1 or (lacking == 0 and ferry > wilds):
            return True
    return False


@compiled
def find_wanted_cards(
    b: Board, t: PolicyTables, s: State, p: PolicyState, for_harbour: bool
) -> None:
    """Set `wanted` for every kind of card: more for long routes, and for those nearly paid."""
    find_shortages(b, t, p)
    for kind in range(KINDS):
        p.wanted[kind] = 0
    for n in range(p.goal_size):
        if p.shortage[n] > 0:
            add_wanted_cards(
                b, t, p, int(p.shortage_route[n]), int(p.shortage_colour[n]), int(p.shortage[n])
            )
    if for_harbour:
        add_wanted_symbols(b, p)


@compiled
def add_wanted_cards(
    b: Board, t: PolicyTables, p: PolicyState, route: int, colour: int, lacking: int
) -> None:
    way, worth = b.way[route], FULL_WANT * int(b.length[route]) // lacking
    p.wanted[b.first_kind[way] + colour] += worth
    if b.second_kind[way] != EMPTY:
        p.wanted[b.second_kind[way] + colour] += worth * min(int(t.second_pays[way]), lacking)


@compiled
def add_wanted_symbols(b: Board, p: PolicyState) -> None:
    """Want a harbour's cards, in the colour that has most of them."""
    best = 0
    for colour in range(b.colours):
        if missing_symbols(b, p, colour) < missing_symbols(b, p, best):
            best = colour
    for kind in (b.first_kind[HARBOUR] + best, b.second_kind[HARBOUR] + best):
        if p.hand[kind] < b.harbour_cost:
            p.wanted[kind] += FULL_WANT * 2 * b.harbour_cost // missing_symbols(b, p, best)


@compiled
def missing_symbols(b: Board, p: PolicyState, colour: int) -> int:
    trains = int(p.hand[b.first_kind[HARBOUR] + colour])
    ships = int(p.hand[b.second_kind[HARBOUR] + colour])
    return max(0, int(b.harbour_cost) - trains) + max(0, int(b.harbour_cost) - ships)


# ---- paying
@compiled
def choose_payment(b: Board, t: PolicyTables, s: State, p: PolicyState) -> int:
    """Pay with the fewest wilds, then with what the goal misses least, then with fewest symbols.

    Symbols count only while harbours are left; a tunnel's extra is always paid if it can be.
    """
    ways, best, best_rank = list_payments(b, s, p.payment), EMPTY, 0
    fewest = fewest_wilds(b, p, ways)
    for n in range(ways):
        payment = int(p.payment[n]) - b.pay
        if b.pay_counts[payment, 2] == fewest:
            rank = payment_rank(b, t, s, p, payment)
            if best == EMPTY or rank < best_rank or (rank == best_rank and payment < best):
                best, best_rank = payment, rank
    return int(b.withdraw if best == EMPTY else b.pay + best)


@compiled
def fewest_wilds(b: Board, p: PolicyState, ways: int) -> int:
    fewest = UNKNOWN
    for n in range(ways):
        fewest = min(fewest, int(b.pay_counts[p.payment[n] - b.pay, 2]))
    return fewest


@compiled
def payment_rank(b: Board, t: PolicyTables, s: State, p: PolicyState, payment: int) -> int:
    symbols = symbols_paid(b, payment) if s.built[s.seat] < b.harbours else 0
    return (missing_after(b, t, p, payment) * 100 + symbols) * 100 + cards_in(b, payment)


@compiled
def missing_after(b: Board, t: PolicyTables, p: PolicyState, payment: int) -> int:
    """What the goal misses once this is paid."""
    change_hand(b, p, payment, -1)
    total = find_shortages(b, t, p)
    change_hand(b, p, payment, 1)
    return total


@compiled
def change_hand(b: Board, p: PolicyState, payment: int, sign: int) -> None:
    p.hand[b.pay_first[payment]] += sign * int(b.pay_counts[payment, 0])
    p.hand[b.pay_second[payment]] += sign * int(b.pay_counts[payment, 1])
    p.hand[b.wild] += sign * int(b.pay_counts[payment, 2])


@compiled
def has_symbol(b: Board, kind: int) -> bool:
    trains, ships = kind - b.first_kind[HARBOUR], kind - b.second_kind[HARBOUR]
    return bool((trains >= 0 and trains < b.colours) or (ships >= 0 and ships < b.colours))


@compiled
def symbols_paid(b: Board, payment: int) -> int:
    found = int(b.pay_counts[payment, 0]) if has_symbol(b, b.pay_first[payment]) else 0
    return found + (int(b.pay_counts[payment, 1]) if has_symbol(b, b.pay_second[payment]) else 0)
