"""How puzzles of Tokyo Railways are found, as the registry of families finds it."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.bots import Limit, make
from ekiben.bots.expert import Expert
from ekiben.bots.tokyo.builds import BUILDS
from ekiben.bots.tokyo.planner_bot import PlannerBot
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.puzzles.family import PuzzleFamily, Solver, Trial
from ekiben.puzzles.tokyo.trial import TripTrial, first_stop

LEAST = 0.5  # turns
EARLY = 0.3  # the part of a game before which trips hardly differ
TRIP = "trip"
SOLVERS = (
    Solver("apprentice", "apprentice", 850, seeds=2),
    Solver("courier", "courier", 1000),
    Solver("single", "dispatcher:jobs=1,among=12,width=20,cushion=0,purse=20", 1150),
    Solver("narrow", "dispatcher:jobs=2,among=3,width=4,finalists=1,cushion=60,purse=200", 1350),
    Solver("dispatcher", "dispatcher", 1600),
    Solver("expert", "strategist:games=48", 1850, seeds=2),
)


def kinds(game: Game) -> Sequence[str]:
    return (TRIP,)


def suits(match: Match, kind: str) -> bool:
    """At the beginning of a turn."""
    seat = match.position.seat
    return match.asked == "move" and bool(match.actors) and match.actors[-1] != seat


def kind_of(match: Match, trial: Trial, order: Sequence[int]) -> str:
    return TRIP


def chosen(trial: Trial, match: Match, solver: Solver, seed: int) -> int | None:
    """The trip with the stop that a bot goes to first, if it is among the choices."""
    bot = make(solver.spec, seed, match.game)
    bot.choose(match.view(match.seat), match.legal(), Limit(60.0))
    player = bot.player if isinstance(bot, Expert) else bot
    assert isinstance(player, PlannerBot) and isinstance(trial, TripTrial)
    stop = first_stop(player.planner)
    return trial.first_stops.index(stop) if stop in trial.first_stops else None


PUZZLES = PuzzleFamily(
    prepare=BUILDS.fastest,
    player="dispatcher",
    kinds=kinds,
    suits=suits,
    early=lambda kind: EARLY,
    trial=TripTrial,
    kind_of=kind_of,
    chosen=chosen,
    solvers=lambda game: SOLVERS,
    least=LEAST,
    screening=((8, 4), (3, 12)),
    judging=((8, 5), (4, 8), (3, 24)),
    choices=3,  # of two, every second guess is right
)
