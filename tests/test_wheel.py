"""The wheel: what it holds, what it says of itself, and whose code is in it."""

import json
import re
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from ekiben.games import NAMES
from ekiben.server.settings import ASSETS

ROOT = Path(__file__).resolve().parents[1]
NOTICES = ROOT / "web" / "THIRD-PARTY-NOTICES.txt"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Made of this checkout, whose pages are built."""
    assert (ASSETS / "index.html").exists(), "the pages are not built: python hatch_build.py"
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as opened:
        yield opened


def metadata(wheel):
    return Parser().parsestr(
        wheel.read(
            next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        ).decode()
    )


def test_the_pages_are_in_the_wheel(wheel):
    names = set(wheel.namelist())
    built = {
        f"ekiben/server/assets/{path.relative_to(ASSETS).as_posix()}"
        for path in ASSETS.rglob("*")
        if path.is_file()
    }
    assert built <= names and not any("node_modules" in name for name in names)


def test_the_puzzles_are_in_the_wheel(wheel):
    assert {f"ekiben/puzzles/data/{game}.jsonl" for game in NAMES} <= set(wheel.namelist())


def test_the_statistics_are_in_the_wheel(wheel):
    files = {f"ekiben/analysis/explorer/data/{game}.json" for game in NAMES}
    assert files <= set(wheel.namelist())


def test_the_networks_are_in_the_wheel(wheel):
    files = {f"ekiben/bots/learned/weights/{game}.npz" for game in NAMES if game != "tokyo"}
    assert files <= set(wheel.namelist())


def test_the_wheel_says_who_made_it_and_what_it_is(wheel):
    said = metadata(wheel)
    assert (
        said["Author"] == "The Ekiben contributors" and said["License-Expression"] == "Apache-2.0"
    )
    assert said["Description-Content-Type"] == "text/markdown" and said.get_payload().startswith(
        "# Ekiben"
    )
    assert said.get_all("License-File") == ["LICENSE", "web/THIRD-PARTY-NOTICES.txt"]


def test_the_licences_of_the_javascript_are_in_the_wheel(wheel):
    texts = [
        wheel.read(name).decode()
        for name in wheel.namelist()
        if name.endswith("THIRD-PARTY-NOTICES.txt")
    ]
    assert (
        texts == [NOTICES.read_text(encoding="utf-8")] * 2
    )  # beside the pages, and among the licences


def test_the_notices_are_those_of_the_pages_as_they_are_built():
    """Where this fails, the packages of the pages have changed: build them and commit the file."""
    assert (ASSETS / NOTICES.name).read_text(encoding="utf-8") == NOTICES.read_text(
        encoding="utf-8"
    )


def test_every_notice_is_of_a_locked_version_and_has_a_licence():
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))[
        "packages"
    ]
    parts = NOTICES.read_text(encoding="utf-8").split("-" * 80)
    heads = [re.match(r"\s*(\S+) (\S+) \((\S+)\)\n", part) for part in parts]
    assert {head[1] for head in heads} >= {"svelte", "clsx"}
    assert all(locked[f"node_modules/{head[1]}"]["version"] == head[2] for head in heads)
    assert all("Copyright" in part and "Permission is hereby granted" in part for part in parts)
