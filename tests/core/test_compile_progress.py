"""While machine code is made, listeners hear how far it is."""

from types import SimpleNamespace

import pytest

from ekiben.bots.routes.builds import BUILDS as ROUTE_BOTS
from ekiben.bots.tokyo.builds import BUILDS as TOKYO_BOTS
from ekiben.core import builds
from ekiben.games.routes.rules import FAMILY as ROUTES
from ekiben.games.tokyo.rules import FAMILY as TOKYO


@pytest.fixture
def heard(monkeypatch):
    monkeypatch.setenv("EKIBEN_PLAIN", "1")
    told = []
    monkeypatch.setattr(builds, "PROGRESS_LISTENERS", [lambda *facts: told.append(facts)])
    return told


def nothing_done(family_builds):
    """Kernels of the same names that do nothing."""
    return SimpleNamespace(
        compiled=True,
        **{
            name: lambda *_: None
            for name, kernel in vars(family_builds.interpreted).items()
            if callable(kernel)
        },
    )


FAMILIES = (builds.builds_of(ROUTES), builds.builds_of(TOKYO), ROUTE_BOTS, TOKYO_BOTS)


@pytest.mark.parametrize(
    "family_builds", FAMILIES, ids=lambda family_builds: family_builds.family.home
)
def test_every_function_is_counted_once_and_all_of_them_are_reached(
    heard, family_builds, monkeypatch
):
    made = nothing_done(family_builds)
    monkeypatch.setattr(
        builds,
        "builds_of",
        lambda family: SimpleNamespace(fastest=lambda: nothing_done(builds.BUILDS[family.home])),
    )
    family_builds.call_each_once(builds.ProgressReporter(made, family_builds.family.home))
    total = len(vars(made)) - 1  # `compiled` is a flag
    assert heard == [(family_builds.family.home, done, total) for done in range(total + 1)]


@pytest.mark.parametrize("cached", [True, False])
def test_only_what_is_not_yet_on_disk_is_told(heard, monkeypatch, cached):
    family_builds = builds.Builds(ROUTES)
    monkeypatch.setattr(family_builds, "compiled_kernels", lambda: family_builds.interpreted)
    monkeypatch.setattr(family_builds, "call_each_once", lambda made: made.copy_one)
    monkeypatch.setattr(builds, "is_cached", lambda family: cached)
    monkeypatch.setattr(builds, "mark_complete", lambda family: None)
    family_builds.load()
    assert family_builds.compiled is family_builds.interpreted and bool(heard) is not cached
