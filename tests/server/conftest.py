"""Servers of these tests run interpreted: no machine code is built behind a test's back."""

import pytest

from .serving import OFTEN, serving


@pytest.fixture(autouse=True, scope="package")
def _interpreted():
    """Until the last of these tests: others of the same process want machine code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EKIBEN_PLAIN", "1")
        yield


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """One for all tests of a file; each has tables of its own."""
    with serving(tmp_path_factory.mktemp("house"), rates=OFTEN) as made:
        yield made


@pytest.fixture(autouse=True)
def _leave(request):
    """Whoever came to the house for a test goes after it."""
    yield
    if "house" in request.fixturenames:
        request.getfixturevalue("house").guests.close()


@pytest.fixture(scope="session")
def postgres():
    """One PostgreSQL server for all tests of a process; each has a database of its own."""
    from .postgres import running

    with running() as database:
        yield database


@pytest.fixture
def address(postgres):
    made = postgres.fresh()
    yield made
    postgres.drop(made)
