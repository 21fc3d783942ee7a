"""What a check of chances has found, as the manual tells it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from calibration_check import OFF, SHOWN, UNKNOWN, Bin, Checked, Judged, mean_error
from calibration_fit import Key

import ekiben
from ekiben.analysis.calibration import measured
from ekiben.texts import say

FAMILIES = {"routes": "All route games", "tokyo": say("games.tokyo")}
TITLES = (
    "game",
    "seats",
    "games",
    "positions",
    "seats judged 65 to 75 %",
    "mean of these",
    "won",
    "70 % comes true",
    "mean distance",
)


def table(found: Sequence[Checked]) -> str:
    return "\n".join(
        [row_of(TITLES), row_of(["---"] * len(TITLES)), *(row_of(cells(one)) for one in found)]
    )


def row_of(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def cells(one: Checked) -> list[str]:
    near = one.near
    return [
        say(f"games.{one.game}"),
        str(one.seats),
        f"{one.games:,}",
        f"{one.positions:,}",
        f"{near.count:,}" if near else "0",
        f"{near.judged:.1%}" if near else "",
        f"{near.won:.1%} ± {near.error:.1%}" if near else "",
        one.verdict,
        f"{mean_error(one.bins):.1%}",
    ]


def summary(found: Sequence[Checked], judged: Mapping[Key, Judged]) -> str:
    """How many tables show what, and all route games and each formula's game together."""
    counts = Counter(one.verdict for one in found)
    return "\n".join(
        [
            f"Tables shown to be within three percent: {counts[SHOWN]} of {len(found)}; "
            f"off: {counts[OFF]}; not enough games to tell: {counts[UNKNOWN]}.",
            "",
            *(f"- {line}" for line in together(judged)),
        ]
    )


def together(judged: Mapping[Key, Judged]) -> list[str]:
    """A sentence for each family, all of its games and numbers of seats together."""
    families: dict[str, list[Judged]] = {}
    for (game, _), one in judged.items():
        families.setdefault(ekiben.load(game).family.name, []).append(one)
    return [family_line(name, Judged.together(some)) for name, some in families.items()]


def family_line(family: str, judged: Judged) -> str:
    near, farthest = judged.near_seventy(), max(judged.bins(), key=lambda one: abs(one.off))
    return f"{FAMILIES[family]} together: {near_text(near)} {farthest_text(farthest)}"


def near_text(near: Bin | None) -> str:
    if near is None:
        return "no seat was judged 65 to 75 percent."
    return (
        f"of {near.count:,} seats judged 65 to 75 percent ({near.judged:.1%} on average) "
        f"{near.won:.1%} ± {near.error:.1%} won."
    )


def farthest_text(one: Bin) -> str:
    return (
        f"Of ten bins, {one.low:.0%} to {min(one.high, 1):.0%} is farthest off: "
        f"judged {one.judged:.1%}, won {one.won:.1%} ± {one.error:.1%}."
    )


def fitted_text(found: Sequence[Checked]) -> str:
    """What the map was fitted on and checked on."""
    fitted = measured()["fitted"]
    games, positions = sum(one.games for one in found), sum(one.positions for one in found)
    return (
        f"The map was fitted on {fitted['positions']:,} positions of {fitted['games']:,} games "
        f"and checked on {positions:,} positions of {games:,} other games."
    )


def players_text(players: Mapping[str, Mapping[str, int]]) -> str:
    """Who sat at the tables, and how often."""
    rows = []
    for family, weights in players.items():
        whole = sum(weights.values())
        names = (f"`{name}` {weight / whole:.0%}" for name, weight in weights.items())
        rows.append(f"- {FAMILIES[family]}: {', '.join(names)}")
    return "\n".join(rows)


def filled(page: str, mark: str, text: str) -> str:
    """The page with the text written anew between its marks."""
    return re.sub(
        rf"(<!-- {mark} -->\n).*?(<!-- end -->)",
        lambda marks: f"{marks[1]}\n{text}\n\n{marks[2]}",
        page,
        flags=re.DOTALL,
    )
