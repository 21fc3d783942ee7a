"""Languages, sizes, keys, typed games, sizes of what is loaded, panning."""

import re

import pytest
from playwright.sync_api import expect

from .guests import sequence
from .player import Player, sit_down
from .still import moved, watch

LARGEST = 150_000  # bytes of a first visit


def test_language_in_mid_game(guests, tables):
    page = guests.sit(tables["america-turn"])
    page.locator(".question.mine").wait_for()
    before = sequence(page)
    assert (
        "denver" in board_words(page).lower() and page.locator("html").get_attribute("lang") == "en"
    )
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("header strong")).to_have_text(re.compile("アクションを選んでください"))
    expect(page.get_by_role("log").locator("p").last).to_contain_text(re.compile("[ぁ-ん]"))
    assert page.locator("html").get_attribute("lang") == "ja" and sequence(page) == before
    page.get_by_role("button", name="EN", exact=True).click()
    expect(page.get_by_role("log").locator("p").last).not_to_contain_text(re.compile("[ぁ-ん]"))


def board_words(page):
    return " ".join(
        page.locator("[data-item=city]").evaluate_all(
            "all => all.map(one => one.getAttribute('aria-label'))"
        )
    )


def test_the_browsers_language_is_spoken_first(guests):
    page = guests.page("/", language="ja")
    expect(page.get_by_role("button", name=re.compile("ロンドン")).first).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "ja"


