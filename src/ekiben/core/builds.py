"""The same rules in two builds, and the change-over: interpreted at once, compiled when the machine code is
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
from ekiben.core.compiled import Linker, globals_of, rebuilt
from ekiben.core.layout import GameBoard, GameState

PLAIN_ONLY = "EKIBEN_PLAIN"  # set: never compile
CACHE = "EKIBEN_CACHE"  # where the machine code is kept
RULES = ("apply", "deal", "is_legal", "is_over", "legal", "options", "pick", "prepare")


@dataclass(frozen=True)
class RuleSet:
    """Rules that several boards share: their functions and layouts. `home` is where this object can
    be imported from, `sample` makes one board's record to try the kernels on.
    """

    home: str
    state: type[GameState]
    board: type[GameBoard]
    rules: Any
    sample: Callable[[], Any]
    further: tuple[Path, ...] = ()  # sources besides those of the rules

    def names(self) -> dict[str, Any]:
        brought = {name: getattr(self.rules, name) for name in RULES}
        return {
            **brought,
            "BOARD": self.board.dtype,
            "STATE": self.state.dtype,
            "SIZE": self.state.size,
            "KEPT": self.state.size_without_scratch,
            "new_plain": self.state,
        }

    def sources(self) -> list[Path]:
        own = Path(str(self.rules.__file__)).parent
        return [
            *self.further,
            *sorted(own.glob("*.py")),
            *sorted(Path(__file__).parent.glob("*.py")),
        ]


class Builds:
    """A family's kernels: `interpreted` always, `compiled` once built. One per family and process."""

    def __init__(self, rule_set: RuleSet) -> None:
        self.rule_set = rule_set
        self.interpreted = self.interpreted_kernels()
        self.compiled: Any = None
        self.lock = threading.Lock()
        self.builder: subprocess.Popen[bytes] | None = None
        self.asked = self.broken = False

    def can_compile(self) -> bool:
        return (
            not self.broken
            and not os.environ.get(PLAIN_ONLY)
            and importlib.util.find_spec("numba") is not None
        )

    def fastest(self) -> Any:
        """The compiled kernels, built now if need be; the interpreted ones where they cannot be."""
        if self.compiled is None and self.can_compile():
            try:
                self.load()
            except (ImportError, OSError):  # a numba that does not work is as none
                self.broken = True
        return self.compiled or self.interpreted

    def load(self) -> None:
        with self.lock:
            if self.compiled is None:
                compiled = self.compiled_kernels()
                self.call_each_once(
                    compiled
                    if is_cached(self.rule_set)
                    else ProgressReporter(compiled, self.rule_set.home)
                )
                mark_complete(self.rule_set)
                self.compiled = compiled

    def interpreted_kernels(self) -> Any:
        return kernels_with(
            lambda function, names: rebuilt(function, vars(kernels) | names), self.rule_set.names()
        )

    def compiled_kernels(self) -> Any:
        """Compiled lazily, at the first call of each kernel."""
        return compiled_kernels(self.rule_set)

    def call_each_once(self, made: Any) -> None:
        """Calls every kernel once, so that all of them are compiled."""
        call_each_once(made, self.rule_set)

    def compile_in_background(self) -> None:
        """Has the compiled kernels built without waiting: by a process of its own the first time, then
        from the cache. Call it now and then; each call only looks how far it is.
        """
        if self.compiled is not None or not self.can_compile():
            return
        if not self.asked:
            self.asked = True
            if not is_cached(self.rule_set):
                self.builder = compile_in_process(self.rule_set)
            else:
                threading.Thread(target=self.fastest).start()
        elif self.builder is not None and self.builder.poll() is not None:
            built, self.builder = self.builder.returncode == 0, None
            if built:
                threading.Thread(target=self.fastest).start()


class KernelBuilds(Builds):
    """The builds of kernels that are no family's but written for its rules, as a bot's are; `caller`
    calls each of them once.
    """

    def __init__(
        self, rule_set: RuleSet, own: Iterable[Any], caller: Callable[[Any, RuleSet], None]
    ) -> None:
        self.kernels, self.caller = {kernel.__name__: kernel for kernel in own}, caller
        super().__init__(rule_set)

    def interpreted_kernels(self) -> Any:
        return SimpleNamespace(compiled=False, **self.kernels)

    def compiled_kernels(self) -> Any:
        with building(self.rule_set, self.kernels) as link:
            return SimpleNamespace(
                compiled=True, **{name: link(kernel) for name, kernel in self.kernels.items()}
            )

    def call_each_once(self, made: Any) -> None:
        self.caller(made, self.rule_set)


