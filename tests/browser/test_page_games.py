"""Whole games in the page by clicks, other web spaces, and two builds: what takes long."""

import filecmp
import os
import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

import ekiben
from ekiben.core.machine_code import cache_root

from .guests import Guests
from .page_folder import served
from .player import Player
from .test_games import check_end

STRICT = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; "
    "connect-src 'self'; img-src 'self' data: blob:; manifest-src 'self'"
)

pytestmark = pytest.mark.deep


@pytest.mark.parametrize("game", ekiben.games())
def test_a_whole_game_in_the_page(visitors, game):
    page = visitors.page("")
    page.get_by_role("group", name="Level").get_by_role("radio", name="Medium").check(force=True)
    title = {"great-lakes": "Great Lakes", "tokyo": "Tokyo Railways"}.get(game, game.title())
    page.get_by_role("button", name=f"Play now: {title}").last.click()
    Player(page).until()
    check_end(page, 3)


def test_the_expert_thinks_and_the_page_goes_on(visitors):
    """While a bot searches in workers of its own, no frame is late."""
    page = visitors.page("")
    page.get_by_role("group", name="Level").get_by_role("radio", name="Expert").check(force=True)
    page.get_by_role("button", name="Play now: America").last.click()
    page.locator(".question.mine").wait_for()
    page.evaluate("""() => {
      window.longest = 0;
      let last = performance.now();
      const tick = (now) => { window.longest = Math.max(window.longest, now - last); last = now; requestAnimationFrame(tick); };
      requestAnimationFrame(tick);
    }""")
    Player(page).until(4)
    assert page.evaluate("() => window.longest") < 1000


@pytest.mark.parametrize("headers", [{"Content-Security-Policy": STRICT}], ids=["policy"])
def test_a_web_space_with_a_policy_of_its_own(browser, page_folder, headers):
    with served(page_folder, headers=headers) as server:
        visitors = Guests(browser, server.url)
        page = visitors.page("")
        page.get_by_role("button", name="Play now: London").last.click()
        Player(page).until(3)
        visitors.leave()


def test_a_web_space_that_knows_no_types(browser, page_folder):
    """WebAssembly comes as if it were any file."""
    with served(page_folder, types={".wasm": "application/octet-stream"}) as server:
        visitors = Guests(browser, server.url)
        page = visitors.page("")
        page.get_by_role("button", name="Play now: London").last.click()
        expect(page.locator(".question.mine")).to_be_visible(timeout=60_000)
        visitors.leave()


def test_two_builds_are_the_same(tmp_path, page_folder):
    """The second one makes everything anew but the module, whose own test does."""
    cache = tmp_path / "cache" / "machine-code"
    cache.parent.mkdir()
    cache.symlink_to(cache_root())
    again = tmp_path / "again"
    command = [sys.executable, "-m", "ekiben", "page", str(again)]
    settings = {**os.environ, "EKIBEN_CACHE": str(cache)}
    subprocess.run(
        [*command, "--server", "https://games.example"],
        check=True,
        stdout=subprocess.DEVNULL,
        env=settings,
    )
    assert list(differences(filecmp.dircmp(page_folder, again))) == []


def differences(compared):
    yield from (*compared.left_only, *compared.right_only)
    _, wrong, errors = filecmp.cmpfiles(
        compared.left, compared.right, compared.common_files, shallow=False
    )
    yield from (*wrong, *errors)
    for inner in compared.subdirs.values():
        yield from differences(inner)


def test_nothing_in_the_folder_names_another_place(page_folder):
    """No address of a server, a registry or a machine is in what browsers load."""
    for file in (*page_folder.glob("assets/*.js"), page_folder / "index.html"):
        found = re.findall(r"https?://[\w.-]+\.\w+", file.read_text(encoding="utf-8"))
        assert {one for one in found if not one.endswith(("w3.org", "svelte.dev"))} == set()
