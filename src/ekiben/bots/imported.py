"""Bots from other people's Python: `python:module.Class?key=value`, classes, and entry points.

A class needs one method, `choose(view, legal, limit)`. It may have `sit(game, seat)`,
`hear(events)` and `leave(end)` too, as `Bot` has; if its constructor takes `seed`, it gets one.
Installed packages bring bots by entry points of the group `ekiben.bots`. Specs are only ever given
by whoever runs the program, never by a browser.
"""

from __future__ import annotations

import importlib
import re
import traceback
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING

from ekiben.bots.bot import Bot, GameEnd, Limit
from ekiben.bots.spec import Keys
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.core.game import Event, Game
from ekiben.core.layout import View

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SPEC = re.compile(r"python:([\w.]+)\.(\w+)(?:\?(.*))?", re.DOTALL)
GROUP = "ekiben.bots"
USAGE = "write python:module.Class, or with keys python:module.Class?key=value&key=value"


def is_python(spec: str) -> bool:
    return re.match(r"python\s*(:|$)", spec) is not None


def class_name(spec: str) -> str:
    """`First` of `python:my_bots.First?depth=2`."""
    return split_spec(spec)[1]


def split_spec(spec: str) -> tuple[str, str, str]:
    """Module, class, and the text of the keys."""
    found = SPEC.fullmatch(spec.strip())
    if found is None:
        raise EkibenError(f"{spec!r} names no Python class: {USAGE}")
    return found[1], found[2], found[3] or ""


def from_python(spec: str, seed: int) -> Bot:
    """The bot of a spec `python:module.Class?key=value`."""
    module, name, keys = split_spec(spec)
    return build(f"python:{module}.{name}", class_in(module, name), seed, keys.replace("&", ","))


def class_in(module: str, name: str) -> object:
    """What a module has under a name; an error tells what is wrong and which bots there are."""
    found = import_bots(module, name)
    if not hasattr(found, name):
        classes = bot_classes(found)
        raise EkibenError(
            f"python:{module}.{name}: the module has no {name!r}.{nearest(name, classes)} "
            f"Its bots: {listed(classes) or 'none'}"
        )
    return getattr(found, name)


def import_bots(module: str, name: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise EkibenError(
            f"python:{module}.{name}: there is no module {error.name!r} on the path; "
            "run from the folder it is in, install it, or set PYTHONPATH"
        ) from error
    except Exception as error:
        raise EkibenError(
            f"python:{module}.{name}: the module fails when it is imported: {describe(error)}"
        ) from error


def bot_classes(module: ModuleType) -> list[str]:
    return [
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and hasattr(value, "choose")
    ]


# ---- entry points
def installed() -> dict[str, EntryPoint]:
    """The bots of installed packages, by name."""
    from importlib.metadata import entry_points

    return {
        point.name: point
        for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)
    }


def from_entry_point(name: str, keys: str, seed: int) -> Bot:
    try:
        found = installed()[name].load()
    except Exception as error:
        raise EkibenError(
            f"bot {name}: the package that brings it fails when it is imported: {describe(error)}"
        ) from error
    return build(name, found, seed, keys)


# ---- any class
def from_class(kind: Callable[..., object], seed: int) -> Bot:
    """The bot of a class, with the defaults of its keys."""
    return build(getattr(kind, "__name__", repr(kind)), kind, seed, "")


def build(name: str, kind: object, seed: int, keys: str) -> Bot:
    """Call a class, or anything that makes a bot, with the keys of a spec."""
    if not callable(kind) or (isinstance(kind, type) and not has_choose(kind)):
        raise not_a_bot(name)
    try:
        player = kind(**Keys(name, kind).values(keys, seed))
    except EkibenError:
        raise
    except Exception as error:
        raise EkibenError(f"{name} cannot be made: {describe(error)}") from error
    if not has_choose(player):
        raise not_a_bot(name)
    return player if isinstance(player, Bot) else Imported(name, player, seed)


def has_choose(value: object) -> bool:
    return callable(getattr(value, "choose", None))


def not_a_bot(name: str) -> EkibenError:
    return EkibenError(
        f"{name} is no bot: a bot is a class with the method choose(self, view, legal, limit)"
    )


class Imported(Bot):
    """Somebody's object behind the contract of a bot; what it returns is checked."""

    def __init__(self, name: str, player: object, seed: int) -> None:
        super().__init__(seed)
        self.name = name
        self.player = player
        self.listens = callable(getattr(player, "hear", None))

    def sit(self, game: Game, seat: int | None = None) -> None:
        self.heard = 0
        self.call("sit", game, seat)

    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        return self.legal_action(self.call("choose", view, legal, limit), legal)

    def hear(self, events: Sequence[Event]) -> None:
        self.heard += len(events)
        self.call("hear", events)

    def leave(self, end: GameEnd | None = None) -> None:
        self.call("leave", end)

    def call(self, method: str, *values: object) -> object:
        """A method's result, None where there is no such method; errors name the bot and line."""
        function = getattr(self.player, method, None)
        if function is None:
            return None
        try:
            return function(*values)
        except EkibenError:
            raise
        except Exception as error:
            raise EkibenError(f"{self.name} failed in {method}: {describe(error)}") from error

    def legal_action(self, answer: object, legal: Sequence[Action]) -> Action:
        """Its answer as an action: one of the list, its id or its notation."""
        for action in legal:
            if answer in (action, action.text) or (type(answer) is int and answer == action.id):
                return action
        raise EkibenError(
            f"{self.name} chose {answer!r}, which is none of the {len(legal)} legal actions it was "
            f"given, such as {str(legal[0])!r}"
        )


def describe(error: Exception) -> str:
    """What is wrong, and in which line of whose file."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({last.filename}, line {last.lineno})"
