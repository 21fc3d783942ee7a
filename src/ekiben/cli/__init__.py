"""The command `ekiben`: play, watch, simulate, replay, look after boards."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, Protocol

from ekiben.cli.words import by_locale, printable
from ekiben.core.errors import BoardError, EkibenError, RecordError
from ekiben.texts import UnknownText, say

INTERRUPTED = 130
WRONG_USAGE = 2
FAULTY = 1


class Verb(Protocol):
    """The module that carries a verb out."""

    def run(self, args: Namespace) -> int:
        """Do it; the exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; its exit code."""
    from ekiben.cli.parsers import build_parser
    from ekiben.cli.parsers.arena import expand_shorthand

    forgive_narrow_encodings()
    find_modules_here()
    try:
        args = build_parser().parse_args(expand_shorthand(sys.argv[1:] if argv is None else argv))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    return run_verb(args)


def run_verb(args: Namespace) -> int:
    """The verb's exit code; what goes wrong is one clear message, never a traceback."""
    try:
        code = verb_module(args.module).run(args)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        return silence_output()
    except (BoardError, RecordError) as error:
        return fail(str(error), FAULTY)
    except (EkibenError, UnknownText) as error:
        return fail(str(error), WRONG_USAGE)
    except OSError as error:
        return fail(
            f"{error.filename}: {error.strerror}" if error.filename else str(error), WRONG_USAGE
        )


def verb_module(module: str) -> Verb:
    """The verb's module, loaded only now: the others need not be."""
    if importlib.util.find_spec(module) is None:
        raise EkibenError(
            say("cli.errors.no-verb", language=by_locale(), verb=module.rpartition(".")[2])
        )
    found: Any = importlib.import_module(module)
    verb: Verb = found
    return verb


def fail(message: str, code: int) -> int:
    print(f"ekiben: {printable(message)}", file=sys.stderr)
    return code


def silence_output() -> int:
    """Whoever read our output has left: say nothing more, not even at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAULTY


def find_modules_here() -> None:
    """Look for `python:` bots in the current folder first, as `python -m` does."""
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)


def forgive_narrow_encodings() -> None:
    """A terminal that lacks a sign gets a question mark instead."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
