"""A pupil who looks closely: at every bubble of a guided game everything has to be in its place, and
the words have to be those of the lesson's file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NothingCame

from ekiben import lessons
from ekiben.lessons.lesson import Bubble, Lesson

from .guests import click_route
from .pupil import Pupil, Said

PATIENCE = 15_000  # milliseconds
THINKING = 120_000  # of interpreted bots
MARK = re.compile(r"⟦[^⟧]*⟧")
SAID = """(box) => [box.dataset.aside ?? box.dataset.step, box.querySelector('.words').innerText]"""
# What is not in its place; nothing once the page has come to rest.
MISPLACED = """(points) => {
  const around = (outer, inner) => outer.left <= inner.left + 0.5 && outer.top <= inner.top + 0.5
    && outer.right >= inner.right - 0.5 && outer.bottom >= inner.bottom - 0.5;
  const width = (one, two) => Math.min(one.right, two.right) - Math.max(one.left, two.left);
  const height = (one, two) => Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const told = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(' ');
  const box = document.querySelector('[data-coach]');
  const ring = document.querySelector('[data-ring]');
  const meant = document.querySelector('[data-pointed]');
  if (!box || !points !== !ring) return [`coach: ${!!box}, ring: ${!!ring}`];
  const at = box.getBoundingClientRect(), wrong = [];
  if (!around(screen, at)) wrong.push(`the box ${told(at)} is not wholly on the screen`);
  const words = box.querySelector('.words');
  if (!words || !around(at, words.getBoundingClientRect())) wrong.push('the words do not fit');
  if (!ring) return wrong;
  const ringed = ring.getBoundingClientRect(), target = (meant ?? ring).getBoundingClientRect();
  const seen = meant?.matches('[data-place]') ? width(screen, target) > 0 && height(screen, target) > 0
    : around(screen, target);
  if (!seen) wrong.push(`${told(target)} is not on the screen`);
  if (!around(ringed, target)) wrong.push(`the ring ${told(ringed)} is not around ${told(target)}`);
  if (!meant?.matches('[data-place=board]') && width(at, target) > 0 && height(at, target) > 0)
    wrong.push(`the box ${told(at)} lies over ${told(target)}`);
  const { x, y, width: w, height: h } = target;
  if (meant?.matches('button') && !meant.contains(document.elementFromPoint(x + w / 2, y + h / 2)))
    wrong.push(`something lies over ${told(target)}`);
  return wrong.map((one) => `${box.dataset.step} ${box.dataset.bubble}, ${ring.dataset.ring}: ${one}`);
}"""
# What the ring lies over, and in which position of the game.
RINGED = """() => JSON.stringify([document.querySelector('[data-seq]').dataset.seq,
  ...['[data-ring]', '[data-pointed]'].map((one) => document.querySelector(one)?.outerHTML)])"""
# The same once the ring has looked again: it does when the window changes, else a little later.
LOOKED = f"""() => new Promise((done) => {{
  dispatchEvent(new Event('resize'));
  requestAnimationFrame(() => requestAnimationFrame(() => done(({RINGED})())));
}})"""
SINGLE = "() => document.querySelector('[data-ring]') && !document.querySelector('[data-pointed][data-place]')"
RIGHT = f"(points) => ({MISPLACED})(points).length === 0"


@dataclass
class Learner(Pupil):
    """A page with a lesson, in the language of its reader."""

    lesson: Lesson = field(default_factory=lambda: lessons.load("london"))
    language: str = "en"

    @classmethod
    def at(cls, page: Page, game: str, language: str = "en") -> Learner:
        """Begin the lesson of a game, or go on with it."""
        page.set_default_timeout(THINKING)
        page.goto(f"/lesson/{game}")
        learner = cls(page, lesson=lessons.load(game), language=language)
        learner.coach.wait_for()
        return learner

    @property
    def steps(self) -> list[str]:
        """The steps gone through, in order."""
        return list(dict.fromkeys(said.step for said in self.seen))

    def until_step(self, name: str) -> None:
        self.until(lambda: self.step == name)
        self.look()

    def hear_the_end(self) -> None:
        """Read the last words; then the coach leaves one alone."""
        while self.coach.count():
            self.look()
            self.click(self.coach.locator("[data-next]"))

    def look(self) -> Said:
        """When it is the learner's turn: the words are right, and everything is in its place."""
        self.wait_for_turn()
        self.ringed()
        points = bool(self.bubble.point)
        try:
            self.page.wait_for_function(RIGHT, arg=points, timeout=PATIENCE)
        except NothingCame:
            raise AssertionError(self.page.evaluate(MISPLACED, points)) from None
        return super().look()

    @property
    def bubble(self) -> Bubble:
        """What the file has the coach say now, in the reader's language."""
        said = {step.id: (*step.says, *step.instead) for step in self.lesson.steps}
        said |= {aside.id: aside.says for aside in self.lesson.asides}
        name, words = self.coach.evaluate(SAID)
        for bubble in said.get(name, self.lesson.finish):
            if fits(squeezed(words), bubble.texts[self.language]):
                return bubble
        raise AssertionError(f"{name}: {words}")

    def do(self) -> None:
        """Click what is meant; where that is no single thing, ask to be shown."""
        if self.page.locator("[data-pointed][data-place]").count():
            self.click(self.coach.locator("[data-next]"))
            self.page.wait_for_function(SINGLE)
        before = self.ringed()
        self.click_pointed()
        self.clicks += 1
        self.page.wait_for_function(f"(before) => ({RINGED})() !== before", arg=before)

    def ringed(self) -> str:
        """What the ring lies over once it has come to rest."""
        before, now = "", self.page.evaluate(LOOKED)
        while now != before:
            before, now = now, self.page.evaluate(LOOKED)
        return str(now)

    def click_pointed(self) -> None:
        """A place on a map is no element: click in the middle of the ring."""
        pointed = self.page.locator("[data-pointed]")
        if not pointed.count():
            box = self.page.locator("[data-ring]").bounding_box()
            assert box is not None
            self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        elif pointed.get_attribute("data-item") == "route":
            click_route(self.page, pointed)
        else:
            pointed.click()


class KeyboardLearner(Learner):
    """Without a mouse: what is meant gets the focus, and Enter chooses it."""

    def click(self, what: Locator) -> None:
        self.press(what)
        self.clicks += 1

    def click_pointed(self) -> None:
        self.press(self.page.locator("[data-pointed]"))

    def press(self, what: Locator) -> None:
        """Tab reaches buttons; the arrow keys of the board reach its routes."""
        assert what.evaluate("(one) => one.tabIndex >= 0 || one.matches('[data-item=route]')")
        what.focus()
        expect(what).to_be_focused()
        self.page.keyboard.press("Enter")


def squeezed(text: str) -> str:
    return "".join(text.split())


def fits(shown: str, text: str) -> bool:
    """Whether a text of the file is what is shown; its marks are drawn as cards."""
    at = 0
    for part in map(squeezed, MARK.split(text)):
        at = shown.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True
