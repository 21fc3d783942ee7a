"""How far a learner is: a fold over what the learner's seat hears and is asked.

Nothing of it is stored. It follows from the log of the table, so it comes out the same in another
process, after a restart and after undo.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ekiben.core.game import Event
from ekiben.core.match import Match
from ekiben.lessons.conditions import Moment, matching
from ekiben.lessons.lesson import Aside, Bubble, Lesson, Step


@dataclass(frozen=True)
class Place:
    """Where in the lesson: the step's number, and how many events came before it.

    `strayed`: the learner did something else than the step asked for. `told` are the asides so
    far, `open` those since the learner's latest action.
    """

    step: int = 0
    began: int = 0
    strayed: bool = False
    told: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


@dataclass
class Progress:
    """Follows a match; call `played` after every action and `undone` after every undo.

    `events` are those that the lesson's conditions speak of; a game may have thousands of others.
    """

    lesson: Lesson
    place: Place = field(default_factory=Place)
    events: list[Event] = field(default_factory=list)
    heard: int = 0
    asked: str | None = None
    legal: tuple[str, ...] = ()
    over: bool = False
    earlier: list[tuple[Place, int]] = field(default_factory=list)

    @classmethod
    def of(cls, lesson: Lesson, match: Match) -> Progress:
        """The progress at the start of a match."""
        progress = cls(lesson)
        progress.look(match)
        progress.advance()
        return progress

    def copy(self) -> Progress:
        return replace(self, events=list(self.events), earlier=list(self.earlier))

    # ---- following the match
    def played(self, match: Match) -> None:
        self.earlier.append((self.place, len(self.events)))
        own = match.actors[-1] == self.lesson.seat
        tried = matching(self.step.tries, self.legal) if self.step else []
        strays = own and bool(tried) and str(match.actions[-1]) not in tried
        self.place = replace(
            self.place,
            strayed=self.place.strayed or strays,
            open=() if own else self.place.open,
        )
        self.look(match)
        self.advance()

    def undone(self, match: Match) -> None:
        """Go back: what was taken back has not happened."""
        self.place, count = self.earlier.pop()
        del self.events[count:]
        self.heard = len(match.heard)
        self.look(match)

    def look(self, match: Match) -> None:
        """Take in what the seat has heard, is asked and may do."""
        seat = self.lesson.seat
        told = match.events(seat, self.heard)
        self.events += [event for event in told if event["kind"] in self.lesson.events]
        self.heard = len(match.heard)
        mine = match.seat == seat
        self.asked = match.asked if mine else None
        self.legal = tuple(map(str, match.legal())) if mine else ()
        self.over = match.over

    def advance(self) -> None:
        """Go on over every step that is done, and make the remarks whose moment has come."""
        while self.step is not None and self.step.until.holds(self.moment):
            self.place = replace(
                self.place, step=self.place.step + 1, began=len(self.events), strayed=False
            )
        now = tuple(aside.id for aside in self.lesson.asides if self.is_due(aside))
        self.place = replace(self.place, told=self.place.told + now, open=self.place.open + now)

    def is_due(self, aside: Aside) -> bool:
        return aside.id not in self.place.told and aside.when.holds(self.moment)

    # ---- where the learner is
    @property
    def moment(self) -> Moment:
        return Moment(
            seat=self.lesson.seat,
            events=self.events,
            asked=self.asked,
            legal=self.legal,
            over=self.over,
            began=self.place.began,
        )

    @property
    def step(self) -> Step | None:
        """The step to do; None once all are done."""
        steps = self.lesson.steps
        return steps[self.place.step] if self.place.step < len(steps) else None

    @property
    def done(self) -> bool:
        return self.step is None

    def bubbles(self) -> list[Bubble]:
        """What the coach says now of the step, or at the end."""
        step = self.step
        if step is None:
            return self.said(self.lesson.finish)
        return self.said(step.instead if self.place.strayed and step.instead else step.says)

    def said(self, bubbles: tuple[Bubble, ...]) -> list[Bubble]:
        return [bubble for bubble in bubbles if bubble.when.holds(self.moment)]

    def targets(self, bubble: Bubble) -> list[str]:
        """What to point at: of actions only those that the learner may do now, on their turn."""
        if not self.legal:
            return list(bubble.point)
        return [found for target in bubble.point for found in self.targets_of(target)]

    def targets_of(self, target: str) -> list[str]:
        is_action = " " in target
        return matching([target], self.legal)[:1] if is_action else [target]

    def asides(self) -> list[Aside]:
        """The remarks that the learner has not answered with an action yet."""
        known = {aside.id: aside for aside in self.lesson.asides}
        return [known[name] for name in self.place.open]

    def suggestion(self) -> str | None:
        """The legal action that the coach would have the learner try; None on others' turns."""
        tries = self.step.tries if self.step else ()
        found = matching((*tries, *self.lesson.otherwise), self.legal)
        return found[0] if found else None
