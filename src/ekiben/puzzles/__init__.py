"""Puzzles: positions from games between strong bots in which one choice is clearly best.

>>> from ekiben import puzzles
>>> puzzle = puzzles.load("london")[0]
>>> match = puzzle.match()
>>> str(puzzle.best.actions[0]) in [str(action) for action in match.legal()]
True
"""

from ekiben.puzzles.files import find, load, read
from ekiben.puzzles.puzzle import Choice, Evidence, Puzzle, Stop, Trip, parse

__all__ = ["Choice", "Evidence", "Puzzle", "Stop", "Trip", "find", "load", "parse", "read"]
