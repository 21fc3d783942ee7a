"""Somebody who plays by clicking: whatever the page offers, chosen by a known lot."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

from playwright.sync_api import Locator, Page

from .guests import click_route, sequence

CLAIMS, TICKETS, BUILDINGS = 0.7, 0.06, 0.15  # how often, where it can be done
CITIES = ("Tokyo", "Chiba", "Mito", "Utsunomiya", "Maebashi", "Yokohama")


def new_table(
    page: Page, game: str = "london", seats: str = "you bot", level: str = "easy", **wish: Any
) -> str:
    """The address of a new table that belongs to the page's browser; `seats` by kind."""
    wishes = [
        {"kind": kind, **({"level": level} if kind == "bot" else {})} for kind in seats.split()
    ]
    origin = re.match(r"https?://[^/]+", page.url)
    assert origin is not None
    answer = page.request.post(
        "/api/tables",
        data={"game": game, "options": {}, "seats": wishes, **wish},
        headers={"origin": origin[0]},
    )
    assert answer.status == 201, answer.text()
    return f"/t/{answer.json()['table']}"


def sit_down(page: Page, *wishes: Any, **more: Any) -> None:
    """At a new table."""
    page.goto(new_table(page, *wishes, **more))
    page.locator("[data-seq]").wait_for(state="attached")


class Player:
    """One seat's hand on the mouse. `did` counts what was done."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page, self.luck, self.did = page, random.Random(seed), Counter[str]()
        self.end = page.locator("dialog[open]")

    # ---- going on
    def until(self, count: int = 10_000, done: str = "") -> Player:
        """So many actions, or the end of the game; `done` stops after an action of that name."""
        for _ in range(count):
            self.page.locator(".question.mine, dialog[open]").first.wait_for()
            if self.end.count():
                break
            self.step()
            if done and self.did[done]:
                break
        return self

    def step(self) -> None:
        before = sequence(self.page)
        what = self.tokyo() if self.page.locator(".tokyo").count() else self.routes()
        self.did[what] += 1
        self.page.locator(f'[data-seq]:not([data-seq="{before}"])[data-busy=false]').wait_for(
            state="attached"
        )

    def some(self, found: Locator) -> Locator:
        return found.nth(self.luck.randrange(found.count()))

    def there(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    # ---- route games
    def routes(self) -> str:
        answers = {
            ".keep": self.keep,
            ".pieces": self.pieces,
            ".tunnel": self.tunnel,
            ".pay": self.pay,
            ".gap.asked": self.refill,
        }
        for selector, answer in answers.items():
            if self.there(selector):
                return answer()
        return self.turn()

    def keep(self) -> str:
        """More and more of the offer, until it is enough."""
        offered, keep = self.page.locator(".keep li button"), self.page.locator(".keep .primary")
        for n in range(offered.count()):
            offered.nth(n).click()
            if keep.get_attribute("aria-disabled") == "false":
                break
        keep.click()
        return "keep"

    def pieces(self) -> str:
        self.page.locator(".pieces .primary").click()
        return "pieces"

    def tunnel(self) -> str:
        """The first button: it pays where that can be done, else it withdraws."""
        self.page.locator(".tunnel .primary").click()
        self.page.locator(".pay, .question:not(:has(.tunnel))").first.wait_for()
        if self.there(".pay"):
            self.pay()
        return "tunnel"

    def pay(self) -> str:
        self.page.locator(".pay .primary").click()
        return "pay"

    def refill(self) -> str:
        self.page.locator(".question .button.primary").first.click()
        return "refill"

    def turn(self) -> str:
        claims, draws = (
            self.page.locator(".route.claimable"),
            self.page.locator(".market button.legal"),
        )
        builds = self.page.locator('.city[aria-label*="you can build"]')
        tickets = self.page.get_by_role("button", name="Draw tickets")
        if claims.count() and self.luck.random() < CLAIMS:
            return self.claim(self.some(claims))
        if builds.count() and self.luck.random() < BUILDINGS:
            return self.build(self.some(builds))
        if (
            tickets.count()
            and tickets.get_attribute("aria-disabled") == "false"
            and (self.luck.random() < TICKETS or not draws.count())
        ):
            return self.tickets(tickets)
        if draws.count():
            self.some(draws).click()
            return "draw"
        if claims.count():
            return self.claim(self.some(claims))
        self.page.get_by_role("button", name="Pass", exact=True).click()
        return "pass"

    def claim(self, route: Locator) -> str:
        click_route(self.page, route)
        self.page.locator(".chosen.legal .button").first.click()
        return "claim"

    def build(self, city: Locator) -> str:
        city.click(force=True)
        self.page.locator(".question .primary").click()
        return "build"

    def tickets(self, button: Locator) -> str:
        button.click()
        self.page.locator(".question .primary").click()
        return "tickets"

    # ---- Tokyo
    def tokyo(self) -> str:
        """Unload, load, go for a job, build towards one; else the end of the step."""
        for verb in ("Unload", "Load", "Lose"):
            here = self.page.locator(".here button", has_text=re.compile(f"^\\s*{verb}"))
            if here.count():
                here.first.click()
                return verb.lower()
        question = self.page.locator(".question")
        if question.get_by_role("button", name="End the move").count():
            return self.planned("run") or self.finish("stop")
        if question.get_by_role("button", name="End the turn").count():
            return self.planned("build") or self.finish("done")
        return self.place()

    def place(self) -> str:
        self.aim(self.luck.choice(CITIES))
        self.page.locator(".plan .primary").click()
        return "place"

    def aim(self, place: str) -> None:
        self.page.get_by_label("City or port").fill(place)
        self.page.keyboard.press("Enter")
        self.page.locator(".plan").wait_for()

    def planned(self, what: str) -> str:
        """Towards the first load, or some job; nothing where that cannot be done now."""
        loads, goes = self.page.locator("button.load"), self.page.locator(".jobs li .button.plain")
        if not loads.count() and not goes.count():
            return ""
        (
            loads.first if loads.count() else goes.nth(self.luck.randrange(min(5, goes.count())))
        ).click()
        self.page.locator(".plan").wait_for()
        if not self.there(".plan .primary"):
            return ""
        self.page.locator(".plan .primary").click()
        return what

    def finish(self, what: str) -> str:
        """Asked twice where something would be missed."""
        button, before = self.page.locator(".ends .button").last, sequence(self.page)
        button.click()
        self.page.locator(f'.ends .warning, [data-seq]:not([data-seq="{before}"])').first.wait_for(
            state="attached"
        )
        if sequence(self.page) == before:
            button.click()
        return what
