"""The coach in ordinary games: hints, a good move by key and button, what it marks, where it is
silent.
"""

import re

import pytest
from playwright.sync_api import expect

from .guests import check_both_themes
from .still import moved, watch

BOX = "[data-coach]"
WAKING = 30_000  # milliseconds in which the coach's process starts


def suggested(page):
    """The move in the box, once it is there."""
    page.locator(f"{BOX}[data-move]").wait_for()
    return page.locator(BOX).get_attribute("data-move")


def test_hints_come_by_themselves_and_a_good_move_when_asked(guests, tables):
    """Somebody new at London: hints, consent, the ring, the mark; nothing moves."""
    page = guests.sit(tables["london-coached"], coach=None)
    page.locator(".question.mine").wait_for()
    watch(page)
    box = page.locator(BOX)
    expect(box).to_contain_text("needs 4 more spaces", timeout=WAKING)
    box.locator("[data-more]").click()
    expect(box).to_contain_text("about")
    before = page.locator("[data-seq]").get_attribute("data-seq")
    page.keyboard.press("g")
    expect(box).to_contain_text("marked as assisted")
    expect(page.locator(".assisted")).to_have_count(0)
    page.keyboard.press("g")
    move = suggested(page)
    page.locator("[data-pointed]").wait_for()
    assert moved(page) == []
    check_both_themes(page, "the coach's move")
    expect(page.locator("li.me .assisted")).to_have_attribute("title", re.compile("good move"))
    expect(page.get_by_role("log")).to_contain_text("has asked for a good move")
    assert int(page.locator("[data-seq]").get_attribute("data-seq")) == int(before) + 1
    page.keyboard.press("Escape")
    expect(page.locator("[data-pointed]")).to_have_count(0)
    box.locator("[data-show]").click()  # no consent is asked for a second time
    assert suggested(page) == move
    page.locator("[data-pointed]").click()
    expect(page.locator("[data-pointed]")).to_have_count(0)


def test_the_coach_can_be_folded_switched_off_and_set(guests, tables):
    page = guests.sit(tables["london-coached"], coach=None, size="phone", language="ja")
    box = page.locator(BOX)
    expect(box.locator(".words")).to_contain_text("マス", timeout=WAKING)
    box.locator("[aria-expanded]").click()
    expect(box.locator(".words")).to_have_count(0)
    page.reload()
    expect(box.locator("[aria-expanded=false]")).to_be_visible()
    box.locator("[aria-expanded]").click()
    expect(box.locator(".words")).to_contain_text("マス")
    page.get_by_role("button", name="コーチをオフにする").click()
    expect(box).to_have_count(0)
    page.get_by_role("button", name="設定").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="オフ").first).to_be_attached()
    dialog.get_by_role("radio", name="解説").check()
    expect(dialog).to_contain_text("自分の手番ごとに")
    dialog.get_by_role("button", name="よい手を見る（G）").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    agree_if_asked(page)
    assert suggested(page)


def agree_if_asked(page):
    page.locator(f"{BOX}[data-move], {BOX}[data-asks]").first.wait_for()
    if page.locator("[data-agree]").count():
        page.locator("[data-agree]").click()


@pytest.mark.parametrize("name", ["europe-coached", "tokyo-coached"])
def test_a_good_move_is_shown_in_every_game(guests, tables, name):
    """In the mode that explains: the person agrees once, and the box points at what is meant."""
    page = guests.sit(tables[name], coach="explain", size="sideways")
    page.locator("[data-agree]").click()
    move = suggested(page)
    expect(page.locator(f"{BOX} .words")).not_to_be_empty()
    page.locator("[data-pointed], .ring").first.wait_for()
    assert move and page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_where_other_people_play_no_move_is_told(guests, tables):
    page = guests.sit(tables["london-coached-two"], coach="hints")
    box = page.locator(BOX)
    expect(box.locator(".words")).not_to_be_empty()
    expect(box.locator("[data-show]")).to_have_count(0)
    page.keyboard.press("g")
    page.locator("[data-agree]").click()
    expect(box).to_contain_text("Other people play here")
    expect(page.locator(".assisted")).to_have_count(0)
