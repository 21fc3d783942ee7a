"""The two ends of track that was built link by link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ekiben.texts.tokyo.places import NOTATION

STEPS = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}
OPPOSITE = dict(zip(STEPS, [*STEPS][4:] + [*STEPS][:4], strict=True))

Link = tuple[str, str]  # a post and a direction, both in notation


def ends_of_way(links: Sequence[Link]) -> dict[str, str]:
    """Where a way begins and ends; links that branch have no `end`."""
    pairs = [(post, next_post(post, direction)) for post, direction in links]
    times = Counter(post for pair in pairs for post in pair)
    ends = [post for post, count in times.items() if count == 1]
    first = next((post for post in begins(pairs) if post in ends), pairs[0][0])
    if len(ends) != 2 or max(times.values()) > 2:
        return {"start": first}
    return {"start": first, "end": next(post for post in ends if post != first)}


def begins(pairs: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The posts of the first link; the one where the second goes on comes last."""
    if len(pairs) == 1:
        return pairs[0]
    return tuple(sorted(pairs[0], key=lambda post: post in pairs[1]))


def next_post(post: str, direction: str) -> str:
    found = NOTATION.fullmatch(post)
    assert found is not None, post
    down, right = STEPS[direction]
    return f"r{int(found[1]) + down}c{int(found[2]) + right}"
