"""Programs of the machine that tests need. A test without its program is skipped, and the end of
the run says how to get it; with CI=true it fails.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
NOT_INSTALLED = "not installed: "  # followed by the name of Debian's package
BESIDE = {"chromium": ["fonts-noto-cjk"]}  # what a package is of no use without


def need(package: str, found: str | Path | None) -> str:
    """What was found; else the test goes no further."""
    if found is None:
        (pytest.fail if is_ci() else pytest.skip)(NOT_INSTALLED + package)
    return str(found)


def is_ci() -> bool:
    return os.environ.get("CI", "") not in ("", "0", "false")


def node() -> str | None:
    """The Node that the pages are built with: the machine's, or that of the wheel."""
    sys.path.insert(0, str(ROOT))
    from hatch_build import npm_command

    try:
        return shutil.which("node", path=npm_command()[1])
    except SystemExit:
        return None


def wasm_linker() -> str | None:
    """What links WebAssembly here."""
    from ekiben.core.errors import EkibenError
    from ekiben.wasm.linking import linker

    try:
        return linker()[0]
    except EkibenError:
        return None


def playwright_node() -> str | None:
    """A Node that Playwright can use: its own, which wants a library that not every machine has, or
    another.
    """
    from playwright._impl._driver import compute_driver_executable

    own = str(compute_driver_executable()[0])
    return own if starts(own) else node()


@contextmanager
def running(command: list[str]) -> Iterator[None]:
    """Run a program meanwhile; all it has started ends with it, also where it is only a script."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def starts(program: str) -> bool:
    try:
        return (
            subprocess.run([program, "--version"], capture_output=True, check=False).returncode == 0
        )
    except OSError:
        return False


def what_was_missing(reports: Iterable[Any]) -> list[str]:
    """The lines for the end of a run: how many tests each missing package has cost, and how to get
    them all.
    """
    reasons = (report.longrepr[2] for report in reports if isinstance(report.longrepr, tuple))
    lost = Counter(
        reason.partition(NOT_INSTALLED)[2] for reason in reasons if NOT_INSTALLED in reason
    )
    lines = [
        f"{count} skipped: {package} is not installed" for package, count in sorted(lost.items())
    ]
    wanted = [one for package in sorted(lost) for one in (package, *BESIDE.get(package, ()))]
    return [*lines, f"To run them too: sudo apt install {' '.join(wanted)}"] if lost else []
