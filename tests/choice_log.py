"""What bots have chosen in fixed games, for tests that the same bots choose the same still.

    python tests/choice_log.py > tests/choice_log.json

writes the log anew, after a bot was meant to change. Searches count their playouts here: by time
nobody chooses the same twice.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import ekiben
from ekiben import bots
from ekiben.arena.one_game import builds_for
from ekiben.bots.bot import Bot
from ekiben.bots.levels import levels
from ekiben.bots.routes.expert import RouteExpert
from ekiben.bots.routes.network_expert import NetworkExpert
from ekiben.bots.tokyo.strategist import Strategist
from ekiben.core.action import Action
from ekiben.core.match import Match

LOG = Path(__file__).parent / "choice_log.json"
LIMIT = bots.Limit(1000.0)
CHOICES = 40  # of a game, where there was a choice
FEW = 10
SEATS = 3
Choose = Callable[[Bot, Match], Action]


def choose_here(bot: Bot, match: Match) -> Action:
    return bot.choose(match.view(match.seat), match.legal(), LIMIT)


def route_expert(seed: int) -> Bot:
    """Two models, so that worlds must keep their numbers; a search with a network has none."""
    return NetworkExpert(seed, rollouts=64, sure=0.3, models=2)


def searcher(seed: int) -> Bot:
    """The same search without a network, whether the box has one or not."""
    return RouteExpert(seed, rollouts=64, sure=0.3, models=2)


def tokyo_expert(seed: int) -> Bot:
    """The expert's search with the usual weights, and playouts that end soon."""
    return Strategist(seed, candidates=4, games=32, ahead=4, sure=0.0)


def makers(name: str) -> dict[str, Callable[[int], Bot]]:
    """The bots of a game by level, and `searcher`; searches have a fixed number of playouts."""
    known = levels(ekiben.load(name))
    found = {
        level: lambda seed, spec=known[level].spec: bots.make(spec, seed)
        for level in known
        if level not in ("expert", "master")  # what a network chooses, its weights decide
    }
    if name == "tokyo":
        return {**found, "expert": tokyo_expert}
    return {**found, "searcher": searcher, "expert": route_expert}


def play(name: str, level: str, choose: Choose = choose_here, choices: int = CHOICES) -> list[int]:
    """The ids that bots of a level choose at the start of a game."""
    game = ekiben.load(name)
    for builds in builds_for(game):
        builds.fastest()
    table = [makers(name)[level](seat) for seat in range(SEATS)]
    for seat, bot in enumerate(table):
        bot.sit(game, seat)
    match, chosen = game.new(seats=SEATS, seed=18), []
    while len(chosen) < choices:
        action = choose(table[match.seat], match) if len(match.legal()) > 1 else match.legal()[0]
        chosen += [action.id] if len(match.legal()) > 1 else []
        match.play(action)
    return chosen


if __name__ == "__main__":
    rows = {
        f"{name} {level}": play(name, level) for name in ekiben.games() for level in makers(name)
    }
    lines = [f"{json.dumps(key)}: {json.dumps(row)}" for key, row in rows.items()]
    print("{\n" + ",\n".join(lines) + "\n}")
