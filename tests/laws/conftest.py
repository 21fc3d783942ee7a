import pytest

from .play import NAMES, load


@pytest.fixture(autouse=True, scope="session")
def _best_speed():
    """Laws run at the best speed there is."""
    for name in NAMES:
        load(name).speeds.best()


@pytest.fixture(params=["plain", "native"])
def speed(request, monkeypatch):
    """Both speeds, one after the other."""
    speeds = {load(name).family.home: load(name).speeds for name in NAMES}.values()
    if request.param == "plain":
        monkeypatch.setenv("EKIBEN_PLAIN", "1")
        for one in speeds:
            monkeypatch.setattr(one, "native", None)
    elif any(one.native is None for one in speeds):
        pytest.skip("there is no native code: numba is not here, or EKIBEN_PLAIN is set")
    return request.param
