"""`ekiben lessons`: the guided games there are, and a check that plays them through."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from rich.text import Text

from ekiben.cli.styling import WARNING, Screen
from ekiben.cli.words import Words
from ekiben.core.errors import BoardError
from ekiben.lessons import Lesson, load, names, read
from ekiben.lessons.checker import Report


def run(args: Namespace) -> int:
    return check(args) if args.what == "check" else show_list(args)


def show_list(args: Namespace) -> int:
    """Every lesson with its title, how long it takes and how many steps it has."""
    screen = Screen(Words.of(args))
    for name in names():
        lesson = load(name)
        title = lesson.title[screen.words.language]
        screen.say(
            "lessons.line", name=name, title=title, minutes=lesson.minutes, steps=len(lesson.steps)
        )
    return 0


def check(args: Namespace) -> int:
    """Every fault of every file; the exit code tells whether there is any."""
    screen = Screen(Words.of(args))
    faulty = False
    for named in args.files or names():
        try:
            faulty |= not check_one(screen, lesson_named(named))
        except BoardError as error:
            faulty = True
            screen.show(Text(str(error)), style=WARNING, unbroken=True)
    return int(faulty)


def lesson_named(name: str) -> Lesson:
    """A lesson of the box by its name, or a file."""
    return load(name) if name in names() else read(Path(name).expanduser())


def check_one(screen: Screen, lesson: Lesson) -> bool:
    """Play a lesson through and report every step; returns False if it has faults."""
    from ekiben.lessons.checker import check as play_through

    report = play_through(lesson)
    show_report(screen, report)
    return not report.faults


def show_report(screen: Screen, report: Report) -> None:
    for step, choices in report.reached:
        screen.say("lessons.step", step=step, choices=choices)
    for fault in report.faults:
        screen.show(Text(f"{report.lesson.file}: {fault}"), style=WARNING, unbroken=True)
    if not report.faults:
        asides = screen.words.listed(report.told)
        screen.say(
            "lessons.fine", file=report.lesson.file, choices=report.choices, asides=asides or "–"
        )
