"""Fair deals: players mix their randomness, and the page proves afterwards what was dealt."""

import hashlib
import json
import re
import shlex
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from .guests import check_both_themes

LONG = 60_000  # milliseconds: bots play a whole game
ALL = ["seal", "kept", "mix", "mine", "decks", "replay"]


@pytest.fixture
def mixing(guests):
    """Two people who wait for a mixed deal of London, the second one by the first one's link."""
    host = guests.context().new_page()
    sent = []
    host.on("websocket", lambda socket: socket.on("framereceived", lambda text: sent.append(text)))
    host.goto("/")
    host.get_by_role("button", name="Invite: London").click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_role("radio", name="2").check(force=True)
    dialog.get_by_label("Mix in our own randomness").check()
    dialog.get_by_role("button", name="Start").click()
    link = host.get_by_label("Link of seat 2", exact=True).input_value()
    friend = guests.arrive(link)
    host.get_by_role("button", name="To the table").click()
    return host, friend, sent


def state_of(page, seat):
    return page.locator(".room .seats li").nth(seat)


def verdicts(page):
    page.locator("[data-check=replay]").wait_for()
    return {
        one.get_attribute("data-check"): one.get_attribute("data-verdict")
        for one in page.locator("[data-check]").all()
    }


def changed_record(page, change):
    """Let the server tell another record."""

    def answer(route):
        told = route.fetch()
        values = json.loads(told.text())
        change(values)
        route.fulfill(response=told, body=json.dumps(values))

    page.unroute_all()
    page.route("**/record?as=full", answer)
    page.reload()


def kept(page):
    """What the browser keeps of the table, and its key."""
    table = page.url.rpartition("/")[2]
    key = f"ekiben-witness-{table}"
    return key, json.loads(page.evaluate("(key) => localStorage.getItem(key)", key))


def test_a_deal_is_mixed_played_and_proven(guests, mixing, tmp_path):
    host, friend, sent = mixing
    # nothing is dealt while somebody's part is missing
    for page in (host, friend):
        page.get_by_role("heading", name="Mixing the deal").wait_for()
        assert not page.locator("[data-hand], .board, .question").count()
    check_both_themes(host, "mixing")
    host.get_by_label("Words of your own").fill("all aboard 駅弁")
    host.get_by_role("button", name="Add my randomness").click()
    for page in (host, friend):
        expect(state_of(page, 0)).to_have_attribute("data-state", "sealed")
        expect(state_of(page, 1)).to_have_attribute("data-state", "missing")
    expect(host.get_by_role("status").filter(has_text="waits for the others")).to_be_visible()
    host.reload()  # what it sealed is on the device
    expect(state_of(host, 0)).to_have_attribute("data-state", "sealed")
    expect(host.get_by_role("button", name="Add my randomness")).to_have_count(0)
    assert not any('"scene"' in text or '"legal"' in text for text in sent)
    # the last one adds, all parts are opened, and the deal is there
    friend.get_by_role("button", name="Add my randomness").click()
    for page in (host, friend):
        page.locator("[data-hand]").wait_for()
        assert not page.locator(".room").count()
    assert kept(host)[1]["parts"]["0"]["words"] == "all aboard 駅弁"
    assert kept(host)[1]["seals"] == kept(friend)[1]["seals"] and kept(friend)[1]["seals"][0]
    # bots play it to the end
    for page, name in ((host, "Player 1"), (friend, "Player 2")):
        page.get_by_role("button", name=name).click()
        page.get_by_role("dialog").get_by_role("button", name="Easy").click()
    for page in (host, friend):
        page.get_by_role("link", name="Was the deal fair?").wait_for(timeout=LONG)
    friend.get_by_role("link", name="Was the deal fair?").click()
    assert verdicts(friend) == dict.fromkeys(ALL, "pass")
    expect(friend.get_by_text("Everything that can be checked here is correct.")).to_be_visible()
    check_both_themes(friend, "proof")
    friend.locator("summary").first.click()
    assert friend.locator(".cards li.drawn").count() > 20
    seal = kept(host)[1]["commit"]
    expect(friend.locator("pre").first).to_contain_text(f"--commit {seal} --part ")
    check_commands(friend, tmp_path)
    check_tampering(guests, friend)
    check_strangers(guests, host)


