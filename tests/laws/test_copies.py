"""A copy is equal and apart; undo goes back only where nothing hidden came out and nobody else has
acted.
"""

import pytest
from hypothesis import given, settings

import ekiben
from ekiben import EkibenError

from .play import FULL, MIXES, NAMES, PLAY, decisions, load, play_on, plays, sampled, tables


def whole(match):
    """All there is of a match, as bytes and text."""
    state = match.position.packed().copy()
    state[match.game.rule_set.state.size_without_scratch :] = 0
    return (
        state.tobytes(),
        match.digest(),
        str(match.record()),
        match.events(None),
        match.events(0),
        match.view(0).to_json(),
        [str(action) for action in match.legal()],
        match.seat,
        match.asked,
        match.scores(),
        match.ranking(),
    )


@tables(*FULL)
def test_a_copy_is_equal_and_apart(name, seats, speed):
    for match in sampled(load(name).new(seats, 8), ("random", "claimer"), 8, every=97):
        before, copy = whole(match), match.copy()
        assert whole(copy) == before
        play_on(copy, ("random",), 1)
        assert whole(match) == before
        if not match.over:
            twin = match.copy()
            match.copy().play(twin.legal()[-1])
            assert whole(twin) == before == whole(match)


@tables(*FULL)
def test_undo_in_a_copy_is_apart(name, seats, speed):
    """Original and copy go back to the same position and on from there, each its own way."""
    tried = 0
    for match in decisions(load(name).new(seats, 2), ("claimer", "random"), 2):
        if match.over or tried > 5:
            break
        if can_undo(match):
            tried += 1
            one, other = match.copy(), match.copy()
            one.undo()
            start = one.digest()
            one.play(one.legal()[-1])
            other.undo()
            assert other.digest() == start, (
                f"the copy is not where it was before {match.actions[-1]}"
            )
    assert tried > 3


def can_undo(match):
    try:
        return bool(match.copy().undo())
    except EkibenError:
        return False


@settings(max_examples=25)
@given(plays())
def test_copies_of_any_play(played):
    match = played.match()
    before, copy = whole(match), match.copy()
    assert whole(copy) == before
    play_on(copy, ("random",), 1, steps=30)
    assert whole(match) == before


# ---- undo
def hidden(match):
    """What is turned up, drawn or shown leaves a mark here."""
    state = match.position.state
    if hasattr(state, "cup_size"):
        return state.cup_size.tolist(), match.over
    return (
        state.deck_size.tolist(),
        state.reshuffles.tolist(),
        state.ticket_head,
        state.draws if state.setting_up else 0,
        bool(state.setting_up),
        match.over,
    )


def depth(match):
    """How many actions can be taken back, and the digests on the way."""
    twin, digests = match.copy(), []
    while True:
        try:
            twin.undo()
        except EkibenError as error:
            assert "nothing can be undone" in str(error)
            return digests
        digests.append(twin.digest())


def check_depth(match, styles, every):
    """At every so many decisions the way back is as long as it should be, and leads where it
    should.
    """
    way, digest, before, seat = [], match.digest(), hidden(match), match.seat
    for number, now in enumerate(decisions(match, styles, 6)):
        if number:
            way = [] if way and way[-1][1] != seat else way
            way = [*way, (digest, seat)] if hidden(now) == before else []
            if number % every == 0 or number < 12:
                assert depth(now) == [one for one, _ in reversed(way)], f"after {now.actions[-1]}"
        digest, before, seat = now.digest(), hidden(now), now.seat


@tables()
def test_undo_goes_back_as_far_as_nothing_was_revealed(name, seats):
    check_depth(load(name).new(seats, 6), PLAY[seats % len(PLAY)], every=7)


@pytest.mark.deep
@tables()
def test_undo_goes_back_as_far_as_nothing_was_revealed_often(name, seats):
    for styles in MIXES:
        check_depth(load(name).new(seats, 6), styles, every=1)


@tables(*FULL)
def test_undo_restores_all_but_the_log(name, seats, speed):
    undone = 0
    for match in decisions(load(name).new(seats, 9), ("claimer", "random"), 9):
        if undone > 12 or match.over:
            break
        before = whole(match)
        for action in match.legal()[::7]:
            twin = match.copy()
            twin.play(action)
            if can_undo(twin):
                undone += 1
                check_undone(match, twin, action)
        assert whole(match) == before
    assert undone > 3


def check_undone(match, twin, action):
    assert twin.undo() == action and twin.digest() == match.digest()
    assert [str(one) for one in twin.legal()] == [
        str(one) for one in match.legal()
    ] and twin.seat == match.seat
    assert twin.events(None)[: len(match.events(None))] == match.events(None)
    assert twin.events(None)[-1]["kind"] == "undone" and twin.view(0) == match.view(0)
    assert twin.record()["undone"] == [[len(match.actions), str(action)]]
    assert twin.record()["actions"] == match.record()["actions"]


def test_a_record_keeps_what_was_undone():
    match = load("america").new(2, 3)
    for action in ("keep 1 2", "keep 1 2"):
        match.play(action)
    taken = []
    while len(taken) < 3:
        claim = next((action for action in match.legal() if action.verb == "claim"), None)
        if claim is None:
            play_on(match, ("hoarder",), 0, steps=1)
            continue
        taken.append([len(match.actions), str(claim)])
        match.play(claim)
        assert str(match.undo()) == taken[-1][1]
        play_on(match, ("hoarder",), 0, steps=2)
    play_on(match, ("claimer",), 0)
    again = ekiben.replay(str(match.record()))
    assert (
        match.record()["undone"] == taken
        and str(again.record()) == str(match.record())
        and again.digest() == match.digest()
    )


@tables()
def test_the_end_cannot_be_undone(name, seats):
    """Once over nothing is hidden: decks, cups and seed lie open, and play must not go on from
    there.
    """
    for seed in range(3):
        match = play_on(load(name).new(seats, seed), ("random", "claimer"), seed)
        assert not can_undo(match), f"{match.actions[-1]} was taken back"


@pytest.mark.parametrize("name", NAMES)
def test_nothing_can_be_undone_at_the_start_or_when_imagined(name):
    match = load(name).new(load(name).seats[0], 1)
    with pytest.raises(EkibenError, match="nothing can be undone"):
        match.undo()
    with pytest.raises(EkibenError, match="nothing can be undone"):
        load(name).imagine(play_on(match, steps=30).view(0), 1).undo()
