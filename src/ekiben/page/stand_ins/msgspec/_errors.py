"""Errors of encoding and decoding."""

from __future__ import annotations


class MsgspecError(Exception):
    """Any error of this package."""


class DecodeError(MsgspecError):
    """The text is no JSON."""


class ValidationError(DecodeError):
    """The value does not fit its type. Containers note where it is as the error passes them."""

    def __init__(self, text: str = "", at: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.at = at

    def inside(self, place: str) -> ValidationError:
        """The same error, seen from the container that has the value at this place."""
        self.at = place + self.at
        return self

    def in_key(self) -> ValidationError:
        """The same error, of a key of a container."""
        return ValidationError(f"{self.text} - at `key` in `$")

    def located(self) -> ValidationError:
        """The same error with its place in its text."""
        if self.text.endswith(" in `$"):  # of a key
            return ValidationError(f"{self.text}{self.at}`")
        return ValidationError(f"{self.text} - at `${self.at}`" if self.at else self.text)
