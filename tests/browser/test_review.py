"""Reviews in the browser, with figures made up: what they say is tested elsewhere."""

from functools import cache

import msgspec
import pytest
from playwright.sync_api import expect

import ekiben
from ekiben.server.review_words import review_message

from .guests import check_both_themes, findings
from .made_review import made_review

SEAT = 0


def open_review(guests, table, done=1.0, **looks):
    """A page with the review of a table that is over; also its message."""
    page = guests.sit(table, **looks)
    line = page.request.get(f"/api/tables/{table.id}/record?as=full").text()
    message = made_message(line, looks.get("language", "en"), done)
    answer(page, message)
    page.goto(f"/review/{table.id}?seat={SEAT}")
    page.locator("[data-curve]").wait_for()
    expect(page.locator("[data-curve]")).not_to_have_attribute("data-curve", "0")
    return page, message


@cache
def made_message(line, language, done):
    return review_message(ekiben.replay(line), [made_review(line, SEAT, done)], language)


def answer(page, message):
    """Answer for the server, whoever asks for a review."""
    body = msgspec.json.encode(message)
    page.unroute("**/review?*")
    page.route(
        "**/review?*", lambda route: route.fulfill(body=body, content_type="application/json")
    )


def faults_of(message):
    return [
        one for one in message.seats[0].choices if one.label in ("inaccuracy", "mistake", "blunder")
    ]


def at_ply(page, ply):
    expect(page.locator("#ply")).to_have_value(str(ply))


def test_from_mistake_to_mistake(guests, tables):
    """By keys: every mistake has its sign on the curve, its verdict, its reason and what was
    better, which is marked on the board.
    """
    page, message = open_review(guests, tables["london-over"])
    faults = faults_of(message)
    assert page.locator(".fault").count() == len(faults)
    page.keyboard.press("n")
    at_ply(page, faults[0].at)
    page.keyboard.press("n")
    at_ply(page, faults[1].at)
    page.keyboard.press("p")
    at_ply(page, faults[0].at)
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", faults[0].label)
    expect(page.locator("[data-choice]")).to_contain_text("−4 % ± 2")
    page.locator("details[data-explanation] summary").click()
    expect(page.locator("details[data-explanation] td").first).to_have_text("61")
    bars = page.locator("[data-alternative]")
    assert bars.count() == len(faults[0].alternatives)
    claims = next(one for one in faults if one.alternatives[0].actions[0].startswith("claim"))
    page.evaluate(f"location.hash = '#ply={claims.at}'")
    expect(page.locator('[data-marked="better"] .pin')).to_have_count(1)
    page.keyboard.press("b")
    expect(page.locator('[data-marked="better"]')).to_have_count(0)
    page.keyboard.press("b")
    check_both_themes(page, "a choice")


def test_what_was_known_the_truth_and_the_luck(guests, tables):
    """Likely tickets of another are ghosts on the board; the truth shows the ones it held. For
    every seat, what the ledger says adds up to the result.
    """
    page, message = open_review(guests, tables["london-over"])
    page.evaluate("location.hash = '#ply=30'")
    at_ply(page, 30)
    assert page.locator('[data-seat="1"] ~ .known.open').count() == 0
    page.locator("[data-beliefs] .toggle").click()
    page.locator("[data-ghost]").first.wait_for(state="attached")
    assert page.locator("[data-belief]").count() == page.locator("[data-ghost]").count()
    assert page.locator("[data-ghost-chance] text").first.text_content() == "62 %"
    page.keyboard.press("k")
    page.locator('[data-view="truth"][aria-pressed="true"]').wait_for()
    page.locator(".certain[data-ghost]").first.wait_for(state="attached")
    assert page.locator("[data-belief].really").count() == page.locator("[data-ghost]").count()
    page.locator('.log [data-tab="luck"]').click()
    for seat, result in enumerate(message.ledger.result):
        page.locator(".seats .seat").nth(seat).click()
        page.locator(f'[data-ledger="{seat}"]').wait_for()
        start, *steps, end = map(figure, page.locator("[data-ledger] td").all_inner_texts())
        assert (start + sum(steps), end) == (result, result)
    check_both_themes(page, "truth and luck")


