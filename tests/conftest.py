"""For all tests: Hypothesis tries the same examples every time, and no machine code is built behind
a test's back.
"""

import programs
import pytest
from hypothesis import HealthCheck, settings

from ekiben.core import match

settings.register_profile(
    "ekiben",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("ekiben")


def pytest_terminal_summary(terminalreporter):
    lines = programs.what_was_missing(terminalreporter.stats.get("skipped", []))
    if lines:
        terminalreporter.section("not run")
        for line in lines:
            terminalreporter.line(line)


@pytest.fixture(autouse=True, scope="session")
def _no_building_aside():
    """A process that plays long enough has its rules compiled by another one: not while tests are
    measured and compared.
    """
    before, match.PATIENCE = match.PATIENCE, 1 << 60
    yield
    match.PATIENCE = before
