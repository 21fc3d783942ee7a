"""Boards and bots that an operator adds to a server."""

from __future__ import annotations

import re
from pathlib import Path

from ekiben.bots.levels import offer
from ekiben.core.errors import EkibenError
from ekiben.games import ADDED, add_board
from ekiben.server.settings import Settings

FOLDER = "boards"  # in the data folder
BOT_NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")


def register_all(settings: Settings) -> list[str]:
    """Register the boards and bots of the settings in this process.

    A faulty one that was named is an error. Faults of files in the boards folder are returned.
    """
    for path in settings.boards:
        add_board(path)
    for text in settings.bots:
        offer(*parse_bot(text))
    return [
        fault
        for path in sorted((settings.data / FOLDER).glob("*.toml"))
        if (fault := registration_fault(path))
    ]


def registration_fault(path: Path) -> str | None:
    try:
        add_board(path)
    except EkibenError as error:
        return str(error)
    return None


def parse_bot(text: str) -> tuple[str, str]:
    """Name and spec of `first=python:my_bots.First`."""
    name, _, spec = text.partition("=")
    if not BOT_NAME.fullmatch(name) or not spec:
        raise EkibenError(
            f"{text!r} adds no bot: write NAME=SPEC, such as first=python:my_bots.First, "
            "the name in lower case"
        )
    return name, spec


def board_files() -> list[str]:
    """The files of added boards, for worker processes."""
    return [str(path) for path in ADDED.values()]
