"""Where machine code is kept: a folder for each state of the sources it was made from."""

from __future__ import annotations

import atexit
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import numpy as np

from ekiben.core import kernels
from ekiben.core.compiled import AnyFunction, Names, link
from ekiben.core.rules import RuleSet

CACHE = "EKIBEN_CACHE"  # where the machine code is kept
KEYS: dict[str, str] = {}  # of the rules as this process has imported them


def link_machine_code(
    rule_set: RuleSet,
    functions: Iterable[AnyFunction],
    names: Mapping[ModuleType, Names] | None = None,
    replaced: Mapping[AnyFunction, AnyFunction] | None = None,
) -> dict[str, AnyFunction]:
    """Link kernels as machine code: each is compiled, or read from the cache, when first called."""
    from ekiben.core.numba_internals import MachineCode, cache_in

    with cache_in(writable_folder(cache_folder(rule_set))):
        return link(functions, MachineCode(rule_set.home), names, replaced)


def cache_folder(rule_set: RuleSet) -> Path:
    if rule_set.home not in KEYS:
        KEYS[rule_set.home] = source_key(rule_set)
    return cache_root() / KEYS[rule_set.home]


def cache_root() -> Path:
    if os.environ.get(CACHE):
        return Path(os.environ[CACHE])
    import platformdirs

    return Path(platformdirs.user_cache_dir("ekiben", appauthor=False)) / "machine-code"


def source_key(rule_set: RuleSet) -> str:
    """A digest of the sources, and of all else that the machine code depends on.

    numba does not notice a change in another module. It finds the machine code of a kernel again
    by where and when the kernel was written.
    """
    import platform  # these two only where there is something to compile
    from importlib.metadata import version

    sources = hashlib.sha256(
        "".join(path.read_text(encoding="utf-8") for path in rule_set.sources()).encode()
    )
    place = Path(str(kernels.__file__))
    versions = f"{platform.python_version()} {np.__version__} {version('numba')}"
    sources.update(f"{versions} {place} {place.stat().st_mtime_ns}".encode())
    return sources.hexdigest()[:16]


def writable_folder(folder: Path) -> Path:
    """The folder, made if need be; a temporary one where it cannot be written to."""
    trial = folder / f"{os.getpid()}.try"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial.touch()
        trial.unlink()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="ekiben-"))
    return folder


def is_cached(rule_set: RuleSet) -> bool:
    """Whether all machine code is there; without numba there is none."""
    return find_spec("numba") is not None and (cache_folder(rule_set) / "ready").exists()


def mark_complete(rule_set: RuleSet) -> None:
    """Note that all kernels are in the cache."""
    ready = cache_folder(rule_set) / "ready"
    if ready.parent.exists() and not ready.exists():
        ready.touch()


def compile_in_process(rule_set: RuleSet) -> subprocess.Popen[bytes]:
    """Start a process that fills the cache; it ends with this one."""
    module, name = rule_set.home.split(":")
    script = (
        "from ekiben.core.builds import builds_of; "
        f"import {module} as m; builds_of(m.{name}).compile()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    atexit.register(process.terminate)
    return process
