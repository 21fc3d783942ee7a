"""What the person at a lesson's table is told by the coach."""

from __future__ import annotations

from collections.abc import Iterable

from ekiben.lessons.lesson import Bubble
from ekiben.lessons.progress import Progress
from ekiben.server.messages import LessonAside, LessonBubble, LessonStep
from ekiben.server.table_state import TableState


def lesson_step(state: TableState, viewer: int | None, language: str) -> LessonStep | None:
    """The step as its person reads it; nobody else is told, and no bot in the person's seat."""
    progress = state.lesson
    if progress is None or viewer != progress.lesson.seat or state.kinds[viewer] != "person":
        return None
    lesson = progress.lesson
    return LessonStep(
        lesson=lesson.name,
        step=progress.step.id if progress.step else "",
        number=progress.place.step,
        count=len(lesson.steps),
        says=bubbles_in(progress, progress.bubbles(), language),
        asides=[
            LessonAside(aside.id, bubbles_in(progress, progress.said(aside.says), language))
            for aside in progress.asides()
        ],
        suggested=progress.suggestion(),
        strayed=progress.place.strayed,
        done=progress.done,
    )


def bubbles_in(progress: Progress, bubbles: Iterable[Bubble], language: str) -> list[LessonBubble]:
    return [LessonBubble(bubble.texts[language], progress.targets(bubble)) for bubble in bubbles]
