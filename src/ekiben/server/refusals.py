"""What the server refuses, by code; the words are under `server.errors` in the texts."""

from __future__ import annotations

from ekiben.core.action import Action
from ekiben.core.errors import Refusal
from ekiben.server.messages import Because, Refused
from ekiben.server.scenes.sentences import because, unmarked
from ekiben.texts import clause, say


class Refuse(Exception):
    """Nothing was done. `status` is for HTTP."""

    def __init__(self, code: str, status: int = 409, **values: object) -> None:
        self.code, self.status, self.values = code, status, values
        super().__init__(code)

    def text(self, language: str) -> str:
        return say(f"server.errors.{self.code}", language, **self.values)

    def message(self, request: int | None, language: str) -> Refused:
        """For the socket, whose sentences have marks: names and what was typed are shown as they
        are.
        """
        values = {name: unmarked(value) for name, value in self.values.items()}
        return Refused(
            request=request,
            code=self.code,
            text=say(f"server.errors.{self.code}", language, **values),
        )


class RefuseRule(Refuse):
    """A rule forbids it."""

    def __init__(self, board: object, action: Action, refusal: Refusal) -> None:
        super().__init__("illegal")
        self.board, self.action, self.refusal = board, action, refusal

    def text(self, language: str) -> str:
        return because(self.board, language, self.refusal)

    def message(self, request: int | None, language: str) -> Refused:
        found = self.refusal.clause
        return Refused(
            request=request,
            code="illegal",
            text=self.text(language),
            clause=found,
            short=clause(found, language).short,
        )

    def because(self, request: int, language: str) -> Because:
        found = self.refusal.clause
        return Because(
            request=request,
            action=str(self.action),
            legal=False,
            text=self.text(language),
            clause=found,
            short=clause(found, language).short,
        )
