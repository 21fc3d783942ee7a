"""The report's plots, as SVG in the page, whose colours follow day and night."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from ekiben.arena.stats import Estimate
from ekiben.draw.style import circle, escape_text, group, path, rect, tag, text

WIDTH, LABEL, MARGIN, ROW = 760.0, 190.0, 24.0, 30.0
Scale = Callable[[float], float]
Row = tuple[str, Estimate]


def picture(height: float, title: str, *inside: str) -> str:
    """A picture with a description for those who do not see it."""
    return tag(
        "svg",
        tag("title", title),
        *inside,
        viewBox=f"0 0 {WIDTH:g} {height:g}",
        role="img",
        class_="plot",
    )


def scale(low: float, high: float) -> Scale:
    """From values to places right of the labels."""
    room = WIDTH - LABEL - MARGIN
    return lambda value: LABEL + room * (value - low) / ((high - low) or 1)


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers in a range."""
    rough = max((high - low) / about, 1e-9)
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough * 0.999)
    return [
        number * step
        for number in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    ]


def axis(at: Scale, values: Sequence[float], height: float, form: str) -> str:
    """Faint lines with their numbers below."""
    lines = [path(f"M{at(value):.1f},4V{height:.1f}", class_="grid") for value in values]
    return group(
        *lines,
        *(
            text(f"{value:{form}}", at(value), height + 15, class_="tick", text_anchor="middle")
            for value in values
        ),
    )


def name_at(words: str, y: float) -> str:
    return text(shorten(words), LABEL - 12, y + 4, class_="name", text_anchor="end")


def shorten(words: str, room: int = 26) -> str:
    return words if len(words) <= room else f"{words[: room - 1]}…"


# ---- values with intervals
def intervals(rows: Sequence[Row], title: str, form: str = ".0f", even: float | None = None) -> str:
    """A dot and a bar for every row; `even` marks where nobody is ahead."""
    edges = [
        edge for _, one in rows for edge in (one.value, one.low, one.high) if edge is not None
    ] + ([even] if even is not None else [])
    pad = (max(edges) - min(edges)) * 0.06 or 0.01
    low, high = min(edges) - pad, max(edges) + pad
    at, height = scale(low, high), ROW * len(rows) + 6
    middle = [path(f"M{at(even):.1f},4V{height:.1f}", class_="even")] if even is not None else []
    marks = [
        interval(name, one, at, ROW * number + ROW / 2 + 4, form)
        for number, (name, one) in enumerate(rows)
    ]
    return picture(height + 24, title, axis(at, ticks(low, high), height, form), *middle, *marks)


def interval(name: str, one: Estimate, at: Scale, y: float, form: str) -> str:
    bar = (
        []
        if one.low is None or one.high is None or one.low == one.high
        else [
            path(f"M{at(one.low):.1f},{y:.1f}H{at(one.high):.1f}", class_="range"),
            path(
                f"M{at(one.low):.1f},{y - 4:.1f}v8M{at(one.high):.1f},{y - 4:.1f}v8", class_="range"
            ),
        ]
    )
    return group(
        name_at(name, y),
        *bar,
        circle(at(one.value), y, 5.0, class_="dot"),
        tag("title", escape_text(f"{name}: {one.value:{form}}")),
    )


# ---- distributions
def ridges(rows: Sequence[tuple[str, Sequence[float]]], title: str) -> str:
    """A histogram for every row, all on one axis; the line is the mean."""
    values = [value for _, those in rows for value in those]
    width = bin_width(min(values), max(values))
    low = math.floor(min(values) / width) * width
    high = (math.floor(max(values) / width) + 1) * width
    at, tall = scale(low, high), 46.0
    height = tall * len(rows) + 10
    shapes = [
        ridge(name, those, at, low, width, tall * (number + 1), tall - 8)
        for number, (name, those) in enumerate(rows)
    ]
    return picture(height + 24, title, axis(at, ticks(low, high), height, ".0f"), *shapes)


def bin_width(low: float, high: float, bins: int = 32) -> float:
    """A round width, so that about so many bins are enough."""
    rough = max((high - low) / bins, 1.0)
    power = 10 ** math.floor(math.log10(rough))
    return float(next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough))


def ridge(
    name: str,
    values: Sequence[float],
    at: Scale,
    low: float,
    width: float,
    foot: float,
    tall: float,
) -> str:
    counts: dict[int, int] = {}
    for value in values:
        place = math.floor((value - low) / width)
        counts[place] = counts.get(place, 0) + 1
    most = max(counts.values())
    broad, high = at(low + width) - at(low) - 1, tall / most
    bars = [
        rect(at(low + place * width) + 0.5, foot - high * count, broad, high * count, class_="bar")
        for place, count in sorted(counts.items())
    ]
    mean = at(sum(values) / len(values))
    return group(
        name_at(name, foot - 14),
        *bars,
        path(f"M{LABEL:g},{foot:.1f}H{WIDTH - MARGIN:g}", class_="foot"),
        path(f"M{mean:.1f},{foot - tall - 3:.1f}V{foot + 3:.1f}", class_="mean"),
        tag("title", escape_text(name)),
    )


# ---- columns
def columns(rows: Sequence[tuple[str, Mapping[int, float]]], title: str) -> str:
    """For every row a little chart of columns, one a number; the value stands on each."""
    numbers = sorted({number for _, those in rows for number in those})
    most = max((value for _, those in rows for value in those.values()), default=1.0) or 1.0
    room, tall = (WIDTH - LABEL - MARGIN) / max(1, len(numbers)), 52.0
    shapes = [
        column(name, those, numbers, (room, tall, most), tall * (row + 1) + 10 * row)
        for row, (name, those) in enumerate(rows)
    ]
    foot = (tall + 10) * len(rows)
    marks = [
        text(
            str(number),
            LABEL + room * (place + 0.5),
            foot + 12,
            class_="tick",
            text_anchor="middle",
        )
        for place, number in enumerate(numbers)
    ]
    return picture(foot + 22, title, *shapes, *marks)


def column(
    name: str,
    values: Mapping[int, float],
    numbers: Sequence[int],
    sizes: tuple[float, float, float],
    foot: float,
) -> str:
    room, tall, most = sizes
    parts = [
        name_at(name, foot - 16),
        path(f"M{LABEL:g},{foot:.1f}H{WIDTH - MARGIN:g}", class_="foot"),
    ]
    for place, number in enumerate(numbers):
        value = values.get(number, 0.0)
        high, left = (tall - 18) * value / most, LABEL + room * place
        parts += [
            rect(left + room * 0.22, foot - high, room * 0.56, high, class_="bar"),
            text(
                f"{value:.2f}",
                left + room / 2,
                foot - high - 4,
                class_="tick",
                text_anchor="middle",
            ),
        ]
    return group(*parts)
