"""Several people: by link, at the same screen, watching, leaving and coming back."""

import re

import pytest
from playwright.sync_api import expect

from .guests import sequence
from .player import Player, new_table, sit_down


@pytest.fixture
def invited(guests):
    """Two people at a table of London, the second one by the first one's link, and the address of
    the table.
    """
    host = guests.page("/")
    host.get_by_role("button", name="Invite: London").click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_role("radio", name="2").check(force=True)
    dialog.get_by_label("Others may watch").check()
    dialog.get_by_role("button", name="Start").click()
    link = host.get_by_label("Link of seat 2", exact=True).input_value()
    friend = guests.page(link)
    friend.locator("[data-seq]").wait_for(state="attached")
    host.get_by_role("button", name="To the table").click()
    return host, friend, link


def test_two_people_and_a_spectator(guests, invited):
    host, friend, link = invited
    assert "#" in link and "#" not in friend.url
    watcher = guests.page(friend.url)
    for page in (host, friend):
        Player(page).until(1)
    for page in (host, friend):
        draw_two(page)
    expect(watcher.locator(f'[data-seq="{sequence(friend)}"]')).to_be_attached()
    assert host.locator("[data-hand]").count() and friend.locator("[data-hand]").count()
    assert (
        not watcher.locator("[data-hand]").count() and not watcher.locator(".question.mine").count()
    )
    for page in (host, friend):
        expect(page.locator("[data-hand]")).to_have_attribute("aria-label", "Your hand, cards: 4")


def draw_two(page):
    for _ in range(2):
        before = sequence(page)
        page.get_by_role("button", name="Draw from the deck").click()
        page.locator(f'[data-seq]:not([data-seq="{before}"])[data-busy=false]').wait_for(
            state="attached"
        )


def test_a_link_is_a_seat_and_no_link_is_none(guests, invited):
    _, friend, link = invited
    thief = guests.page(re.sub(r".{8}$", "AAAAAAAA", link))
    thief.get_by_role("alert").wait_for()
    guests.expect_complaints("40")
    assert friend.locator("[data-seq]").count()


def test_same_screen_with_a_curtain(guests):
    page = guests.page("/")
    page.get_by_role("button", name="Same screen: London").click()
    page.get_by_role("dialog").get_by_role("radio", name="2").check(force=True)
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    curtain = page.locator(".curtain")
    offers = []
    for _ in range(2):
        curtain.wait_for()
        assert not page.locator("[data-board], [data-hand], .keep").count()
        curtain.get_by_role("button").click()
        page.locator(".keep").wait_for()
        offers.append(page.locator(".keep").inner_text())
        Player(page).step()
    assert offers[0] != offers[1]
    curtain.get_by_role("button").click()
    expect(page.locator(".question.mine")).to_be_visible()


def test_a_bot_takes_over_and_gives_back(invited):
    host, friend, _ = invited
    own = host.get_by_role("button", name="Seat of Player 1")
    own.click()
    host.get_by_role("dialog").get_by_role("button", name="Easy").click()
    friend.locator(".question.mine .keep").wait_for()
    expect(host.locator(".question.mine")).to_have_count(0)
    own.click()
    host.get_by_role("button", name="Take the seat back").click()
    Player(friend).until(1)
    host.locator(".question.mine").wait_for()
    draw_two(host)


def test_an_open_seat_is_given_to_a_bot(guests):
    page = guests.page("/")
    sit_down(page, seats="you open")
    page.get_by_role("button", name="To the table").click()
    Player(page).until(1)
    page.get_by_role("button", name="Seat of").nth(1).click()
    page.get_by_role("dialog").get_by_role("button").nth(1).click()
    page.locator(".question.mine").wait_for()
    Player(page).until(2)


def test_public_tables_are_listed_to_watch(guests):
    page = guests.page("/")
    address = new_table(page, "europe", public=True)
    watcher = guests.page("/")
    watcher.locator(f'a[href="{address}"]').click()
    watcher.locator(".question").wait_for()
    assert not watcher.locator(".question.mine, [data-hand]").count()
