"""TypeScript types and a JSON schema of all messages, and the palette, made from Python.

`python -m ekiben.server.schema` checks whether the files are current; `--write` writes them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec
from msgspec import inspect as kinds

from ekiben.draw import style
from ekiben.games.families import FAMILIES
from ekiben.server import (
    branch_messages,
    deal_messages,
    explorer_messages,
    http_messages,
    messages,
    puzzle_messages,
    request_bodies,
    review_messages,
)
from ekiben.server.scenes import plan_messages
from ekiben.server.scenes.family import SCENES

ROOT = Path(__file__).parents[3]
TYPESCRIPT = ROOT / "web" / "src" / "generated" / "messages.ts"
PALETTE = ROOT / "web" / "src" / "generated" / "palette.ts"
SCHEMA = ROOT / "docs" / "messages.schema.json"
HEAD = "// Made from {} by `python -m ekiben.server.schema --write`. Do not edit.\n"
UNIONS = {
    "Request": messages.Request,
    "ServerMessage": messages.ServerMessage,
    "PlanAsk": plan_messages.Ask,
    "PlanAnswer": plan_messages.Answer,
}
OTHERS: tuple[type[msgspec.Struct], ...] = (
    request_bodies.NewTable,
    request_bodies.Sit,
    request_bodies.LookAtLink,
    request_bodies.MakeLink,
    request_bodies.Reset,
    request_bodies.Join,
    http_messages.ErrorBody,
    http_messages.HomeInfo,
    http_messages.EngineStatus,
    http_messages.ClauseInfo,
    http_messages.ClauseSummary,
    http_messages.TermInfo,
    http_messages.CardInfo,
    http_messages.Created,
    http_messages.LinkInfo,
    http_messages.SeatLink,
    http_messages.TableSummary,
    http_messages.TableInfo,
    http_messages.TableStatus,
    http_messages.LobbyChanges,
    http_messages.LessonInfo,
    http_messages.NextTable,
    http_messages.Replay,
    http_messages.TurningPoint,
    deal_messages.NewDeal,
    deal_messages.BeginDeal,
    deal_messages.DealLink,
    deal_messages.DealInfo,
    deal_messages.DailyInfo,
    branch_messages.NewBranch,
    branch_messages.TableLink,
    branch_messages.BranchTree,
    branch_messages.SeatPosition,
    http_messages.ProofReport,
    puzzle_messages.PuzzleAnswer,
    puzzle_messages.DailyPuzzles,
    puzzle_messages.PuzzlePosition,
    puzzle_messages.PuzzleSolution,
    explorer_messages.ExplorerSummary,
    explorer_messages.ExplorerInfo,
    review_messages.ReviewMessage,
    *(message for family in FAMILIES.values() for message in SCENES.load(family).messages),
)
SCALARS = {
    kinds.NoneType: "null",
    kinds.BoolType: "boolean",
    kinds.IntType: "number",
    kinds.FloatType: "number",
    kinds.StrType: "string",
    kinds.AnyType: "unknown",
}


# ---- TypeScript
def typescript() -> str:
    """An interface for every struct, a type for every union."""
    found: dict[str, kinds.StructType] = {}
    for info in kinds.multi_type_info([*UNIONS.values(), *OTHERS]):
        collect(info, found)
    shapes = [interface(found[name]) for name in sorted(found)]
    unions = [
        f"export type {name} = {type_text(kinds.type_info(union))};"
        for name, union in UNIONS.items()
    ]
    head = HEAD.format("the server's Python types")
    return head + "\n" + "\n".join([*shapes, *unions]) + "\n"


def collect(info: kinds.Type, found: dict[str, kinds.StructType]) -> None:
    """Add every struct that a type mentions to `found`."""
    if isinstance(info, kinds.StructType):
        name = info.cls.__name__
        known = found.setdefault(name, info)
        if known.cls is not info.cls:
            raise TypeError(f"two messages are called {name}: {info.cls} and {known.cls}")
        if known is not info:
            return
    for part in parts(info):
        collect(part, found)


def parts(info: kinds.Type) -> list[kinds.Type]:
    if isinstance(info, kinds.Metadata):
        return [info.type]
    if isinstance(info, kinds.StructType):
        return [field.type for field in info.fields]
    if isinstance(info, kinds.UnionType):
        return list(info.types)
    if isinstance(info, kinds.TupleType):
        return list(info.item_types)
    if isinstance(info, kinds.ListType | kinds.VarTupleType):
        return [info.item_type]
    return [info.value_type] if isinstance(info, kinds.DictType) else []


def interface(info: kinds.StructType) -> str:
    """A struct as a TypeScript interface, on one line."""
    fields = [] if info.tag_field is None else [f"{info.tag_field}: {json.dumps(info.tag)}"]
    fields += [
        f"{field.encode_name}{'' if field.required or not optional(info) else '?'}: "
        f"{type_text(field.type)}"
        for field in info.fields
    ]
    return f"export interface {info.cls.__name__} {{ {'; '.join(fields)} }}"


def optional(info: kinds.StructType) -> bool:
    """Whether fields with a default may be missing, in requests or where the server omits them."""
    return bool(info.forbid_unknown_fields or info.cls.__struct_config__.omit_defaults)


def type_text(info: kinds.Type) -> str:
    """A type in TypeScript."""
    if isinstance(info, kinds.Metadata):
        return type_text(info.type)
    if isinstance(info, kinds.StructType):
        return info.cls.__name__
    if isinstance(info, kinds.LiteralType):
        return " | ".join(json.dumps(value) for value in info.values)
    if isinstance(info, kinds.UnionType):
        return " | ".join(type_text(part) for part in info.types)
    if isinstance(info, kinds.TupleType):
        return f"[{', '.join(type_text(part) for part in info.item_types)}]"
    if isinstance(info, kinds.ListType | kinds.VarTupleType):
        return array_of(type_text(info.item_type))
    if isinstance(info, kinds.DictType):
        return f"Record<{type_text(info.key_type)}, {type_text(info.value_type)}>"
    return SCALARS[type(info)]


def array_of(item: str) -> str:
    return f"({item})[]" if "|" in item else f"{item}[]"


def palette() -> str:
    """The colours that the pictures and the client share."""
    colours = {
        "INK": style.INK,
        "RAISED": style.RAISED,
        "GLOW": style.GLOW,
        "SEATS": style.SEATS,
    }
    lines = [f"export const {name} = {json.dumps(value)};" for name, value in colours.items()]
    cards = f"export const COLOURS: Record<string, string> = {json.dumps(style.COLOURS)};"
    return HEAD.format("ekiben/draw/style.py") + "\n" + "\n".join([*lines, cards]) + "\n"


# ---- JSON schema
def schema() -> str:
    """All messages as JSON schema."""
    shown, components = msgspec.json.schema_components([*UNIONS.values(), *OTHERS])
    named = dict(zip([*UNIONS, *(kind.__name__ for kind in OTHERS)], shown, strict=True))
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of the Ekiben server",
        "oneOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {
            **{name: ref for name, ref in named.items() if name not in components},
            **components,
        },
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(arguments: list[str]) -> int:
    made = {TYPESCRIPT: typescript(), PALETTE: palette(), SCHEMA: schema()}
    if "--write" in arguments:
        for file, content in made.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8")
    stale = [
        file
        for file, content in made.items()
        if not file.exists() or file.read_text(encoding="utf-8") != content
    ]
    for file in stale:
        print(
            f"{file.relative_to(ROOT)} is not current: run python -m ekiben.server.schema --write",
            file=sys.stderr,
        )
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
