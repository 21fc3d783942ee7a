"""Games of mixed players, and positions out of them: what `calibration.py` judges."""

from __future__ import annotations

import functools
import gzip
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

import ekiben
from ekiben import bots
from ekiben.analysis.routes.play_on import Root, player_of
from ekiben.analysis.routes.playouts import PLAN
from ekiben.analysis.routes.progress import progress
from ekiben.analysis.smoothing import smooth_outlooks, walk_steps
from ekiben.analysis.tally import Tallies
from ekiben.analysis.tokyo.positions import judge
from ekiben.arena.one_game import Clock, builds_for, seat_bots
from ekiben.bots.match_bots import at_table
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.policy import Policy
from ekiben.core.arrays import Buffer
from ekiben.core.chance import seed_words
from ekiben.core.game import Game
from ekiben.core.kernel_calls import run
from ekiben.core.layout import View
from ekiben.core.match import Match
from ekiben.core.position import CompiledPosition
from ekiben.core.ranking import win_share
from ekiben.games.routes.game import route_game
from ekiben.games.routes.imagine import state_from
from ekiben.games.tokyo.game import tokyo_game

# who sits at the tables of each family: strong and weak ones, as people are
PLAYERS = {
    "routes": {"planner": 8, "junkie": 4, "racer": 4, "greedy": 4, "step": 2},
    "tokyo": {"dispatcher": 6, "dispatcher:jobs=1,among=12,width=20,cushion=0,purse=20": 3}
    | {"courier": 2},
}
EXPERT = {
    "routes": {"expert:rollouts=48": 1, "planner": 1},
    "tokyo": {"expert:rollouts=16": 1, "dispatcher": 1},
}
ASKED = {"routes": ("turn",), "tokyo": ("move", "build")}
Floats = npt.NDArray[np.float64]
LIMIT = bots.Limit(60.0, 1)  # seconds, which nobody needs: games must not depend on the clock


@dataclass(frozen=True)
class Task:
    """What all games of a run have in common."""

    game: str
    seats: int
    seed: int
    positions: int  # of each game
    playouts: tuple[int, ...]  # of a position, drawn by lot
    expert: bool = False
    late: int = 0  # further positions, out of the last third of each game
    smoothed: int = 1  # turns that are looked at for a position: its own, and those before it


@dataclass(frozen=True)
class Sample:
    """A position, how often every seat won the playouts from it, and who won the game."""

    game: str
    seats: int
    number: int  # of the game
    players: tuple[str, ...]
    at: int  # actions played
    of: int  # actions of the whole game
    viewer: int
    progress: float
    playouts: int
    shares: tuple[float, ...]
    won: tuple[float, ...]
    seed: int = 0  # of the run: games with the same number are others

    @property
    def match(self) -> tuple[str, int, int, int]:
        """Which game it is out of."""
        return self.game, self.seats, self.seed, self.number

    def line(self) -> str:
        return json.dumps(asdict(self))


@dataclass(frozen=True)
class Played:
    """A game as the bytes of its positions; who won it, in shares."""

    states: list[Buffer]
    won: tuple[float, ...]

    def turns(self, game: Game) -> list[int]:
        """The positions that curves go through: in which turns, or parts of them, begin."""
        record = game.rule_set.state.dtype
        asked = [game.asked_names.index(name) for name in ASKED[game.family.name]]
        return [
            at for at, state in enumerate(self.states) if state.view(record)[0]["asked"] in asked
        ]


def samples_of(task: Task, number: int) -> list[Sample]:
    """Play one game and judge positions spread over it, each as a seat drawn by lot sees it."""
    luck = random.Random(f"{task.game} {task.seats} {task.seed} {number}")
    game = loaded(task.game)
    players = draw_players(game, task, luck)
    played = play(game, players, luck.getrandbits(64))
    found = []
    turns = played.turns(game)
    for at in chosen(turns, task, luck):
        viewer = luck.randrange(task.seats)
        playouts = 0 if game.family.name in FORMULA else luck.choice(task.playouts)
        looked_at = before(turns, at, task.smoothed)
        seen = Seen(
            places=looked_at,
            views=[match_at(game, played.states[place]).view(viewer) for place in looked_at],
            actions=len(played.states) - 1,
        )
        judged = JUDGES[game.family.name](game, seen, playouts, str(number))
        found.append(
            Sample(
                game=task.game,
                seats=task.seats,
                number=number,
                players=players,
                at=at,
                of=len(played.states) - 1,
                viewer=viewer,
                progress=judged.progress,
                playouts=playouts,
                shares=judged.shares,
                won=played.won,
                seed=task.seed,
            )
        )
    return found


