"""Every guided game by clicks: a person does what the coach says, and looks at every bubble whether
box and ring are where they should be.
"""

import pytest
from playwright.sync_api import expect

from ekiben import lessons

from . import still
from .guests import check_both_themes, sequence
from .learner import KeyboardLearner, Learner
from .player import Player

GAMES = lessons.names()
WHOLE = 300  # seconds of guidance, with reading
FIRST = {  # the step after the first route or delivery, and within how many seconds it comes
    "america": ("take-wild", 120),
    "europe": ("tunnel", 120),
    "great-lakes": ("train-route", 150),
    "london": ("bus-card", 120),
    "tokyo": ("extend", 300),
}
# The others are gone through in every run of the tests as well, in another way: London on a desktop
# and a phone in test_lessons.py, America by keyboard.
ALWAYS = {("europe", "desk", "en"), ("great-lakes", "phone", "ja"), ("tokyo", "desk", "en")}
MATRIX = [
    pytest.param(*row, marks=() if row in ALWAYS else pytest.mark.deep)
    for row in (
        (game, size, language)
        for game in GAMES
        for size in ("desk", "phone", "sideways")
        for language in ("en", "ja")
    )
]
DETOURS = {
    "america": "claim",
    "europe": "ferry",
    "great-lakes": "ship-route",
    "london": "claim",
    "tokyo": "run",
}
ELSEWHERE = "[data-deck] button.legal, [data-target=stop]"  # to a deck, or no further
THINKING = {
    "tokyo": 150_000
}  # milliseconds that its bots may take for a turn, without machine code
LATER = "(seq) => Number(document.querySelector('[data-seq]').dataset.seq) > seq"


@pytest.fixture
def pupils(request, game):
    """With machine code where bots think for long."""
    return request.getfixturevalue("swift_guests" if game in THINKING else "guests")


def patient(page, game):
    if game in THINKING:
        page.set_default_timeout(THINKING[game])
    return page


@pytest.mark.parametrize(("game", "size", "language"), MATRIX)
def test_a_guided_game(pupils, game, size, language):
    page = patient(pupils.page("/", size=size, language=language), game)
    learner = Learner.at(page, game, language)
    still.watch(learner.page)
    first, seconds = FIRST[game]
    learner.until_step(first)
    assert language == "ja" or learner.seconds < seconds
    learner.until_step("finish")
    assert learner.steps == [*(step.id for step in learner.lesson.steps), "finish"]
    assert not any(said.strayed for said in learner.seen)
    learner.hear_the_end()
    expect(learner.page.locator("[data-ring]")).to_have_count(0)
    assert still.moved(learner.page) == []
    assert language == "ja" or learner.seconds < WHOLE


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game == "europe" else pytest.mark.deep) for game in GAMES],
)
def test_a_detour_a_closed_page_and_back(pupils, game):
    """The coach takes it as it comes, and the lesson goes on at the same table to its end."""
    learner = Learner.at(patient(pupils.page("/"), game), game)
    address, context = learner.page.url, learner.page.context
    learner.until_step(DETOURS[game])
    go_elsewhere(learner.page)
    expect(learner.page.locator("[data-strayed]")).to_have_count(1)
    learner.page.close()

    back = Learner.at(patient(context.new_page(), game), game)
    assert (back.page.url, back.step) == (address, DETOURS[game])
    back.look()
    step = next(step for step in back.lesson.steps if step.id == DETOURS[game])
    assert back.bubble in (step.instead or step.says)
    back.until_step("finish")
    back.hear_the_end()


def go_elsewhere(page):
    """Do what the coach did not ask for; the end of a move is asked twice."""
    before, other = sequence(page), page.locator(ELSEWHERE).last
    other.click()
    page.locator(f'.ends .warning, [data-seq]:not([data-seq="{before}"])').first.wait_for(
        state="attached"
    )
    if sequence(page) == before:
        other.click()
    page.wait_for_function(LATER, arg=before)


def test_a_guided_game_by_keyboard(guests):
    """Keys alone, from the first bubble to the coach's leave; axe has nothing to say on the way."""
    learner = KeyboardLearner.at(guests.page("/"), "america")
    learner.until_step("claim")
    check_both_themes(learner.page, "a claim in a guided game")
    learner.until_step("finish")
    learner.hear_the_end()
    for _ in ("draw tickets", "be sure"):
        learner.press(learner.page.locator("[data-target=tickets]"))
    learner.coach.wait_for()  # who speaks up when something new happens
    learner.look()
    assert learner.mark("aside") == "more-tickets"


@pytest.mark.deep
@pytest.mark.parametrize("game", ["america", "europe", "great-lakes"])
def test_the_coach_speaks_up_until_the_end(guests, game):
    learner = Learner.at(guests.page("/"), game)
    learner.until_step("finish")
    learner.hear_the_end()
    player, told = Player(learner.page), set()
    learner.wait_for_turn()
    while not player.end.count():
        while learner.coach.count():
            learner.look()
            told.add(learner.mark("aside"))
            learner.click(learner.coach.locator("[data-next]"))
        player.step()
        learner.page.locator(".question.mine, dialog[open]").first.wait_for()
    assert told >= {"last-rounds" if game == "great-lakes" else "last-round"}
    player.end.get_by_role("button", name="See the board").click()
    expect(learner.coach).to_have_attribute("data-aside", "end")
