"""Every lesson of the box: read, checked against its game, and played through with detours."""

import pytest

from ekiben import lessons
from ekiben.lessons.checker import check

SLOW = {"tokyo"}  # games whose bots need machine code; test_tokyo.py plays it without them


@pytest.mark.parametrize("name", lessons.names())
def test_a_lesson_of_the_box_plays_through(name):
    game = lessons.load(name).load_game()
    if name in SLOW and not game.builds.can_compile():
        pytest.skip("no machine code here: its bots would plan for minutes")
    report = check(lessons.load(name))
    assert not report.faults, "\n".join(report.faults)
    assert [step for step, _ in report.reached] == [step.id for step in report.lesson.steps]


def test_a_lesson_has_the_name_of_its_game():
    assert all(lessons.load(name).game == name for name in lessons.names())
