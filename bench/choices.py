"""What a choice of the planner costs, in seconds of one core's time.

Inside compiled games the policy reads the state it plays on. `Bot.choose` reads the view into a
state first, as every program, the browser and the arena ask it.
"""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Iterable, Iterator

from figures import Figure, row

import ekiben
from ekiben import bots
from ekiben.bots.routes.duel import duel
from ekiben.games.routes.game import RouteGame

BOT, SEATS, ROUNDS = "planner", 2, 5
INSIDE, ASKED = "in compiled games", "through Bot.choose"
GAMES = ("america", "europe", "great-lakes", "london")
TABLE = re.compile(rf"^\| a choice of `{BOT}`.*\n(\|.*\n)+", re.M)


def inside(game: RouteGame, games: int = 200) -> float:
    """Seconds a choice in whole compiled games, what comes of it included."""
    table = [bots.make(BOT, game=game) for _ in range(SEATS)]
    start = time.process_time()
    played = duel(game, table, games, seed=1, jobs=1)
    return (time.process_time() - start) / float(played.lengths.sum())


def asked(game: RouteGame, deal: int) -> float:
    """Seconds a choice through `Bot.choose`, in one match."""
    match, bot, limit = game.new(SEATS, deal), bots.make(BOT, game=game), bots.Limit(1.0, 1)
    spent = made = 0.0
    while match.seat is not None:
        view, legal, start = match.view(match.seat), match.legal(), time.process_time()
        action = bot.choose(view, legal, limit)
        spent += time.process_time() - start
        made += 1
        match.play(action)
    return spent / made


def measure(name: str) -> tuple[float, float]:
    """Medians of several rounds after a first one: in compiled games, and through `Bot.choose`."""
    game = ekiben.load(name)
    assert isinstance(game, RouteGame)
    game.builds.fastest()
    inner = [inside(game) for _ in range(ROUNDS + 1)][1:]
    outer = [asked(game, deal) for deal in range(ROUNDS + 1)][1:]
    return statistics.median(inner), statistics.median(outer)


@row("choices")
def choices() -> Iterator[Figure]:
    for name in GAMES:
        inner, outer = measure(name)
        yield Figure(figure_name(name, INSIDE), inner, "seconds")
        yield Figure(figure_name(name, ASKED), outer, "seconds")


def figure_name(game: str, how: str) -> str:
    return f"a choice of {BOT}, {game}, {SEATS} seats, {how}"


def table(found: Iterable[Figure]) -> str:
    """The same as the manual shows it."""
    costs = {figure.name: figure.value for figure in found}
    names = [ekiben.load(name).board.names["en"] for name in GAMES]
    inner = [f"{costs[figure_name(name, INSIDE)] * 1e6:.1f} µs" for name in GAMES]
    outer = [f"{costs[figure_name(name, ASKED)] * 1e3:.2f} ms" for name in GAMES]
    return "\n".join(
        [
            f"| a choice of `{BOT}`, {SEATS} seats, one core | {' | '.join(names)} |",
            "|---" * (len(names) + 1) + "|",
            f"| inside compiled games | {' | '.join(inner)} |",
            f"| through `Bot.choose`, which reads the view first | {' | '.join(outer)} |\n",
        ]
    )


def filled(page: str, found: Iterable[Figure]) -> str:
    """The page with its table of choices made anew."""
    return TABLE.sub(lambda _: table(found), page)
