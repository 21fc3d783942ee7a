"""Paper, ink and colours, and the few lines of XML that everything is drawn with."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ekiben.draw.curves import number

PAPER, RAISED, INK = "#F6F1E4", "#FFFBF1", "#23262B"
INDIGO, VERMILION = "#27406B", "#C7402D"
SEA, LAND = "#BFD4DC", "#E9E1CC"
WAVE, COAST, RIVER, BORDER, PEAK, QUIET = (
    "#A5C0CB",
    "#7E7A6C",
    "#A3BFC9",
    "#AFA280",
    "#BDB090",
    "#57544C",
)
PARK = "#D3DABA"
SEA_NAME, LAND_NAME = "#4F7182", "#8A7E62"
STONE, MOUTH = "#5E594D", "#23262B"

COLOURS = {
    "purple": "#8A57A5",
    "blue": "#2C69B0",
    "orange": "#DB7A27",
    "white": "#F7F5EE",
    "green": "#3B8A4C",
    "yellow": "#E3BC25",
    "black": "#2A2B2F",
    "red": "#C4362C",
    "pink": "#D7659B",
    "grey": "#A8A295",
}
DARK_SYMBOL = frozenset(
    {"orange", "white", "yellow", "pink", "grey"}
)  # their symbols are in ink, the others' in paper
# five seats at a route game, nine in Tokyo Railways; the client's palette is generated from here
SEATS = (
    "#6A78DC",
    "#D4472F",
    "#F0C653",
    "#1F7A70",
    "#623C72",
    "#6FB3DE",
    "#8C5428",
    "#E48FB4",
    "#9BB54A",
)
GLOW = "#00B7FF"  # what can be claimed: the colour of no card, seat or ground

SANS = (
    "'Gill Sans','Gill Sans Nova','Segoe UI','Noto Sans','Hiragino Sans','Noto Sans JP','Noto "
    "Sans CJK JP','Yu Gothic',"
    "Meiryo,sans-serif"
)
SERIF = (
    "'Hiragino Mincho ProN','Noto Serif JP','Noto Serif CJK JP','Yu Mincho','Iowan Old Style',"
    "Georgia,serif"
)

Value = str | float | int | None


def tag(name: str, *inside: str, **attributes: Value) -> str:
    """An element; `font_size=9` is written font-size, `id_` id, a None is left out."""
    head = name + "".join(
        f" {key(one)}={attribute_value(value)}"
        for one, value in attributes.items()
        if value is not None
    )
    return f"<{head}>{''.join(inside)}</{name}>" if inside else f"<{head}/>"


def escape(words: str) -> str:
    """Words as XML has them."""
    return words.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")


def quoted_attribute(value: str) -> str:
    """A value as XML has it, in the quotes that it needs."""
    escaped = escape(value).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    if '"' not in escaped:
        return f'"{escaped}"'
    return f"'{escaped}'" if "'" not in escaped else f'"{escaped.replace(chr(34), "&quot;")}"'


def key(name: str) -> str:
    return name.rstrip("_").replace("__", ":").replace("_", "-")


def attribute_value(value: Value) -> str:
    return (
        quoted_attribute(value)
        if isinstance(value, str)
        else f'"{number(value)}"'
        if isinstance(value, float)
        else f'"{value}"'
    )


def group(*inside: str, **attributes: Value) -> str:
    """A group, or nothing where there is nothing in it."""
    return tag("g", *inside, **attributes) if any(inside) else ""


def text(words: str, x: float, y: float, **attributes: Value) -> str:
    return tag("text", escape(words), x=float(x), y=float(y), **attributes)


def bold_text(words: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """Bold ink in the type of the words' own language, in the middle of x unless said otherwise."""
    usual: dict[str, Value] = {
        "font_size": size,
        "font_weight": 700,
        "text_anchor": "middle",
        "fill": INK,
        "xml__lang": language_of(words),
    }
    return text(words, x, y, **{**usual, **attributes})


def rect(x: float, y: float, width: float, height: float, **attributes: Value) -> str:
    return tag(
        "rect", x=float(x), y=float(y), width=float(width), height=float(height), **attributes
    )


def path(d: str, **attributes: Value) -> str:
    return tag("path", d=d, **attributes)


def circle(x: float, y: float, r: float, **attributes: Value) -> str:
    return tag("circle", cx=float(x), cy=float(y), r=float(r), **attributes)


def escape_text(words: str) -> str:
    return escape(words)


def language_of(words: str) -> str:
    """Which language a text is set in: Japanese letters want Japanese type."""
    return "ja" if any(ord(letter) > 0x2E7F for letter in words) else "en"


def document(parts: Iterable[str], size: tuple[float, float], language: str) -> str:
    """A whole SVG file of this size; empty parts are left out."""
    wide, high = size
    return (
        tag(
            "svg",
            "\n".join(filter(None, parts)),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {wide:g} {high:g}",
            width=f"{wide:g}",
            height=f"{high:g}",
            font_family=SANS,
            role="img",
            xml__lang=language,
        )
        + "\n"
    )


def without_details(svg: str) -> str:
    """A picture that nobody points at or reads aloud, such as an ornament of a page: smaller."""
    return re.sub(r"<(title|desc)>[^<]*</\1>| data-[a-z]+=\"[^\"]*\"", "", svg)
