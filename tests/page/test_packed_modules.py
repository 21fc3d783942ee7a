"""Modules in one file: found, imported and described as if each had a file of its own."""

import importlib
import importlib.resources
import sys
import zipfile

import pytest

from ekiben.page import packed_modules
from ekiben.page.build import compile_zip

SOURCES = {
    "boxed/__init__.py": '"""A package."""\nfrom boxed.inner import double\n',
    "boxed/inner.py": 'def double(n):\n    """Twice."""\n    return 2 * n\n',
    "boxed/words.txt": "hello",
    "boxed/deep/__init__.py": "assert False\n",
    "lone.py": "from boxed import double\nanswer = double(21)\n",
}


@pytest.fixture
def packed(tmp_path, monkeypatch):
    """A folder of packed modules, which can be imported."""
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as out:
        for name, text in SOURCES.items():
            out.writestr(name, text)
    compile_zip.pack_zip(str(tmp_path / "in.zip"), str(tmp_path / "out.zip"))
    home = tmp_path / "home"
    with zipfile.ZipFile(tmp_path / "out.zip") as zipped:
        zipped.extractall(home)
    finder = packed_modules.PackedFinder(home)
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    yield home
    for name in [one for one in sys.modules if one.partition(".")[0] in ("boxed", "lone")]:
        del sys.modules[name]


def test_packed_modules_are_imported(packed):
    lone = importlib.import_module("lone")
    assert lone.answer == 42
    boxed = sys.modules["boxed"]
    assert boxed.__file__ == str(packed / "boxed" / "__init__.py")
    assert boxed.__path__ == [str(packed / "boxed")]
    assert boxed.double.__doc__ is None and boxed.inner.__spec__.parent == "boxed"
    assert importlib.import_module("boxed.deep").__package__ == "boxed.deep"  # asserts are gone


def test_data_lie_beside_the_modules(packed):
    assert (importlib.resources.files("boxed") / "words.txt").read_text() == "hello"
    assert not list(packed.rglob("*.py"))


def test_what_is_not_packed_is_left_to_others(packed):
    assert packed_modules.PackedFinder(packed).find_spec("json") is None
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("boxed.missing")


def test_the_same_sources_make_the_same_bytes(packed):
    again = packed.parent / "again.zip"
    compile_zip.pack_zip(str(packed.parent / "in.zip"), str(again))
    assert again.read_bytes() == (packed.parent / "out.zip").read_bytes()
