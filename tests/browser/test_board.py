"""The board of a route game: names that never meet, what is lit and marked, questions in the way."""

import re

import pytest
from playwright.sync_api import expect

from .guests import click_route, sequence

# the type of a name from its ascenders to its descenders, the legends, and the names of seas
BOXES = """() => {
  const board = document.querySelector('.board svg[role=group]');
  const text = (one) => {
    const box = one.getBBox(), size = parseFloat(getComputedStyle(one).fontSize);
    const y = Number(one.getAttribute('y'));
    return { words: one.textContent, left: box.x, right: box.x + box.width,
             top: y - size * 0.8, bottom: y + size * 0.22 };
  };
  const legend = (group) => {
    const [rect, at] = [group.querySelector('rect').getBBox(),
                        group.transform.baseVal.consolidate().matrix];
    return { words: 'legend', left: at.e + rect.x, right: at.e + rect.x + rect.width,
             top: at.f + rect.y, bottom: at.f + rect.y + rect.height };
  };
  return [...[...board.querySelectorAll('.name, .small-name')].map(text),
          ...[...board.querySelectorAll('.legend')].map(legend)];
}"""
COVERED = """() => {
  const svg = document.querySelector('.board svg[role=group]').getBoundingClientRect();
  const sheet = document.querySelector('.board .sheet').getBoundingClientRect();
  return Math.min(svg.left - sheet.left, sheet.right - svg.right, svg.top - sheet.top,
                  sheet.bottom - svg.bottom) > -1.5;
}"""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
OWN_CITIES = """async (path) => {
  const facts = await (await fetch(path)).json();
  const shown = [...document.querySelectorAll('[data-ticket]')];
  const tickets = shown.map((one) => facts.tickets[Number(one.dataset.ticket)]);
  return tickets.flatMap(({ a, z }) => [a, z]);
}"""


