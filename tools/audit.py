"""Asks the advisory services about everything that is pinned: Python packages by pip-audit, the
pages' by npm audit.

A finding fails unless audit.toml explains it, and no longer than that says. Where no service can be
reached, that is said, and is no failure: a machine without a network can still run the tests.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PINS = ("requirements-dev.txt", "web/requirements-node.txt")
SERVICES = ("pypi", "osv")
PATIENCE = 120  # seconds for one question


@dataclass(frozen=True)
class Finding:
    package: str
    ids: tuple[str, ...]  # of the same advisory, the first as the service calls it
    title: str


@dataclass(frozen=True)
class Explained:
    """An advisory that does not touch Ekiben, why not, and until when that need not be looked at
    again.
    """

    id: str
    package: str
    why: str
    until: date


@dataclass(frozen=True)
class Answer:
    """What one service said; `unknown` are packages it could not tell about, `away` why it said
    nothing at all.
    """

    found: tuple[Finding, ...] = ()
    unknown: tuple[str, ...] = ()
    away: str = ""


# ---- Python
def read_pip(out: str, err: str) -> Answer:
    """pip-audit leaves out what the service does not know, and calls that no finding: here it is
    told apart.
    """
    try:
        packages: list[dict[str, Any]] = json.loads(out)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Answer(away=last_line(err) or "pip-audit gave no answer")
    unknown = tuple(package["name"] for package in packages if "skip_reason" in package)
    if len(unknown) == len(packages):
        return Answer(unknown=unknown, away="the service knows none of the packages")
    found = (
        Finding(
            package["name"],
            (one["id"], *one.get("aliases", [])),
            title(one.get("description") or ""),
        )
        for package in packages
        for one in package.get("vulns", [])
    )
    return Answer(tuple(found), unknown)


def ask_pip(pins: str) -> Answer:
    """The first service that answers."""
    said = [Answer(away="no service was asked")]
    for service in SERVICES:
        command = [
            sys.executable,
            "-m",
            "pip_audit",
            "-r",
            str(ROOT / pins),
            "--require-hashes",
            "--disable-pip",
            "--format",
            "json",
            "--progress-spinner",
            "off",
            "--vulnerability-service",
            service,
        ]
        said.append(asked(command, ROOT, read_pip))
        if not said[-1].away:
            break
    return said[-1] if not said[-1].away else said[1]


# ---- the pages
def read_npm(out: str, err: str) -> Answer:
    try:
        packages: dict[str, Any] = json.loads(out)["vulnerabilities"]
    except (ValueError, KeyError, TypeError):
        return Answer(away=npm_fault(out) or last_line(err) or "npm gave no answer")
    found = (
        Finding(one["name"], (advisory(one),), one.get("title", ""))
        for package in packages.values()
        for one in package["via"]
        if isinstance(one, dict)
    )  # else the name of another package, which is listed itself
    return Answer(tuple(dict.fromkeys(found)))


def advisory(one: dict[str, Any]) -> str:
    return str(one.get("url", "")).rpartition("/")[2] or str(one["source"])


def npm_fault(out: str) -> str:
    try:
        return str(json.loads(out)["message"])
    except (ValueError, KeyError, TypeError):
        return ""


def ask_npm() -> Answer:
    sys.path.insert(0, str(ROOT))
    from hatch_build import npm_command

    command = [
        *npm_command()[0],
        "audit",
        "--json",
        "--package-lock-only",
        "--fetch-retries=0",
        "--fetch-timeout=20000",
    ]
    return asked(command, ROOT / "web", read_npm)


# ---- both
def asked(command: list[str], folder: Path, read: Callable[[str, str], Answer]) -> Answer:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return Answer(away=f"no answer in {PATIENCE} seconds")
    if "No module named pip_audit" in done.stderr:
        raise SystemExit("pip-audit is not installed here: make audit sets it up")
    return read(done.stdout, done.stderr)


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""


def title(text: str) -> str:
    return text.strip().partition("\n")[0][:100]


def read_explained(text: str) -> list[Explained]:
    """Every line of it must be there and say something."""
    found = []
    for entry in tomllib.loads(text).get("explained", []):
        until = entry.get("until")
        if (
            sorted(entry) != ["id", "package", "until", "why"]
            or type(until) is not date
            or not str(entry["why"]).strip()
        ):
            raise SystemExit(
                "audit.toml: an explanation has id, package, why (a sentence) and until (a "
                f"date), not {entry}"
            )
        found.append(Explained(**entry))
    return found


def judged(
    what: str, answer: Answer, explained: Iterable[Explained], today: date
) -> tuple[bool, list[str]]:
    """Whether it is well, and what to say."""
    if answer.away:
        return True, [f"{what}: not checked: no advisory service reachable ({answer.away})"]
    known = list(explained)
    lines = [verdict(finding, known, today) for finding in answer.found]
    bad = [line for line in lines if line.startswith("FAULT")]
    unknown = (
        [f"not known there, not checked: {', '.join(answer.unknown)}"] if answer.unknown else []
    )
    total = f"{len(answer.found)} findings, {len(bad)} of them not explained"
    return not bad, [f"{what}: {line}" for line in (*lines, *unknown, total)]


def verdict(finding: Finding, known: list[Explained], today: date) -> str:
    name = f"{finding.package} {' '.join(finding.ids)}: {finding.title}"
    for one in known:
        if one.package == finding.package and one.id in finding.ids:
            late = today > one.until
            return (
                f"FAULT (explained until {one.until}): {name}"
                if late
                else f"explained until {one.until}: {name}: {one.why}"
            )
    return f"FAULT: {name}"


def main() -> int:
    explained = read_explained((ROOT / "tools" / "audit.toml").read_text(encoding="utf-8"))
    answers = {pins: ask_pip(pins) for pins in PINS} | {"web/package-lock.json": ask_npm()}
    results = [judged(what, answer, explained, date.today()) for what, answer in answers.items()]
    for _, lines in results:
        print("\n".join(lines))
    return 0 if all(well for well, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
