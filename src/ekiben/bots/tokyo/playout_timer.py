"""How much of the time for a choice is used up, by the playouts that still fit into it."""

from __future__ import annotations

from collections.abc import Callable

from ekiben.bots.tokyo.trial_playouts import LEAST

FIRST_GUESS = 0.02  # seconds that a playout takes, before any was played
DROPPED = 0.7  # playouts of a candidate, of those that the best get, as candidates are dropped


class PlayoutTimer:
    """Tells which part of the time is over: all of it, when the next playouts do not fit any more.

    It remembers from choice to choice how long a playout takes, on average and at worst of late.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.average = FIRST_GUESS
        self.slowest = FIRST_GUESS

    def start(self, began: float, seconds: float) -> None:
        self.began = began
        self.end = began + seconds
        self.last = self.clock()
        self.played = 0
        self.slowest *= 0.9

    def room(self) -> int:
        """How many candidates can be tried so that it may be sure in the end: three at least."""
        return max(3, int((self.end - self.last) / (DROPPED * LEAST * self.average)))

    def __call__(self, played: int, coming: int) -> float:
        now = self.clock()
        if played > self.played:
            took = (now - self.last) / (played - self.played)
            self.average = 0.9 * self.average + 0.1 * took
            self.slowest = max(0.9 * self.slowest, took)
        self.last = now
        self.played = played
        if now + self.slowest * coming > self.end:
            return 1.0
        return (now - self.began) / (self.end - self.began)
