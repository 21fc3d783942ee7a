"""The reliability plot of the manual: what was judged against what was won, a panel a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from calibration_check import Bin
from calibration_fit import Key

from ekiben.draw.style import INK, PAPER, QUIET, RAISED, SANS, SEATS, circle, group, path, tag, text
from ekiben.texts import say

PANEL, GAP, LEFT, TOP, BELOW, ACROSS = 190.0, 46.0, 50.0, 40.0, 62.0, 3
UNCLEAR = 0.05  # standard error from which a bin is left out
BAND = 0.03  # on either side of the diagonal
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def plot(found: Mapping[Key, Sequence[Bin]]) -> str:
    """All games beside and below each other."""
    games = [
        (game, [(key[1], found[key]) for key in keys])
        for game, keys in groupby(sorted(found), lambda key: key[0])
    ]
    rows = -(-len(games) // ACROSS)
    width = LEFT + ACROSS * (PANEL + GAP)
    height = rows * (TOP + PANEL + BELOW)
    panels = [
        tag("g", *panel(game, lines), transform=f"translate({x:g},{y:g})")
        for place, (game, lines) in enumerate(games)
        for x in [LEFT + place % ACROSS * (PANEL + GAP)]
        for y in [TOP + place // ACROSS * (TOP + PANEL + BELOW)]
    ]
    return tag(
        "svg",
        tag("title", "Judged chances to win, and how often such seats won"),
        tag("rect", width=width, height=height, rx=8, fill=PAPER),
        *panels,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        font_family=SANS,
        role="img",
    )


def panel(game: str, lines: Sequence[tuple[int, Sequence[Bin]]]) -> list[str]:
    return [
        text(say(f"games.{game}"), 0, -14, font_size=15, font_weight=700, fill=INK),
        tag("rect", width=PANEL, height=PANEL, fill=RAISED, stroke=QUIET, stroke_width=0.5),
        near_the_diagonal(),
        text("judged", PANEL - 4, PANEL - 6, text_anchor="end", font_size=10, fill=QUIET),
        text("won", 5, 13, font_size=10, fill=QUIET),
        *(tick(value) for value in TICKS),
        *(curve(seats, bins) for seats, bins in lines),
        *(legend(place, seats) for place, (seats, _) in enumerate(lines)),
    ]


def near_the_diagonal() -> str:
    """Where what was judged comes true to within three percent."""
    corners = [(0, BAND), (1 - BAND, 1), (1, 1), (1, 1 - BAND), (BAND, 0), (0, 0)]
    band = "M" + "L".join(f"{at(x):.1f},{PANEL - at(y):.1f}" for x, y in corners) + "Z"
    return group(
        path(band, fill=QUIET, fill_opacity=0.18),
        path(f"M0,{PANEL:g}L{PANEL:g},0", stroke=QUIET, stroke_width=0.7, fill="none"),
    )


def at(value: float) -> float:
    return value * PANEL


def tick(value: float) -> str:
    words, quiet = f"{value:.0%}", {"font_size": 9, "fill": QUIET}
    return group(
        text(words, at(value), PANEL + 13, text_anchor="middle", **quiet),
        text(words, -6, PANEL - at(value) + 3, text_anchor="end", **quiet),
    )


def curve(seats: int, bins: Sequence[Bin]) -> str:
    """A line through the bins that tell something, each with two standard errors up and down."""
    colour, shown = SEATS[seats - 2], [one for one in bins if one.error <= UNCLEAR]
    places = [(at(one.judged), PANEL - at(one.won), at(2 * one.error)) for one in shown]
    if not places:
        return ""
    line = "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y, _ in places)
    bars = "".join(f"M{x:.1f},{y - error:.1f}v{2 * error:.1f}" for x, y, error in places)
    return group(
        path(line, fill="none", stroke=colour, stroke_width=1.4),
        path(bars, stroke=colour, stroke_width=1),
        *(circle(x, y, 2.4, fill=colour) for x, y, _ in places),
    )


def legend(place: int, seats: int) -> str:
    x, y = at(place % 4 / 4) + 4, PANEL + 31 + place // 4 * 14
    return group(
        circle(x, y - 3, 3.5, fill=SEATS[seats - 2]),
        text(f"{seats} seats" if place == 0 else str(seats), x + 7, y, font_size=10, fill=INK),
    )
