"""The guided game of London: from the first visit to the first route, and on to its end."""

import pytest
from playwright.sync_api import expect

from ekiben import lessons

from . import still
from .guests import check_both_themes, sequence
from .pupil import Pupil

LONDON = lessons.load("london")
FIRST_ROUTE = 9  # clicks from the home page
SECONDS = 45  # with reading, see docs/lessons.md
WHOLE_BOARD = "board"
LATER = "(seq) => Number(document.querySelector('[data-seq]').dataset.seq) > seq"


def test_from_the_first_visit_to_the_first_route_and_the_end(guests):
    page = guests.page()
    pupil = Pupil(page)
    pupil.begin(page.locator("main a.primary[href='/lesson/london']"))
    still.watch(page)
    pupil.until(lambda: pupil.step == "bus-card")
    assert page.locator(".route.taken").count() >= 1
    assert pupil.clicks == FIRST_ROUTE
    assert pupil.seconds < SECONDS, f"{pupil.seconds:.0f} seconds"
    pupil.until(lambda: pupil.step == "finish")
    assert {said.step for said in pupil.seen} >= {step.id for step in LONDON.steps}
    assert not any(said.strayed for said in pupil.seen)
    assert still.moved(page) == []
    while pupil.mark("bubble") != pupil.mark("bubbles"):
        pupil.go_on()
    for address in ("/learn/london", "/puzzles"):
        expect(pupil.coach.locator(f"a[href='{address}']")).to_be_visible()
    check_both_themes(page, "the end of a lesson")
    page.get_by_role("button", name="Play on").click()
    expect(pupil.coach).to_have_count(0)


@pytest.mark.parametrize("size", ["sideways", pytest.param("phone", marks=pytest.mark.deep)])
def test_the_coach_on_a_phone_covers_nothing_that_is_meant(guests, size):
    page = guests.page("/lesson/london", size=size, language="ja")
    pupil = Pupil(page)
    pupil.coach.wait_for()
    still.watch(page)
    if size == "phone":
        check_both_themes(page, "a lesson on a phone")
    while pupil.step != "grey-route":
        page.locator("[data-ring]").wait_for()
        if page.locator("[data-ring]").get_attribute("data-ring") != WHOLE_BOARD:
            assert pupil.covered() == 0, pupil.seen[-1]
        pupil.go_on()
    texts = [bubble.texts["ja"] for step in LONDON.steps[:4] for bubble in step.says]
    assert len(pupil.read) >= len(texts)
    assert still.moved(page) == []


def test_a_detour_is_answered_and_the_lesson_is_left_and_resumed(guests):
    page = guests.page("/lesson/london")
    pupil = Pupil(page)
    pupil.coach.wait_for()
    address = page.url
    pupil.until(lambda: pupil.step == "claim")
    page.locator("[data-coach][data-try]").wait_for()
    page.locator("[data-target='draw deck']").click()
    expect(page.locator("[data-coach][data-strayed]")).to_contain_text("No hurry.")

    page.get_by_role("button", name="Leave the lesson").click()
    expect(pupil.coach).to_have_count(0)
    expect(page.locator("[data-ring]")).to_have_count(0)
    seq = sequence(page)
    page.locator("[data-target='draw deck']").click()
    page.wait_for_function(LATER, arg=seq)
    page.reload()
    page.locator("[data-board]").wait_for()
    expect(pupil.coach).to_have_count(0)

    page.goto("/games")
    expect(page.locator("a", has_text="London")).to_contain_text("lesson")
    page.goto("/lesson/london")
    pupil.coach.wait_for()
    assert page.url == address
    assert pupil.step == "claim"


def test_the_coach_by_keyboard_and_for_a_screen_reader(guests):
    page = guests.page("/lesson/london")
    pupil = Pupil(page)
    told = pupil.coach.locator("[aria-live=polite]")
    expect(told).to_contain_text("Welcome to London!")
    page.get_by_role("button", name="Next").focus()
    page.keyboard.press("Enter")
    expect(told).to_contain_text("These are your tickets.")
    expect(page.get_by_role("button", name="Show me")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-offer='1'][data-pointed]")).to_be_visible()
    expect(page.locator("[data-ring]")).to_have_css("animation-name", "none")
    page.get_by_role("button", name="Back").press("Enter")
    expect(told).to_contain_text("Welcome to London!")
    cap = page.get_by_role("button", name="Fold the coach's card")
    cap.press("Enter")
    expect(told).to_have_text("")
    expect(page.locator("[data-ring]")).to_have_count(0)
    page.get_by_role("button", name="Unfold the coach's card").press("Enter")
    expect(told).to_contain_text("Welcome to London!")


def test_a_lesson_that_is_not_there(guests):
    page = guests.page("/lesson/paris")
    expect(page.get_by_role("alert")).to_have_text("There is no lesson for this game.")
    guests.expect_complaints("404")
