"""axe-core finds nothing on any screen, in light and in dark; no page has anything to complain
about.
"""

import pytest
from playwright.sync_api import expect

from .contrast import poor_texts
from .guests import check_both_themes, click_route, findings
from .player import new_table

MORE_ROUTE_GAMES = ("america", "europe", "great-lakes")


def test_home_and_setting_up(guests):
    page = guests.page("/")
    expect(page.locator(".game")).to_have_count(5)
    check_both_themes(page, "home")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").wait_for()
    check_both_themes(page, "settings")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Set up… Tokyo Railways").click()
    page.locator("summary").click()
    check_both_themes(page, "set-up")


@pytest.mark.parametrize(
    "game",
    ["london", "tokyo", *(pytest.param(game, marks=pytest.mark.deep) for game in MORE_ROUTE_GAMES)],
)
def test_new_tables_have_the_rules_proposed_to_people(guests, game):
    """RT-1.6, TR-2.4, TR-4.10: who begins is drawn, no city can be sealed; both can be changed, and
    the reason is told.
    """
    page = guests.page("/")
    asked = []
    page.on(
        "request",
        lambda request: asked.append(request.post_data_json) if request.method == "POST" else None,
    )
    card = page.locator(".game").nth(
        ["america", "europe", "great-lakes", "london", "tokyo"].index(game)
    )
    card.get_by_role("button", name="Set up…").click()
    page.locator("summary").click()
    fields = page.locator(".fields label")
    note = fields.filter(has_text="Ways into cities" if game == "tokyo" else "Who begins").locator(
        ".note"
    )
    expect(note).to_contain_text("Proposed")
    page.get_by_role("button", name="Start").click()
    page.locator(".question").first.wait_for()
    assert asked[0]["options"] == (
        {"no_lockout": True} if game == "tokyo" else {"first_seat": "drawn"}
    )
    page.goto("/")
    card.get_by_role("button", name="Play now").last.click()
    page.locator(".question").first.wait_for()
    assert asked[1]["options"] == asked[0]["options"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_options_fit_a_phone(guests, language):
    """Nothing in the dialog is wider than it, so that it does not scroll sideways."""
    page = guests.page("/", size="phone", language=language)
    page.locator(".game").nth(4).locator("button").nth(2).click()
    page.locator("summary").click()
    page.locator(".fields .note").first.wait_for()
    wide = page.evaluate(
        "() => [...document.querySelectorAll('dialog, dialog form, dialog .fields, dialog :has(> "
        "form)')]"
        ".filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.className)"
    )
    assert wide == []


def test_rules(guests):
    page = guests.page("/rules")
    page.locator("dl").first.wait_for()
    check_both_themes(page, "rules")
    page.goto("/rules/RT-4.6")
    page.get_by_role("article").wait_for()
    check_both_themes(page, "clause")


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("london-turn", "desk"),
        ("america-turn", "phone"),
        ("europe-payment", "desk"),
        ("europe-tunnel", "desk"),
        ("lakes-pieces", "phone"),
        ("lakes-refill", "phone"),
        pytest.param("europe-tunnel", "phone", marks=pytest.mark.deep),
        pytest.param("lakes-refill", "desk", marks=pytest.mark.deep),
        pytest.param("london-turn", "phone", marks=pytest.mark.deep),
        pytest.param("america-turn", "desk", marks=pytest.mark.deep),
        pytest.param("europe-payment", "phone", marks=pytest.mark.deep),
        pytest.param("lakes-pieces", "desk", marks=pytest.mark.deep),
    ],
)
def test_route_games(guests, tables, name, size):
    page = guests.sit(tables[name], size=size)
    page.locator(".question.mine").wait_for()
    check_both_themes(page, name)


@pytest.mark.parametrize("name", ["lakes-hoard", "tokyo-build"])
def test_a_phone_held_sideways(guests, tables, name):
    page = guests.sit(tables[name], size="sideways")
    page.locator(".question.mine").wait_for()
    check_both_themes(page, name)
    page.get_by_role("tab").last.click()
    assert findings(page) == []


