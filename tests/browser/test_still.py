"""The table stays still: every part has a box that only the window's size decides. Hands and
tickets fit theirs.
"""

import pytest
from playwright.sync_api import expect

import ekiben

from .guests import click_route
from .stage import SIZES
from .still import moved, watch

BOX = "one => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; }"
GAMES = ("america", "europe", "great-lakes", "london")
LAID = ("london-turn", "europe-tunnel", "lakes-pieces")
# from every card of the hand, what is seen of its count and its symbol
COVERED = """all => all.filter((one) => {
  const [count, symbol] = one.querySelectorAll('.count, .corner');
  return [count, symbol].some((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[data-kind]') !== one;
  });
}).map((one) => one.dataset.kind)"""
# words of more than one line, and names that are wider than their place
BROKEN = """([way], names) => names.filter((name) => {
  const line = way.querySelector('span'), range = document.createRange();
  line.textContent = name;
  if (line.scrollWidth > way.clientWidth + 1) return true;
  return [...name.matchAll(/[^\\s・＆&-]+/g)].some((word) => {
    range.setStart(line.firstChild, word.index);
    range.setEnd(line.firstChild, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.y))).size > 1;
  });
})"""

# every name becomes a long one; what they say when they are pointed at
LENGTHENED = """all => all.map((one) => {
  one.textContent = 'Wolfeschlegelsteinhausen '.repeat(4);
  return one.title;
})"""


def box(page, selector):
    return page.locator(selector).first.evaluate(BOX)


