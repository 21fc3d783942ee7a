"""What whoever runs a server adds to it: boards of their own, and bots beside the levels."""

from __future__ import annotations

import re
from pathlib import Path

from ekiben.bots.levels import offer
from ekiben.core.errors import EkibenError
from ekiben.games import ADDED, add_board
from ekiben.server.settings import Settings

FOLDER = "boards"  # in the data folder
BOT_NAME = re.compile(r"[a-z][a-z0-9-]{0,19}")


def add_all(settings: Settings) -> list[str]:
    """Make the boards and bots of the settings known to this process. A faulty one that was named
    is an error; what is wrong with a file that only lies in the folder is returned.
    """
    for path in settings.boards:
        add_board(path)
    for text in settings.bots:
        offer(*named_bot(text))
    return [
        fault
        for path in sorted((settings.data / FOLDER).glob("*.toml"))
        if (fault := fault_of(path))
    ]


def fault_of(path: Path) -> str | None:
    try:
        add_board(path)
    except EkibenError as error:
        return str(error)
    return None


def named_bot(text: str) -> tuple[str, str]:
    """Name and spec of `first=python:my_bots.First`."""
    name, _, spec = text.partition("=")
    if not BOT_NAME.fullmatch(name) or not spec:
        raise EkibenError(
            f"{text!r} adds no bot: write NAME=SPEC, such as first=python:my_bots.First, the name in small letters"
        )
    return name, spec


def board_files() -> list[str]:
    """The added boards, for the processes that think."""
    return [str(path) for path in ADDED.values()]
