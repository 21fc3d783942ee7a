"""The choices of a seat: which it had, what each alternative was worth, and what it lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ekiben.analysis.calibration import Calibration, calibration
from ekiben.analysis.family import Arrays, Effort, Task
from ekiben.analysis.gains import Gain, believable
from ekiben.analysis.history import SeatHistory
from ekiben.analysis.labels import label_of
from ekiben.analysis.review import Alternative, Choice, Explanation
from ekiben.analysis.routes.comparison import Comparison, Tried
from ekiben.analysis.routes.explanations import explain
from ekiben.analysis.routes.play_on import Root, player_of
from ekiben.analysis.routes.progress import progress
from ekiben.analysis.routes.trials import FIRST_ROUNDS, LATER_ROUNDS, MoveFinder, Trial
from ekiben.core.kernel_calls import AnyArray, KernelWork
from ekiben.games.routes.game import route_game
from ekiben.games.routes.imagine import state_from

BEGINS = 2  # the pass that first looks at choices
DECISIONS = 1_500_000  # that it plays on, all choices together
GAMES = 30  # that a choice takes in it, for each game that is played on with the last ones left
MOST = 64  # worlds of a first round
TOLD = 4  # alternatives besides the choice made
JUDGED = 256  # worlds in which an action is tried that was not thought of
CLEAR = 2.5  # standard errors by which the choice made leads when no more need be tried


class Choices:
    """All choices of a seat, each with what has been tried of it."""

    def __init__(self, history: SeatHistory, effort: Effort) -> None:
        self.history = history
        self.effort = effort
        self.game = route_game(history.game)
        self.player = player_of(self.game)
        self.trials: dict[int, Trial] = {}

    # ---- trying
    def tasks(self, number: int) -> Sequence[Task]:
        if number < BEGINS:
            return []
        if not self.trials:
            self.trials = {at: self.trial(at) for at in self.history.own if self.is_choice(at)}
            self.finder = MoveFinder(self.game, self.player)
        asked = [at for at, trial in self.trials.items() if is_open(trial)]
        scale = self.scale(asked, number)
        return [partial(self.play, self.trials[at], scale) for at in asked]

    def is_choice(self, at: int) -> bool:
        return len(self.game.legal_ids(state_from(self.history.views[at]))) > 1

    def trial(self, at: int) -> Trial:
        made = self.history.steps[at].action
        assert made is not None, "a seat knows its own actions"
        luck = f"{self.effort.seed} choice {self.history.seat} {at}"
        return Trial(
            self.player, Root(state_from(self.history.views[at]), self.history.seat, luck), made.id
        )

    def scale(self, asked: Sequence[int], number: int) -> int:
        """Worlds of a first round, so that all rounds together use up what the pass may play on."""
        ahead = GAMES * sum(len(self.history) - at for at in asked)
        budget = DECISIONS * self.effort.part * 2 ** (number - BEGINS)
        most = MOST * 2 ** (number - BEGINS)
        return int(max(1, min(most, budget / max(1, ahead))))

    def play(self, trial: Trial, scale: int) -> KernelWork[None]:
        rounds = LATER_ROUNDS if trial.has_started else FIRST_ROUNDS
        if not trial.has_started:
            yield from trial.start(self.finder)
        if len(trial.moves) > 1:
            yield from trial.play(rounds, scale)

    @property
    def playouts(self) -> int:
        return sum(trial.playouts for trial in self.trials.values())

    # ---- what came of it
    def choices(self) -> tuple[Choice, ...]:
        return tuple(
            self.choice(at, trial)
            for at, trial in sorted(self.trials.items())
            if trial.worlds and len(trial.moves) > 1
        )

    def choice(self, at: int, trial: Trial) -> Choice:
        gains = [self.gain(trial, n) for n in range(len(trial.moves))]
        order = sorted(range(len(gains)), key=lambda n: (-gains[n].mean, n))
        best, chance = gains[order[0]], self.chance(trial)
        return Choice(
            at=at,
            actions=(self.text(trial, 0),),
            chance=chance,
            loss=best.mean,
            error=best.error,
            label=label_of(best.mean, best.error),
            alternatives=tuple(self.alternative(trial, n, chance, gains[n]) for n in told(order)),
            explanations=self.explanations(at, trial, order[0], best) if order[0] else (),
        )

    def alternative(self, trial: Trial, n: int, chance: float, gain: Gain) -> Alternative:
        return Alternative((self.text(trial, n),), chance + gain.mean, gain.mean, gain.error)

    def chance(self, trial: Trial, more: float = 0.0) -> float:
        """The chance to win with the choice made, or with a share larger by so much."""
        shares = self.shares(trial, more)
        return self.calibration.chances(shares, trial.worlds, self.progress(trial), 0)[0]

    def gain(self, trial: Trial, n: int) -> Gain:
        """In chance to win; the less is known, the nearer to none."""
        if n == 0:
            return Gain(0.0, 0.0)
        found = believable(trial.gain(n))
        slope = self.calibration.slope(self.shares(trial), trial.worlds, 0, self.progress(trial))
        gained = self.chance(trial, found.mean) - self.chance(trial)
        return Gain(gained, found.error * slope)

    def shares(self, trial: Trial, more: float = 0.0) -> list[float]:
        """The seat's share of the wins, and what is left for each of the others."""
        own = min(1.0, max(0.0, float(trial.shares[0].mean()) + more))
        others = self.history.seats - 1
        return [own, *[(1 - own) / others] * others]

    def progress(self, trial: Trial) -> float:
        return progress(self.game, trial.root.state)

    @property
    def calibration(self) -> Calibration:
        return calibration(self.game.name, self.history.seats)

    def text(self, trial: Trial, n: int) -> str:
        return str(self.game.action(trial.moves[n]))

    def explanations(self, at: int, trial: Trial, best: int, loss: Gain) -> tuple[Explanation, ...]:
        return explain(
            Comparison(
                game=self.game,
                view=self.history.views[at],
                made=self.tried(trial, 0),
                better=self.tried(trial, best),
                loss=loss.mean,
                error=loss.error,
            )
        )

    def tried(self, trial: Trial, n: int) -> Tried:
        return Tried(self.game.action(trial.moves[n]), trial.measures[n])

    # ---- keeping
    def dump(self) -> Arrays:
        return {
            f"choice.{at}.{name}": array
            for at, trial in self.trials.items()
            if trial.has_started
            for name, array in trial.dump().items()
        }

    def load(self, arrays: Arrays) -> None:
        kept: dict[int, dict[str, AnyArray]] = {}
        for name, array in arrays.items():
            if name.startswith("choice."):
                _, at, part = name.split(".")
                kept.setdefault(int(at), {})[part] = array
        self.load_trials(kept)

    def load_trials(self, kept: Mapping[int, Arrays]) -> None:
        for at in sorted(kept):
            self.trials[at] = self.trial(at)
            self.trials[at].load(kept[at])
        if kept:
            self.finder = MoveFinder(self.game, self.player)


def judge(history: SeatHistory, at: int, action: str, effort: Effort) -> KernelWork[Alternative]:
    """What an action is worth against the choice made: both are played on in the same worlds."""
    choices = Choices(history, effort)
    trial = choices.trial(at)
    wanted = choices.game.parse(action).id
    trial.set_moves(list(dict.fromkeys([trial.moves[0], wanted])))
    yield from trial.play_round(range(len(trial.moves)), JUDGED)
    last = len(trial.moves) - 1
    return choices.alternative(trial, last, choices.chance(trial), choices.gain(trial, last))


def is_open(trial: Trial) -> bool:
    """Whether it is worth trying on: not where there is no choice, nor where it is clear."""
    if not trial.has_started:
        return True
    gains = [trial.gain(n) for n in range(1, len(trial.moves))]
    return any(gain.mean + CLEAR * gain.error > 0 for gain in gains)


def told(order: Sequence[int]) -> list[int]:
    """The best few, and the choice made."""
    few = list(order[: TOLD + 1])
    return few if 0 in few else [*few[:TOLD], 0]
