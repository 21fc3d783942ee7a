"""Win shares of a tournament with part of the luck taken out: the same means, narrower intervals.

A result is an even share, what choices moved, and luck. The mean of luck is zero: that of a deal
over its seatings, in which every bot has every seat once; all later luck because nobody can choose
by what is still to come. So any part of it can be taken out that does not depend on it, and the
mean stays what it is. A part that was fitted to the same deals would follow their luck, so each
half of the deals gets the part that suits the other half.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import ekiben
from ekiben.analysis.family import ANALYSIS, ChoiceGains
from ekiben.analysis.history import History
from ekiben.analysis.tally import as_tuple
from ekiben.arena.plan import Lineup, seatings
from ekiben.arena.results import TournamentGame, complete_lines, read
from ekiben.arena.stats import Array, Estimate, block_samples, ratio, share
from ekiben.core.errors import EkibenError, RecordError, listed
from ekiben.core.game import Game
from ekiben.core.kernel_calls import run
from ekiben.core.match import Match

PART = 0.5  # of the luck, where there are too few deals to fit a part
HALVES = 2  # the deals in turn
ENOUGH = 20  # deals of a half; the part that fewer give is too uncertain


# ---- the games of a file
@dataclass(frozen=True)
class RecordedGame:
    """A line of a results file, and the place of it that errors name."""

    place: str
    game: TournamentGame
    line: str


def read_games(path: Path) -> list[RecordedGame]:
    """All games of a results file; a forfeited one is an error."""
    found = [
        RecordedGame(f"{path}, line {number}", game, line)
        for number, (game, line) in enumerate(zip(read(path), complete_lines(path), strict=True), 1)
    ]
    if not found:
        raise RecordError(f"{path}: the file has no games")
    for one in found:
        check_finished(one)
    return found


def check_finished(one: RecordedGame) -> None:
    """Check that nobody forfeited: to leave such games out would favour who forfeits."""
    if one.game.forfeit is not None:
        raise EkibenError(
            f"{one.place}: {one.game.seated[one.game.forfeit['seat'] or 0]} forfeited deal "
            f"{one.game.deal}; luck can be taken out of tournaments only in which all games were "
            "played to the end"
        )


# ---- one game
@dataclass(frozen=True)
class Job:
    """A game out of which luck is to be taken; all that a process needs for it."""

    game: RecordedGame
    playouts: int  # of a choice
    board: str | None = None  # the file of a board that is not in the box


@dataclass(frozen=True)
class WithoutLuck:
    """The result of a game without its luck, by seat, and the game's place in the file."""

    place: str
    shares: tuple[float, ...]


def take_luck_out(job: Job) -> WithoutLuck:
    """Work out the result without luck, wherever this runs."""
    played = job.game.game
    try:
        match = ekiben.replay(job.game.line, job.board)
    except RecordError as error:
        raise RecordError(f"{job.game.place}: {error}") from None
    luck = f"{played.seed} {played.key}"
    return WithoutLuck(job.game.place, shares_without_luck(match, job.playouts, luck))


def shares_without_luck(match: Match, playouts: int, luck: str) -> tuple[float, ...]:
    """An even share and what choices moved, by seat; `luck` names the worlds they are tried in."""
    gains = find_gains(match.game)
    ANALYSIS.of(match.game).prepare()
    return as_tuple(1 / match.seats + run(gains(History(match), playouts, luck)))


def find_gains(game: Game) -> ChoiceGains:
    """How the game's family measures choices; an error says which games have that."""
    gains = ANALYSIS.of(game).choice_gains
    if gains is None:
        known = [name for name in ekiben.games() if has_gains(name)]
        raise EkibenError(
            f"luck cannot be taken out of results of {game.name}: only {listed(known)} have that"
        )
    return gains


def has_gains(name: str) -> bool:
    return ANALYSIS.of(ekiben.load(name)).choice_gains is not None


def correct(plain: float, without_luck: float, part: float) -> float:
    """A result with a part of its luck taken out."""
    return plain - part * (plain - without_luck)


# ---- how much of the luck
def parts_for(plain: Array, without_luck: Array) -> tuple[float, ...]:
    """The part for each half of the deals, from the other deals alone; a row a deal."""
    halves = np.arange(len(plain), dtype=np.int64) % HALVES
    return tuple(best_part(plain[halves != n], without_luck[halves != n]) for n in range(HALVES))


def best_part(plain: Array, without_luck: Array) -> float:
    """The part that leaves these deals the least variance, all columns together."""
    if len(plain) < ENOUGH:
        return PART
    luck = plain - without_luck
    luck = luck - luck.mean(axis=0)
    spread = float((luck * luck).sum())
    return min(1.0, max(0.0, float((luck * plain).sum()) / spread)) if spread else PART


