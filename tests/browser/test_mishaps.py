"""What goes wrong: reloads, a server that dies, clicks that are late, double or not allowed, second
thoughts.
"""

import contextlib
import json
import signal
import socket
import sqlite3

import pytest
from playwright.sync_api import expect

from . import stage
from .guests import Guests, click_route, sequence, settled_sequence
from .player import Player, new_table, sit_down


def hand(page):
    return page.locator("[data-hand]").get_attribute("aria-label")


def test_reload_in_mid_turn(guests):
    page = guests.page("/")
    sit_down(page)
    Player(page).until(1)
    page.locator(".market button.legal").first.click()
    expect(page.locator("header strong")).to_have_text("Draw your second card")
    before = sequence(page), hand(page)
    page.reload()
    page.locator(".market button.legal").first.wait_for()
    assert (sequence(page), hand(page)) == before
    Player(page).until(1)


def test_two_tabs_of_one_seat_show_the_same(guests):
    page = guests.page("/")
    sit_down(page)
    other = page.context.new_page()
    other.goto(page.url)
    Player(page).until(2)
    other.locator(f'[data-seq="{settled_sequence(page)}"]').wait_for(state="attached")
    Player(other).until(1)


@pytest.fixture
def own(tmp_path):
    """A server as people start it, at a port that it can come back to."""
    with socket.socket() as looked_for:
        looked_for.bind(("127.0.0.1", 0))
        port = looked_for.getsockname()[1]
    server = stage.own_server(tmp_path / "data", port)
    yield server
    server.end()
    assert server.faults() == []


def test_server_killed_in_mid_game_and_started_again(browser, own):
    guests = Guests(browser, own.url)
    page = guests.page("/")
    sit_down(page, seats="you you")
    page.locator(".curtain button").click()
    Player(page).until(1)
    page.locator(".curtain button").click()
    page.locator(".keep li button").first.click()
    before = sequence(page)
    own.end(signal.SIGKILL)
    expect(page.get_by_text("No connection.")).to_be_visible()
    own.start()
    expect(page.get_by_text("No connection.")).to_be_hidden(timeout=30_000)
    page.locator(".keep .primary", has_text="Keep 1").click()
    page.locator(".curtain").wait_for()
    page.reload()
    page.locator(".curtain button").click()
    page.locator(".market button.legal").first.wait_for()
    assert sequence(page) == before + 1
    guests.expect_complaints("WebSocket connection", "ERR_CONNECTION_REFUSED")
    guests.leave()


# ---- clicks
def test_a_double_click_does_a_thing_once(guests, tables):
    page = guests.sit(tables["london-clicked"])
    page.locator(".question.mine").wait_for()
    claimed = page.get_by_role("log").locator("p", has_text="Aoi claims")
    before = sequence(page), claimed.count()
    click_route(page, page.locator(".route.claimable").first)
    page.locator(".chosen.legal .button").first.dblclick()
    page.locator(f'[data-seq]:not([data-seq="{before[0]}"])').wait_for(state="attached")
    page.locator(".question.mine").wait_for()
    expect(claimed).to_have_count(before[1] + 1)
    expect(page.locator(".note")).to_have_count(0)


def test_a_late_click_is_refused_and_says_so(guests):
    """Two tabs of one seat; the second one's network holds back what it should hear."""
    page = guests.page("/")
    address = new_table(page, seats="you you")
    page.goto(address)
    page.locator(".curtain button").click()
    slow = page.context.new_page()
    held = hold_back(slow)
    slow.goto(address)
    slow.locator(".curtain button").click()
    for tab in (page, slow):
        tab.locator(".keep li button").first.click()
    held["update"] = True
    page.locator(".keep .primary").click()
    page.locator(".curtain").wait_for()
    slow.locator(".keep .primary").click()
    expect(slow.locator(".note.warn")).to_contain_text("late", ignore_case=True)
    assert sequence(slow) == 0 and sequence(page) == 1


def hold_back(page):
    """Messages of the kinds that are set here do not reach the page."""
    held = {}

    def between(socket):
        server = socket.connect_to_server()
        server.on_message(
            lambda message: None if held.get(json.loads(message)["type"]) else socket.send(message)
        )

    page.route_web_socket("**/play?*", between)
    return held


def test_what_is_not_allowed_says_why_with_its_clause(guests, tables):
    page = guests.sit(tables["america-turn"])
    page.locator(".question.mine").wait_for()
    before = sequence(page)
    click_route(page, page.locator(".route.taken").first)
    expect(page.locator(".chosen .why")).not_to_be_empty()
    clause = page.locator(".chosen a[href^='/rules/']").inner_text()
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator("#text-line").fill("why claim denver-omaha")
    page.keyboard.press("Enter")
    expect(page.locator(".answers p").first).not_to_be_empty()
    page.locator("#text-line").fill("claim nowhere-else")
    page.keyboard.press("Enter")
    expect(page.locator(".note.warn")).to_be_visible()
    assert sequence(page) == before
    rule = page.context.new_page()
    rule.goto(f"/rules/{clause}")
    expect(rule.locator(".number")).to_contain_text(clause)


def test_undo(guests, tables):
    page = guests.sit(tables["london-undone"])
    page.locator(".question.mine").wait_for()
    before = hand(page), sequence(page)
    click_route(page, page.locator(".route.claimable").first)
    page.get_by_role("button", name="Other cards…").click()
    page.locator(".pay").wait_for()
    page.get_by_role("button", name="Take back").click()
    page.locator(".market button.legal").first.wait_for()
    assert (hand(page), sequence(page)) == (before[0], before[1] + 2)


# ---- tables that are damaged, or gone
def test_a_damaged_table_says_so_in_both_languages_and_a_table_that_is_gone_too(browser, own):
    guests = Guests(browser, own.url)
    page = guests.page("/")
    sit_down(page, seats="you you")
    page.locator(".curtain button").click()
    Player(page).until(1)
    table = page.url.rpartition("/")[2]
    own.end()
    change(
        own,
        'INSERT INTO log VALUES (?, 1, 1.0, \'{"kind":"play","seat":1,"action":"pay 1 red"}\')',
        table,
    )
    own.start()
    expect(page.locator(".note.warn")).to_contain_text("damaged after entry 1", timeout=30_000)
    page.locator(".curtain button").click()
    page.locator(".keep li button").first.click()
    expect(page.locator("[data-target=keep]")).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".market button.legal")).to_have_count(0)
    page.get_by_role("button", name="日本語").first.click()
    expect(page.locator(".note.warn")).to_contain_text("1件目より後が壊れています")
    own.end()
    for place in ("log WHERE table_id", "tables WHERE id"):
        change(own, f"DELETE FROM {place} = ?", table)
    own.start()
    expect(page.locator(".note.warn", has_text="そのテーブルはもうないか")).to_be_visible(
        timeout=30_000
    )
    expect(page.locator(".note.warn")).to_have_count(1)  # it no longer tries to come back
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("そのテーブルはもうないか")
    guests.expect_complaints("WebSocket connection", "ERR_CONNECTION_REFUSED", "404")
    guests.leave()
    own.errors.write_text("")  # that the log does not replay is told there


def change(server, sql, table):
    """The database of a server that does not run."""
    with contextlib.closing(sqlite3.connect(server.folder / "ekiben.db")) as database:
        database.execute(sql, (table,))
        database.commit()
