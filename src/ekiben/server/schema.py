"""TypeScript types and a JSON schema of all messages, made from the Python types:
`python -m ekiben.server.schema` shows whether the files are current, `--write` writes them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as kinds

from ekiben.games.families import FAMILIES
from ekiben.server import http_messages, messages
from ekiben.server.scenes import plan_messages
from ekiben.server.scenes.family import SCENES

ROOT = Path(__file__).parents[3]
TYPESCRIPT, SCHEMA = (
    ROOT / "web" / "src" / "generated" / "messages.ts",
    ROOT / "docs" / "messages.schema.json",
)
HEAD = "// Made from the server's Python types by `python -m ekiben.server.schema --write`. Do not edit.\n"
UNIONS = {
    "Request": messages.Request,
    "Answer": messages.Answer,
    "PlanAsk": plan_messages.Ask,
    "PlanAnswer": plan_messages.Answer,
}
OTHERS: tuple[type[msgspec.Struct], ...] = (
    messages.NewTable,
    messages.Sit,
    messages.MakeLink,
    messages.Reset,
    http_messages.Fault,
    http_messages.HomeInfo,
    http_messages.ClauseInfo,
    http_messages.ClauseLine,
    http_messages.Created,
    http_messages.SeatLink,
    http_messages.TableLine,
    http_messages.TableInfo,
    http_messages.Elsewhere,
    http_messages.Film,
    *(message for family in FAMILIES.values() for message in SCENES.load(family).messages),
)
PLAIN = {
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
    found: dict[str, Any] = {}
    for info in kinds.multi_type_info([*UNIONS.values(), *OTHERS]):
        collect(info, found)
    shapes = [interface(found[name]) for name in sorted(found)]
    unions = [
        f"export type {name} = {text(kinds.type_info(union))};" for name, union in UNIONS.items()
    ]
    return HEAD + "\n" + "\n".join([*shapes, *unions]) + "\n"


def collect(info: Any, found: dict[str, Any]) -> None:
    """Every struct that a type speaks of."""
    if isinstance(info, kinds.StructType):
        if found.setdefault(info.cls.__name__, info).cls is not info.cls:
            raise TypeError(
                f"two messages are called {info.cls.__name__}: {info.cls} and {found[info.cls.__name__].cls}"
            )
        if found[info.cls.__name__] is not info:
            return
    for part in parts(info):
        collect(part, found)


def parts(info: Any) -> list[Any]:
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


def interface(info: Any) -> str:
    """On one line."""
    fields = [] if info.tag_field is None else [f"{info.tag_field}: {json.dumps(info.tag)}"]
    fields += [
        f"{field.encode_name}{'' if field.required or not optional(info) else '?'}: {text(field.type)}"
        for field in info.fields
    ]
    return f"export interface {info.cls.__name__} {{ {'; '.join(fields)} }}"


def optional(info: Any) -> bool:
    """Whether fields with a default may be left out: in what browsers send, and where the server
    leaves them out itself.
    """
    return bool(info.forbid_unknown_fields or info.cls.__struct_config__.omit_defaults)


def text(info: Any) -> str:
    if isinstance(info, kinds.Metadata):
        return text(info.type)
    if isinstance(info, kinds.StructType):
        return info.cls.__name__
    if isinstance(info, kinds.LiteralType):
        return " | ".join(json.dumps(value) for value in info.values)
    if isinstance(info, kinds.UnionType):
        return " | ".join(text(part) for part in info.types)
    if isinstance(info, kinds.TupleType):
        return f"[{', '.join(text(part) for part in info.item_types)}]"
    if isinstance(info, kinds.ListType | kinds.VarTupleType):
        return several(text(info.item_type))
    if isinstance(info, kinds.DictType):
        return f"Record<{text(info.key_type)}, {text(info.value_type)}>"
    return PLAIN[type(info)]


def several(item: str) -> str:
    return f"({item})[]" if "|" in item else f"{item}[]"


# ---- JSON schema
def schema() -> str:
    shown, components = msgspec.json.schema_components([*UNIONS.values(), *OTHERS])
    named = dict(zip([*UNIONS, *(kind.__name__ for kind in OTHERS)], shown, strict=True))
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of the Ekiben server",
        "oneOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Answer"}],
        "$defs": {
            **{name: ref for name, ref in named.items() if name not in components},
            **components,
        },
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(arguments: list[str]) -> int:
    made = {TYPESCRIPT: typescript(), SCHEMA: schema()}
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
