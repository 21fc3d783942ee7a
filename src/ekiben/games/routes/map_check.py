"""Faults of what lies on a map, each with its place: cities, districts, routes, tickets."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ekiben.core.errors import listed, nearest
from ekiben.core.toml_files import NeedsFaulty, all_of
from ekiben.games.routes.sizes import (
    CITIES,
    DISTRICTS,
    LONGEST,
    MOST,
    OFFER,
    ROUTES,
    SEATS,
    TICKETS,
)
from ekiben.games.routes.state import TURNED

Table = dict[str, Any]
KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def check_cities(data: Table) -> Iterator[str]:
    if len(data["cities"]) > CITIES:
        yield f"cities: {len(data['cities'])} are too many, at most {CITIES}"
    for name, row in data["cities"].items():
        yield from all_of(
            check_city_name(name),
            check_coordinates(name, row),
            check_junction(name, row),
            check_city_district(name, row, data),
        )


def check_city_name(name: str) -> Iterator[str]:
    if not KEBAB.fullmatch(name):
        yield f"cities.{name}: a name should be lower-case words joined by '-'"


def check_coordinates(name: str, row: Table) -> Iterator[str]:
    if not (math.isfinite(row["lat"]) and math.isfinite(row["lon"])):
        yield f"cities.{name}: lat and lon should be numbers"


def check_junction(name: str, row: Table) -> Iterator[str]:
    if row.get("junction") and (row.get("port") or row.get("district")):
        yield f"cities.{name}: a junction is neither a port nor in a district"


def check_city_district(name: str, row: Table, data: Table) -> Iterator[str]:
    if row.get("district", 0) and str(row["district"]) not in data.get("districts", {}):
        yield (
            f"cities.{name}: district {row['district']} is not in districts "
            f"({listed(data.get('districts', {}))})"
        )


def check_districts(data: Table) -> Iterator[str]:
    own = data.get("districts", {})
    if len(own) > DISTRICTS:
        yield f"districts: {len(own)} are too many, at most {DISTRICTS}"
    for name, row in own.items():
        yield from all_of(
            check_district_points(name, row), check_district_name(name, data["cities"])
        )


def check_district_points(name: str, row: Table) -> Iterator[str]:
    if not 0 <= row["points"] <= MOST:
        yield f"districts.{name}: points should be 0 to {MOST}"


def check_district_name(name: str, cities: Table) -> Iterator[str]:
    if not name.isdigit() or not any(str(city.get("district")) == name for city in cities.values()):
        yield f"districts.{name}: a district is a number that some city carries"


def check_ends(row: Table, place: str, known: Table) -> Iterator[str]:
    if len(row["between"]) != 2 or row["between"][0] == row["between"][1]:
        yield f"{place}: between should name two different cities, not {row['between']}"
    for city in row["between"]:
        if city not in known:
            yield f"{place}: unknown city {city!r}.{nearest(str(city), known)}"


def check_route_figures(data: Table) -> Iterator[str]:
    yield from all_of(
        check_points(data["routes"]), check_tunnel_cards(data["routes"]), check_bonus(data)
    )


def check_points(own: Table) -> Iterator[str]:
    if len(own["points"]) > LONGEST or not all(0 <= point <= MOST for point in own["points"]):
        yield f"routes.points should have at most {LONGEST} figures, 0 to {MOST}"


def check_tunnel_cards(own: Table) -> Iterator[str]:
    if not 0 <= own.get("tunnel_cards", 0) <= TURNED:
        yield f"routes.tunnel_cards should be 0 to {TURNED}"


def check_bonus(data: Table) -> Iterator[str]:
    if (
        not 0 <= data["routes"]["longest_bonus"] <= MOST
        or not 0 <= data["routes"]["twins_close_up_to"] <= SEATS
    ):
        yield f"routes: longest_bonus should be 0 to {MOST}, twins_close_up_to 0 to {SEATS}"


def check_routes(data: Table) -> Iterator[str]:
    rows = data["routes"]["list"]
    if not 0 < len(rows) <= ROUTES:
        yield f"routes.list: {len(rows)} routes; there should be 1 to {ROUTES}"
    for index, row in enumerate(rows):
        place = named("routes", index, row)
        yield from all_of(
            check_ends(row, place, data["cities"]),
            check_length(row, place, data),
            check_colour(row, place, data),
            check_kind(row, place, data),
            check_ferry(row, place),
            check_tunnel(row, place, data),
        )
    yield from check_twins(rows)


def named(table: str, index: int, row: Table) -> str:
    """A row's place, with its cities where they can be read."""
    with suppress(NeedsFaulty):
        return f"{table}.list[{index}] ({'-'.join(map(str, row['between']))})"
    return f"{table}.list[{index}]"


def check_length(row: Table, place: str, data: Table) -> Iterator[str]:
    points = data["routes"]["points"]
    if not 1 <= row["length"] <= LONGEST:
        yield f"{place}: length {row['length']} should be 1 to {LONGEST}"
    elif row["length"] > len(points) or points[row["length"] - 1] <= 0:
        yield f"{place}: routes.points has no points for length {row['length']}"


