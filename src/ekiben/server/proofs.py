"""What a proof of a record needs: its decks as the seed shuffles them, and the game played again.

Seals are none of the server's business here: whoever asks checks them without it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import msgspec

from ekiben import replay
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Event
from ekiben.core.match import Match, as_heard
from ekiben.core.record import read, result
from ekiben.server.http_messages import ProofCard, ProofDeck, ProofReport
from ekiben.server.scenes.decks import DECKS, Deck, Draw, shuffled_decks
from ekiben.texts.wording import Words

SEALS = ("commit", "salt", "mix")


def proof_json(line: str, language: str) -> bytes:
    """The report on a record's line, as JSON; `problem` says why it cannot be played again."""
    try:
        report = make_report(without_seals(line), language)
    except EkibenError as error:
        report = ProofReport(problem=str(error), result=None, dealt=0, events=[], decks=[])
    return msgspec.json.encode(report)


def without_seals(line: str) -> str:
    return json.dumps({key: value for key, value in read(line).items() if key not in SEALS})


def make_report(line: str, language: str) -> ProofReport:
    match = replay(line)
    history, dealt = replay_history(match)
    events = [as_heard(event, None, hears_all=True) for event in history.heard]
    found = result(match)
    return ProofReport(
        problem=None,
        result=None if found is None else dict(found),
        dealt=dealt,
        events=events,
        decks=list(deck_reports(match, events, language)),
    )


# ---- the decks
def deck_reports(match: Match, events: list[Event], language: str) -> Iterator[ProofDeck]:
    game = match.game
    words = Words(language, game.board)
    labels = DECKS.of(game)
    draws = list(labels.drawn(game, events, match.seats))
    for deck in shuffled_decks(game, match.seats, match.seed or 0):
        drawn = [draw for draw in draws if draw.deck == deck.name]
        yield ProofDeck(
            name=labels.deck_label(words, deck.name),
            cards=[
                ProofCard(
                    label=labels.card_label(words, deck.name, card),
                    seat=deck.hands[place] if place < len(deck.hands) else None,
                    event=event_at(drawn, place - len(deck.hands)),
                )
                for place, card in enumerate(deck.cards)
            ],
            in_order=in_order(deck, drawn),
        )


def event_at(drawn: list[Draw], place: int) -> int | None:
    return drawn[place].event if 0 <= place < len(drawn) else None


def in_order(deck: Deck, drawn: Iterable[Draw]) -> bool:
    """Whether cards came as they lay; tickets put back under the deck come after all of it."""
    return all(
        card == draw.card for card, draw in zip(deck.cards[len(deck.hands) :], drawn, strict=False)
    )


# ---- the game with all that was taken back
def replay_history(match: Match) -> tuple[Match, int]:
    """The match played again with what was taken back, so that its events have their numbers.

    Also how many events the deal itself told.
    """
    again = match.game.new(match.seats, match.seed, match.names)
    dealt = len(again.heard)
    if not match.undone:
        return match, dealt
    for place, (at, action) in enumerate(match.undone):
        if len(again.actions) == at:
            again.play(action)
        elif len(again.actions) < at:
            play_until(again, at, match.undone[place + 1 :], match.actions)
            again.play(action)
        again.undo()
    play_until(again, len(match.actions), [], match.actions)
    return again, dealt


def play_until(
    again: Match, at: int, undone: list[tuple[int, Action]], actions: list[Action]
) -> None:
    """Play up to a number of actions: those that are taken back later, else those that stayed."""
    for number in range(len(again.actions), at):
        later = next((action for place, action in undone if place == number), None)
        again.play(later or actions[number])
