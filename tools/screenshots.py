"""Pictures of every screen, in both languages and two sizes, into screenshots/: python
tools/screenshots.py [PART OF A NAME …]

Games are played by bots with fixed seeds and laid out in a server's folder, so that the same
pictures come every time. The parts given choose among the files' names, for example `tokyo`,
`phone-ja` or `dark`. With --manual only those of the manual are taken, into docs/pictures/.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Literal

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser import stage  # noqa: E402
from browser.guests import click_route, spot  # noqa: E402
from browser.player import new_table  # noqa: E402
from browser.stage import Laid, Position, asks, last_turn, over  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402

import ekiben  # noqa: E402

OUT = ROOT / "screenshots"
JPEG: dict[str, Any] = {"type": "jpeg", "quality": 80}
LOCALES = {"en": "en-GB", "ja": "ja-JP"}
POSITIONS = {
    "america": Position("america", asks("turn", after=150), seats=4),
    "europe": Position("europe", asks("turn", after=150), seats=4, seed=3),
    "great-lakes": Position("great-lakes", asks("turn", after=170), seats=4),
    "london": Position("london", asks("turn", after=70), seats=3, clock_minutes=20, public=True),
    "tokyo": Position("tokyo", asks("move", after=420), seats=3, bot="courier"),
    "tokyo-build": Position("tokyo", asks("build", after=300), seats=3, bot="courier"),
    "tickets": Position("europe", asks("tickets"), seats=3),
    "pieces": Position("great-lakes", asks("pieces"), seats=3),
    "payment": Position("great-lakes", asks("payment", after=120), seats=3),
    "tunnel": Position("europe", asks("tunnel", after=60), seats=3),
    "refill": Position("great-lakes", asks("refill", after=60), seats=3),
    "curtain": Position("london", asks("turn", after=30), people=(0, 1)),
    "america-end": Position("america", over, seats=4),
    "europe-end": Position("europe", over, seats=4, seed=3),
    "great-lakes-end": Position("great-lakes", over, seats=3),
    "london-end": Position("london", over, seats=3),
    "america-last": Position("america", last_turn, seats=3),
    "tokyo-end": Position("tokyo", over, seats=3, bot="courier"),
}


Picture = tuple[str, str, str, str]  # a screen's name, size, language, theme


@dataclass(frozen=True)
class Screen:
    """Where it is, and what is done before the picture is taken. `table`: a position's name; the
    seat's link opens it.
    """

    path: str = ""
    table: str = ""
    act: Callable[[Page], None] | None = None
    ready: str = ".question"
    motion: Literal["reduce", "no-preference"] = "reduce"


def pressed(*selectors: str) -> Callable[[Page], None]:
    """Clicks one after the other."""

    def press(page: Page) -> None:
        for selector in selectors:
            page.locator(selector).first.click()

    return press


def opened(*selectors: str) -> Callable[[Page], None]:
    """Clicks that open a dialog, which is fetched then."""

    def press(page: Page) -> None:
        pressed(*selectors)(page)
        page.locator("dialog[open]").wait_for()

    return press


def refused(page: Page) -> None:
    click_route(page, page.locator(".route.taken").first)
    page.locator(".chosen .why").wait_for()


def chosen(page: Page) -> None:
    click_route(page, page.locator(".route.claimable").first)
    page.locator("div.chosen").wait_for()


def pointed(page: Page) -> None:
    page.mouse.move(*spot(page.locator(".route:not(.claimable):not(.taken)").first))
    page.locator(".pointed").wait_for()


def planned(page: Page) -> None:
    """Towards the load on the train, or the first job on the list, which on a phone is under
    another tab.
    """
    goals, tabs = page.locator("button.load, .jobs li .button.plain"), page.get_by_role("tab")
    elsewhere = not goals.count()
    if elsewhere:
        tabs.nth(1).click()
    goals.first.click()
    if elsewhere:
        tabs.first.click()
    page.locator(".plan").wait_for()


def listed(page: Page) -> None:
    """All jobs as arrows, and on a phone their list."""
    page.locator(".tools [aria-pressed]").first.click()
    if page.get_by_role("tab").count():
        page.get_by_role("tab").nth(1).click()


def replayed(page: Page) -> None:
    page.locator("dialog footer a[href^='/replay']").click()
    page.locator("#ply").fill("60")


def visited(path: str) -> Callable[[Page], None]:
    """Another page in the browser that sits at the table; {table} stands for its id."""

    def visit(page: Page) -> None:
        page.goto(path.format(table=page.url.rpartition("/")[2]))
        page.wait_for_load_state("networkidle")

    return visit


def told(page: Page) -> None:
    """The ceremony at the end of a game, at its first ticket."""
    for _ in range(2):
        before = page.locator("[data-seq]").get_attribute("data-seq")
        page.locator(".question.mine").wait_for()
        deck = page.locator("[data-deck] button")
        if not deck.first.is_visible():
            page.get_by_role("tab").first.click()
        deck.first.click()
        page.locator(f'[data-seq]:not([data-seq="{before}"])').wait_for(state="attached")
    page.locator(".slip").wait_for()


def made(ready: str, **wishes: Any) -> Callable[[Page], None]:
    """A new table of this browser."""

    def make(page: Page) -> None:
        page.goto(new_table(page, **wishes))
        page.locator(ready).first.wait_for()
        page.wait_for_load_state("networkidle")

    return make


def listed_tables(page: Page) -> None:
    """Two tables in the lobby."""
    new_table(page, "europe", "you open bot", listed=True)
    new_table(page, "tokyo", "you open open", listed=True)
    page.reload()
    lobby = page.locator(".lower .box").first
    lobby.locator("li").first.wait_for()
    lobby.scroll_into_view_if_needed()


def chatted(page: Page) -> None:
    """Somebody has said something to the people at the table."""
    made("dialog[open]", game="america", seats="you open bot")(page)
    page.keyboard.press("Escape")
    if page.locator(".bar .phone").is_visible():
        page.locator(".bar .phone").click()
    page.locator("[role=tab][id$=-chat]").click()
    page.locator(".phrases button").first.click()
    page.locator(".chat .lines p").first.wait_for()


def logged(page: Page) -> None:
    if page.locator(".bar .phone").is_visible():
        page.locator(".bar .phone").click()
    page.locator("#text-line").fill("tickets")
    page.keyboard.press("Enter")
    page.locator(".answers p").first.wait_for()


def taught(steps: int) -> Callable[[Page], None]:
    """A lesson, so many bubbles on."""

    def read(page: Page) -> None:
        page.locator("[data-coach]").wait_for()
        for _ in range(steps):
            page.locator("[data-next=more]").click()
        page.locator("[data-ring]").wait_for()

    return read


SETTINGS, CLOSE, GAME = (
    "header button:has(svg):last-of-type",
    "dialog footer button",
    ".game:nth-of-type({}) ",
)
SCREENS = {
    "home": Screen("/", ready=".game .button"),
    "set-up": Screen(
        "/",
        act=pressed(GAME.format(5) + ".doors .button:nth-of-type(2)", "summary"),
        ready=".game .button",
    ),
    "invite": Screen(
        "/",
        act=pressed(GAME.format(2) + ".link", "dialog .primary", "dialog input[readonly]"),
        ready=".game .button",
    ),
    "learn": Screen("/learn", ready="h1"),
    **{f"{game}-card": Screen(f"/learn/{game}", ready="h1") for game in ekiben.games()},
    **{
        f"{game}-lesson": Screen(f"/lesson/{game}", act=taught(1), ready="[data-coach]")
        for game in ekiben.games()
    },
    "puzzles": Screen("/puzzles", ready="h1"),
    **{
        f"{game}-puzzle": Screen(f"/puzzles/{game}-001", ready="[data-board]")
        for game in ekiben.games()
    },
    "watch": Screen("/t/{london}"),
    "yours": Screen(table="london-end", act=visited("/"), ready="dialog[open]"),
    "games": Screen(table="london-end", act=visited("/games"), ready="dialog[open]"),
    "proof": Screen(table="london-end", act=visited("/proof/{table}"), ready="dialog[open]"),
    "daily": Screen("/daily", ready="h1"),
    "lobby": Screen(
        "/",
        act=listed_tables,
        ready=".game .button",
    ),
    "mixing": Screen(
        "/", act=made(".room", game="london", seats="you bot", mixed=True), ready=".game .button"
    ),
    "chat": Screen("/", act=chatted, ready=".game .button"),
    "ceremony": Screen(table="america-last", act=told, motion="no-preference"),
    "settings": Screen(table="london", act=opened(SETTINGS)),
    "seat": Screen(table="america", act=opened(".seats .button.icon")),
    "curtain": Screen(table="curtain", ready=".curtain"),
    "america": Screen(table="america"),
    "america-chosen": Screen(table="america", act=chosen),
    "america-why": Screen(table="america", act=refused),
    "america-pointed": Screen(table="america", act=pointed),
    "europe": Screen(table="europe"),
    "europe-tickets": Screen(table="tickets", act=pressed(".keep li button")),
    "europe-tunnel": Screen(table="tunnel"),
    "great-lakes": Screen(table="great-lakes"),
    "great-lakes-pieces": Screen(table="pieces"),
    "great-lakes-payment": Screen(table="payment"),
    "great-lakes-refill": Screen(table="refill"),
    "london": Screen(table="london"),
    "london-log": Screen(table="london", act=logged),
    "tokyo": Screen(table="tokyo"),
    "tokyo-run": Screen(table="tokyo", act=planned),
    "tokyo-build": Screen(table="tokyo-build", act=planned),
    "tokyo-jobs": Screen(table="tokyo", act=listed),
    **{f"{game}-end": Screen(table=f"{game}-end", ready="dialog[open]") for game in ekiben.games()},
    **{
        f"{game}-end-board": Screen(table=f"{game}-end", act=pressed(CLOSE), ready="dialog[open]")
        for game in ekiben.games()
    },
    "london-replay": Screen(table="london-end", act=replayed, ready="dialog[open]"),
    "tokyo-replay": Screen(table="tokyo-end", act=replayed, ready="dialog[open]"),
    "replay": Screen("/replay", ready="h1"),
    "rules": Screen("/rules", ready="dl"),
    "clause": Screen("/rules/EU-4.1", ready="article"),
    "not-there": Screen("/t/abcdefghijkmnpqr", ready="[role=alert]"),
}


MANUAL = [
    ("america", "desk", "en", "light"),
    ("tokyo-run", "desk", "ja", "light"),
    ("europe", "phone", "en", "light"),
    ("london-end", "desk", "en", "light"),
    ("london-lesson", "desk", "en", "light"),
]


def wanted(parts: list[str]) -> list[Picture]:
    """Name, size, language and theme of the pictures to take: everything in the light, some in the
    dark.
    """
    light = product(SCREENS, stage.SIZES, LOCALES, ["light"])
    dark = product(
        ["home", "america", "europe", "great-lakes", "london", "tokyo", "london-end", "curtain"],
        stage.SIZES,
        ["en"],
        ["dark"],
    )
    found = [
        one for one in (*light, *dark) if not parts or any(part in "-".join(one) for part in parts)
    ]
    if not found:
        raise SystemExit(f"no picture is called so; screens: {', '.join(SCREENS)}")
    return found


def address(screen: Screen, tables: dict[str, Laid]) -> str:
    if screen.table:
        return tables[screen.table].path
    return screen.path.format(**{name: table.id for name, table in tables.items()})


def take(browser: Browser, url: str, tables: dict[str, Laid], picture: Picture, path: Path) -> None:
    name, size, language, theme = picture
    screen = SCREENS[name]
    context = browser.new_context(
        viewport=stage.SIZES[size],
        locale=LOCALES[language],
        color_scheme=theme,
        reduced_motion=screen.motion,
        has_touch=size != "desk",
        base_url=url,
        device_scale_factor=1,
    )
    if screen.table:
        table = tables[screen.table]
        context.add_cookies([table.cookie(url, *table.tokens)])
    page = context.new_page()
    page.goto(address(screen, tables))
    if screen.table:
        page.locator("[data-seq]").wait_for(state="attached")
    page.locator(screen.ready).first.wait_for()
    page.wait_for_load_state("networkidle")
    if screen.act:
        screen.act(page)
        page.wait_for_load_state("networkidle")
    page.screenshot(path=path, **JPEG if path.suffix == ".jpg" else {})
    context.close()


def main(parts: list[str]) -> None:
    manual = parts == ["--manual"]
    folder = ROOT / "docs" / "pictures" if manual else OUT
    if stage.chromium() is None:
        raise SystemExit(
            "pictures are taken with Chromium (Debian, Ubuntu: sudo apt install chromium)"
        )
    folder.mkdir(exist_ok=True)
    paths = {
        one: folder / ("-".join(one) + (".jpg" if manual else ".png"))
        for one in (MANUAL if manual else wanted(parts))
    }
    for game in ("america", "tokyo"):
        ekiben.load(game).builds.fastest()  # bots think long without machine code
    with tempfile.TemporaryDirectory() as data:
        take_all(Path(data), paths)
    print(f"{len(paths)} pictures are in {folder.relative_to(ROOT)}")


def take_all(data: Path, paths: dict[Picture, Path]) -> None:
    needed = {SCREENS[name].table for name, *_ in paths} | {"london"}
    tables = stage.lay(data, {name: one for name, one in POSITIONS.items() if name in needed})
    server = stage.quick_server(data, plain=False)
    try:
        with stage.launched() as browser:
            for picture, path in paths.items():
                take(browser, server.url, tables, picture, path)
    finally:
        server.end()


if __name__ == "__main__":
    main(sys.argv[1:])
