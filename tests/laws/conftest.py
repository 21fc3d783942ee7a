import pytest

from .play import NAMES, load


@pytest.fixture(autouse=True, scope="session")
def _best_speed():
    """Laws run at the best speed there is."""
    for name in NAMES:
        load(name).builds.fastest()


@pytest.fixture(params=["plain", "compiled"])
def speed(request, monkeypatch):
    """Both builds, one after the other."""
    builds = {load(name).rule_set.home: load(name).builds for name in NAMES}.values()
    if request.param == "plain":
        monkeypatch.setenv("EKIBEN_PLAIN", "1")
        for one in builds:
            monkeypatch.setattr(one, "compiled", None)
    elif any(one.compiled is None for one in builds):
        pytest.skip("there is no compiled code: numba is not here, or EKIBEN_PLAIN is set")
    return request.param
