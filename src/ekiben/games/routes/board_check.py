"""Faults of a route game's board file, each with its place; an empty list is a good board."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from ekiben.core.errors import listed, nearest
from ekiben.core.toml_files import Keys, all_of, check_table, check_tables
from ekiben.games.routes.map_check import KEBAB, MAP, Table
from ekiben.games.routes.sizes import (
    BUILDINGS,
    CARDS,
    COLOURS,
    KINDS,
    LONGEST,
    MOST,
    SEATS,
    SLOTS,
)

# table -> key -> (type, required)
KEYS: dict[str, Keys] = {
    "": {
        "format": (int, True),
        "family": (str, True),
        "game": (str, True),
        "names": (dict, True),
        "clauses": (str, True),
        "counts": (dict, False),
        "seats": (list, True),
        "ties": (list, False),
        "pieces": (dict, True),
        "cards": (dict, True),
        "cities": (dict, True),
        "routes": (dict, True),
        "tickets": (dict, True),
        "stations": (dict, False),
        "harbours": (dict, False),
        "districts": (dict, False),
        "picture": (dict, False),
    },
    "names": {"en": (str, True), "ja": (str, True)},
    "counts": {
        "cities": (int, False),
        "routes": (int, False),
        "tickets": (int, False),
        "spaces": (int, False),
    },
    "pieces": {
        "train": (int, False),
        "bus": (int, False),
        "ship": (int, False),
        "in_play": (int, False),
        "advised": (int, False),
        "end_limit": (int, True),
        "further_turns": (int, True),
    },
    "cards": {
        "colours": (list, True),
        "plain": (int, True),
        "harbour": (int, False),
        "ship": (int, False),
        "double": (int, False),
        "wild": (int, True),
        "hand": (list, True),
        "market": (list, True),
        "sweep_wilds": (int, True),
    },
    "routes": {
        "points": (list, True),
        "twins_close_up_to": (int, True),
        "longest_bonus": (int, True),
        "tunnel_cards": (int, False),
        "list": (list, True),
    },
    "tickets": {
        "deal": (int, True),
        "deal_long": (int, False),
        "keep": (int, True),
        "unkept": (str, False),
        "draw": (int, True),
        "draw_keep": (int, True),
        "list": (list, True),
    },
    "stations": {"each": (int, True), "cost": (list, True), "unbuilt": (int, True)},
    "harbours": {
        "each": (int, True),
        "cost": (int, True),
        "scores": (list, True),
        "unbuilt": (int, True),
    },
}
CITY: Keys = {
    "en": (str, True),
    "ja": (str, True),
    "lat": ((int, float), True),
    "lon": ((int, float), True),
    "port": (bool, False),
    "junction": (bool, False),
    "district": (int, False),
    "at": (list, False),
    "label": ((str, list), False),
}
ROUTE: Keys = {
    "between": (list, True),
    "length": (int, True),
    "colour": (str, True),
    "kind": (str, False),
    "tunnel": (bool, False),
    "ferry": (int, False),
    "bend": ((int, float), False),
    "via": (list, False),
}
TICKET: Keys = {"between": (list, True), "points": (int, True), "long": (bool, False)}
DISTRICT: Keys = {"points": (int, True), "colour": (str, False)}
ITEMS: dict[str, type] = {
    "seats": int,
    "ties": str,
    "colours": str,
    "hand": int,
    "market": int,
    "points": int,
    "cost": int,
    "scores": int,
    "between": str,
    "list": dict,
}
PAGES = ("US", "EU", "GL", "LD")
TIES = ("tickets", "stations", "harbours", "longest")


def faults(data: Table) -> list[str]:
    """Of the shape, and of what the figures mean as far as the shape is right."""
    data = copy.deepcopy(data)
    return [*check_shape(data), *check_meaning(data)]


def check_shape(data: Table) -> Iterator[str]:
    yield from check_table(data, KEYS[""], "", ITEMS)
    for table, keys in KEYS.items():
        if table and isinstance(data.get(table), dict):
            yield from check_table(data[table], keys, table, ITEMS)
    for table, keys in (("cities", CITY), ("districts", DISTRICT)):
        yield from check_tables(data.get(table), keys, table, ITEMS)
    for table, keys in (("routes", ROUTE), ("tickets", TICKET)):
        if isinstance(data.get(table), dict):
            yield from check_tables(data[table]["list"], keys, f"{table}.list", ITEMS)


def check_meaning(data: Table) -> Iterator[str]:
    checks = (
        check_heading,
        check_page,
        check_game,
        check_seats,
        check_ties,
        check_counts,
        check_pieces,
        check_ships,
        check_piece_figures,
        check_buildings,
        check_station_costs,
        check_harbour_scores,
        check_colours,
        check_card_kinds,
        check_card_figures,
        check_deck_sizes,
        *MAP,
    )
    yield from all_of(*(check(data) for check in checks))


def check_heading(data: Table) -> Iterator[str]:
    if data["format"] != 1:
        yield f"format {data['format']} is unknown: this version reads format 1"
    if data["family"] != "routes":
        yield f"family {data['family']!r} is unknown: 'routes'"


def check_page(data: Table) -> Iterator[str]:
    if data["clauses"] not in PAGES:
        yield f"clauses {data['clauses']!r}: the page of rules should be one of {listed(PAGES)}"


def check_game(data: Table) -> Iterator[str]:
    if not KEBAB.fullmatch(str(data["game"])):
        yield f"game {data['game']!r} should be lower-case words joined by '-'"


def check_seats(data: Table) -> Iterator[str]:
    own = data["seats"]
    if len(own) != 2 or not 1 < own[0] <= own[1] <= SEATS:
        yield f"seats should be [fewest, most] between 2 and {SEATS}, not {own}"


def check_ties(data: Table) -> Iterator[str]:
    for tie in data.get("ties", []):
        if tie not in TIES:
            yield f"ties: unknown {tie!r}.{nearest(str(tie), TIES)} Known: {listed(TIES)}"


def check_counts(data: Table) -> Iterator[str]:
    yield from all_of(
        *(check_count(data, table, number) for table, number in data.get("counts", {}).items())
    )


def check_count(data: Table, table: str, number: int) -> Iterator[str]:
    found = counted(data, table)
    if number != found:
        yield f"counts.{table} says {number}, but the file has {found}"


def counted(data: Table, table: str) -> int:
    if table == "spaces":
        return sum(row["length"] for row in data["routes"]["list"])
    return len(data["cities"]) if table == "cities" else len(data[table]["list"])


def check_pieces(data: Table) -> Iterator[str]:
    own = data["pieces"]
    if ("train" in own) == ("bus" in own):
        yield "pieces: exactly one of train and bus should be given"


def check_ships(data: Table) -> Iterator[str]:
    own = data["pieces"]
    if ("ship" in own) != ("in_play" in own) or ("ship" in own) != ("advised" in own):
        yield "pieces: ship, in_play and advised go together"
    elif (
        "ship" in own
        and not 1 <= own["in_play"] <= own.get("train", own.get("bus", 0)) + own["ship"]
    ):
        yield (
            f"pieces: in_play {own['in_play']} should be at least 1 and no more than a player owns"
        )
    elif "ship" in own and not own["in_play"] - own["ship"] <= own["advised"] <= own.get(
        "train", own.get("bus", 0)
    ):
        yield f"pieces: advised {own['advised']} trains cannot be taken"


def check_piece_figures(data: Table) -> Iterator[str]:
    own = data["pieces"]
    if any(not 0 <= value <= MOST for value in own.values()) or own["further_turns"] < 1:
        yield f"pieces: figures should be 0 to {MOST}, and further_turns at least 1"


def check_buildings(data: Table) -> Iterator[str]:
    """Stations go with one deck, harbours with two; a game has one of them at most."""
    stations, harbours = data.get("stations"), data.get("harbours")
    ships = "ship" in data["pieces"]
    if stations and (harbours or ships):
        yield "stations: a game with stations has neither harbours nor ships"
    if harbours and not (ships and "harbour" in data["cards"]):
        yield "harbours: they need pieces.ship and cards.harbour"
    for name, table in (("stations", stations), ("harbours", harbours)):
        if table and not 1 <= table["each"] <= BUILDINGS:
            yield f"{name}.each should be 1 to {BUILDINGS}, not {table['each']}"
        if table and abs(table["unbuilt"]) > MOST:
            yield f"{name}.unbuilt should be at most {MOST}"


def check_station_costs(data: Table) -> Iterator[str]:
    stations = data.get("stations")
    if stations and (
        len(stations["cost"]) != stations["each"]
        or not all(1 <= cost <= LONGEST for cost in stations["cost"])
    ):
        yield (
            f"stations.cost should have one figure a station, 1 to {LONGEST}, not "
            f"{stations['cost']}"
        )


def check_harbour_scores(data: Table) -> Iterator[str]:
    harbours = data.get("harbours")
    if harbours and (
        not 1 <= harbours["cost"] <= 4
        or len(harbours["scores"]) != 3
        or max(map(abs, harbours["scores"])) > MOST
    ):
        yield (
            "harbours: cost should be 1 to 4, and scores three figures (for one, two, "
            "three or more tickets)"
        )


def check_colours(data: Table) -> Iterator[str]:
    own = data["cards"]
    if len(own["colours"]) > COLOURS or len(set(own["colours"])) != len(own["colours"]):
        yield f"cards.colours should be at most {COLOURS} different colours"
    if (
        not own["colours"]
        or {"grey", "wild"} & set(own["colours"])
        or not all(KEBAB.fullmatch(name) for name in own["colours"])
    ):
        yield "cards.colours should be lower-case names, at least one, none of them grey or wild"
    if any(("-" in name) for name in own["colours"]):
        yield "cards.colours: a colour is one word without '-'"


def check_card_kinds(data: Table) -> Iterator[str]:
    own = data["cards"]
    ships = "ship" in data["pieces"]
    if ("ship" in own) != ships or ("double" in own) != ships or ("harbour" in own and not ships):
        yield "cards: ship and double (and harbour) go with pieces.ship"
    if ships and "harbour" not in own:
        yield "cards: with ships, harbour is needed (0 for none)"


def check_deck_sizes(data: Table) -> Iterator[str]:
    own = data["cards"]
    ships, colours = "ship" in data["pieces"], len(own["colours"])
    if ships and 4 * colours + 1 > KINDS:
        yield f"cards.colours: with ships at most {(KINDS - 1) // 4}"
    first = colours * (own["plain"] + own.get("harbour", 0)) + own["wild"]
    if max(first, colours * (own.get("ship", 0) + own.get("double", 0))) > CARDS:
        yield f"cards: at most {CARDS} in a deck"
    hands = max(data["seats"], default=SEATS)
    if first < hands * sum(own["hand"]) + sum(own["market"]):
        yield f"cards: {first} in the first deck are too few for {hands} hands and the market"


def check_card_figures(data: Table) -> Iterator[str]:
    own, decks = data["cards"], 1 + ("ship" in data["pieces"])
    yield from all_of(
        *(check_card_figure(own, key) for key in ("plain", "harbour", "ship", "double", "wild")),
        *(check_deck_figures(own, key, decks) for key in ("hand", "market")),
        check_market(own),
        check_sweep(own),
    )


def check_card_figure(own: Table, key: str) -> Iterator[str]:
    if not 0 <= own.get(key, 0) <= CARDS:
        yield f"cards.{key} should be 0 to {CARDS}, not {own[key]}"
    if key == "harbour" and own.get("harbour", 0) > 7:
        yield f"cards.harbour should be at most 7 a colour, not {own['harbour']}"


def check_deck_figures(own: Table, key: str, decks: int) -> Iterator[str]:
    if len(own[key]) != decks or not all(0 <= number <= CARDS for number in own[key]):
        yield f"cards.{key} should have one figure a deck ({decks}), not {own[key]}"


def check_market(own: Table) -> Iterator[str]:
    if not 1 <= sum(own["market"]) <= SLOTS:
        yield f"cards.market should be 1 to {SLOTS} cards in all"


def check_sweep(own: Table) -> Iterator[str]:
    if not 1 <= own["sweep_wilds"] <= CARDS:
        yield (
            f"cards.sweep_wilds should be at least 1 and at most {CARDS}, not {own['sweep_wilds']}"
        )
