"""What travels is small, and described: sizes of updates, types for the browser, a JSON schema."""

import gzip
import json
import random
import re

import msgspec
import pytest

import ekiben
from ekiben.bots import Limit, make
from ekiben.server import messages, schema
from ekiben.server.feed import Feed
from ekiben.server.store import Entry, SeatSetup, Setup
from ekiben.server.table_state import TableState

MOST = {"tokyo": 6_144}  # bytes
SEATS = {"tokyo": 4}


def table(name):
    game = ekiben.load(name)
    seats = SEATS.get(name, game.seats[1])
    return TableState(
        Setup(
            "table",
            name,
            {},
            1,
            "b",
            "0" * 64,
            [SeatSetup("person", f"Player {seat + 1}") for seat in range(seats)],
        )
    )


def updates(name, choose, steps, every=4):
    """The compressed sizes of updates to all viewers, after every few actions and at the end."""
    state = table(name)
    for at in range(steps):
        entry = Entry("play", state.match.seat, str(choose(state)))
        draft = state.copy()
        draft.apply(entry)
        viewers = (None, *range(len(state.kinds))) if at % every == 0 or draft.match.over else ()
        feeds = [Feed(state, viewer, "ja") for viewer in viewers]
        state.apply(entry)
        yield from (
            len(gzip.compress(msgspec.json.encode(feed.update(state, entry)))) for feed in feeds
        )
        if state.match.over:
            return


@pytest.mark.parametrize("name", ekiben.games())
def test_updates_are_small_in_random_play(name):
    luck = random.Random(6)
    assert max(updates(name, lambda state: luck.choice(state.match.legal()), 150)) < MOST.get(
        name, 2_048
    )


@pytest.mark.parametrize(
    ("name", "bot", "steps"),
    [
        ("london", "greedy", 10_000),
        pytest.param("america", "greedy", 10_000, marks=pytest.mark.deep),
        pytest.param("great-lakes", "greedy", 10_000, marks=pytest.mark.deep),
        pytest.param("tokyo", "courier", 300, marks=pytest.mark.deep),
    ],
)
def test_updates_are_small_in_sensible_play(name, bot, steps):
    """Whole games to their end, score sheets included; of Tokyo the beginning."""
    bots = {}

    def choose(state):
        seat = state.match.seat
        bots.setdefault(seat, make(bot, seat, state.game))
        return bots[seat].choose(state.match.view(seat), state.match.legal(), Limit(1.0))

    assert max(updates(name, choose, steps)) < MOST.get(name, 2_048)


# ---- what describes it
def test_the_generated_files_are_current():
    assert schema.main([]) == 0


def test_every_message_is_in_the_types_and_in_the_schema():
    written = schema.typescript()
    described = json.loads(schema.schema())["$defs"]
    for union in (messages.Request, messages.Answer):
        for kind in union.__args__:
            assert re.search(
                rf"export interface {kind.__name__} \{{ type: \"{kind.__struct_config__.tag}\"",
                written,
            )
            assert described[kind.__name__]["properties"]["type"]["enum"] == [
                kind.__struct_config__.tag
            ]
    assert "additionalProperties" in json.dumps(described["Act"])
