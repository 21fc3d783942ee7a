"""What one viewer is sent of a table: everything at first, then what has changed. All of it comes
from views.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.server.messages import Snapshot, Update
from ekiben.server.scenes import scene
from ekiben.server.scenes.sentences import said
from ekiben.server.store import Entry
from ekiben.server.table_state import Play
from ekiben.texts import say

REMEMBERED = 200  # events in a snapshot


class Eyes:
    """Of a seat, or of spectators (None), in a language: whoever looks the same way is sent the
    same.
    """

    def __init__(self, play: Play, viewer: int | None, language: str) -> None:
        self.viewer, self.language = viewer, language
        self.scene = self.look(play)
        self.heard = len(play.match.heard)

    def look(self, play: Play) -> dict[str, Any]:
        return fields(play.game, play.match.view(self.viewer), play.names, self.language)

    def snapshot(self, play: Play, clocks: list[int] | None = None) -> Snapshot:
        latest = self.said(play, max(0, len(play.match.heard) - REMEMBERED))
        fault = say("server.errors.broken", self.language, count=play.seq) if play.fault else None
        return Snapshot(
            looking=self.viewer,
            scene=self.scene,
            fault=fault,
            said=latest,
            **self.position(play, clocks),
        )

    def update(self, play: Play, entry: Entry, clocks: list[int] | None = None) -> Update:
        before, self.scene = self.scene, self.look(play)
        since, self.heard = self.heard, len(play.match.heard)
        changed = {name: value for name, value in self.scene.items() if value != before.get(name)}
        return Update(
            changed=changed,
            said=self.said(play, since),
            by=self.named(play, entry),
            **self.position(play, clocks),
        )

    def position(self, play: Play, clocks: list[int] | None) -> dict[str, Any]:
        """What is asked; what may be answered only for whom it is asked."""
        match = play.match
        mine = (
            self.viewer is not None
            and self.viewer == match.seat
            and play.kinds[self.viewer] == "person"
            and not play.fault
        )
        return {
            "seq": play.seq,
            "asked": match.asked,
            "seat": match.seat,
            "legal": list(map(str, match.legal())) if mine else [],
            "undo": self.viewer is not None and play.undoer == self.viewer,
            "over": match.over,
            "clocks": clocks,
        }

    def said(self, play: Play, since: int) -> list[dict[str, Any]]:
        return said(play.game.board, self.language, play.match.events(self.viewer, since))

    def named(self, play: Play, entry: Entry) -> str | None:
        """The action, without what only its own seat may know of it."""
        if entry.kind != "play":
            return None
        action = play.match.actions[-1]
        secret = play.game.is_secret(action) and play.match.actors[-1] != self.viewer
        return f"{action.verb} ?" if secret else str(action)


def fields(game: Game, view: View, names: list[str], language: str) -> dict[str, Any]:
    """A scene by the names of its fields."""
    made = scene(game, view, names, language=language)
    return {name: msgspec.to_builtins(getattr(made, name)) for name in made.__struct_fields__}
