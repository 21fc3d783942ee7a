"""Tokyo Railways at a table: the map stays still, phones, names, what just happened, words."""

import re

import pytest
from playwright.sync_api import expect

from .guests import COLOURS, findings
from .player import Player, sit_down
from .still import moved, watch

NOTATION = re.compile(r"r\d+c\d+")
SMALL = {"width": 667, "height": 375}
ALL_SIZES = ["desk", "phone", "sideways"]
# what people read or hear: the page's words, and the names of its controls
READ = """() => [document.body.innerText, ...[...document.querySelectorAll('[aria-label], [title]')]
  .flatMap((one) => [one.ariaLabel ?? '', one.title ?? ''])].join('\\n')"""
# pairs of city names whose letters meet on the screen
MEETING = """(all) => {
  const boxes = all.map((one) => [one.dataset.name, one.getBoundingClientRect()]);
  return boxes.flatMap(([name, a], n) => boxes.slice(n + 1)
    .filter(([, z]) => a.left < z.right - 1 && z.left < a.right - 1
      && a.top + a.height * 0.2 < z.bottom - z.height * 0.2
      && z.top + z.height * 0.2 < a.bottom - a.height * 0.2)
    .map(([other]) => `${name} ${other}`));
}"""
COVERS = """() => {
  const map = document.querySelector('.map').getBoundingClientRect();
  const ground = document.querySelector('.ground').getBoundingClientRect();
  return ground.left <= map.left + 1 && ground.top <= map.top + 1
    && ground.right >= map.right - 1 && ground.bottom >= map.bottom - 1;
}"""


def at_table(guests, table, seat=0, **looks):
    page = guests.sit(table, seat, **looks)
    page.locator("[data-name=tokyo]").wait_for(state="attached")
    return page


def aim(page, place):
    page.get_by_label("City or port").fill(place)
    page.keyboard.press("Enter")
    page.locator(".plan").wait_for()


def box(page, selector):
    found = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return found


# ---- the map stays still
@pytest.mark.deep  # plans are interpreted here; the opening turns are watched in test_games.py
def test_a_driven_game_moves_nothing(guests):
    page = guests.page("/")
    sit_down(page, "tokyo", seats="you bot bot")
    watch(page)
    player = Player(page).until(30)
    assert moved(page) == []
    assert {"place", "stop", "done"} <= set(player.did)
    assert not NOTATION.search(page.evaluate(READ))


@pytest.mark.parametrize("size", ALL_SIZES)
def test_no_question_moves_the_map(guests, tables, size):
    """A plan and why it goes no further, what is asked twice, an event's meaning."""
    page = at_table(guests, tables["tokyo-build"], size=size)
    page.locator(".question.mine").wait_for()
    watch(page)
    page.locator(".map .hits").click(position={"x": 200, "y": 120})
    page.locator(".plan").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator(".plan")).to_have_count(0)
    page.locator(".ends .end").click()
    page.locator(".ends .warning").wait_for()
    for event in page.locator(".events summary").all():
        event.click()
    assert moved(page) == []


# ---- phones
@pytest.mark.parametrize("size", ["phone", "sideways"])
def test_the_map_fills_its_box_on_a_phone(guests, tables, size):
    page = at_table(guests, tables["tokyo-move"], size=size)
    assert page.evaluate(COVERS)
    expect(page.locator(".question .how")).to_contain_text("Tap")


def test_a_phone_held_sideways(guests, tables):
    """The map has the whole height, the train is a rail, the jobs are a drawer."""
    page = at_table(guests, tables["tokyo-move"], size="sideways")
    for size in ({"width": 844, "height": 390}, SMALL):
        page.set_viewport_size(size)
        page.wait_for_function(COVERS)
        board = box(page, "[data-board]")
        assert (board["y"], board["height"]) == (0, size["height"])
        assert board["width"] > size["width"] * 0.55
        rail = box(page, ".rail")
        assert rail["x"] == 0 and rail["height"] == size["height"]
        jobs = page.locator(".panel-jobs")
        closed = box(page, ".panel-jobs")
        page.get_by_role("button", name="Show more jobs").click()
        opened = box(page, ".panel-jobs")
        assert opened["height"] > closed["height"] + 80 and opened["width"] > closed["width"]
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Show more jobs")).to_be_visible()
        assert box(page, ".panel-jobs") == closed
        expect(jobs.locator("li").first).to_be_visible()


