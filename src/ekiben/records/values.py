"""What a record says, by its keys."""

from __future__ import annotations

from typing import Literal

from ekiben.core.record import RecordValues

State = Literal["over", "open", "forfeit"]


def state(values: RecordValues) -> State:
    """`over`, `open` (broken off), or `forfeit` (a bot could not go on)."""
    if values["result"] is not None:
        return "over"
    return "forfeit" if values.get("forfeit") else "open"


def winning_seats(values: RecordValues) -> list[int]:
    """The seats that won; none where the game is open or its ranking makes no sense."""
    result = values["result"] or values.get("forfeit") or {}
    ranking = result.get("ranking") if isinstance(result, dict) else None
    if not isinstance(ranking, list) or not ranking or not isinstance(ranking[0], list):
        return []
    seats = min(values["seats"], len(values["names"]))
    return [seat for seat in ranking[0] if type(seat) is int and 0 <= seat < seats]


def winners(values: RecordValues) -> list[str]:
    """The names that won."""
    return [values["names"][seat] for seat in winning_seats(values)]


def final_scores(values: RecordValues) -> list[int]:
    """The scores of a game that is over; none where they make no sense."""
    scores = (values["result"] or {}).get("scores", [])
    sound = isinstance(scores, list) and all(type(score) is int for score in scores)
    return scores if sound and len(scores) == values["seats"] else []
