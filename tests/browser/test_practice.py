"""Playing on from a position of a finished game, the tree of branches, and its own mistakes."""

import re

import msgspec
import pytest

import ekiben
from ekiben.server.review_words import review_message

from .guests import check_both_themes, findings
from .made_review import made_review


@pytest.fixture
def player(guests, tables):
    """Opens a browser that sits at a finished table, with a review of it that is made up."""

    def open_browser(name="london-branched", **looks):
        table = tables[name]
        context = guests.context(**looks)
        context.add_cookies([table.cookie(guests.url, 0)])
        line = context.request.get(f"/api/tables/{table.id}/record").text()
        language = looks.get("language", "en")
        found = msgspec.json.encode(
            review_message(ekiben.replay(line), [made_review(line, 0)], language)
        )
        context.route(
            re.compile(rf"/api/tables/{table.id}/review[?]"),
            lambda route: route.fulfill(body=found, content_type="application/json"),
        )
        return context.new_page(), table.id, msgspec.json.decode(found)["seats"][0]["choices"]

    return open_browser


def faults(choices):
    return [one for one in choices if one["label"] in ("inaccuracy", "mistake", "blunder")]


# ---- branches
def open_review(page, table, ply):
    page.goto(f"/review/{table}?seat=0#ply={ply}")
    page.locator("[data-review='1']").wait_for(state="attached")


def test_another_move_is_tried_and_the_tree_is_shared(guests, player):
    page, table, _ = player()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_review(page, table, 30)
    page.get_by_role("tab", name="Choice").click()
    page.locator("[data-try]").click()
    page.get_by_role("dialog").wait_for()
    check_both_themes(page, "trying something")
    page.get_by_role("dialog").get_by_role("radio").nth(1).check()
    page.get_by_role("combobox", name="Bots").select_option("easy")
    page.get_by_role("button", name="Play on").click()
    page.wait_for_url("**/t/*")
    page.locator("[data-seq]").wait_for(state="attached")
    branch = page.url.rpartition("/")[2]
    assert branch != table and page.locator("header .branch").is_visible()
    page.get_by_text("plays another game").wait_for()
    page.locator("aside .seat, aside li").nth(1).wait_for()

    page.go_back()
    page.locator("[data-review='1']").wait_for(state="attached")
    page.get_by_role("tab", name="Summary").click()
    listed = page.get_by_role("region", name="Branches").locator("li")
    listed.first.wait_for()
    assert "after 30 actions" in listed.first.inner_text()
    assert "still running" in listed.first.inner_text()
    assert findings(page) == []
    page.get_by_role("button", name="Copy the link to this tree").click()
    page.get_by_role("button", name="Link copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")

    stranger = guests.page("/")
    stranger.route(re.compile("/review[?]"), lambda route: route.abort())  # no thinking here
    stranger.goto(link)
    stranger.get_by_role("region", name="Branches").locator("li").first.wait_for()
    stranger.goto(f"/t/{branch}")
    stranger.locator("header .branch").wait_for()
    guests.expect_complaints("ERR_FAILED")


@pytest.mark.parametrize("size", ["phone", "sideways"])
def test_trying_fits_a_phone(player, size):
    page, table, _ = player(size=size, language="ja")
    open_review(page, table, 40)
    page.get_by_role("button", name="まとめ・選択・運・経過").click()
    page.get_by_role("tab", name="選択").click()
    page.locator("[data-try]").click()
    page.get_by_role("dialog").wait_for()
    assert findings(page) == []
    inside = "() => document.querySelector('dialog').getBoundingClientRect().bottom <= innerHeight"
    assert page.evaluate(inside)
    page.get_by_role("button", name="続きを遊ぶ").click()
    page.wait_for_url("**/t/*")
    page.locator("[data-seq]").wait_for(state="attached")


# ---- mistakes
def open_mistakes(page, table, at):
    page.goto(f"/review/{table}/mistakes?seat=0&at={at}")
    page.locator("[data-seq]").wait_for(state="attached")
    page.locator(".task").wait_for()


def pick(page, action):
    """Select an action on the board, or a card, and check it."""
    verb, _, rest = action.partition(" ")
    target = f"route:{rest}" if verb == "claim" else action
    place = page.locator(f'[data-target="{target}"]').first
    place.focus()
    page.keyboard.press("Enter")
    page.locator(".task .picked .primary").click()
    page.locator(".verdict").wait_for()


def test_a_mistake_is_made_good(player):
    """First worse than before, then one that nobody has judged, then the best."""
    page, table, choices = player()
    found = next(
        one
        for one in faults(choices)
        if [row["actions"][0].split()[0] for row in one["alternatives"][:1]] == ["claim"]
    )
    best = found["alternatives"][0]["actions"][0]
    judged = {row["actions"][0] for row in found["alternatives"]}
    open_mistakes(page, table, found["at"])
    check_both_themes(page, "a mistake")
    legal = page.request.get(f"/api/tables/{table}/positions/{found['at']}").json()["legal"]
    other = next(one for one in legal if one not in judged and one.startswith(("draw", "claim")))
    worse = {"text": "?", "chance": 0.3, "gain": -0.02, "error": 0.01, "made": False}
    page.route(
        re.compile("/judge[?]"), lambda route: route.fulfill(json={"actions": [other], **worse})
    )
    pick(page, other)
    page.get_by_text("Not better").wait_for()
    assert page.locator("figure").count() == 0  # what is best stays to be found
    page.get_by_role("button", name="Try again").click()
    page.locator(".verdict").wait_for(state="detached")
    pick(page, best)
    page.get_by_text("Yes, that is the best.").wait_for()
    page.locator(f'[data-ring="{best}"]').wait_for()
    assert page.locator("figure li", has=page.locator(".yours")).count() == 1
    assert page.locator(".reason").count() == len(found["explanations"])
    check_both_themes(page, "a mistake made good")
    page.get_by_role("button", name=re.compile("Next mistake|Finish")).click()
    page.locator(".verdict").wait_for(state="detached")


def test_mistakes_end_with_how_many_were_found(player):
    page, table, choices = player()
    last = faults(choices)[-1]
    open_mistakes(page, table, last["at"])
    page.get_by_role("button", name="Show the best").click()
    page.locator("figure li").first.wait_for()
    page.get_by_role("button", name="Finish").click()
    page.get_by_text("That was all.").wait_for()
    assert f"of {len(faults(choices))} better choices" in page.locator("main").inner_text()
    assert findings(page) == []
    page.get_by_role("button", name="Once more").click()
    page.locator(".task").wait_for()


@pytest.mark.parametrize("size", ["phone", "sideways"])
def test_whole_turns_are_chosen_from_a_list(player, size):
    page, table, choices = player("tokyo-over", size=size, language="ja")
    found = faults(choices)[-1]
    open_mistakes(page, table, found["at"])
    best = ", ".join(found["alternatives"][0]["actions"])
    page.locator(f'fieldset input[value="{best}"]').check()
    page.locator(".task .picked .primary").click()
    page.locator(".verdict.right").wait_for()
    assert "最善手" in page.locator(".verdict").inner_text()
    assert findings(page) == []
