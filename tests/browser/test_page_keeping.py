"""The whole page keeps games: when the browser is killed, in two tabs, without room, in a new version,
and from one browser to another.
"""

import json
import shutil

import pytest
from playwright.sync_api import expect

from ekiben.page.build.folder import SERVICE_WORKER, VERSION_MARK, stamp_version, write_list

from .guests import COACH, Guests, sequence, settled_sequence
from .page_folder import served
from .page_parts import Chromium
from .player import Player
from .stage import SIZES

OFFLINE_READY = """async () => (await navigator.serviceWorker.ready).active?.state === 'activated'
  && navigator.serviceWorker.controller !== null"""
NOTE_PERSIST = """if (navigator.storage) navigator.storage.persist = () => {
  sessionStorage.setItem('asked-to-persist', 'yes');
  return Promise.resolve(true);
}"""


def play_london(page):
    """From home to the first question at a table."""
    page.get_by_role("button", name="Play now: London").last.click()
    page.locator(".question.mine").first.wait_for()


# ---- the browser is killed
def killed_while_playing(browser, profile, address, moves, seed):
    """Plays so many moves in a browser of its own and kills it in the middle of the next.

    Returns the table's address and the number of the last entry that was shown.
    """
    process = Chromium(profile)
    try:
        own = browser.browser_type.connect_over_cdp(process.address)
        own.contexts[0].add_init_script(COACH % "off")
        page = own.contexts[0].new_page()
        page.set_viewport_size(SIZES["desk"])
        page.emulate_media(reduced_motion="reduce")
        page.goto(address)
        if "#/t/" not in address:
            play_london(page)
        Player(page, seed).until(moves)
        page.evaluate("document.querySelector('.market button.legal, .keep button')?.click()")
        return page.url, sequence(page)
    finally:
        process.kill()


def check_whole(browser, site, profile, rounds):
    """Kill it after so many moves, again and again; at the end all that was shown is there."""
    address, shown = site.url, 0
    for seed, moves in enumerate(rounds):
        address, now = killed_while_playing(browser, profile, address, moves, seed)
        assert now >= shown + moves
        shown = now
    process = Chromium(profile)
    try:
        page = browser.browser_type.connect_over_cdp(process.address).contexts[0].new_page()
        page.goto(address)
        page.locator(".question.mine").first.wait_for()
        assert sequence(page) >= shown
    finally:
        process.kill()


def test_a_game_is_whole_after_the_browser_was_killed(browser, page_site, tmp_path):
    check_whole(browser, page_site, tmp_path / "profile", [3])


@pytest.mark.deep
def test_a_game_is_whole_after_the_browser_was_killed_again_and_again(browser, page_site, tmp_path):
    check_whole(browser, page_site, tmp_path / "profile", [1, 4, 2, 1, 3])


# ---- two tabs
def test_two_tabs_play_one_game_and_the_second_goes_on_alone(visitors):
    context = visitors.context()
    context.add_init_script(NOTE_PERSIST)
    first = context.new_page()
    first.goto("")
    play_london(first)
    assert first.evaluate("sessionStorage.getItem('asked-to-persist')") == "yes"
    second = context.new_page()
    second.goto(first.url)
    second.locator(".question.mine").first.wait_for()
    Player(first).until(2)
    second.locator(f'[data-seq="{settled_sequence(first)}"]').wait_for(state="attached")
    Player(second).until(1)
    first.locator(f'[data-seq="{settled_sequence(second)}"]').wait_for(state="attached")
    before = sequence(second)
    first.close()
    second.get_by_text("No connection.").wait_for()
    second.get_by_text("No connection.").wait_for(state="detached")
    Player(second, 5).until(2)
    assert sequence(second) > before


# ---- no room, no storage
@pytest.mark.deep
def test_a_full_browser_says_so_and_the_game_goes_on_in_memory(visitors, page_site):
    context = visitors.context(language="ja")
    page = context.new_page()
    origin = page_site.url.rstrip("/")
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    page.goto("")
    page.locator(".games button.primary").nth(3).click()
    page.get_by_role("heading", name="ゲームを保存する空きがありません").wait_for()
    page.get_by_role("button", name="保存せずに遊ぶ").click()
    page.locator(".question.mine").first.wait_for()
    Player(page).until(2)
    with page.expect_download() as download:
        page.get_by_role("button", name="すべて書き出す").click()
    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert any("table" in json.loads(line) for line in lines)


