"""Describe the games for the npm package: boards as bytes, notation, fields, options.

Nothing is written by hand: the package's JavaScript knows no rule, no board and no field.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

import ekiben
from ekiben.core.arrays import Buffer
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game, Option
from ekiben.core.layout import RecordType, View
from ekiben.observations.encoding import OBSERVATION, encoding
from ekiben.wasm.package.family import PACKAGE, PlannerCall

Json = dict[str, Any]
Place = list[int]  # of some bytes in games.bin: where they begin, and how many there are
ALIGNMENT = 8


class Bytes:
    """The contents of games.bin; equal bytes are kept once."""

    def __init__(self) -> None:
        self.content = bytearray()
        self.places: dict[bytes, Place] = {}

    def add(self, buffer: Buffer) -> Place:
        part = buffer.tobytes()
        if part not in self.places:
            self.content += bytes(-len(self.content) % ALIGNMENT)
            self.places[part] = [len(self.content), len(part)]
            self.content += part
        return self.places[part]


def write_package_data(folder: Path, boards: Iterable[str] = ()) -> None:
    """Write games.json and games.bin into a folder."""
    found, content = describe_games([*ekiben.games(), *boards])
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(found, separators=(",", ":"), ensure_ascii=False)
    (folder / "games.json").write_text(text + "\n", encoding="utf-8")
    (folder / "games.bin").write_bytes(content)


def describe_games(names: Iterable[str]) -> tuple[Json, bytes]:
    """All that the package knows of these games, and the bytes it refers to."""
    content = Bytes()
    families: dict[str, Json] = {}
    games: dict[str, Json] = {}
    for name in names:
        game = ekiben.load(name)
        if game.name in games:
            raise EkibenError(f"there are two boards of the name {game.name!r}")
        families.setdefault(game.family.name, describe_family(game, content))
        games[game.name] = describe_game(game, content, name)
    return {"ekiben": ekiben.__version__, "families": families, "games": games}, bytes(
        content.content
    )


# ---- families
def describe_family(game: Game, content: Bytes) -> Json:
    part, state = PACKAGE.of(game), game.rule_set.state
    return {
        "scratch": OBSERVATION.of(game).SCRATCH,
        "stateSize": state.size,
        "blankState": content.add(part.state_from(View(game.name, None, {})).packed()),
        "fields": describe_fields(state),
    }


def describe_fields(record: RecordType) -> list[Json]:
    """Where each field lies, its axes, and who sees it; work space is left out."""
    places: Any = record.dtype.fields
    shapes = {name: place[0].shape for name, place in places.items()}
    return [
        {
            "name": field.name,
            "type": places[field.name][0].base.name,
            "at": places[field.name][1],
            "shape": list(shapes[field.name]),
            "axes": list(field.axes),
            "seenBy": field.seen_by.value,
            **({"ownedBy": field.owned_by} if field.owned_by else {}),
        }
        for field in record.fields
        if field.seen_by.value != "scratch"
    ]


# ---- games
def describe_game(game: Game, content: Bytes, name: str) -> Json:
    return {
        "family": game.family.name,
        "board": content.add(game.boards),
        "digest": game.digest,
        "rules": game.rules,
        "seats": list(game.seats),
        "asked": list(game.asked_names),
        "options": [describe_option(game, option, name) for option in game.known_options],
        "actions": [game.action(id).text for id in range(game.action_count)],
        "extents": {axis: size for axis, size in game.extents(0).items() if axis != "seat"},
        "observation": describe_observation(game),
        "planner": describe_planner(PACKAGE.of(game).planner(game), content),
        "names": dict(PACKAGE.of(game).names(game)),
    }


def describe_option(game: Game, option: Option, name: str) -> Json:
    """An option's values, the default first, and the bytes of the board that each one changes."""
    return {
        "name": option.name,
        "values": list(option.values),
        "changes": [
            changes(game.boards, ekiben.load(name, **{option.name: value}).boards)
            for value in option.values
        ],
    }


def changes(before: Buffer, after: Buffer) -> list[list[int]]:
    """Runs of bytes that differ: where each begins, then its new bytes."""
    places = np.flatnonzero(before != after).tolist()
    runs = itertools.groupby(enumerate(places), key=lambda one: one[1] - one[0])
    found = [[place for _, place in run] for _, run in runs]
    return [[run[0], *after[run].tolist()] for run in found]


def describe_observation(game: Game) -> Json:
    found = encoding(game)
    blocks = [
        {
            "name": block.name,
            "start": block.start,
            "rows": block.rows,
            "features": [feature.name for feature in block.features],
            "most": [feature.most for feature in block.features],
        }
        for block in found.blocks.values()
    ]
    return {"size": found.size, "blocks": blocks}


def describe_planner(call: PlannerCall, content: Bytes) -> Json:
    return {
        "kernel": call.kernel,
        "arguments": list(call.arguments),
        "tables": content.add(call.tables),
        "memoryStart": content.add(call.memory_start),
        "memorySize": call.memory_size,
        "kept": call.kept,
    }
