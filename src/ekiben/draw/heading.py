"""The head of a sheet: a plain heading, or a wrapping paper's."""

from __future__ import annotations

from ekiben.draw.ornaments import seal
from ekiben.draw.style import QUIET, SERIF, VERMILION, Value, bold_text, rect
from ekiben.texts import say

MARGIN = 24.0
HEADING, WRAPPING = 64.0, 118.0  # heights of the two kinds of head


def heading(large: str, small: str, wide: float) -> str:
    return bold_text(large, MARGIN, MARGIN + 34, 30, text_anchor="start") + bold_text(
        small, wide - MARGIN, MARGIN + 34, 17, font_weight=500, text_anchor="end", fill=QUIET
    )


def wrapping(large: str, small: str, date: str | None, wide: float, language: str) -> str:
    """The head of the wrapping paper: title in both languages, date, seal, and a vermilion band."""
    aside: dict[str, Value] = {"font_family": SERIF, "font_weight": 500}
    last: dict[str, Value] = {**aside, "text_anchor": "end"}
    right, low = wide - MARGIN - 76, 117
    return "".join(
        [
            rect(0, 0, wide, 9, fill=VERMILION),
            rect(0, 11.5, wide, 1.2, fill=VERMILION),
            bold_text(large, MARGIN, 88, 58, text_anchor="start", font_family=SERIF),
            bold_text(
                small,
                MARGIN + 4,
                117,
                19,
                text_anchor="start",
                letter_spacing=3,
                fill=QUIET,
                **aside,
            ),
            bold_text(
                say("picture.final", language),
                right,
                low - 25 if date else low,
                15,
                fill=QUIET,
                **last,
            ),
            bold_text(date or "", right, low, 17, **last),
            seal(wide - MARGIN - 57, 26, 98),
        ]
    )
