"""What a puzzle's line has to look like; an error names the first thing that is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ekiben.core.errors import RecordError, quoted

Number = (int, float)
Kinds = Mapping[str, type | tuple[type, ...]]
PUZZLE: Kinds = {
    "id": str,
    "game": str,
    "kind": str,
    "seat": int,
    "rating": int,
    "choices": list,
    "made": dict,
    "checked": dict,
    "solvers": dict,
    "record": dict,
}
CHOICE: Kinds = {"actions": list, "value": Number, "error": Number}
EVIDENCE: Kinds = {
    "seed": int,
    "playouts": int,
    "deals": int,
    "gap": Number,
    "low": Number,
    "high": Number,
}
TRIP: Kinds = {"stops": list, "reward": int, "cost": int, "turns": int}


def check_shape(values: Any, format: int) -> None:
    """Raise an error unless these are the values of a puzzle."""
    if not isinstance(values, dict) or "puzzle" not in values:
        raise RecordError("not a puzzle: a puzzle is a JSON object with the key 'puzzle'")
    if values["puzzle"] != format:
        raise RecordError(
            f"puzzle format {quoted(values['puzzle'])} is unknown: this version reads "
            f"format {format}"
        )
    for fault in faults(values):
        raise RecordError(f"puzzle {quoted(values.get('id'))}: {fault}")


def faults(values: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong, from the outside in: later checks rely on earlier ones."""
    yield from wrong_kinds(values, PUZZLE, "")
    for part in ("made", "checked"):
        yield from wrong_kinds(values[part], EVIDENCE, f"{part}: ")
        if unknown := sorted(set(values[part]) - set(EVIDENCE)):
            yield f"{part}: {unknown[0]!r} is unknown"
    if len(values["choices"]) < 2:
        yield "there is nothing to choose: fewer than two choices"
    for number, choice in enumerate(values["choices"], 1):
        yield from choice_faults(choice, f"choice {number}: ")
    if values["record"].get("game") != values["game"]:
        yield f"its record is of {quoted(values['record'].get('game'))}, not of {values['game']}"
    if any(choice["value"] > values["choices"][0]["value"] for choice in values["choices"]):
        yield "the first choice is not the best"


def choice_faults(choice: Any, where: str) -> Iterator[str]:
    if not isinstance(choice, dict):
        yield f"{where}{quoted(choice)} is not an object"
        return
    yield from wrong_kinds(choice, CHOICE, where)
    if not choice["actions"] or not all(isinstance(text, str) for text in choice["actions"]):
        yield f"{where}'actions' should be texts, not {quoted(choice['actions'])}"
    if "trip" in choice:
        yield from trip_faults(choice["trip"], where)


def trip_faults(trip: Any, where: str) -> Iterator[str]:
    if not isinstance(trip, dict):
        yield f"{where}'trip' should be an object, not {quoted(trip)}"
        return
    yield from wrong_kinds(trip, TRIP, f"{where}trip: ")
    for stop in trip["stops"]:
        if not (
            isinstance(stop, list)
            and [type(part) for part in stop] == [str, str, int]
            and stop[2] in (0, 1)
        ):
            yield f"{where}a stop is a job, a city and 0 or 1, not {quoted(stop)}"


def wrong_kinds(values: Mapping[str, Any], kinds: Kinds, where: str) -> Iterator[str]:
    for key, kind in kinds.items():
        if key not in values:
            yield f"{where}{key!r} is missing"
        elif not isinstance(values[key], kind) or isinstance(values[key], bool):
            yield f"{where}{key!r} is of the wrong type: {quoted(values[key])}"
