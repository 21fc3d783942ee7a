"""Pictures for the how-to-play card of Tokyo Railways, each drawn from its map."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from heapq import heappop, heappush
from itertools import pairwise

from ekiben.draw.boxes import text_width
from ekiben.draw.curves import Point, pair
from ekiben.draw.family import Illustration
from ekiben.draw.pieces import badge
from ekiben.draw.style import (
    INDIGO,
    INK,
    PAPER,
    QUIET,
    RAISED,
    bold_text,
    document,
    group,
    path,
    rect,
    tag,
)
from ekiben.draw.tokyo.cities import cities, city_name, ferries, names
from ekiben.draw.tokyo.contours import post_at, size
from ekiben.draw.tokyo.position import Player, Situation
from ekiben.draw.tokyo.terrain import base_of, hatching, terrain
from ekiben.draw.tokyo.track import arrows, definitions, luggage_tag, strokes, token, trains
from ekiben.draw.tokyo.windows import Window, cut_out, window_around
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.board_builder import fixed_tables
from ekiben.games.tokyo.board_file import BoardFile, City, Job

WIDE = 480.0
GAP = 10.0
Values = Mapping[str, object]
Drawing = tuple[str, float, Values]  # what is drawn, how high it is, and what its caption tells


def illustrate(board: BoardFile, name: str, language: str) -> Illustration:
    """The picture of this name."""
    prefix = f"{board.game}-{name}"
    drawn, high, values = PICTURES[name](board, language, prefix)
    parts = [
        rect(0, 0, WIDE + 2 * GAP, high + 2 * GAP, fill=PAPER),
        group(drawn, transform=f"translate({GAP:g} {GAP:g})"),
    ]
    return Illustration(document(parts, (WIDE + 2 * GAP, high + 2 * GAP), language), values)


# ---- ways over the map
def cheapest_way(b: Board, starts: Collection[int], goals: Collection[int]) -> list[int]:
    """The posts of the track that costs least to build; the inside of big cities is free."""
    queue = [(0, post, -1) for post in starts]
    before: dict[int, int] = {}
    while queue:
        cost, post, last = heappop(queue)
        if post in before:
            continue
        before[post] = last
        if post in goals:
            return walked_back(before, post)
        for direction in range(8):
            there, link = int(b.next_post[post, direction]), int(b.link_at[post, direction])
            if there >= 0 and there not in before:
                heappush(queue, (cost + (0 if b.inside[link] else int(b.cost[link])), there, post))
    return []


def walked_back(before: Mapping[int, int], post: int) -> list[int]:
    way = [post]
    while before[way[-1]] >= 0:
        way.append(before[way[-1]])
    return way[::-1]


def link_between(b: Board, a: int, z: int) -> int:
    return next(int(b.link_at[a, way]) for way in range(8) if int(b.next_post[a, way]) == z)


def built(b: Board, way: list[int]) -> list[tuple[int, int]]:
    """The links of a way that are not inside a big city."""
    return [(a, z) for a, z in pairwise(way) if not b.inside[link_between(b, a, z)]]


# ---- drawn
def company(links: list[tuple[int, int]], post: int = -1, aboard: bool = False) -> Player:
    """One player with some track, and a train where there is a post."""
    return Player(
        seat=0,
        name="1",
        money=0,
        loans=0,
        score=0,
        train="",
        post=post,
        aboard=aboard,
        joined=0,
        loads=(),
        track=tuple(links),
    )


def moved(board: BoardFile, window: Window, player: Player) -> Player:
    """The player on the small map."""
    links = [(a, z) for a, z in player.track if window.has(board, a) and window.has(board, z)]
    shifted = tuple((window.post(board, a), window.post(board, z)) for a, z in links)
    post = window.post(board, player.post) if player.post >= 0 else -1
    return replace(player, track=shifted, post=post)


def map_part(
    board: BoardFile,
    window: Window,
    player: Player,
    language: str,
    prefix: str,
    jobs: tuple[Job, ...] = (),
    more: Callable[[BoardFile], str] = lambda _: "",
) -> tuple[str, float]:
    """The small map with its track and train, and how high it is."""
    part = cut_out(board, window)
    state = Situation(players=(replace(moved(board, window, player), loads=jobs),))
    scale = WIDE / size(part)[0]
    high = size(part)[1] * scale
    defs = tag("defs", hatching(prefix), definitions(state, prefix), badge(prefix, 0))
    clip = tag("clipPath", rect(0, 0, WIDE, high, rx=8), id_=f"{prefix}-crop")
    drawn = group(
        terrain(part, prefix),
        ferries(part),
        arrows(part, state) if jobs else "",
        strokes(part, state, prefix),
        cities(part, language),
        lettered(part, language),
        more(part),
        trains(part, state, prefix),
        transform=f"scale({scale:.4f})",
    )
    edge = rect(0, 0, WIDE, high, rx=8, fill="none", stroke=INK, stroke_width=1.4)
    return defs + tag("defs", clip) + group(drawn, clip_path=f"url(#{prefix}-crop)") + edge, high


def lettered(part: BoardFile, language: str) -> str:
    return "".join(city_name(part, one) for one in names(part, language) if one.id)


def chip(words: str, at: Point, fill: str = RAISED, ink: str = INK) -> str:
    """A figure on the map, on paper of its own."""
    wide = text_width(words, 12) + 8
    plate = rect(at[0] - wide / 2, at[1] - 8.5, wide, 17, rx=5, fill=fill, stroke=ink)
    return plate + bold_text(words, at[0], at[1] + 4.4, 12, fill=ink)


# ---- the pictures
def network(board: BoardFile, language: str, prefix: str) -> Drawing:
    """As many big cities as it takes, joined by the cheapest lines."""
    b = fixed_tables(board)
    wanted = board.figures.scenario.connections
    chosen, links = joined_cities(board, b, wanted)
    posts = [post for city in chosen for post in city.posts]
    rows, columns = reach(board, posts)
    window = window_around(board, posts, rows + 3, max(columns + 6, rows + 5))
    large = replace(
        board, cities=tuple(city if city.big else replace(city, posts=()) for city in board.cities)
    )
    drawn, high = map_part(large, window, company(links), language, prefix)
    return drawn, high, {"count": len(chosen)}


def joined_cities(
    board: BoardFile, b: Board, wanted: int
) -> tuple[list[City], list[tuple[int, int]]]:
    """From the mega city on, always the next city that costs least."""
    left = [city for city in board.cities if city.big]
    chosen = [next((city for city in left if city.kind == "mega"), left[0])]
    links: list[tuple[int, int]] = []
    while len(chosen) < wanted:
        left = [city for city in left if city not in chosen]
        starts = {post for city in chosen for post in city.posts} | {
            p for pair in links for p in pair
        }
        ways = [(cheapest_way(b, starts, city.posts), city) for city in left]
        way, city = min(ways, key=lambda one: (cost_of(b, one[0]), one[1].number))
        chosen.append(city)
        links += built(b, way)
    return chosen, links


def cost_of(b: Board, way: list[int]) -> int:
    return sum(int(b.cost[link_between(b, a, z)]) for a, z in built(b, way))


def reach(board: BoardFile, posts: list[int]) -> tuple[int, int]:
    rows = [post // board.columns for post in posts]
    columns = [post % board.columns for post in posts]
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def track(board: BoardFile, language: str, prefix: str) -> Drawing:
    """Track from a big city into the hills, every link with its cost."""
    b = fixed_tables(board)
    city, way = varied_way(board, b)
    links = built(b, way)
    window = window_around(board, way, 8, 15)

    def costs(part: BoardFile) -> str:
        return "".join(
            chip(
                str(int(b.cost[link_between(b, a, z)])),
                middle(post_at(part, window.post(board, a)), post_at(part, window.post(board, z))),
            )
            for a, z in links
        )

    drawn, high = map_part(board, window, company(links), language, prefix, more=costs)
    return drawn, high, {"city": board.name(city.number, language)}


def varied_way(board: BoardFile, b: Board) -> tuple[City, list[int]]:
    """A short way out of a big city whose links cost as many different sums as can be."""
    found = [
        (city, cheapest_way(b, city.posts, other.posts))
        for city in board.cities
        for other in board.cities
        if city.big and other.kind in ("small", "medium") and near(board, city, other, 5, 9)
    ]
    return max(found, key=lambda one: (variety(board, b, one[1]), -one[0].number, -one[1][-1]))


def variety(board: BoardFile, b: Board, way: list[int]) -> int:
    """How many different costs a way has; none over water, and none that is too long to show."""
    wet = any(base_of(board)[post // board.columns][post % board.columns] in "~o" for post in way)
    links = built(b, way)
    sums = {int(b.cost[link_between(b, a, z)]) for a, z in links}
    return 0 if wet or len(links) > 9 else len(sums)


def near(board: BoardFile, one: City, other: City, rows: int, columns: int) -> bool:
    """Whether two cities are no more rows and columns apart."""
    (row, column), (down, across) = (divmod(city.posts[0], board.columns) for city in (one, other))
    return abs(row - down) <= rows and abs(column - across) <= columns


def middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def delivery(board: BoardFile, language: str, prefix: str) -> Drawing:
    """A train on its way with a job aboard."""
    b = fixed_tables(board)
    job = short_job(board)
    origin, goal = board.cities[job.origin], board.cities[job.goal]
    way = cheapest_way(b, origin.posts, goal.posts)
    window = window_around(board, [*way, *origin.posts, *goal.posts], 9, 16)
    player = company(built(b, way), way[len(way) // 2])

    def label(part: BoardFile) -> str:
        x, y = post_at(part, window.post(board, way[len(way) // 2]))
        reward = luggage_tag(52, 19, INK) + bold_text(f"{job.reward} G", 5, 5, 13)
        return group(reward, transform=f"translate({pair((x, y - 31))})", data_job=job.id)

    drawn, high = map_part(board, window, player, language, prefix, (job,), label)
    values = {
        "a": board.name(job.origin, language),
        "z": board.name(job.goal, language),
        "reward": job.reward,
    }
    return drawn, high, values


def short_job(board: BoardFile) -> Job:
    """The best paid job between two places that fit into one picture."""
    fitting = [
        job
        for job in board.jobs
        if job.season < 0 and board.cities[job.goal].kind != "exit"
        if near(board, board.cities[job.origin], board.cities[job.goal], 5, 11)
    ]
    return max(fitting, key=lambda job: (job.reward, -job.number))


def ferry(board: BoardFile, language: str, prefix: str) -> Drawing:
    """A train aboard, and its track on the near side."""
    b = fixed_tables(board)
    shown = board.ferries[0]
    bigs = [city for city in board.cities if city.big]
    ways = [cheapest_way(b, city.posts, [shown.z]) for city in bigs]
    links = built(b, min(ways, key=lambda way: cost_of(b, way)))
    window = window_around(board, [shown.a, shown.z], 8, 14)
    drawn, high = map_part(board, window, company(links, shown.z, aboard=True), language, prefix)
    return drawn, high, {"ferry": shown.names[language], "fee": shown.cost}


def all_trains(board: BoardFile, language: str, prefix: str) -> Drawing:
    """A table of the trains: faster to the right, more loads downwards."""
    kinds = board.figures.trains.kinds
    speeds = sorted({speed for speed, _ in kinds})
    loads = sorted({load for _, load in kinds})
    step, down = WIDE / len(speeds), 78.0
    upgrade = board.figures.trains.upgrade
    cells = "".join(
        train_cell(
            speed,
            load,
            step * (speeds.index(speed) + 0.5),
            down * (loads.index(load) + 0.5),
            prefix,
        )
        for speed, load in kinds
    )
    faster = "".join(
        step_mark(
            f"{upgrade['speed']} G",
            step * (speeds.index(speed) + 1),
            down * (loads.index(load) + 0.5),
            0,
        )
        for speed, load in kinds
        if any(
            other == load and speeds.index(fast) == speeds.index(speed) + 1 for fast, other in kinds
        )
    )
    larger = "".join(
        step_mark(
            f"{upgrade['load']} G",
            step * (speeds.index(speed) + 0.5),
            down * (loads.index(load) + 1),
            90,
        )
        for speed, load in kinds
        if any(
            other == speed and loads.index(more) == loads.index(load) + 1 for other, more in kinds
        )
    )
    defs = tag("defs", token(0, prefix))
    return defs + cells + faster + larger, down * len(loads), {}


def train_cell(speed: int, load: int, x: float, y: float, prefix: str) -> str:
    """A train with its speed, and its loads as little crates under it."""
    left = x - 13 * load / 2
    crates = "".join(
        rect(left + 13 * one + 1, y + 11, 11, 11, rx=2, fill=RAISED, stroke=INK, stroke_width=1.2)
        for one in range(load)
    )
    return group(
        crates,
        tag("use", href=f"#{prefix}-token0", x=x - 8, y=y - 4),
        bold_text(f"{speed}", x + 20, y + 3, 16, fill=INDIGO),
        data_train=f"{speed}-{load}",
    )


def step_mark(words: str, x: float, y: float, turn: int) -> str:
    """An arrow to the next train, and what it costs."""
    arrow = path("M-7 0H7M3-4L7 0L3 4", fill="none", stroke=QUIET, stroke_width=1.6)
    across, below = (0.0, 16.0) if turn == 0 else (24.0, 4.0)
    return group(
        group(arrow, transform=f"rotate({turn})"),
        bold_text(words, across, below, 11, fill=QUIET, font_weight=500),
        transform=f"translate({pair((x, y))})",
    )


PICTURES: dict[str, Callable[[BoardFile, str, str], Drawing]] = {
    "network": network,
    "track": track,
    "delivery": delivery,
    "ferry": ferry,
    "trains": all_trains,
}