# ---- names
@pytest.mark.parametrize("language", ["en", "ja"])
def test_names_never_meet_and_those_of_my_jobs_are_always_there(guests, tables, language):
    page = at_table(guests, tables["tokyo-build"], language=language)
    for size in (
        {"width": 1280, "height": 800},
        {"width": 390, "height": 844},
        {"width": 844, "height": 390},
        SMALL,
    ):
        page.set_viewport_size(size)
        page.evaluate("() => new Promise((done) => setTimeout(done, 400))")  # the map settles
        assert page.locator("[data-name]").evaluate_all(MEETING) == [], size
    shown = page.locator("[data-name]").evaluate_all("all => all.map((one) => one.dataset.name)")
    assert "tokyo" in shown and len(shown) < 88
    before = page.locator("[data-name]").count()
    page.set_viewport_size({"width": 390, "height": 844})
    for job in page.locator(".jobs .job").all()[:4]:
        job.click()
    names = [name.strip() for name in page.locator(".jobs .pinned .way b").all_inner_texts()]
    assert len(names) == 8 and before
    drawn = page.locator("[data-name] text").all_text_contents()
    assert [name for name in names if name not in drawn] == []


# ---- words
@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_post_is_told_in_notation(guests, tables, language):
    """Not in the log, in plans, in tooltips, nor by what a screen reader says."""
    page = at_table(guests, tables["tokyo-build"], language=language)
    page.locator(".map .hits").click(position={"x": 330, "y": 300})
    page.locator(".plan").wait_for()
    read = [page.evaluate(READ)]
    page.locator(".map .hits").focus()
    for key in ("Enter", "ArrowUp", "ArrowLeft", "ArrowLeft", "PageUp"):
        page.keyboard.press(key)
        read.append(
            page.locator("[data-seq]").inner_text() + page.locator("div.pointed").inner_text()
        )
    assert all(not NOTATION.search(text) for text in read)
    nearby = r"of \w+" if language == "en" else r"の[東西南北]+\d+"
    assert re.search(nearby, " ".join(read))


# ---- what just happened
def test_what_the_others_did_stays_marked_until_my_move(guests, tables):
    page = at_table(guests, tables["tokyo-marked"])
    marks = page.locator("[data-last], [data-ran] path")
    assert marks.count() > 0
    expect(page.locator("[data-change]").first).to_be_attached()
    page.reload()
    page.locator("[data-name=tokyo]").wait_for(state="attached")
    assert marks.count() > 0
    page.locator(".ends .end").click()
    page.locator(".ends .warning, .question:not(.mine)").first.wait_for()
    if page.locator(".ends .warning").count():
        page.locator(".ends .end").click()
    expect(page.get_by_role("button", name="End the turn")).to_be_visible()
    expect(page.locator("[data-last]")).to_have_count(0)


def test_a_line_of_the_log_lights_what_it_tells(guests, tables):
    page = at_table(guests, tables["tokyo-build"])
    lit = page.locator(".lit-subjects[data-lit=true]")
    expect(lit).to_have_count(0)
    line = page.get_by_role("log").locator("p", has_text=re.compile("builds|runs")).last
    line.hover()
    expect(lit).to_have_count(1)
    expect(lit.locator("path")).to_have_count(2)
    page.mouse.move(5, 5)
    expect(lit).to_have_count(0)
    line.click()
    expect(lit).to_have_count(1)


# ---- modes
def test_escape_leaves_every_mode(guests, tables):
    page = at_table(guests, tables["tokyo-build"])
    page.get_by_role("button", name="All jobs as arrows").click()
    page.get_by_role("button", name="Draw track with a finger").click()
    page.locator(".jobs .job").first.click()
    page.locator(".ends .end").click()
    aim(page, "Chiba")
    page.locator(".map .hits").focus()
    expect(page.locator(".ends .warning")).to_have_count(1)
    for _ in range(6):
        page.keyboard.press("Escape")
    expect(page.locator(".ends .warning, .plan, .pinned")).to_have_count(0)
    expect(page.locator(".tools [aria-pressed=true]")).to_have_count(0)
    field = page.get_by_label("City or port")
    field.fill("Chi")
    page.keyboard.press("Escape")
    expect(field).to_have_value("")


def test_a_click_in_anothers_turn_says_why(guests, tables):
    page = at_table(guests, tables["tokyo-marked-other"], 1)
    page.locator(".map .hits").click(position={"x": 300, "y": 200})
    expect(page.get_by_text("You can plan in your own turn.")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_second_asking_is_legible(guests, tables, theme):
    page = at_table(guests, tables["tokyo-build"], theme=theme)
    page.locator(".ends .end").click()
    button = page.locator(".ends .warning")
    expect(button).to_have_text("End it without building?")
    page.mouse.move(5, 5)
    assert "primary" not in (button.get_attribute("class") or "")
    assert findings(page, COLOURS) == []
