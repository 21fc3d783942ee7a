"""A choice of a seat tried: its alternatives are played on in the same worlds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ekiben.analysis.family import Arrays
from ekiben.analysis.gains import Gain
from ekiben.analysis.routes.measures import MEASURES
from ekiben.analysis.routes.play_on import Player, Root
from ekiben.analysis.tally import Floats
from ekiben.bots.routes.builds import BUILDS as BOT_BUILDS
from ekiben.bots.routes.expert import RouteExpert
from ekiben.bots.routes.search_moves import MOVES
from ekiben.core.kernel_calls import Argument, Constant, KernelCall, KernelWork
from ekiben.games.routes.game import RouteGame

# at most so many alternatives are tried in so many worlds more, in the first pass and in later ones
FIRST_ROUNDS = ((MOVES + 1, 1), (6, 2), (3, 4))
LATER_ROUNDS = ((4, 3), (2, 4))


class MoveFinder:
    """Lists what several policies would do, and what is near at hand."""

    def __init__(self, game: RouteGame, player: Player) -> None:
        self.game = game
        self.player = player
        # the two builds may differ, where compiling failed or was forbidden in between
        self.compiled = BOT_BUILDS.fastest().compiled and player.compiled
        expert = RouteExpert()
        expert.sit(game)
        self.numbers = expert.numbers
        self.belief = expert.belief
        self.fixed: tuple[Argument, Argument] = (
            (player.fixed[0], Constant(expert.packed_tables))
            if self.compiled
            else ([game.plain_board], expert.tables)
        )

    def moves(self, root: Root) -> KernelWork[list[int]]:
        """The moves worth trying in a position of the seat to act, the planner's first."""
        found = np.zeros(MOVES, np.int64)
        room = np.zeros(self.game.action_count + 1, np.int64)
        arguments = (
            *self.fixed,
            *self.player.work_space(root.state, compiled=self.compiled),
            self.numbers,
            found,
            room,
            self.belief,
        )
        call = KernelCall(BOT_BUILDS, "list_moves", arguments, self.compiled)
        (count,) = yield [call]
        return [int(move) for move in found[: int(count)]]


class Trial:
    """The alternatives of one choice; the choice made is the first of them."""

    def __init__(self, player: Player, root: Root, made: int) -> None:
        self.player = player
        self.root = root
        self.moves: list[int] = [made]
        self.shares: list[Floats] = [np.zeros(0)]  # of the seat, by world
        self.measures = np.zeros((1, MEASURES), np.int64)
        self.has_started = False

    def start(self, finder: MoveFinder) -> KernelWork[None]:
        """Find the alternatives."""
        found = yield from finder.moves(self.root)
        self.set_moves([self.moves[0], *(move for move in found if move != self.moves[0])])

    def set_moves(self, moves: Sequence[int]) -> None:
        self.moves = list(moves)
        self.shares = [np.zeros(0) for _ in moves]
        self.measures = np.zeros((len(moves), MEASURES), np.int64)
        self.has_started = True

    # ---- playing on
    def play(self, rounds: Sequence[tuple[int, int]], scale: int) -> KernelWork[None]:
        """Play the best on, fewer and fewer of them, and always the choice made."""
        for most, worlds in rounds:
            yield from self.play_round(self.best(most), worlds * scale)

    def best(self, most: int) -> list[int]:
        """The places of the choice made and of the best others in the worlds they were tried in.

        Only those that were not dropped before: all that are left have seen the same worlds.
        """
        others = [n for n in range(1, len(self.moves)) if len(self.shares[n]) == self.worlds]
        others.sort(key=lambda n: -self.shares[n].sum())
        return [0, *others[: most - 1]]

    def play_round(self, places: Sequence[int], count: int) -> KernelWork[None]:
        worlds = range(self.worlds, self.worlds + count)
        moves = [self.moves[n] for n in places]
        played = yield from self.player.play(self.root, moves, worlds, measured=True)
        for row, n in enumerate(places):
            shares = played.endings.shares[row, :, self.root.viewer]
            self.shares[n] = np.concatenate([self.shares[n], shares])
            self.measures[n] += played.measures[row]

    # ---- what came of it
    @property
    def worlds(self) -> int:
        """Of the choice made, which was tried in all of them."""
        return len(self.shares[0])

    @property
    def playouts(self) -> int:
        return sum(len(shares) for shares in self.shares)

    def gain(self, n: int) -> Gain:
        """Over the choice made, in the worlds of both.

        One world in which they differ either way is added, so that few are never thought certain.
        """
        shares = self.shares[n]
        gains = shares - self.shares[0][: len(shares)]
        padded = np.concatenate([gains, [-1.0, 1.0]])
        error = float(padded.std() / max(1, len(shares)) ** 0.5)
        return Gain(float(gains.mean()) if len(gains) else 0.0, error)

    # ---- keeping
    def dump(self) -> Arrays:
        return {
            "moves": np.array(self.moves, np.int64),
            "worlds": np.array([len(shares) for shares in self.shares], np.int64),
            "shares": np.concatenate(self.shares),
            "measures": self.measures,
        }

    def load(self, arrays: Arrays) -> None:
        self.moves = [int(move) for move in arrays["moves"]]
        ends = np.cumsum(arrays["worlds"], dtype=np.int64)
        self.shares = np.split(arrays["shares"], ends[:-1])
        self.measures = np.asarray(arrays["measures"])
        self.has_started = True
