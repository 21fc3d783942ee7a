"""Mining: one game between strong bots is looked through for one puzzle.

Everything follows from the game's name, the seed and the unit's number, whatever the machine.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import ekiben
from ekiben.bots import Limit, make
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.puzzles.checking import choices_of, holds, search_again
from ekiben.puzzles.family import PUZZLE_FAMILY, PuzzleFamily
from ekiben.puzzles.judging import Judgement
from ekiben.puzzles.puzzle import Puzzle
from ekiben.puzzles.rating import rate

SEATS = (2, 2, 3, 2, 4, 3)  # of one unit after the other
LOOKS = 12  # positions of a game that are screened
SURE = 2.5  # standard errors that the gap has to be wide when judged
SECONDS = 60.0  # that a player may think, which none of them needs
FRESH = 1_000_003  # from the seed of the making to that of the check


@dataclass(frozen=True)
class Unit:
    """A game to be looked through."""

    game: str
    seed: int
    number: int


@dataclass(frozen=True)
class Mined:
    """What came of a unit: a puzzle that holds, or none, and how far it got."""

    unit: Unit
    puzzle: Puzzle | None
    judged: int = 0  # positions that were worth judging
    made: int = 0  # puzzles that were worth checking


def mine(unit: Unit) -> Mined:
    """Look one game through; the first position that becomes a puzzle ends it."""
    game = ekiben.load(unit.game)
    game.builds.fastest()
    family, luck = PUZZLE_FAMILY.of(game), random.Random(f"{unit}")
    judged = made = 0
    for match in positions(game, family, unit, luck):
        seed = luck.getrandbits(32)
        judgement = judge(match, family, seed)
        judged += judgement is not None
        puzzle = judgement and make_puzzle(match, family, judgement, unit)
        if puzzle:
            made += 1
            puzzle = check(puzzle, match, family)
        if puzzle:
            return Mined(unit, puzzle, judged, made)
    return Mined(unit, None, judged, made)


# ---- positions
def positions(game: Game, family: PuzzleFamily, unit: Unit, luck: random.Random) -> Iterator[Match]:
    """Some positions of the unit's game that suit its kind, in any order."""
    kinds = family.kinds(game)
    kind, seats = kinds[unit.number % len(kinds)], SEATS[unit.number // len(kinds) % len(SEATS)]
    seats = min(max(seats, game.seats[0]), game.seats[1])
    found = [
        match
        for match in played(game, family.player, seats, luck.getrandbits(64))
        if family.suits(match, kind)
    ]
    later = found[int(family.early(kind) * len(found)) :]
    yield from luck.sample(later, min(LOOKS, len(later)))


def played(game: Game, player: str, seats: int, seed: int) -> Iterator[Match]:
    """A game between strong bots, as a match before every choice."""
    bots = [make(player, seat, game) for seat in range(seats)]
    match = game.new(seats, seed)
    while not match.over:
        seat, legal = match.position.seat, match.legal()
        if len(legal) > 1:
            yield match.copy()
        match.play(bots[seat].choose(match.view(seat), legal, Limit(SECONDS)))


# ---- judging
def judge(match: Match, family: PuzzleFamily, seed: int) -> Judgement | None:
    """All choices judged, if a first look at the likely ones shows a gap, and it remains."""
    trial = family.trial(match, seed)
    if len(trial.likely) < family.choices:
        return None
    first = Judgement.of(trial, seed, trial.likely)
    if not first.play(family.screening, hopeless=family.least) or first.gap()[0] < family.least:
        return None
    judgement = Judgement.of(trial, seed, range(trial.count))
    judgement.playouts = first.playouts
    if not judgement.play(family.judging, hopeless=family.least):
        return None
    gap, error = judgement.gap()
    return judgement if gap > max(family.least, SURE * error) else None


def make_puzzle(
    match: Match, family: PuzzleFamily, judgement: Judgement, unit: Unit
) -> Puzzle | None:
    """The puzzle, unless every bot finds it."""
    trial, solvers = judgement.trial, family.solvers(match.game)
    found = {
        solver.name: sum(
            family.chosen(trial, match, solver, seed) == judgement.best
            for seed in range(solver.seeds)
        )
        / solver.seeds
        for solver in solvers
    }
    if all(found.values()):
        return None
    return Puzzle(
        id=f"{unit.game}-{unit.seed}-{unit.number}",
        game=unit.game,
        kind="",
        seat=match.position.seat,
        rating=0,
        choices=choices_of(judgement),
        made=judgement.evidence(),
        checked=judgement.evidence(),
        solvers={name: round(share, 2) for name, share in found.items()},
        record=record_of(match),
    )


def record_of(match: Match) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(str(match.record()))
    return values | {"names": []}


def check(puzzle: Puzzle, match: Match, family: PuzzleFamily) -> Puzzle | None:
    """The puzzle as a far larger search sees it, named and rated; None if it does not agree."""
    judgement = search_again(puzzle, match, family, puzzle.made.seed + FRESH)
    if not holds(puzzle, judgement, family):
        return None
    checked = replace(
        puzzle,
        kind=family.kind_of(match, judgement.trial, judgement.order()),
        choices=choices_of(judgement),
        checked=judgement.evidence(),
    )
    solvers = family.solvers(match.game)
    return replace(checked, rating=rate(checked.solvers, solvers, checked.choices, family.least))
