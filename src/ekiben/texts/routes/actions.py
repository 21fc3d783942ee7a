"""The actions of the route games as people say them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from ekiben.texts.sentences import value_in_words

if TYPE_CHECKING:
    from ekiben.texts.wording import Words

PAID = re.compile(r"(\d+) ([a-z-]+)")
SECRET = "?"  # what a viewer may not know of an action


def action_name(words: Words, notation: str) -> str:
    """An action in words, such as `claim Denver–Omaha`; of a secret one only what it is about."""
    verb, _, rest = notation.partition(" ")
    if rest == SECRET:
        return words.say(f"actions.{verb}-secret")
    said = SAID.get(verb)
    return said(words, verb, rest) if said else words.say(f"actions.{verb}")


def draw(words: Words, verb: str, rest: str) -> str:
    if rest in words.board.kinds:
        return words.say("actions.draw", card=words.card(rest))
    return words.say("actions.draw-deck", deck=value_in_words(words, "deck", rest))


def refill(words: Words, verb: str, rest: str) -> str:
    return words.say("actions.refill", deck=value_in_words(words, "deck", rest))


def claim(words: Words, verb: str, rest: str) -> str:
    return words.say("actions.claim", route=words.route(rest))


def build(words: Words, verb: str, rest: str) -> str:
    return words.say(f"actions.{verb}", city=words.city(rest))


def pay(words: Words, verb: str, rest: str) -> str:
    cards = {kind: int(count) for count, kind in PAID.findall(rest)}
    return words.say("actions.pay", cards=words.cards(cards))


def keep(words: Words, verb: str, rest: str) -> str:
    places = rest.split()
    return words.say("actions.keep", count=len(places), places=words.listed(places))


def pieces(words: Words, verb: str, rest: str) -> str:
    count, _, kind = rest.partition(" ")
    return words.say(f"actions.{verb}-{kind}", count=int(count))


SAID: dict[str, Callable[[Words, str, str], str]] = {
    "draw": draw,
    "refill": refill,
    "claim": claim,
    "station": build,
    "harbour": build,
    "pay": pay,
    "keep": keep,
    "exchange": pieces,
    "take": pieces,
}
