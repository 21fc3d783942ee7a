"""Records and games between bots, counted: what `ekiben explore` and the shipped data come from."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import numpy as np

import ekiben
from ekiben.analysis.explorer.family import EXPLORER, Played
from ekiben.analysis.explorer.groups import Exploration, Source
from ekiben.arena import iter_games
from ekiben.bots import Limit, make
from ekiben.bots.levels import levels
from ekiben.core.batch import cores
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.records import Checker, Entry
from ekiben.records.values import state

By = Literal["level", "player", "all"]
OTHERS = "others"  # names that are no level's bot: people, and bots with settings of their own
ALL = "all"


def explore(
    entries: Iterable[Entry], *, by: By = "level", board: str | Path | None = None
) -> dict[str, Exploration]:
    """Count records as they come; one exploration for every game.

    >>> from ekiben import records
    >>> from ekiben.analysis import explorer
    >>> found = explorer.explore(records.read("games.jsonl"))       # doctest: +SKIP
    >>> found["london"].group(2, "hard").items("tickets")           # doctest: +SKIP

    Seats are grouped by the level of their bot, by their player's name, or not at all. Records that
    cannot be replayed, and games that are not over, are left out.
    """
    checker, counted = Checker(board), dict[str, Counter]()
    for entry in entries:
        if entry.is_full and state(entry.values) == "over":
            match = checker.match(entry)
            counter = counted.setdefault(match.game.name, Counter(match.game, by))
            counter.add(match, entry.file)
    return {name: counter.finish() for name, counter in counted.items()}


class Counter:
    """Counts the matches of one game, and remembers which files they came from."""

    def __init__(self, game: Game, by: By) -> None:
        self.by = by
        self.found = empty(game)
        self.games: dict[tuple[int, str], int] = {}  # by number of seats and file

    def add(self, match: Match, file: str) -> None:
        """Count a match that is over."""
        facts = EXPLORER.of(match.game).facts(without_undone(match))
        names = [group_of(match.game, match.seats, name, self.by) for name in match.names]
        for level in dict.fromkeys(names):
            chosen = np.array([name == level for name in names], np.bool_)
            self.found.group(match.seats, level).add(facts.rows(chosen), 1)
        self.games[match.seats, file] = self.games.get((match.seats, file), 0) + 1

    def finish(self) -> Exploration:
        for (seats, file), games in self.games.items():
            self.found.sources.append(source(games, seats, [Path(file).name], None))
        return self.found


def without_undone(match: Match) -> Match:
    """The match as if nothing had been taken back, so that its events tell what counted."""
    if not match.undone:
        return match
    again = match.game.new(match.seats, match.seed, match.names)
    for action in match.actions:
        again.play(action)
    return again


def group_of(game: Game, seats: int, name: str, by: By) -> str:
    """The group of a player at a table of so many seats."""
    if by == "all":
        return ALL
    return name if by == "player" else level_of(game, seats, name)


@functools.lru_cache(maxsize=256)
def level_of(game: Game, seats: int, name: str) -> str:
    """The level whose bot this is at such tables, or `others`."""
    known = levels(game, seats).values()
    return next((level.name for level in known if level.spec == name), OTHERS)


def empty(game: Game) -> Exploration:
    return Exploration(game.name, game.digest, game.rules, EXPLORER.of(game).tables(game))


def source(games: int, seats: int, players: Sequence[str], seed: int | None) -> Source:
    return Source(games, seats, tuple(players), seed, ekiben.__version__)


# ---- bots play
def play(
    game: str | Game,
    bots: str | Sequence[str],
    *,
    seats: int = 2,
    games: int = 1000,
    seed: int = 0,
    jobs: int | None = None,
    seconds: float = 0.1,
    by: By = "level",
) -> Iterator[Exploration]:
    """Let bots play, and yield the counts after every batch of games.

    One bot takes all seats; several take one each and move on by a seat from game to game, as in
    the arena. Games between policies of the route games run in one compiled loop.
    """
    one = ekiben.load(game) if isinstance(game, str) else game
    specs = [bots] * one.validate_seats(seats) if isinstance(bots, str) else list(bots)
    found = empty(one)
    for played in play_batches(one, specs, games, seed, jobs or cores(), seconds):
        add_played(found, one, specs, played, by)
        found.sources = [source(counted_games(found), len(specs), sorted(set(specs)), seed)]
        yield found


def counted_games(found: Exploration) -> int:
    """How many games there were: at every table each group is counted once."""
    return max(group.games for group in found)


def add_played(
    found: Exploration, game: Game, specs: Sequence[str], played: Played, by: By
) -> None:
    levels_of = [group_of(game, len(specs), spec, by) for spec in specs]
    for level in dict.fromkeys(levels_of):
        chosen = np.array([levels_of[bot] == level for bot in played.bots], np.bool_)
        found.group(len(specs), level).add(played.facts.rows(chosen), played.games)


def play_batches(
    game: Game, specs: Sequence[str], games: int, seed: int, jobs: int, seconds: float
) -> Iterator[Played]:
    family, bots = EXPLORER.of(game), [make(spec) for spec in specs]
    if family.play is not None and family.can_play(bots):
        yield from family.play(game, bots, seed, games, jobs)
        return
    results = iter_games(
        game.name,
        specs,
        games=games,
        seed=seed,
        limit=Limit(seconds),
        processes=jobs,
        records=True,
        options=game.options,
    )
    checker = Checker()
    for result in results:
        if result.forfeit is None and result.record is not None:
            yield Played(1, result.seated, family.facts(checker.replay(result.record)))
