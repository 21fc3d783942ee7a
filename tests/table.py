"""A table to test at: matches begun, played and read, for all route games."""

from functools import cache
from pathlib import Path

import pytest

import ekiben
from ekiben.games import load as load_by_version
from ekiben.games.routes.sizes import WORD

BOARDS = Path(__file__).parent / "boards"
EMPTY = -1


# ---- to begin
@cache
def game(name="america", rules=None, **options):
    """A game by its name, or one of the small boards in `boards/`; by an older version of the rules
    if one is named.
    """
    own = BOARDS / f"{name}.toml"
    if rules is not None:
        return load_by_version(str(own) if own.exists() else name, options, rules)
    return ekiben.load(own if own.exists() else name, **options)


def new(name="america", seats=2, seed=1, luck=None, **options):
    """A match at its first question; `luck` scripts the decks, e.g. {"deck": ["red", "wild"],
    "tickets": [...]}.
    """
    return game(name, **options).new(seats, seed, luck=ekiben.Script(luck) if luck else None)


def pass_setup(match):
    """Everybody keeps all tickets offered, and takes the advised pieces."""
    advised = match.game.board.figures.pieces.advised
    while match.asked in ("tickets", "pieces") and match.view().setting_up:
        match.play("keep all" if match.asked == "tickets" else f"take {advised} trains")
    return match


def started(name="america", seats=2, seed=1, luck=None, **options):
    """A match at its first turn."""
    return pass_setup(new(name, seats, seed, luck, **options))


# ---- to play
def play(match, *actions):
    """Plays one action after the other; all events they caused."""
    return [event for action in actions for event in match.play(action)]


def refused(match, action, clause, reason):
    """The action is not legal, for this clause and reason; trying it all the same changes nothing.
    Gives the refusal.
    """
    before, heard = match.digest(), len(match.events())
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    assert (refusal.clause, refusal.reason) == (clause, reason), refusal
    with pytest.raises(ekiben.Illegal) as caught:
        match.play(action)
    assert caught.value.refusal == refusal
    assert match.digest() == before and len(match.events()) == heard
    assert str(match.action(action)) not in legal(match)
    return refusal


# ---- to read, through views
def legal(match, *verbs):
    """The legal actions as texts, of these verbs only if any are given."""
    return [str(action) for action in match.legal() if not verbs or action.verb in verbs]


def told(events, *kinds):
    return [event for event in events if event["kind"] in kinds]


def by_kind(match, numbers):
    return {kind: int(n) for kind, n in zip(match.game.board.kinds, numbers, strict=True) if n}


def hand_of(match, seat):
    return by_kind(match, match.view(seat).hand[seat])


def seen_of(match, seat):
    """The cards that everybody knows to be in a hand."""
    return by_kind(match, match.view().seen[seat])


def discards_of(match):
    return by_kind(match, match.view().discards)


def market_of(match):
    """Kinds by place; None is an empty place."""
    return [None if card == EMPTY else match.game.board.kinds[card] for card in match.view().market]


def deck_sizes(match):
    return match.view().deck_size.tolist()


def pieces_of(match, seat):
    return dict(zip(match.game.board.pieces, match.view().pieces[seat].tolist(), strict=True))


def offer_of(match, seat):
    return [
        match.game.board.tickets[number].id
        for number in match.view(seat).offer[seat]
        if number != EMPTY
    ]


def tickets_of(match, seat, viewer="own"):
    """The tickets a seat holds, in the board's order, as it sees them itself or as another viewer
    does (None: hidden).
    """
    held = int(match.view(seat if viewer == "own" else viewer).tickets[seat])
    return (
        None
        if held == EMPTY
        else [ticket.id for ticket in match.game.board.tickets if held >> ticket.number & 1]
    )


def routes_of(match, seat):
    owned = match.view().owned[seat]
    return [route.id for route in match.game.board.routes if has(owned, route.number)]


def has(words, number):
    return bool(int(words[number // WORD]) >> number % WORD & 1)


def route(match, name):
    return next(route for route in match.game.board.routes if route.id == name)
