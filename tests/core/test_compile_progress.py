"""While machine code is made, listeners hear how far it is."""

from types import SimpleNamespace

import pytest

from ekiben.bots.routes.builds import BUILDS as ROUTE_BOTS
from ekiben.bots.tokyo.builds import BUILDS as TOKYO_BOTS
from ekiben.core import builds
from ekiben.core.kernels import KERNELS
from ekiben.games.routes.rules import RULE_SET as ROUTES
from ekiben.games.tokyo.rules import RULE_SET as TOKYO


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
    "family_builds", FAMILIES, ids=lambda family_builds: family_builds.rule_set.home
)
def test_every_function_is_counted_once_and_all_of_them_are_reached(heard, family_builds):
    nothing = nothing_done(family_builds)
    reporter = builds.ProgressReporter(vars(nothing), family_builds.rule_set.home)
    family_builds.call_each_once(reporter, family_builds.rule_set)
    total = len(vars(nothing)) - 1  # `compiled` is a flag
    assert heard == [(family_builds.rule_set.home, done, total) for done in range(total + 1)]


@pytest.mark.parametrize("cached", [True, False])
def test_only_what_is_not_yet_on_disk_is_told(heard, monkeypatch, cached):
    family_builds = builds.Builds(ROUTES, KERNELS, lambda made, rule_set: made.copy_one)
    monkeypatch.setattr(family_builds, "link_compiled", lambda: family_builds.interpreted)
    monkeypatch.setattr(builds, "is_cached", lambda rule_set: cached)
    monkeypatch.setattr(builds, "mark_complete", lambda rule_set: None)
    family_builds.compile()
    assert family_builds.compiled is family_builds.interpreted and bool(heard) is not cached
