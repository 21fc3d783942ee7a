"""Setting up: what make installs for whom, what the pins hold, what happens where a program is
missing, and the version.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import programs
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import ekiben

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BASH = shutil.which("bash")
DEVELOPERS = {
    "pytest",
    "mypy",
    "ruff",
    "playwright",
    "ray",
    "mkdocs",
    "pip-tools",
    "pip-audit",
    "pyarrow",
    "open-spiel",
}


# ---- make
def planned(target):
    """What make would do, were nothing there yet."""
    if shutil.which("make") is None:
        pytest.skip("there is no make here")
    done = subprocess.run(
        ["make", "--dry-run", "--always-make", target],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.replace("\\\n", " ")


def test_playing_installs_only_what_playing_needs():
    steps = planned("play")
    assert "-r requirements.txt -r requirements-build.txt" in steps and "--require-hashes" in steps
    assert not re.search(r"requirements-dev|pytest|ruff|mypy|audit", steps)
    assert re.findall(r'echo "(· Installing[^"]*)"', steps) and "pip install -qq" in steps


def test_testing_installs_the_developers_tools_on_top():
    steps = planned("test")
    assert (
        0
        < steps.index("-r requirements.txt")
        < steps.index("-r requirements-dev.txt")
        < steps.index("pytest -n auto")
    )


def test_a_new_advisory_fails_nobodys_tests():
    assert (
        "audit" not in planned("test")
        and "audit" not in planned("test-deep")
        and "tools/audit.py" in planned("audit")
    )


# ---- pins
def pins(name):
    """By package: its version and hashes."""
    text = (ROOT / name).read_text(encoding="utf-8")
    found = re.findall(
        r"^([a-zA-Z0-9._-]+)==(\S+).*?\\\n((?:    --hash=\S+(?: \\)?\n)+)", text, re.M
    )
    assert len(found) == len(re.findall(r"^[a-zA-Z0-9]", text, re.M)), (
        f"{name}: a line without hashes"
    )
    return {
        canonicalize_name(package): (version, frozenset(re.findall(r"sha256:\w{64}", hashes)))
        for package, version, hashes in found
    }


def extra(*names):
    return [one for name in names for one in PROJECT["project"]["optional-dependencies"][name]]


@pytest.mark.parametrize(
    ("file", "asked"),
    [
        ("requirements.txt", PROJECT["project"]["dependencies"]),
        ("requirements-build.txt", PROJECT["build-system"]["requires"]),
        ("deploy/requirements.txt", PROJECT["project"]["dependencies"] + extra("postgres")),
        (
            "requirements-dev.txt",
            PROJECT["project"]["dependencies"]
            + extra("dev", "envs", "openspiel", "parquet", "cluster", "postgres"),
        ),
    ],
)
def test_the_pins_are_what_the_project_asks_for(file, asked):
    found = pins(file)
    for requirement in map(Requirement, asked):
        version, hashes = found[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version) and hashes


@pytest.mark.parametrize(
    "file", ["requirements.txt", "requirements-build.txt", "deploy/requirements.txt"]
)
def test_the_smaller_sets_are_parts_of_the_developers_which_is_audited(file):
    assert pins(file).items() <= pins("requirements-dev.txt").items()


@pytest.mark.parametrize(
    "file", ["requirements.txt", "requirements-build.txt", "deploy/requirements.txt"]
)
def test_no_developers_tool_is_in_the_smaller_sets(file):
    assert not DEVELOPERS & set(pins(file))


# ---- programs of the system
@pytest.fixture
def bare(tmp_path):
    """A PATH with hardly anything on it, and an environment that has nothing else; `put` adds a
    program.
    """
    for name in ("bash", "dirname", "env", "cat", "sed", "awk"):
        (tmp_path / name).symlink_to(shutil.which(name))

    def put(name, script):
        (tmp_path / name).write_text(f"#!{BASH}\n{script}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)

    def run(command, *words, **settings):
        return subprocess.run(
            [BASH, ROOT / command, *words],
            env={"PATH": str(tmp_path), **settings},
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )

    return put, run


def test_an_ordinary_user_is_told_what_is_missing_and_goes_on(bare):
    put, run = bare
    put("id", "echo 1000")
    done = run("tools/system-packages")
    assert (
        done.returncode == 0
        and "Not installed: chromium fontconfig fonts-noto-cjk" in done.stderr
        and "skipped" in done.stderr
    )


def test_the_long_tests_need_a_second_browser(bare):
    put, run = bare
    put("id", "echo 1000")
    assert "firefox" not in run("tools/system-packages").stderr
    assert "firefox-esr" in run("tools/system-packages", "deep").stderr


def test_a_page_needs_the_linker_only(bare, tmp_path):
    put, run = bare
    put("id", "echo 0")
    put("apt-get", f'echo "$@" >> {tmp_path}/asked')
    assert run("tools/system-packages", "page").returncode == 0
    asked = (tmp_path / "asked").read_text()
    assert "lld" in asked and "chromium" not in asked


def test_continuous_integration_goes_no_further(bare):
    put, run = bare
    put("id", "echo 1000")
    done = run("tools/system-packages", CI="true")
    assert done.returncode == 1 and "sudo apt install chromium" in done.stderr


@pytest.mark.parametrize("ci", ["", "true"])
def test_root_installs_what_is_missing(bare, tmp_path, ci):
    put, run = bare
    put("id", "echo 0")
    put("apt-get", f'echo "$@" >> {tmp_path / "asked"}')
    done = run("tools/system-packages", CI=ci)
    assert done.returncode == 0 and not done.stderr
    asked = (tmp_path / "asked").read_text(encoding="utf-8")
    assert (
        asked.startswith("update -qq\ninstall -y") and "chromium fontconfig fonts-noto-cjk" in asked
    )


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_root_without_a_network_is_as_an_ordinary_user(bare, ci, code):
    put, run = bare
    put("id", "echo 0")
    put("apt-get", "exit 100")
    assert run("tools/system-packages", CI=ci).returncode == code


@pytest.mark.parametrize("user", [0, 1000])
def test_what_only_makes_tests_faster_may_be_missing(bare, user):
    """Debian's Chromium without windows, where another Chromium is there."""
    put, run = bare
    put("id", f"echo {user}")
    put("apt-get", "exit 100")
    put("fc-list", "echo a font")
    for name in ("chromium", "initdb", "wasm-ld"):
        put(name, "exit 0")
    done = run("tools/system-packages", CI="true")
    assert done.returncode == 0 and not done.stderr


