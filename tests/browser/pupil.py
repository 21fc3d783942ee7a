"""Somebody at a lesson: reads what the coach says, clicks what the ring lies over, and counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from playwright.sync_api import Locator, Page

from .guests import click_route, sequence

WORDS_A_MINUTE = 200
SECONDS_A_CLICK = 1.0
# the learner is asked something, or is through, and no answer is under way
READY = """() => document.querySelector('[data-seq]')?.dataset.busy === 'false'
  && document.querySelector('.question.mine, dialog[open], [data-step=finish]')"""
# after what only prepares an action the ring moves on; everything else changes the position, and a
# route is claimed and paid for with one click
ANSWERED = """([element, seq]) => element.matches('[data-offer], [data-item], [data-tab]')
  ? !element.isConnected || !element.hasAttribute('data-pointed')
  : Number(document.querySelector('[data-seq]').dataset.seq) >=
    seq + (element.dataset.target?.startsWith('claim') ? 2 : 1)"""

MARKS = "(coach, names) => names.map((name) => coach.getAttribute(`data-${name}`) ?? '')"


class Said(NamedTuple):
    """One of the things that the coach says, by its marks in the page."""

    step: str
    aside: str
    bubble: str
    bubbles: str
    strayed: str


@dataclass
class Pupil:
    """A page with a lesson; `clicks` and `read` are what it took so far."""

    page: Page
    clicks: int = 0
    read: list[str] = field(default_factory=list)
    seen: list[Said] = field(default_factory=list)

    @property
    def coach(self) -> Locator:
        return self.page.locator("[data-coach]")

    def mark(self, name: str) -> str:
        return self.coach.get_attribute(f"data-{name}") or ""

    @property
    def step(self) -> str:
        return self.mark("step")

    def now(self) -> Said:
        """Which bubble is shown; all its marks are of the same moment."""
        return Said(*self.coach.evaluate(MARKS, Said._fields))

    @property
    def seconds(self) -> float:
        """How long a person takes who reads everything once and then clicks."""
        words = sum(len(re.findall(r"[\w’'–-]+", text)) for text in self.read)
        return words * 60 / WORDS_A_MINUTE + self.clicks * SECONDS_A_CLICK

    def click(self, what: Locator) -> None:
        what.click()
        self.clicks += 1

    def begin(self, door: Locator) -> None:
        self.click(door)
        self.coach.wait_for()

    def go_on(self) -> None:
        """Read what is said now, and answer it: with the coach's button or at the table."""
        said = self.look()
        if said.aside or said.bubble != said.bubbles:
            self.click(self.page.locator("[data-next]"))
        else:
            self.page.locator("[data-coach][data-try]").wait_for()
            self.do()

    def wait_for_turn(self) -> None:
        """From then on the coach says the same until the learner acts."""
        self.page.wait_for_function(READY)

    def look(self) -> Said:
        """Note what is said when it is the learner's turn, and return it."""
        self.wait_for_turn()
        said = self.now()
        if said not in self.seen:
            self.seen.append(said)
            self.read.append(self.coach.locator("[aria-live]").inner_text())
        return said

    def do(self) -> None:
        """Click what the ring lies over."""
        pointed = self.page.locator("[data-pointed]")
        pointed.wait_for()
        element = pointed.element_handle()
        seq = sequence(self.page)
        if pointed.get_attribute("data-item") == "route":
            click_route(self.page, pointed)
            self.clicks += 1
        else:
            self.click(pointed)
        self.page.wait_for_function(ANSWERED, arg=[element, seq])

    def until(self, there: Callable[[], bool]) -> None:
        for _ in range(200):
            if there():
                return
            self.go_on()
        raise AssertionError(f"the lesson is stuck: {self.seen[-3:]}")

    def covered(self) -> float:
        """How many square pixels of the ring lie under the coach's box."""
        box, ring = self.coach.bounding_box(), self.page.locator("[data-ring]").bounding_box()
        assert box and ring
        sides = [
            min(box[at] + box[size], ring[at] + ring[size]) - max(box[at], ring[at])
            for at, size in (("x", "width"), ("y", "height"))
        ]
        return max(0.0, sides[0]) * max(0.0, sides[1])
