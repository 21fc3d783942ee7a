"""Plays a lesson through by its tries, with its own bots, and again with detours at every step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from ekiben.core.match import Match
from ekiben.lessons.conditions import matching
from ekiben.lessons.lesson import Lesson
from ekiben.lessons.names_check import names_faults
from ekiben.lessons.opponents import answer
from ekiben.lessons.progress import Progress

MOST_CHOICES = 600  # of the learner: a lesson that takes more has a step that is stuck
DETOURS = 2  # games with detours


@dataclass
class Report:
    """What the checker found: the steps with the learner's choices before each, and the faults."""

    lesson: Lesson
    reached: list[tuple[str, int]] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    choices: int = 0
    faults: list[str] = field(default_factory=list)


def check(lesson: Lesson, detours: int = DETOURS) -> Report:
    """Check the names, then play the lesson as it is meant, then with detours."""
    report = Report(lesson, faults=list(names_faults(lesson)))
    if report.faults:
        return report
    play_straight(report)
    for seed in range(detours):
        if not report.faults:
            report.faults += play_with_detours(lesson, seed)
    return report


def play_straight(report: Report) -> None:
    """Play by the tries; at the first question of a step one of its own has to be legal."""
    game = LessonGame(report.lesson)
    for progress in game.questions():
        step = progress.step
        if step is not None and game.entered_step:
            report.reached.append((step.id, game.choices))
            if step.tries and not matching(step.tries, progress.legal):
                report.faults.append(
                    f"step {step.id!r}: try: none is legal when the step begins, after "
                    f"{game.choices} choices; asked is {progress.asked!r}, legal are "
                    f"{shortened(progress.legal)}"
                )
        game.follow()
    report.choices = game.choices
    report.told = list(game.progress.place.told)
    report.faults += [*game.faults, *unreached(report)]


def unreached(report: Report) -> Iterator[str]:
    """Steps that were over before the learner was asked anything."""
    reached = {name for name, _ in report.reached}
    for step in report.lesson.steps:
        if step.id not in reached:
            yield (
                f"step {step.id!r}: never reached when the lesson is played by its tries: its "
                "`until` holds before, or an earlier step is stuck"
            )


def play_with_detours(lesson: Lesson, seed: int) -> list[str]:
    """The faults met when the learner first does something else in every step."""
    game = LessonGame(lesson)
    luck = random.Random(f"{lesson.name} {seed}")
    for progress in game.questions():
        tries = matching(progress.step.tries, progress.legal) if progress.step else []
        others = [action for action in progress.legal if action not in tries]
        if game.entered_step and others:
            game.play(luck.choice(others))
        else:
            game.follow()
    return [f"with detours (seed {seed}): {fault}" for fault in game.faults]


class LessonGame:
    """A lesson being played by the checker."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.match: Match = lesson.load_game().new(lesson.seats, lesson.seed)
        self.progress = Progress.of(lesson, self.match)
        self.choices = 0
        self.entered = -1  # the last step in which the learner was asked something
        self.entered_step = False
        self.faults: list[str] = []

    def questions(self) -> Iterator[Progress]:
        """The progress whenever the learner is asked, until the lesson ends or is stuck."""
        while not self.progress.done and not self.faults:
            if self.match.over:
                self.faults.append(f"{self.where()} is not done at the end of the game")
            elif self.match.seat != self.lesson.seat:
                answer(self.lesson, self.match)
                self.progress.played(self.match)
            elif self.choices >= MOST_CHOICES:
                self.faults.append(f"{self.where()} is not done after {self.choices} choices")
            else:
                self.entered_step = self.progress.place.step != self.entered
                self.entered = self.progress.place.step
                yield self.progress

    def where(self) -> str:
        step = self.progress.step
        return f"step {step.id!r}" if step else "the end"

    def follow(self) -> None:
        """Play what the coach suggests."""
        suggested = self.progress.suggestion()
        if suggested is None:
            self.faults.append(
                f"{self.where()}: nothing to suggest when asked {self.progress.asked!r}: add to "
                f"its `try` or to `otherwise`; legal are {shortened(self.progress.legal)}"
            )
        else:
            self.play(suggested)

    def play(self, action: str) -> None:
        self.match.play(action)
        self.choices += 1
        self.progress.played(self.match)


def shortened(legal: tuple[str, ...]) -> str:
    return ", ".join(legal[:6]) + (", …" if len(legal) > 6 else "")
