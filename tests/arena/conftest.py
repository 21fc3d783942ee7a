"""A small tournament, played once."""

import pytest

from ekiben import arena
from ekiben.core.match import Match


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    """What is tested here is the tournament, not the speed of its games; processes that are started
    inherit it.
    """
    monkeypatch.setenv("EKIBEN_PLAIN", "1")


@pytest.fixture(scope="session")
def three():
    """Three bots on three deals of London, 18 games."""
    return arena.tournament("london", ["greedy", "random", "greedy:enough=0.5"], deals=3, seed=11)


@pytest.fixture
def counted(monkeypatch):
    """How many matches are begun from here on."""
    begun = []
    before = Match.__init__

    def init(self, *args, **named):
        begun.append(args)
        before(self, *args, **named)

    monkeypatch.setattr(Match, "__init__", init)
    return begun
