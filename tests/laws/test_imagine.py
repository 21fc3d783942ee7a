"""An imagined match is one that its viewer could not tell from the true one: the same view, the
same legal actions.
"""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ekiben.core.errors import EkibenError

from . import recount, worlds
from .play import (
    FULL,
    MIXES,
    NAMES,
    ROUTE_GAMES,
    ROUTE_TABLES,
    TABLES,
    decisions,
    load,
    play_on,
    plays,
    sampled,
    tables,
)

QUESTIONS = {
    "america": {"turn", "second-card", "payment", "tickets"},
    "london": {"turn", "second-card", "payment", "tickets"},
    "europe": {"turn", "second-card", "payment", "tunnel", "tickets"},
    "great-lakes": {"turn", "second-card", "refill", "payment", "tickets", "pieces"},
}
QUESTIONS |= {
    "ring": QUESTIONS["america"],
    "alps": QUESTIONS["europe"],
    "bay": QUESTIONS["great-lakes"],
}


def check_imagined(match, viewer, seed, seconds=10):
    view = match.view(viewer)
    with worlds.within(seconds):
        other = match.game.imagine(view, seed)
    assert other.view(viewer).to_json() == view.to_json() and other.view(viewer) == view
    assert (other.seat, other.asked, other.scores(), other.seats) == (
        match.seat,
        match.asked,
        match.scores(),
        match.seats,
    )
    if viewer is not None and viewer == match.seat:
        assert [str(action) for action in other.legal()] == [
            str(action) for action in match.legal()
        ]
    if match.game.name in ROUTE_GAMES:
        recount.check(other)
    return other


@tables()
def test_the_view_of_an_imagined_match_is_the_view(name, seats):
    asked = set()
    for match in sampled(
        load(name).new(seats, 2 * seats),
        MIXES[-1] if seats % 2 else ("claimer", "random", "builder"),
        2,
        every=31 * (seats - 1),
    ):
        asked.add(match.asked)
        for viewer in worlds.viewers(match):
            other = check_imagined(match, viewer, len(match.actions))
        if viewer == match.seat:
            play_on(other, ("random",), 1, steps=12)
            if name in ROUTE_GAMES:
                recount.check(other)
    assert asked >= QUESTIONS.get(name, set()) | {"over"}


@tables(*FULL)
def test_imagined_matches_can_be_played_to_their_end(name, seats, speed):
    match = play_on(load(name).new(seats, 5), ("random",), 5, steps=45)
    for viewer in worlds.viewers(match):
        assert play_on(check_imagined(match, viewer, 1), ("random",), 2).over


@settings(max_examples=40)
@given(plays(), st.integers(0, 1 << 64), st.integers(-1, 4))
def test_any_view_can_be_imagined(played, seed, viewer):
    match = played.match()
    check_imagined(match, viewer if 0 <= viewer < match.seats else None, seed)
    play_on(check_imagined(match, match.seat, seed + 1), ("random",), 3, steps=10)


@pytest.mark.deep
@settings(max_examples=800)
@given(plays(most=500), st.integers(0, 1 << 64), st.integers(-1, 4))
def test_very_many_views_can_be_imagined(played, seed, viewer):
    match = played.match()
    check_imagined(match, viewer if 0 <= viewer < match.seats else None, seed)
    play_on(check_imagined(match, match.seat, seed + 1), ("random",), 3, steps=10)


@tables()
def test_whoever_is_asked_in_an_imagined_match_can_answer(name, seats):
    """All have heard which route or city was chosen, so the hand imagined for it can pay."""
    company = ("claimer", "random", "builder")
    for match in sampled(load(name).new(seats, 2 * seats), company, 2, every=31 * (seats - 1)):
        for viewer in worlds.viewers(match):
            other = match.game.imagine(match.view(viewer), 3)
            assert other.over or other.legal(), (
                f"{viewer} imagines seat {match.seat} with no answer to {match.asked}"
            )


# ---- many tickets drawn and returned: the ticket deck goes round, and seats know where theirs went
@tables(*((name, seats) for name, seats in ROUTE_TABLES if seats in (2, load(name).seats[1])))
def test_long_histories_of_tickets_are_imagined(name, seats):
    for seed, styles in enumerate((("returner",), ("collector", "returner", "random"))):
        for match in decisions(load(name).new(seats, seed), styles, seed):
            if match.over or (len(match.actions) > 30 and not match.position.state.ticket_left):
                break
            if len(match.actions) % 25 == 24:
                for viewer in worlds.viewers(match):
                    check_imagined(match, viewer, seed, seconds=2)


@pytest.mark.deep
@tables(*ROUTE_TABLES)
def test_very_long_histories_of_tickets_are_imagined(name, seats):
    for seed in range(4):
        for match in decisions(load(name).new(seats, seed), ("returner",), seed):
            if match.asked == "tickets" or len(match.actions) % 11 == 0:
                for viewer in worlds.viewers(match):
                    check_imagined(match, viewer, seed, seconds=2)


