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
from ekiben.server.feed import Eyes
from ekiben.server.replay_frames import frames
from ekiben.server.store import Entry, Seating, Setup
from ekiben.server.table_state import Play
from ekiben.server.viewers import Gallery, Viewer
from ekiben.server.workers import question

encode = msgspec.json.encode
STEPS = {"tokyo": 60}  # actions


def play_of(name, seats=3, seed=0x1F2E3D4C5B6A79880123456789ABCDEF):
    options = {"turn_limit": 2} if name == "tokyo" else {}
    people = [Seating("person", f"P{seat}", token="x") for seat in range(seats)]
    return Play(Setup("table", name, options, 1, f"{seed:x}", "0" * 64, people, public=True))


def choice(play, luck):
    """Claims and tickets more often than chance has them."""
    legal = play.match.legal()
    wanted = [
        action
        for action in legal
        if action.verb in ("claim", "pay", "tickets", "station", "harbour")
    ]
    return luck.choice(wanted if wanted and luck.random() < 0.5 else legal)


def walk(name, steps, seed=1):
    """Plays of a game after every action, with the entry that led there."""
    play, luck = play_of(name), random.Random(seed)
    for _ in range(steps):
        if play.match.over:
            return
        entry = Entry("play", play.match.seat, str(choice(play, luck)))
        play.apply(entry)
        yield play, entry


def elsewhere(play, viewer, seed):
    """The same play in another world: hidden facts dealt anew, others' secrets in the history
    changed.
    """
    twin, true = play.copy(), play.match
    twin.match = play.game.imagine(true.view(viewer), seed)
    twin.match.actions = [
        other(play, action) if play.game.is_secret(action) and actor != viewer else action
        for action, actor in zip(true.actions, true.actors, strict=True)
    ]
    twin.match.actors, twin.match.undoable, twin.match.names = (
        true.actors,
        true.undoable,
        true.names,
    )
    twin.match.heard = [garbled(event, viewer) for event in true.heard]
    return twin


def other(play, action):
    return next(
        one
        for one in map(play.game.action, range(play.game.action_count))
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
    for at, (play, entry) in enumerate(walk(name, STEPS.get(name, 110))):
        for viewer in (None, 0, 1, 2):
            if at % 6 == 0:
                true, world = (
                    Eyes(play, viewer, "en"),
                    elsewhere(play, viewer, luck.getrandbits(60)),
                )
                before[viewer] = true, Eyes(world, viewer, "en"), encode(true.snapshot(play))
                assert before[viewer][2] == encode(before[viewer][1].snapshot(world))
            elif at % 6 == 1:
                world = elsewhere(play, viewer, luck.getrandbits(60))
                true, false, _ = before[viewer]
                assert encode(true.update(play, entry)) == encode(false.update(world, entry))
                compared += 1
        seat = play.match.seat
        if at % 12 == 0 and seat is not None:
            world = elsewhere(play, seat, luck.getrandbits(60))
            assert pickle.dumps(question(play, seat, "random", 1.0)) == pickle.dumps(
                question(world, seat, "random", 1.0)
            )
    assert compared >= 40


@pytest.mark.parametrize("name", ekiben.games())
def test_a_running_games_replay_shows_each_viewer_what_it_was_sent_live(name):
    """The film through a seat's eyes has the same scenes and sentences, and the same names of
    actions, as the socket had.
    """
    play, luck = play_of(name), random.Random(2)
    eyes = {viewer: Eyes(play, viewer, "ja") for viewer in (None, 0, 1)}
    sent = {viewer: [] for viewer in eyes}
    for _ in range(40):
        entry = Entry("play", play.match.seat, str(choice(play, luck)))
        play.apply(entry)
        for viewer, looked in eyes.items():
            update = looked.update(play, entry)
            sent[viewer].append([update.by, update.changed, update.said])
    for viewer, updates in sent.items():
        film = json.loads(frames(str(play.match.record()), viewer, "ja"))
        assert [
            [step["action"], step["changed"], step["said"]] for step in film["steps"]
        ] == json.loads(encode(updates))
        assert not film["over"] and not {str(play.match.seed), f"{play.match.seed:x}"} & set(
            re.findall(r"\w+", json.dumps(film))
        )


@pytest.mark.parametrize("name", ["europe", "london"])
def test_all_open_eyes_see_what_seats_have(name):
    play, luck = play_of(name), random.Random(4)
    while not play.match.over:
        play.apply(Entry("play", play.match.seat, str(choice(play, luck))))
    film = json.loads(frames(str(play.match.record()), "all", "en"))
    public = json.loads(frames(str(play.match.record()), None, "en"))
    assert film["over"] and "?" not in {step["action"][-1] for step in film["steps"]}
    assert "keep ?" in {step["action"] for step in public["steps"]}
    assert film["start"] != public["start"]


def test_hello_and_seats_are_the_same_whatever_is_hidden():
    (play, _), *_ = walk("europe", 1)
    viewer = Viewer(frozenset([1]), 1, "en")
    hellos = set()
    for world in (play, elsewhere(play, 1, 5)):
        world.match.salt = play.match.salt
        world.match.seed = play.match.seed
        hellos.add(encode(Gallery(world, lambda: None, lambda: 0.0).hello(viewer)))
    assert len(hellos) == 1