BLOCKED = "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };"


@pytest.mark.deep
def test_a_browser_that_keeps_nothing_asks_before_a_game(visitors):
    context = visitors.context()

    def block(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=BLOCKED + answer.text())

    context.route("**/assets/server-worker*.js", block)
    page = context.new_page()
    page.goto("")
    page.get_by_role("heading", name="This browser keeps nothing for this page").wait_for()
    page.get_by_role("button", name="Play without saving").click()
    expect(page.get_by_text("Not saved: what you play now is gone")).to_be_visible()
    play_london(page)
    Player(page).until(2)
    page.on("dialog", lambda dialog: dialog.accept())  # whether to leave: the game would be gone


# ---- a new version
@pytest.mark.deep
def test_a_new_version_is_announced_and_keeps_the_game(browser, page_folder, tmp_path):
    site = tmp_path / "site"
    shutil.copytree(page_folder, site)
    with served(site) as server:
        visitors = Guests(browser, server.url)
        page = visitors.page("")
        play_london(page)
        Player(page).until(2)
        before = sequence(page)
        page.wait_for_function(OFFLINE_READY)
        publish_anew(site)
        page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        page.get_by_text("A new version is ready.").wait_for()
        with page.expect_navigation():
            page.get_by_role("button", name="Reload").click()
        page.locator(".question.mine").first.wait_for()
        assert sequence(page) >= before
        assert "newer" in page.evaluate("fetch('README.txt').then((one) => one.text())")
        assert len(page.evaluate("caches.keys()")) == 1
        visitors.leave()


def publish_anew(site):
    """The same page in another version."""
    old = json.loads((site / "files.json").read_text())["version"]
    (site / "README.txt").write_text("newer")
    worker = site / SERVICE_WORKER
    worker.write_text(worker.read_text().replace(old, VERSION_MARK))
    stamp_version(site, write_list(site))


# ---- everything in one file
def test_everything_goes_to_another_browser_in_one_file(visitors, tmp_path):
    page = visitors.page("")
    play_london(page)
    Player(page).until(2)
    table, before = page.url, sequence(page)
    page.evaluate("""localStorage.setItem('ekiben-puzzles', '{"format":1}')""")
    page.goto("#/games")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export everything").click()
    file = tmp_path / "everything.jsonl"
    download.value.save_as(file)
    other = visitors.page("#/games")
    other.locator("input[type=file]").set_input_files(file)
    other.get_by_text("1 game taken in.").wait_for()
    assert other.evaluate("localStorage.getItem('ekiben-puzzles')") == '{"format":1}'
    expect(other.get_by_role("link", name="London")).to_be_visible()
    other.locator("input[type=file]").set_input_files(file)
    other.get_by_text("1 was here already.").wait_for()
    other.goto(table)
    Player(other, 3).until(1)
    assert sequence(other) > before


# ---- installable
def test_browsers_would_install_it(visitors):
    page = visitors.page("")
    page.wait_for_function(OFFLINE_READY)
    session = page.context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in errors] in ([], ["in-incognito"])  # as tests are
    found = session.send("Page.getAppManifest")
    assert found["errors"] == [] and found["url"].endswith("/manifest.webmanifest")
    assert json.loads(found["data"])["start_url"] == "./"
    head = page.evaluate("""() => ({
      width: document.querySelector('meta[name=viewport]').content,
      about: document.querySelector('meta[name=description]').content,
      colours: document.querySelectorAll('meta[name=theme-color]').length,
      language: document.documentElement.lang,
    })""")
    assert "width=device-width" in head["width"] and head["about"] and head["language"] == "en"
    assert head["colours"] == 2
    icon = page.evaluate("""async () => {
      const image = new Image();
      image.src = document.querySelector('link[rel=apple-touch-icon]').href;
      await image.decode();
      return image.naturalWidth;
    }""")
    assert icon == 180
