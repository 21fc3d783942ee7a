"""Shares from 0 to 1 as lines, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ekiben.draw.style import circle, path, rect, tag, text

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 640.0, 300.0, 48.0, 12.0, 36.0
COLOURS = ("#1f5fa8", "#b3452c", "#2d7a4b", "#7a4fa3", "#946a12", "#555555", "#1d7f86")
Points = Sequence[tuple[float, float]]  # how far along, from 0 to 1, and the share there


def line_plot(lines: Mapping[str, Points], title: str, end: str) -> str:
    """A line for each name; `end` says what is at the right end."""
    return tag(
        "svg",
        tag("title", title),
        rect(0, 0, WIDTH, HEIGHT, fill="#ffffff"),
        *(level(share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)),
        *(line(name, points, number) for number, (name, points) in enumerate(lines.items())),
        text(end, at(1), HEIGHT - 10, text_anchor="end", font_size=12),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        font_family="sans-serif",
    )


def at(part: float) -> float:
    return LEFT + (WIDTH - LEFT - 170) * part


def up(share: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share


def level(share: float) -> str:
    return tag(
        "g",
        path(f"M{LEFT},{up(share):.1f}H{at(1):.1f}", stroke="#dddddd"),
        text(f"{share:.2f}", LEFT - 8, up(share) + 4, text_anchor="end", font_size=12),
    )


def line(name: str, points: Points, number: int) -> str:
    """A line with its name at the right, below those before."""
    colour = COLOURS[number % len(COLOURS)]
    places = " ".join(f"{at(part):.1f},{up(share):.1f}" for part, share in points)
    return tag(
        "g",
        path(f"M{places}", fill="none", stroke=colour, stroke_width=2),
        *(circle(at(part), up(share), 3, fill=colour) for part, share in points),
        text(name, at(1) + 14, TOP + 14 + 18 * number, font_size=12, fill=colour),
    )
