"""The decks of a game as a seed shuffles them, and which event drew which card: for proofs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ekiben.core.chance import seed_words, set_seed
from ekiben.core.families import Part
from ekiben.core.game import Event, Game
from ekiben.texts.wording import Words


@dataclass(frozen=True)
class Deck:
    """A shuffled deck, the top card first; the first cards are dealt unseen to these `hands`."""

    name: str
    cards: list[str]
    hands: list[int]


class Draw(NamedTuple):
    """A card that came from a deck, and the number of the event that tells it."""

    deck: str
    card: str
    event: int


@dataclass(frozen=True)
class Decks:
    """What a family knows of its decks."""

    shuffled: Callable[[Game, Any], list[Deck]]  # from a state with nothing dealt yet
    drawn: Callable[[Game, Iterable[Event], int], Iterator[Draw]]  # in their first pass; of seats
    deck_label: Callable[[Words, str], str]
    card_label: Callable[[Words, str, str], str]  # of a deck's card


DECKS = Part[Decks]("decks")


def shuffled_decks(game: Game, seats: int, seed: int) -> list[Deck]:
    """All decks, from the seed alone."""
    state = game.rule_set.state()
    set_seed(state, np.array(seed_words(seed), np.int64), 0)
    game.rule_set.rules.prepare(game.plain_board, state, seats)
    return DECKS.of(game).shuffled(game, state)
