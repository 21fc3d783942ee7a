"""The home page and what it leads to: your games, the lobby, the engine's progress; sounds and
notices at a table.
"""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

import ekiben
from ekiben.bots.levels import NAMES, box_levels, levels
from ekiben.texts import say
from ekiben.texts.tables import tables_text

from .guests import SECONDS, check_both_themes
from .player import Player, sit_down

SIZES = ((1280, 800), (390, 844), (844, 390))
AUDIO = """
  // a test's own looks at the page would count as a person's gestures
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } });
  window.opened = 0;
  const Real = AudioContext;
  window.AudioContext = class extends Real { constructor() { super(); window.opened += 1; } };
"""
NOTICES = """
  window.asked = 0;
  window.notices = [];
  window.Notification = class {
    static permission = 'default';
    static requestPermission() {
      window.asked += 1;
      this.permission = 'granted';
      return Promise.resolve('granted');
    }
    constructor(title, options) { window.notices.push([title, options.tag]); }
    close() { window.notices.push('closed'); }
  };
"""
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def seated(guests, tables, names, **looks):
    """A browser that has sat at these tables before."""
    context = guests.context(**looks)
    context.add_cookies([tables[name].cookie(guests.url, 0) for name in names])
    known = [
        {"table": tables[name].id, "game": name.partition("-")[0], "at": 1.7e12} for name in names
    ]
    context.add_init_script(
        "if (location.protocol === 'http:' && !localStorage.getItem('ekiben-recent')) "
        f"localStorage.setItem('ekiben-recent', {json.dumps(json.dumps(known))})"
    )
    return context


@pytest.fixture
def regular(guests, tables):
    """A browser with a game where it is to move, a finished one, and one whose seat is lost."""
    context = seated(guests, tables, ["london-over", "london-turn", "tokyo-over"])
    context.clear_cookies(name=f"ekiben-{tables['tokyo-over'].id}")
    page = context.new_page()
    page.goto("/")
    return page


def test_your_games_are_seen_without_scrolling(guests, tables, regular):
    yours = regular.get_by_role("region", name="Your games")
    running = yours.locator(f'a[href="{tables["london-turn"].path}"]')
    expect(running).to_contain_text("your turn", timeout=SECONDS)
    expect(running).to_contain_text("with Ben")
    finished = yours.locator(f'a[href="{tables["london-over"].path}"]')
    expect(finished).to_contain_text("of 2")
    for width, height in SIZES:
        regular.set_viewport_size({"width": width, "height": height})
        expect(running).to_be_in_viewport(ratio=1)
        expect(yours.get_by_role("link", name="statistics")).to_be_in_viewport(ratio=1)
    assert regular.evaluate("scrollY") == 0
    regular.set_viewport_size({"width": 1280, "height": 800})
    expect(finished).to_be_in_viewport(ratio=1)
    check_both_themes(regular, "home with games")
    running.click()
    expect(regular).to_have_title("● Your turn – London – Ekiben")
    guests.expect_complaints("403")


def test_all_games_and_statistics(guests, tables, regular):
    regular.get_by_role("link", name="statistics").click()
    gone = regular.get_by_role("region", name="No longer there")
    expect(gone.get_by_role("listitem")).to_have_count(1)
    check_both_themes(regular, "games")
    gone.get_by_role("button", name="Remove Tokyo Railways").click()
    expect(gone).to_have_count(0)
    row = regular.get_by_role("row", name="London")
    expect(row.get_by_role("cell")).to_have_count(4)
    expect(row.get_by_role("cell").first).to_have_text("1")
    expect(regular.get_by_role("row", name="against easy bots")).to_be_visible()
    with regular.expect_download() as saved:
        regular.get_by_role("button", name="Save as a file").click()
    with open(saved.value.path(), encoding="utf-8") as file:
        assert {one["table"] for one in json.load(file)} == {
            tables["london-over"].id,
            tables["london-turn"].id,
        }
    regular.get_by_role("button", name="Remove finished games…").click()
    regular.get_by_role("button", name="Remove finished games", exact=True).click()
    expect(regular.get_by_role("row")).to_have_count(0)
    expect(regular.get_by_role("region", name="Running").get_by_role("listitem")).to_have_count(1)
    guests.expect_complaints("403")


