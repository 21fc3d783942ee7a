"""What people read: one line for one move, the bar and the panel, names, no notation."""

import re

import pytest
from playwright.sync_api import expect

NOTATION = re.compile(r"[a-z]+-[a-z]+-[a-z]+|/2\b|\bclaim [a-z]|r\d+c\d+")
POST = """async ([path, body]) => {
  const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  return answer.json();
}"""


def lines(page):
    return [
        " ".join(line.split()) for line in page.get_by_role("log").locator("p").all_inner_texts()
    ]


@pytest.mark.parametrize("position", ["america-turn", "tokyo-move"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_bar_and_panel_say_the_same(guests, tables, position, language):
    page = guests.sit(tables[position], language=language)
    page.locator(".question.mine").wait_for()
    said = page.locator("header strong").inner_text()
    expect(page.locator(".question .asked").first).to_contain_text(said)


def test_names_are_in_the_readers_script(guests):
    host = guests.page("/")
    body = {"game": "london", "seats": [{"kind": "you"}, {"kind": "bot"}], "public": True}
    made = host.evaluate(POST, ["/api/tables", body])
    host.goto(f"/t/{made['table']}")
    names = host.locator(".seats .name")
    expect(names).to_have_text([re.compile("Player 1"), re.compile("Nikko")])
    host.get_by_role("button", name="日本語").click()
    expect(names).to_have_text([re.compile("プレイヤー1"), re.compile("日光")])


def test_a_move_is_one_line_that_grows(guests, tables):
    page = guests.sit(tables["america-turn"])
    page.locator(".question.mine").wait_for()
    log = page.get_by_role("log").locator("p")
    before = log.count()
    page.locator("#text-line").fill("draw deck")
    page.locator("#text-line").press("Enter")
    expect(page.locator("header strong")).to_have_text("Draw your second card")
    expect(log).to_have_count(before + 1)
    expect(log.last).to_contain_text("from the deck.")
    first = log.last.inner_text()
    page.locator("#text-line").fill("draw deck")
    page.locator("#text-line").press("Enter")
    expect(log.nth(before)).not_to_have_text(first)
    expect(log.nth(before)).to_contain_text("from the deck.")
    assert [line for line in lines(page) if NOTATION.search(line)] == []