def test_a_long_history_of_tickets_is_imagined_in_time():
    """Everybody draws four and returns three: most of what a seat knows of the deck comes from
    others' returns.
    """
    match = play_on(load("great-lakes").new(3, 0), ("returner",), 0, steps=71)
    for viewer in worlds.viewers(match):
        check_imagined(match, viewer, 71, seconds=2)


def histories(view, game):
    """Which of their tickets others may have kept, answer by answer: all that lead to what the
    viewer has seen, found by trying everything.
    """
    own = [int(seat) == view.viewer for seat in view.draw_seat[: view.draws]]
    sizes = list(
        zip(
            view.draw_size.tolist(),
            view.draw_kept.tolist(),
            own,
            view.draw_choice.tolist(),
            strict=False,
        )
    )[: view.draws]
    choices = [
        [choice] if mine else [one for one in range(1 << size) if one.bit_count() == kept]
        for size, kept, mine, choice in sizes
    ]
    return {
        history for history in itertools.product(*choices) if fits(view, game.plain_board, history)
    }


def fits(view, b, history):
    deal = [f"{seat} {n}" for seat in range(view.seats) for n in range(b.deal + b.deal_long)]
    deck, names = [f"deck {n}" for n in range(b.regular - view.seats * b.deal)], {}
    for number, choice in enumerate(history):
        source = deal if number < view.seats else deck
        offer = [source.pop(0) for _ in range(view.draw_size[number])]
        if view.draw_seat[number] == view.viewer:
            for place, ticket in zip(offer, view.draw_offer[number].tolist(), strict=False):
                if names.setdefault(place, ticket) != ticket:
                    return False
        if number >= view.seats or not b.unkept_out:
            deck += [place for at, place in enumerate(offer) if not choice >> at & 1]
    return len(set(names.values())) == len(names)


@pytest.mark.parametrize(
    ("name", "styles", "seed", "draws", "viewer"),
    [
        ("london", ("returner",), 0, 20, 0),
        ("london", ("returner",), 1, 20, 1),
        ("america", ("returner", "random"), 2, 22, 0),
    ],
)
def test_all_histories_of_tickets_that_fit_are_imagined_and_no_others(
    name, styles, seed, draws, viewer
):
    match = next(
        match
        for match in decisions(load(name).new(2, seed), styles, seed)
        if match.position.state.draws == draws and match.asked == "turn"
    )
    view = match.view(viewer)
    possible = histories(view, match.game)
    states = [match.game.redeal(view, seed) for seed in range(15 * len(possible))]
    assert (
        len(possible) > 8
        and {tuple(state.draw_choice[:draws].tolist()) for state in states} == possible
    )


def test_a_view_that_contradicts_itself_is_refused():
    """A ticket that was kept turns up in the deck again."""
    match = next(
        match
        for match in decisions(load("america").new(2, 0), ("returner",), 0)
        if match.position.state.draws == 12
    )
    view = match.view(0)
    rows = [number for number in range(view.draws) if view.draw_seat[number] == 0]
    kept = next(at for at in range(3) if view.draw_choice[rows[0]] >> at & 1)
    view.draw_offer[rows[-1], 0] = view.draw_offer[rows[0], kept]
    with worlds.within(10), pytest.raises(EkibenError, match="contradicts itself"):
        match.game.imagine(view, 1)


# ---- what is imagined
@pytest.mark.parametrize("name", NAMES)
def test_the_seed_of_an_imagined_match_is_its_own(name):
    match = play_on(load(name).new(load(name).seats[1], 3), ("random",), 3, steps=30)
    view = match.view(0)
    digests = [match.game.imagine(view, seed).digest() for seed in range(20)]
    assert (
        len({*digests, match.digest()}) == 21 and digests[4] == match.game.imagine(view, 4).digest()
    )
    assert match.game.imagine(view).digest() != match.game.imagine(view).digest()


@tables(*[table for table in TABLES if table[0] in ROUTE_GAMES and table[1] == 2])
def test_hidden_cards_are_imagined_as_often_as_they_are_there(name, seats):
    """The other's unseen cards are a fair draw from all that the viewer has not seen."""
    match = play_on(load(name).new(seats, 8), ("hoarder",), 8, steps=16)
    view, game = match.view(0), match.game
    states = [game.redeal(view, seed) for seed in range(300)]
    for deck in range(game.board.decks):
        own = [
            kind for kind in range(len(game.board.kinds)) if game.plain_board.deck_of[kind] == deck
        ]
        hidden = int(sum(states[0].hand[1, kind] - states[0].seen[1, kind] for kind in own))
        pool = {
            kind: int(states[0].hand[1, kind] - states[0].seen[1, kind])
            + states[0].deck[deck, : states[0].deck_size[deck]].tolist().count(kind)
            for kind in own
        }
        for kind, there in pool.items():
            mean = sum(int(state.hand[1, kind] - state.seen[1, kind]) for state in states) / len(
                states
            )
            expected = hidden * there / max(1, sum(pool.values()))
            assert abs(mean - expected) < 0.1 + 0.25 * expected, game.board.kinds[kind]