def figure(percent):
    """`−12.34 %` in ten-thousandths."""
    return round(100 * float(percent.removesuffix(" %").replace("−", "-")))


def test_the_summary_leads_to_its_moves(guests, tables):
    page, message = open_review(guests, tables["london-over"])
    own = message.seats[0]
    expect(page.locator("[data-accuracy]")).to_have_attribute("data-accuracy", "83")
    assert page.locator(".lessons > li").count() == len(own.lessons) == 3
    assert findings(page) == []
    page.locator("[data-turning-points] [data-move]").first.click()
    at_ply(page, own.turning_points[0].at)
    page.locator('.log [data-tab="summary"]').click()
    page.locator(".lessons .ply").first.click()
    at_ply(page, own.lessons[0].at[0])


def test_a_review_grows_while_it_is_looked_at(guests, tables):
    """The bar tells how far it is; then it is gone."""
    page, message = open_review(guests, tables["london-over"], done=0.4)
    bar = page.get_by_role("progressbar")
    expect(bar).to_have_attribute("aria-valuenow", "40")
    expect(page.locator("[data-done]")).to_contain_text("so far")
    answer(page, msgspec.structs.replace(message, done=1.0, passes=9))
    expect(bar).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("london-over", "phone"),
        ("tokyo-over", "desk"),
        pytest.param("london-over", "sideways", marks=pytest.mark.deep),
        pytest.param("tokyo-over", "phone", marks=pytest.mark.deep),
        pytest.param("tokyo-over", "sideways", marks=pytest.mark.deep),
    ],
)
def test_japanese_in_every_frame(guests, tables, name, size):
    """The verdict is in sight, the better move on the board, and nothing is wider than the page."""
    page, message = open_review(guests, tables[name], size=size, language="ja")
    page.keyboard.press("n")
    at_ply(page, faults_of(message)[0].at)
    expect(page.locator("[data-verdict]")).to_contain_text("よりよい手")
    if name == "tokyo-over":
        page.locator('[data-marked="better"]').wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size != "desk":
        page.locator("[data-verdict] .ways button").last.click()
        page.locator(".log [data-choice]").wait_for()
    assert findings(page) == []


def test_every_way_to_a_review(guests, tables):
    """From the end of a game, from its replay, and with a pasted record. The replay has a bar of
    its own for the position that is shown.
    """
    table = tables["london-over"]
    page, message = open_review(guests, table)
    page.goto(table.path)
    page.get_by_role("link", name="Review").click()
    page.locator("[data-accuracy]").wait_for()
    page.goto(f"/replay?table={table.id}")
    page.locator("[data-evaluate]").click()
    page.locator("[data-chances]").wait_for()
    page.locator("#ply").focus()
    page.keyboard.press("End")
    won = " ".join("100" if share else "0" for share in message.ledger.result)
    expect(page.locator("[data-chances]")).to_have_attribute("data-chances", won)
    assert findings(page) == []
    page.get_by_role("link", name="Review").click()
    page.locator("[data-accuracy]").wait_for()
    expect(page.locator("#ply")).not_to_have_value("0")
    paste_record(page, page.request.get(f"/api/tables/{table.id}/record?as=full").text())
    page.locator("[data-accuracy]").wait_for()


def paste_record(page, line):
    page.goto("/review")
    page.locator(".drop").wait_for()
    assert findings(page) == []
    page.evaluate(
        """(line) => { const data = new DataTransfer(); data.setData("text", line);
        dispatchEvent(new ClipboardEvent("paste", { clipboardData: data })); }""",
        line,
    )


def test_a_refusal_is_told(guests, tables):
    """Nobody gets a review of a game that is still played."""
    page = guests.sit(tables["london-turn"])
    page.goto(f"/review/{tables['london-turn'].id}?seat=0")
    page.get_by_role("alert").wait_for()
    assert page.locator("[data-chance]").count() == 0
    guests.expect_complaints("403", "409")
