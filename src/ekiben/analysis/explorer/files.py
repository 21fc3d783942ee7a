"""Counts as JSON files: written, read, added up; those of the box, a file for each game."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path

from ekiben.analysis.explorer.family import Table
from ekiben.analysis.explorer.groups import Exploration, Group, Json, Source
from ekiben.core.errors import EkibenError, RecordError, listed, nearest
from ekiben.games import NAMES

FORMAT = 1
DATA = Path(__file__).parent / "data"


def to_json(found: Exploration) -> str:
    """One line for every group, so that versions of a file can be compared."""
    head = {
        "ekiben-explorer": FORMAT,
        "game": found.game,
        "board": found.board,
        "rules": found.rules,
        "sources": [asdict(source) for source in found.sources],
        "tables": [asdict(table) for table in found.tables],
    }
    lines = ",\n".join(short(group.to_json()) for group in sorted_groups(found))
    return f'{short(head)[:-1]},"groups":[\n{lines}\n]}}\n'


def short(values: Json) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def sorted_groups(found: Exploration) -> list[Group]:
    return [found.groups[key] for key in sorted(found.groups, key=lambda key: (key[1], key[0]))]


def from_json(text: str) -> Exploration:
    """The counts of a file; what is no such file is an error."""
    try:
        return parse(json.loads(text))
    except (ValueError, KeyError, TypeError, IndexError):
        raise RecordError("not statistics as 'ekiben explore --save' writes them") from None


def parse(values: Json) -> Exploration:
    if values["ekiben-explorer"] != FORMAT:
        raise RecordError("these statistics were made by a newer Ekiben")
    tables = [
        Table(one["name"], *(tuple(one[key]) for key in ("stages", "bases", "items")))
        for one in values["tables"]
    ]
    found = Exploration(values["game"], values["board"], values["rules"], tables)
    for one in values["sources"]:
        found.sources.append(Source(**{**one, "players": tuple(one["players"])}))
    for one in values["groups"]:
        group = Group.from_json(tables, one)
        found.groups[group.seats, group.level] = group
    return found


def read(path: str | Path) -> Exploration:
    """The counts of a file."""
    try:
        return from_json(Path(path).read_text(encoding="utf-8"))
    except (RecordError, UnicodeDecodeError) as error:
        raise RecordError(f"{path}: {error}") from None


def merge(first: Exploration, *others: Exploration) -> Exploration:
    """The counts of several explorations of one board together."""
    whole = Exploration(first.game, first.board, first.rules, first.tables)
    for one in (first, *others):
        if (one.game, one.board, one.tables) != (whole.game, whole.board, whole.tables):
            raise EkibenError(f"statistics of {one.game} and {whole.game} cannot be added up")
        for source in one.sources:
            whole.add_source(source)
        for group in one:
            whole.group(group.seats, group.level).merge(group)
    return whole


@lru_cache(maxsize=16)
def shipped(game: str) -> Exploration:
    """The counts of the box for a game: many games between strong bots."""
    if game not in NAMES:
        raise EkibenError(f"no game {game!r}.{nearest(game, NAMES)} Games: {listed(NAMES)}")
    return read(DATA / f"{game}.json")
