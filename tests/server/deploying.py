"""The files of deploy/, read as the programs they are for would read them."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def compose() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml", reason="the compose file is YAML: pip install pyyaml")
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yml").read_text(encoding="utf-8"))
    return read


def filled_in(text: str, **values: str) -> str:
    """`${NAME:-else}` and `${NAME:?why}` as compose replaces them."""

    def value(found: re.Match[str]) -> str:
        if found["name"] not in values and found["how"] == ":?":
            raise KeyError(found["name"])
        return values.get(found["name"], found["other"] or "")

    return re.sub(r"\$\{(?P<name>\w+)(?P<how>:[-?])?(?P<other>[^}]*)\}", value, text)


def steps() -> list[tuple[str, str]]:
    """The instructions of the Containerfile: the word, and what follows it in one line."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines()]
    return [
        (word, rest.strip())
        for line in lines
        if line and not line.startswith("#")
        for word, _, rest in [line.partition(" ")]
    ]


def step(word: str) -> str:
    """The last of its kind: that of the image that is made."""
    return [rest for found, rest in steps() if found == word][-1]


def environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in shlex.split(step("ENV")))


def entry() -> list[str]:
    made: list[str] = json.loads(step("ENTRYPOINT"))
    return made


def health() -> list[str]:
    """The command of the health check."""
    made: list[str] = json.loads(step("HEALTHCHECK").partition("CMD ")[2])
    return made


def unit() -> dict[str, list[str]]:
    """The settings of the systemd unit."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / "ekiben.service").read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def upstreams() -> list[str]:
    line = re.search(
        r"^\treverse_proxy (.+) \{$",
        (DEPLOY / "Caddyfile").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert line is not None
    return line[1].split()


def ignored() -> list[str]:
    return (DEPLOY / "Containerfile.dockerignore").read_text(encoding="utf-8").split()
