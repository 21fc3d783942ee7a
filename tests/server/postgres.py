"""A PostgreSQL server of the tests' own: on a free port of this machine, in a folder that goes with
it.
"""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import programs
import pytest

asyncpg = pytest.importorskip(
    "asyncpg", reason="PostgreSQL's tests need the package asyncpg: pip install '.[postgres]'"
)


def found() -> Path | None:
    """The folder of initdb and postgres."""
    initdb = shutil.which("initdb")
    places = (
        [Path(initdb).resolve().parent]
        if initdb
        else sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    )
    return next((place for place in places if (place / "postgres").exists()), None)


class Database:
    """The server: it can be killed, started again, paused."""

    def __init__(self, folder: Path, bin: Path) -> None:
        self.folder, self.bin, self.names = folder, bin, itertools.count(1)
        self.user = (
            "postgres" if os.geteuid() == 0 else getpass.getuser()
        )  # it refuses to run as root
        self.as_user = {"user": self.user} if os.geteuid() == 0 else {}
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        if self.as_user:
            shutil.chown(self.folder, self.user)
        subprocess.run(
            [
                self.bin / "initdb",
                "-D",
                self.folder / "data",
                "-U",
                "ekiben",
                "-A",
                "trust",
                "--no-sync",
                "-E",
                "UTF8",
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
            **self.as_user,
        )

    def start(self) -> None:
        settings = (
            "listen_addresses=127.0.0.1",
            f"port={self.port}",
            f"unix_socket_directories={self.folder}",
            "max_connections=60",
            "shared_buffers=32MB",
            "restart_after_crash=off",
            "fsync=off",  # it is killed here, but the machine goes on: what was written stays
        )
        command = [
            str(self.bin / "postgres"),
            "-D",
            str(self.folder / "data"),
            *(part for one in settings for part in ("-c", one)),
        ]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
                **self.as_user,
            )
        while not self.answers():
            assert self.process.poll() is None, (self.folder / "log").read_text()[-2000:]

    def answers(self) -> bool:
        try:
            self.do("SELECT 1", "postgres")
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    def kill(self) -> None:
        """All of it, as when the power goes."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.end_children()
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def end_children(self) -> None:
        """The server's children have sessions of their own: they go when they see that their parent
        has gone.
        """
        while self.running():
            pass

    def running(self) -> bool:
        marks = [place for place in Path("/proc").glob("[0-9]*/cmdline")]
        for mark in marks:
            with contextlib.suppress(OSError):
                if (mark.parent / "cwd").resolve() == (
                    self.folder / "data"
                ).resolve() and b"postgres" in mark.read_bytes():
                    return True
        return False

    def stop(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)  # its folder goes too: nothing need be written
        self.process.wait()

    def address(self, name: str) -> str:
        return f"postgresql://ekiben@127.0.0.1:{self.port}/{name}"

    def fresh(self) -> str:
        """The address of an empty database."""
        name = f"test{next(self.names)}"
        self.do(f"CREATE DATABASE {name}", "postgres")
        return self.address(name)

    def drop(self, address: str) -> None:
        self.do(f"DROP DATABASE {address.rpartition('/')[2]} WITH (FORCE)", "postgres")

    def run(self, script: str, name: str) -> None:
        """Many statements, one after the other."""

        async def work() -> None:
            link = await asyncpg.connect(self.address(name), timeout=10)
            try:
                await link.execute(script)
            finally:
                await link.close()

        asyncio.run(work())

    def do(self, sql: str, name: str) -> list[tuple[object, ...]]:
        async def work() -> list[tuple[object, ...]]:
            link = await asyncpg.connect(self.address(name), timeout=10)
            try:
                return [tuple(row) for row in await link.fetch(sql)]
            finally:
                await link.close()

        return asyncio.run(work())


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextlib.contextmanager
def running() -> Iterator[Database]:
    bin = Path(programs.need("postgresql", found()))
    with tempfile.TemporaryDirectory(prefix="ekiben-postgres-") as folder:
        database = Database(Path(folder), bin)
        database.make()
        database.start()
        try:
            yield database
        finally:
            database.stop()