def chosen(turns: Sequence[int], task: Task, luck: random.Random) -> Iterator[int]:
    """Positions spread over a game, and further ones over its last third.

    With many seats nobody is far ahead before.
    """
    yield from spread(turns, task.positions, luck)
    yield from spread(turns[2 * len(turns) // 3 :], task.late, luck)


def draw_players(game: Game, task: Task, luck: random.Random) -> tuple[str, ...]:
    weights = (EXPERT if task.expert else PLAYERS)[game.family.name]
    return tuple(luck.choices(list(weights), list(weights.values()), k=task.seats))


def before(turns: Sequence[int], at: int, count: int) -> Sequence[int]:
    """So many turns up to this one."""
    last = turns.index(at) + 1
    return turns[max(0, last - count) : last]


def spread(places: Sequence[int], count: int, luck: random.Random) -> Iterator[int]:
    """One of the places out of each of so many equal parts."""
    for part in range(count):
        yield places[int((part + luck.random()) * len(places) / count)]


@functools.lru_cache(maxsize=8)
def loaded(name: str) -> Game:
    game = ekiben.load(name)
    for builds in builds_for(game):
        builds.fastest()
    return game


def match_at(game: Game, state: Buffer) -> Match:
    return Match.imagined(game, game.rule_set.state.unpack(state))


# ---- playing
def play(game: Game, players: Sequence[str], seed: int) -> Played:
    table = seat_bots(game, players, [seed + seat for seat in range(len(players))])
    states = (
        policy_states(game, [bot for bot in table if isinstance(bot, Policy)], seed)
        if all(isinstance(bot, Policy) for bot in table)
        else bot_states(game, table, seed)
    )
    first = match_at(game, states[-1]).ranking()[0]
    return Played(states, tuple(win_share(first, seat) for seat in range(len(players))))


def policy_states(game: Game, table: Sequence[Policy], seed: int) -> list[Buffer]:
    """A game between policies, straight from the state, as in the compiled duel."""
    rules, policies = game.builds.compiled, BUILDS.compiled
    assert rules is not None and policies is not None
    position = CompiledPosition.start(game, rules, len(table), seed_words(seed))
    states = [position.packed().copy()]
    while position.asked != "over":
        bot = table[position.seat]
        position.step(int(policies.choose_one(*bot.compiled, position.packed(), bot.number)))
        states.append(position.packed().copy())
    return states


def bot_states(game: Game, table: Sequence[bots.Bot], seed: int) -> list[Buffer]:
    """A game between any bots, as a match."""
    match, clock = game.new(len(table), seed), Clock.start(len(table))
    states = [match.position.packed().copy()]
    with at_table(match, table):
        while match.seat is not None:
            match.play(clock.ask(match, table[match.seat], match.seat, LIMIT))
            states.append(match.position.packed().copy())
    return states


# ---- judging
@dataclass(frozen=True)
class Judged:
    """Every seat's share of the playouts or chance by a formula, before any map."""

    shares: tuple[float, ...]
    progress: float


@dataclass(frozen=True)
class Seen:
    """What a seat saw in a position and in some before it: the last is the one to judge."""

    places: Sequence[int]
    views: Sequence[View]
    actions: int  # of the whole game


def judge_route_game(game: Game, seen: Seen, playouts: int, luck: str) -> Judged:
    """As the curve of a review has it."""
    player, states = player_of(route_game(game)), [state_from(view) for view in seen.views]
    tallies = Tallies(len(states), states[0].seats)
    for row, (at, state) in enumerate(zip(seen.places, states, strict=True)):
        root = Root(state, int(seen.views[row].viewer or 0), f"{luck} {at}")
        tallies.add(row, run(player.play(root, (PLAN,), range(playouts))).endings[0])
    steps = walk_steps(seen.places, seen.actions, states[0].seats)
    outlook = smooth_outlooks(tallies, np.arange(len(states), dtype=np.int64), steps)[-1]
    return Judged(outlook.chances, progress(route_game(game), states[-1]))


def judge_tokyo(game: Game, seen: Seen, playouts: int, luck: str) -> Judged:
    """By the formula of a first curve."""
    chances, far = run(judge(tokyo_game(game), seen.views[-1]))
    return Judged(tuple(map(float, chances)), far)


JUDGES = {"routes": judge_route_game, "tokyo": judge_tokyo}
FORMULA = ("tokyo",)  # families that need no playouts for a first curve


# ---- files
def read_samples(files: Sequence[Path]) -> list[Sample]:
    return [
        Sample(**{**values, **{name: tuple(values[name]) for name in ("players", "shares", "won")}})
        for file in files
        for line in lines_of(file)
        for values in [json.loads(line)]
    ]


def lines_of(file: Path) -> list[str]:
    """The lines of a file, compressed or not."""
    data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    return data.decode().splitlines()


@dataclass(frozen=True)
class Arrays:
    """Samples of one number of seats as arrays, a row a position."""

    shares: Floats
    won: Floats
    playouts: Floats
    progress: Floats
    own: Floats  # 1 where a column is the viewer's; none where everybody sees the same

    @classmethod
    def of(cls, samples: Sequence[Sample]) -> Arrays:
        columns = ("shares", "won", "playouts", "progress")
        rows = {
            name: np.array([getattr(one, name) for one in samples], np.float64) for name in columns
        }
        own = [
            [float(one.playouts > 0 and seat == one.viewer) for seat in range(one.seats)]
            for one in samples
        ]
        return cls(**rows, own=np.array(own, np.float64))
