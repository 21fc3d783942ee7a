"""The arena: tournaments of bots, and what they say with how much certainty.

>>> from ekiben import arena
>>> games = arena.tournament("london", ["greedy", "random"], deals=2, seed=7)
>>> len(games), [standing.spec for standing in arena.summaries(games)[0].standings]
(4, ['greedy', 'random'])
"""

from ekiben.arena.results import Played, read
from ekiben.arena.sprt import Test, Verdict
from ekiben.arena.summary import Standing, Summary, summaries
from ekiben.arena.tournament import Tournament, tested, tournament

__all__ = [
    "Played",
    "Standing",
    "Summary",
    "Test",
    "Tournament",
    "Verdict",
    "read",
    "summaries",
    "tested",
    "tournament",
]
