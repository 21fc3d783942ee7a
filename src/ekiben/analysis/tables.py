"""Reviews as rows of plain values, for data frames and Parquet: four tables, joined by `record`."""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from ekiben.analysis.labels import LABELS
from ekiben.analysis.review import EXACT, Choice, Outlook, Review, SeatReview
from ekiben.core.extras import missing

Cell = str | int | float | None
Row = dict[str, Cell]
TABLES = ("seats", "moments", "choices", "ledger")
ROWS = 1 << 15  # that wait in memory, of each table


def rows_of(review: Review, record: str) -> dict[str, list[Row]]:
    """The rows of a review in every table; `record` names the game in all of them."""
    same: Row = {"record": record, "game": review.game, "seats": len(review.names)}
    return {
        "seats": [same | seat_row(review, seat) for seat in review.seats],
        "moments": [same | row for seat in review.seats for row in moment_rows(seat)],
        "choices": [
            same | choice_row(seat, choice) for seat in review.seats for choice in seat.choices
        ],
        "ledger": [same | row for row in ledger_rows(review)],
    }


def seat_row(review: Review, seat: SeatReview) -> Row:
    """How a seat played, and what luck and choices were worth to it; parts of 1."""
    ledger, number = review.ledger, seat.seat
    labels = [choice.label for choice in seat.choices]
    return {
        "seat": number,
        "name": review.names[number],
        "accuracy": seat.accuracy,
        "choices": len(labels),
        **{label: labels.count(label) for label in LABELS},
        "start": ledger.start[number] / EXACT if ledger else None,
        "luck": ledger.luck(number) / EXACT if ledger else None,
        "own": ledger.own(number) / EXACT if ledger else None,
        "others": ledger.others(number) / EXACT if ledger else None,
        "won": ledger.result[number] / EXACT if ledger else None,
        "passes": review.passes,
        "playouts": review.playouts,
    }


def moment_rows(seat: SeatReview) -> Iterator[Row]:
    """A row for every seat in every position, as the reviewed seat could judge it."""
    for moment in seat.moments:
        for about in range(len(moment.outlook.chances)):
            yield {"seat": seat.seat, "at": moment.at, "about": about} | outlook_row(
                moment.outlook, about
            )


def outlook_row(outlook: Outlook, about: int) -> Row:
    return {
        "chance": outlook.chances[about],
        "error": outlook.error,
        "place": outlook.places[about],
        "margin": outlook.margins[about],
        "playouts": outlook.playouts,
    }


def choice_row(seat: SeatReview, choice: Choice) -> Row:
    best = choice.alternatives[0] if choice.alternatives else None
    return {
        "seat": seat.seat,
        "at": choice.at,
        "made": " · ".join(choice.actions),
        "best": " · ".join(best.actions) if best else None,
        "chance": choice.chance,
        "loss": choice.loss,
        "error": choice.error,
        "label": choice.label,
        "alternatives": len(choice.alternatives),
        "reasons": " ".join(one.key for one in choice.explanations),
    }


def ledger_rows(review: Review) -> Iterator[Row]:
    """A row for every seat that an act gave something or took it from."""
    for line in review.ledger.lines if review.ledger else ():
        for about, shift in enumerate(line.shifts):
            yield {
                "at": line.at,
                "kind": line.kind,
                "by": line.seat,
                "about": about,
                "shift": shift / EXACT,
            }


# ---- Parquet
KINDS = {str: "string", int: "int32", float: "float64"}
COLUMNS: Mapping[str, Mapping[str, type]] = {
    "seats": {
        "seat": int,
        "name": str,
        "accuracy": float,
        "choices": int,
        **dict.fromkeys(LABELS, int),
        **dict.fromkeys(("start", "luck", "own", "others", "won"), float),
        "passes": int,
        "playouts": int,
    },
    "moments": {
        "seat": int,
        "at": int,
        "about": int,
        **dict.fromkeys(("chance", "error", "place", "margin"), float),
        "playouts": int,
    },
    "choices": {
        "seat": int,
        "at": int,
        **dict.fromkeys(("made", "best"), str),
        **dict.fromkeys(("chance", "loss", "error"), float),
        "label": str,
        "alternatives": int,
        "reasons": str,
    },
    "ledger": {"at": int, "kind": str, "by": int, "about": int, "shift": float},
}
IN_ALL: Mapping[str, type] = {"record": str, "game": str, "seats": int}


class ParquetFolder:
    """A folder with a Parquet file for each table; it appears when all is written."""

    def __init__(self, place: Path) -> None:
        try:
            self.arrow: Any = importlib.import_module("pyarrow")
            self.parquet: Any = importlib.import_module("pyarrow.parquet")
        except ImportError as error:
            raise missing("Parquet", "parquet", error) from None
        self.place = place
        self.waiting: dict[str, list[Row]] = {name: [] for name in TABLES}

    def __enter__(self) -> ParquetFolder:
        self.place.mkdir(parents=True, exist_ok=True)
        self.made = Path(tempfile.mkdtemp(prefix=".review.", dir=self.place))
        self.writers = {
            name: self.parquet.ParquetWriter(self.made / f"{name}.parquet", self.schema(name))
            for name in TABLES
        }
        return self

    def schema(self, name: str) -> Any:
        columns = {**IN_ALL, **COLUMNS[name]}
        return self.arrow.schema(
            [(column, getattr(self.arrow, KINDS[kind])()) for column, kind in columns.items()]
        )

    def add(self, review: Review, record: str) -> None:
        for name, rows in rows_of(review, record).items():
            self.waiting[name] += rows
            if len(self.waiting[name]) >= ROWS:
                self.write(name)

    def write(self, name: str) -> None:
        table = self.arrow.Table.from_pylist(self.waiting[name], schema=self.schema(name))
        self.writers[name].write_table(table)
        self.waiting[name] = []

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.ExitStack() as last:
            last.callback(shutil.rmtree, self.made)
            for name, writer in self.writers.items():
                if kind is None and self.waiting[name]:
                    self.write(name)
                writer.close()
            if kind is None:
                move_all(self.made, self.place)


def move_all(source: Path, target: Path) -> None:
    for file in sorted(source.iterdir()):
        os.replace(file, target / file.name)


def write_parquet(reviews: Sequence[tuple[str, Review]], place: str | Path) -> None:
    """Write reviews, each with the name of its record, to a folder."""
    with ParquetFolder(Path(place)) as folder:
        for record, review in reviews:
            folder.add(review, record)
