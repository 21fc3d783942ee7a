"""Ekiben as a page: a folder behind `python -m http.server`, at its root and below it, then without
any server and network.
"""

import json
import re

import pytest
from playwright.sync_api import expect

from .guests import Guests, check_both_themes, sequence, settled_sequence
from .page_folder import get, served
from .player import Player

OFFLINE_READY = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return worker.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
}"""


def play_london(page):
    """From home to the first question at a table."""
    page.get_by_role("button", name="Play now: London").last.click()
    page.locator(".question.mine, dialog[open]").first.wait_for()


# ---- before Python
def test_home_and_rules_need_no_python(visitors):
    context = visitors.context()
    context.route("**/python/**", lambda route: None)  # never answered
    page = context.new_page()
    page.goto("")
    expect(page.locator(".games img")).to_have_count(5)
    page.locator(".games img").first.evaluate("(image) => image.decode()")
    page.get_by_role("link", name="Rules").first.click()
    page.get_by_role("link", name="RT-4.6").click()
    expect(page).to_have_url(re.compile("#/rules/RT-4.6$"))
    expect(page.get_by_role("heading", name="You need as many pieces")).to_be_visible()
    page.goto("#/learn/london")
    page.locator("figure img").first.evaluate("(image) => image.decode()")


def test_a_game_can_be_asked_for_while_python_loads(visitors):
    context = visitors.context()
    held = []
    released = False

    def hold(route):
        if released:
            route.continue_()
        else:
            held.append(route)

    context.route("**/python/ekiben.zip", hold)
    page = context.new_page()
    page.goto("")
    page.get_by_role("button", name="Play now: London").last.click()
    page.get_by_text("Preparing the engine").first.wait_for()
    expect(page.get_by_role("button", name="Play now: London").last).to_be_visible()
    released = True  # the page may not even have asked for it by now
    for route in held:
        route.continue_()
    page.locator(".question.mine .keep").wait_for()


# ---- everything in the folder
def test_the_page_forbids_all_but_its_own_scripts(page_site):
    html = get(page_site.url).decode()
    policy = re.search(r'http-equiv="content-security-policy" content="([^"]*)"', html)[1]
    rules = dict(one.split(maxsplit=1) for one in policy.replace("&#39;", "'").split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert rules["connect-src"] == rules["worker-src"] == rules["style-src"] == "'self'"
    assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", html)
    assert not re.search(r'(?:src|href)="(?:/|\w+:)', html)


def test_the_list_names_every_file_and_the_licences_everybody(page_folder):
    folder = page_folder
    listed = json.loads((folder / "files.json").read_text())["files"]
    found = {f.relative_to(folder).as_posix() for f in folder.rglob("*") if f.is_file()}
    assert set(listed) == found - {"files.json", "service-worker.js"}
    licences = (folder / "LICENCES.txt").read_text(encoding="utf-8")
    for name in ("Pyodide", "Python 3.13", "numpy", "starlette", "svelte"):
        assert re.search(rf"^{re.escape(name)}[ \d.]*\(", licences, re.MULTILINE), name
    assert "0.29.5" in (folder / "README.txt").read_text(encoding="utf-8")
    assert json.loads((folder / "config.json").read_text()) == {"server": "https://games.example"}


# ---- offline
def test_a_game_goes_on_without_server_and_network(browser, page_folder):
    """In a folder below the root, as on many web spaces."""
    with served(page_folder.parent, f"/{page_folder.name}/") as server:
        visitors = Guests(browser, server.url)
        page = visitors.page("")
        play_london(page)
        Player(page).until(6)
        page.wait_for_function(OFFLINE_READY)
        before, address = settled_sequence(page), page.url
        server.end()
        page.context.set_offline(True)
        page.reload()
        page.locator(f'[data-seq="{before}"]').wait_for(state="attached")
        assert page.url == address
        player = Player(page, 2).until(4)
        assert sequence(page) > before and sum(player.did.values()) == 4
        page.goto("#/")
        expect(page.get_by_role("link", name=re.compile("London")).first).to_be_visible()
        visitors.leave()


# ---- thinking
def test_the_expert_thinks_in_a_worker_of_its_own(visitors):
    page = visitors.page("")
    page.get_by_role("radio", name="Expert").first.check()
    with page.expect_worker(lambda worker: "thinking-worker" in worker.url):
        play_london(page)
        Player(page).until(1)
    page.locator(".question.mine .keep").wait_for(state="detached")
    page.locator(".question.mine").wait_for()


# ---- what people may do wrong, and how it looks
def test_wrong_addresses_are_told(visitors):
    page = visitors.page("#/t/nowherenowhere")
    page.get_by_text("There is no such table").wait_for()
    for address in ("#/nonsense", "#nonsense", "?what=ever"):
        page.goto(address)
        page.get_by_role("main").wait_for()


@pytest.mark.parametrize(("size", "language"), [("phone", "ja"), ("desk", "en")])
def test_the_page_is_for_everybody(visitors, size, language):
    page = visitors.page("", size=size, language=language)
    page.locator(".games img").first.wait_for()
    page.locator(".boot").wait_for(state="detached")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    check_both_themes(page, f"home, {size}")
    page.locator(".games button.primary").first.click()
    page.locator(".question.mine").wait_for()
    check_both_themes(page, f"table, {size}")
