"""Puzzles in the browser: solved by clicks and keys, with the streak kept."""

import json

import pytest

import ekiben
from ekiben import puzzles
from ekiben.server.jobs import PuzzleJob
from ekiben.server.puzzle_positions import puzzle_json

from .guests import check_both_themes, findings

# small boards first: they are looked through quickly
GAMES = sorted(ekiben.games(), key=lambda game: game != "london")
ALL = [one for game in GAMES for one in puzzles.load(game)]
KEPT = "() => JSON.parse(localStorage.getItem('ekiben-puzzles'))"


def one_that(fits):
    found = next((one for one in ALL if fits(one)), None)
    if found is None:
        pytest.fail("no puzzle of the box is like this")
    return found


def begins_with(verb):
    """A puzzle whose best choice is an action of this verb."""
    return one_that(lambda one: one.best.trip is None and one.best.actions[0].split()[0] == verb)


def open_puzzle(page, puzzle):
    page.goto(f"/puzzles/{puzzle.id}")
    page.locator("[data-seq]").wait_for(state="attached")


def keep_tickets(page, action):
    """Tick the tickets of an offer and press the button under them."""
    for place in action.split()[1:]:
        page.locator(f'[data-offer="{place}"]').click()
    page.locator('[data-target="keep"]').click()


def confirm(page):
    page.locator(".task .picked .primary").click()
    page.locator(".verdict").wait_for()


def test_a_right_and_a_wrong_answer(guests):
    """Tickets on a desktop: first right, then another puzzle wrong, then right without credit."""
    first = one_that(lambda one: one.kind == "tickets")
    second = one_that(lambda one: one.kind == "tickets" and one.id != first.id)
    page = guests.page("/puzzles")
    page.locator("main .panel").first.wait_for()
    check_both_themes(page, "all puzzles")
    open_puzzle(page, first)
    keep_tickets(page, first.best.actions[0])
    assert page.locator(".verdict").count() == 0  # a click alone is no answer
    page.keyboard.press("Escape")
    page.locator(".task .picked").wait_for(state="detached")
    page.locator('[data-target="keep"]').click()
    confirm(page)
    assert page.locator(".verdict.right").is_visible()
    assert page.locator(".streak svg").is_visible()
    assert page.locator("figure li").count() == min(4, len(first.choices))
    assert page.locator(".reason").inner_text()
    page.locator("[data-ring]").wait_for()
    check_both_themes(page, "a solution")
    kept = page.evaluate(KEPT)
    assert (kept["streak"], kept["answers"][first.id]["right"]) == (1, True)
    assert kept["rating"] > 1200

    open_puzzle(page, second)
    wrong = second.choices[-1]
    keep_tickets(page, wrong.actions[0])
    confirm(page)
    assert page.locator(".verdict.right").count() == 0
    assert page.locator("figure li", has=page.locator(".yours")).count() == 1
    assert page.evaluate(KEPT)["streak"] == 0
    page.get_by_role("button", name="Try again").click()
    page.locator(".verdict").wait_for(state="detached")
    keep_tickets(page, second.best.actions[0])
    confirm(page)
    assert page.locator(".verdict.right").is_visible()
    assert page.evaluate(KEPT)["answers"][second.id]["right"] is False
    page.reload()
    page.locator("[data-seq]").wait_for(state="attached")
    assert (page.evaluate(KEPT)["streak"], page.evaluate(KEPT)["best"]) == (0, 1)


def test_a_route_is_claimed_by_keys(guests):
    """The board's ordinary keys select, Enter confirms, and the next puzzle is another one."""
    puzzle = begins_with("claim")
    page = guests.page("/puzzles")
    open_puzzle(page, puzzle)
    route = puzzle.best.actions[0].split()[1]
    page.locator(f'[data-target="route:{route}"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.closest('.task .picked') !== null")
    page.keyboard.press("Enter")
    page.locator(".verdict.right").wait_for()
    page.locator(f'[data-ring="claim {route}"]').wait_for()
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_url(lambda url: "/puzzles/" in url and not url.endswith(puzzle.id))
    page.locator(".task").wait_for()


def test_japanese_on_a_phone(guests):
    puzzle = begins_with("draw")
    page = guests.page("/puzzles", size="phone", language="ja")
    page.locator("main .panel").first.wait_for()
    open_puzzle(page, puzzle)
    page.locator(".strip .task").wait_for()
    page.locator(f'[data-target="{puzzle.best.actions[0]}"]').first.click()
    confirm(page)
    assert page.locator(".verdict.right").is_visible()
    assert "正解" in page.locator(".verdict").inner_text()
    page.get_by_role("button", name="EN").click()
    page.get_by_text("Right!").wait_for()
    assert findings(page) == []


@pytest.mark.parametrize("size", ["desk", pytest.param("sideways", marks=pytest.mark.deep)])
def test_a_trip_is_chosen_by_its_card(guests, size):
    """Its way is on the map while it is pointed at; the best one's once that is known."""
    puzzle = one_that(lambda one: one.best.trip is not None)
    found = json.loads(puzzle_json(PuzzleJob(puzzle.id, "position", "", "en")))
    keys = [trip["key"] for trip in found["trips"]]
    right = next(key for key in keys if solved(puzzle, key))
    page = guests.page("/puzzles", size=size)
    open_puzzle(page, puzzle)
    cards = page.locator("fieldset label")
    assert cards.count() == len(keys) and page.locator(".shown").count() == 0
    page.locator(f'input[value="{right}"]').focus()
    page.locator(".shown .later").wait_for(state="attached")
    page.locator(f'input[value="{right}"]').check(force=True)
    confirm(page)
    assert page.locator(".verdict.right").is_visible()
    page.locator(".shown .later").wait_for(state="attached")
    if size == "sideways":
        check_both_themes(page, "a trip, sideways")


def solved(puzzle, key):
    return json.loads(puzzle_json(PuzzleJob(puzzle.id, "answer", key, "en")))["right"]


def test_the_puzzle_of_the_day(guests):
    """It is on top of all puzzles; a stranger's link and a wrong one work too."""
    page = guests.page("/puzzles")
    page.locator("section", has=page.locator("#today")).get_by_role("link").click()
    page.locator("[data-seq]").wait_for(state="attached")
    assert page.url.rpartition("/")[2] in {one.id for one in ALL}
    page.goto("/puzzles")
    page.locator("section[aria-labelledby=archive] li").first.wait_for()
    page.get_by_role("radio", name="London").check(force=True)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/puzzles/london-*?game=london")
    page.goto("/puzzles/london-none")
    page.get_by_role("alert").wait_for()
    guests.expect_complaints("404")
