"""Watches that nothing at a table moves: every frame compares the boxes of its parts."""

from __future__ import annotations

from playwright.sync_api import Page

PARTS = (
    "div.frame > .bar",
    "aside",
    ".board",
    "[data-board]",
    ".prompt",
    ".market",
    "[data-slot]",
    "[data-deck]",
    "[data-hand]",
    ".panel-turn",
    ".panel-jobs",
)
WATCH = """(parts) => {
  const boxes = new Map();
  window.moved = [];
  const look = () => {
    for (const part of parts) document.querySelectorAll(part).forEach((one, n) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      if (width === 0) return;                           // out of sight: another panel is shown
      const name = `${part} ${n}`, box = [x, y, width, height].map((at) => at.toFixed(1)).join(' ');
      const before = boxes.get(name);
      if (before !== undefined && before !== box) window.moved.push(`${name}: ${before} -> ${box}`);
      boxes.set(name, box);
    });
    requestAnimationFrame(look);
  };
  look();
}"""


def watch(page: Page) -> None:
    """From now on, as long as the page is not left."""
    page.locator("[data-board]").wait_for()
    page.evaluate(WATCH, list(PARTS))


def moved(page: Page) -> list[str]:
    """What has moved or changed its size since `watch`, once what is to come has been drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    return list(page.evaluate("() => window.moved"))
