"""What holds for the repository as a whole: which way imports point, how long things are, what no
file may name.
"""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from ekiben.games.routes import board_check, board_file

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "ekiben"
MODULES = sorted(SOURCE.rglob("*.py"))
# Every package of ekiben, from the ground up: it imports only what stands above it here. "" is
# ekiben/__init__.py.
LEVELS = (
    ("core", "texts"),
    ("games",),
    ("",),
    ("draw", "bots", "records"),
    ("envs", "arena", "server"),
    ("gpu",),
    ("cli",),
    ("__main__",),
)
LEVEL = {package: level for level, packages in enumerate(LEVELS) for package in packages}
LONGEST_FILE, LONG_FUNCTION = 400, 25
OF_A_MACHINE = re.compile(
    r"(?<![\w.~/:-])/(?:home|root|opt|work|mnt|srv|Users)/"
    r"|pypi\.org|pythonhosted\.org|registry\.(?:npmjs|yarnpkg)|--(?:(?:extra-)?index-url|find-links|trusted-host)"
)


def package(module: str) -> str:
    """`ekiben.core.match` is of the package `core`, `ekiben` itself of ``""``."""
    return (module.split(".") + [""])[1]


def name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")


def imported(tree: ast.AST, here: str, is_package: bool) -> Iterator[str]:
    """The modules of ekiben that a module imports, wherever in it the import stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "ekiben")
        elif isinstance(node, ast.ImportFrom):
            above = (
                here.split(".")[: len(here.split(".")) - node.level + is_package]
                if node.level
                else []
            )
            origin = ".".join([*above, *([node.module] if node.module else [])])
            if origin == "ekiben":
                yield from (
                    f"ekiben.{alias.name}" if alias.name in LEVEL else "ekiben"
                    for alias in node.names
                )
            elif origin.startswith("ekiben."):
                yield origin


def may_import(user: str, used: str) -> bool:
    """Own package, a lower level, and everybody the texts; the front door fetches pictures when one
    is asked for.
    """
    return (
        used in (user, "texts")
        or LEVEL[used] < LEVEL[user]
        or (user, used) in (("texts", "core"), ("", "draw"))
    )


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_point_one_way(path):
    tree, here = ast.parse(path.read_text(encoding="utf-8")), name(path)
    assert package(here) in LEVEL, f"{here} has no place in LEVELS"
    found = imported(tree, here, path.name == "__init__.py")
    wrong = [module for module in found if not may_import(package(here), package(module))]
    assert not wrong, f"{here} imports {', '.join(wrong)}"


@pytest.mark.parametrize(
    ("here", "line", "allowed"),
    [
        ("ekiben.core.match", "from ekiben.games.routes import turn", False),
        ("ekiben.core.match", "def f():\n    import ekiben.games", False),
        ("ekiben.core.match", "from ..games import routes", False),
        ("ekiben.core.match", "from .. import games", False),
        ("ekiben.core.match", "from ekiben import load", False),
        ("ekiben.core.match", "from .errors import Illegal", True),
        ("ekiben.core.match", "from ekiben import texts", True),
        ("ekiben.texts", "from ekiben.games.routes import board", False),
        ("ekiben.games.routes.turn", "from ekiben.bots import random", False),
        ("ekiben.bots.random", "from ekiben.draw import svg", False),
        ("ekiben.bots.random", "import ekiben", True),
        ("ekiben.cli.play", "from ekiben.server import table", True),
    ],
)
def test_a_wrong_import_would_be_seen(here, line, allowed):
    found = list(imported(ast.parse(line), here, is_package=here == "ekiben.texts"))
    assert found and all(may_import(package(here), package(module)) for module in found) == allowed


def functions(path: Path) -> list[int]:
    """The lengths of a module's functions in lines."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [
        node.end_lineno - node.lineno + 1
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


@pytest.mark.parametrize("group", sorted({package(name(path)) for path in MODULES}))
def test_functions_are_short(group):
    lengths = sorted(
        length for path in MODULES if package(name(path)) == group for length in functions(path)
    )
    assert not lengths or lengths[len(lengths) * 9 // 10] < LONG_FUNCTION, (
        f"{group}: too many long functions: {lengths}"
    )


def own_files() -> list[Path]:
    """All that git has or would take."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a checkout of git")
    return [ROOT / file for file in listed.split("\0") if file and (ROOT / file).is_file()]


def test_source_files_are_short():
    long = {
        str(path.relative_to(ROOT)): lines
        for path in own_files()
        if path.suffix in {".py", ".ts", ".svelte"}
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST_FILE
    }
    assert not long


def test_no_file_names_a_registry_or_a_place_on_a_machine():
    found = [
        f"{path.relative_to(ROOT)}: {hit[0]}"
        for path in own_files()
        if (hit := OF_A_MACHINE.search(path.read_text(encoding="utf-8", errors="ignore")))
    ]
    assert not found


# ---- the manual's page on boards
PAGE = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]


def test_the_example_board_is_valid():
    made = board_file.made(tomllib.loads(EXAMPLE), "shikoku.toml")
    assert (made.game, len(made.routes), made.routes[1].id) == (
        "shikoku",
        8,
        "takamatsu-tokushima/2",
    )


def test_the_example_of_faults_is_what_the_checker_says():
    slips = EXAMPLE.replace('["tokushima", "kochi"]', '["kochi", "tokusima"]').replace(
        "tickets = 8", "tickets = 9"
    )
    with pytest.raises(board_file.BoardError) as caught:
        board_file.made(tomllib.loads(slips), "my-board.toml")
    assert set(str(caught.value).splitlines()) <= set(PAGE.splitlines())


@pytest.mark.parametrize(
    ("section", "keys"),
    [
        *((table or "The head", keys) for table, keys in board_check.KEYS.items()),
        ("cities", board_check.CITY),
        ("routes.list", board_check.ROUTE),
        ("tickets.list", board_check.TICKET),
    ],
)
def test_every_key_of_a_board_is_in_the_manual(section, keys):
    title = section if section == "The head" else f"`{section}`"
    rows = re.search(rf"^### {re.escape(title)}\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)[
        1
    ]
    written = {
        key
        for row in rows.splitlines()
        if row.startswith("|")
        for key in re.findall(r"`(\w+)`", row.split("|")[1])
    }
    assert written == set(keys)
