"""The reference panel: bots known by what they do."""

import json
import re

import pytest

import ekiben
from ekiben import arena, bots
from ekiben.arena import fingerprints
from ekiben.arena.report import html
from ekiben.bots import Bot
from ekiben.games.routes.game import RouteGame


class Hasty(Bot):
    """Chooses by the time it gets."""

    def choose(self, view, legal, limit):
        return legal[0 if limit.seconds < 0.1 else -1]


class Fickle(Bot):
    """Always the last."""

    def choose(self, view, legal, limit):
        return legal[-1]


def test_bots_are_known_by_what_they_do(monkeypatch):
    london = ekiben.load("london")
    monkeypatch.setitem(bots.BOTS, "hasty", Hasty)
    monkeypatch.setitem(bots.BOTS, "fickle", Fickle)
    first = fingerprints.behaviour(london, "greedy")
    assert first == fingerprints.behaviour(london, "greedy") and re.fullmatch("[0-9a-f]{16}", first)
    assert (
        len(
            {
                first,
                *(
                    fingerprints.behaviour(london, spec)
                    for spec in ("random", "fickle", "greedy:enough=0.9")
                ),
            }
        )
        == 4
    )
    assert fingerprints.behaviour(london, "hasty") is None


def test_standing_against_the_panel():
    stored = {"greedy": "aa", "expert": None}
    rows = [("greedy", "aa"), ("greedy", "bb"), ("new", "aa"), ("expert", None), ("greedy", None)]
    assert [fingerprints.compare(stored, *row) for row in rows] == [
        "same",
        "changed",
        "new",
        "timed",
        "changed",
    ]


def test_the_panel_can_be_written(monkeypatch, tmp_path):
    monkeypatch.setattr(fingerprints, "FILE", tmp_path / "panel.json")
    assert fingerprints.stored_panel() == {}
    fingerprints.write_panel({"london": {"greedy": "aa"}})
    fingerprints.write_panel({"london": {"random": "bb"}, "tokyo": {"courier": None}})
    assert fingerprints.stored_panel() == {
        "london": {"greedy": "aa", "random": "bb"},
        "tokyo": {"courier": None},
    }


def test_the_report_tells_who_has_changed(three, monkeypatch, tmp_path):
    monkeypatch.setattr(fingerprints, "FILE", tmp_path / "panel.json")
    digests = {
        spec: digest
        for played in three
        for spec, digest in zip(played.seated, played.behaviour, strict=True)
    }
    fingerprints.write_panel({"london": {"greedy": digests["greedy"], "random": "another"}})
    said = html(arena.summaries(three))
    assert (
        'class="note changed">Behave otherwise than in the reference panel, or changed in '
        "mid-tournament: random." in said
    )
    assert (
        "Behave as in the reference panel: greedy." in said
        and "Not in the reference panel: greedy:enough=0.5." in said
    )


def test_the_stored_panel_is_whole():
    """Every game has every bot that plays it; `ekiben arena panel` says whether they still behave
    so.
    """
    stored = json.loads(fingerprints.FILE.read_text(encoding="utf-8"))
    assert set(stored) == set(ekiben.games())
    assert all(
        digest is None or re.fullmatch("[0-9a-f]{16}", digest)
        for row in stored.values()
        for digest in row.values()
    )
    assert all("random" in row for row in stored.values())


@pytest.mark.parametrize(
    "name", [name for name in ekiben.games() if isinstance(ekiben.load(name), RouteGame)]
)
def test_reference_bots_behave_as_ever(name):
    """Where this fails a bot has changed: look whether it should have, then write it down with
    `ekiben arena panel --write`.
    """
    reference = ["random", "greedy"]
    now = {spec: fingerprints.behaviour(ekiben.load(name), spec) for spec in reference}
    assert now == {spec: fingerprints.stored_panel()[name][spec] for spec in reference}
