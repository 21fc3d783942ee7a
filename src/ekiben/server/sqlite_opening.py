"""Opening a SQLite database: the lock on its folder, and its migrations."""

from __future__ import annotations

import importlib.resources
import sqlite3
from pathlib import Path

from ekiben.core.errors import EkibenError
from ekiben.server.private_files import make_private, make_private_folder, tighten

FILE = "ekiben.db"
LOCK = "ekiben.lock"


def lock_folder(folder: Path) -> sqlite3.Connection:
    """Lock the folder until this process ends, however it ends.

    Two servers in one folder would not notice each other's changes.
    """
    try:
        make_private_folder(folder)
        for name in (FILE, LOCK):
            make_private(folder / name)
        for ending in ("-wal", "-shm", "-journal"):  # new ones get the database's own mode
            tighten(folder / f"{FILE}{ending}")
        lock = sqlite3.connect(
            folder / LOCK, timeout=0, isolation_level=None, check_same_thread=False
        )
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise EkibenError(
                f"another Ekiben server uses the folder {folder}; stop it, "
                "or give another: --data DIR"
            ) from error
        raise EkibenError(
            f"the data folder {folder} cannot be written to ({error}); give another: --data DIR"
        ) from error
    except OSError as error:
        raise EkibenError(
            f"the data folder {folder} cannot be made ({error.strerror}); give another: --data DIR"
        ) from error
    return lock


def open_database(file: Path) -> sqlite3.Connection:
    """The database, migrated to this version; closed again if that fails."""
    connection = None
    try:
        connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {setting}")
        migrate(connection, file)
    except BaseException as error:
        if connection is not None:
            connection.close()
        if not isinstance(error, sqlite3.DatabaseError):
            raise
        raise EkibenError(
            f"{file} is no database of Ekiben, or cannot be written to ({error}); "
            "give another folder: --data DIR"
        ) from error
    return connection


def migrations(dialect: str = "sqlite") -> list[tuple[int, str]]:
    """The numbered migrations of a kind of database, each with its SQL."""
    folder = importlib.resources.files(__package__) / "migrations" / dialect
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    return [(int(file.name[:4]), file.read_text(encoding="utf-8")) for file in files]


def migrate(connection: sqlite3.Connection, file: Path) -> None:
    """Run missing migrations, each in a transaction of its own."""
    steps = migrations()
    newest = steps[-1][0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > newest:
        raise EkibenError(
            f"{file} is of a newer Ekiben (its version is {version}, this one knows {newest}): "
            "update Ekiben, or give another folder: --data DIR"
        )
    for number, sql in steps:
        if number > version:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;"
            )
