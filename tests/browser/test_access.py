"""Links that open a seat once, a seat on two devices, and an end to the other one."""

import pytest
from playwright.sync_api import expect

from .guests import check_both_themes
from .player import Player

USED = {"en": "This link has been used", "ja": "このリンクは使用済みです"}


@pytest.fixture
def invited(guests):
    """Who set up a table of London, the link of the other seat.

    The person who has come by it.
    """
    host = guests.page("/")
    host.get_by_role("button", name="Invite: London").click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_role("radio", name="2").check(force=True)
    dialog.get_by_role("button", name="Start").click()
    link = host.get_by_label("Link of seat 2", exact=True).input_value()
    friend = guests.arrive(link)
    friend.locator("[data-seq]").wait_for(state="attached")
    return host, friend, link


def seat_menu(page, name="Player 2"):
    page.get_by_role("button", name=f"Seat of {name}").click()
    return page.get_by_role("dialog")


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.deep)])
def test_a_used_link_says_what_happened_and_what_to_do(guests, invited, language):
    _, friend, link = invited
    late = guests.page(link, size="phone", language=language)
    expect(late.get_by_role("heading", level=1)).to_have_text(USED[language])
    expect(late.get_by_role("alert").locator("p")).to_have_count(3)
    assert not late.locator("[data-seq], [data-hand], .keep").count() and "#" not in late.url
    check_both_themes(late, "a used link")
    guests.expect_complaints("410")
    friend.goto(link)  # the friend's own browser has the seat and just goes on
    friend.locator("[data-seq]").wait_for(state="attached")


def test_the_host_sees_that_the_seat_is_taken_and_has_no_link_to_it(invited):
    host, _, _ = invited
    dialog = host.get_by_role("dialog")
    expect(dialog.get_by_text("somebody is there")).to_be_visible()
    expect(dialog.get_by_label("Link of seat 2", exact=True)).to_have_count(0)
    expect(dialog.get_by_role("button", name="Make a new link for seat 2")).to_have_count(0)


def test_a_guest_is_not_asked_to_invite_others(guests):
    """With a third seat still open, whoever came by a link just sits down.

    Only the host invites.
    """
    host = guests.page("/")
    host.get_by_role("button", name="Invite: London").click()
    host.get_by_role("dialog").get_by_role("radio", name="3").check(force=True)
    host.get_by_role("dialog").get_by_role("button", name="Start").click()
    friend = guests.arrive(host.get_by_label("Link of seat 2", exact=True).input_value())
    friend.locator(".question").first.wait_for()
    expect(friend.get_by_role("dialog")).to_have_count(0)
    expect(friend.get_by_role("button", name="Invite", exact=True)).to_have_count(0)
    expect(friend.get_by_role("button", name="Seat of Player 3")).to_have_count(0)


def test_the_host_makes_a_new_link_while_the_seat_is_open(guests):
    host = guests.page("/")
    host.get_by_role("button", name="Invite: London").click()
    host.get_by_role("dialog").get_by_role("radio", name="2").check(force=True)
    host.get_by_role("dialog").get_by_role("button", name="Start").click()
    field = host.get_by_label("Link of seat 2", exact=True)
    before = field.input_value()
    host.get_by_role("button", name="Make a new link for seat 2").click()
    expect(field).not_to_have_value(before)
    guests.page(before).get_by_role("heading", name=USED["en"]).wait_for()
    guests.arrive(field.input_value())
    guests.expect_complaints("410")


@pytest.mark.parametrize("size", ["phone", pytest.param("desk", marks=pytest.mark.deep)])
def test_a_seat_is_taken_to_another_device_and_back(guests, invited, size):
    host, friend, _ = invited
    host.get_by_role("button", name="To the table").click()
    friend.set_viewport_size(
        {"desk": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 780}}[size]
    )
    dialog = seat_menu(friend)
    dialog.get_by_role("button", name="Play on another device").click()
    link = dialog.get_by_label("Link for another device").input_value()
    assert friend.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check_both_themes(friend, "the seat's menu")
    device = guests.page(link, size="phone")
    device.locator("[data-seq]").wait_for(state="attached")
    Player(host).until(1)
    for page in (device, friend):
        page.locator(".question.mine").first.wait_for(state="attached")
    dialog.get_by_role("button", name="Sign out other devices").click()
    expect(dialog.get_by_role("status")).to_have_text("Done. Only this browser opens the seat now.")
    expect(device.get_by_role("heading", level=1)).to_have_text("This device was signed out")
    assert not device.locator("[data-seq], [data-hand], .keep").count()
    dialog.get_by_role("button", name="Close").click()
    Player(friend).until(1)
    guests.expect_complaints("403")


def test_an_answer_that_never_came_does_not_cost_the_seat(guests):
    """The server has exchanged the link, the browser has not heard so: it says the same again."""
    host = guests.page("/")
    host.get_by_role("button", name="Invite: London").click()
    host.get_by_role("dialog").get_by_role("radio", name="2").check(force=True)
    host.get_by_role("dialog").get_by_role("button", name="Start").click()
    link = host.get_by_label("Link of seat 2", exact=True).input_value()
    page = guests.context().new_page()

    def lose(route):
        route.fetch()
        page.context.clear_cookies()
        route.abort()

    page.route("**/sit", lose, times=1)
    page.goto(link)
    page.get_by_role("button", name="Without a name").click()
    page.get_by_role("alert").wait_for()
    expect(host.get_by_role("dialog").get_by_text("somebody is there")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    page.locator("[data-seq]").wait_for(state="attached")
    assert (
        page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('ekiben-asked'))")
        == []
    )
    guests.expect_complaints("ERR_FAILED")
