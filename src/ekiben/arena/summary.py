"""What a tournament amounts to: one summary for every game, choice of rules and number of seats."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ekiben.arena import fingerprints
from ekiben.arena.family import Chair
from ekiben.arena.ratings import Choices, choose_anchor, rating_samples
from ekiben.arena.results import TournamentGame
from ekiben.arena.stats import Array, Estimate, block_samples, count_cycles, ratio, share

Matrix = list[list[Estimate | None]]


@dataclass(frozen=True)
class Standing:
    """One bot: rating, win share, lead over the best other seat, rank, score, seconds a choice."""

    spec: str
    games: int  # seats taken: a bot may sit at a table more than once
    rating: Estimate
    share: Estimate
    margin: Estimate
    rank: Estimate
    score: Estimate
    seconds: float
    # ahead of all others or behind them, always: the rating is what the drawn game leaves of
    # infinity
    bounded: bool
    known: str  # `same`, `changed`, `new` or `timed` against the panel

    def to_json(self) -> dict[str, object]:
        figures = {
            name: getattr(self, name).to_json()
            for name in ("rating", "share", "margin", "rank", "score")
        }
        return {
            "bot": self.spec,
            "games": self.games,
            **figures,
            "seconds_a_choice": round(self.seconds, 6),
            "bounded": self.bounded,
            "panel": self.known,
        }


class Summary:
    """Games of one kind; bots are in the order of their ratings."""

    def __init__(self, games: Sequence[TournamentGame]) -> None:
        self.games = sorted(games, key=lambda played: played.key)
        self.game = games[0].game
        self.options = games[0].options
        self.seats = games[0].seats
        self.thinking = games[0].thinking
        self.seed = games[0].seed
        self.deals = sorted({played.seeded_deal for played in games})
        self.place = {deal: number for number, deal in enumerate(self.deals)}
        self.samples = block_samples(len(self.deals))
        self.specs = list(dict.fromkeys(spec for played in self.games for spec in played.seated))
        self.anchor = choose_anchor(self.specs)
        self.standings = self.rank_bots()
        self.specs = [standing.spec for standing in self.standings]

    def rank_bots(self) -> list[Standing]:
        against = self.specs.index(self.anchor)
        values, samples = rating_samples(self.choices(), against, self.samples)
        ratings = [
            Estimate.of(float(value), samples[:, bot] if len(samples) else samples)
            for bot, value in enumerate(values)
        ]
        rows = [
            self.standing(spec, rating) for spec, rating in zip(self.specs, ratings, strict=True)
        ]
        return sorted(rows, key=lambda row: -row.rating.value)

    def choices(self) -> Choices:
        number = {spec: bot for bot, spec in enumerate(self.specs)}
        blocks: list[list[list[list[int]]]] = [[] for _ in self.deals]
        for played in self.games:
            blocks[self.place[played.seeded_deal]].append(
                [[number[played.seated[seat]] for seat in together] for together in played.ranking]
            )
        return Choices.of(blocks, len(self.specs))

    # ---- by bot
    def standing(self, spec: str, rating: Estimate) -> Standing:
        chairs = self.chairs[spec]
        share = self.share(chairs)
        moves, spent = (
            sum(getattr(played, name)[seat] for played, seat in chairs)
            for name in ("moves", "seconds")
        )
        return Standing(
            spec,
            len(chairs),
            rating,
            share,
            self.mean(chairs, [lead(played, seat) for played, seat in chairs]),
            self.mean(chairs, [played.ranks[seat] for played, seat in chairs]),
            self.mean(chairs, [played.scores[seat] for played, seat in chairs]),
            spent / max(1, moves),
            spec != self.anchor and is_one_sided(chairs),
            self.known(spec, chairs),
        )

    @cached_property
    def chairs(self) -> dict[str, list[Chair]]:
        """By bot, every game and seat it played in."""
        found: dict[str, list[Chair]] = {spec: [] for spec in self.specs}
        for played in self.games:
            for seat, spec in enumerate(played.seated):
                found[spec].append((played, seat))
        return found

    def mean(self, chairs: Sequence[Chair], values: Sequence[float]) -> Estimate:
        """A mean with its interval over deals."""
        return ratio(*self.by_deal(chairs, values), self.samples)

    def share(self, chairs: Sequence[Chair]) -> Estimate:
        """A share of wins with its interval over deals."""
        return share(
            *self.by_deal(chairs, [played.win_share(seat) for played, seat in chairs]), self.samples
        )

    def by_deal(self, chairs: Sequence[Chair], values: Sequence[float]) -> tuple[Array, Array]:
        at = np.array([self.place[played.seeded_deal] for played, _ in chairs], int)
        size = len(self.place)
        sums = np.bincount(at, np.array(values, float), size).astype(float)
        return sums, np.bincount(at, minlength=size).astype(float)

    def known(self, spec: str, chairs: Sequence[Chair]) -> str:
        """How a bot compares with the panel; several behaviours under one name mean `changed`."""
        digests = {played.behaviour[seat] for played, seat in chairs}
        stored = fingerprints.stored_panel().get(self.game, {})
        return (
            fingerprints.compare(stored, spec, next(iter(digests)))
            if len(digests) == 1
            else "changed"
        )

    # ---- bot against bot
    @cached_property
    def ahead(self) -> Matrix:
        """How often the row's bot finishes before the column's; shared places count half."""
        met: dict[tuple[str, str], tuple[list[Chair], list[float]]] = {}
        for played in self.games:
            for (seat, one), (against, other) in itertools.permutations(
                enumerate(played.seated), 2
            ):
                if one != other:
                    chairs, values = met.setdefault((one, other), ([], []))
                    chairs.append((played, seat))
                    values.append(finishes_ahead(played.ranks[seat], played.ranks[against]))
        return self.matrix(
            {pair: share(*self.by_deal(*found), self.samples) for pair, found in met.items()}
        )

    @cached_property
    def alone(self) -> Matrix:
        """The win share of one of the row's bots among the column's."""
        found: dict[tuple[str, str], list[Chair]] = {}
        for played in self.games:
            for seat, one in enumerate(played.seated):
                others = {*played.seated[:seat], *played.seated[seat + 1 :]}
                if len(others) == 1 and one not in others:
                    found.setdefault((one, others.pop()), []).append((played, seat))
        return self.matrix({pair: self.share(chairs) for pair, chairs in found.items()})

    def matrix(self, cells: dict[tuple[str, str], Estimate]) -> Matrix:
        return [[cells.get((one, other)) for other in self.specs] for one in self.specs]

    @cached_property
    def cycles(self) -> tuple[int, int]:
        return count_cycles(
            [[None if cell is None else cell.value for cell in row] for row in self.ahead]
        )

    # ---- by seat
    def seat_shares(self, spec: str | None = None) -> list[Estimate]:
        """Win share of every seat, of one bot or of all."""
        chairs = (
            self.chairs[spec]
            if spec
            else [(played, seat) for played in self.games for seat in range(self.seats)]
        )
        return [
            self.share([chair for chair in chairs if chair[1] == seat])
            for seat in range(self.seats)
        ]

    def to_json(self) -> dict[str, object]:
        rings, met = self.cycles
        more = {"alone": matrix_json(self.alone)} if self.seats > 2 else {}
        return {
            "game": self.game,
            "options": self.options,
            "seats": self.seats,
            "games": len(self.games),
            "deals": len(self.deals),
            "seed": self.seed,
            "thinking": self.thinking,
            "anchor": self.anchor,
            "bots": [row.to_json() for row in self.standings],
            "ahead": matrix_json(self.ahead),
            **more,
            "cycles": {"rings": rings, "triples": met},
            "seat_shares": [share.to_json() for share in self.seat_shares()],
        }


def lead(played: TournamentGame, seat: int) -> int:
    """Points ahead of the best of the others."""
    return played.scores[seat] - max(
        score for other, score in enumerate(played.scores) if other != seat
    )


def is_one_sided(chairs: Sequence[Chair]) -> bool:
    """Whether a bot finished ahead of all others in every game, or behind all."""
    ends = {
        finishes_ahead(played.ranks[seat], played.ranks[other])
        for played, seat in chairs
        for other, spec in enumerate(played.seated)
        if spec != played.seated[seat]
    }
    return ends in ({0.0}, {1.0})


def finishes_ahead(one: float, other: float) -> float:
    """1 when the first of two ranks is better, 0 when it is worse, a half for equal ranks."""
    return 1.0 if one < other else 0.0 if one > other else 0.5


def matrix_json(cells: Matrix) -> list[list[dict[str, float | None] | None]]:
    return [[None if cell is None else cell.to_json() for cell in row] for row in cells]


def about(games: Sequence[TournamentGame]) -> dict[str, object]:
    """How many games there are and how they were played, for a sentence about them."""
    times = sorted({played.thinking for played in games})
    return {
        "games": len(games),
        "deals": len({played.seeded_deal for played in games}),
        "seed": ", ".join(dict.fromkeys(played.seed for played in games)),
        "thinking": ", ".join(f"{seconds:g}" for seconds in times),
    }


def summaries(games: Iterable[TournamentGame]) -> list[Summary]:
    """A summary for every game, options and seats, in the order they were first played."""
    groups: dict[str, list[TournamentGame]] = {}
    for played in games:
        groups.setdefault(
            json.dumps([played.game, sorted(played.options.items()), played.seats]), []
        ).append(played)
    return [Summary(group) for group in groups.values()]
