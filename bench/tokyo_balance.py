"""How the jobs and trains of a Tokyo scenario are used when bots play it.

    python bench/tokyo_balance.py --games 400 --jobs 2 --players dispatcher,dispatcher
    python bench/tokyo_balance.py --games 400 --board ./my-board.toml --json balance.json

`planner` is the expert's planner without playouts. Players change seats from game to game.

A *chance* of a job begins when its tile is put on the map. It counts if at least `--rounds` rounds
(a turn of every seat) were still to come, whatever became of the tile: delivered, removed from the
map, lost from a train, or left over when the game ended. The share of a job is the part of its
chances in which it was delivered. A seasonal job lies on the map for one round only, so its chance
counts if a train with room came to its city in that round, however late.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from strength import interval, load_compiled

from ekiben import bots
from ekiben.bots.tokyo.strategist import Strategist
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError
from ekiben.games.tokyo.board_file import Job
from ekiben.games.tokyo.state import EMPTY

PLANNER = "planner"  # of these games; the route games have one of the same name
LEAST_SHARE = 0.15  # of its chances in which a job should be delivered
DELIVERED, REMOVED, LOST, LEFT = "delivered", "removed", "lost", "left"
CARRIES = {"loaded": 1, "unloaded": -1, "put-back": -1, "lost": -1}
ENDS = {"rewarded": DELIVERED, "removed": REMOVED, "lost": LOST, "put-back": REMOVED}


class Chance(NamedTuple):
    """A tile that was put on the map: when, whether a train with room came to it, and what became
    of it.
    """

    job: str
    round: int
    offered: bool
    end: str


class Played(NamedTuple):
    chances: list[Chance]
    rounds: int
    winner: int
    player: str
    train: str


@dataclass
class Tile:
    """A job tile in play: the city it was put at, when, and whether a train with room came there
    while it lay on the map.
    """

    city: str
    round: int
    on_map: bool = True
    offered: bool = False


class Watcher:
    """Follows the tiles and trains of one game through its events."""

    def __init__(self, train: str, seats: int) -> None:
        self.trains = [train] * seats
        self.carried = [0] * seats
        self.cities = [""] * seats
        self.round = 1
        self.tiles: dict[str, Tile] = {}
        self.chances: list[Chance] = []

    def hear(self, event: dict[str, Any]) -> None:
        kind, seat = event["kind"], event.get("seat", -1)
        if kind == "turn":
            self.round = event["turn"]
        elif kind == "upgraded":
            self.trains[seat] = f"{event['speed']}-{event['load']}"
        elif kind in {"placed", "stepped", "crossed"}:
            self.cities[seat] = event.get("city", "")
        elif "job" in event:
            self.carried[seat] += CARRIES.get(kind, 0)
            self.follow(kind, event)
        if seat >= 0:
            self.offer(seat)

    def follow(self, kind: str, event: dict[str, Any]) -> None:
        """What an event does to a tile."""
        if kind == "job-placed":
            self.tiles[event["job"]] = Tile(event["from"], self.round)
        elif kind == "loaded" or event.get("stays"):
            self.tiles[event["job"]].on_map = kind != "loaded"
        elif kind in ENDS:
            self.close(event["job"], ENDS[kind])

    def offer(self, seat: int) -> None:
        """Notes the tiles at the city where a train with room stands."""
        if self.carried[seat] < int(self.trains[seat].split("-")[1]):
            for tile in self.tiles.values():
                tile.offered |= tile.on_map and tile.city == self.cities[seat]

    def close(self, job: str, end: str) -> None:
        tile = self.tiles.pop(job)
        self.chances.append(Chance(job, tile.round, tile.offered, end))

    def finish(self) -> list[Chance]:
        for job in list(self.tiles):
            self.close(job, LEFT)
        return self.chances


def watch(match: Any) -> Watcher:
    """A watcher that has heard the start of a match."""
    watcher = Watcher(match.game.board.figures.scenario.start_train, len(match.scores()))
    for event in match.events(None):
        watcher.hear(event)
    return watcher


def seated(players: list[str], n: int) -> list[str]:
    """The players of the n-th game, one seat further in each."""
    return [players[(seat - n) % len(players)] for seat in range(len(players))]


def made(spec: str, seed: int, game: Any) -> bots.Bot:
    if spec != PLANNER:
        return bots.make(spec, seed, game)
    bot = Strategist(seed, games=0)
    bot.sit(game)
    return bot


def play(board: str, players: list[str], limit: bots.Limit, seed: int, n: int) -> Played:
    """The n-th game."""
    game: Any = load_compiled(board)
    match, names = game.new(seats=len(players), seed=seed + n), seated(players, n)
    table, watcher = [made(name, n, game) for name in names], watch(match)
    while match.seat is not None:
        for event in match.play(
            table[match.seat].choose(match.view(match.seat), match.legal(), limit)
        ):
            watcher.hear(event)
    won = int(match.view(None).winner)
    return Played(
        watcher.finish(),
        watcher.round,
        won,
        *((names[won], watcher.trains[won]) if won != EMPTY else ("", "")),
    )


# ---- figures
def counted(game: Any, games: Iterable[Played], rounds: int) -> Iterator[Chance]:
    """The chances that count."""
    seasonal = {job.id for job in game.board.jobs if not job.cup}
    for played in games:
        for chance in played.chances:
            if chance.offered if chance.job in seasonal else played.rounds - chance.round >= rounds:
                yield chance


def job_rows(game: Any, chances: Iterable[Chance]) -> list[dict[str, Any]]:
    """For every job what became of its chances."""
    ends = Counter((chance.job, chance.end) for chance in chances)
    return [
        job_row(game, job, {end: ends[job.id, end] for end in (DELIVERED, REMOVED, LOST, LEFT)})
        for job in game.board.jobs
    ]


def job_row(game: Any, job: Job, ends: dict[str, int]) -> dict[str, Any]:
    chances = sum(ends.values())
    return {
        "job": job.id,
        "cup": job.cup or "season",
        "from": game.board.cities[job.origin].id,
        "to": game.board.cities[job.goal].id,
        "reward": job.reward,
        "chances": chances,
        **ends,
        "share": round(ends[DELIVERED] / chances, 4) if chances else None,
        "interval": interval(ends[DELIVERED] / chances, chances) if chances else None,
    }


def cup_row(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The jobs of a cup taken together, and how many are delivered too seldom."""
    total, delivered = sum(row["chances"] for row in rows), sum(row[DELIVERED] for row in rows)
    shares = [row["share"] for row in rows if row["share"] is not None]
    return {
        "jobs": len(rows),
        "chances": total,
        "share": round(delivered / total, 4) if total else None,
        "least": min(shares, default=None),
        "seldom": [row["job"] for row in rows if row["chances"] and row["share"] < LEAST_SHARE],
    }


