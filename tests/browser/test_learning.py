"""Learning to play: cards, help at the table, terms that explain themselves, the first visit."""

import re

import pytest
from playwright.sync_api import expect

from .guests import check_both_themes, click_route, sequence
from .player import sit_down

GAMES = ("america", "europe", "great-lakes", "london", "tokyo")
TERM = "span[role=button][aria-haspopup=dialog]"


def open_card(page):
    """The card of a page or dialog, with everything in it."""
    card = page.locator("[data-card]")
    card.locator("section").first.wait_for()
    return card


def pictures_are_there(page):
    """All pictures of the page have come; those below come when they are scrolled to."""
    page.locator("figure img").evaluate_all("all => all.forEach((one) => (one.loading = 'eager'))")
    page.wait_for_function(
        "() => [...document.querySelectorAll('figure img')].every((one) => one.complete && "
        "one.naturalWidth > 0)"
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_card_on_a_desktop_and_a_phone(guests, game):
    """In English on a desktop, in Japanese on a phone; complete, and accessible in both themes."""
    page = guests.page(f"/learn/{game}")
    card = open_card(page)
    pictures_are_there(page)
    assert 3 <= card.locator("figure").count() <= 5
    for part in ("goal", "turn", "end"):
        expect(card.locator(f"#{part}")).to_have_count(1)
    expect(card.locator(TERM).first).to_be_visible()
    expect(page.get_by_role("link", name="Guided game")).to_have_attribute(
        "href", f"/lesson/{game}"
    )
    page.get_by_role("button", name="日本語").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("遊び方")
    page.set_viewport_size({"width": 360, "height": 780})
    pictures_are_there(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    if game in ("europe", "tokyo"):
        check_both_themes(page, f"card of {game}")


def test_a_link_leads_to_its_section(guests):
    page = guests.page("/learn/europe#tunnels")
    open_card(page)
    expect(page.locator("#tunnels")).to_be_in_viewport()
    page.get_by_role("link", name="EU-4.1", exact=True).click()
    expect(page).to_have_url(re.compile("/rules/EU-4.1$"))
    expect(page.locator("article").locator(TERM, has_text="deck")).to_be_visible()


def test_all_games_begin_with_london(guests):
    page = guests.page("/learn")
    expect(page.locator("main li h2").first).to_have_text("London")
    expect(page.locator("main li")).to_have_count(5)
    check_both_themes(page, "all cards")
    page.get_by_role("link", name="How to play Great Lakes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play Great Lakes")


# ---- at the table
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("london-turn", "phone"),
        ("london-turn", "sideways"),
        ("tokyo-move", "desk"),
        pytest.param("london-turn", "desk", marks=pytest.mark.deep),
        pytest.param("tokyo-move", "phone", marks=pytest.mark.deep),
        pytest.param("tokyo-move", "sideways", marks=pytest.mark.deep),
    ],
)
def test_help_in_every_frame(guests, tables, name, size):
    """By its button and by its key; Escape gives the table back."""
    page = guests.sit(tables[name], size=size)
    page.locator(".question.mine").wait_for()
    button = page.get_by_role("button", name="How to play")
    expect(button).to_be_in_viewport(ratio=1)
    button.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("section")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()
    page.keyboard.press("?")
    expect(dialog.get_by_role("heading", level=2)).to_contain_text("How to play")
    address = page.url
    dialog.get_by_role("link", name="The end").click()
    expect(dialog.locator("#end")).to_be_in_viewport()
    assert page.url == address
    if size == "desk":
        check_both_themes(page, f"help of {name}")
    dialog.get_by_role("button", name="Back to the game").click()
    expect(dialog).to_have_count(0)


def test_a_question_mark_that_is_typed_is_a_question_mark(guests, tables):
    page = guests.sit(tables["london-turn"])
    line = page.locator("#text-line")
    line.press("?")
    expect(line).to_have_value("?")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_help_in_a_replay(guests, tables):
    page = guests.sit(tables["london-over"])
    page.goto(f"/replay?table={tables['london-over'].id}")
    page.get_by_role("button", name="How to play").click()
    expect(page.get_by_role("dialog").locator("section")).not_to_have_count(0)


def term_in(place, words):
    return place.locator(TERM, has_text=re.compile(f"^{words}$")).locator("visible=true").first


