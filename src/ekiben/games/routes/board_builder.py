"""The board as the rules see it: one record of constant tables, made from the file and the options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from ekiben.games.routes.board import BOARD
from ekiben.games.routes.board_file import BoardFile
from ekiben.games.routes.sizes import COLOURS, WORD
from ekiben.games.routes.state import EMPTY, HARBOUR, SHIP, TRAIN

SUFFIXES = ("", "harbour", "ship", "double")


def tables(board: BoardFile, options: Mapping[str, Any], version: int) -> Any:
    """One BOARD record, as an array of one."""
    made = board_tables(board).view(np.uint8).copy().view(BOARD)
    chosen_options(made[0], options, version)
    return made


@lru_cache(maxsize=16)
def board_tables(board: BoardFile) -> Any:
    """All that no option changes; not to be written to."""
    made = np.zeros(1, BOARD)
    b = made[0]
    figures(b, board)
    cards(b, board)
    routes(b, board)
    tickets(b, board)
    places(b, board)
    payments(b, board)
    verbs(b, board)
    return made


def figures(b: Any, board: BoardFile) -> None:
    pieces, cards, lines, tickets = (
        board.numbers[name] for name in ("pieces", "cards", "routes", "tickets")
    )
    b["pieces"] = [pieces[board.pieces[0]], pieces.get("ship", 0)]
    b["in_play"], b["end_limit"], b["further"] = (
        pieces.get("in_play", 0),
        pieces["end_limit"],
        pieces["further_turns"],
    )
    b["decks"], b["slots"] = board.decks, sum(cards["market"])
    for name, values in (("hand", cards["hand"]), ("fresh", cards["market"])):
        b[name][: len(values)] = values
    b["deal"], b["deal_long"], b["keep"] = (
        tickets["deal"],
        tickets.get("deal_long", 0),
        tickets["keep"],
    )
    b["unkept_out"] = tickets.get("unkept") == "out"
    b["offer"], b["offer_keep"] = tickets["draw"], tickets["draw_keep"]
    b["points"][1 : len(lines["points"]) + 1] = lines["points"]
    b["closing"], b["longest_bonus"] = lines["twins_close_up_to"], lines["longest_bonus"]
    b["tunnel_cards"] = lines.get("tunnel_cards", 0)


def chosen_options(b: Any, options: Mapping[str, Any], version: int) -> None:
    b["first_drawn"] = options["first_seat"] == "drawn"
    b["market_when_empty"] = options["empty_deck"] == "market"
    b["sweep"] = options["sweep_wilds"]
    b["version"] = version


def cards(b: Any, board: BoardFile) -> None:
    """How many of each kind there are, and in which deck; the kinds each way of paying begins with."""
    figures, colours = board.numbers["cards"], len(board.colours)
    b["kinds"], b["colours"], b["wild"] = len(board.kinds), colours, len(board.kinds) - 1
    per_colour = {
        "": figures["plain"],
        **{name: figures[name] for name in SUFFIXES[1:] if name in figures},
    }
    first = {name: index * colours for index, name in enumerate(per_colour)}
    for name, copies in per_colour.items():
        b["copies"][first[name] : first[name] + colours] = copies
        b["deck_of"][first[name] : first[name] + colours] = (
            SHIP if name in ("ship", "double") else TRAIN
        )
    b["copies"][b["wild"]] = figures["wild"]
    b["first_kind"] = [0, first.get("ship", EMPTY), first.get("harbour", EMPTY)]
    b["second_kind"] = [
        first.get("harbour", EMPTY),
        first.get("double", EMPTY),
        first.get("ship", EMPTY),
    ]


def routes(b: Any, board: BoardFile) -> None:
    b["routes"], b["cities"] = len(board.routes), len(board.cities)
    for route in board.routes:
        n, word, member = route.number, route.number // WORD, 1 << route.number % WORD
        way = SHIP if route.kind == "ship" else TRAIN
        colour = EMPTY if route.colour == "grey" else board.colours.index(route.colour)
        b["a"][n], b["z"][n], b["length"][n], b["twin"][n] = (
            route.a,
            route.z,
            route.length,
            route.twin,
        )
        b["way"][n], b["colour"][n], b["ferry"][n], b["tunnel"][n] = (
            way,
            colour,
            route.ferry,
            route.tunnel,
        )
        b["all_routes"][word] |= member
        b["at_city"][route.a, word] |= member
        b["at_city"][route.z, word] |= member
        b["upto"][way, route.length :, word] |= member
        b["ferry_upto"][route.ferry :, word] |= member
        paid_with = range(COLOURS) if colour == EMPTY else [colour]
        for one in paid_with:
            b["payable"][way, one, route.length :, word] |= member


def tickets(b: Any, board: BoardFile) -> None:
    b["tickets"], b["regular"] = (
        len(board.tickets),
        sum(not ticket.long for ticket in board.tickets),
    )
    for ticket in board.tickets:
        n = ticket.number
        b["ticket_a"][n], b["ticket_z"][n], b["ticket_points"][n] = (
            ticket.a,
            ticket.z,
            ticket.points,
        )


def places(b: Any, board: BoardFile) -> None:
    """Cities with something special: stations, harbours, districts."""
    b["all_cities"] = members(city.number for city in board.cities if not city.junction)
    b["ports"] = members(city.number for city in board.cities if city.port)
    stations, harbours, districts = (
        board.numbers.get(name) for name in ("stations", "harbours", "districts")
    )
    if stations:
        b["stations"], b["unbuilt"] = stations["each"], stations["unbuilt"]
        b["station_cost"][: stations["each"]] = stations["cost"]
    if harbours:
        b["harbours"], b["unbuilt"], b["harbour_cost"] = (
            harbours["each"],
            harbours["unbuilt"],
            harbours["cost"],
        )
        b["harbour_scores"] = harbours["scores"]
    for index, (number, district) in enumerate((districts or {}).items()):
        b["district"][index] = members(
            city.number for city in board.cities if city.district == int(number)
        )
        b["district_points"][index], b["districts"] = district["points"], index + 1


def members(numbers: Iterable[int]) -> int:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


# ---- payments
def payments(b: Any, board: BoardFile) -> None:
    """Numbers every payment that can ever be asked for; the same cards have one number however they
    are come by.
    """
    b["payment_at"][:] = EMPTY
    known: dict[tuple[int, int, int, int, int], int] = {}
    for way, colour, firsts, seconds, wilds in sorted(
        conceivable(b, board), key=lambda row: (row[0], row[1], row[4], row[3])
    ):
        first = int(b["first_kind"][way]) + colour if firsts else 0
        second = int(b["second_kind"][way]) + colour if seconds else 0
        if not firsts:  # one name for one set of cards
            first, second, firsts_, seconds_ = second, 0, seconds, 0
        else:
            firsts_, seconds_ = firsts, seconds
        if seconds_ and second < first:
            first, second, firsts_, seconds_ = second, first, seconds_, firsts_
        number = known.setdefault((first, second, firsts_, seconds_, wilds), len(known))
        b["payment_at"][way, colour, firsts, seconds, wilds] = number
        b["pay_first"][number], b["pay_second"][number] = first, second
        b["pay_counts"][number] = [firsts_, seconds_, wilds]
        b["pay_colour"][number] = colour if firsts or seconds else COLOURS
    b["payments"] = len(known)


def conceivable(b: Any, board: BoardFile) -> Iterator[tuple[int, int, int, int, int]]:
    """Way, colour, cards of the first and second kind, wilds."""
    yield from train_payments(b, board)
    if board.decks > 1:
        yield from ship_payments(b, board)
    if b["harbours"]:
        cost = int(b["harbour_cost"])
        for colour in range(len(board.colours)):
            for firsts in range(cost + 1):
                for seconds in range(cost + 1):
                    if firsts or seconds:
                        yield HARBOUR, colour, firsts, seconds, 2 * cost - firsts - seconds


def train_payments(b: Any, board: BoardFile) -> Iterator[tuple[int, int, int, int, int]]:
    longest = max([route.length for route in board.routes] + ([4] if b["harbours"] else []))
    longest = max(longest, int(b["tunnel_cards"]), int(b["station_cost"].max()))
    harbour = int(b["second_kind"][TRAIN])
    for wilds in range(1, min(longest, int(b["copies"][b["wild"]])) + 1):
        yield TRAIN, 0, 0, 0, wilds
    for colour in range(len(board.colours)):
        most = int(b["copies"][harbour + colour]) if harbour != EMPTY else 0
        for length in range(1, longest + 1):
            for seconds in range(min(most, length) + 1):
                for firsts in range(length - seconds + 1):
                    if (firsts or seconds) and held(b, colour, firsts, length - firsts - seconds):
                        yield TRAIN, colour, firsts, seconds, length - firsts - seconds


def held(b: Any, kind: int, cards: int, wilds: int) -> bool:
    return bool(cards <= b["copies"][kind] and wilds <= b["copies"][b["wild"]])


def ship_payments(b: Any, board: BoardFile) -> Iterator[tuple[int, int, int, int, int]]:
    """GL-4.4: spaces are met exactly, or overpaid by one with doubles alone."""
    longest = max((route.length for route in board.routes if route.kind == "ship"), default=1)
    for colour in range(len(board.colours)):
        single, double = int(b["first_kind"][SHIP]) + colour, int(b["second_kind"][SHIP]) + colour
        for length in range(1, longest + 1):
            for seconds in range(min((length + 1) // 2, int(b["copies"][double])) + 1):
                rest = length - 2 * seconds
                if rest == -1:
                    yield SHIP, colour, 0, seconds, 0
                for firsts in range(rest + 1):
                    if (firsts or seconds) and held(b, single, firsts, rest - firsts):
                        yield SHIP, colour, firsts, seconds, rest - firsts


# ---- actions: one number each
def verbs(b: Any, board: BoardFile) -> None:
    """Where each verb's numbers begin; a verb the game does not have takes none."""
    two, built = int(b["decks"]) > 1, b["stations"] > 0 or b["harbours"] > 0
    mix = (
        int(min(b["in_play"], b["pieces"][TRAIN]) - max(0, b["in_play"] - b["pieces"][SHIP]) + 1)
        if b["in_play"]
        else 0
    )
    swaps = [
        int(min(b["pieces"][given], b["pieces"][1 - given])) if b["in_play"] else 0
        for given in (TRAIN, SHIP)
    ]
    dealt = max(int(b["deal"] + b["deal_long"]), int(b["offer"]))
    sizes = {
        "draw": int(b["kinds"]),
        "blind": int(b["decks"]),
        "claim": int(b["routes"]),
        "ask_tickets": 1,
        "build": int(b["cities"]) if built else 0,
        "exchange": swaps[TRAIN],
        "exchange_ships": swaps[SHIP],
        "pass_turn": 1,
        "refill": 2 if two else 0,
        "pay": int(b["payments"]),
        "withdraw": int(b["tunnel_cards"] > 0),
        "keep_tickets": (1 << dealt) - 1,
        "take": mix,
    }
    start = 0
    for verb, size in sizes.items():
        b[verb] = start
        start += size
    b["keep_tickets"] -= 1  # the subset itself is added, and none is empty
    b["actions"] = start