def meeting(boxes):
    """Pairs of boxes that overlap."""
    return [
        (one["words"], other["words"])
        for n, one in enumerate(boxes)
        for other in boxes[n + 1 :]
        if one["left"] < other["right"]
        and other["left"] < one["right"]
        and one["top"] < other["bottom"]
        and other["top"] < one["bottom"]
    ]


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.deep)])
@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("london-turn", "london"),
        ("america-turn", "america"),
        ("europe-payment", "europe"),
        ("lakes-refill", "great-lakes"),
    ],
)
def test_names_on_a_phone_never_meet(guests, tables, name, game, language):
    """At every zoom, both ways up; the viewer's own cities are always named. Upright it starts with
    the board filling its box.
    """
    page = guests.sit(tables[name], language=language)
    page.locator("[data-ticket]").first.wait_for()
    mine = set(page.evaluate(OWN_CITIES, f"/api/facts/{game}"))
    assert len(mine) >= 2
    for width, height in ((360, 780), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        page.locator(".question.mine").wait_for()
        page.evaluate(FRAMES)
        assert page.evaluate(COVERED) or width > height
        for button in (None, 2, 0, 0):  # as it starts, the whole board, then nearer
            if button is not None:
                page.locator(".zoom button").nth(button).click()
            page.evaluate(FRAMES)
            assert meeting(page.evaluate(BOXES)) == [], (width, button)
            named = page.locator("[data-name]").evaluate_all(
                "all => all.map((one) => Number(one.dataset.name))"
            )
            assert mine <= set(named), (width, button)


def test_a_finger_taps(guests, tables):
    """Texts say what to do with the pointer that there is."""
    desk = guests.sit(tables["london-tickets"])
    expect(desk.locator(".keep")).to_contain_text("Point at one to see it on the board.")
    phone = guests.sit(tables["london-tickets"], size="phone")
    expect(phone.locator(".keep")).to_contain_text("Tap one to see it on the board.")


# ---- questions
def test_the_tunnel_offers_no_payment_that_cannot_be_made(guests, tables):
    poor = guests.sit(tables["europe-tunnel-poor"])
    buttons = poor.locator(".question .row button")
    expect(buttons.nth(0)).to_have_text("Withdraw")
    expect(buttons.nth(0)).to_have_class(re.compile("primary"))
    expect(buttons.nth(1)).to_have_attribute("aria-disabled", "true")
    expect(poor.locator(".question .why")).to_contain_text("You hold")
    before = sequence(poor)
    buttons.nth(1).click(force=True)
    assert sequence(poor) == before
    rich = guests.sit(tables["europe-tunnel-rich"])
    buttons = rich.locator(".question .row button")
    expect(buttons.nth(0)).to_contain_text("Pay")
    expect(buttons.nth(0)).to_have_class(re.compile("primary"))
    expect(buttons.nth(0)).to_have_attribute("aria-disabled", "false")
    expect(buttons.nth(1)).to_have_text("Withdraw")


def test_clicks_out_of_turn_say_why(guests, tables):
    """While tickets are chosen or paid for, cards and routes name the question that is open."""
    page = guests.sit(tables["london-tickets"])
    page.locator(".keep").wait_for()
    said = page.locator(".toast")
    for click in (
        lambda: page.locator("[data-slot]").first.click(),
        lambda: page.locator("[data-deck]").first.click(),
        lambda: click_route(page, page.locator(".route").first),
    ):
        click()
        expect(said).to_have_text(re.compile("Not yet. First: Choose the tickets to keep."))
        page.keyboard.press("Escape")
        expect(said).to_have_count(0)
    assert sequence(page) == 0
    paying = guests.sit(tables["europe-payment"])
    click_route(paying, paying.locator(".route:not(.taken):not(.chosen)").first)
    expect(paying.locator(".toast")).to_contain_text("Choose the cards to pay with")


def test_escape_leaves_every_mode(guests, tables):
    page = guests.sit(tables["america-turn"])
    page.locator(".question.mine").wait_for()
    click_route(page, page.locator(".route.claimable").first)
    expect(page.locator(".question .chosen")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".question .chosen")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Draw tickets")).click()
    expect(page.get_by_role("button", name="Draw them")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Draw them")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator(".city.lit").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".city.lit")).to_have_count(0)
    page.get_by_role("log").locator("p").filter(has_text="claims").last.click()
    expect(page.locator(".route.lit")).to_have_count(1)
    page.mouse.move(5, 5)
    page.keyboard.press("Escape")
    expect(page.locator(".route.lit")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog[open]").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_escape_leaves_the_payment(guests, tables):
    page = guests.sit(tables["london-undone"])
    page.locator(".question.mine").wait_for()
    click_route(page, page.locator(".route.claimable").first)
    page.get_by_role("button", name="Other cards…").click()
    page.locator(".pay").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator(".pay")).to_have_count(0)
    expect(page.locator(".question .asked")).to_contain_text("choose an action")


def test_escape_closes_the_log_of_a_phone_and_stops_a_replay(guests, tables):
    page = guests.sit(tables["london-turn"], size="phone")
    page.get_by_role("button", name="Log").click()
    expect(page.get_by_role("log")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("log")).to_be_hidden()
    page = guests.sit(tables["london-over"])
    page.get_by_role("link", name="Replay", exact=True).click()
    page.locator("#ply").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


# ---- what just happened
def test_the_others_last_moves_stay_marked(guests, tables):
    """Until the viewer moves; a page that is loaded anew shows the same."""
    page = guests.sit(tables["america-turn"])
    page.locator(".question.mine").wait_for()
    shown = marks(page)
    assert shown["routes"] and all(seat != "0" for _, seat in shown["routes"])
    assert len(shown["bands"]) == len(shown["routes"])
    assert any(shown["cards"])
    page.reload()
    page.locator(".question.mine").wait_for()
    assert marks(page) == shown


def marks(page):
    return page.evaluate("""() => ({
      routes: [...document.querySelectorAll('.route[data-last]')].map((one) => [one.dataset.number, one.dataset.last]),
      bands: [...document.querySelectorAll('[data-last-route]')].map((one) => one.dataset.lastRoute),
      cards: [...document.querySelectorAll('[data-last-move]')].map((one) => one.textContent.trim()),
    })""")


def test_marks_go_with_the_viewers_own_move(guests, tables):
    page = guests.sit(tables["london-marked"])
    page.locator(".question.mine").wait_for()
    before = sequence(page)
    page.locator("[data-deck] button").first.click()
    page.locator(f'[data-seq]:not([data-seq="{before}"])[data-busy=false]').wait_for(
        state="attached"
    )
    page.locator(".question.mine .asked", has_text="second card").wait_for()
    assert marks(page) == {"routes": [], "bands": [], "cards": []}


def test_a_line_of_the_log_lights_its_route(guests, tables):
    """Under the pointer, with the keys, and kept by a click."""
    page = guests.sit(tables["america-turn"])
    page.locator(".question.mine").wait_for()
    line = page.get_by_role("log").locator("p").filter(has_text="claims").last
    line.hover()
    lit = page.locator(".route.lit")
    expect(lit).to_have_count(1)
    name = lit.get_attribute("aria-label").split(",")[0].split("–")[0]
    assert name in line.inner_text()
    page.mouse.move(5, 5)
    expect(lit).to_have_count(0)
    page.get_by_role("log").focus()
    for _ in range(40):
        page.keyboard.press("ArrowUp")
        if lit.count():
            break
    expect(lit).to_have_count(1)
    page.keyboard.press("Escape")
    expect(lit).to_have_count(0)
    line.click()
    page.mouse.move(5, 5)
    expect(lit).to_have_count(1)


def test_legal_routes_glow_and_those_on_my_ways_stand_out(guests, tables):
    page = guests.sit(tables["london-three"])
    page.locator(".question.mine").wait_for()
    legal = page.locator(".route.claimable")
    assert legal.count() > 0
    fills = set(
        page.locator(".route.claimable .glow").evaluate_all(
            "all => all.map((one) => getComputedStyle(one).fill)"
        )
    )
    assert fills == {"rgb(0, 183, 255)"}
    lines = page.locator(".route.claimable .glow").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).stroke)"
    )
    assert set(lines) == {"rgb(35, 38, 43)"}
    ways = page.locator(".route.on-way").count()
    assert 0 < ways < legal.count()
    assert page.locator(".bands .road.on-way").count() == ways
    assert "ticket" in (page.locator(".route.on-way").first.get_attribute("aria-label") or "")
