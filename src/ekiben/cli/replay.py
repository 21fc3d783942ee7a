"""`ekiben replay`: a recorded game as sentences, positions, score sheets and a picture."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

import ekiben
from ekiben.cli.family import TERMINAL
from ekiben.cli.files import validate_path, write_text
from ekiben.cli.score_sheets import sheets, verdict
from ekiben.cli.styling import QUIET, STRONG, Screen
from ekiben.cli.words import Words, printable
from ekiben.core.errors import EkibenError, RecordError
from ekiben.core.match import Match
from ekiben.texts.moves import all_events, lines


def run(args: Namespace) -> int:
    words = Words.of(args)
    match = ekiben.replay(record_line(words, args.file, args.game), args.board)
    words.board = match.game.board
    words.names = [printable(name) for name in match.names]
    match.validate_seat(args.seat)
    if args.svg:
        validate_path(args.svg)
    shown, screen = match_at(words, match, args.at), Screen(words)
    screen.show(*render_replay(shown, words, args, screen.width))
    if args.svg:
        screen.say("saved", path=write_text(args.svg, shown.svg(args.seat, words.language)))
    return 0


def record_line(words: Words, file: str, number: int) -> str:
    """The text of one of the file's records."""
    try:
        lines = [
            text
            for text in Path(file).expanduser().read_text(encoding="utf-8").splitlines()
            if text.strip()
        ]
    except UnicodeDecodeError:
        raise RecordError(words("errors.not-text", file=file)) from None
    if not lines:
        raise RecordError(words("errors.no-records", file=file))
    if number > len(lines):
        raise EkibenError(
            words("errors.no-such-record", file=file, records=len(lines), number=number)
        )
    return lines[number - 1]


def match_at(words: Words, match: Match, at: int | None) -> Match:
    """The match as it was after so many actions."""
    if at is None:
        return match
    if at > len(match.actions):
        raise EkibenError(words("errors.no-such-action", actions=len(match.actions), number=at))
    return replay(match, at)


def replay(match: Match, actions: int) -> Match:
    fresh = match.game.new(match.seats, match.seed, match.names)
    for action in match.actions[:actions]:
        fresh.play(action)
    return fresh


def render_replay(
    match: Match, words: Words, args: Namespace, width: int
) -> Iterator[RenderableType]:
    """All sentences, then the score sheets, or the position where the game is not over."""
    yield Text(
        words(
            "record", game=words.game(), names=words.listed(words.names), actions=len(match.actions)
        ),
        STRONG,
    )
    yield from sentences(match, words, args.seat)
    if match.over:
        yield Text()
        yield from sheets(match, words, "final")
        yield Text()
        yield Text(verdict(match, words), STRONG)
    else:
        yield from TERMINAL.of(match.game).position(match, words, args.seat, width)
        yield Text(
            words(
                "to-answer",
                name=words.seat(match.seat or 0),
                question=words(f"questions.{match.asked}"),
            ),
            STRONG,
        )


def sentences(match: Match, words: Words, seat: int | None) -> Iterator[Text]:
    """Each action with its number, and under the last one of every move what was done."""
    fresh, since, known = replay(match, 0), 0, match.record(seat)["actions"]
    events = all_events(match) if seat is None else match.events(seat)
    told = lines(words, events)
    for number in range(len(match.actions) + 1):
        if number:
            yield Text(f"{number:>4} {known[number - 1]}", QUIET)
            fresh.play(match.actions[number - 1])
        for line in told:
            if since <= line.parts[-1] < len(fresh.heard):
                yield Text(f"     {line.text}")
        since = len(fresh.heard)