@pytest.mark.parametrize("path", ["/", "/rules", "/rules/RT-4.6", "/replay", "/puzzles"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_pages_fit_a_phone(guests, path, language):
    page = guests.page(path, size="phone", language=language)
    page.locator(".game .button, dl, article, .drop").first.wait_for()
    assert not too_wide(page)


@pytest.mark.parametrize(
    ("game", "size"), [("london", "phone"), ("tokyo", "phone"), ("london", "sideways")]
)
def test_a_phone(guests, game, size):
    """Nothing is wider than the screen or moves, and the opening can be played with its panels."""
    page = guests.page("/", size=size)
    assert not too_wide(page)
    sit_down(page, game)
    watch(page)
    Player(page).until(3)
    assert not too_wide(page) and moved(page) == []
    page.get_by_role("tab").last.click()
    assert not too_wide(page)
    small = page.get_by_role(
        "button"
    ).evaluate_all("""all => all.filter((one) => one.tagName === 'BUTTON' && one.checkVisibility())
      .map((one) => ({ name: one.ariaLabel ?? one.textContent, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24)).map(({ name }) => name)""")
    assert small == []


def too_wide(page):
    return page.evaluate("() => document.documentElement.scrollWidth > innerWidth")


# ---- keys
def focused(page):
    """What has the focus, by its name; it must be seen to have it."""
    seen = page.evaluate("""() => {
      const one = document.activeElement, style = getComputedStyle(one), halo = one.querySelector?.('.halo');
      const shown = style.outlineStyle !== 'none' || one.matches('.route, .city') || (halo && getComputedStyle(halo).strokeWidth !== '3px');
      if (one === document.body) return ['', true];         // from the last thing on to the first
      return [one.ariaLabel ?? one.textContent.trim(), shown && one.matches(':focus-visible')];
    }""")
    assert seen[1], f"the focus cannot be seen on {seen[0]}"
    return seen[0]


def tab_to(page, name, key="Tab", most=60):
    for _ in range(most):
        page.keyboard.press(key)
        if re.search(name, focused(page)):
            return
    raise AssertionError(f"{name} cannot be reached by {key}")


def test_keyboard_only(guests):
    """An opening of London: tickets, two cards, a route, paid for."""
    page = guests.page("/")
    page.locator(".game .button").first.wait_for()
    tab_to(page, "^Play now: London")
    page.keyboard.press("Enter")
    page.locator(".keep").wait_for()
    tab_to(page, "points")
    page.keyboard.press("Space")
    tab_to(page, "^Keep 1")
    page.keyboard.press("Enter")
    for _ in range(2):
        page.locator(".market button.legal").first.wait_for()
        tab_to(page, "^Draw from the deck")
        page.keyboard.press("Enter")
        page.locator("[data-busy=false]").wait_for(state="attached")
    page.locator(".market button.legal").first.wait_for()
    before = sequence(page)
    tab_to(page, "you can claim it")
    page.keyboard.press("Enter")
    tab_to(page, "^Claim for")
    page.keyboard.press("Enter")
    page.locator(f'[data-seq]:not([data-seq="{before}"])[data-busy=false]').wait_for(
        state="attached"
    )
    tab_to(page, "length")
    here = focused(page)
    page.keyboard.press("ArrowRight")
    assert focused(page) != here


def test_the_beginning_and_the_end_of_a_game_of_london_typed(guests, tables):
    """With the line alone: what can be done is asked for, and typed."""
    page = guests.page("/")
    sit_down(page)
    page.locator("[data-board]").wait_for()
    page.keyboard.press("/")
    expect(page.locator("#text-line")).to_be_focused()
    type_on(page, 8)
    page = guests.sit(tables["london-typed"])
    type_on(page, 400)
    expect(page.get_by_role("dialog").locator(".places li")).to_have_count(2)


def type_on(page, most):
    """So many actions, or the end of the game."""
    player = Player(page, seed=3)
    for _ in range(most):
        page.locator(".question.mine, dialog[open]").first.wait_for()
        if player.end.count():
            break
        typed(page, choice(page, player), sequence(page))


def choice(page, player):
    """Claims before all else, so that it comes to an end."""
    page.locator("#text-line").fill("all")
    page.keyboard.press("Enter")
    offered = page.locator(".answers p")
    offered.first.wait_for()
    found = [
        one
        for one in offered.all_inner_texts()
        if re.match(r"[a-z]+( |$)", one) and not one.startswith("and ")
    ]
    return player.luck.choice(
        [one for one in found if one.startswith("claim")]
        or [one for one in found if one != "tickets"]
        or found
    )


def typed(page, text, before):
    page.locator("#text-line").fill(text)
    page.keyboard.press("Enter")
    page.locator(f'[data-seq]:not([data-seq="{before}"])[data-busy=false]').wait_for(
        state="attached"
    )
    expect(page.locator(".answers p")).to_have_count(0)


# ---- what is loaded, and how the board moves
@pytest.mark.parametrize("start", ["home", "london-turn", "tokyo-move"])
def test_a_first_visit_is_small(guests, tables, start):
    context = guests.context()
    if start != "home":
        context.add_cookies([tables[start].cookie(guests.url, 0)])
    page = context.new_page()
    wire = context.new_cdp_session(page)
    sizes = []
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda one: sizes.append(one["encodedDataLength"]))
    page.goto("/" if start == "home" else tables[start].path)
    page.locator(".game .button, .question.mine").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert sum(sizes) < LARGEST


@pytest.mark.parametrize("name", ["america-turn", "tokyo-move"])
def test_panning_lays_nothing_out_anew(guests, tables, name):
    """While the board is dragged only a layer moves."""
    page = guests.sit(tables[name])
    page.locator(".question.mine").wait_for()
    page.get_by_role("button", name="Zoom in").click()
    wire = page.context.new_cdp_session(page)
    wire.send("Performance.enable")
    page.mouse.move(400, 300)
    page.mouse.down()
    page.mouse.move(430, 310)
    before = layouts(wire)
    page.mouse.move(600, 420, steps=30)
    drawn = layouts(wire) - before
    page.mouse.up()
    assert drawn == 0


def layouts(wire):
    return next(
        one["value"]
        for one in wire.send("Performance.getMetrics")["metrics"]
        if one["name"] == "LayoutCount"
    )