def test_the_list_follows_when_the_page_is_looked_at_again(guests):
    """Whose turn it is changes at the table in another window."""
    context = guests.context()
    home = context.new_page()
    home.goto("/")
    sit_down(home, "london", seats="you you")
    address = urlsplit(home.url).path
    home.goto("/")
    row = home.locator(f'a[href="{address}"]')
    expect(row).to_contain_text("your turn")
    home.evaluate("localStorage.setItem('ekiben-recent', '[]')")
    home.evaluate(HIDE, True)
    home.evaluate(HIDE, False)
    expect(row).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_level_says_how_it_plays_wherever_one_chooses(guests, language):
    """On the home page in words for all games; for one game, in words for that game."""

    def plays(family, level):
        return say(f"server.level-play.{family}.{level}", language)

    page = guests.page("/", language=language)
    choice = page.get_by_role("group", name=say("web.home.level", language))
    levels = choice.get_by_role("radio")
    expect(levels.first).to_be_checked()  # a first visitor meets beginners
    offered = {level for name in ekiben.games() for level in box_levels(ekiben.load(name))}
    for number, level in enumerate(level for level in NAMES if level in offered):
        levels.nth(number).check()
        expect(page.get_by_text(say(f"server.levels.{level}-meaning", language))).to_be_visible()
    levels.nth(1).check()
    tokyo = page.get_by_role("listitem").filter(has_text=say("games.tokyo", language))
    tokyo.get_by_role("button", name=say("web.home.more", language)).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(plays("tokyo", "easy"))).to_have_count(1)  # two such bots, said once
    dialog.get_by_role("combobox").nth(2).select_option("bot:beginner")
    expect(dialog.get_by_text(plays("tokyo", "beginner"))).to_be_visible()
    page.keyboard.press("Escape")
    sit_down(page, "london")
    page.get_by_role("button", name=say("web.table.seat-menu", language, name="")).first.click()
    for level in box_levels(ekiben.load("london")):
        expect(dialog.get_by_text(plays("routes", level))).to_be_visible()
    check_both_themes(page, f"levels-{language}")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_only_levels_of_this_number_of_seats_are_offered(guests, language):
    """A chosen level that is not offered any more becomes the next easier one, and comes back."""
    master, hard = (say(f"server.levels.{level}", language) for level in ("master", "hard"))
    limits = tables_text(levels(ekiben.load("great-lakes"))["master"].seats, language)
    words = {"level": master, "tables": limits, "instead": hard}
    page = guests.page("/", language=language)
    page.get_by_role("group", name=say("web.home.level", language)).get_by_label(master).check()
    opponents = page.get_by_role("group", name=say("web.home.opponents", language))
    opponents.get_by_role("radio", name="4").check()
    tile = page.get_by_role("listitem").filter(has_text=say("games.great-lakes", language))
    height = tile.last.bounding_box()["height"]
    expect(tile.last).to_contain_text(say("web.home.play-now-level", language, level=hard))
    opponents.get_by_role("radio", name="1").check()
    expect(tile.last).to_contain_text(say("web.home.play-now", language))
    assert tile.last.bounding_box()["height"] == height
    tile.last.get_by_role("button", name=say("web.home.more", language)).click()
    dialog = page.get_by_role("dialog")
    seats = dialog.get_by_role("group", name=say("web.setup.seats", language))
    bot = dialog.get_by_role("combobox").nth(1)
    expect(bot).to_have_value("bot:master")
    seats.get_by_role("radio", name="5").check()
    expect(bot).to_have_value("bot:hard")
    expect(bot.locator("option[value='bot:master']")).to_have_count(0)
    expect(dialog.get_by_role("status")).to_have_text(
        say("web.setup.level-elsewhere", language, **words)
    )
    check_both_themes(page, f"levels-by-seats-{language}")
    seats.get_by_role("radio", name="2").check()
    expect(bot).to_have_value("bot:master")
    seats.get_by_role("radio", name="5").check()
    dialog.get_by_role("button", name=say("web.setup.start", language)).click()
    page.locator("[data-seq]").wait_for(state="attached")
    seat = page.get_by_role("button", name=say("web.table.seat-menu", language, name="")).first
    seat.click()
    expect(dialog.get_by_role("button", name=hard, exact=True)).to_be_visible()
    expect(dialog.get_by_role("button", name=master, exact=True)).to_have_count(0)


