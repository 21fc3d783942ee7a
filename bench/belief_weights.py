"""Fit how much each figure tells of others' tickets, and measure how well beliefs are calibrated.

    python bench/belief_weights.py --games 60 --write     # games for each number of seats
    python bench/belief_weights.py --games 30 --seed 5000000 --check

Bots of several levels play all route games; at some positions of each game, what one seat may
think of the others is compared with what they hold. `--write` puts the weights that explain it best
into the package; `--check` only says how often tickets with a given probability are held.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

import ekiben
from ekiben import bots
from ekiben.analysis.routes import opponents
from ekiben.analysis.routes.known_tickets import known_tickets
from ekiben.analysis.routes.opponents import Opponents, chances_with_counts, odds_of
from ekiben.analysis.routes.path_lengths import Floats
from ekiben.analysis.routes.ticket_evidence import FIGURES
from ekiben.bots import Limit
from ekiben.bots.routes.builds import BUILDS
from ekiben.core.match import Match

GAMES = ("america", "europe", "great-lakes", "london")
PLAYERS = ("planner", "planner", "planner", "junkie", "step")  # a seat's bot, by lot
POSITIONS = 10  # of a game
ROUNDS = 10  # of the fit
LARGEST = 1.5  # step of a weight
SOFT = 2.0  # how strongly weights are drawn to zero
LOG2 = float(np.log(2.0))


@dataclass(frozen=True)
class Position:
    """What a seat sees of the others' tickets at a moment, and the truth."""

    figures: Floats  # by seat, ticket and figure
    possible: Floats  # by seat and ticket
    counts: Floats  # tickets by seat
    held: Floats  # by seat and ticket


# ---- games
def positions(name: str, seats: int, seed: int) -> Iterator[Position]:
    """Play a game, and look at it now and then from the first seat."""
    match, luck = ekiben.load(name).new(seats, seed), random.Random(seed)
    players = [bots.make(luck.choice(PLAYERS), seed + seat) for seat in range(seats)]
    for seat, player in enumerate(players):
        player.sit(match.game, seat)
    seen, every, left = Opponents(match.game, 0), luck.randrange(12, 28), 0
    while not match.over:
        seen.update(match.view(0))
        left -= 1
        if left < 0 and not seen.s.setting_up:
            left = every
            yield position(match, seen)
        match.play(players[match.seat].choose(match.view(match.seat), match.legal(), Limit(1.0)))


def position(match: Match, seen: Opponents) -> Position:
    known = known_tickets(seen.game.plain_board, seen.s, seen.seat)
    counts = np.asarray(seen.s.ticket_count[: match.seats], np.float64)
    counts[seen.seat] = 0.0
    truth = match.position.state
    tickets = len(seen.game.board.tickets)
    held = [
        [int(truth.tickets[seat]) >> n & 1 for n in range(tickets)] for seat in range(match.seats)
    ]
    return Position(
        seen.evidence.figures(seen.s), seen.possible(known), counts, np.array(held, np.float64)
    )


def gather(name: str, games: int, seed: int) -> list[Position]:
    """Positions of so many games for every number of seats."""
    fewest, most = ekiben.load(name).seats
    return [
        one
        for seats in range(max(2, fewest), most + 1)
        for number in range(games)
        for one in positions(name, seats, seed + 1_000 * seats + number)
    ]


# ---- the fit
def chances_of(one: Position, weights: Floats) -> Floats:
    return chances_with_counts(odds_of(one.figures @ weights) * one.possible, one.counts)


def fit(found: list[Position]) -> Floats:
    """Newton's steps for the weights, the scale of each seat's odds found anew before each."""
    weights = np.zeros(len(FIGURES))
    for _ in range(ROUNDS):
        slope, curve = -SOFT * weights, SOFT * np.eye(len(FIGURES))
        for one in found:
            chances = chances_of(one, weights)
            for seat in np.flatnonzero(one.counts):
                open_ones = one.possible[seat] > 0
                add_seat(slope, curve, one, chances[seat], int(seat), open_ones)
        step = np.linalg.solve(curve, slope)
        weights = weights + step * min(1.0, LARGEST / float(np.abs(step).max()))
    return weights


def add_seat(
    slope: Floats, curve: Floats, one: Position, chances: Floats, seat: int, open_ones: Floats
) -> None:
    """Add a seat's tickets; figures count from their mean, since only odds between them matter."""
    part = chances[open_ones]
    spread = part * (1 - part)
    figures = one.figures[seat][open_ones]
    figures = figures - (spread @ figures) / max(float(spread.sum()), 1e-9)
    slope += LOG2 * ((one.held[seat][open_ones] - part) @ figures)
    curve += LOG2**2 * (figures.T * spread) @ figures


# ---- how good it is
def told(found: list[Position], weights: Floats) -> tuple[Floats, Floats]:
    """Probabilities, and whether it was so, of all tickets that a seat might have had."""
    chances, held = [], []
    for one in found:
        might = (one.possible > 0) & (one.counts > 0)[:, None]
        chances.append(chances_of(one, weights)[might])
        held.append(one.held[might])
    return np.concatenate(chances), np.concatenate(held)


def bits(chances: Floats, held: Floats) -> float:
    """What the truth costs in bits for each ticket."""
    sure = np.clip(np.where(held > 0, chances, 1 - chances), 1e-6, 1.0)
    return float(-np.log2(sure).mean())


def print_table(name: str, found: list[Position], weights: Floats) -> None:
    chances, held = told(found, weights)
    plain, _ = told(found, np.zeros(len(FIGURES)))
    print(
        f"{name}: {len(found)} positions, {bits(chances, held):.4f} bits a ticket, "
        f"{bits(plain, held):.4f} without evidence"
    )
    edges = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.001]
    for low, high in itertools.pairwise(edges):
        inside = (chances >= low) & (chances < high)
        if inside.any():
            print(
                f"  {low:4.0%} to {min(high, 1):4.0%}: mean {chances[inside].mean():5.1%}, "
                f"held {held[inside].mean():5.1%} of {inside.sum()}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=20, help="for each number of seats")
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--check", action="store_true", help="use the weights of the package")
    parser.add_argument("--write", action="store_true", help="into the package")
    parser.add_argument("names", nargs="*", default=GAMES)
    asked = parser.parse_args()
    BUILDS.fastest()
    found = {name: gather(name, asked.games, asked.seed) for name in asked.names}
    fits = {name: opponents.weights(name) if asked.check else fit(found[name]) for name in found}
    for name, weights in fits.items():
        print_table(name, found[name], weights)
        print("  " + ", ".join(f"{one} {w:.2f}" for one, w in zip(FIGURES, weights, strict=True)))
    if asked.write:
        write(fits, found, asked.games)


def write(fits: dict[str, Floats], found: dict[str, list[Position]], games: int) -> None:
    fits = {**fits, opponents.OTHER: np.mean(list(fits.values()), axis=0)}
    rows = {
        name: {one: round(float(w), 3) for one, w in zip(FIGURES, weights, strict=True)}
        for name, weights in fits.items()
    }
    fitted = {"games": games, "positions": sum(map(len, found.values()))}
    text = json.dumps({"fitted": fitted, "weights": rows}, indent=1)
    opponents.DATA.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
