"""The score of a route game, counted without any of the engine's own counting.

It reads the board's file and what was heard in the game, finds networks by search, and tries every
possibility for the routes to borrow and the longest chain.
"""

import itertools
import tomllib
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from table import BOARDS, routes_of, tickets_of

import ekiben

FILES = Path(ekiben.__file__).parent / "games" / "boards"
SEATS = {
    "america": (2, 3, 4, 5),
    "europe": (2, 3, 4, 5),
    "great-lakes": (2, 3, 4, 5),
    "london": (2, 3, 4),
}
TIES = {
    "US": ("done", "bonus"),
    "EU": ("done", "built", "bonus"),
    "GL": ("done", "built"),
    "LD": ("done",),
}


# ---- the board's file
@cache
def board(name):
    """Its tables, with routes and tickets by their names: two cities and a figure each."""
    folder = FILES if name in SEATS else BOARDS
    data = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
    data["by_route"], data["by_ticket"] = {}, {}
    for row in data["routes"]["list"]:
        route = ("~" if row.get("kind") == "ship" else "-").join(sorted(row["between"]))
        data["by_route"][f"{route}/2" if route in data["by_route"] else route] = (
            *row["between"],
            row["length"],
        )
    for row in data["tickets"]["list"]:
        data["by_ticket"]["-".join(sorted(row["between"]))] = (*row["between"], row["points"])
    assert len(data["by_ticket"]) == len(data["tickets"]["list"])
    return data


# ---- what happened
@dataclass
class Player:
    routes: list = field(default_factory=list)
    tickets: list = field(default_factory=list)
    built: list = field(default_factory=list)
    exchanged: int = 0


def heard(match):
    """Every player's doings as spectators heard them.

    Its tickets as it heard of them itself.
    """
    players = [Player() for _ in range(match.seats)]
    for event in match.events():
        if event["kind"] == "claimed":
            players[event["seat"]].routes.append(event["route"])
        elif event["kind"] == "built":
            players[event["seat"]].built.append(event["city"])
        elif event["kind"] == "exchanged":
            players[event["seat"]].exchanged += event["count"]
    for seat, player in enumerate(players):
        for event in match.events(seat):
            if event["kind"] == "kept" and event["seat"] == seat:
                player.tickets += event["tickets"]
    return players


def shown(match):
    """The same, as everybody sees it when the game is over."""
    view, cities = match.view(), list(board(match.game.name)["cities"])
    return [
        Player(
            routes_of(match, seat),
            tickets_of(match, seat, None),
            [cities[city] for city in view.building[seat] if city >= 0],
            int(view.exchanged[seat]),
        )
        for seat in range(match.seats)
    ]


def in_order(player):
    return sorted(player.routes), sorted(player.tickets), player.built, player.exchanged


# ---- networks
def networks(routes, cities):
    """For every city the name of its network, by walking along the routes."""
    at = defaultdict(set)
    for a, z, _ in routes:
        at[a].add(z)
        at[z].add(a)
    network = {}
    for city in cities:
        todo = [] if city in network else [city]
        while todo:
            here = todo.pop()
            network[here] = city
            todo += [there for there in at[here] if there not in network]
    return network


def completed(tickets, network):
    return [ticket for ticket in tickets if network[ticket[0]] == network[ticket[1]]]


def worth(tickets, network):
    """Points and number of complete tickets."""
    done = completed(tickets, network)
    return sum(ticket[2] for ticket in done), len(done)


def joined(network, routes):
    """The networks with further routes."""
    network = dict(network)
    for a, z, _ in routes:
        old, new = network[z], network[a]
        if old != new:
            network = {city: new if name == old else name for city, name in network.items()}
    return network


def borrowings(player, others, data):
    """EU-5.3: for every station one of the others' routes at its city, or none."""
    taken = [route for other in others for route in other.routes]
    choices = [
        [None, *(route for route in taken if city in data["by_route"][route][:2])]
        for city in player.built
    ]
    for choice in itertools.product(*choices):
        yield [route for route in choice if route is not None]


