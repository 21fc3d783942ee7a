"""The arena: many games between bots, tournaments, and what they say with how much certainty.

>>> from ekiben import arena
>>> results = arena.play_games("london", ["greedy", "random"], games=2, seed=7)
>>> [result.scores for result in results]
[[37, -30], [-4, 37]]
>>> games = arena.tournament("london", ["greedy", "random"], deals=2, seed=7)
>>> len(games), [standing.spec for standing in arena.summaries(games)[0].standings]
(4, ['greedy', 'random'])
"""

from ekiben.arena.games import GameResult, iter_games, play_games
from ekiben.arena.results import TournamentGame, read
from ekiben.arena.sprt import Test, Verdict
from ekiben.arena.summary import Standing, Summary, summaries
from ekiben.arena.tournament import Tournament, run_test, tournament

__all__ = [
    "GameResult",
    "Standing",
    "Summary",
    "Test",
    "Tournament",
    "TournamentGame",
    "Verdict",
    "iter_games",
    "play_games",
    "read",
    "run_test",
    "summaries",
    "tournament",
]
