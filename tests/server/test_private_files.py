"""Files of a server are for its owner's eyes, whatever the umask, and those that were there before
too.
"""

import asyncio
import os
import stat

import pytest

from ekiben.cli import main
from ekiben.server.private_files import tighten
from ekiben.server.sqlite import SqliteStore

from .test_store import SETUP

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


@pytest.fixture(autouse=True)
def _usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def modes(folder):
    return {path.name: mode(path) for path in folder.iterdir()}


def use(folder):
    """The modes of all files while a store writes to them."""

    async def work():
        store = SqliteStore(folder)
        if await store.setup(SETUP.id) is None:
            await store.create(SETUP)
        found = modes(folder)
        await store.close()
        return found

    return asyncio.run(work())


def test_what_a_store_makes_is_its_owners(tmp_path):
    folder = tmp_path / "a" / "data"
    found = use(folder)
    assert (
        mode(folder) == 0o700
        and {"ekiben.db", "ekiben.db-wal", "ekiben.db-shm", "ekiben.lock"} <= found.keys()
    )
    assert set(found.values()) == {0o600}


def test_what_others_could_read_is_tightened(tmp_path):
    use(tmp_path)
    for path in (tmp_path / "ekiben.db-wal", tmp_path / "ekiben.db-shm"):
        path.touch()
    tmp_path.chmod(0o755)
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    assert set(use(tmp_path).values()) == {0o600} and mode(tmp_path) == 0o700


def test_an_export_over_a_file_that_others_could_read_is_tightened(tmp_path):
    use(tmp_path / "data")
    for name in ("new.jsonl", "old.jsonl"):
        file = tmp_path / name
        if name == "old.jsonl":
            file.write_text("something longer that was there before\n" * 100)
            assert mode(file) == 0o644
        assert main(["db", "export", "--data", str(tmp_path / "data"), "--out", str(file)]) == 0
        assert mode(file) == 0o600 and len(file.read_text(encoding="utf-8").splitlines()) == 1


def test_what_only_somebody_else_can_tighten_is_told(tmp_path, monkeypatch, caplog):
    file = tmp_path / "file"
    file.touch()

    def refused(*_):
        raise PermissionError("not the owner")

    monkeypatch.setattr("pathlib.Path.chmod", refused)
    tighten(file)
    assert "others can read" in caplog.text and mode(file) == 0o644
