"""How puzzles of the route games are found and named, as the registry of families finds it."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.bots import Limit, make
from ekiben.bots.routes.builds import BUILDS
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.games.routes.claim import in_set
from ekiben.puzzles.family import EVERY, PuzzleFamily, Solver, Trial
from ekiben.puzzles.routes.trial import RouteTrial

LEAST = 0.06  # of the value, which is from 0 to 1
LOST = 0.2  # the part of the deals in which a route is lost that makes it one to block
LOOKS = 40  # deals that are looked at for it
USUAL = (
    *("block", "last-turn", "tickets", "claim", "last-turn"),
    *("block", "card", "last-turn", "block", "draw-tickets"),
)
SPECIAL = {"stations": ("station", "tunnel"), "harbours": ("exchange", "harbour", "exchange")}
# the part of a game in which a single action hardly ever counts for so much
USUALLY_EARLY, EARLY = 0.6, {"tickets": 0.0, "last-turn": 0.0, "tunnel": 0.2}
QUESTIONS = {
    "tickets": ("tickets",),
    "tunnel": ("tunnel",),
    "card": ("turn", "second-card"),
}
# verbs that some bot thinks of, or that are among the best two
VERBS = {
    "station": "station",
    "harbour": "harbour",
    "exchange": "exchange",
    "draw-tickets": "tickets",
}
SOLVERS = (
    Solver("novice", "novice", 850),
    Solver("path", "path", 900),
    Solver("greedy", "greedy", 1000),
    Solver("step", "step", 1050),
    Solver("racer", "racer", 1150),
    Solver("junkie", "junkie", 1250),
    Solver("planner", "planner", 1500),
    Solver("expert", "searcher:rollouts=128", 1850, seeds=3),
)


def kinds(game: Game) -> Sequence[str]:
    """The kinds that are looked for, one game after the other."""
    board = game.plain_board
    return (
        *USUAL,
        *(SPECIAL["stations"] if board.stations else ()),
        *(SPECIAL["harbours"] if board.harbours else ()),
    )


# ---- positions
def suits(match: Match, kind: str) -> bool:
    """Whether the question fits, there is something to choose, and some bot thinks of the verb."""
    last = bool(match.position.field("last_turns"))
    if match.asked not in QUESTIONS.get(kind, ("turn",)) or last != (kind == "last-turn"):
        return False
    if len(match.legal()) < (2 if kind == "tunnel" else 3):
        return False
    verb = "claim" if kind == "block" else VERBS.get(kind)
    return verb is None or verb in wanted_verbs(match)


def wanted_verbs(match: Match) -> set[str]:
    """The verbs of what the policies would do."""
    view, legal = match.view(match.seat), match.legal()
    return {
        make(solver.spec, 0, match.game).choose(view, legal, Limit(1.0)).verb
        for solver in SOLVERS
        if solver.seeds == 1
    }


def kind_of(match: Match, trial: Trial, order: Sequence[int]) -> str:
    """What the puzzle is about, by its best choices."""
    verbs = [trial.actions(choice)[0].split()[0] for choice in order[:2]]
    if match.asked in ("tickets", "tunnel"):
        return match.asked
    if match.position.field("last_turns"):
        return "last-turn"
    if match.asked == "turn":
        thought_of = {*verbs, *wanted_verbs(match)}
        for kind, verb in VERBS.items():
            if verb in (verbs if kind == "draw-tickets" else thought_of):
                return kind
    if verbs[0] == "claim" and is_lost(trial, order[0], order[1]):
        return "block"
    return "card" if verbs == ["draw", "draw"] else "claim"


def is_lost(trial: Trial, claim: int, instead: int) -> bool:
    """Whether others often take or close the route when something else is done instead."""
    assert isinstance(trial, RouteTrial)
    route = int(trial.ids[claim] - trial.game.plain_board.claim)
    ends = [trial.final_state(instead, deal) for deal in range(LOOKS)]
    lost = [not in_set(s.owned[trial.seat], route) and not in_set(s.free, route) for s in ends]
    return sum(lost) >= LOST * LOOKS


# ---- solvers
def chosen(trial: Trial, match: Match, solver: Solver, seed: int) -> int | None:
    bot = make(solver.spec, seed, match.game)
    action = bot.choose(match.view(match.seat), match.legal(), Limit(60.0))
    assert isinstance(trial, RouteTrial)
    return trial.texts.index(str(action))


PUZZLES = PuzzleFamily(
    prepare=BUILDS.fastest,
    player="planner",
    kinds=kinds,
    suits=suits,
    early=lambda kind: EARLY.get(kind, USUALLY_EARLY),
    trial=RouteTrial,
    kind_of=kind_of,
    chosen=chosen,
    solvers=lambda game: SOLVERS,
    least=LEAST,
    screening=((10, 8), (5, 20), (3, 40)),
    judging=((EVERY, 3), (24, 6), (8, 16), (4, 40), (3, 100)),
)
