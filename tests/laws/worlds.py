"""Other worlds that a viewer could not tell from the true one, made by exchanging what it may not
know.
"""

from __future__ import annotations

import contextlib
import random
import signal
from collections.abc import Iterator
from typing import Any

from . import recount

EMPTY = -1


def viewers(match: Any) -> list[int | None]:
    return [None, *range(match.seats)]


def scrambled(match: Any, viewer: int | None, seed: int) -> Any:
    """A plain state: unseen cards, tickets never seen, choices not shown and the luck to come are
    others.
    """
    state, luck = match.position.state.copy(), random.Random(seed)
    others = [seat for seat in range(match.seats) if seat != viewer]
    for word in range(4):
        state.seed[word] = luck.getrandbits(32)
    for deck in range(match.game.board.decks):
        scramble_cards(match.game.plain_board, state, deck, others, luck)
    scramble_tickets(match.game.plain_board, state, viewer, others, luck)
    scramble_choices(match.game.plain_board, state, others, luck)
    return state


def scramble_cards(b: Any, state: Any, deck: int, others: list[int], luck: random.Random) -> None:
    own = [kind for kind in range(b.kinds) if b.deck_of[kind] == deck]
    unseen = {
        seat: sum(int(state.hand[seat, kind] - state.seen[seat, kind]) for kind in own)
        for seat in others
    }
    pool = state.deck[deck, : state.deck_size[deck]].tolist()
    for seat in others:
        for kind in own:
            pool += [kind] * int(state.hand[seat, kind] - state.seen[seat, kind])
            state.hand[seat, kind] = state.seen[seat, kind]
    luck.shuffle(pool)
    for seat in others:
        for _ in range(unseen[seat]):
            state.hand[seat, pool.pop()] += 1
    state.deck[deck, : len(pool)] = pool


def scramble_tickets(
    b: Any, state: Any, viewer: int | None, others: list[int], luck: random.Random
) -> None:
    """Tickets that the viewer has never seen change places with each other."""
    seen = (
        set(recount.held(state, viewer)) | set(state.offer[viewer].tolist())
        if viewer is not None
        else set()
    )
    for row in range(state.draws):
        if viewer is not None and state.draw_seat[row] == viewer:
            seen |= set(state.draw_offer[row].tolist())
    name = {EMPTY: EMPTY}
    for group in (range(b.regular), range(b.regular, b.tickets)):
        unknown = [ticket for ticket in group if ticket not in seen]
        name |= {ticket: ticket for ticket in group} | dict(
            zip(unknown, luck.sample(unknown, len(unknown)), strict=True)
        )
    state.ticket_deck[: b.tickets] = [
        name[ticket] for ticket in state.ticket_deck[: b.tickets].tolist()
    ]
    for seat in others:
        state.tickets[seat] = sum(1 << name[ticket] for ticket in recount.held(state, seat))
        state.offer[seat] = [name[ticket] for ticket in state.offer[seat].tolist()]
    for row in range(state.draws):
        if state.draw_seat[row] != viewer:
            state.draw_offer[row] = [name[ticket] for ticket in state.draw_offer[row].tolist()]


def scramble_choices(b: Any, state: Any, others: list[int], luck: random.Random) -> None:
    """What was chosen together and is not shown yet."""
    for seat in others:
        if state.choice[seat] != EMPTY:
            if state.offered[seat]:
                state.choice[seat] = luck.choice(
                    [
                        choice
                        for choice in range(1 << state.offered[seat])
                        if choice.bit_count() >= state.least
                    ]
                )
            else:
                state.choice[seat] = luck.randint(
                    max(0, b.in_play - b.pieces[1]), min(b.in_play, b.pieces[0])
                )


# ---- what an action newly shows a viewer
def shows(event: dict[str, Any], viewer: int | None, setting_up: bool) -> bool:
    kind = event["kind"]
    if kind in ("drew-blind", "offered"):
        return viewer is not None and event["seat"] == viewer
    return kind in ("turned-up", "tunnel-card", "over") or (
        setting_up and kind in ("kept", "took-pieces")
    )


def until_shown(
    events: list[dict[str, Any]], viewer: int | None, setting_up: bool
) -> tuple[list[dict[str, Any]], str]:
    """The events before the first that shows something new, and its kind."""
    for at, event in enumerate(events):
        if shows(event, viewer, setting_up):
            return events[:at], event["kind"]
    return events, ""


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails what takes more time of the processor than this."""

    def late(*_: object) -> None:
        raise AssertionError(f"not done within {seconds} s")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