@pytest.mark.parametrize("size", ["phone", pytest.param("desk", marks=pytest.mark.deep)])
def test_a_term_explains_itself(guests, tables, size):
    """By tap, Enter and Space; nothing below hears of it, and Escape closes nothing else."""
    page = guests.sit(tables["lakes-refill"], size=size)
    page.locator(".question.mine").wait_for()
    before = sequence(page)
    term = term_in(page, "deck")
    told = page.locator("[popover]")
    term.click()
    expect(told).to_contain_text("face-down pile")
    expect(told).to_be_in_viewport(ratio=1)
    expect(told).to_be_focused()
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    expect(term).to_be_focused()
    for key in ("Enter", "Space"):
        page.keyboard.press(key)
        expect(told).to_be_visible()
        page.keyboard.press("Escape")
        expect(told).to_have_count(0)
    term.click()
    expect(told).to_be_visible()
    if size == "desk":
        check_both_themes(page, "a term")
    told.get_by_role("link").click()
    expect(page.get_by_role("dialog").locator("#cards")).to_be_in_viewport()
    assert sequence(page) == before


def test_a_term_in_a_dialog_closes_before_the_dialog(guests, tables):
    page = guests.sit(tables["tokyo-move"])
    page.locator(".question.mine").wait_for()
    page.keyboard.press("?")
    dialog = page.locator("dialog[open]")
    term_in(dialog, "network").click()
    expect(dialog.locator("[popover]")).to_contain_text("big cities")
    page.keyboard.press("Escape")
    expect(dialog.locator("[popover]")).to_have_count(0)
    expect(dialog).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_term_in_a_button_is_plain_text(guests, tables):
    page = guests.sit(tables["london-turn"])
    page.locator(".question.mine").locator(TERM).first.wait_for(state="attached")
    inside = page.locator("button, a, label, summary").locator(TERM)
    expect(inside).to_have_count(0)


def test_terms_of_the_score_sheet_and_of_costs(guests, tables):
    page = guests.sit(tables["london-over"])
    sheet = page.get_by_role("dialog").get_by_role("table").first
    term_in(sheet, "Routes").click()
    expect(page.locator("[popover]")).to_contain_text("row of spaces")
    page = guests.sit(tables["tokyo-build"])
    costs = page.locator("details.costs")
    costs.locator("summary").click()
    term_in(costs, "mountain").click()
    expect(page.locator("[popover]")).to_contain_text("5 G more")


def test_a_refusal_leads_to_the_card_and_to_the_clause(guests, tables):
    page = guests.sit(tables["london-turn"])
    page.locator(".question.mine").wait_for()
    page.locator("#text-line").fill("pass")
    page.keyboard.press("Enter")
    note = page.locator(".note.warn")
    expect(note.get_by_role("link", name="RT-2.2")).to_have_attribute("href", "/rules/RT-2.2")
    note.get_by_role("link", name="How to play").click()
    expect(page.get_by_role("dialog").locator("#turn")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    click_route(page, page.locator("[data-item=route][aria-label*='claimed by']").first)
    why = page.locator(".question .clause")
    expect(why.get_by_role("link", name="RT-4.4")).to_be_visible()
    why.get_by_role("link", name="How to play").click()
    expect(page.get_by_role("dialog").locator("#routes")).to_be_in_viewport()


# ---- home
def test_a_first_visitor_is_invited_to_london(guests):
    page = guests.page("/")
    invitation = page.get_by_role("region", name="New here?")
    expect(invitation.get_by_role("link")).to_have_attribute("href", "/lesson/london")
    expect(invitation).to_contain_text("about five minutes")
    for game, title in zip(
        GAMES, ("America", "Europe", "Great Lakes", "London", "Tokyo"), strict=True
    ):
        learn = page.get_by_role("link", name=f"How to play: {title}")
        expect(learn).to_have_attribute("href", f"/learn/{game}")
        lesson = page.get_by_role("link", name=f"Guided game: {title}")
        expect(lesson).to_have_attribute("href", f"/lesson/{game}")
    expect(page.locator(".game", has_text="London")).to_contain_text("about 5–10 minutes")
    expect(page.get_by_role("link", name="Puzzles")).to_have_attribute("href", "/puzzles")
    check_both_themes(page, "first visit")
    sit_down(page, "london")
    page.goto("/")
    page.locator(".game .button").first.wait_for()
    expect(invitation).to_have_count(0)
