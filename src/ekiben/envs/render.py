"""A match as text, as SVG, and as an array of pixels."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ekiben.core.errors import EkibenError, counted, listed
from ekiben.core.extras import missing
from ekiben.core.match import Match
from ekiben.envs.interface import as_heard

MODES = ("human", "ansi", "rgb_array", "svg")
WIDTH = 900  # pixels
LINES = 12  # latest actions shown
Pixels = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Frame = str | Pixels


def checked_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise EkibenError(f"no render mode {mode!r}: it is one of {listed(MODES)}, or None")
    return mode


def rendered(match: Match, mode: str | None, seat: int | None = None) -> Frame | None:
    """The match as the seat may see it (None: a spectator); `human` prints the text."""
    if mode is None:
        raise EkibenError(
            f"nothing is drawn without a render mode: give render_mode, one of {listed(MODES)}"
        )
    if mode == "human":
        print(text(match, seat))
        return None
    if mode == "svg":
        return match.svg(seat)
    return text(match, seat) if mode == "ansi" else pixels(match, seat)


def text(match: Match, seat: int | None = None) -> str:
    """Who is asked what, points as all can see them, the latest actions in notation."""
    asked = "over" if match.over else f"seat {match.seat}: {match.asked}"
    lines = [
        f"{match.game.name}, {counted(len(match.actions), 'action')}, {asked}",
        "points " + " ".join(map(str, match.scores())),
    ]
    latest = list(zip(match.actors, match.actions, strict=True))[-LINES:]
    return "\n".join(
        [*lines, *(f"  {actor} {as_heard(match, action, actor, seat)}" for actor, action in latest)]
    )


def pixels(match: Match, seat: int | None = None) -> Pixels:
    """Rows, columns, red-green-blue."""
    try:
        import resvg_py
    except ImportError as error:
        raise missing("a picture as pixels", "envs", error) from None
    return decoded(bytes(resvg_py.svg_to_bytes(svg_string=match.svg(seat), width=WIDTH)))[..., :3]


# ---- PNG, as far as the rasteriser writes it: eight bits, red-green-blue-alpha, not interlaced
def decoded(png: bytes) -> Pixels:
    parts = list(chunks(png))
    width, height = struct.unpack(">II", parts[0][1][:8])
    packed = zlib.decompress(b"".join(data for kind, data in parts if kind == b"IDAT"))
    rows = np.frombuffer(packed, np.uint8).reshape(height, 1 + 4 * width)
    return unfiltered(rows[:, 0], rows[:, 1:].reshape(height, width, 4))


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        yield kind, png[at + 8 : at + 8 + size]
        at += 12 + size


def unfiltered(filters: Pixels, coded: Pixels) -> Pixels:
    """Undo the filters of a PNG: every pixel is stored as a difference from its neighbours.

    Pixels of one diagonal do not depend on each other.
    """
    height, width, _ = coded.shape
    known = np.zeros((height + 1, width + 1, 4), np.int16)
    for diagonal in range(height + width - 1):
        rows = np.arange(max(0, diagonal - width + 1), min(height, diagonal + 1), dtype=np.int64)
        columns = diagonal - rows
        left, above, corner = (
            known[rows + 1, columns],
            known[rows, columns + 1],
            known[rows, columns],
        )
        known[rows + 1, columns + 1] = (
            coded[rows, columns] + foretold(filters[rows], left, above, corner)
        ) & 255
    return known[1:, 1:].astype(np.uint8)


def foretold(filters: Pixels, left: Ints, above: Ints, corner: Ints) -> Ints:
    """None, left, above, their mean, or which of the three is nearest to left + above - corner."""
    by_left, by_above, by_corner = (
        abs(above - corner),
        abs(left - corner),
        abs(left + above - 2 * corner),
    )
    nearest = np.where(
        (by_left <= by_above) & (by_left <= by_corner),
        left,
        np.where(by_above <= by_corner, above, corner),
    )
    return np.choose(
        filters[:, None], [np.zeros_like(left), left, above, (left + above) >> 1, nearest]
    )
