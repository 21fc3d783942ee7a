"""No leak: what a viewer may not know changes no byte of what it is shown; and nothing public is
kept from anybody.
"""

import itertools
import json
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ekiben import EkibenError

from . import recount, worlds
from .play import (
    FULL,
    NAMES,
    ROUTE_GAMES,
    ROUTE_TABLES,
    decisions,
    load,
    play_on,
    plays,
    sampled,
    tables,
    with_state,
)

COMPANIES = (
    ("random",),
    ("claimer", "random"),
    ("builder", "hoarder"),
    ("collector", "claimer", "idler"),
)
ROUTE_FULL = [table for table in FULL if table[0] in ROUTE_GAMES]


def shown(match, viewer):
    """All that a viewer is shown of a position."""
    acts = viewer is not None and match.seat == viewer
    ids = range(0, match.game.action_count, 1 + match.game.action_count // 60)
    return (
        match.view(viewer).to_json(),
        match.view(viewer).digest(),
        [str(action) for action in match.legal()] if acts else None,
        json.dumps(match.hints(viewer)),
        match.scores(),
        match.seat,
        match.asked,
        [match.why_not(id) for id in ids] if acts else None,
        str(match.record(seat=viewer, public=viewer is None)),
        match.events(viewer),
    )


def other_states(match, viewer, seed):
    with worlds.within(10):
        return worlds.scrambled(match, viewer, seed), match.game.redeal(match.view(viewer), seed)


def check_no_leak(match, viewer, seed):
    """Two other worlds: one with all that is hidden exchanged, and one imagined from the view."""
    before = shown(match, viewer)
    for state in other_states(match, viewer, seed):
        twin = with_state(match, state)
        recount.check(twin)
        assert shown(twin, viewer) == before
        check_next(match, twin, viewer, seed)


def check_next(match, twin, viewer, seed):
    """The same next action tells the viewer the same in both worlds, up to what it newly shows."""
    possible = set(twin.legal())
    legal = [action for action in match.legal() if action in possible]
    setting_up = bool(match.position.state.setting_up)
    for action in legal[seed % 5 :: max(1, len(legal) // 4)]:
        one, other, done = match.copy(), twin.copy(), len(match.heard)
        one.play(action)
        other.play(action)
        told, news = worlds.until_shown(one.events(viewer, since=done), viewer, setting_up)
        again, also = worlds.until_shown(other.events(viewer, since=done), viewer, setting_up)
        assert told == again and news == also, f"{action} told"
        if not news and not also:
            assert one.view(viewer).to_json() == other.view(viewer).to_json(), f"{action} shown"
            assert str(one.record(seat=viewer, public=viewer is None)) == str(
                other.record(seat=viewer, public=viewer is None)
            )


def check_samples(name, seats, every):
    """Some positions of a game, and every question, as every viewer sees them."""
    company = COMPANIES[seats % len(COMPANIES)]
    for match in sampled(load(name).new(seats, seats), company, seats, every=every):
        for viewer in worlds.viewers(match) if not match.over else ():
            check_no_leak(match, viewer, len(match.actions))


@tables(*ROUTE_TABLES)
def test_no_leak(name, seats):
    check_samples(name, seats, every=71 * (seats - 1))


@pytest.mark.deep
@tables(*((name, seats) for name, seats in ROUTE_TABLES if seats > 2))
def test_no_leak_in_more_positions(name, seats):
    check_samples(name, seats, every=71)


@settings(max_examples=40)
@given(plays(ROUTE_TABLES), st.integers(0, 1 << 30), st.integers(-1, 4))
def test_no_leak_in_any_play(played, seed, viewer):
    match = played.match()
    if not match.over:
        check_no_leak(match, viewer if 0 <= viewer < match.seats else None, seed)


@pytest.mark.deep
@settings(max_examples=600)
@given(plays(ROUTE_TABLES, most=500), st.integers(0, 1 << 30), st.integers(-1, 4))
def test_no_leak_in_much_play(played, seed, viewer):
    match = played.match()
    if not match.over:
        check_no_leak(match, viewer if 0 <= viewer < match.seats else None, seed)


@tables(*ROUTE_FULL)
def test_the_other_worlds_are_others(name, seats):
    """Else the tests above would say nothing."""
    match, differ = play_on(load(name).new(seats, 3), ("random",), 3, steps=seats + 4), set()
    for viewer in worlds.viewers(match):
        for way, state in enumerate(other_states(match, viewer, 1)):
            for field in ("deck", "hand", "ticket_deck", "tickets", "seed"):
                if getattr(state, field).tolist() != getattr(match.position.state, field).tolist():
                    differ.add((way, field))
    assert len(differ) == 10, differ


# ---- secret choices
def heard(match, viewer):
    return (
        match.view(viewer).to_json(),
        match.events(viewer),
        str(match.record(seat=viewer, public=viewer is None)),
    )


def secret_choices(match):
    """Groups of actions that others must not be able to tell apart."""
    legal, state = match.legal(), match.position.state
    if match.asked == "pieces" or (match.asked == "tickets" and state.setting_up):
        return [legal] if match.seat + 1 < match.seats else []
    if match.asked == "tickets":
        return [
            list(group)
            for _, group in itertools.groupby(
                sorted(legal, key=lambda a: len(a.tickets)), lambda a: len(a.tickets)
            )
        ]
    return []


@tables(*ROUTE_TABLES)
def test_others_cannot_tell_secret_choices_apart(name, seats):
    questions = Counter()
    for match in decisions(load(name).new(seats, 17), ("returner", "random"), 17):
        for group in secret_choices(match) if questions[match.asked] < 12 else []:
            questions[match.asked] += 1
            for viewer in [viewer for viewer in worlds.viewers(match) if viewer != match.seat]:
                assert len({str(heard(played(match, action), viewer)) for action in group}) == 1, (
                    f"{viewer} hears {group}"
                )
    assert questions["tickets"] > 2 or match.seats == 5


@tables(*ROUTE_TABLES)
def test_others_cannot_tell_secret_choices_apart_that_are_undone(name, seats):
    for match in decisions(load(name).new(seats, 18), ("returner", "random"), 18):
        if len(match.actions) > 40 or match.over:
            break
        for group in secret_choices(match):
            for viewer in [viewer for viewer in worlds.viewers(match) if viewer != match.seat]:
                assert len({str(heard(undone(match, action), viewer)) for action in group}) == 1, (
                    f"{viewer} hears {group}"
                )


def played(match, action):
    twin = match.copy()
    twin.play(action)
    return twin


def undone(match, action):
    twin = played(match, action)
    twin.undo()
    return twin


@tables(*ROUTE_FULL)
def test_records_of_a_viewer_have_no_seed_and_no_secret_of_others(name, seats):
    match = load(name).new(seats, 0xFEEDFACECAFE, salt="12" * 32)
    for now in sampled(match, ("random", "returner"), 5, every=40):
        if now.over:
            break
        for viewer in worlds.viewers(now):
            record = now.record(seat=viewer, public=viewer is None)
            assert (
                {"seed", "salt"}.isdisjoint(record)
                and "feedfacecafe" not in str(record)
                and "12" * 32 not in str(record)
            )
            for event in record["events"]:
                if event.get("seat") != viewer:
                    assert {"tickets", "secrets", "own"}.isdisjoint(event) and (
                        event["kind"] != "drew-blind" or "card" not in event
                    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [-1, -2, 99, "0", 1.0])
def test_there_is_no_seat_behind_the_last(name, seat):
    """A negative number would be an index from the end."""
    match = play_on(load(name).new(2, 1), steps=20)
    for look in (
        match.view,
        match.events,
        match.hints,
        match.sheet,
        match.svg,
        lambda seat: match.record(seat=seat),
    ):
        with pytest.raises(EkibenError, match="seats are 0 to 1"):
            look(seat)


# ---- what is shown
PUBLIC = (
    "market",
    "up",
    "gaps",
    "seen",
    "deck_size",
    "discards",
    "discarded",
    "reshuffles",
    "hand_size",
    "owned",
    "free",
    "pieces",
    "box",
    "built",
    "building",
    "built_up",
    "exchanged",
    "ticket_count",
    "ticket_left",
    "offered",
    "score",
    "seats",
    "seat",
    "asked",
    "first",
    "turns",
    "last_turns",
    "last_seat",
    "passes",
    "idle",
    "route",
    "city",
    "owed",
    "laid",
    "turned",
    "drawn",
    "draws",
    "draw_seat",
    "draw_size",
    "draw_kept",
)
OWN = ("hand", "tickets", "offer", "choice")
NOBODY = ("seed", "deck", "ticket_deck")


def cut(value, like):
    return (
        value[tuple(slice(size) for size in like.shape)] if isinstance(like, np.ndarray) else value
    )


@tables(*ROUTE_FULL)
def test_all_that_is_public_is_in_every_view(name, seats):
    for match in sampled(load(name).new(seats, 4), ("random", "claimer", "returner"), 4, every=29):
        state = match.position.state
        for viewer in worlds.viewers(match):
            view = match.view(viewer)
            for field in PUBLIC:
                assert np.array_equal(cut(getattr(state, field), view[field]), view[field]), field
            if not match.over:
                check_private(state, view)


def check_private(state, view):
    """Its own things are shown to a seat, others' are hidden, and what nobody knows is not there at
    all.
    """
    assert set(NOBODY).isdisjoint(view.fields)
    for field in OWN:
        for seat in range(state.seats):
            shown, true = view[field][seat], cut(getattr(state, field)[seat], view[field][seat])
            assert (
                np.array_equal(shown, true)
                if seat == view.viewer
                else (np.asarray(shown) == -1).all()
            ), field
    for row in range(state.draws):
        own = view.viewer is not None and state.draw_seat[row] == view.viewer
        for field in ("draw_offer", "draw_choice"):
            shown, true = view[field][row], getattr(state, field)[row]
            assert np.array_equal(shown, true) if own else (np.asarray(shown) == -1).all(), field


@tables(*ROUTE_FULL)
def test_cards_that_all_have_seen_are_remembered(name, seats):
    """A card taken from the market, or laid out and taken back, is known to be in the hand until it
    is paid.
    """
    seen, done = [Counter() for _ in range(seats)], 0
    for match in decisions(load(name).new(seats, 12), ("random", "claimer", "idler"), 12):
        for event in match.events(None, since=done):
            if event["kind"] == "drew":
                seen[event["seat"]][event["card"]] += 1
            if event["kind"] in ("paid", "laid-out"):
                seen[event["seat"]] -= Counter(event["cards"])
            if event["kind"] == "withdrew":
                seen[event["seat"]] += Counter(event["cards"])
        done = len(match.heard)
        if len(match.actions) % 10 == 0:
            kinds = match.game.board.kinds
            rows = match.view(None).seen.tolist()
            assert [{kind: n for kind, n in zip(kinds, row, strict=True) if n} for row in rows] == [
                +one for one in seen
            ]


@tables(*ROUTE_TABLES)
def test_once_over_nothing_is_hidden(name, seats):
    match = play_on(load(name).new(seats, 30 + seats), ("random", "claimer"), 1)
    state, views = match.position.state, [match.view(viewer) for viewer in worlds.viewers(match)]
    for view in views:
        for field in (
            *PUBLIC,
            *OWN,
            *NOBODY,
            "draw_offer",
            "draw_choice",
            "completed",
            "longest",
            "borrowed",
        ):
            assert np.array_equal(cut(getattr(state, field), view[field]), view[field]), field
        assert json.loads(view.to_json()) | {"viewer": None} == json.loads(views[0].to_json())
    assert match.record()["result"]["digest"] == match.digest() and match.record()["seed"]


@pytest.mark.parametrize("name", NAMES)
def test_a_view_is_apart_from_the_match(name):
    match = play_on(load(name).new(2, 1), steps=30)
    digest = match.digest()
    view = match.view(0)
    for value in view.fields.values():
        if isinstance(value, np.ndarray):
            value[...] = 77
    for event in match.events(0) + match.record()["actions"]:
        if isinstance(event, dict):
            event.clear()
    assert match.digest() == digest and match.view(0) != view and all(match.events(0))
