"""Players and positions for the laws: every game at every number of seats, played in every way."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

import ekiben
from ekiben.core.match import deal_state
from ekiben.core.position import CompiledPosition, InterpretedPosition

BOARDS = Path(__file__).parents[1] / "boards"
SMALL = ("ring", "alps", "bay")  # small full tables: five seats, few cards
NAMES = (*ekiben.games(), *SMALL)
LIMIT = 60_000  # decisions; no game is longer, whatever its players do


@functools.cache
def load(name: str, **options: Any) -> ekiben.Game:
    """Games of Tokyo Railways are cut short: they have hundreds of decisions a round."""
    if name == "tokyo":
        options = {"turn_limit": 3, **options}
    return ekiben.load(BOARDS / f"{name}.toml" if name in SMALL else name, **options)


ROUTE_GAMES = tuple(name for name in NAMES if load(name).family.name == "routes")
TABLES = [
    (name, seats)
    for name in NAMES
    for seats in range(load(name).seats[0], load(name).seats[1] + 1)
    if name != "tokyo" or seats in (2, 5)
]
FULL = [(name, max(seats for one, seats in TABLES if one == name)) for name in NAMES]
ROUTE_TABLES = [(name, seats) for name, seats in TABLES if name in ROUTE_GAMES]
SEEDS = (0, 7, (1 << 128) - 1)


def tables(*which: tuple[str, int]) -> Any:
    """Parametrises a test over tables: a game and a number of seats."""
    return pytest.mark.parametrize(("name", "seats"), which or TABLES, ids=lambda value: str(value))


# ---- ways of playing: an action's rank, the lowest being played, one at random among equals
Rank = Callable[[Any, Any], float]
LAST = 1_000


def first(*verbs: str, keep: int = 0) -> Rank:
    """These verbs before all others; tickets kept: as few (1) or as many (-1) as can be."""

    def rank(match: Any, action: Any) -> float:
        if action.verb == "keep":
            return keep * len(action.tickets)
        return verbs.index(action.verb) if action.verb in verbs else LAST

    return rank


def claiming(sign: int) -> Rank:
    """Claims the shortest (1) or longest (-1) route there is, else draws."""

    def rank(match: Any, action: Any) -> float:
        if action.verb == "claim":
            return sign * length(match.game, action.route)
        return LAST if action.verb in ("draw", "refill", "pay") else 2 * LAST

    return rank


@functools.cache
def routes(game: Any) -> dict[str, Any]:
    return {route.id: route for route in game.board.routes}


def length(game: Any, route: str) -> int:
    return int(routes(game)[route].length)


IDLE = {"withdraw": 0, "exchange": 1, "pass": 2}


def idling(match: Any, action: Any) -> float:
    """Withdraws, exchanges, passes; lays out for a tunnel only to withdraw."""
    if action.verb == "claim":
        return 3 if routes(match.game)[action.route].tunnel else LAST
    return IDLE.get(action.verb, LAST)


def stalling(match: Any, action: Any) -> float:
    """Idles as long as the game does not end by it, then does the least there is to do."""
    ends_by_it = match.position.field("idle") + 1 >= 10 * match.seats
    return -idling(match, action) if ends_by_it else idling(match, action)


STYLES: dict[str, Rank | None] = {
    "random": None,
    "hoarder": first("draw", "refill"),
    "collector": first("tickets", "draw", keep=-1),
    "returner": first("tickets", "draw", keep=1),
    "idler": idling,
    "staller": stalling,
    "pacifist": lambda match, action: action.verb == "claim",
    "short": claiming(1),
    "long": claiming(-1),
    "builder": first("station", "harbour", "claim", "draw"),
    "claimer": first("claim", "pay", "draw"),
}
MIXES = [
    *((style,) for style in STYLES),
    ("hoarder", "short"),
    ("staller", "long", "returner"),
    ("collector", "claimer", "idler"),
    ("pacifist", "builder"),
    ("random", "hoarder", "returner", "claimer", "staller"),
]
PLAY = [("random",), ("claimer",), ("returner", "random"), ("hoarder", "builder", "short")]


def choose(style: str, match: Any, luck: random.Random) -> Any:
    legal, rank = match.legal(), STYLES[style]
    if rank is None or match.game.name not in ROUTE_GAMES:
        return luck.choice(legal)
    ranks = [rank(match, action) for action in legal]
    best = min(ranks)
    return luck.choice([action for action, one in zip(legal, ranks, strict=True) if one == best])


def decisions(
    match: Any, styles: tuple[str, ...], seed: int = 0, limit: int = LIMIT
) -> Iterator[Any]:
    """Plays the match on; hands it over before every decision and once more when it is over."""
    luck = random.Random(seed)
    for _ in range(limit):
        yield match
        if match.over:
            return
        match.play(choose(styles[match.seat % len(styles)], match, luck))
    raise AssertionError(
        f"{match.game.name}, {match.seats} seats, {styles}: not over after {limit} decisions"
    )


def play_on(
    match: Any, styles: tuple[str, ...] = ("random",), seed: int = 0, steps: int | None = None
) -> Any:
    """The same match, so many decisions later (None: when it is over)."""
    for at, _ in enumerate(decisions(match, styles, seed)):
        if at == steps:
            break
    return match


def sampled(match: Any, styles: tuple[str, ...], seed: int = 0, every: int = 17) -> Iterator[Any]:
    """Every so many decisions the match as it stands.

    Whenever a question was not asked lately.
    """
    last: dict[str, int] = {}
    for at, now in enumerate(decisions(match, styles, seed)):
        if at % every == 0 or now.over or at - last.get(now.asked, -LIMIT) > 2 * every:
            last[now.asked] = at
            yield now


# ---- positions that Hypothesis chooses
@dataclass(frozen=True)
class Played:
    name: str
    seats: int
    seed: int
    styles: tuple[str, ...]
    steps: int
    moves: tuple[int, ...]

    def match(self) -> Any:
        """Some steps in these styles, then the moves that Hypothesis named."""
        match = play_on(
            load(self.name).new(self.seats, self.seed), self.styles, self.seed, self.steps
        )
        for move in self.moves:
            if not match.over:
                legal = match.legal()
                match.play(legal[move % len(legal)])
        return match


def plays(which: list[tuple[str, int]] | None = None, most: int = 250) -> st.SearchStrategy[Played]:
    styles = st.lists(st.sampled_from(list(STYLES)), min_size=1, max_size=5).map(tuple)
    return st.builds(
        lambda table, *rest: Played(*table, *rest),
        st.sampled_from(which or TABLES),
        st.integers(0, (1 << 128) - 1),
        styles,
        st.integers(0, most),
        st.lists(st.integers(0, 99), max_size=30).map(tuple),
    )


# ---- builds
def interpreted_position(game: Any, seats: int, seed: int) -> InterpretedPosition:
    return InterpretedPosition(
        game, deal_state(game, seats, [seed >> 32 * word & 0xFFFFFFFF for word in range(4)], None)
    )


def compiled_position(game: Any, seats: int, seed: int) -> CompiledPosition:
    return CompiledPosition.start(
        game, compiled_kernels(game), seats, [seed >> 32 * word & 0xFFFFFFFF for word in range(4)]
    )


def compiled_kernels(game: Any) -> Any:
    """The compiled kernels; a test that needs them is skipped where they cannot be built."""
    pytest.importorskip("numba", reason="numba is not here: there is only one speed")
    kernels = game.builds.fastest()
    if not kernels.compiled:
        pytest.skip("EKIBEN_PLAIN is set: there is only one speed")
    return kernels


def with_state(match: Any, state: Any) -> Any:
    """A copy of the match, with all it has heard, in another position."""
    twin = match.copy()
    twin.position = InterpretedPosition(match.game, state).fastest()
    return twin
