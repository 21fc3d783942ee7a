"""The big cities that a seat's network lacks, and the track that would join them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ekiben.bots.tokyo.features import Atlas, Sight
from ekiben.bots.tokyo.spread import Charts, Prices, unbuilt
from ekiben.games.tokyo.track import lay, network

CHEAP = Prices(0.1, 1.0, 27)


@dataclass(frozen=True)
class Joining:
    """What joining the cities still needed would cost, and each city's links, the cheapest first."""

    cost: int
    links: list[list[int]]


def biggest(atlas: Atlas, s: Any, seat: int) -> tuple[list[int], list[int]]:
    """The big cities of the seat's best network, and all its posts."""
    best: tuple[int, list[int]] = (0, [])
    for city in atlas.bigs:
        s.reached[:] = 0
        found = int(network(atlas.b, s, seat, atlas.game.board.cities[city].posts[0]))
        if found.bit_count() > best[0].bit_count():
            best = (found, posts_of(atlas.b, s.reached))
    return [city for number, city in enumerate(atlas.bigs) if best[0] >> number & 1], best[1]


def posts_of(b: Any, rows: Any) -> list[int]:
    return [
        row * int(b.columns) + column
        for row in range(int(b.rows))
        for column in range(int(b.columns))
        if int(rows[row]) >> column & 1
    ]


def joining(atlas: Atlas, sight: Sight) -> Joining:
    """City by city, each time the one that is cheapest to reach."""
    s, seat, links, cost = sight.s.copy(), sight.seat, [], 0
    for _ in range(sight.goal_joined):
        cities, posts = biggest(atlas, s, seat)
        if len(cities) >= sight.goal_joined:
            break
        found = cheapest(
            atlas, s, seat, cities, posts or list(atlas.game.board.cities[atlas.bigs[0]].posts)
        )
        if found is None:
            break
        for link in found[1]:
            lay(atlas.b, s, seat, link)
        cost += found[0]
        links.append(found[1])
    return Joining(cost, links)


def cheapest(
    atlas: Atlas, s: Any, seat: int, cities: list[int], posts: list[int]
) -> tuple[int, list[int]] | None:
    chart = Charts(atlas.game, s, seat, CHEAP, tolls=False).chart(tuple(posts))
    left = [
        city
        for city in atlas.bigs
        if city not in cities and chart.reached[city] and not chart.tolls[city]
    ]
    if not left:
        return None
    city = min(left, key=lambda city: (chart.cost[city], city))
    return chart.cost[city], unbuilt(atlas.b, s, chart.moves(city))
