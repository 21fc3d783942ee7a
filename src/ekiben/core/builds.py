"""The builds of a rule set's kernels.

Interpreted at once, compiled when the machine code is there.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import threading
from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Any, Generic, TypeVar, cast

import numpy as np

from ekiben.core import kernels
from ekiben.core.compiled import AnyFunction, Interpreter, link
from ekiben.core.kernels import Kernels
from ekiben.core.machine_code import (
    compile_in_process,
    is_cached,
    link_machine_code,
    mark_complete,
)
from ekiben.core.rules import RuleSet

INTERPRETED_ONLY = "EKIBEN_PLAIN"  # set: never compile
OwnKernels = TypeVar("OwnKernels")  # the protocol of the kernels that are built


# give kernels that were compiled elsewhere to every build as it is made
PROVIDERS: list[Callable[[AnyBuilds], Mapping[str, AnyFunction]]] = []


class Builds(Generic[OwnKernels]):
    """Kernels over a rule set: `interpreted` always, `compiled` once built.

    There is one of these for each set of kernels in a process.
    """

    def __init__(
        self,
        rule_set: RuleSet,
        functions: Iterable[AnyFunction],
        call_each_once: Callable[[OwnKernels, RuleSet], None],
    ) -> None:
        self.rule_set = rule_set
        self.functions = tuple(functions)
        self.call_each_once = call_each_once
        self.names = {kernels: rule_set.names()}
        linked = link(self.functions, Interpreter(), self.names)
        self.interpreted: OwnKernels = namespace(linked, compiled=False)
        self.compiled: OwnKernels | None = None
        self.given: Mapping[str, AnyFunction] = {}  # by `use`
        self.lock = threading.Lock()
        self.compiler: subprocess.Popen[bytes] | None = None
        self.is_asked_for = False
        self.is_broken = False
        for provide in PROVIDERS:
            self.use(provide(self))

    def can_compile(self) -> bool:
        return (
            not self.is_broken
            and not os.environ.get(INTERPRETED_ONLY)
            and importlib.util.find_spec("numba") is not None
        )

    def fastest(self) -> OwnKernels:
        """The compiled kernels, compiled now if need be; else the interpreted ones."""
        if self.compiled is None and self.can_compile():
            try:
                self.compile()
            except (ImportError, OSError):  # a numba that does not work is as none
                self.is_broken = True
        return self.compiled or self.interpreted

    def use(self, functions: Mapping[str, AnyFunction]) -> None:
        """Use kernels that somebody else has compiled: a page's come as WebAssembly.

        They may include further kernels of the same family, such as its searches (`given`).
        """
        missing = {one.__name__ for one in self.functions} - functions.keys()
        if missing:
            raise ValueError(
                f"{self.rule_set.home} needs more kernels: {', '.join(sorted(missing))}"
            )
        self.given = functions
        self.compiled = namespace(functions, compiled=True)

    def compile(self) -> None:
        """Compile all kernels, or fetch them from the cache."""
        with self.lock:
            if self.compiled is None:
                compiled = self.link_compiled()
                if is_cached(self.rule_set):
                    self.call_each_once(compiled, self.rule_set)
                else:
                    reporter = ProgressReporter(vars(compiled), self.rule_set.home)
                    self.call_each_once(cast(OwnKernels, reporter), self.rule_set)
                mark_complete(self.rule_set)
                self.compiled = compiled

    def link_compiled(self) -> OwnKernels:
        """The kernels as machine code, each compiled when it is called first."""
        return namespace(
            link_machine_code(self.rule_set, self.functions, self.names), compiled=True
        )

    def compile_in_background(self) -> None:
        """Have the kernels compiled without waiting.

        Another process compiles them the first time; then a thread fetches them from the cache.
        Call it now and then: each call only looks how far that is.
        """
        if self.compiled is not None or not self.can_compile():
            return
        if not self.is_asked_for:
            self.is_asked_for = True
            if not is_cached(self.rule_set):
                self.compiler = compile_in_process(self.rule_set)
            else:
                threading.Thread(target=self.fastest).start()
        elif self.compiler is not None and self.compiler.poll() is not None:
            has_compiled = self.compiler.returncode == 0
            self.compiler = None
            if has_compiled:
                threading.Thread(target=self.fastest).start()


AnyBuilds = Builds[Any]  # of whatever kernels
BUILDS: dict[str, AnyBuilds] = {}


def builds_of(rule_set: RuleSet) -> Builds[Kernels]:
    if rule_set.home not in BUILDS:
        BUILDS[rule_set.home] = Builds[Kernels](rule_set, kernels.KERNELS, call_each_once)
    return BUILDS[rule_set.home]


def namespace(functions: Mapping[str, AnyFunction], *, compiled: bool) -> Any:
    """The functions by name, as a protocol of kernels has them."""
    return SimpleNamespace(compiled=compiled, **functions)


def call_each_once(rule_kernels: Kernels, rule_set: RuleSet) -> None:
    """Call every kernel once, so that all of them are compiled."""
    board = rule_set.sample()
    boards = board.packed()
    states = np.zeros(rule_set.state.size, np.uint8)
    other = states.copy()
    words = np.array([1, 0, 0, 0], np.int64)
    out = np.zeros(board.actions + 1, np.int64)
    scores = np.zeros((1, 2), np.int64)
    lengths = np.zeros(1, np.int64)
    rule_kernels.start_many(boards, states, 0, 1, 2, words, 1)
    rule_kernels.legal_one(boards, states, 0, out)
    rule_kernels.mask_many(boards, states, np.zeros((1, len(out)), np.bool_), 0, 1, out)
    rule_kernels.legal_one(boards, states, 0, out)
    rule_kernels.apply_many(boards, states, out[:1].copy(), 0, 1, True, True)
    rule_kernels.copy_many(states, other, 0, 1)
    rule_kernels.copy_one(states, 0, other, 0)
    rule_kernels.choose_many(boards, states, np.ones(1, np.int64), out[:1].copy(), 0, 1)
    rule_kernels.playouts_many(boards, other, 0, states[:0], 0, 1, 2, words, scores, lengths)


# ---- progress
Listener = Callable[[str, int, int], None]
# are told a rule set's home, how many of its kernels are compiled, and how many there are
PROGRESS_LISTENERS: list[Listener] = []


class ProgressReporter:
    """Kernels while they are compiled: tells the listeners when each has been called once."""

    def __init__(self, functions: Mapping[str, Any], home: str) -> None:
        self.functions = functions
        self.home = home
        self.left = {name for name, function in functions.items() if callable(function)}
        self.total = len(self.left)
        self.tell()

    def __getattr__(self, name: str) -> AnyFunction:
        def call(*arguments: object) -> object:
            answer = self.functions[name](*arguments)
            if name in self.left:
                self.left.remove(name)
                self.tell()
            return answer

        return call

    def tell(self) -> None:
        for listener in PROGRESS_LISTENERS:
            listener(self.home, self.total - len(self.left), self.total)
