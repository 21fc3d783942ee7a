"""What holds for the whole repository: who imports whom, how long things are, forbidden names."""

import ast
import importlib
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from ekiben.games import NAMES, families
from ekiben.games.families import FAMILIES
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
    ("observations",),
    ("draw", "bots", "records"),
    ("coach", "lessons"),
    ("envs", "arena"),
    ("puzzles",),
    ("analysis",),
    ("server",),
    ("wasm",),
    ("page",),
    ("gpu",),
    ("learn",),
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


def test_the_architecture_names_the_same_order():
    line = re.search(r"`(core ← [^`]+)`", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))[1]
    groups = [[LEVEL[package] for package in group.split(", ")] for group in line.split(" ← ")]
    assert all(len(set(group)) == 1 for group in groups)
    assert [group[0] for group in groups] == sorted({group[0] for group in groups})


# ---- families of games
def folder(module: str) -> str | None:
    """The family in whose folder a module lies."""
    return next((part for part in module.split(".") if part in FAMILIES), None)


def families_imported(tree: ast.AST, here: str) -> Iterator[str]:
    """Modules of a family that a module of no family, or of another one, names or imports."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or "" if not node.level else f"{here}.{node.module or ''}"
            names = [f"{origin}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and str(node.value).startswith("ekiben."):
            names = [re.split(r"[\s:]", str(node.value))[0]]
        yield from (name for name in names if folder(name) not in (None, folder(here)))


def test_only_the_declaration_names_modules_of_a_family():
    """Everybody else asks for a part, so that a new family is a declaration and its folders."""
    wrong = {
        here: found
        for path in MODULES
        if (here := name(path)) != families.__name__
        if (found := list(families_imported(ast.parse(path.read_text(encoding="utf-8")), here)))
    }
    assert not wrong


@pytest.mark.parametrize(
    ("here", "line", "allowed"),
    [
        ("ekiben.server.worker", "from ekiben.games.tokyo.game import TokyoGame", False),
        ("ekiben.server.worker", "from ekiben.games.tokyo import game", False),
        ("ekiben.server.worker", "from ekiben.server.scenes import tokyo", False),
        ("ekiben.server.scenes", "from .tokyo import plans", False),
        (
            "ekiben.envs.builds",
            "def f():\n    import ekiben.observations.routes.observation",
            False,
        ),
        ("ekiben.arena.results", "import_module('ekiben.arena.routes.behaviour')", False),
        ("ekiben.draw.tokyo.track", "from ekiben.draw.routes.cities import ANCHOR", False),
        ("ekiben.draw.tokyo.track", "from ekiben.games.tokyo.cups import has", True),
        ("ekiben.server.worker", "from ekiben.server.scenes.family import PLANNER", True),
        ("ekiben.cli.play", "say('routes')", True),
    ],
)
def test_a_way_around_the_declaration_would_be_seen(here, line, allowed):
    assert (not list(families_imported(ast.parse(line), here))) == allowed


def fields_of(family: str) -> set[str]:
    """What boards, states and games of a family have."""
    board = importlib.import_module(f"ekiben.games.{family}.board_file").BoardFile
    rules = importlib.import_module(f"ekiben.games.{family}.rules").RULE_SET
    return {*dir(board), *board.__dataclass_fields__, *(field.name for field in rules.state.fields)}


OWN_FIELDS = set.symmetric_difference(*map(fields_of, FAMILIES))
OWN_CLASSES = {
    node.name
    for path in MODULES
    if folder(name(path))
    for node in ast.parse(path.read_text(encoding="utf-8")).body
    if isinstance(node, ast.ClassDef)
} - {"Path"}  # the bot of that name; elsewhere it is pathlib's


def questions(tree: ast.AST) -> Iterator[str]:
    """Where code asks which family something is of: by class, field, home or name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from asked_by_call(node)
        elif isinstance(node, ast.Compare):
            yield from asked_by_comparison(node)


def asked_by_call(call: ast.Call) -> Iterator[str]:
    function, texts = ast.unparse(call.func), constants(call.args)
    classes = {node.id for node in ast.walk(call) if isinstance(node, ast.Name)}
    if (
        (function in ("isinstance", "issubclass") and classes & OWN_CLASSES)
        or (function in ("hasattr", "getattr") and texts & OWN_FIELDS)
        or (function.endswith(("home.startswith", "home.endswith")))
    ):
        yield ast.unparse(call)


def asked_by_comparison(compared: ast.Compare) -> Iterator[str]:
    text, sides = ast.unparse(compared), [compared.left, *compared.comparators]
    by_field = constants(sides) & OWN_FIELDS and re.search(r"\bfields\b|vars\(", text)
    by_name = constants(sides) & {*FAMILIES, *NAMES} and re.search(r"\b(home|name|game)\b", text)
    if by_field or by_name:
        yield text


def constants(nodes: list[ast.expr]) -> set[str]:
    return {
        node.value
        for one in nodes
        for node in ast.walk(one)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_nobody_asks_which_family_something_is_of():
    found = {
        here: asked
        for path in MODULES
        if not folder(here := name(path))
        if (asked := list(questions(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert not found


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("isinstance(game, TokyoGame)", True),
        ("isinstance(game, (RouteGame, str))", True),
        ("hasattr(board, 'jobs')", True),
        ("getattr(board, 'routes', ())", True),
        ("game.rule_set.home.startswith('ekiben.games.tokyo')", True),
        ("'tokyo' in game.rule_set.home", True),
        ("game.family.name == 'routes'", True),
        ("game.name == 'tokyo'", True),
        ("'books' in view.fields", True),
        ("isinstance(game, Game)", False),
        ("hasattr(self, 'match')", False),
        ("kind == 'routes'", False),
        ("PLANNER.find(game) is None", False),
    ],
)
def test_a_question_of_family_would_be_seen(line, seen):
    assert bool(list(questions(ast.parse(line)))) == seen


# ---- sizes
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
    example = board_file.board_from(tomllib.loads(EXAMPLE), "shikoku.toml")
    assert (example.game, len(example.routes), example.routes[1].id) == (
        "shikoku",
        8,
        "takamatsu-tokushima/2",
    )


def test_the_example_of_faults_is_what_the_checker_says():
    slips = EXAMPLE.replace('["tokushima", "kochi"]', '["kochi", "tokusima"]').replace(
        "tickets = 8", "tickets = 9"
    )
    with pytest.raises(board_file.BoardError) as caught:
        board_file.board_from(tomllib.loads(slips), "my-board.toml")
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
