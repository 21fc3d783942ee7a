"""Checkpoints: what starts from one is what the whole log makes, and one that does not fit is not
used.
"""

import json
import zlib

import pytest

import ekiben
from ekiben.server import checkpoints
from ekiben.server.checkpoints import make_checkpoint, starting_point
from ekiben.server.feed import Feed
from ekiben.server.store import Branch, Entry, Setup
from ekiben.server.table_state import TableState

from .checkpoint_logs import contents, random_log, setup_of, start_of


# ---- the same as the whole log
@pytest.mark.parametrize("game", ekiben.games())
@pytest.mark.parametrize("kind", ["plain", "mixed", "branch"])
def test_a_state_from_a_checkpoint_is_the_one_that_the_log_makes(game, kind):
    more = {"mixed": {"mixed": True}, "branch": {"branch": Branch("parent", 9, 1)}}.get(kind, {})
    setup = setup_of(game, **more)
    entries = random_log(setup, 90, seed=len(game))
    whole = start_of(setup, entries).state
    for at in (6, 7, 20, 55, len(entries)):
        saved = make_checkpoint(start_of(setup, entries[:at]))
        start = starting_point(setup, entries, saved)
        assert start.state.seq == saved.length == at
        assert contents(start.state) == contents(start_of(setup, entries[:at]).state)
        assert list(start.state.apply_log(entries[at:])) == entries[at:]
        assert contents(start.state) == contents(whole)
        assert Feed(start.state, 0, "en").snapshot(start.state) == Feed(whole, 0, "en").snapshot(
            whole
        )


def test_a_log_that_ends_its_game_can_be_saved():
    setup = setup_of("london")
    entries = random_log(setup, 2000)
    whole = start_of(setup, entries)
    assert whole.state.match.over
    assert contents(starting_point(setup, entries, make_checkpoint(whole)).state) == contents(
        whole.state
    )


# ---- what does not fit
def changed(entries):
    return [Entry("name", 0, name="Other"), *entries[1:]]


UNFIT = {
    "another entry": lambda setup, entries, saved: (setup, changed(entries), saved),
    "a shorter log": lambda setup, entries, saved: (setup, entries[:29], saved),
    "an unreadable entry": lambda setup, entries, saved: (
        setup,
        [*entries[:9], Entry("unreadable")],
        saved,
    ),
    "another seed": lambda setup, entries, saved: (
        Setup(**{**{n: getattr(setup, n) for n in setup.__struct_fields__}, "seed": "8"}),
        entries,
        saved,
    ),
    "no bytes": lambda setup, entries, saved: (setup, entries, saved._replace(dump=b"")),
    "half the bytes": lambda setup, entries, saved: (
        setup,
        entries,
        saved._replace(dump=saved.dump[: len(saved.dump) // 2]),
    ),
    "other bytes": lambda setup, entries, saved: (
        setup,
        entries,
        saved._replace(dump=zlib.compress(b'{"kinds": []}')),
    ),
    "a number": lambda setup, entries, saved: (
        setup,
        entries,
        saved._replace(dump=zlib.compress(b"7")),
    ),
    "a length of nothing": lambda setup, entries, saved: (setup, entries, saved._replace(length=0)),
}


@pytest.mark.parametrize("why", UNFIT)
def test_one_that_does_not_fit_is_ignored(why):
    setup = setup_of("london")
    entries = random_log(setup, 40)
    saved = make_checkpoint(start_of(setup, entries[:30]))
    assert starting_point(setup, entries, saved).state.seq == 30
    setup, entries, saved = UNFIT[why](setup, entries, saved)
    start = starting_point(setup, entries, saved)
    assert start.state.seq == 0 and contents(start.state) == contents(TableState(setup))


def test_one_of_other_sources_is_ignored(monkeypatch):
    setup = setup_of("london")
    entries = random_log(setup, 40)
    saved = make_checkpoint(start_of(setup, entries[:30]))
    monkeypatch.setattr(checkpoints, "source_digest", lambda: "another version")
    assert starting_point(setup, entries, saved).state.seq == 0
    assert make_checkpoint(start_of(setup, entries[:30])).digest != saved.digest


def test_an_edit_of_a_rule_is_another_digest(tmp_path, monkeypatch):
    for name in checkpoints.SOURCES:
        (tmp_path / name / "deep").mkdir(parents=True)
        (tmp_path / name / "deep" / "rule.py").write_text("x = 1")
    monkeypatch.setattr(checkpoints, "PACKAGE", tmp_path)
    find = checkpoints.source_digest.__wrapped__
    before = find()
    (tmp_path / "games" / "deep" / "rule.py").write_text("x = 2")
    assert find() != before


def test_a_checkpoint_is_small(tmp_path):
    """A long game of Tokyo Railways has a few dozen KiB."""
    setup = setup_of("tokyo")
    saved = make_checkpoint(start_of(setup, random_log(setup, 300)))
    assert len(saved.dump) < 40_000
    assert set(json.loads(zlib.decompress(saved.dump))) > {"match", "access", "votes"}
