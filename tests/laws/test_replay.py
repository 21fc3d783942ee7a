"""Seed and actions are the game: replaying gives the same digest and the same line; luck hangs on
the whole seed alone.
"""

import itertools
import json

import pytest
from hypothesis import given, settings

import ekiben
from ekiben.core.layout import NOBODY

from .play import (
    BOARDS,
    FULL,
    MIXES,
    NAMES,
    ROUTE_GAMES,
    SEEDS,
    SMALL,
    decisions,
    load,
    play_on,
    plays,
    tables,
)


def again(match):
    name = match.game.name
    return ekiben.replay(
        str(match.record()), board=BOARDS / f"{name}.toml" if name in SMALL else None
    )


def check_replay(match):
    line = str(match.record())
    twin = again(match)
    assert "\n" not in line and json.loads(line)["seed"] == f"{match.seed:x}"
    assert (
        twin.digest() == match.digest()
        and str(twin.record()) == line
        and twin.actions == match.actions
    )
    assert (
        twin.events(0) == [event for event in match.events(0) if event["kind"] != "undone"]
        or match.undone
    )
    assert (twin.scores(), twin.ranking(), twin.seat, twin.asked) == (
        match.scores(),
        match.ranking(),
        match.seat,
        match.asked,
    )


@tables()
def test_seed_and_actions_replay(name, seats):
    for seed, styles in zip(
        SEEDS, (MIXES[2 * seats], ("random",), ("claimer", "hoarder")), strict=True
    ):
        check_replay(play_on(load(name).new(seats, seed, names=["Éva", "駅弁"]), styles, 1))


@tables(*FULL)
def test_games_under_way_replay_at_both_speeds(name, seats, speed):
    for match in decisions(load(name).new(seats, 21), ("random",), 21):
        if len(match.actions) % 60 == 0:
            check_replay(match)


@settings(max_examples=25)
@given(plays())
def test_any_play_replays(played):
    check_replay(played.match())


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_options_are_in_the_record_and_replay(name):
    game = load(name)
    for values in itertools.product(*(option.values for option in game.known_options)):
        options = dict(zip((option.name for option in game.known_options), values, strict=True))
        match = play_on(load(name, **options).new(game.seats[1], 5), ("random",), 5)
        assert match.record()["options"] == options
        check_replay(match)


def test_a_sealed_seed_is_told_at_the_end():
    match = play_on(load("london").new(2, 5, salt="ab" * 32), ("random",))
    assert match.record()["commit"] == match.commit and len(match.commit) == 64
    check_replay(match)


# ---- luck
@pytest.mark.parametrize("name", NAMES)
def test_all_bits_of_the_seed_matter(name):
    game, seats = load(name), load(name).seats[1]
    base = 0x0123456789ABCDEF_FEDCBA9876543210
    lucks = [
        luck(game.new(seats, seed)) for seed in (base, *(base ^ 1 << place for place in range(128)))
    ]
    assert lucks[0]
    for part in range(len(lucks[0])):
        assert len({one[part] for one in lucks}) == 129, "another bit gives the same luck"


def luck(match):
    """Everything that was shuffled and that nobody sees: what is dealt comes out of it, what is
    left lies in it.
    """
    fields = [
        field
        for field in match.game.rule_set.state.fields
        if field.seen_by is NOBODY and field.name != "seed"
    ]
    return [getattr(match.position.state, field.name).tobytes() for field in fields]


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_the_number_of_seats_changes_no_deck(name):
    """Decks are permutations made before anything is dealt."""
    fewest, most = load(name).seats
    for seed in range(3):
        one, other = (load(name).new(seats, seed).position.state for seats in (fewest, most))
        for deck in range(load(name).board.decks):
            if (
                one.reshuffles[deck] > 1 or other.reshuffles[deck] > 1
            ):  # swept at the deal until the deck was out
                continue
            left = min(one.deck_size[deck], other.deck_size[deck])
            assert one.deck[deck, :left].tolist() == other.deck[deck, :left].tolist()


def first_passes(match, styles):
    """The cards of each deck and the tickets in their order, until the first shuffle."""
    out, shuffled = {name: [] for name in (*match.game.deck_names, "tickets")}, set()
    state = match.position.state
    rest = {
        name: state.deck[deck, : state.deck_size[deck]].tolist()[::-1]
        for deck, name in enumerate(match.game.deck_names)
    }
    tickets = match.game.plain_board.regular - match.seats * match.game.plain_board.deal
    done = len(match.heard)
    for now in decisions(match, styles, 3):
        for event in now.heard[done:]:
            kind = event["kind"]
            if kind == "reshuffled":
                shuffled.add(event["deck"])
            elif kind in ("turned-up", "tunnel-card", "drew-blind"):
                card = event["secrets"]["card"] if kind == "drew-blind" else event["card"]
                index = match.game.board.kinds.index(card)
                deck = match.game.deck_names[int(match.game.plain_board.deck_of[index])]
                if deck not in shuffled:
                    out[deck].append(index)
            elif kind == "offered":
                out["tickets"] += event["secrets"]["tickets"]
        done = len(now.heard)
    return out, rest, out["tickets"][:tickets]


@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_the_first_pass_of_each_deck_is_the_same_whatever_is_played(name):
    """Duplicate play: what comes out of the decks is the same, only who gets it is not."""
    seen = []
    for styles in (("random",), ("hoarder",), ("claimer", "returner"), ("idler", "collector")):
        out, rest, tickets = first_passes(load(name).new(load(name).seats[0], 77), styles)
        for deck, cards in rest.items():
            assert out[deck] == cards[: len(out[deck])], f"{styles}: {deck}"
        seen.append(tickets)
    longest = max(seen, key=len)
    assert all(tickets == longest[: len(tickets)] for tickets in seen) and longest


@pytest.mark.parametrize("name", NAMES)
def test_a_drawn_first_seat_hangs_on_the_seed(name):
    game = load(name, first_seat="drawn")
    seats = game.seats[1]
    firsts = [int(game.new(seats, seed).position.state.first) for seed in range(60)]
    assert set(firsts) == set(range(seats)) and firsts == [
        int(game.new(seats, seed).position.state.first) for seed in range(60)
    ]


def test_a_seed_left_out_is_drawn_from_the_system():
    seeds = {load("london").new(2).seed for _ in range(20)}
    assert len(seeds) == 20 and max(seeds) >> 100