def test_a_full_hand_and_many_tickets(guests, tables):
    page = guests.sit(tables["lakes-hoard"])
    page.locator(".question.mine").wait_for()
    assert findings(page) == []


def test_a_route_that_cannot_be_claimed(guests, tables):
    page = guests.sit(tables["america-turn"])
    page.locator(".question.mine").wait_for()
    click_route(page, page.locator(".route:not(.claimable):not(.taken)").first)
    page.locator(".chosen .why").wait_for()
    check_both_themes(page, "why not")


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("tokyo-move", "desk"),
        ("tokyo-build", "phone"),
        pytest.param("tokyo-move", "phone", marks=pytest.mark.deep),
        pytest.param("tokyo-build", "desk", marks=pytest.mark.deep),
    ],
)
def test_tokyo(guests, tables, name, size):
    page = guests.sit(tables[name], size=size)
    page.locator(".question.mine").wait_for()
    check_both_themes(page, name)
    page.get_by_label("City or port").fill("Chiba")
    page.keyboard.press("Enter")
    page.locator(".plan").wait_for()
    check_both_themes(page, f"{name}, planned")


@pytest.mark.parametrize("name", ["london-over", "tokyo-over"])
def test_the_end_and_its_replay(guests, tables, name):
    page = guests.sit(tables[name])
    page.get_by_role("dialog").wait_for()
    check_both_themes(page, "end")
    page.get_by_role("link", name="Replay", exact=True).click()
    page.locator("#ply").wait_for()
    page.keyboard.press("End")
    check_both_themes(page, "replay")


def test_replay_without_a_record(guests):
    page = guests.page("/replay")
    page.get_by_role("heading").first.wait_for()
    check_both_themes(page, "no replay")


def test_a_table_that_is_not_there(guests):
    page = guests.page("/t/abcdefghijkmnpqr")
    page.get_by_role("alert").wait_for()
    check_both_themes(page, "no table")
    guests.expect_complaints("404")


def test_invite_seat_menu_and_settings_of_a_table(guests):
    page = guests.page()
    page.goto(new_table(page, seats="you open bot"))
    page.get_by_role("dialog").wait_for()
    check_both_themes(page, "invite")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Seat of", exact=False).first.click()
    page.get_by_role("dialog").wait_for()
    check_both_themes(page, "seat menu")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").wait_for()
    check_both_themes(page, "settings at a table")


def test_curtain(guests):
    page = guests.page()
    page.goto(new_table(page, seats="you you"))
    page.get_by_role("dialog").wait_for()
    check_both_themes(page, "curtain")


def test_log_on_a_phone(guests, tables):
    page = guests.sit(tables["america-turn"], size="phone")
    page.get_by_role("button", name="Log").click()
    page.get_by_role("log").wait_for()
    check_both_themes(page, "log")


def test_buttons_are_legible_in_every_state(guests):
    """Also those that warn, those that cannot be used, and under the pointer."""
    page = guests.page("/")
    page.locator(".game").first.wait_for()
    page.evaluate("""() => {
      const looks = ['', 'primary', 'warning', 'primary warning', 'plain', 'plain warning'];
      const row = document.createElement('p');
      for (const look of looks) for (const state of ['', 'disabled', 'aria-disabled']) {
        const button = document.createElement('button');
        button.className = `button ${look}`;
        button.textContent = `End it? ${look} ${state}`;
        if (state) button.setAttribute(state, 'true');
        row.append(button);
      }
      document.body.replaceChildren(row);
    }""")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.locator(f"html[data-theme={theme}]").wait_for()
        assert poor_texts(page) == []
        for button in page.get_by_role("button").all():
            button.hover(force=True)
            assert poor_texts(page) == [], f"{theme}: {button.inner_text()}"