def check_commands(page, folder):
    """The commands for one's own machine do what the page says."""
    verify, seal, mixed, part = page.locator("pre").all_inner_texts()
    _, _, file, *options = shlex.split(verify)
    link = page.get_by_role("link", name="Record").get_attribute("href")
    (folder / file).write_text(page.request.get(link).text(), encoding="utf-8")
    program = [sys.executable, "-m", "ekiben", "verify", str(folder / file)]
    ran = subprocess.run([*program, *options], capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and "seats: 1, 2" in ran.stdout, ran.stdout + ran.stderr
    record = json.loads((folder / file).read_text(encoding="utf-8"))
    assert hashed(seal) == record["commit"]
    assert hashed(mixed)[:32] == record["seed"].rjust(32, "0")
    assert hashed(part) == record["mix"]["parts"][1]


def hashed(command):
    """What `printf '%s' HEX | xxd -r -p | sha256sum` prints, where no xxd is needed."""
    digits = re.fullmatch(r"printf '%s' ([0-9a-f]+) \| xxd -r -p \| sha256sum", command)
    return hashlib.sha256(bytes.fromhex(digits[1])).hexdigest()


def check_tampering(guests, page):
    """Every change to what the server tells is shown."""
    changes = {
        "salt": (lambda one: one["mix"].update(salt="00" * 32), {"seal"}),
        "sealed seed": (lambda one: one["mix"].update(seed="8"), {"seal", "mix"}),
        "dealt seed": (lambda one: one.update(seed="8"), {"mix", "decks", "replay"}),
        "commit": (lambda one: one.update(commit="00" * 32), {"seal", "kept"}),
        "my part": (lambda one: one["mix"]["parts"].__setitem__(1, "00" * 32), {"mix", "mine"}),
        "their part": (lambda one: one["mix"]["parts"].__setitem__(0, "00" * 32), {"mix", "mine"}),
        "action": (lambda one: one["actions"].__setitem__(4, "pass"), {"decks", "replay"}),
        "result": (lambda one: one["result"].update(scores=[99, 0]), {"decks", "replay"}),
    }
    for what, (change, wrong) in changes.items():
        changed_record(page, change)
        found = verdicts(page)
        assert {name for name, verdict in found.items() if verdict == "fail"} == wrong, what
        expect(page.get_by_text("Something is wrong")).to_be_visible()
    page.unroute_all()
    key, before = kept(page)
    for other, wrong in (
        ({**before, "commit": "11" * 32}, {"kept"}),
        ({**before, "seals": ["22" * 32, before["seals"][1]]}, {"mine"}),
    ):
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(other)])
        page.reload()
        assert {name for name, verdict in verdicts(page).items() if verdict == "fail"} == wrong
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(before)])
    page.evaluate(
        "(key) => localStorage.setItem(key, localStorage.getItem(key).replace(/red|blue/, 'pink'))",
        key.replace("witness", "seen"),
    )
    page.reload()
    assert verdicts(page)["decks"] == "fail"


def check_strangers(guests, page):
    """A device that was not there can check the record, and is told what it cannot know."""
    table = page.url.rpartition("/")[2]
    context = guests.context(language="ja", size="phone")
    context.add_cookies(page.context.cookies())
    other = context.new_page()
    other.goto(f"/proof/{table}")
    found = verdicts(other)
    assert found == dict(
        zip(ALL, ["pass", "unknown", "pass", "unknown", "unknown", "pass"], strict=True)
    )
    expect(other.get_by_role("heading", name="配りは公正でしたか")).to_be_visible()
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_running_game_cannot_be_proven(guests):
    page = guests.page("/")
    page.get_by_role("button", name="Play now: London").first.click()
    page.locator("[data-hand]").wait_for()
    table = page.url.rpartition("/")[2]
    key, found = kept(page)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog").locator("code")).to_have_text(found["commit"])
    expect(page.get_by_text("This browser keeps it")).to_be_visible()
    page.evaluate(
        "([key, text]) => localStorage.setItem(key, text)",
        [key, json.dumps({**found, "commit": "11" * 32})],
    )
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("alert").filter(has_text="11" * 32)).to_be_visible()
    page.goto(f"/proof/{table}")
    expect(page.get_by_role("alert")).to_have_text("That can be seen once the game is over.")
    guests.expect_complaints("409")


def test_several_seats_at_one_device_add_with_one_click(guests):
    page = guests.page("/")
    page.get_by_role("button", name="Same screen: London").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="2").check(force=True)
    dialog.get_by_label("Mix in our own randomness").check()
    dialog.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Add randomness for 2 seats").click()
    page.locator(".curtain").wait_for()
    assert set(kept(page)[1]["parts"]) == {"0", "1"}
