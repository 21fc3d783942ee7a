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
from ekiben.server.feed import Eyes
from ekiben.server.store import Entry, Seating, Setup
from ekiben.server.table_state import Play

MOST = {"tokyo": 6_144}  # bytes
SEATS = {"tokyo": 4}


def table(name):
    game = ekiben.load(name)
    seats = SEATS.get(name, game.seats[1])
    return Play(
        Setup(
            "table",
            name,
            {},
            1,
            "b",
            "0" * 64,
            [Seating("person", f"Player {seat + 1}") for seat in range(seats)],
        )
    )


def updates(name, choose, steps, every=4):
    """The compressed sizes of updates to all viewers, after every few actions and at the end."""
    play = table(name)
    for at in range(steps):
        entry = Entry("play", play.match.seat, str(choose(play)))
        draft = play.copy()
        draft.apply(entry)
        viewers = (None, *range(len(play.kinds))) if at % every == 0 or draft.match.over else ()
        eyes = [Eyes(play, viewer, "ja") for viewer in viewers]
        play.apply(entry)
        yield from (
            len(gzip.compress(msgspec.json.encode(looked.update(play, entry)))) for looked in eyes
        )
        if play.match.over:
            return


@pytest.mark.parametrize("name", ekiben.games())
def test_updates_are_small_in_random_play(name):
    luck = random.Random(6)
    assert max(updates(name, lambda play: luck.choice(play.match.legal()), 150)) < MOST.get(
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

    def choose(play):
        seat = play.match.seat
        bots.setdefault(seat, make(bot, seat, play.game))
        return bots[seat].choose(play.match.view(seat), play.match.legal(), Limit(1.0))

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