Listener = Callable[[str, int, int], None]
PROGRESS_LISTENERS: list[
    Listener
] = []  # are told a family's home, how many of its functions are compiled, and how many there are


class ProgressReporter:
    """A family's kernels while they are compiled: each is when it has been called once, and the
    listeners are told.
    """

    def __init__(self, made: Any, home: str) -> None:
        self.made = made
        self.home = home
        self.left = {name for name, kernel in vars(made).items() if callable(kernel)}
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
        for listener in PROGRESS_LISTENERS:
            listener(self.home, self.total - len(self.left), self.total)


BUILDING = threading.Lock()
KEYS: dict[str, str] = {}  # of the rules as this process has imported them
KERNEL_NAMES = {kernel.__name__ for kernel in kernels.KERNELS}
BUILDS: dict[str, Builds] = {}


def builds_of(rule_set: RuleSet) -> Builds:
    if rule_set.home not in BUILDS:
        BUILDS[rule_set.home] = Builds(rule_set)
    return BUILDS[rule_set.home]


def kernels_with(build: Callable[[Any, dict[str, Any]], Any], names: dict[str, Any]) -> Any:
    """All kernels over a family's names, the helpers of `kernels` included."""
    made: dict[str, Any] = dict(names)
    for name, value in vars(kernels).items():
        if hasattr(value, "compiled_body") and value.__module__ == kernels.__name__:
            made[name] = build(value, made)
    return SimpleNamespace(
        compiled=False, **{kernel.__name__: made[kernel.__name__] for kernel in kernels.KERNELS}
    )


@contextmanager
def building(rule_set: RuleSet, names: Iterable[str]) -> Iterator[Linker]:
    """What makes machine code of marked functions. Those named can be called from Python and are
    kept in the family's cache folder, which is a setting of the whole process: one family at a
    time.
    """
    numba: Any = importlib.import_module("numba")
    named = frozenset(names)
    with BUILDING:
        before, numba.config.CACHE_DIR = (
            numba.config.CACHE_DIR,
            str(writable(cache_folder(rule_set))),
        )
        try:
            yield Linker(
                lambda function: (kernel_jit if function.__name__ in named else rule_jit)(
                    numba, renamed(function, rule_set)
                )
            )
        finally:
            numba.config.CACHE_DIR = before


def compiled_kernels(rule_set: RuleSet) -> Any:
    with building(rule_set, KERNEL_NAMES) as link:
        names = {
            name: link(value) if hasattr(value, "compiled_body") else value
            for name, value in rule_set.names().items()
        }
        made = kernels_with(lambda function, known: link(function, **only(function, known)), names)
    made.compiled = True
    return made


def renamed(function: Any, rule_set: RuleSet) -> Any:
    """Under a name of its family: all families use the same code over layouts of their own, and
    machine code that two processes have made is put together by names when a third one loads both.
    """
    function.__qualname__ = f"{rule_set.home}.{function.__name__}"
    return function


def kernel_jit(numba: Any, function: Any) -> Any:
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
    return {name: known[name] for name in globals_of(function.compiled_body) if name in known}


def mark_complete(rule_set: RuleSet) -> None:
    """Marks the cache as complete."""
    ready = cache_folder(rule_set) / "ready"
    if ready.parent.exists() and not ready.exists():
        ready.touch()


def call_each_once(made: Any, rule_set: RuleSet) -> None:
    record, size = rule_set.sample(), rule_set.state.size
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


def cache_folder(rule_set: RuleSet) -> Path:
    if rule_set.home not in KEYS:
        KEYS[rule_set.home] = source_key(rule_set)
    return cache_root() / KEYS[rule_set.home]


def source_key(rule_set: RuleSet) -> str:
    """Keyed by the sources, since numba does not notice a change in another module, and by where
    and when the kernels were written, by which numba finds their machine code again.
    """
    sources = hashlib.sha256(
        "".join(path.read_text(encoding="utf-8") for path in rule_set.sources()).encode()
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


def is_cached(rule_set: RuleSet) -> bool:
    return (cache_folder(rule_set) / "ready").exists()


def compile_in_process(rule_set: RuleSet) -> subprocess.Popen[bytes]:
    """A process that fills the cache; ended with this one."""
    module, name = rule_set.home.split(":")
    script = f"from ekiben.core.builds import builds_of; import {module} as m; builds_of(m.{name}).load()"
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    atexit.register(process.terminate)
    return process
