"""Reading a line at the prompt, with completion where the terminal can do it."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Sequence

PROMPT = "> "


def read_line(prompt: str = PROMPT) -> str:
    """What was typed, full-width signs read as plain ones; EOFError at the end of input."""
    sys.stdout.flush()
    return " ".join(unicodedata.normalize("NFKC", input(prompt)).split())


def enable_completion(choices: Callable[[], Sequence[str]]) -> None:
    """The tabulator completes to what can be typed now."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, number: int) -> str | None:
        found = [choice for choice in choices() if choice.startswith(text)]
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")