# ---- a line-up
@dataclass(frozen=True)
class LineupGames:
    """The games of one line-up, by deal; only deals that were played in all seatings count."""

    first: TournamentGame
    deals: tuple[tuple[RecordedGame, ...], ...]
    left_out: int  # deals that lack seatings

    @classmethod
    def of(cls, games: Sequence[RecordedGame]) -> LineupGames:
        deals: dict[int, dict[Lineup, RecordedGame]] = {}
        for one in games:
            deal = deals.setdefault(one.game.deal, {})
            if one.game.seated in deal:
                raise RecordError(
                    f"{one.place}: this game is there twice, also in {deal[one.game.seated].place}"
                )
            deal[one.game.seated] = one
        every = len(seatings(games[0].game.seated))
        complete = [
            tuple(deals[deal].values()) for deal in sorted(deals) if len(deals[deal]) == every
        ]
        return cls(games[0].game, tuple(complete), len(deals) - len(complete))

    @property
    def games(self) -> list[RecordedGame]:
        return [one for deal in self.deals for one in deal]


def by_lineup(games: Iterable[RecordedGame]) -> list[LineupGames]:
    """Games of each line-up in each game, in the order they were first played."""
    groups: dict[str, list[RecordedGame]] = {}
    for one in games:
        groups.setdefault(lineup_key(one.game), []).append(one)
    found = [LineupGames.of(group) for group in groups.values()]
    if not any(group.deals for group in found):
        raise EkibenError(
            "no deal was played in all seatings: luck evens out over them, so play on with "
            "'ekiben arena … --out' until some are complete"
        )
    return found


def lineup_key(game: TournamentGame) -> str:
    """The same for all seatings of a line-up, in one tournament."""
    options = sorted(game.options.items())
    rules = [game.game, game.board, game.rules, options, game.seed, game.thinking]
    return json.dumps([*rules, min(seatings(game.seated))])


# ---- what came of it
@dataclass(frozen=True)
class LuckRow:
    """A bot's share of the wins, as it is and with part of the luck taken out."""

    bot: str
    games: int  # seats taken: a bot may sit at a table more than once
    plain: Estimate
    corrected: Estimate

    @property
    def width(self) -> float | None:
        """How wide the corrected interval is, the plain one being 1; None: one has no width."""
        plain, corrected = interval_width(self.plain), interval_width(self.corrected)
        return corrected / plain if plain and corrected is not None else None

    def to_json(self) -> dict[str, object]:
        return {
            "bot": self.bot,
            "games": self.games,
            "plain": self.plain.to_json(),
            "corrected": self.corrected.to_json(),
            "width": None if self.width is None else round(self.width, 4),
        }


def interval_width(one: Estimate) -> float | None:
    return None if one.low is None or one.high is None else one.high - one.low


@dataclass(frozen=True)
class LuckTable:
    """All bots of a line-up, the one with the largest share first."""

    games: LineupGames
    rows: tuple[LuckRow, ...]
    parts: tuple[float, ...]  # of the luck that were taken out, by half of the deals

    @classmethod
    def of(cls, games: LineupGames, found: Mapping[str, Sequence[float]]) -> LuckTable:
        """From results without luck, by a game's place in the file."""
        shares = [BotShares.of(games, found, bot) for bot in dict.fromkeys(games.first.seated)]
        parts = parts_for(
            np.stack([one.plain for one in shares], axis=1),
            np.stack([one.without_luck for one in shares], axis=1),
        )
        samples = block_samples(len(games.deals))
        rows = [one.row(parts, samples) for one in shares]
        return cls(games, tuple(sorted(rows, key=lambda row: -row.corrected.value)), parts)

    def to_json(self) -> dict[str, object]:
        first = self.games.first
        return {
            "game": first.game,
            "options": first.options,
            "seats": first.seats,
            "lineup": list(first.seated),
            "games": len(self.games.games),
            "deals": len(self.games.deals),
            "left_out": self.games.left_out,
            "seed": first.seed,
            "thinking": first.thinking,
            "parts": [round(part, 4) for part in self.parts],
            "bots": [row.to_json() for row in self.rows],
        }


@dataclass(frozen=True)
class BotShares:
    """What a bot won in each deal, all its seats of all seatings together."""

    bot: str
    counts: Array  # seats taken
    plain: Array
    without_luck: Array

    @classmethod
    def of(cls, games: LineupGames, found: Mapping[str, Sequence[float]], bot: str) -> BotShares:
        chairs = [
            [
                (one, seat)
                for one in deal
                for seat, name in enumerate(one.game.seated)
                if name == bot
            ]
            for deal in games.deals
        ]
        return cls(
            bot=bot,
            counts=np.array([len(deal) for deal in chairs], float),
            plain=sums([[one.game.win_share(seat) for one, seat in deal] for deal in chairs]),
            without_luck=sums([[found[one.place][seat] for one, seat in deal] for deal in chairs]),
        )

    def row(self, parts: Sequence[float], samples: Array) -> LuckRow:
        corrected = [
            correct(plain, fair, parts[deal % HALVES])
            for deal, (plain, fair) in enumerate(zip(self.plain, self.without_luck, strict=True))
        ]
        return LuckRow(
            bot=self.bot,
            games=int(self.counts.sum()),
            plain=share(self.plain, self.counts, samples),
            corrected=ratio(np.array(corrected, float), self.counts, samples),
        )


def sums(blocks: Sequence[Sequence[float]]) -> Array:
    return np.array([sum(block) for block in blocks], float)
