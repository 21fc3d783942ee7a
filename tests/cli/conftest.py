"""The command run in this process, with lines typed at its prompts."""

from dataclasses import dataclass

import pytest

from ekiben.cli import main


@dataclass
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def _quiet_surroundings(monkeypatch, tmp_path):
    """English, a wide terminal without colours, interpreted rules, and a data folder of the test's
    own.
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("EKIBEN_PLAIN", "1")
    monkeypatch.setenv("EKIBEN_DATA", str(tmp_path / "data"))


@pytest.fixture
def ekiben(monkeypatch, capsys):
    """`ekiben("play", "london", typed=["1", "quit"])`; the input ends after what is typed, and an
    exception typed is raised.
    """

    def run(*args, typed=()):
        lines = iter(typed)

        def read(prompt=""):
            line = next(lines, EOFError())
            if isinstance(line, BaseException):
                raise line
            return str(line)

        monkeypatch.setattr("builtins.input", read)
        code = main([str(arg) for arg in args])
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture(params=["en", "ja"])
def language(request):
    return request.param
