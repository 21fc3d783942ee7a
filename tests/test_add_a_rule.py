"""The worked example of CONTRIBUTING: the patch that adds a rule fits this tree, and works."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import programs
import pytest

ROOT = Path(__file__).parents[1]
PATCH = ROOT / "examples" / "add-a-rule.patch"
MOST_FILES = 8
NEEDED = ("src", "tests", "docs", "pyproject.toml")
PROVING = ("tests/games/london", "tests/texts/test_rules_text.py", "tests/golden")


def git_apply(folder, *options):
    git = programs.need("git", shutil.which("git"))
    subprocess.run([git, "apply", *options, str(PATCH)], cwd=folder, check=True)


def changed_files():
    return re.findall(r"^diff --git a/(\S+)", PATCH.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_patch_applies():
    git_apply(ROOT, "--check")


def test_the_patch_touches_few_files():
    """Code, texts in both languages, manual and test; the browser needs no change at all."""
    files = changed_files()
    assert 0 < len(files) <= MOST_FILES
    assert any(file.startswith("tests/") for file in files)


def test_contributing_names_every_file():
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = page.partition("## Add a rule")[2].partition("\n## ")[0]
    assert [file for file in changed_files() if file not in section] == []


@pytest.mark.deep
def test_the_rule_works_once_it_is_applied(tmp_path):
    """Its own test passes, and so do those of the clauses, the manual and the golden games."""
    for name in NEEDED:
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, tmp_path / name)
    git_apply(tmp_path)
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *PROVING],
        cwd=tmp_path,
        env={**os.environ, "EKIBEN_PLAIN": "1"},
        check=True,
    )
