"""While machine code is made, listeners hear how far it is."""

from types import SimpleNamespace

import pytest

from ekiben.bots.routes.builds import SPEEDS as ROUTE_BOTS
from ekiben.bots.tokyo.builds import SPEEDS as TOKYO_BOTS
from ekiben.core import builds
from ekiben.games.routes.rules import FAMILY as ROUTES
from ekiben.games.tokyo.rules import FAMILY as TOKYO


@pytest.fixture
def heard(monkeypatch):
    monkeypatch.setenv("EKIBEN_PLAIN", "1")
    told = []
    monkeypatch.setattr(builds, "LISTENERS", [lambda *facts: told.append(facts)])
    return told


def nothing_done(speeds):
    """Doors of the same names that do nothing."""
    return SimpleNamespace(
        native=True,
        **{name: lambda *_: None for name, door in vars(speeds.plain).items() if callable(door)},
    )


FAMILIES = (builds.speeds(ROUTES), builds.speeds(TOKYO), ROUTE_BOTS, TOKYO_BOTS)


@pytest.mark.parametrize("speeds", FAMILIES, ids=lambda speeds: speeds.family.home)
def test_every_function_is_counted_once_and_all_of_them_are_reached(heard, speeds, monkeypatch):
    made = nothing_done(speeds)
    monkeypatch.setattr(
        builds,
        "speeds",
        lambda family: SimpleNamespace(best=lambda: nothing_done(builds.SPEEDS[family.home])),
    )
    speeds.exercise(builds.Watched(made, speeds.family.home))
    total = len(vars(made)) - 1  # `native` is a flag
    assert heard == [(speeds.family.home, done, total) for done in range(total + 1)]


@pytest.mark.parametrize("cached", [True, False])
def test_only_what_is_not_yet_on_disk_is_told(heard, monkeypatch, cached):
    speeds = builds.Speeds(ROUTES)
    monkeypatch.setattr(speeds, "native_doors", lambda: speeds.plain)
    monkeypatch.setattr(speeds, "exercise", lambda made: made.copy_one)
    monkeypatch.setattr(builds, "is_cached", lambda family: cached)
    monkeypatch.setattr(builds, "mark_ready", lambda family: None)
    speeds.load()
    assert speeds.native is speeds.plain and bool(heard) is not cached