def check_colour(row: Table, place: str, data: Table) -> Iterator[str]:
    if row["colour"] not in (*data["cards"]["colours"], "grey"):
        yield (
            f"{place}: unknown colour "
            f"{row['colour']!r}.{nearest(row['colour'], [*data['cards']['colours'], 'grey'])}"
        )


def check_kind(row: Table, place: str, data: Table) -> Iterator[str]:
    if (
        row.get("kind", "ship") not in ("train", "bus", "ship")
        or row.get("kind", "end_limit") not in data["pieces"]
    ):
        yield f"{place}: no pieces of kind {row['kind']!r}"
    if row.get("kind") == "ship" and (row.get("tunnel") or row.get("ferry")):
        yield f"{place}: a ship route is neither a tunnel nor a ferry"


def check_ferry(row: Table, place: str) -> Iterator[str]:
    if not 0 <= row.get("ferry", 0) <= row["length"]:
        yield f"{place}: ferry {row.get('ferry', 0)} should be 0 to its length"


def check_tunnel(row: Table, place: str, data: Table) -> Iterator[str]:
    if row.get("tunnel") and "tunnel_cards" not in data["routes"]:
        yield f"{place}: a tunnel needs routes.tunnel_cards"


def check_twins(rows: list[Table]) -> Iterator[str]:
    """RT-4.7: two routes of one kind between the same cities are a double route, of one length."""
    pairs: dict[tuple[str, ...], list[Table]] = {}
    for row in rows:
        pairs.setdefault(
            (str(row.get("kind") == "ship"), *sorted(map(str, row["between"]))), []
        ).append(row)
    for (_, *between), pair in pairs.items():
        if len(pair) > 2:
            yield f"routes.list: {len(pair)} routes {'-'.join(between)}; a double route has two"
        elif len({row["length"] for row in pair}) > 1:
            yield (
                f"routes.list: the twins {'-'.join(between)} differ in length "
                f"({listed(row['length'] for row in pair)})"
            )


def check_tickets(data: Table) -> Iterator[str]:
    rows = data["tickets"]["list"]
    if len(rows) > TICKETS:
        yield f"tickets.list: {len(rows)} are too many, at most {TICKETS}"
    for index, row in enumerate(rows):
        place = named("tickets", index, row)
        yield from all_of(
            check_ends(row, place, data["cities"]),
            check_nowhere(row, place, data),
            check_ticket_points(row, place),
        )
    for name, times in Counter("-".join(sorted(row["between"])) for row in rows).items():
        if times > 1:
            yield f"tickets.list: {name} is there {times} times"


def check_nowhere(row: Table, place: str, data: Table) -> Iterator[str]:
    used = {city for row in data["routes"]["list"] for city in row["between"]}
    for city in row["between"]:
        if city in data["cities"] and (city not in used or data["cities"][city].get("junction")):
            yield f"{place}: a ticket to nowhere, no route ends in {city}"


def check_ticket_points(row: Table, place: str) -> Iterator[str]:
    if not 0 < row["points"] <= MOST:
        yield f"{place}: points {row['points']} should be 1 to {MOST}"


def check_offer_figures(data: Table) -> Iterator[str]:
    own = data["tickets"]
    dealt = own["deal"] + own.get("deal_long", 0)
    if own["deal"] < 1 or own.get("deal_long", 0) < 0:
        yield "tickets: deal should be at least 1, deal_long at least 0"
    if not 1 <= own["keep"] <= dealt <= OFFER or not 1 <= own["draw_keep"] <= own["draw"] <= OFFER:
        yield (
            "tickets: keep and draw_keep should be at least 1 and no more than are dealt "
            f"or drawn, at most {OFFER}"
        )
    if own.get("unkept", "bottom") not in ("bottom", "out"):
        yield f"tickets.unkept should be 'bottom' or 'out', not {own['unkept']!r}"


def check_offers(data: Table) -> Iterator[str]:
    own, rows, seats = data["tickets"], data["tickets"]["list"], max(data["seats"], default=SEATS)
    long = sum(row.get("long", False) for row in rows)
    dealt = own["deal"] + own.get("deal_long", 0)
    if own["deal"] * seats > len(rows) - long or own.get("deal_long", 0) * seats > long:
        yield f"tickets: too few to deal {dealt} to each of {seats}"


def check_connected(data: Table) -> Iterator[str]:
    """Every city can be reached from the first; unknown while a route's ends are not."""
    rows = data["routes"]["list"]
    if not rows or any(True for row in rows for _ in check_ends(row, "", data["cities"])):
        return
    reached, todo = set(), [rows[0]["between"][0]]
    while todo:
        here = todo.pop()
        if here not in reached:
            reached.add(here)
            todo += [city for row in rows if here in row["between"] for city in row["between"]]
    lost = [name for name in data["cities"] if name not in reached]
    if lost:
        yield f"cities: no chain of routes joins {listed(lost)} to {rows[0]['between'][0]}"


MAP = (
    check_cities,
    check_districts,
    check_route_figures,
    check_routes,
    check_tickets,
    check_offer_figures,
    check_offers,
    check_connected,
)