def test_a_stranger_takes_a_seat_in_the_lobby(guests):
    host, stranger, late = guests.page("/"), guests.page("/"), guests.page("/")
    host.get_by_role("button", name="Invite: London").click()
    host.get_by_role("group", name="Seats").get_by_role("radio", name="2").check()
    host.get_by_label("List it in the lobby").check()
    expect(host.get_by_label("Others may watch")).to_be_checked()
    host.get_by_role("button", name="Start").click()
    host.get_by_role("button", name="To the table").click()
    host.locator("[data-seq]").wait_for(state="attached")
    table = host.url.rpartition("/")[2]
    for page in (stranger, late):
        entry = (
            page.get_by_role("list", name="Lobby")
            .get_by_role("listitem")
            .filter(has=page.locator(f'a[href="/t/{table}"]'))
        )
        expect(entry.get_by_role("button", name="Join: London")).to_be_visible()
    check_both_themes(late, "lobby")
    late.context.set_offline(True)  # hears nothing of what follows
    join(stranger, table).click()
    stranger.get_by_role("dialog").get_by_role("textbox").fill("Momo")
    stranger.get_by_role("dialog").get_by_role("button", name="Join").click()
    expect(host.get_by_text("Momo").first).to_be_visible(timeout=SECONDS)
    expect(stranger).to_have_url(f"{guests.url}/t/{table}")
    late.context.set_offline(False)
    answer = late.evaluate(
        "(table) => fetch(`/api/tables/${table}/join`, {method: 'POST', body: '{}', "
        "headers: {'content-type': 'application/json'}}).then((one) => one.json())",
        table,
    )
    assert answer["error"]["code"] == "taken"
    expect(join(late, table)).to_have_count(0)
    expect(late.locator(f'a[href="/t/{table}"]')).to_be_visible()
    guests.expect_complaints("409", "ERR_INTERNET_DISCONNECTED", "WebSocket")


def join(page, table):
    entry = page.get_by_role("list", name="Lobby").get_by_role("listitem")
    return entry.filter(has=page.locator(f'a[href="/t/{table}"]')).get_by_role(
        "button", name="Join: London"
    )


def test_the_engine_tells_how_far_it_is(guests):
    context = guests.context()
    answers = [
        {
            "preparing": True,
            "parts": [
                {"name": "games-tokyo", "done": 8, "total": 8, "ready": True},
                {"name": "bots-tokyo", "done": 3, "total": 13, "ready": False},
            ],
        },
        {"preparing": False, "parts": []},
    ]
    context.route("**/api/engine", lambda route: route.fulfill(json=answers[0]))
    page = context.new_page()
    page.clock.install()
    page.goto("/")
    line = page.get_by_role("status").filter(has_text="Preparing the engine")
    expect(line).to_contain_text("bots of Tokyo Railways")
    check_both_themes(page, "preparing")
    assert line.get_by_role("progressbar").evaluate("(one) => one.value") == pytest.approx(8 / 13)
    context.unroute("**/api/engine")
    context.route("**/api/engine", lambda route: route.fulfill(json=answers[1]))
    page.clock.run_for(3000)
    expect(line).to_have_count(0)


def test_sound_waits_for_a_click_and_has_a_switch(guests, tables):
    context = seated(guests, tables, ["london-turn"])
    context.add_init_script(AUDIO)
    page = context.new_page()
    page.goto("/")
    page.locator(".brand").click()
    assert page.evaluate("opened") == 0  # none on the home page
    page.close()
    page = context.new_page()
    page.goto(tables["london-turn"].path)
    switch = page.get_by_role("button", name="Sound", exact=True)
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("opened") == 0
    page.get_by_role("heading", level=1).click()
    assert page.evaluate("opened") == 1
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.get_by_role("heading", level=1).click()
    assert page.evaluate("opened") == 0
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Volume")).to_have_count(0)
    page.get_by_role("group", name="Sound", exact=True).get_by_role("radio", name="on").check()
    expect(page.get_by_label("Volume")).to_have_value("0.4")
    assert page.evaluate("opened") == 1


def test_a_hidden_page_notifies_once_it_was_allowed_by_a_click(guests):
    context = guests.context()
    context.add_init_script(NOTICES)
    page = context.new_page()
    page.goto("/")
    sit_down(page, "london", seats="you bot")
    page.locator(".question.mine").wait_for()
    assert page.evaluate("asked") == 0
    page.get_by_role("button", name="Settings").click()
    notify = page.get_by_role("group", name="Notify me when it is my turn")
    notify.get_by_role("radio", name="on").check()
    assert page.evaluate("asked") == 1
    page.keyboard.press("Escape")
    expect(page).to_have_title("● Your turn – London – Ekiben")
    page.evaluate(HIDE, True)
    assert page.evaluate("notices") == []
    Player(page).until(1)
    page.wait_for_function("() => notices.length === 1")
    assert page.evaluate("notices[0][0]") == "It is your turn"
    page.evaluate(HIDE, False)
    page.wait_for_function("() => notices.at(-1) === 'closed'")


def test_a_link_opens_a_set_up(guests):
    """As pages without a server do, for playing with people."""
    page = guests.page("/?setup=america&mode=invite")
    dialog = page.get_by_role("dialog", name="America")
    dialog.get_by_text("Every open seat gets a private link").wait_for()