@pytest.mark.parametrize("size", SIZES)
def test_no_question_moves_anything(guests, tables, size):
    """What is chosen, why it is refused, tickets, exchanging, paying with many cards."""
    page = guests.sit(tables["lakes-hoard"], size=size)
    page.locator(".question.mine").wait_for()
    watch(page)
    click_route(page, page.locator(".route.claimable").first)
    page.locator(".chosen.legal .button").nth(1).click()
    page.locator(".pay .primary").wait_for()
    for _ in range(3):
        page.locator(".pay .more button").first.click()
    page.locator(".pay").get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Exchange").click()
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Draw tickets").click()
    page.get_by_role("button", name="Back").click()
    assert moved(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_refusals_and_long_names_move_nothing(guests, tables, size):
    page = guests.sit(tables["america-turn"], size=size)
    page.locator(".question.mine").wait_for()
    watch(page)
    click_route(page, page.locator(".route:not(.claimable):not(.taken)").first)
    page.locator(".chosen .why").wait_for()
    page.get_by_role("button", name="Back").click()
    assert page.locator(".seats .name").evaluate_all(LENGTHENED) == ["Aoi", "Ben", "Chie"]
    assert moved(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_every_question_finds_the_same_table(guests, tables, size):
    """Europe, Great Lakes and London: the board's box is the window's, whatever is asked."""
    found = []
    for name in LAID:
        page = guests.sit(tables[name], size=size)
        page.locator(".question.mine").wait_for()
        found.append(box(page, "[data-board]"))
        page.close()
    assert all(one == found[0] for one in found), found


# ---- hand and tickets
@pytest.mark.parametrize("size", SIZES)
def test_the_fullest_hand_is_one_row(guests, tables, size):
    """Great Lakes has the most kinds; of every one count and symbol are seen."""
    page = guests.sit(tables["lakes-hoard"], size=size)
    cards = page.locator("[data-hand] [data-kind]")
    expect(cards).to_have_count(25)
    assert cards.evaluate_all(COVERED) == []
    across = {tuple(one)[0 if size == "sideways" else 1] for one in map(lie, cards.all())}
    assert len(across) == 1
    x, y, width, height = box(page, "[data-hand] ul")
    assert x >= 0 and y >= 0
    assert x + width <= SIZES[size]["width"] and y + height <= SIZES[size]["height"]
    last = lie(cards.last)
    assert last[0] + last[2] <= x + width and last[1] + last[3] <= y + height


def lie(card):
    return card.evaluate(BOX)


@pytest.mark.parametrize(
    ("size", "language"),
    [
        ("desk", "en"),
        ("phone", "ja"),
        ("sideways", "en"),
        pytest.param("desk", "ja", marks=pytest.mark.deep),
        pytest.param("phone", "en", marks=pytest.mark.deep),
        pytest.param("sideways", "ja", marks=pytest.mark.deep),
    ],
)
def test_no_ticket_splits_a_word(guests, tables, size, language):
    """Names of all games among the held tickets, of the game with most among those on offer."""
    names = [name for game in GAMES for name in city_names(game, language)]
    page = guests.sit(tables["lakes-hoard"], size=size, language=language)
    show_tickets(page, size)
    assert page.locator(".tickets .way").evaluate_all(BROKEN, names) == []
    page = guests.sit(tables["lakes-tickets"], 1, size=size, language=language)
    page.locator(".keep").wait_for()
    assert (
        page.locator(".keep .way").evaluate_all(BROKEN, city_names("great-lakes", language)) == []
    )


def city_names(game, language):
    return [city.names[language] for city in ekiben.load(game).board.cities if city.names]


def show_tickets(page, size):
    page.locator(".question.mine").wait_for()
    if size != "desk":
        page.get_by_role("tab").last.click()


@pytest.mark.parametrize("size", SIZES)
def test_many_tickets_scroll_in_their_place(guests, tables, size):
    page = guests.sit(tables["lakes-hoard"], size=size)
    show_tickets(page, size)
    shown = page.locator(".tickets ul")
    expect(shown.locator("li")).to_have_count(9)
    assert shown.evaluate("one => one.scrollHeight > one.clientHeight && one.tabIndex === 0")
    x, y, width, height = box(page, ".tickets")
    assert y + height <= SIZES[size]["height"] and x + width <= SIZES[size]["width"]


# ---- a phone held sideways
SEATS_OVER = """() => {
  const strip = document.querySelector('.side').getBoundingClientRect();
  const seats = [...document.querySelectorAll('.seats > li')].map((one) =>
    one.getBoundingClientRect());
  const sheet = document.querySelector('.board .sheet').getBoundingClientRect();
  const zoom = document.querySelector('.zoom').getBoundingClientRect();
  return { seats: seats.filter((one) => one.right <= strip.right).length,
           lowest: Math.max(...seats.map((one) => one.bottom)), whole: sheet.bottom <= 391,
           top: sheet.top, left: sheet.left - zoom.right };
}"""


def seats_over(page):
    """The seats are one slim line, and the whole board is below them and beside its buttons."""
    page.wait_for_function(f"() => ({SEATS_OVER})().top >= 31")
    seen = page.evaluate(SEATS_OVER)
    assert seen["seats"] == page.locator(".seats > li").count()
    assert seen["lowest"] <= min(32, seen["top"])
    assert seen["whole"] and seen["left"] >= 0


@pytest.mark.parametrize("game", ["america", "great-lakes"])
def test_four_seats_over_the_board(guests, tables, game):
    page = guests.sit(tables[f"{game}-four"], size="sideways")
    page.locator(".question.mine").wait_for()
    expect(page.locator(".seats > li")).to_have_count(4)
    seats_over(page)


def test_a_phone_held_sideways(guests, tables):
    """The board has the whole height, the hand is a rail, seats lie over the board's edge; market
    and log are drawers.
    """
    page = guests.sit(tables["america-turn"], size="sideways")
    page.locator(".question.mine").wait_for()
    x, y, width, height = box(page, "[data-board]")
    assert (y, height) == (0, 390) and width > 500
    assert box(page, "[data-hand]")[0] == 0 and box(page, "[data-hand]")[3] == 390
    seats_over(page)
    expect(page.locator(".market")).to_be_visible()
    page.get_by_role("tab", name="Tickets").click()
    expect(page.locator(".market")).to_have_count(0)
    expect(page.locator(".tickets li")).to_have_count(3)
    page.get_by_role("button", name="Log").click()
    expect(page.get_by_role("log")).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.get_by_role("log")).to_be_hidden()
    assert [x, y, width, height] == box(page, "[data-board]")