def best_borrowing(player, others, data, network, tickets):
    """EU-5.4: the most points, then the most tickets, that any choice gives."""
    best, tried = (0, 0), set()
    for choice in borrowings(player, others, data):
        routes = [data["by_route"][route] for route in choice]
        links = frozenset(frozenset((network[a], network[z])) for a, z, _ in routes)
        if links not in tried:  # what joins the same networks is worth the same
            tried.add(links)
            best = max(best, worth(tickets, joined(network, routes)))
    return best


# ---- the longest chain
def longest(routes):
    """RT-7.2: from every city on along every route not used yet, remembering what was found for the
    routes left.
    """
    at = defaultdict(list)
    for number, (a, z, length) in enumerate(routes):
        at[a].append((number, z, length))
        at[z].append((number, a, length))

    @cache
    def onward(city, used):
        return max(
            (
                length + onward(there, used | 1 << number)
                for number, there, length in at[city]
                if not used >> number & 1
            ),
            default=0,
        )

    return max((onward(city, 0) for city in at), default=0)


def longest_of(player, data):
    """Network by network, so that the search has less to remember."""
    routes = [data["by_route"][route] for route in player.routes]
    network = networks(routes, data["cities"])
    apart = defaultdict(list)
    for route in routes:
        apart[network[route[0]]].append(route)
    return max((longest(part) for part in apart.values()), default=0)


# ---- the count
def count(name, players, seat):
    """The points of one player by reason; and how many tickets are complete. Without the longest
    chain.
    """
    data, player = board(name), players[seat]
    routes, tickets = (
        [data["by_route"][route] for route in player.routes],
        [data["by_ticket"][ticket] for ticket in player.tickets],
    )
    network = networks(routes, data["cities"])
    points, number = worth(tickets, network)
    if "stations" in data:
        points, number = best_borrowing(
            player, players[:seat] + players[seat + 1 :], data, network, tickets
        )
    found = {
        "routes": sum(data["routes"]["points"][length - 1] for _, _, length in routes),
        "exchanged": -player.exchanged,
        "ticket-done": points,
        "ticket-missed": points - sum(ticket[2] for ticket in tickets),
    }
    for places, reason in (("stations", "stations-left"), ("harbours", "harbours-left")):
        if places in data:
            found[reason] = (data[places]["each"] - len(player.built)) * data[places]["unbuilt"]
    if "harbours" in data:
        done = completed(tickets, network)
        named = [sum(city in ticket[:2] for ticket in done) for city in player.built]
        found["harbour"] = sum(data["harbours"]["scores"][min(n, 3) - 1] for n in named if n)
    for district, row in data.get("districts", {}).items():
        whole = {
            network[city]
            for city, place in data["cities"].items()
            if place.get("district") == int(district)
        }
        found["district"] = found.get("district", 0) + (row["points"] if len(whole) == 1 else 0)
    return found, number


def counted(name, players):
    """Every player's points by reason and in all, and the places."""
    data = board(name)
    found, number = zip(*(count(name, players, seat) for seat in range(len(players))), strict=True)
    chains = (
        [longest_of(player, data) for player in players]
        if data["routes"]["longest_bonus"]
        else [0] * len(players)
    )
    bonus = [chain == max(chains) > 0 for chain in chains]
    for seat in range(len(players)):
        found[seat]["longest-route"] = data["routes"]["longest_bonus"] * bonus[seat]
    totals = [sum(row.values()) for row in found]
    tie = {"done": number, "built": [len(player.built) for player in players], "bonus": bonus}
    standing = [
        (totals[seat], *(tie[one][seat] for one in TIES[data["clauses"]]))
        for seat in range(len(players))
    ]
    places = [
        [seat for seat in range(len(players)) if standing[seat] == place]
        for place in sorted(set(standing), reverse=True)
    ]
    return found, totals, places, list(number), chains
