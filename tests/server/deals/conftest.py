"""Clubs over either store."""

import contextlib

import pytest

from .club import Club


@pytest.fixture(params=["sqlite", "postgres"])
def address(request):
    """The address of a database, or none for SQLite."""
    if request.param == "sqlite":
        yield None
        return
    postgres = request.getfixturevalue("postgres")
    made = postgres.fresh()
    yield made
    postgres.drop(made)


@pytest.fixture
def club(tmp_path):
    with contextlib.ExitStack() as stack:
        yield Club(tmp_path, None, stack)


@pytest.fixture
def either(tmp_path, address):
    """Over either store."""
    with contextlib.ExitStack() as stack:
        yield Club(tmp_path, address, stack)
