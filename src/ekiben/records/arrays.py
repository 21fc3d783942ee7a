"""Records as arrays: a row for every decision, as NumPy's `.npz` or as Parquet.

Written as a stream: one game is in memory at a time.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, TypedDict

import numpy as np
import numpy.typing as npt

from ekiben.core.errors import EkibenError, RecordError
from ekiben.core.extras import missing
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.records.checks import Checker
from ekiben.records.files import Entry

Table = dict[str, npt.NDArray[Any]]
SUFFIXES = (".npz", ".parquet")
COLUMNS = {
    "game": "i4",
    "ply": "i4",
    "seat": "i1",
    "seats": "i1",
    "asked": "i1",
    "action": "i4",
    "legal": "i4",
    "scores": "i4",
    "final": "i4",
    "place": "f4",
    "mask": "u1",
}
ROWS = 1 << 16  # rows of a Parquet row group


def arrays(
    entries: Iterable[Entry], out: str | Path, mask: bool = False, board: str | Path | None = None
) -> int:
    """Write the decisions of full records of one board; return how many.

    With `mask` also which actions were legal, a bit each.
    """
    with Arrays(out, mask, board) as writer:
        for entry in entries:
            writer.add(entry)
    return writer.rows


def legal_masks(packed: npt.NDArray[np.uint8], actions: int) -> npt.NDArray[np.bool_]:
    """The column `mask` as one truth value an action."""
    return np.unpackbits(packed, axis=-1, count=actions, bitorder="little").astype(bool)


class Arrays:
    """A writer of arrays; its file appears once all is written, and never if something fails."""

    def __init__(
        self, out: str | Path, mask: bool = False, board: str | Path | None = None
    ) -> None:
        self.path = Path(out).expanduser()
        self.mask = mask
        self.checker = Checker(board)
        self.game: Game | None = None
        self.games = self.rows = 0
        self.aside = self.path.with_name(f".{self.path.name}.part")
        self.sink = open_sink(self.path, self.aside)

    def __enter__(self) -> Arrays:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self.sink.finish(describe(self.game, self.games, self.rows))
                os.replace(self.aside, self.path)
        finally:
            self.sink.drop()
            self.aside.unlink(missing_ok=True)

    def add(self, entry: Entry) -> None:
        if not entry.is_full:
            raise entry.error(
                "what one viewer knew cannot be replayed, and so has no decisions to tell: "
                "choose full records"
            )
        match = self.checker.match(entry)
        self.game = self.game or match.game
        if (match.game.digest, match.game.rules) != (self.game.digest, self.game.rules):
            raise entry.error(
                f"a file of arrays is of one board: this record is of {match.game.name} "
                f"({match.game.digest}), the first was of {self.game.name} ({self.game.digest}); "
                "choose one game"
            )
        table = decisions(match, self.games, self.mask)
        self.sink.put(table)
        self.games += 1
        self.rows += len(table["ply"])


class About(TypedDict):
    """What the numbers of a file mean."""

    game: str
    board: str
    rules: int
    actions: int
    asked: list[str]
    games: int
    rows: int


def describe(game: Game | None, games: int, rows: int) -> About:
    if game is None:
        raise RecordError("no records were chosen: there is nothing to write")
    return {
        "game": game.name,
        "board": game.digest,
        "rules": game.rules,
        "actions": game.action_count,
        "asked": list(game.asked_names),
        "games": games,
        "rows": rows,
    }


# ---- rows
def decisions(match: Match, number: int, mask: bool) -> Table:
    """A row for every decision: the position before it, and how it ended for the seat."""
    rows, game, most = list(steps(match)), match.game, match.game.seats[1]
    seat = np.array([row.seat for row in rows], np.int64)
    final = np.array(match.scores() if match.over else [0] * match.seats, np.int64)
    scores = [row.scores + [0] * (most - match.seats) for row in rows]
    table: Table = {
        "game": np.full(len(rows), number, np.int64),
        "ply": np.arange(len(rows), dtype=np.int64),
        "seat": seat,
        "seats": np.full(len(rows), match.seats, np.int64),
        "asked": np.array([row.asked for row in rows], np.int64),
        "action": np.array([action.id for action in match.actions], np.int64),
        "legal": np.array([len(row.legal) for row in rows], np.int64),
        "scores": np.array(scores, np.int64).reshape(len(rows), most),
        "final": final[seat],
        "place": np.array(places(match), np.int64)[seat],
    }
    if mask:
        table["mask"] = masks([row.legal for row in rows], game.action_count)
    return {name: column.astype(COLUMNS[name]) for name, column in table.items()}


@dataclass(frozen=True)
class Step:
    """The position before a decision."""

    seat: int
    asked: int
    legal: list[int]
    scores: list[int]


def steps(match: Match) -> Iterator[Step]:
    game, again = match.game, match.game.new(match.seats, match.seed, match.names)
    for action in match.actions:
        yield Step(
            again.seat or 0,
            game.asked_names.index(again.asked),
            list(again.position.legal()),
            again.scores(),
        )
        again.play(action)


def masks(legal: list[list[int]], actions: int) -> npt.NDArray[np.uint8]:
    bits = np.zeros((len(legal), actions), bool)
    for row, ids in zip(bits, legal, strict=True):
        row[ids] = True
    return np.packbits(bits, axis=1, bitorder="little")


def places(match: Match) -> list[float]:
    """By seat, from 1 on, the mean where places are shared; 0 where the game is not over."""
    found, before = [0.0] * match.seats, 0
    for together in match.ranking() if match.over else ():
        for seat in together:
            found[seat] = before + (len(together) + 1) / 2
        before += len(together)
    return found


# ---- files
def open_sink(path: Path, aside: Path) -> Npz | Parquet:
    if path.suffix not in SUFFIXES:
        raise EkibenError(
            f"{path.name}: arrays are written to a file that ends in {' or '.join(SUFFIXES)}"
        )
    return Npz(aside) if path.suffix == ".npz" else Parquet(aside)


class Npz:
    """Columns grow in temporary files, and are put together at the end.

    An array's length stands before it, so it has to be known first.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.stack = contextlib.ExitStack()
        # each with an empty array of its kind
        self.columns: dict[str, tuple[IO[bytes], npt.NDArray[Any]]] = {}
        path.touch()

    def put(self, table: Table) -> None:
        for name, column in table.items():
            if name not in self.columns:
                file = tempfile.TemporaryFile(dir=self.path.parent)  # noqa: SIM115
                self.columns[name] = (self.stack.enter_context(file), column[:0])
            self.columns[name][0].write(np.ascontiguousarray(column).tobytes())

    def finish(self, about: About) -> None:
        with zipfile.ZipFile(self.path, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, (file, kind) in self.columns.items():
                with packed.open(f"{name}.npy", "w", force_zip64=True) as member:
                    head = {
                        "descr": kind.dtype.str,
                        "fortran_order": False,
                        "shape": (about["rows"], *kind.shape[1:]),
                    }
                    np.lib.format.write_array_header_1_0(member, head)
                    file.seek(0)
                    shutil.copyfileobj(file, member)
            with packed.open("about.npy", "w") as member:
                np.lib.format.write_array(member, np.array(json.dumps(about), np.str_))

    def drop(self) -> None:
        self.stack.close()


class Parquet:
    """Rows are written in groups; the file's metadata has under `ekiben` what the numbers mean."""

    def __init__(self, path: Path) -> None:
        try:
            self.arrow = importlib.import_module("pyarrow")
            self.parquet = importlib.import_module("pyarrow.parquet")
        except ImportError as error:
            raise missing("Parquet", "parquet", error) from None
        self.path = path
        self.writer: Any = None
        self.waiting: list[Any] = []
        self.rows = 0

    def put(self, table: Table) -> None:
        self.waiting.append(
            self.arrow.table({name: self.column(values) for name, values in table.items()})
        )
        self.rows += len(table["ply"])
        if self.rows >= ROWS:
            self.flush()

    def column(self, values: npt.NDArray[Any]) -> Any:
        """A row of several numbers is a list; a mask is bytes."""
        if values.ndim == 1:
            return self.arrow.array(values)
        if values.dtype == np.uint8:
            return self.arrow.array(
                [row.tobytes() for row in values], self.arrow.binary(values.shape[1])
            )
        return self.arrow.FixedSizeListArray.from_arrays(
            self.arrow.array(values.ravel()), values.shape[1]
        )

    def flush(self) -> None:
        if self.waiting:
            table = self.arrow.concat_tables(self.waiting)
            self.writer = self.writer or self.parquet.ParquetWriter(self.path, table.schema)
            self.writer.write_table(table)
        self.waiting = []
        self.rows = 0

    def finish(self, about: About) -> None:
        self.flush()
        self.writer.add_key_value_metadata({"ekiben": json.dumps(about)})

    def drop(self) -> None:
        if self.writer is not None:
            self.writer.close()
            self.writer = None
