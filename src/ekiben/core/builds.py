"""The same rules at two speeds, and the change-over: plain at once, native when its machine code is
there.
"""

from __future__ import annotations

import atexit
import dis
import hashlib
import importlib
import importlib.util
import os
import platform
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from ekiben.core import kernels
from ekiben.core.compiled import Native, globals_of, rebuilt
from ekiben.core.layout import Layout

PLAIN_ONLY = "EKIBEN_PLAIN"  # set: never compile
CACHE = "EKIBEN_CACHE"  # where the machine code is kept
RULES = ("apply", "deal", "is_legal", "is_over", "legal", "options", "pick", "prepare")


@dataclass(frozen=True)
class Family:
    """Rules that several boards share: their functions and layouts. `home` is where this object can
    be imported from, `sample` makes one board's record to try the doors on.
    """

    home: str
    layout: Layout
    board: np.dtype[Any]
    rules: Any
    sample: Callable[[], Any]
    further: tuple[Path, ...] = ()  # sources besides those of the rules

    def names(self) -> dict[str, Any]:
        brought = {name: getattr(self.rules, name) for name in RULES}
        return {
            **brought,
            "BOARD": self.board,
            "STATE": self.layout.dtype,
            "SIZE": self.layout.size,
            "KEPT": self.layout.kept,
            "new_plain": self.layout.plain,
        }

    def sources(self) -> list[Path]:
        own = Path(str(self.rules.__file__)).parent
        return [
            *self.further,
            *sorted(own.glob("*.py")),
            *sorted(Path(__file__).parent.glob("*.py")),
        ]


class Speeds:
    """A family's doors: `plain` always, `native` once built. One per family and process."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self.plain = self.plain_doors()
        self.native: Any = None
        self.lock = threading.Lock()
        self.builder: subprocess.Popen[bytes] | None = None
        self.asked = self.broken = False

    def can_compile(self) -> bool:
        return (
            not self.broken
            and not os.environ.get(PLAIN_ONLY)
            and importlib.util.find_spec("numba") is not None
        )

    def best(self) -> Any:
        """Native, built now if need be; plain where it cannot be built."""
        if self.native is None and self.can_compile():
            try:
                self.load()
            except (ImportError, OSError):  # a numba that does not work is as none
                self.broken = True
        return self.native or self.plain

    def load(self) -> None:
        with self.lock:
            if self.native is None:
                native = self.native_doors()
                self.exercise(
                    native if is_cached(self.family) else Watched(native, self.family.home)
                )
                mark_ready(self.family)
                self.native = native

    def plain_doors(self) -> Any:
        return doors_with(
            lambda function, names: rebuilt(function, vars(kernels) | names), self.family.names()
        )

    def native_doors(self) -> Any:
        """Compiled lazily, at the first call of each door."""
        return native_doors(self.family)

    def exercise(self, made: Any) -> None:
        """Calls every door once, so that all of them are compiled."""
        exercise(made, self.family)

    def warm_up(self) -> None:
        """Has the native doors built without waiting: by a process of its own the first time, then
        from the cache. Call it now and then; each call only looks how far it is.
        """
        if self.native is not None or not self.can_compile():
            return
        if not self.asked:
            self.asked = True
            if not is_cached(self.family):
                self.builder = build_aside(self.family)
            else:
                threading.Thread(target=self.best).start()
        elif self.builder is not None and self.builder.poll() is not None:
            built, self.builder = self.builder.returncode == 0, None
            if built:
                threading.Thread(target=self.best).start()


class OwnSpeeds(Speeds):
    """The speeds of doors that are no family's but written for its rules, as a bot's are; `caller`
    calls each of them once.
    """

    def __init__(
        self, family: Family, own: Iterable[Any], caller: Callable[[Any, Family], None]
    ) -> None:
        self.doors, self.caller = {door.__name__: door for door in own}, caller
        super().__init__(family)

    def plain_doors(self) -> Any:
        return SimpleNamespace(native=False, **self.doors)

    def native_doors(self) -> Any:
        with building(self.family, self.doors) as native:
            return SimpleNamespace(
                native=True, **{name: native(door) for name, door in self.doors.items()}
            )

    def exercise(self, made: Any) -> None:
        self.caller(made, self.family)


Listener = Callable[[str, int, int], None]
LISTENERS: list[
    Listener
] = []  # are told a family's home, how many of its functions are compiled, and how many there are


class Watched:
    """A family's doors while they are compiled: each is when it has been called once, and the
    listeners are told.
    """

    def __init__(self, made: Any, home: str) -> None:
        self.made = made
        self.home = home
        self.left = {name for name, door in vars(made).items() if callable(door)}
        self.total = len(self.left)
        self.tell()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            answer = getattr(self.made, name)(*arguments)
            if name in self.left:
                self.left.remove(name)
                self.tell()
            return answer

        return call

    def tell(self) -> None:
        for listener in LISTENERS:
            listener(self.home, self.total - len(self.left), self.total)


BUILDING = threading.Lock()
KEYS: dict[str, str] = {}  # of the rules as this process has imported them
DOOR_NAMES = {door.__name__ for door in kernels.DOORS}
SPEEDS: dict[str, Speeds] = {}


def speeds(family: Family) -> Speeds:
    if family.home not in SPEEDS:
        SPEEDS[family.home] = Speeds(family)
    return SPEEDS[family.home]


def doors_with(build: Callable[[Any, dict[str, Any]], Any], names: dict[str, Any]) -> Any:
    """All doors over a family's names, the helpers of `doors` included."""
    made: dict[str, Any] = dict(names)
    for name, value in vars(kernels).items():
        if hasattr(value, "native_body") and value.__module__ == kernels.__name__:
            made[name] = build(value, made)
    return SimpleNamespace(
        native=False, **{door.__name__: made[door.__name__] for door in kernels.DOORS}
    )