def summary(game: Any, games: list[Played], rounds: int) -> dict[str, Any]:
    rows = job_rows(game, counted(game, games, rounds))
    lengths = [played.rounds for played in games]
    return {
        "board": game.board.file,
        "digest": game.board.digest,
        "games": len(games),
        "cups": {
            cup: cup_row([row for row in rows if row["cup"] == cup]) for cup in ("a", "b", "season")
        },
        "trains": shares(played.train for played in games),
        "players": shares(played.player for played in games),
        "wins": shares(played.winner for played in games),
        "rounds": {
            "mean": round(statistics.fmean(lengths), 2),
            "median": statistics.median(lengths),
            "least": min(lengths),
            "most": max(lengths),
        },
        "jobs": rows,
    }


def shares(values: Iterable[Any]) -> dict[Any, float]:
    """How often each value comes, the most frequent first."""
    found = Counter(values)
    return {value: round(number / found.total(), 4) for value, number in found.most_common()}


def print_table(found: dict[str, Any]) -> None:
    print(
        f"{'job':9}{'from':>13} → {'to':13}{'reward':>7}{'chances':>9}{'delivered':>11}{'share':>8}"
    )
    for row in sorted(found["jobs"], key=lambda row: (row["cup"], row["share"] or 0.0)):
        share = "—" if row["share"] is None else f"{row['share']:.1%}"
        print(
            f"{row['job']:9}{row['from']:>13} → {row['to']:13}"
            f"{row['reward']:7}{row['chances']:9}{row[DELIVERED]:11}{share:>8}"
        )
    for name in ("board", "digest", "games", "cups", "trains", "players", "wins", "rounds"):
        print(f"{name}: {json.dumps(found[name])}")


# ---- command
def specs(text: str) -> list[str]:
    """Players as `bot,bot`; a bot may have keys, `bot:key=value,key=value`."""
    return re.split(r",(?=[\w-]+(?:[:,]|$))", text)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--players",
        type=specs,
        default=["planner", "planner"],
        metavar="BOT,BOT,…",
        help="two to nine (default planner,planner)",
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=30_000, help="of the first deal")
    parser.add_argument("--board", default="tokyo", help="a board file (default: Kanto)")
    parser.add_argument(
        "--rounds",
        type=int,
        default=5,
        help="to come when a tile is put on the map, for its chance to count (default 5)",
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="for one choice (default 1)")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes (default: all cores)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    return parser.parse_args()


def measure(asked: argparse.Namespace) -> dict[str, Any]:
    game = load_compiled(asked.board)
    for spec in asked.players:
        made(spec, 0, game)
    one = partial(play, asked.board, asked.players, bots.Limit(asked.seconds), asked.seed)
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        return summary(game, list(pool.map(one, range(asked.games))), asked.rounds)


def main() -> None:
    asked = parsed()
    try:
        found = measure(asked)
    except EkibenError as wrong:
        sys.exit(f"tokyo_balance: {wrong}")
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1))
    print_table(found)


if __name__ == "__main__":
    main()
