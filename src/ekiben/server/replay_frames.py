"""Replays: the first scene of a record and what every action changed, from one perspective."""

from __future__ import annotations

import msgspec

from ekiben import replay
from ekiben.core.errors import EkibenError
from ekiben.core.layout import View
from ekiben.core.match import Match
from ekiben.server.feed import changed_fields, scene_fields
from ekiben.server.http_messages import Replay, ReplayStep
from ekiben.server.jobs import Perspective
from ekiben.server.messages import JsonObject
from ekiben.server.scenes.sentences import action_text, with_sentences
from ekiben.texts.moves import all_events_since, events_since


def replay_json(line: str, perspective: Perspective, language: str) -> bytes:
    """The replay of a record's line, as JSON."""
    whole = replay(line)
    if isinstance(perspective, int) and not 0 <= perspective < whole.seats:
        raise EkibenError(f"no seat {perspective}: seats are 0 to {whole.seats - 1}")
    match = whole.game.new(whole.seats, whole.seed, whole.names, salt=whole.salt)
    recorder = ReplayRecorder(match, perspective, language)
    shown = recorder.start(plies=len(whole.actions), over=whole.over)
    shown.steps = [recorder.play(str(action)) for action in whole.actions]
    return msgspec.json.encode(shown)


class ReplayRecorder:
    """Plays a match and records what can be seen from a perspective."""

    def __init__(self, match: Match, perspective: Perspective, language: str) -> None:
        self.match = match
        self.perspective = perspective
        self.language = language
        self.seat = perspective if isinstance(perspective, int) else None
        self.scene = self.current_scene()

    def start(self, plies: int, over: bool) -> Replay:
        """The replay before its first step."""
        match = self.match
        return Replay(
            game=match.game.name,
            rules=match.game.rules,
            options=match.game.options,
            names=match.names,
            seats=match.seats,
            eyes=self.perspective,
            language=self.language,
            plies=plies,
            over=over,
            start=self.scene,
            said=self.said(0),
            asked=match.asked,
            next=match.seat,
            steps=[],
        )

    def current_scene(self) -> JsonObject:
        return scene_fields(self.match.game, self.view(), self.match.names, self.language)

    def view(self) -> View:
        if self.perspective != "all":
            return self.match.view(self.seat)
        return self.match.game.view(self.match.position.state, None, open_all=True)

    def play(self, action: str) -> ReplayStep:
        """Play an action and record what it changed."""
        heard = len(self.match.heard)
        before = self.scene
        actor = self.match.seat
        self.match.play(action)
        self.scene = self.current_scene()
        shown = self.action_shown()
        return ReplayStep(
            action=shown,
            told=action_text(self.match.game.board, self.language, shown),
            seat=actor,
            changed=changed_fields(before, self.scene),
            said=self.said(heard),
            asked=self.match.asked,
            next=self.match.seat,
        )

    def action_shown(self) -> str:
        """The latest action, without what this perspective may not see of it."""
        action = self.match.actions[-1]
        visible = self.perspective in ("all", self.match.actors[-1])
        if visible or not self.match.game.is_secret(action):
            return str(action)
        return f"{action.verb} ?"

    def said(self, since: int) -> list[JsonObject]:
        events = (
            all_events_since(self.match, since)
            if self.perspective == "all"
            else events_since(self.match, self.seat, since)
        )
        return with_sentences(self.match.game.board, self.language, events, since)