@pytest.mark.parametrize(("answer", "needed"), [(127, True), (0, False)])
def test_the_node_of_playwright_gets_its_library(bare, tmp_path, answer, needed):
    """In a checkout whose Playwright has a Node that does or does not start."""
    put, run = bare
    (tmp_path / "checkout/tools").mkdir(parents=True)
    shutil.copy(ROOT / "tools/system-packages", tmp_path / "checkout/tools")
    driver = ".venv/lib/python3.11/site-packages/playwright/driver"
    (tmp_path / "checkout" / driver).mkdir(parents=True)
    put("id", "echo 1000")
    put(f"checkout/{driver}/node", f"exit {answer}")
    assert ("libatomic1" in run(tmp_path / "checkout/tools/system-packages").stderr) == needed


# ---- tests without their programs
def closing(**settings):
    """A run of two tests that need Chromium, where there is none."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name != "CI" and not name.startswith("PYTEST")
    }
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "tests/server/test_cross_site.py",
        ],
        cwd=ROOT,
        env={**kept, "PATH": "", **settings},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def test_a_run_says_at_its_end_what_was_skipped_and_how_to_get_it():
    done = closing()
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout
    assert (
        "2 skipped: chromium is not installed" in lines
        and "To run them too: sudo apt install chromium fonts-noto-cjk" in lines
    )
    assert re.search(r"\b2 skipped in [\d.]+s", lines[-1])


def test_with_ci_a_missing_browser_is_an_error():
    done = closing(CI="true")
    assert (
        done.returncode == 1
        and "not installed: chromium" in done.stdout
        and "2 failed" in done.stdout.splitlines()[-1]
    )


@pytest.mark.parametrize(
    ("ci", "skips"), [("", True), ("0", True), ("false", True), ("true", False), ("1", False)]
)
def test_what_counts_as_continuous_integration(monkeypatch, ci, skips):
    monkeypatch.setenv("CI", ci)
    with pytest.raises(
        pytest.skip.Exception if skips else pytest.fail.Exception, match="not installed: postgresql"
    ):
        programs.need("postgresql", None)
    assert programs.need("postgresql", Path("bin")) == "bin"


def test_another_node_serves_where_playwrights_own_does_not_start(monkeypatch):
    monkeypatch.setattr(programs, "node", lambda: "another")
    monkeypatch.setattr(programs, "starts", lambda program: False)
    assert programs.playwright_node() == "another"
    monkeypatch.setattr(programs, "starts", lambda program: True)
    assert programs.playwright_node() != "another"


# ---- continuous integration
@pytest.mark.parametrize(("audit", "test", "code"), [(0, 0, 0), (3, 0, 3), (0, 2, 2), (3, 2, 2)])
def test_ci_audits_and_then_tests_whatever_the_audit_says(bare, tmp_path, audit, test, code):
    put, run = bare
    put(
        "make", f'echo "$1 $CI" >> {tmp_path / "made"}; [ $1 = audit ] && exit {audit}; exit {test}'
    )
    assert run(".ci/run").returncode == code
    assert (tmp_path / "made").read_text(encoding="utf-8") == "audit true\ntest true\n"


def test_ci_does_without_standard_input(bare, tmp_path):
    put, _ = bare
    put("make", f'cat && echo "$1" >> {tmp_path / "made"}')
    done = subprocess.run(
        [BASH, "-c", f"exec {BASH} '{ROOT}/.ci/run' <&-"],
        env={"PATH": str(tmp_path)},
        check=False,
        timeout=60,
    )
    assert (
        done.returncode == 0 and (tmp_path / "made").read_text(encoding="utf-8") == "audit\ntest\n"
    )


# ---- the bare machine
def test_the_bare_machine_has_python_make_and_git_only():
    text = (ROOT / "tools/bare-machine").read_text(encoding="utf-8")
    assert (
        "PACKAGES=python3,python3-venv,make,git,ca-certificates\n" in text
        and "--variant=minbase" in text
    )


def test_the_bare_machine_says_how_it_is_used():
    run = [BASH, ROOT / "tools/bare-machine"]
    told = subprocess.run([*run, "--help"], capture_output=True, text=True, check=False)
    assert told.returncode == 0 and told.stdout.startswith("usage: tools/bare-machine")
    wrong = subprocess.run([*run, "tset"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and "what is 'tset'?" in wrong.stderr


def test_the_bare_machine_takes_root(bare):
    put, run = bare
    put("id", "echo 1000")
    done = run("tools/bare-machine")
    assert done.returncode == 1 and "takes root" in done.stderr


# ---- the version
def test_one_version_everywhere():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", changes, re.M)
    cited = dict(
        re.findall(
            r"^(version|date-released): (\S+)$",
            (ROOT / "CITATION.cff").read_text(encoding="utf-8"),
            re.M,
        )
    )
    assert headings[:2] == ["[Unreleased]", f"[{ekiben.__version__}] - {cited['date-released']}"]
    assert PROJECT["project"]["version"] == ekiben.__version__ == cited["version"]
