"""Errors the server answers with, by code; their texts are under `server.errors`."""

from __future__ import annotations

from ekiben.core.action import Action
from ekiben.core.errors import Refusal
from ekiben.server.messages import ErrorMessage, WhyAnswer
from ekiben.server.scenes.sentences import escape_marks, refusal_text
from ekiben.texts import clause, say
from ekiben.texts.learning import section_of


class ApiError(Exception):
    """A request was refused and changed nothing. `status` is the HTTP status."""

    def __init__(self, code: str, status: int = 409, **values: object) -> None:
        self.code = code
        self.status = status
        self.values = values
        super().__init__(code)

    def text(self, language: str) -> str:
        return say(f"server.errors.{self.code}", language, **self.values_in(language))

    def values_in(self, language: str) -> dict[str, object]:
        """The values; a function is asked for its value in the language."""
        return {
            name: value(language) if callable(value) else value
            for name, value in self.values.items()
        }

    def message(self, request: int | None, language: str) -> ErrorMessage:
        """The error as a socket message, whose markup must not come from what people typed."""
        values = {name: escape_marks(value) for name, value in self.values_in(language).items()}
        return ErrorMessage(
            request=request,
            code=self.code,
            text=say(f"server.errors.{self.code}", language, **values),
        )


class LateWrite(ApiError):
    """Somebody else wrote to the log first."""

    def __init__(self) -> None:
        super().__init__("late")


class IllegalAction(ApiError):
    """A rule forbids the action."""

    def __init__(self, board: object, action: Action, refusal: Refusal) -> None:
        super().__init__("illegal")
        self.board = board
        self.action = action
        self.refusal = refusal

    def text(self, language: str) -> str:
        return refusal_text(self.board, language, self.refusal)

    def message(self, request: int | None, language: str) -> ErrorMessage:
        return ErrorMessage(
            request=request,
            code="illegal",
            text=self.text(language),
            clause=self.refusal.clause,
            short=clause(self.refusal.clause, language).short,
            section=section_of(self.board, self.refusal.clause),
        )

    def why_answer(self, request: int, language: str) -> WhyAnswer:
        return WhyAnswer(
            request=request,
            action=str(self.action),
            legal=False,
            text=self.text(language),
            clause=self.refusal.clause,
            short=clause(self.refusal.clause, language).short,
            section=section_of(self.board, self.refusal.clause),
        )
