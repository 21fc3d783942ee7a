"""People with browsers: every page notes what it complains about.

Is asked about it at the end.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page

from .contrast import poor_texts
from .stage import ROOT, SIZES, Laid

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
TOLD = "securitypolicyviolation"
POLICY = (
    f"addEventListener('{TOLD}', (event) => console.error('{TOLD}', event.violatedDirective, "
    "event.blockedURI))"
)
# said once: what a test chooses later stays
COACH = """if (location.protocol === 'http:') localStorage.getItem('ekiben-settings') ??
  localStorage.setItem('ekiben-settings', '{"coach":"%s"}')"""
FINDINGS = """async (only) => (await axe.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) })).violations
  .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(' ') + ' ' + node.failureSummary).join(' | ')}`)"""
COLOURS = ["color-contrast", "link-in-text-block"]
SECONDS = 30_000  # milliseconds: only a hanging page takes so long


class Guests:
    """All browsers of a test."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.asked: list[str] = []  # addresses

    def context(
        self,
        size: str = "desk",
        language: str = "en",
        theme: str = "light",
        motion: str = "reduce",
        coach: str | None = "off",
    ) -> BrowserContext:
        """Somebody's browser, with cookies of its own; None leaves the coach as for new players."""
        context = self.browser.new_context(
            viewport=SIZES[size],
            locale={"en": "en-GB", "ja": "ja-JP"}[language],
            color_scheme=theme,
            reduced_motion=motion,
            has_touch=size != "desk",
            base_url=self.url,
        )
        context.set_default_timeout(SECONDS)
        context.add_init_script(POLICY)
        if coach is not None:
            context.add_init_script(COACH % coach)
        context.on("page", self.listen)
        context.on("request", lambda request: self.asked.append(request.url))
        self.contexts.append(context)
        return context

    def listen(self, page: Page) -> None:
        page.on(
            "console",
            lambda said: self.complaints.append(said.text) if said.type == "error" else None,
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def page(self, path: str = "/", **looks: Any) -> Page:
        page = self.context(**looks).new_page()
        page.goto(path)
        return page

    def arrive(self, link: str, name: str = "", **looks: Any) -> Page:
        """By an invitation; without a name the seat keeps its own."""
        page = self.page(link, **looks)
        give_name(page, name)
        return page

    def sit(self, table: Laid, seat: int = 0, **looks: Any) -> Page:
        """At a table that is laid, with the seat's token."""
        context = self.context(**looks)
        context.add_cookies([table.cookie(self.url, seat)])
        page = context.new_page()
        page.goto(table.path)
        page.locator("[data-seq]").wait_for(state="attached")
        return page

    def expect_complaints(self, *parts: str) -> None:
        """Complaints that belong to what is tested."""
        self.complaints = [one for one in self.complaints if not any(part in one for part in parts)]

    def leave(self) -> None:
        for context in self.contexts:
            context.close()
        assert self.complaints == [], self.complaints


def give_name(page: Page, name: str = "") -> None:
    """Answer the question for a name, and sit down."""
    sit_down, without = (page.locator("main form button").nth(n) for n in (0, 1))
    without.wait_for()
    if name:
        page.locator("main form input").fill(name)
        sit_down.click()
    else:
        without.click()
    page.locator("[data-seq]").wait_for(state="attached")


def findings(page: Page, only: list[str] | None = None) -> list[str]:
    """What axe-core has to say about the page as it is, or some of its rules; the content policy
    forbids the page itself to load it.
    """
    if not page.evaluate("() => 'axe' in window"):
        if not AXE.exists():
            raise RuntimeError(f"{AXE} is not there: python hatch_build.py installs it")
        page.evaluate(Path(AXE).read_text(encoding="utf-8"))
    return list(page.evaluate(FINDINGS, only))


def check_both_themes(page: Page, where: str) -> None:
    """Everything in the light, then what another theme can change: the colours."""
    for theme, rules in (("light", None), ("dark", COLOURS)):
        page.emulate_media(color_scheme=theme)
        page.locator(f"html[data-theme={theme}]").wait_for()
        found = findings(page, rules) + poor_texts(page)
        assert not found, f"{where}, {theme}: {found}"
    page.emulate_media(color_scheme="light")


def sequence(page: Page) -> int:
    return int(page.locator("[data-seq]").get_attribute("data-seq") or -1)


def settled_sequence(page: Page) -> int:
    """Once all bots have moved and the seat is asked again: nothing changes by itself now."""
    page.locator(".question.mine, dialog[open]").first.wait_for()
    return sequence(page)


def spot(route: Locator) -> tuple[float, float]:
    """Where on the screen a route can be pointed at: a point of its line with nothing above it."""
    found = route.evaluate("""(group) => {
      const line = group.querySelector('.hit'), matrix = line.getScreenCTM();
      for (const share of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88]) {
        const at = line.getPointAtLength(line.getTotalLength() * share).matrixTransform(matrix);
        if (document.elementFromPoint(at.x, at.y)?.closest('.route') === group) return [at.x, at.y];
      }
      return null;
    }""")
    assert found is not None, f"nothing of {route.get_attribute('aria-label')} can be clicked"
    return found[0], found[1]


def click_route(page: Page, route: Locator) -> None:
    page.mouse.click(*spot(route))
