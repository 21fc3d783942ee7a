"""What a seat may not know changes no word of its coach."""

import json

import pytest
from laws import worlds
from laws.play import load, sampled, with_state

import ekiben
from ekiben.coach import explain, remarks, say


def advised(match, viewer):
    """All that the coach tells a seat, and would tell it of its legal actions."""
    game, view = match.game, match.view(viewer)
    told = remarks(game, view)
    if match.seat == viewer:
        legal = match.legal()
        told += [explain(game, view, action) for action in legal[:: 1 + len(legal) // 8]]
    return json.dumps([[remark.to_json(), say(remark, "ja")] for remark in told])


def others(match, viewer):
    """The same position with all dealt anew that the viewer may not know."""
    yield match.game.redeal(match.view(viewer), 5)
    if match.game.family.name == "routes":
        yield worlds.scrambled(match, viewer, 5)


@pytest.mark.parametrize("name", ekiben.games())
def test_no_leak(name):
    told = set()
    for match in sampled(load(name).new(3, seed=3), ("claimer", "collector"), 1, every=150):
        for viewer in range(match.seats) if not match.over else ():
            before = advised(match, viewer)
            for state in others(match, viewer):
                assert advised(with_state(match, state), viewer) == before
            told.add(before)
    assert len(told) > 3
