"""No leak: for every message to every viewer, dealing anew what the viewer may not know changes no
byte.
"""

import json
import pickle
import random
import re

import msgspec
import pytest

import ekiben
from ekiben.server.feed import Feed
from ekiben.server.replay_frames import replay_json
from ekiben.server.store import Entry, SeatSetup, Setup
from ekiben.server.table_state import TableState
from ekiben.server.viewers import Viewer, Viewers
from ekiben.server.workers import choose_job

encode = msgspec.json.encode
STEPS = {"tokyo": 60}  # actions


def state_of(name, seats=3, seed=0x1F2E3D4C5B6A79880123456789ABCDEF):
    options = {"turn_limit": 2} if name == "tokyo" else {}
    people = [SeatSetup("person", f"P{seat}", token="x") for seat in range(seats)]
    return TableState(Setup("table", name, options, 1, f"{seed:x}", "0" * 64, people, public=True))


def choice(state, luck):
    """Claims and tickets more often than chance has them."""
    legal = state.match.legal()
    wanted = [
        action
        for action in legal
        if action.verb in ("claim", "pay", "tickets", "station", "harbour")
    ]
    return luck.choice(wanted if wanted and luck.random() < 0.5 else legal)


def walk(name, steps, seed=1):
    """Plays of a game after every action, with the entry that led there."""
    state, luck = state_of(name), random.Random(seed)
    for _ in range(steps):
        if state.match.over:
            return
        entry = Entry("play", state.match.seat, str(choice(state, luck)))
        state.apply(entry)
        yield state, entry


def elsewhere(state, viewer, seed):
    """The same play in another world: hidden facts dealt anew, others' secrets in the history
    changed.
    """
    twin, true = state.copy(), state.match
    twin.match = state.game.imagine(true.view(viewer), seed)
    twin.match.actions = [
        other(state, action) if state.game.is_secret(action) and actor != viewer else action
        for action, actor in zip(true.actions, true.actors, strict=True)
    ]
    twin.match.actors, twin.match.undoable, twin.match.names = (
        true.actors,
        true.undoable,
        true.names,
    )
    twin.match.heard = [garbled(event, viewer) for event in true.heard]
    return twin


def other(state, action):
    return next(
        one
        for one in map(state.game.action, range(state.game.action_count))
        if one.verb == action.verb and one != action
    )


def garbled(event, viewer):
    if event.get("seat") == viewer and viewer is not None:
        return event
    if event.get("own"):
        return {"n": event["n"], "seat": event["seat"], "own": True, "kind": event["kind"]}
    return (
        {**event, "secrets": dict.fromkeys(event["secrets"], "somethingelse")}
        if "secrets" in event
        else event
    )


@pytest.mark.parametrize("name", ekiben.games())
def test_no_snapshot_update_or_question_to_a_bot_depends_on_what_is_hidden(name):
    before, luck, compared = {}, random.Random(3), 0
    for at, (state, entry) in enumerate(walk(name, STEPS.get(name, 72))):
        for viewer in (None, 0, 1, 2):
            if at % 6 == 0:
                true, world = (
                    Feed(state, viewer, "en"),
                    elsewhere(state, viewer, luck.getrandbits(60)),
                )
                before[viewer] = true, Feed(world, viewer, "en"), encode(true.snapshot(state))
                assert before[viewer][2] == encode(before[viewer][1].snapshot(world))
            elif at % 6 == 1:
                world = elsewhere(state, viewer, luck.getrandbits(60))
                true, false, _ = before[viewer]
                assert encode(true.update(state, entry)) == encode(false.update(world, entry))
                compared += 1
        seat = state.match.seat
        if at % 12 == 0 and seat is not None:
            world = elsewhere(state, seat, luck.getrandbits(60))
            assert pickle.dumps(choose_job(state, seat, "random", 1.0)) == pickle.dumps(
                choose_job(world, seat, "random", 1.0)
            )
    assert compared >= 40


@pytest.mark.parametrize("name", ekiben.games())
def test_a_running_games_replay_shows_each_viewer_what_it_was_sent_live(name):
    """The replay from a seat's perspective has the same scenes and sentences, and the same names of
    actions, as the socket had.
    """
    state, luck = state_of(name), random.Random(2)
    feeds = {viewer: Feed(state, viewer, "ja") for viewer in (None, 0, 1)}
    sent = {viewer: [] for viewer in feeds}
    for _ in range(40):
        entry = Entry("play", state.match.seat, str(choice(state, luck)))
        state.apply(entry)
        for viewer, feed in feeds.items():
            update = feed.update(state, entry)
            sent[viewer].append([update.by, update.changed, update.said])
    for viewer, updates in sent.items():
        shown = json.loads(replay_json(str(state.match.record()), viewer, "ja"))
        assert [
            [step["action"], step["changed"], step["said"]] for step in shown["steps"]
        ] == json.loads(encode(updates))
        assert not shown["over"] and not {str(state.match.seed), f"{state.match.seed:x}"} & set(
            re.findall(r"\w+", json.dumps(shown))
        )


@pytest.mark.parametrize("name", ["europe", "london"])
def test_all_open_eyes_see_what_seats_have(name):
    state, luck = state_of(name), random.Random(4)
    while not state.match.over:
        state.apply(Entry("play", state.match.seat, str(choice(state, luck))))
    shown = json.loads(replay_json(str(state.match.record()), "all", "en"))
    public = json.loads(replay_json(str(state.match.record()), None, "en"))
    assert shown["over"] and "?" not in {step["action"][-1] for step in shown["steps"]}
    assert "keep ?" in {step["action"] for step in public["steps"]}
    assert shown["start"] != public["start"]


def test_hello_and_seats_are_the_same_whatever_is_hidden():
    (state, _), *_ = walk("europe", 1)
    viewer = Viewer(frozenset([1]), 1, "en")
    hellos = set()
    for world in (state, elsewhere(state, 1, 5)):
        world.match.salt = state.match.salt
        world.match.seed = state.match.seed
        hellos.add(encode(Viewers(world, lambda: None, lambda: 0.0).hello(viewer)))
    assert len(hellos) == 1


def tunnels(steps=600, seed=5):
    """Positions in which a tunnel asks somebody for more, those who can pay it and those who
    cannot.
    """
    for state, _ in walk("europe", steps, seed):
        if state.match.asked == "tunnel":
            yield state


def test_nobody_else_can_tell_whether_a_tunnel_can_be_paid():
    """EU-4.3: the question is asked either way, and every byte for the others is the same whether
    the seat's cards suffice or not, before and after it withdraws.
    """
    differed = 0
    for state in tunnels():
        seat = state.match.seat
        for viewer in (None, *(other for other in range(3) if other != seat)):
            for world in (elsewhere(state, viewer, luck) for luck in range(4)):
                differed += len(world.match.legal()) != len(state.match.legal())
                true, false = Feed(state, viewer, "en"), Feed(world, viewer, "en")
                assert encode(true.snapshot(state)) == encode(false.snapshot(world))
                after, entry = state.copy(), Entry("play", seat, "withdraw")
                world.match.actors = list(world.match.actors)
                after.apply(entry)
                world.apply(entry)
                assert encode(true.update(after, entry)) == encode(false.update(world, entry))
        if differed >= 3:
            return
    raise AssertionError("no tunnel came up that could be paid in one world and not in another")
