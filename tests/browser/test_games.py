"""Games against bots, played by clicking: London to its end, the openings of the others; and all
five to their ends where there is time. Meanwhile nothing at the table moves.
"""

import json
import re

import pytest
from playwright.sync_api import expect

from .player import Player, sit_down
from .still import moved, watch

ORDINARY = {
    "america": "keep draw",
    "europe": "keep draw",
    "great-lakes": "keep pieces draw",
    "tokyo": "place stop build done",
}


def test_a_whole_game_of_london_from_home_to_again(guests):
    page = guests.page("/")
    page.get_by_role("group", name="Opponents").get_by_role("radio", name="1").check()
    page.get_by_role("button", name="Play now: London").last.click()
    watch(page)
    player = Player(page).until()
    assert moved(page) == []
    assert {"keep", "draw", "claim"} <= set(player.did)
    check_end(page, 2)
    before = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != before and "/t/" in url)
    page.locator(".question.mine .keep").wait_for()


def check_end(page, seats):
    """Places and score sheets agree; the record replays to its end."""
    end = page.get_by_role("dialog")
    expect(end.locator(".places li")).to_have_count(seats)
    totals = [int(one) for one in end.locator(".places .score").all_inner_texts()]
    assert totals == sorted(totals, reverse=True) or seats > 2
    for sheet, total in zip(end.locator("table").all(), totals, strict=True):
        assert sum(points(one) for one in sheet.locator("tbody .points").all_inner_texts()) == total
        assert all(
            re.fullmatch(r"[A-Z]{2}-\d+(\.\d+)*", one)
            for one in sheet.locator(".clause").all_inner_texts()
        )
    with page.expect_download() as saved:
        end.get_by_role("link", name="Record").click()
    assert json.loads(saved.value.path().read_text(encoding="utf-8"))["result"]["scores"]


def points(text):
    return int(text.replace("−", "-").replace("+", ""))


@pytest.mark.deep  # the guided games are clicked through from their opening on
@pytest.mark.parametrize("game", ORDINARY)
def test_opening_turns(guests, game):
    page = guests.page("/")
    sit_down(page, game, seats="you bot bot")
    watch(page)
    player = Player(page).until(10)
    assert moved(page) == []
    assert set(ORDINARY[game].split()) <= set(player.did)
    expect(page.get_by_role("log").locator("p").nth(5)).to_be_attached()


@pytest.mark.deep
@pytest.mark.parametrize("game", ["america", "europe", "great-lakes", "london", "tokyo"])
def test_a_whole_game(swift_guests, game):
    page = swift_guests.page("/")
    sit_down(page, game, seats="you bot bot", level="medium")
    Player(page).until()
    check_end(page, 3)
