"""A record as a film: the first scene, and what every action changed, as certain eyes saw it."""

from __future__ import annotations

from typing import Any

import msgspec

from ekiben import replay
from ekiben.core.errors import EkibenError
from ekiben.core.layout import View
from ekiben.core.match import Match
from ekiben.server.feed import fields
from ekiben.server.http_messages import Film, Step
from ekiben.server.scenes.sentences import said
from ekiben.texts.sentences import all_of

ALL = "all"


def frames(line: str, eyes: int | str | None, language: str) -> bytes:
    """The film of a record's line, as JSON."""
    whole = replay(line)
    if isinstance(eyes, int) and not 0 <= eyes < whole.seats:
        raise EkibenError(f"no seat {eyes}: seats are 0 to {whole.seats - 1}")
    match = whole.game.new(whole.seats, whole.seed, whole.names, salt=whole.salt)
    camera = Camera(match, eyes, language)
    film = Film(
        match.game.name,
        match.game.rules,
        match.game.options,
        match.names,
        match.seats,
        eyes,
        language,
        len(whole.actions),
        whole.over,
        camera.scene,
        camera.said(0),
        match.asked,
        match.seat,
        [],
    )
    film.steps = [camera.step(str(action)) for action in whole.actions]
    return msgspec.json.encode(film)


class Camera:
    """Plays a match and notes what its eyes see."""

    def __init__(self, match: Match, eyes: int | str | None, language: str) -> None:
        self.match, self.eyes, self.language = match, eyes, language
        self.seat = eyes if isinstance(eyes, int) else None
        self.scene = self.look()

    def look(self) -> dict[str, Any]:
        return fields(self.match.game, self.view(), self.match.names, self.language)

    def view(self) -> View:
        if self.eyes != ALL:
            return self.match.view(self.seat)
        return self.match.game.view(self.match.position.state, None, open_all=True)

    def step(self, action: str) -> Step:
        heard, before, actor = len(self.match.heard), self.scene, self.match.seat
        self.match.play(action)
        self.scene = self.look()
        changed = {name: value for name, value in self.scene.items() if value != before.get(name)}
        return Step(
            self.named(), actor, changed, self.said(heard), self.match.asked, self.match.seat
        )

    def named(self) -> str:
        """The action, without what these eyes may not see of it."""
        action = self.match.actions[-1]
        seen = self.eyes in (ALL, self.match.actors[-1]) or not self.match.game.is_secret(action)
        return str(action) if seen else f"{action.verb} ?"

    def said(self, since: int) -> list[dict[str, Any]]:
        events = (
            all_of(self.match, since) if self.eyes == ALL else self.match.events(self.seat, since)
        )
        return said(self.match.game.board, self.language, events)
