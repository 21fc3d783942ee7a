"""Duplicate play in the browser: making a deal, its results and comparison, and the daily deal."""

import re

import pytest
from playwright.sync_api import expect

from .guests import check_both_themes
from .player import Player

DEAL = "/d/londondeal"


def test_a_deal_is_made_shared_and_begun(guests):
    host = guests.page("/")
    host.get_by_role("button", name="Set up… London").click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_label("Play as duplicate").check()
    expect(dialog.get_by_label("Others may watch")).to_have_count(0)
    dialog.get_by_role("radio", name="2").check(force=True)
    dialog.get_by_label("Who sits in seat 2").select_option("bot:expert")
    expect(dialog.get_by_role("alert")).to_contain_text(
        "any bots but experts: they think by the clock"
    )
    expect(dialog.get_by_role("button", name="Start")).to_be_disabled()
    dialog.get_by_label("Who sits in seat 2").select_option("bot:easy")
    dialog.get_by_role("button", name="Start").click()
    expect(host.get_by_role("heading", name="London", level=1)).to_be_visible()
    expect(host.get_by_text("Nobody has finished this deal yet.")).to_be_visible()
    link = host.get_by_label("Link to share").input_value()
    guest = guests.page(link, language="ja")
    seals = [page.locator("dl code").inner_text() for page in (host, guest)]
    assert seals[0] == seals[1] and re.fullmatch("[0-9a-f]{64}", seals[0])
    host.get_by_role("button", name="Play this deal").click()
    guest.get_by_role("button", name="この一局を遊ぶ").click()
    host.locator(".keep").wait_for()
    guest.locator(".keep").wait_for()
    offers = [page.locator(".keep li button").count() for page in (host, guest)]
    assert offers[0] == offers[1] > 0 and host.url != guest.url
    table = host.url
    host.goto(link)
    host.get_by_role("link", name="Go on with your game").click()
    host.locator("[data-seq]").wait_for(state="attached")
    assert host.url == table


def test_results_open_when_the_deal_is_finished(guests, tables):
    stranger = guests.page(DEAL)
    expect(stranger.get_by_role("row")).to_have_count(3)
    expect(stranger.get_by_text("You see names and scores.")).to_be_visible()
    expect(stranger.get_by_role("heading", name="Compare two games")).to_have_count(0)
    expect(stranger.locator("dl code")).to_have_count(1)  # the seal, neither seed nor salt
    context = guests.context()
    context.add_cookies(
        [tables["deal-last"].cookie(guests.url, 0), tables["deal-last"].device_cookie(guests.url)]
    )
    page = context.new_page()
    page.goto(tables["deal-last"].path)
    Player(page).until()
    page.get_by_role("button", name="Results of this deal").click()
    expect(page.get_by_role("row")).to_have_count(4)
    expect(page.locator("tr.mine th")).to_contain_text("Mio")
    expect(page.locator("pre")).to_contain_text(re.compile("Ekiben duplicate, London: .* of 3"))
    page.locator(".sides li").last.wait_for()  # the replays are made by processes that start now
    check_both_themes(page, "a deal's results")


def test_two_games_are_compared_move_by_move(guests, tables):
    context = guests.context()
    context.add_cookies([tables["deal-ume"].device_cookie(guests.url)])
    page = context.new_page()
    page.goto(DEAL)
    sides = page.locator(".sides li")
    choose(page, "First game", "Ume")
    choose(page, "Second game", "Ken")
    sides.get_by_text("Ken keeps").wait_for()
    expect(sides.first).to_contain_text("Ume keeps")
    told = [side.locator("p").inner_text().split(" ", 1)[1] for side in sides.all()]
    assert told[0] != told[1] and len(told) == 2
    expect(page.get_by_role("img", name=re.compile("^Score after every turn"))).to_be_visible()
    choose(page, "First game", "Ken")
    page.get_by_text("The two games are the same, move for move.").wait_for()
    choose(page, "First game", "Ume")
    sides.last.wait_for()
    sides.last.get_by_role("link").click()
    page.get_by_role("slider").wait_for()
    assert "#ply=1" in page.url and "deal=londondeal" in page.url
    expect(page.get_by_role("slider")).to_have_value("1")


def choose(page, label, name):
    games = page.get_by_label(label)
    games.select_option(games.locator("option", has_text=name).get_attribute("value"))


def test_a_finished_game_is_given_to_others(guests, tables):
    page = guests.sit(tables["london-over"])
    page.get_by_role("button", name="Let others play this deal").click()
    expect(page.get_by_role("heading", name="Results")).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page.get_by_role("row").last).to_contain_text("Aoi")


@pytest.mark.parametrize("size", ["desk", "phone", "sideways"])
def test_todays_deals_are_seen_without_scrolling(guests, size):
    page = guests.page("/", size=size)
    strip = page.get_by_role("region", name="Today’s deals")
    expect(strip.get_by_role("link", name="America")).to_be_in_viewport(ratio=1)


def test_the_daily_deal_from_the_home_page(guests):
    page = guests.page("/")
    strip = page.get_by_role("region", name="Today’s deals")
    expect(strip.get_by_role("listitem")).to_have_count(5)
    check_both_themes(page, "home with the daily deals")
    strip.get_by_role("link", name="London").click()
    expect(page.get_by_text("Others still play this deal.")).to_be_visible()
    expect(page.locator("dl code")).to_have_count(1)
    page.get_by_role("button", name="Play this deal").click()
    page.locator(".keep").wait_for()
    page.get_by_role("button", name="Seat of Player").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Easy").click()
    page.get_by_role("button", name="Results of this deal").click()
    expect(page.locator("tr.mine")).to_contain_text("a bot played along")
    expect(page.get_by_role("heading", name="Compare two games")).to_have_count(0)
    page.goto("/daily")
    expect(page.get_by_role("link", name=re.compile("London.*finished"))).to_be_visible()
    check_both_themes(page, "the daily deals")
    page.get_by_role("link", name="The day before").click()
    expect(page.get_by_text("Nobody asked for a daily deal on that day.")).to_be_visible()
    page.get_by_role("link", name="The day after").click()
    expect(page.get_by_text("until midnight UTC")).to_be_visible()
