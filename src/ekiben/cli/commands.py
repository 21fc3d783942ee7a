"""What can be typed at the prompt besides actions, in every game."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from ekiben.cli.family import Command
from ekiben.cli.files import write_text
from ekiben.cli.score_sheets import sheets
from ekiben.cli.styling import WARNING
from ekiben.core.errors import EkibenError
from ekiben.texts.moves import texts_of
from ekiben.texts.sentences import refusal_sentence, value_in_words

if TYPE_CHECKING:
    from ekiben.cli.play import Session


def why(session: Session, seat: int, rest: str) -> bool:
    """Why an action is not allowed, with the clause in its own words."""
    action = session.find_action(rest) if rest else None
    refusal = session.match.why_not(action) if action else None
    if not rest:
        session.screen.say("why-what")
    elif action and refusal:
        session.screen.show(Text(refusal_sentence(session.words, action, refusal)), style=WARNING)
        session.screen.sentence(session.words.clause(refusal.clause))
    elif action:
        session.screen.say("allowed", action=value_in_words(session.words, "action", str(action)))
    return False


def undo(session: Session, seat: int, rest: str) -> bool:
    """Takes one's own latest action back; another's is not ours to take."""
    match = session.match
    try:
        own = bool(match.actors) and match.actors[-1] == seat
        undone = match.undo() if own else None
    except EkibenError:
        undone = None
    if undone is None:
        session.screen.say("no-undo", style=WARNING)
    return undone is not None


def picture(session: Session, seat: int, rest: str) -> bool:
    """The same file each time, so that a browser only has to load it again."""
    try:
        svg = session.match.svg(seat, session.words.language)
    except ImportError:
        session.screen.say("no-pictures", style=WARNING)
        return False
    if session.picture is None:
        session.picture = (
            Path(tempfile.mkdtemp(prefix="ekiben-")) / f"{session.match.game.name}.svg"
        )
    session.screen.say("picture", path=write_text(session.picture, svg))
    return False


def score(session: Session, seat: int, rest: str) -> bool:
    session.screen.show(*sheets(session.match, session.words, "so-far"))
    return False


def log(session: Session, seat: int, rest: str) -> bool:
    """All that the seat has heard."""
    for text in texts_of(session.words, session.match.events(seat)):
        session.screen.sentence(text)
    return False


def save(session: Session, seat: int, rest: str) -> bool:
    """The record so far; without a name where `--save` said."""
    place = rest or session.save
    try:
        if place:
            session.save_record(place)
        else:
            session.screen.say("save-where", style=WARNING)
    except OSError as error:
        session.screen.show(Text(f"{error.filename}: {error.strerror}"), style=WARNING)
    return False


def leave(session: Session, seat: int, rest: str) -> bool:
    from ekiben.cli.play import Left

    raise Left


def everything(session: Session, seat: int, rest: str) -> bool:
    session.show_menu(seat, everything=True)
    return False


def show(session: Session, seat: int, rest: str) -> bool:
    session.show(seat, whole=True)
    return False


def rule(session: Session, seat: int, rest: str) -> bool:
    """A clause in its own words."""
    try:
        session.screen.show(Text(session.words.clause(rest.upper())))
    except LookupError:
        session.screen.say("no-clause", clause=rest, style=WARNING)
    return False


COMMANDS: dict[str, Command] = {
    "why": why,
    "undo": undo,
    "map": picture,
    "score": score,
    "log": log,
    "save": save,
    "quit": leave,
    "exit": leave,
    "all": everything,
    "show": show,
    "rule": rule,
}