@contextmanager
def building(family: Family, doors_named: Iterable[str]) -> Iterator[Native]:
    """What makes machine code of marked functions. Those named can be called from Python and are
    kept in the family's cache folder, which is a setting of the whole process: one family at a
    time.
    """
    numba: Any = importlib.import_module("numba")
    named = frozenset(doors_named)
    with BUILDING:
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(writable(cache_folder(family)))
        try:
            yield Native(
                lambda function: (door_jit if function.__name__ in named else rule_jit)(
                    numba, renamed(function, family)
                )
            )
        finally:
            numba.config.CACHE_DIR = before


def native_doors(family: Family) -> Any:
    with building(family, DOOR_NAMES) as native:
        names = {
            name: native(value) if hasattr(value, "native_body") else value
            for name, value in family.names().items()
        }
        made = doors_with(lambda function, known: native(function, **only(function, known)), names)
    made.native = True
    return made


def renamed(function: Any, family: Family) -> Any:
    """Under a name of its family: all families use the same code over layouts of their own, and
    machine code that two processes have made is put together by names when a third one loads both.
    """
    function.__qualname__ = f"{family.home}.{function.__name__}"
    return function


def door_jit(numba: Any, function: Any) -> Any:
    """Kept in the cache, and called from Python."""
    return numba.njit(function, nogil=True, error_model="numpy", cache=True)


def rule_jit(numba: Any, function: Any) -> Any:
    """A rule is only ever called by others."""
    return widened(
        numba,
        numba.njit(
            function,
            nogil=True,
            error_model="numpy",
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
            forceinline=is_small(function),
        ),
    )


def is_small(function: Any) -> bool:
    """Short and without a loop: worth putting into its callers."""
    steps = list(dis.get_instructions(function))
    return len(steps) < 120 and not any("BACKWARD" in step.opname for step in steps)


def widened(numba: Any, rule: Any) -> Any:
    """Has a rule compiled once, for 64-bit ints, instead of once for every mix of widths it is
    called with.
    """
    choose = rule.get_call_template

    def wide(kind: Any) -> Any:
        return numba.types.int64 if isinstance(kind, numba.types.Integer) else kind

    rule.get_call_template = lambda args, kws: choose(tuple(map(wide, args)), kws)
    return rule


def only(function: Any, known: dict[str, Any]) -> dict[str, Any]:
    return {name: known[name] for name in globals_of(function.native_body) if name in known}


def mark_ready(family: Family) -> None:
    """Marks the cache as complete."""
    ready = cache_folder(family) / "ready"
    if ready.parent.exists() and not ready.exists():
        ready.touch()


def exercise(made: Any, family: Family) -> None:
    record, size = family.sample(), family.layout.size
    boards, words = record.view(np.uint8), np.array([1, 0, 0, 0], np.int64)
    states, other, out = (
        np.zeros(size, np.uint8),
        np.zeros(size, np.uint8),
        np.zeros(int(record[0]["actions"]) + 1, np.int64),
    )
    made.start_many(boards, states, 0, 1, 2, words, 1)
    made.legal_one(boards, states, 0, out)
    made.mask_many(boards, states, np.zeros((1, len(out)), np.bool_), 0, 1, out)
    made.legal_one(boards, states, 0, out)
    made.apply_many(boards, states, out[:1].copy(), 0, 1, True, True)
    made.copy_many(states, other, 0, 1)
    made.copy_one(states, 0, other, 0)
    made.choose_many(boards, states, np.ones(1, np.int64), out[:1].copy(), 0, 1)
    made.playouts_many(
        boards,
        other,
        0,
        states[:0],
        0,
        1,
        2,
        words,
        np.zeros((1, 2), np.int64),
        np.zeros(1, np.int64),
    )


def cache_folder(family: Family) -> Path:
    if family.home not in KEYS:
        KEYS[family.home] = source_key(family)
    return cache_root() / KEYS[family.home]


def source_key(family: Family) -> str:
    """Keyed by the sources, since numba does not notice a change in another module, and by where
    and when the doors were written, by which numba finds their machine code again.
    """
    sources = hashlib.sha256(
        "".join(path.read_text(encoding="utf-8") for path in family.sources()).encode()
    )
    place = Path(str(kernels.__file__))
    sources.update(
        f"{platform.python_version()} {np.__version__} {numba_version()} {place} {place.stat().st_mtime_ns}".encode()
    )
    return sources.hexdigest()[:16]


def writable(folder: Path) -> Path:
    """The folder, made if need be; a passing one where it cannot be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{os.getpid()}.try").touch()
        (folder / f"{os.getpid()}.try").unlink()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="ekiben-"))
    return folder


def numba_version() -> str:
    from importlib.metadata import version

    return version("numba")


def cache_root() -> Path:
    if os.environ.get(CACHE):
        return Path(os.environ[CACHE])
    import platformdirs

    return Path(platformdirs.user_cache_dir("ekiben", appauthor=False)) / "machine-code"


def is_cached(family: Family) -> bool:
    return (cache_folder(family) / "ready").exists()


def build_aside(family: Family) -> subprocess.Popen[bytes]:
    """A process that fills the cache; ended with this one."""
    module, name = family.home.split(":")
    script = f"from ekiben.core.builds import speeds; import {module} as m; speeds(m.{name}).load()"
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    atexit.register(process.terminate)
    return process
