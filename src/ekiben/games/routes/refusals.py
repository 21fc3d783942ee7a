"""Why an action is not legal: the clause and the reason. The rules say whether it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ekiben.core.action import Action
from ekiben.core.compiled import bit, count
from ekiben.core.errors import Refusal
from ekiben.games.routes.board import Board
from ekiben.games.routes.board_file import Route
from ekiben.games.routes.cards import can_supply_any
from ekiben.games.routes.claim import in_set, open_routes, payable, reachable
from ekiben.games.routes.draw import market_open
from ekiben.games.routes.harbours import can_pay_harbour
from ekiben.games.routes.network import reaches
from ekiben.games.routes.payment import wilds_held
from ekiben.games.routes.sizes import COLOURS, WORDS
from ekiben.games.routes.state import (
    EMPTY,
    HARBOUR,
    OVER,
    SHIP,
    TRAIN,
    TUNNEL,
    State,
)
from ekiben.games.routes.stations import most_of_a_colour
from ekiben.games.routes.turn import QUESTIONS

if TYPE_CHECKING:
    from ekiben.games.routes.game import RouteGame


def refusal(game: RouteGame, s: State, action: Action) -> Refusal | None:
    """None when the rules list the action as legal."""
    if s.asked == OVER:
        return Refusal("RT-6.1", "game-over")
    verbs = QUESTIONS.verbs[s.asked]
    if action.verb not in verbs:
        return Refusal("RT-2.1", "not-asked", asked=QUESTIONS.names[s.asked], verbs=list(verbs))
    if action.id in game.legal_ids(s):
        return None
    return REASONS[action.verb](game, game.plain_board, s, action)


def refuse_draw(game: RouteGame, b: Board, s: State, action: Action) -> Refusal:
    if not market_open(b, s) or ("deck" in action.fields and not can_supply_any(b, s)):
        return Refusal("RT-3.10", "no-cards")
    if "deck" in action.fields:
        return Refusal("GL-3.5", "deck-out", deck=action.deck)
    if not s.kinds_up & bit(action.id - b.draw):
        return Refusal("RT-3.1", "not-in-market", card=action.card)
    return Refusal("RT-3.4", "wild-second")


def refuse_claim(game: RouteGame, b: Board, s: State, action: Action) -> Refusal:
    number = action.id - b.claim
    route, seat = game.board.routes[number], s.seat
    for owner in range(s.seats):
        if in_set(s.owned[owner], number):
            return Refusal("RT-4.4", "claimed-already", route=route.id, owner=owner)
    if in_set(s.blocked[seat], number):
        return Refusal("RT-4.7", "own-twin", route=route.id)
    if not in_set([open_routes(b, s, word) for word in range(WORDS)], number):
        return Refusal("RT-4.8", "twin-closed", route=route.id)
    if not in_set([reachable(b, s, word) for word in range(WORDS)], number):
        return Refusal(
            "RT-4.6",
            "too-few-pieces",
            route=route.id,
            need=route.length,
            have=int(s.pieces[seat, b.way[number]]),
        )
    assert not in_set(payable(b, s), number)
    return too_few_cards(b, s, route)


def too_few_cards(b: Board, s: State, route: Route) -> Refusal:
    if wilds_held(b, s) < route.ferry:
        return Refusal(
            "EU-3.1", "too-few-wilds", route=route.id, need=route.ferry, have=wilds_held(b, s)
        )
    plain, grey = ("GL-4.1", "GL-4.2") if b.decks > 1 else ("RT-4.1", "RT-4.2")
    clause = grey if route.colour == "grey" else plain
    return Refusal(clause, "too-few-cards", route=route.id, need=route.length, colour=route.colour)


def refuse_tickets(game: RouteGame, b: Board, s: State, action: Action) -> Refusal:
    return Refusal("RT-5.3", "no-tickets")


def refuse_station(game: RouteGame, b: Board, s: State, action: Action) -> Refusal:
    city, built = action.id - b.build, int(s.built[s.seat])
    if s.built_up & bit(city):
        return Refusal("EU-5.1", "station-there", city=action.city)
    if built >= b.stations:
        return Refusal("EU-5.1", "no-stations-left", each=int(b.stations))
    assert most_of_a_colour(b, s) < b.station_cost[built]
    return Refusal(
        "EU-5.2",
        "too-few-cards-station",
        need=int(b.station_cost[built]),
        have=most_of_a_colour(b, s),
    )


def refuse_harbour(game: RouteGame, b: Board, s: State, action: Action) -> Refusal:
    city = action.id - b.build
    if not b.ports & bit(city):
        return Refusal("GL-5.1", "not-a-port", city=action.city)
    if s.built_up & bit(city):
        return Refusal("GL-5.3", "harbour-there", city=action.city)
    if s.built[s.seat] >= b.harbours:
        return Refusal("GL-5.3", "no-harbours-left", each=int(b.harbours))
    if not reaches(b, s, s.seat, city):
        return Refusal("GL-5.1", "no-route-there", city=action.city)
    assert not can_pay_harbour(b, s)
    return Refusal("GL-5.2", "too-few-cards-harbour")


def refuse_exchange(game: RouteGame, b: Board, s: State, action: Action) -> Refusal:
    given = TRAIN if action.pieces == "trains" else SHIP
    if s.pieces[s.seat, given] < action.count:
        return Refusal(
            "GL-6.1", "too-few-to-give", have=int(s.pieces[s.seat, given]), need=action.count
        )
    return Refusal(
        "GL-6.1", "too-few-in-box", have=int(s.box[s.seat, 1 - given]), need=action.count
    )


def refuse_pass(game: RouteGame, b: Board, s: State, action: Action) -> Refusal:
    return Refusal("RT-2.2", "can-act")


def refuse_payment(game: RouteGame, b: Board, s: State, action: Action) -> Refusal:
    """Cards not held, the wrong colour or kind, the wrong number."""
    for kind, needed in action.cards.items():
        held = int(s.hand[s.seat, game.board.kinds.index(kind)])
        if held < needed:
            return Refusal("RT-4.1", "cards-not-held", card=kind, need=needed, have=held)
    wrong = wrong_colour(game, b, s, action)
    if wrong is not None:
        return wrong
    if action.cards.get("wild", 0) < s.owed_wilds:
        return Refusal("EU-3.1", "too-few-wilds-paid", need=s.owed_wilds)
    if s.asked == TUNNEL:
        return Refusal("EU-4.1", "wrong-extra", need=s.owed)
    clause = {SHIP: "GL-4.4", HARBOUR: "GL-5.2"}.get(
        s.owed_way, "EU-5.2" if s.city != EMPTY else "RT-4.1"
    )
    return Refusal(clause, "wrong-number", need=s.owed)


def wrong_colour(game: RouteGame, b: Board, s: State, action: Action) -> Refusal | None:
    colour = int(b.pay_colour[action.id - b.pay])
    if s.owed_colour == COLOURS and colour != COLOURS:
        return Refusal("EU-4.2", "wilds-only")
    if s.owed_colour != EMPTY and colour not in (s.owed_colour, COLOURS):
        return Refusal("RT-4.1", "wrong-colour", colour=game.board.colours[s.owed_colour])
    kinds = {"": TRAIN, "harbour": TRAIN, "ship": SHIP, "double": SHIP}
    suits = {kinds[kind.partition("-")[2]] for kind in action.cards if kind != "wild"}
    if s.owed_way == HARBOUR and any(
        kind != "wild" and kind.partition("-")[2] not in ("harbour", "ship")
        for kind in action.cards
    ):
        return Refusal("GL-5.2", "no-harbour-symbol")
    if s.owed_way != HARBOUR and suits - {s.owed_way}:
        return Refusal("GL-4.1", "wrong-kind", kind=("trains", "ships")[s.owed_way])
    return None


def refuse_keep(game: RouteGame, b: Board, s: State, action: Action) -> Refusal:
    offered = int(s.offered[s.seat])
    if max(action.tickets) > offered:
        return Refusal("RT-5.1", "not-offered", offered=offered)
    assert count(action.id - b.keep_tickets) < s.least
    return Refusal("RT-1.4" if s.setting_up else "RT-5.1", "keep-more", least=s.least)


REASONS = {
    "draw": refuse_draw,
    "claim": refuse_claim,
    "tickets": refuse_tickets,
    "station": refuse_station,
    "harbour": refuse_harbour,
    "exchange": refuse_exchange,
    "pass": refuse_pass,
    "pay": refuse_payment,
    "keep": refuse_keep,
}
