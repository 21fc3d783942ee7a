"""The words of one language at a terminal."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from ekiben.texts import wording


def by_locale() -> str:
    """Japanese where the locale says so, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "ja" if os.environ[name].startswith("ja") else "en"
    return "en"


def printable(text: str) -> str:
    """Without signs that would command a terminal; lines stay lines."""
    return "".join(sign for sign in text if sign.isprintable() or sign == "\n")


class Words(wording.Words):
    """The words of one language, for one board where there is one."""

    @classmethod
    def of(cls, args: Namespace, board: Any = None, names: Sequence[str] = ()) -> Words:
        return cls(args.language or by_locale(), board, names)
