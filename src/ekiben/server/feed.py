"""What a viewer is sent: a snapshot first, then what has changed, all made from views."""

from __future__ import annotations

from typing import TypedDict

import msgspec

from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.server.lesson_steps import lesson_step
from ekiben.server.messages import JsonObject, LessonStep, Mixing, Snapshot, Update
from ekiben.server.notices import Notice, with_notices
from ekiben.server.scenes import scene
from ekiben.server.scenes.sentences import with_sentences
from ekiben.server.store import Entry
from ekiben.server.table_state import TableState
from ekiben.texts import say
from ekiben.texts.moves import events_since

SNAPSHOT_EVENTS = 200  # the latest events sent with a snapshot


class PositionFields(TypedDict):
    """The fields that snapshots and updates share."""

    seq: int
    asked: str
    seat: int | None
    legal: list[str]
    undo: bool
    over: bool
    clocks: list[int] | None
    lesson: LessonStep | None


class Feed:
    """The messages for one seat, or for spectators (None), in one language."""

    def __init__(self, state: TableState, viewer: int | None, language: str) -> None:
        self.viewer = viewer
        self.language = language
        self.renew(state)

    def renew(self, state: TableState) -> None:
        """Start from the state as it is: everything before it is known."""
        self.scene = self.current_scene(state)
        self.heard = len(state.match.heard)
        self.noticed = state.notices.count

    def note_people(self, state: TableState) -> None:
        """Note that people have changed; the scene tells their names once the game is over."""
        self.noticed = state.notices.count
        if state.match.over:
            self.renew(state)

    def current_scene(self, state: TableState) -> JsonObject:
        names = state.names_in(self.language)
        return scene_fields(state.game, state.match.view(self.viewer), names, self.language)

    def snapshot(self, state: TableState, clocks: list[int] | None = None) -> Snapshot:
        first = max(0, len(state.match.heard) - SNAPSHOT_EVENTS)
        return Snapshot(
            looking=self.viewer,
            scene=self.scene,
            fault=fault_text(state, self.language),
            said=self.said(state, first, state.notices.after(first)),
            **self.position(state, clocks),
        )

    def update(self, state: TableState, entry: Entry, clocks: list[int] | None = None) -> Update:
        """What the entry just applied has changed."""
        before = self.scene
        since = self.heard
        notices = state.notices.since(self.noticed)
        self.renew(state)
        return Update(
            changed=changed_fields(before, self.scene),
            said=self.said(state, since, notices),
            by=self.action_shown(state, entry),
            revealed=self.was_shown_more(state, entry, since),
            **self.position(state, clocks),
        )

    def position(self, state: TableState, clocks: list[int] | None) -> PositionFields:
        """The open question; its legal answers only for the seat that is asked."""
        match = state.match
        mine = (
            self.viewer is not None
            and self.viewer == match.seat
            and state.kinds[self.viewer] == "person"
            and not state.fault
        )
        return {
            "seq": state.seq,
            "asked": match.asked,
            "seat": match.seat,
            "legal": list(map(str, match.legal())) if mine else [],
            "undo": self.viewer is not None and state.undo_seat == self.viewer,
            "over": match.over,
            "clocks": clocks,
            "lesson": lesson_step(state, self.viewer, self.language),
        }

    def said(self, state: TableState, since: int, notices: list[Notice]) -> list[JsonObject]:
        events = events_since(state.match, self.viewer, since)
        told = with_sentences(state.game.board, self.language, events, since)
        return with_notices(told, notices, self.language)

    def was_shown_more(self, state: TableState, entry: Entry, since: int) -> bool:
        """Whether the seat's own action has shown it something that others do not see.

        A secret choice, such as which tickets to keep, shows the seat nothing new.
        """
        match = state.match
        if entry.kind != "play" or self.viewer is None or match.actors[-1] != self.viewer:
            return False
        return not state.game.is_secret(match.actions[-1]) and match.events(
            self.viewer, since
        ) != match.events(None, since)

    def action_shown(self, state: TableState, entry: Entry) -> str | None:
        """The latest action, without what only its own seat may know."""
        if entry.kind != "play":
            return None
        action = state.match.actions[-1]
        secret = state.game.is_secret(action) and state.match.actors[-1] != self.viewer
        return f"{action.verb} ?" if secret else str(action)


def fault_text(state: TableState, language: str) -> str | None:
    return say("server.errors.broken", language, count=state.seq) if state.fault else None


def mixing_message(state: TableState, language: str) -> Mixing:
    """What everybody may know before the deal: the seals and who has opened a part, but no part."""
    assert state.mixing is not None
    return Mixing(
        seq=state.seq,
        commit=state.commit,
        seals=state.mixing.seals,
        opened=[bool(part) for part in state.mixing.parts],
        closed=state.mixing.closed,
        fault=fault_text(state, language),
    )


def scene_fields(game: Game, view: View, names: list[str], language: str) -> JsonObject:
    """A scene as JSON values, by the names of its fields."""
    shown = scene(game, view, names, language=language)
    return {name: msgspec.to_builtins(getattr(shown, name)) for name in shown.__struct_fields__}


def changed_fields(before: JsonObject, after: JsonObject) -> JsonObject:
    return {name: value for name, value in after.items() if value != before.get(name)}
