"""The moves of the route games as one sentence each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ekiben.texts.sentences import sentence, value_in_words
from ekiben.texts.wording import Words

if TYPE_CHECKING:
    from ekiben.core.game import Event

Move = Sequence["Event"]

# what the table shows anyway
SILENT = {"turned-up", "chose-tickets", "chose-pieces", "asked-tickets", "asked-refill", "offered"}
JOINED = "move"  # the kind of an event that stands for a whole move
DRAWS = ("drew", "drew-blind")
PAYING = ("paid", "laid-out", "tunnel-card", "tunnel-extra", "withdrew", "undone")
# by its first event: what may come after it in the same move
GOES_ON: Mapping[str, Sequence[str]] = {
    "drew": (*DRAWS, "undone"),
    "drew-blind": (*DRAWS, "undone"),
    "chose-route": (*PAYING, "claimed"),
    "laid-out": (*PAYING, "claimed"),
    "chose-city": (*PAYING, "built"),
    "paid": ("claimed", "built", "undone"),
    "asked-tickets": ("offered", "kept", "undone"),
    "exchanged": ("undone",),
    "chose-tickets": ("undone",),
    "chose-pieces": ("undone",),
}


def continues(move: Move, event: Event) -> bool:
    """Whether an event belongs to the move; what was taken back is done with."""
    return (
        event.get("seat") == move[0].get("seat")
        and event["kind"] in GOES_ON.get(move[0]["kind"], ())
        and move[-1]["kind"] != "undone"
    )


def join_moves(events: Iterable[Event]) -> list[Event]:
    """One event for one move, without what the table shows anyway."""
    return [joined_event(move) for move in moves(events) if told(move)]


def moves(events: Iterable[Event]) -> list[list[Event]]:
    """Events by move; one that belongs to no seat does not end the move it falls in."""
    found: list[list[Event]] = []
    current: list[Event] = []
    for event in events:
        if current and continues(current, event):
            current.append(event)
            continue
        found.append([event])
        if event.get("seat") is not None:
            current = found[-1]
    return found


def told(move: Move) -> bool:
    return len(move) > 1 or move[0]["kind"] not in SILENT


def joined_event(move: Move) -> Event:
    if len(move) == 1 and move[0]["kind"] not in DRAWS:
        return move[0]
    parts = [event["n"] for event in move]
    return {**move[-1], "kind": JOINED, "parts": parts, "events": move}


# ---- a move in words
def tell(words: Words, move: Move) -> str:
    """The move so far in one sentence."""
    last = move[-1]
    if last["kind"] in DRAWS:
        return drawn(words, move)
    told = TOLD.get(last["kind"])
    return told(words, move) if told and len(move) > 1 else sentence(words, last)


# ---- cards
def drawn(words: Words, move: Move) -> str:
    """All cards of a turn, those from one place together."""
    parts = [
        drawn_from(words, deck, list(draws))
        for deck, draws in groupby(move, key=lambda event: event.get("deck"))
    ]
    return say(words, "drew", move, what=joined(words, parts))


def drawn_from(words: Words, deck: str | None, draws: Move) -> str:
    cards = [draw["card"] for draw in draws if "card" in draw]
    place = value_in_words(words, "deck", deck) if deck else ""
    if not cards:
        return words.say("lines.blind", count=len(draws), deck=place)
    key = "lines.from-deck" if deck else "lines.from-market"
    return words.say(key, cards=card_list(words, cards), deck=place)


def card_list(words: Words, cards: Sequence[str]) -> str:
    """Card by card; more than one of a kind by their number."""
    counts = Counter(cards)
    return joined(
        words,
        [
            words.card(kind) if count == 1 else words.cards({kind: count})
            for kind, count in counts.items()
        ],
    )


def joined(words: Words, parts: Sequence[str]) -> str:
    *before, last = parts
    return words.say("lines.and", a=words.listed(before), b=last) if before else last


# ---- routes and buildings
def claimed(words: Words, move: Move) -> str:
    tunnel = fields(move, "tunnel-card", "card")
    if not tunnel:
        return say(words, "claimed", move, cards=paid(words, move, "paid"))
    key = "claimed-tunnel-extra" if fields(move, "paid", "cards") else "claimed-tunnel"
    return say(
        words,
        key,
        move,
        cards=paid(words, move, "laid-out"),
        more=paid(words, move, "paid"),
        turned=card_list(words, tunnel),
    )


def dug(words: Words, move: Move) -> str:
    """A tunnel whose cards are turned, before it is paid for or given up."""
    turned = card_list(words, fields(move, "tunnel-card", "card"))
    return say(words, "dug", move, cards=paid(words, move, "laid-out"), turned=turned)


def withdrew(words: Words, move: Move) -> str:
    turned = fields(move, "tunnel-card", "card")
    if not turned:
        return sentence(words, move[-1])
    return say(words, "withdrew", move, turned=card_list(words, turned))


def built(words: Words, move: Move) -> str:
    kind = "harbour" if words.board.figures.harbours else "station"
    return say(words, f"built-{kind}", move, cards=paid(words, move, "paid"))


def paid(words: Words, move: Move, kind: str) -> str:
    cards = fields(move, kind, "cards")
    return words.cards(cards[0]) if cards else ""


# ---- tickets
def kept(words: Words, move: Move) -> str:
    offered = fields(move, "offered", "count")
    key = "kept-own" if "tickets" in move[-1] else "kept"
    return say(words, key, move, offered=offered[0])


def offered(words: Words, move: Move) -> str:
    return say(words, "offered", move)


# ---- helpers
def fields(move: Move, kind: str, name: str) -> list[Any]:
    """A field of the move's events of a kind, in order."""
    return [event[name] for event in move if event["kind"] == kind]


def say(words: Words, key: str, move: Move, **values: object) -> str:
    """A line's text, filled with the fields of all its events, the later before the earlier."""
    told = {name: value for event in move for name, value in event.items() if name != "kind"}
    count = told.get("count")
    spoken = {
        name: value_in_words(words, name, value, count)
        for name, value in told.items()
        if name not in values
    }
    return words.say(f"lines.{key}", who=words.seat(move[0]["seat"]), **{**spoken, **values})


TOLD: dict[str, Callable[[Words, Move], str]] = {
    "claimed": claimed,
    "tunnel-extra": dug,
    "withdrew": withdrew,
    "built": built,
    "kept": kept,
    "offered": offered,
}
