"""Sea and land as engravers drew them: lines along the coast."""

from __future__ import annotations

from ekiben.draw.curves import Point
from ekiben.draw.land import Land
from ekiben.draw.style import COAST, LAND, SEA, WAVE, group, path, rect, tag

WAVES = (
    (22, 1.0),
    (14, 1.1),
    (7, 1.2),
)  # lines along the coast: how far out (twice), and how thick


def ground(land: Land, size: Point, prefix: str) -> str:
    """Sea and land, or only land."""
    wide, high = size
    if not land.path("land"):
        return rect(0, 0, wide, high, fill=LAND)
    mainland, islands = (
        path(land.path("land", "inlet"), fill_rule="evenodd"),
        path(land.path("island")),
    )
    coast = group(mainland, islands, id_=f"{prefix}-coast")
    return (
        rect(0, 0, wide, high, fill=SEA)
        + tag("defs", coast)
        + waves(prefix)
        + tag("use", href=f"#{prefix}-coast", fill=LAND, stroke=COAST, stroke_width=0.9)
    )


def waves(prefix: str) -> str:
    """Lines along the coast: wide strokes, each covered by one a little narrower."""
    strokes = "".join(
        use_coast(prefix, WAVE, wide) + use_coast(prefix, SEA, wide - 2 * thick)
        for wide, thick in WAVES
    )
    return group(strokes, fill="none", stroke_linejoin="round")


def use_coast(prefix: str, colour: str, wide: float) -> str:
    return tag("use", href=f"#{prefix}-coast", stroke=colour, stroke_width=float(wide))
