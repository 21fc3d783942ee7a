"""Faults of a route game's board file, each with its place; an empty list is a good board."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ekiben.core.check import Keys, entries, keyed
from ekiben.core.errors import listed, nearest
from ekiben.games.routes.sizes import (
    BUILDINGS,
    CARDS,
    CITIES,
    COLOURS,
    DISTRICTS,
    KINDS,
    LONGEST,
    MOST,
    OFFER,
    ROUTES,
    SEATS,
    SLOTS,
    TICKETS,
)
from ekiben.games.routes.state import TURNED

Table = dict[str, Any]
# table -> key -> (type, required)
KEYS: dict[str, Keys] = {
    "": {"format": (int, True), "family": (str, True), "game": (str, True), "names": (dict, True), "clauses": (str, True),
         "counts": (dict, False),
         "seats": (list, True), "ties": (list, False), "pieces": (dict, True), "cards": (dict, True), "cities": (dict, True),
         "routes": (dict, True), "tickets": (dict, True), "stations": (dict, False), "harbours": (dict, False),
         "districts": (dict, False), "picture": (dict, False)},
    "names": {"en": (str, True), "ja": (str, True)},
    "counts": {"cities": (int, False), "routes": (int, False), "tickets": (int, False), "spaces": (int, False)},
    "pieces": {"train": (int, False), "bus": (int, False), "ship": (int, False), "in_play": (int, False), "advised": (int, False),
               "end_limit": (int, True), "further_turns": (int, True)},
    "cards": {"colours": (list, True), "plain": (int, True), "harbour": (int, False), "ship": (int, False), "double": (int, False),
              "wild": (int, True), "hand": (list, True), "market": (list, True), "sweep_wilds": (int, True)},
    "routes": {"points": (list, True), "twins_close_up_to": (int, True), "longest_bonus": (int, True), "tunnel_cards": (int, False),
               "list": (list, True)},
    "tickets": {"deal": (int, True), "deal_long": (int, False), "keep": (int, True), "unkept": (str, False), "draw": (int, True),
                "draw_keep": (int, True), "list": (list, True)},
    "stations": {"each": (int, True), "cost": (list, True), "unbuilt": (int, True)},
    "harbours": {"each": (int, True), "cost": (int, True), "scores": (list, True), "unbuilt": (int, True)},
}
CITY: Keys = {
    "en": (str, True), "ja": (str, True), "lat": ((int, float), True), "lon": ((int, float), True), "port": (bool, False),
    "junction": (bool, False), "district": (int, False), "at": (list, False), "label": ((str, list), False)}
ROUTE: Keys = {
    "between": (list, True), "length": (int, True), "colour": (str, True), "kind": (str, False), "tunnel": (bool, False),
    "ferry": (int, False), "bend": ((int, float), False), "via": (list, False)}
TICKET: Keys = {"between": (list, True), "points": (int, True), "long": (bool, False)}
DISTRICT: Keys = {"points": (int, True), "colour": (str, False)}
ITEMS: dict[str, type] = {"seats": int, "ties": str, "colours": str, "hand": int, "market": int, "points": int, "cost": int,
                          "scores": int, "between": str, "list": dict}
PAGES = ("US", "EU", "GL", "LD")
TIES = ("tickets", "stations", "harbours", "longest")
KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def faults(data: Table) -> list[str]:
    """Shape first; what the figures mean is looked at only when the shape is right."""
    return list(shape(data)) or list(meaning(data))


def shape(data: Table) -> Iterator[str]:
    yield from keyed(data, KEYS[""], "", ITEMS)
    for table, keys in KEYS.items():
        if table and isinstance(data.get(table), dict):
            yield from keyed(data[table], keys, table, ITEMS)
    for name, row in entries(data.get("cities")):
        yield from keyed(row, CITY, f"cities.{name}", ITEMS)
    for name, row in entries(data.get("districts")):
        yield from keyed(row, DISTRICT, f"districts.{name}", ITEMS)
    for table, keys in (("routes", ROUTE), ("tickets", TICKET)):
        rows = data.get(table)
        listed_rows = rows.get("list") if isinstance(rows, dict) else None
        for number, row in enumerate(listed_rows if isinstance(listed_rows, list) else []):
            yield from keyed(row, keys, f"{table}.list[{number}]", ITEMS)


def meaning(data: Table) -> Iterator[str]:
    yield from heading(data)
    yield from cards(data)
    yield from cities(data)
    yield from routes(data)
    yield from tickets(data)
    if not [*cities(data), *routes(data)]:
        yield from connected(data)


def heading(data: Table) -> Iterator[str]:
    if data["format"] != 1:
        yield f"format {data['format']} is unknown: this version reads format 1"
    if data["family"] != "routes":
        yield f"family {data['family']!r} is unknown: 'routes'"
    if data["clauses"] not in PAGES:
        yield f"clauses {data['clauses']!r}: the page of rules should be one of {listed(PAGES)}"
    if not KEBAB.fullmatch(data["game"]):
        yield f"game {data['game']!r} should be lower-case words joined by '-'"
    seats = data["seats"]
    if len(seats) != 2 or not 1 < seats[0] <= seats[1] <= SEATS:
        yield f"seats should be [fewest, most] between 2 and {SEATS}, not {seats}"
    for tie in data.get("ties", []):
        if tie not in TIES:
            yield f"ties: unknown {tie!r}.{nearest(str(tie), TIES)} Known: {listed(TIES)}"
    for table, count in (data.get("counts") or {}).items():
        found = counted(data, table)
        if count != found:
            yield f"counts.{table} says {count}, but the file has {found}"
    yield from pieces(data)


def counted(data: Table, table: str) -> int:
    if table == "spaces":
        return sum(row["length"] for row in data["routes"]["list"])
    return len(data["cities"]) if table == "cities" else len(data[table]["list"])


def pieces(data: Table) -> Iterator[str]:
    own = data["pieces"]
    if ("train" in own) == ("bus" in own):
        yield "pieces: exactly one of train and bus should be given"
    if ("ship" in own) != ("in_play" in own) or ("ship" in own) != ("advised" in own):
        yield "pieces: ship, in_play and advised go together"
    elif "ship" in own and not 1 <= own["in_play"] <= own.get("train", own.get("bus", 0)) + own["ship"]:
        yield f"pieces: in_play {own['in_play']} should be at least 1 and no more than a player owns"
    elif "ship" in own and not own["in_play"] - own["ship"] <= own["advised"] <= own.get("train", own.get("bus", 0)):
        yield f"pieces: advised {own['advised']} trains cannot be taken"
    if any(not 0 <= value <= MOST for value in own.values()) or own["further_turns"] < 1:
        yield f"pieces: figures should be 0 to {MOST}, and further_turns at least 1"
    yield from buildings(data)


def buildings(data: Table) -> Iterator[str]:
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
    if stations and (len(stations["cost"]) != stations["each"] or not all(1 <= cost <= LONGEST for cost in stations["cost"])):
        yield f"stations.cost should have one figure a station, 1 to {LONGEST}, not {stations['cost']}"
    if harbours and (not 1 <= harbours["cost"] <= 4 or len(harbours["scores"]) != 3 or max(map(abs, harbours["scores"])) > MOST):
        yield "harbours: cost should be 1 to 4, and scores three figures (for one, two, three or more tickets)"


def cards(data: Table) -> Iterator[str]:
    own = data["cards"]
    ships = "ship" in data["pieces"]
    if len(own["colours"]) > COLOURS or len(set(own["colours"])) != len(own["colours"]):
        yield f"cards.colours should be at most {COLOURS} different colours"
    if not own["colours"] or {"grey", "wild"} & set(own["colours"]) or not all(KEBAB.fullmatch(name) for name in own["colours"]):
        yield "cards.colours should be lower-case names, at least one, none of them grey or wild"
    if any(("-" in name) for name in own["colours"]):
        yield "cards.colours: a colour is one word without '-'"
    if ("ship" in own) != ships or ("double" in own) != ships or ("harbour" in own and not ships):
        yield "cards: ship and double (and harbour) go with pieces.ship"
    if ships and "harbour" not in own:
        yield "cards: with ships, harbour is needed (0 for none)"
    yield from card_figures(own, ships)
    colours = len(own["colours"])
    if ships and 4 * colours + 1 > KINDS:
        yield f"cards.colours: with ships at most {(KINDS - 1) // 4}"
    first = colours * (own["plain"] + own.get("harbour", 0)) + own["wild"]
    if max(first, colours * (own.get("ship", 0) + own.get("double", 0))) > CARDS:
        yield f"cards: at most {CARDS} in a deck"
    hands = max(data["seats"], default=SEATS)
    if first < hands * sum(own["hand"]) + sum(own["market"]):
        yield f"cards: {first} in the first deck are too few for {hands} hands and the market"


def card_figures(own: Table, ships: bool) -> Iterator[str]:
    for key in ("plain", "harbour", "ship", "double", "wild"):
        if not 0 <= own.get(key, 0) <= CARDS:
            yield f"cards.{key} should be 0 to {CARDS}, not {own[key]}"
    if own.get("harbour", 0) > 7:
        yield f"cards.harbour should be at most 7 a colour, not {own['harbour']}"
    for key in ("hand", "market"):
        if len(own[key]) != 1 + ships or not all(0 <= number <= CARDS for number in own[key]):
            yield f"cards.{key} should have one figure a deck ({1 + ships}), not {own[key]}"
    if not 1 <= sum(own["market"]) <= SLOTS:
        yield f"cards.market should be 1 to {SLOTS} cards in all"
    if not 1 <= own["sweep_wilds"] <= CARDS:
        yield f"cards.sweep_wilds should be at least 1 and at most {CARDS}, not {own['sweep_wilds']}"


def cities(data: Table) -> Iterator[str]:
    if len(data["cities"]) > CITIES:
        yield f"cities: {len(data['cities'])} are too many, at most {CITIES}"
    districts = data.get("districts", {})
    if len(districts) > DISTRICTS:
        yield f"districts: {len(districts)} are too many, at most {DISTRICTS}"
    for name, row in districts.items():
        if not name.isdigit() or not any(str(city.get("district")) == name for city in data["cities"].values()):
            yield f"districts.{name}: a district is a number that some city carries"
        if not 0 <= row["points"] <= MOST:
            yield f"districts.{name}: points should be 0 to {MOST}"
    for name, row in data["cities"].items():
        if not (math.isfinite(row["lat"]) and math.isfinite(row["lon"])):
            yield f"cities.{name}: lat and lon should be numbers"
        if row.get("junction") and (row.get("port") or row.get("district")):
            yield f"cities.{name}: a junction is neither a port nor in a district"
        if not KEBAB.fullmatch(name):
            yield f"cities.{name}: a name should be lower-case words joined by '-'"
        if row.get("district", 0) and str(row["district"]) not in districts:
            yield f"cities.{name}: district {row['district']} is not in districts ({listed(districts)})"


def ends(row: Table, place: str, known: Table) -> Iterator[str]:
    if len(row["between"]) != 2 or row["between"][0] == row["between"][1]:
        yield f"{place}: between should name two different cities, not {row['between']}"
    for city in row["between"]:
        if city not in known:
            yield f"{place}: unknown city {city!r}.{nearest(str(city), known)}"


def routes(data: Table) -> Iterator[str]:
    rows, points = data["routes"]["list"], data["routes"]["points"]
    if len(points) > LONGEST or not all(0 <= point <= MOST for point in points):
        yield f"routes.points should have at most {LONGEST} figures, 0 to {MOST}"
    if not 0 <= data["routes"].get("tunnel_cards", 0) <= TURNED:
        yield f"routes.tunnel_cards should be 0 to {TURNED}"
    if not 0 <= data["routes"]["longest_bonus"] <= MOST or not 0 <= data["routes"]["twins_close_up_to"] <= SEATS:
        yield f"routes: longest_bonus should be 0 to {MOST}, twins_close_up_to 0 to {SEATS}"
    if not 0 < len(rows) <= ROUTES:
        yield f"routes.list: {len(rows)} routes; there should be 1 to {ROUTES}"
    for index, row in enumerate(rows):
        place = f"routes.list[{index}] ({'-'.join(map(str, row['between']))})"
        yield from ends(row, place, data["cities"])
        yield from route(row, place, points, data)
    yield from twins(rows)


def route(row: Table, place: str, points: list[int], data: Table) -> Iterator[str]:
    if not 1 <= row["length"] <= LONGEST:
        yield f"{place}: length {row['length']} should be 1 to {LONGEST}"
    elif row["length"] > len(points) or points[row["length"] - 1] <= 0:
        yield f"{place}: routes.points has no points for length {row['length']}"
    if row["colour"] not in (*data["cards"]["colours"], "grey"):
        yield f"{place}: unknown colour {row['colour']!r}.{nearest(row['colour'], [*data['cards']['colours'], 'grey'])}"
    if row.get("kind", "ship") not in ("train", "bus", "ship") or row.get("kind", "end_limit") not in data["pieces"]:
        yield f"{place}: no pieces of kind {row['kind']!r}"
    if row.get("kind") == "ship" and (row.get("tunnel") or row.get("ferry")):
        yield f"{place}: a ship route is neither a tunnel nor a ferry"
    if not 0 <= row.get("ferry", 0) <= row["length"]:
        yield f"{place}: ferry {row.get('ferry', 0)} should be 0 to its length"
    if row.get("tunnel") and "tunnel_cards" not in data["routes"]:
        yield f"{place}: a tunnel needs routes.tunnel_cards"


def twins(rows: list[Table]) -> Iterator[str]:
    """RT-4.7: two routes of one kind between the same cities are a double route, of one length."""
    pairs: dict[tuple[str, ...], list[Table]] = {}
    for row in rows:
        pairs.setdefault((str(row.get("kind") == "ship"), *sorted(map(str, row["between"]))), []).append(row)
    for (_, *between), pair in pairs.items():
        if len(pair) > 2:
            yield f"routes.list: {len(pair)} routes {'-'.join(between)}; a double route has two"
        elif len({row["length"] for row in pair}) > 1:
            yield f"routes.list: the twins {'-'.join(between)} differ in length ({listed(row['length'] for row in pair)})"


def tickets(data: Table) -> Iterator[str]:
    own, rows = data["tickets"], data["tickets"]["list"]
    used = {city for row in data["routes"]["list"] for city in row["between"]}
    for index, row in enumerate(rows):
        place = f"tickets.list[{index}] ({'-'.join(map(str, row['between']))})"
        yield from ends(row, place, data["cities"])
        for city in row["between"]:
            if city in data["cities"] and (city not in used or data["cities"][city].get("junction")):
                yield f"{place}: a ticket to nowhere, no route ends in {city}"
        if not 0 < row["points"] <= MOST:
            yield f"{place}: points {row['points']} should be 1 to {MOST}"
    for name, times in Counter("-".join(sorted(row["between"])) for row in rows).items():
        if times > 1:
            yield f"tickets.list: {name} is there {times} times"
    yield from offers(own, rows, max(data["seats"], default=SEATS))


def offers(own: Table, rows: list[Table], seats: int) -> Iterator[str]:
    long = sum(row.get("long", False) for row in rows)
    dealt = own["deal"] + own.get("deal_long", 0)
    if len(rows) > TICKETS:
        yield f"tickets.list: {len(rows)} are too many, at most {TICKETS}"
    if own["deal"] < 1 or own.get("deal_long", 0) < 0:
        yield "tickets: deal should be at least 1, deal_long at least 0"
    if not 1 <= own["keep"] <= dealt <= OFFER or not 1 <= own["draw_keep"] <= own["draw"] <= OFFER:
        yield f"tickets: keep and draw_keep should be at least 1 and no more than are dealt or drawn, at most {OFFER}"
    if own.get("unkept", "bottom") not in ("bottom", "out"):
        yield f"tickets.unkept should be 'bottom' or 'out', not {own['unkept']!r}"
    if own["deal"] * seats > len(rows) - long or own.get("deal_long", 0) * seats > long:
        yield f"tickets: too few to deal {dealt} to each of {seats}"


def connected(data: Table) -> Iterator[str]:
    """Every city can be reached from the first."""
    rows = data["routes"]["list"]
    reached, todo = set(), [rows[0]["between"][0]]
    while todo:
        here = todo.pop()
        if here not in reached:
            reached.add(here)
            todo += [city for row in rows if here in row["between"] for city in row["between"]]
    lost = [name for name in data["cities"] if name not in reached]
    if lost:
        yield f"cities: no chain of routes joins {listed(lost)} to {rows[0]['between'][0]}"
