"""The rewards of Kanto's jobs by the formula of clause KT-3.1: says where the board file has
others, or writes them.

    python tools/kanto_rewards.py
    python tools/kanto_rewards.py --write

The formula's numbers stand in the board file (`rewards` under `[picture]`). It starts from the
*main lines*, the cheapest lines between any two big cities. A job is played from the nearest big
city to its origin and on to its destination, along the way that costs least at 1 for a movement
point and 1 for a G of track that is missing; the main lines are there already, and so is the track
from the big city when the train goes on. *d* is the movement points from the origin to the
destination, *g* the G of track to be built in all. Of ways that cost the same the one with less to
build counts. `alone` is what jobs get besides whose track serves hardly any other.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import ekiben
from ekiben.games.tokyo.board_file import Job
from ekiben.games.tokyo.state import EMPTY

FILE = Path(__file__).parents[1] / "src/ekiben/games/boards/kanto.toml"
Weigh = Callable[[int, int], tuple[int, int]]
Links = frozenset[tuple[int, int]]  # pairs of posts, both ways


class Way(NamedTuple):
    """A way to a post: movement points, G to build, and the post before it."""

    run: int
    cost: int
    before: int


Ways = dict[int, Way]


def cheapest(run: int, cost: int) -> tuple[int, int]:
    return cost, run


def as_played(run: int, cost: int) -> tuple[int, int]:
    return run + cost, cost


def posts_of(ways: Ways, end: int) -> list[int]:
    posts = [end]
    while ways[posts[-1]].before != EMPTY:
        posts.append(ways[posts[-1]].before)
    return posts


def nearest(ways: Ways, posts: Iterable[int], weigh: Weigh) -> int:
    return min(posts, key=lambda post: weigh(*ways[post][:2]))


def links_of(posts: list[int]) -> Iterable[tuple[int, int]]:
    for here, there in pairwise(posts):
        yield from ((here, there), (there, here))


def links(b: Any, post: int) -> Iterable[tuple[int, int, int]]:
    """The neighbours of a post, with the movement points and G of the links there."""
    for there, link in zip(b.next_post[post].tolist(), b.link_at[post].tolist(), strict=True):
        if there != EMPTY:
            yield there, int(b.run[link]), 0 if b.inside[link] else int(b.cost[link])


class Formula:
    """KT-3.1 over one board."""

    def __init__(self, game: Any) -> None:
        self.links = [list(links(game.plain_board, post)) for post in range(game.plain_board.posts)]
        self.cities = game.board.cities
        self.numbers = game.board.picture["rewards"]
        self.bigs = [city for city in self.cities if city.big]
        self.main = frozenset(link for line in self.main_lines() for link in links_of(line))
        self.from_bigs = self.ways(
            [post for big in self.bigs for post in big.posts], self.main, as_played
        )
        self.approach = cache(self.approach_to)

    # ---- ways
    def ways(self, starts: Iterable[int], laid: Links, weigh: Weigh) -> Ways:
        """The best way to every post."""
        found = {post: Way(0, 0, EMPTY) for post in starts}
        queue = [(0, 0, post) for post in found]
        while queue:
            *weight, post = heappop(queue)
            if tuple(weight) == weigh(*found[post][:2]):
                for way, there in self.steps(post, found[post], laid):
                    if there not in found or weigh(*way[:2]) < weigh(*found[there][:2]):
                        found[there] = way
                        heappush(queue, (*weigh(*way[:2]), there))
        return found

    def steps(self, post: int, way: Way, laid: Links) -> Iterable[tuple[Way, int]]:
        for there, run, cost in self.links[post]:
            yield Way(way.run + run, way.cost + (0 if (post, there) in laid else cost), post), there

    def main_lines(self) -> Iterable[list[int]]:
        for n, one in enumerate(self.bigs):
            ways = self.ways(one.posts, frozenset(), cheapest)
            yield from (
                posts_of(ways, nearest(ways, other.posts, cheapest)) for other in self.bigs[:n]
            )

    def approach_to(self, city: int) -> tuple[int, Ways]:
        """The G it takes to come to a city, and the ways from there."""
        posts = self.cities[city].posts
        end = nearest(self.from_bigs, posts, as_played)
        laid = self.main | set(links_of(posts_of(self.from_bigs, end)))
        return self.from_bigs[end].cost, self.ways(posts, laid, as_played)

    # ---- rewards
    def measure(self, job: Job) -> tuple[int, int]:
        """A job's d and g."""
        cost, ways = self.approach(job.origin)
        way = ways[nearest(ways, self.cities[job.goal].posts, as_played)]
        return way.run, cost + way.cost

    def reward(self, job: Job) -> int:
        one, (d, g) = self.numbers, self.measure(job)
        ends = self.cities[job.origin].big + self.cities[job.goal].big
        reward = (
            one["base"]
            + one["per_mp"] * d
            + one["per_g"] * g
            + one["far_g"] * max(0, g - one["far_from"])
            + one["big_end"] * ends
        )
        reward *= one["off_board"] if self.cities[job.goal].kind == "exit" else 1
        reward *= 1 if job.cup else one["seasonal"]
        return int(reward + one["alone"].get(job.id, 0) + 0.5)


def rewards() -> dict[str, tuple[int, int]]:
    """By job: the reward stored, and that of the formula."""
    game: Any = ekiben.load("tokyo")
    formula = Formula(game)
    return {job.id: (job.reward, formula.reward(job)) for job in game.board.jobs}


def write(found: dict[str, tuple[int, int]]) -> None:
    text = FILE.read_text(encoding="utf-8")
    for job, (_, reward) in found.items():
        text = re.sub(rf'(id = "{job}", .*reward = )\d+', rf"\g<1>{reward}", text)
    FILE.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--write", action="store_true", help="write the formula's rewards to the board file"
    )
    found = rewards()
    if parser.parse_args().write:
        write(found)
        return
    wrong = [
        f"{job}: {stored}, by the formula {reward}"
        for job, (stored, reward) in found.items()
        if stored != reward
    ]
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
