"""A part whose packages are missing says which extra has them, with a command that works for this
installation.
"""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from ekiben import EkibenError
from ekiben.core import extras

CASES = [
    ("from ekiben.envs import zoo", ["gymnasium", "pettingzoo"], "PettingZoo", "envs"),
    ("from ekiben.envs import zoo", ["pettingzoo"], "PettingZoo", "envs"),
    ("from ekiben.envs import gym", ["gymnasium"], "Gymnasium", "envs"),
    ("from ekiben.envs import vector", ["gymnasium"], "Gymnasium", "envs"),
    ("from ekiben.envs import spiel", ["pyspiel"], "OpenSpiel", "openspiel"),
    (
        "import ekiben; from ekiben.envs.render import pixels; "
        "pixels(ekiben.load('london').new(2, seed=1))",
        ["resvg_py"],
        "pixels",
        "envs",
    ),
    (
        "from pathlib import Path; from ekiben.records.arrays import Parquet; "
        "Parquet(Path('x.parquet'))",
        ["pyarrow"],
        "Parquet",
        "parquet",
    ),
    ("from ekiben.arena.executors import import_ray; import_ray()", ["ray"], "--ray", "cluster"),
    (
        "import asyncio; from ekiben.server.postgres_connection import prepare; "
        "asyncio.run(prepare('postgresql://x/y'))",
        ["asyncpg"],
        "PostgreSQL",
        "postgres",
    ),
    (
        "from types import SimpleNamespace; from ekiben.cli.train import run; "
        "run(SimpleNamespace(what='london', set=[], out=None, resume=False))",
        ["torch"],
        "Training",
        "learn",
    ),
    (
        "import ekiben; from ekiben.gpu.device import required; required()",
        ["numba"],
        "graphics card",
        "gpu",
    ),
]
HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name.split(".")[0] in {hidden!r} else found(name, package)
try:
    {script}
except Exception as error:
    print(type(error).__mro__, error)
"""


@pytest.mark.parametrize(("script", "hidden", "what", "extra"), CASES)
def test_a_missing_package_names_its_extra_and_how_to_install_it(script, hidden, what, extra):
    done = subprocess.run(
        [sys.executable, "-c", HIDE.format(hidden=hidden, script=script)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (
        what in done.stdout
        and "EkibenError" in done.stdout
        and extras.command(extra) in done.stdout
    ), done.stdout + done.stderr
    assert f"[{extra}]" in done.stdout and ("ImportError" in done.stdout) == (extra != "gpu")


def origin(monkeypatch, told):
    monkeypatch.setattr(
        extras, "distribution", lambda name: SimpleNamespace(read_text=lambda file: told)
    )


@pytest.mark.parametrize(
    ("made", "told", "typed"),
    [
        (
            "clone",
            '{{"dir_info": {{"editable": true}}, "url": "{url}"}}',
            "pip install -e '{path}[envs]'",
        ),
        ("clone", '{{"dir_info": {{}}, "url": "{url}"}}', "pip install '{path}[envs]'"),
        (
            "ekiben-0.1.0-py3-none-any.whl",
            '{{"archive_info": {{}}, "url": "{url}"}}',
            "pip install '{path}[envs]'",
        ),
        ("a clone", '{{"dir_info": {{}}, "url": "{url}"}}', "pip install '{path}[envs]'"),
    ],
)
def test_the_command_is_for_where_ekiben_came_from(monkeypatch, tmp_path, made, told, typed):
    place = tmp_path / made
    place.mkdir()
    origin(monkeypatch, told.format(url=place.as_uri()))
    assert extras.command("envs") == typed.format(path=place)


@pytest.mark.parametrize(
    "told",
    [
        '{"dir_info": {}, "url": "file:///not/there"}',
        '{"vcs_info": {}, "url": "https://example.org/ekiben.git"}',
    ],
)
def test_where_it_came_from_may_be_gone(monkeypatch, told):
    origin(monkeypatch, told)
    assert extras.command("parquet") == "pip install '.[parquet]' in a clone of Ekiben"


def test_from_an_index_it_is_the_name(monkeypatch):
    origin(monkeypatch, None)
    assert extras.command("gpu") == "pip install 'ekiben[gpu]'"


def test_it_is_both_kinds_of_error():
    error = extras.missing(
        "PettingZoo", "envs", ModuleNotFoundError("No module named 'pettingzoo'")
    )
    assert isinstance(error, EkibenError) and isinstance(error, ImportError)
    assert str(error).startswith(
        "PettingZoo needs packages that are not installed (No module named 'pettingzoo'). To "
        "install them: pip "
    )


def test_no_command_of_the_manual_needs_a_published_package():
    """Until there is one."""
    root = Path(__file__).parents[2]
    pages = [
        *root.glob("*.md"),
        *(root / "docs").glob("*.md"),
        *(root / "src").rglob("*.toml"),
        *(root / "web").glob("*.md"),
    ]
    wrong = [
        page.name
        for page in pages
        if "install ekiben" in (text := page.read_text(encoding="utf-8")) or "ekiben[" in text
    ]
    assert wrong == []
