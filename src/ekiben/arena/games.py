"""Many games between bots: the one way to play them, for commands, benchmarks and your own code."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import ekiben
from ekiben.arena.executors import run_jobs
from ekiben.arena.family import BEHAVIOUR
from ekiben.arena.one_game import (
    Clock,
    Player,
    builds_for,
    final_ranking,
    play_to_end,
    seat_bots,
)
from ekiben.arena.plan import player_seed
from ekiben.bots import Forfeit, Limit, make
from ekiben.bots.family import BOT_FAMILY, Deal, DealResult
from ekiben.bots.match_bots import forfeit_record
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game, validate_count, validate_seeds
from ekiben.core.match import Match
from ekiben.core.ranking import win_share

Seating = Literal["rotate", "every", "fixed"]
BotSeed = Callable[[int, int, int], int]  # of the game's seed, the player and its seat
WORTH_COMPILING = 64  # games from which machine code is worth making
CHUNK = 256  # compiled games between two looks at the clock


@dataclass(frozen=True)
class GameResult:
    """How one game ended; lists are by seat, and `seated` has the player of each seat."""

    number: int
    seed: int
    seated: list[int]
    scores: list[int]
    ranking: list[list[int]]  # seats, best first, those that share a place together
    turns: int
    counts: dict[str, list[int]]  # what the family counts beside scores, such as tickets kept
    clock: Clock | None = None  # None for games in a compiled loop
    forfeit: Forfeit | None = None
    record: str | None = None  # one JSON line, if records were asked for

    def win_share(self, seat: int) -> float:
        """The seat's share of the win, which is less than 1 when several are first."""
        return win_share(self.ranking[0], seat)

    def player_share(self, player: int) -> float:
        """The player's share of the win."""
        return self.win_share(self.seated.index(player))


