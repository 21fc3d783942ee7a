"""What a table's log tells beside the game: who came, left, was renamed, or ran out of time."""

from __future__ import annotations

from typing import NamedTuple

from ekiben.core.game import Event
from ekiben.server.default_names import default_name
from ekiben.server.scenes.sentences import MarkedWords, escape_marks
from ekiben.texts import say

NOTICES_KEPT = 200  # the latest ones


class Notice(NamedTuple):
    """A notice and its place in the log: after `heard` events of the game.

    `number` counts a table's notices. `by` is the seat that did it, if another one. `default` is
    the key of the name `before`, if nobody had chosen that.
    """

    number: int
    heard: int
    kind: str
    seat: int
    by: int | None = None
    before: str = ""
    default: str | None = None
    name: str = ""

    def name_before(self, language: str) -> str:
        return default_name(self.default, language) if self.default else self.before


class Notices:
    """The latest notices of a table; copies share nothing that changes."""

    def __init__(self) -> None:
        self.count = 0
        self.latest: tuple[Notice, ...] = ()

    def copy(self) -> Notices:
        copy = Notices()
        copy.count = self.count
        copy.latest = self.latest
        return copy

    def add(self, notice: Notice) -> None:
        self.latest = (*self.latest, notice)[-NOTICES_KEPT:]
        self.count += 1

    def since(self, number: int) -> list[Notice]:
        return [notice for notice in self.latest if notice.number >= number]

    def after(self, heard: int) -> list[Notice]:
        """The notices that came when at least so many events had been heard."""
        return [notice for notice in self.latest if notice.heard >= heard]


def notice_event(notice: Notice, language: str) -> Event:
    """A notice as a line of the log, numbered between the events around it."""
    words = MarkedWords(language, None)
    text = say(
        f"server.notices.{notice.kind}",
        language,
        who=words.seat(notice.seat),
        by="" if notice.by is None else words.seat(notice.by),
        before=escape_marks(notice.name_before(language)),
        name=escape_marks(notice.name),
    )
    number = notice.heard - 1 / (notice.number + 2)
    kind = f"people-{notice.kind}"
    return {"n": number, "line": number, "kind": kind, "seat": notice.seat, "text": text}


def with_notices(events: list[Event], notices: list[Notice], language: str) -> list[Event]:
    """Lines of the log in the order in which they happened."""
    if not notices:
        return events
    told = [notice_event(notice, language) for notice in notices]
    return sorted([*events, *told], key=lambda event: event["n"])
