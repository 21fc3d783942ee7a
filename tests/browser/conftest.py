"""One Chromium and one server for all tests of a process, ended with them: the browser keeps a loop
running, and other tests want their own. Guests of a test leave after it, and must have had nothing
to complain about.
"""

import pytest

from . import stage
from .guests import Guests
from .page_folder import built_page, served
from .positions import POSITIONS


@pytest.fixture(scope="package")
def browser():
    with stage.launched() as chromium:
        yield chromium


@pytest.fixture(scope="package")
def laid(tmp_path_factory):
    """The folder of the server, and the tables that are laid there."""
    folder = tmp_path_factory.mktemp("tables")
    return folder, stage.lay(folder, POSITIONS)


@pytest.fixture(scope="package")
def house(laid):
    server = stage.quick_server(laid[0])
    yield server
    server.end()
    assert server.faults() == []


@pytest.fixture(scope="package")
def swift_house(tmp_path_factory):
    """With machine code, for long games."""
    server = stage.quick_server(tmp_path_factory.mktemp("swift"), plain=False)
    yield server
    server.end()
    assert server.faults() == []


@pytest.fixture
def tables(laid):
    return laid[1]


@pytest.fixture
def guests(browser, house):
    made = Guests(browser, house.url)
    yield made
    made.leave()


@pytest.fixture
def swift_guests(browser, swift_house):
    made = Guests(browser, swift_house.url)
    yield made
    made.leave()


# ---- Ekiben as a page
@pytest.fixture(scope="package")
def page_folder():
    return built_page()


@pytest.fixture(scope="package")
def page_site(page_folder):
    with served(page_folder) as server:
        yield server


@pytest.fixture
def visitors(browser, page_site):
    """People with browsers at the page; whatever they load comes out of its folder."""
    made = Guests(browser, page_site.url)
    yield made
    made.leave()
    assert not [url for url in made.asked if not url.startswith((page_site.url, "blob:", "data:"))]