@dataclass(frozen=True)
class Series:
    """The games to be played; all that a process needs to play any of them."""

    game: str
    options: tuple[tuple[str, object], ...]
    players: tuple[Player, ...]
    seed: int
    seating: Seating
    limit: Limit
    bot_seed: BotSeed
    records: bool
    worth_compiling: bool

    def deal(self, number: int) -> Deal:
        """The seed of a game, and how far the players have moved on from their first seats."""
        seats = len(self.players)
        if self.seating == "every":
            return Deal(self.seed + number // seats, number % seats)
        return Deal(self.seed + number, number % seats if self.seating == "rotate" else 0)

    def players_by_seat(self, shift: int) -> list[int]:
        """The player of each seat."""
        return [(seat + shift) % len(self.players) for seat in range(len(self.players))]


def play_games(
    game: str | Game,
    players: Sequence[Player],
    *,
    games: int = 100,
    seed: int = 0,
    seating: Seating = "rotate",
    limit: Limit | None = None,
    processes: int = 1,
    records: bool = False,
    timed: bool = False,
    within: float = math.inf,
    options: Mapping[str, object] | None = None,
    bot_seed: BotSeed = player_seed,
    on_result: Callable[[GameResult], None] | None = None,
) -> list[GameResult]:
    """Play many games and return their results, in order.

    >>> from ekiben import arena
    >>> results = arena.play_games("london", ["greedy", "random"], games=4, seed=7)
    >>> [result.seated for result in results]
    [[0, 1], [1, 0], [0, 1], [1, 0]]
    >>> sum(result.player_share(0) for result in results)
    4.0

    `players` are bots by spec or by class, one for each seat. `seating`: with "rotate" game i has
    the seed `seed + i`, and everybody sits one seat further on than in the game before; with
    "every" each deal is played once in every rotation, so that game i has the seed
    `seed + i // seats`; with "fixed" everybody stays. `limit` is what a choice may take (0.1
    seconds on one core), `within` the seconds after which no further game begins. The results do
    not depend on `processes`. `bot_seed` gives each bot its own luck, from the game's seed, the
    player and its seat. `on_result` is called with each result as it comes.

    Games between compiled policies run in one compiled loop, which is hundreds of times as fast,
    unless `records` or `timed` ask for matches; the results are the same.
    """
    found = []
    for result in iter_games(
        game,
        players,
        games=games,
        seed=seed,
        seating=seating,
        limit=limit,
        processes=processes,
        records=records,
        timed=timed,
        within=within,
        options=options,
        bot_seed=bot_seed,
    ):
        found.append(result)
        if on_result is not None:
            on_result(result)
    return found


def iter_games(
    game: str | Game,
    players: Sequence[Player],
    *,
    games: int = 100,
    seed: int = 0,
    seating: Seating = "rotate",
    limit: Limit | None = None,
    processes: int = 1,
    records: bool = False,
    timed: bool = False,
    within: float = math.inf,
    options: Mapping[str, object] | None = None,
    bot_seed: BotSeed = player_seed,
) -> Iterator[GameResult]:
    """The same results one by one, for those who do not want to keep them all."""
    one = ekiben.load(game, **(options or {})) if isinstance(game, str) else game
    if one is game and options:
        raise EkibenError(f"{one.name} is loaded already: give its options to ekiben.load")
    one.validate_seats(len(players))
    series = Series(
        game=game if isinstance(game, str) else game.name,
        options=tuple(one.options.items()),
        players=tuple(players),
        seed=validate_seeds(seed, validate_count(games, 1)),
        seating=seating,
        limit=limit or Limit(0.1),
        bot_seed=bot_seed,
        records=records,
        worth_compiling=games >= WORTH_COMPILING,
    )
    deadline = time.monotonic() + within
    if not records and not timed and can_compile(one, series):
        return compiled_results(one, series, range(games), processes, deadline)
    return match_results(one, series, range(games), processes, deadline)


# ---- in one compiled loop
def can_compile(game: Game, series: Series) -> bool:
    """Whether the games can run in one compiled loop, and are enough to load machine code for."""
    compiled = BOT_FAMILY.of(game).compiled_games
    return (
        series.worth_compiling
        and compiled is not None
        and compiled.can_play([make(player) for player in series.players])
    )


def compiled_results(
    game: Game, series: Series, numbers: range, threads: int, deadline: float
) -> Iterator[GameResult]:
    compiled = BOT_FAMILY.of(game).compiled_games
    assert compiled is not None
    bots = [make(player) for player in series.players]
    for first in numbers[:: CHUNK * threads]:
        if time.monotonic() > deadline:
            return
        chunk = numbers[first : first + CHUNK * threads]
        deals = [series.deal(number) for number in chunk]
        played = compiled.play(game, bots, deals, threads)
        for number, deal, result in zip(chunk, deals, played, strict=True):
            yield compiled_result(series, number, deal, result)


def compiled_result(series: Series, number: int, deal: Deal, result: DealResult) -> GameResult:
    return GameResult(
        number=number,
        seed=deal.seed,
        seated=series.players_by_seat(deal.shift),
        scores=result.scores,
        ranking=result.ranking,
        turns=result.turns,
        counts=result.counts,
    )


# ---- as matches
def match_results(
    game: Game, series: Series, numbers: range, processes: int, deadline: float
) -> Iterator[GameResult]:
    """Play matches, in this process or in several."""
    if processes == 1:
        play = functools.partial(play_match, series, game)
        yield from run_jobs(numbers, play, deadline=deadline)
        return
    check_loadable(game, series)
    if series.worth_compiling:
        game.builds.fastest()
    there = functools.partial(play_match, series, None)
    yield from in_order(run_jobs(numbers, there, processes=processes, deadline=deadline))


def check_loadable(game: Game, series: Series) -> None:
    """Check that other processes find the same game by its name."""
    try:
        same = load_cached(series.game, series.options).digest == game.digest
    except EkibenError:
        same = False
    if not same:
        raise EkibenError(
            f"several processes load {game.name} by its name: give the name of its file, not a game"
        )


def in_order(results: Iterator[GameResult]) -> Iterator[GameResult]:
    """Results by number; those of games that come after a missing one wait for it."""
    waiting: dict[int, GameResult] = {}
    due = 0
    for result in results:
        waiting[result.number] = result
        while due in waiting:
            yield waiting.pop(due)
            due += 1
    yield from (waiting[number] for number in sorted(waiting))


def play_match(series: Series, game: Game | None, number: int) -> GameResult:
    """Play one game of a series; without a game, load it by its name."""
    game = game or load_cached(series.game, series.options)
    deal = series.deal(number)
    seated = series.players_by_seat(deal.shift)
    players = [series.players[player] for player in seated]
    seeds = [series.bot_seed(deal.seed, player, seat) for seat, player in enumerate(seated)]
    bots = seat_bots(game, players, seeds)
    match = game.new(len(players), deal.seed, [player_name(player) for player in players])
    if series.worth_compiling:
        for builds in builds_for(game):
            builds.compile_in_background()
    clock = Clock.start(match.seats)
    forfeit = play_to_end(match, bots, series.limit, clock)
    view = match.view()
    return GameResult(
        number=number,
        seed=deal.seed,
        seated=seated,
        scores=match.scores(),
        ranking=final_ranking(match, forfeit),
        turns=int(view.turns),
        counts=BEHAVIOUR.of(game).counts(view),
        clock=clock,
        forfeit=forfeit,
        record=record_line(match, forfeit) if series.records else None,
    )


def record_line(match: Match, forfeit: Forfeit | None) -> str:
    return str(match.record() if forfeit is None else forfeit_record(match, forfeit))


def player_name(player: Player) -> str:
    """What a player is called in records: its spec, or the name of its class."""
    return player if isinstance(player, str) else getattr(player, "__name__", repr(player))


@functools.lru_cache(maxsize=16)
def load_cached(name: str, options: tuple[tuple[str, object], ...]) -> Game:
    return ekiben.load(name, **dict(options))
