"""What only the page's client does: a start that fails, boards and records as files, and saying
what needs a server.
"""

import json
import random
import re

import pytest
from playwright.sync_api import expect

import ekiben
from ekiben.games import FILES

from .guests import Guests
from .page_folder import built_page, served

BOARD = (
    FILES["london"]
    .read_text(encoding="utf-8")
    .replace('game = "london"', 'game = "my-town"', 1)
    .replace(
        'names = { en = "London", ja = "ロンドン" }', 'names = { en = "My Town", ja = "わが町" }', 1
    )
)
SERVER = "https://games.example"


@pytest.fixture(scope="module")
def site():
    with served(built_page()) as server:
        yield server


@pytest.fixture
def visitors(browser, site):
    made = Guests(browser, site.url)
    yield made
    made.leave()


def toml(text):
    return {"name": "my-town.toml", "mimeType": "application/toml", "buffer": text.encode()}


def tile(page, game):
    return page.get_by_role("button", name=f"Play now: {game}").last


# ---- the start
def test_a_start_that_fails_says_why_and_goes_on_after_another_try(visitors):
    context = visitors.context()
    context.route("**/python/ekiben.zip", lambda route: route.abort())
    page = context.new_page()
    page.goto("")
    tile(page, "London").click()
    page.get_by_role("alert").get_by_text("A file of this page did not arrive").wait_for()
    context.unroute("**/python/ekiben.zip")
    page.get_by_role("button", name="Try again").click()
    page.locator(".question.mine").wait_for()  # the game that was asked for before
    visitors.complaints = [one for one in visitors.complaints if "ERR_FAILED" not in one]


def test_a_browser_without_webassembly_is_told_so(visitors):
    """Firefox and Safari have modes without it; here a worker's own is taken away."""
    context = visitors.context()
    hidden = "delete globalThis.WebAssembly;"
    context.route(
        re.compile("server-worker-.*js"),
        lambda route: route.fulfill(
            content_type="text/javascript", body=hidden + route.fetch().text()
        ),
    )
    page = context.new_page()
    page.goto("#/t/abcabcabcabc")
    page.get_by_role("alert").get_by_text("cannot run WebAssembly").wait_for()


# ---- files
def test_a_board_of_ones_own_is_checked_kept_and_played(visitors):
    page = visitors.page("")
    box = page.locator("input[type=file]")
    box.set_input_files(toml(BOARD.replace("plain = 6", "plain = -6", 1)))
    page.get_by_role("alert").filter(has_text="board.toml: cards.plain").wait_for()
    box.set_input_files(toml(BOARD))
    page.get_by_text("“My Town” is among the games now").wait_for()
    page.get_by_role("main").locator("li.game").nth(5).locator("img").evaluate(
        "(image) => image.decode()"
    )
    tile(page, "My Town").click()
    page.locator(".question.mine").wait_for()
    expect(page).to_have_title(re.compile("My Town"))
    context = page.context
    context.route("**/python/**", lambda route: None)
    again = context.new_page()
    page.close()
    again.goto("")
    tile(again, "My Town").wait_for()  # before Python is there


def test_records_are_saved_and_replayed(visitors):
    page = visitors.page("")
    tile(page, "London").click()
    page.locator(".question.mine").wait_for()
    page.get_by_role("button", name="Settings").click()
    with page.expect_download() as saving:
        page.get_by_role("link", name="Record so far").click()
    assert json.loads(saving.value.path().read_text(encoding="utf-8"))["game"] == "london"
    assert saving.value.suggested_filename.endswith(".jsonl")
    page.goto("#/")
    page.locator("input[type=file]").set_input_files(
        {"name": "game.jsonl", "mimeType": "application/json", "buffer": whole_game()}
    )
    page.get_by_role("button", name="One on").click()
    expect(page).to_have_url(re.compile(r"#/replay#ply=1$"))
    page.go_back()
    expect(page.locator("li.game")).to_have_count(5)


def whole_game():
    match = ekiben.load("london").new(2, seed=5)
    luck = random.Random(5)
    while not match.over:
        match.play(luck.choice(match.legal()))
    return str(match.record()).encode()


# ---- people
def test_what_needs_people_says_so_and_leads_to_the_server(visitors):
    page = visitors.page("")
    page.get_by_role("button", name="Invite: London").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("need an Ekiben server").wait_for()
    link = dialog.get_by_role("link", name="Set up London at games.example")
    assert link.get_attribute("href") == f"{SERVER}/?setup=london&mode=invite"
    expect(dialog.get_by_role("button", name="Start")).to_have_count(0)
    dialog.get_by_role("radio", name="Against bots").click()
    offered = dialog.get_by_label("Who sits in seat 2").locator("option").all_inner_texts()
    assert "Open, by link" not in offered and len(offered) > 2
    for text in ("Others may watch", "Chat", "Duplicate"):
        expect(dialog.get_by_text(text)).to_have_count(0)
    dialog.get_by_role("radio", name="Same screen").click()
    dialog.get_by_role("button", name="Start").click()
    page.get_by_role("dialog").filter(has_text="it is your turn").wait_for()  # the curtain


def test_links_work_in_a_new_window(visitors):
    page = visitors.page("#/rules")
    link = page.get_by_role("link", name="RT-1.1").first
    with page.context.expect_page() as opened:
        link.click(modifiers=["Control"])
    expect(opened.value).to_have_url(re.compile("#/rules/RT-1.1$"))
    opened.value.get_by_role("heading", level=1).wait_for()
    page.get_by_role("link", name="To the main part").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    expect(page).to_have_url(re.compile("#/rules$"))
