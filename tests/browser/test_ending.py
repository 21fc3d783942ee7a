"""The end of a game is told ticket by ticket, then the sheet says who won, by how much and where."""

import re

from playwright.sync_api import expect

from .guests import check_both_themes

CEREMONY = ".ceremony"


def play_last_turn(page):
    """Draw two cards from the deck."""
    for _ in range(2):
        page.locator(".question.mine").wait_for()
        before = page.locator("[data-seq]").get_attribute("data-seq")
        page.locator("[data-deck] button").first.click()
        expect(page.locator("[data-seq]")).not_to_have_attribute("data-seq", before)


def test_the_end_is_told_line_by_line(guests, tables):
    """Every ticket of every seat is drawn on the board; the scores end as the sheet has them."""
    page = guests.sit(tables["london-told"], motion="no-preference")
    page.evaluate("() => localStorage.setItem('ekiben-settings', '{\"motion\": \"short\"}')")
    page.reload()
    play_last_turn(page)
    ceremony = page.locator(CEREMONY)
    expect(page.locator(".shown .way, .shown .missed").first).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(ceremony.locator(".slip")).to_contain_text(re.compile(r"[+−]\d+"))
    expect(page.get_by_role("dialog")).to_be_visible(timeout=60_000)
    expect(ceremony).to_have_count(0)
    expect(page.locator(".shown")).to_have_count(0)
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".margin")).to_contain_text("ahead of")
    page.emulate_media(reduced_motion="reduce")
    check_both_themes(page, "end with its turning point")


def test_the_sheet_tells_where_the_game_was_decided(guests, tables):
    """The link opens the replay at that very move."""
    page = guests.sit(tables["london-over"])
    decided = page.get_by_role("dialog").locator(".decided")
    expect(decided.get_by_role("img")).to_be_visible()
    expect(decided).to_contain_text(re.compile(r"turn \d+ of \d+"))
    link = decided.get_by_role("link")
    ply = re.search(r"ply=(\d+)", link.get_attribute("href"))[1]
    link.click()
    expect(page.locator("#ply")).to_have_value(ply)


def test_one_key_skips_the_ceremony(guests, tables):
    page = guests.sit(tables["london-last"], motion="no-preference", size="phone")
    play_last_turn(page)
    page.locator(CEREMONY).wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.locator(CEREMONY)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()  # a game that was over before is not told again
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.locator(CEREMONY)).to_have_count(0)


def test_with_reduced_motion_the_sheet_comes_at_once(guests, tables):
    page = guests.sit(tables["london-last-calm"])
    page.evaluate(
        """() => {
          window.ceremonies = 0;
          new MutationObserver(() => {
            window.ceremonies += document.querySelectorAll('.ceremony').length;
          }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    play_last_turn(page)
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("() => window.ceremonies") == 0


def test_tokyo_tells_its_sheets(guests, tables):
    """TR-1.1: money net of loans, line by line."""
    page = guests.sit(tables["tokyo-last"], seat=1, motion="no-preference")
    page.locator(".question.mine").wait_for()
    line = page.get_by_role("textbox", name="Action or question")
    line.fill("done")
    line.press("Enter")
    ceremony = page.locator(CEREMONY)
    expect(ceremony.locator(".slip")).to_contain_text("Starting money")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.locator(".decided").get_by_role("img")).to_be_visible()
