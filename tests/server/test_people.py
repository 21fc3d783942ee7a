"""People at a table: their names, what they say, and who watches."""

import json

import pytest
from websockets.exceptions import InvalidStatus

from ekiben.server.settings import Rates
from ekiben.server.store import CHAT_KEPT

from .people import latest, pages_of, seated, told, two_houses
from .serving import Clock, Page, serving


# ---- names
def test_a_new_name_is_told_to_all_and_stands_in_the_record(house):
    table, host, guest = seated(house, "you open")
    page, other = pages_of(table, host, guest)
    assert other.ask("rename", seat=1, name="  Ume \u202e\u0000 ")["type"] == "done"
    while page.until("seats")["names"][1] != "Ume":
        pass
    page.until("snapshot")
    assert told(page)[-1] == "Guest 1 is now called Ume."
    before = page.position["seq"]
    assert other.ask("rename", seat=1, name="Ume")["type"] == "done"  # said twice
    assert other.ask("rename", seat=1, name="⟦@0⟧")["type"] == "done"
    while page.position["seq"] == before:
        page.next()
    assert page.position["seq"] == before + 1
    assert told(page)[-1] == "Ume is now called ⟦⟦⟧@0⟧."
    record = host.get(f"/api/tables/{table}/record?as=seat-0").json()
    assert record["names"][1] == "⟦@0⟧"


def test_names_are_cleaned_bounded_and_one_s_own(house):
    table, host, guest = seated(house, "you open", public=True)
    page, other = pages_of(table, host, guest)
    watcher = house.person().page(table, None)
    assert other.ask("rename", seat=0, name="Thief")["code"] == "not-your-seat"
    assert watcher.ask("rename", seat=0, name="Thief")["code"] == "not-your-seat"
    assert other.ask("rename", seat=1, name="\u200b\u202e ")["code"] == "no-name"
    assert other.ask("rename", seat=1, name="x" * 25)["code"] == "bad"
    assert other.ask("rename", seat=8, name="x")["code"] == "not-your-seat"
    assert page.ask("rename", seat=0, name="Guest 1")["type"] == "done"  # twins are allowed
    assert latest(page)["names"] == ["Guest 1", "Guest 1"]


def test_an_answer_to_a_position_stays_good_while_somebody_is_renamed(house):
    table, host, guest = seated(house, "you open")
    page, other = pages_of(table, host, guest)
    position = page.position["seq"]
    other.ask("rename", seat=1, name="Ume")
    assert page.ask("act", position=position, actions=["keep 1"])["type"] == "done"


def test_names_and_votes_of_a_seat_are_limited(tmp_path):
    clock = Clock()
    with serving(tmp_path, now=clock, rates=Rates(seats="2/minute", chat="3/minute")) as house:
        host = house.person()
        page = host.page(host.table("london", "you you"))
        page.until("snapshot")
        codes = [page.ask("rename", seat=0, name=f"N{n}").get("code") for n in range(3)]
        assert codes == [None, None, "slow-down"]
        assert page.ask("rename", seat=1, name="another seat")["type"] == "done"
        said = [page.ask("say", seat=0, text=f"{n}").get("code") for n in range(4)]
        assert said == [None, None, None, "slow-down"]
        clock.time += 60
        assert page.ask("rename", seat=0, name="later")["type"] == "done"
        assert page.ask("say", seat=0, phrase="hello")["type"] == "done"


# ---- chat
def test_what_is_said_is_heard_by_all_and_again_by_who_comes_later(house):
    table, host, guest = seated(house, "you open", public=True)
    page, other = pages_of(table, host, guest)
    assert page.ask("say", seat=0, text="  hello\n\nthere \u202e")["type"] == "done"
    assert other.until("chat")["lines"][0]["text"] == "hello there"
    assert other.ask("say", seat=1, phrase="nice")["type"] == "done"
    lines = [
        line for message in page.heard if message["type"] == "chat" for line in message["lines"]
    ]
    if len(lines) < 2:
        lines += page.until("chat")["lines"]
    assert [(line["n"], line["seat"], line["text"], line["phrase"]) for line in lines] == [
        (0, 0, "hello there", ""),
        (1, 1, "", "nice"),
    ]
    watcher = house.person().page(table, None)
    assert [line["n"] for line in watcher.until("chat")["lines"]] == [0, 1]


def test_chat_is_for_those_with_a_seat_bounded_and_cleaned(house):
    table, host, guest = seated(house, "you open", public=True)
    page, other = pages_of(table, host, guest)
    watcher = house.person().page(table, None)
    assert watcher.ask("say", seat=0, text="hello")["code"] == "not-your-seat"
    assert other.ask("say", seat=0, text="I am the host")["code"] == "not-your-seat"
    assert page.ask("say", seat=0, text="x" * 201)["code"] == "bad"
    assert page.ask("say", seat=0, phrase="rude")["code"] == "bad"
    assert page.ask("say", seat=0)["code"] == "empty-chat"
    assert page.ask("say", seat=0, text="\u200b\u202e\u0007 ")["code"] == "empty-chat"
    assert page.ask("say", seat=0, text="a" + "\u0301" * 150)["type"] == "done"
    assert page.ask("say", seat=0, text="\ufb2c" * 200)["type"] == "done"  # grows when composed
    assert page.ask("say", seat=0, text="?!")["type"] == "done"
    texts = [
        line["text"]
        for message in page.heard
        if message["type"] == "chat"
        for line in message["lines"]
    ]
    assert len(texts[0]) <= 4 and len(texts[1]) <= 200 and texts[2] == "?!"


def test_chat_is_in_no_log_and_no_record(house):
    table, host, guest = seated(house, "you open")
    page, other = pages_of(table, host, guest)
    seq = page.position["seq"]
    page.ask("say", seat=0, text="swordfish")
    assert other.until("chat")
    record = host.get(f"/api/tables/{table}/record?as=seat-0").text
    assert "swordfish" not in record and host.get(f"/api/tables/{table}").json()["seq"] == seq


def test_chat_can_be_switched_off_and_stays_off_in_a_rematch(house):
    host = house.person()
    table = host.table("london", "you bot", chat=False)
    page = host.page(table)
    assert not page.until("hello")["chat"]
    page.until("snapshot")
    assert page.ask("say", seat=0, text="hello")["code"] == "no-chat"
    page.ask("leave", seat=0)
    while not page.position["over"]:
        page.next()
    again = host.post(f"/api/tables/{table}/again").json()["table"]
    assert not host.get(f"/api/tables/{again}").json()["chat"]


def test_a_page_that_comes_back_is_sent_what_was_said_meanwhile(house):
    table, host, guest = seated(house, "you open")
    page, _ = pages_of(table, host, guest)
    for n in range(CHAT_KEPT + 2):
        assert page.ask("say", seat=0, text=str(n))["type"] == "done"
    again = guest.page(table, 1)
    lines = again.until("chat")["lines"]
    assert (lines[0]["n"], len(lines)) == (2, CHAT_KEPT)


def test_a_page_from_another_site_neither_reads_nor_says_anything(house):
    host = house.person()
    table = host.table("london", "you open")
    url = f"ws://127.0.0.1:{house.port}/api/tables/{table}/play?seat=0"
    with pytest.raises(InvalidStatus, match="403"):
        Page(url, {"cookie": host.cookie(table)}, "https://elsewhere.example")


# ---- spectators
def test_everybody_sees_how_many_watch(house):
    table, host, guest = seated(house, "you open", public=True)
    page, _ = pages_of(table, host, guest)
    first, second = (house.person().page(table, None) for _ in range(2))
    while page.until("seats")["watching"] != 2:
        pass
    assert latest(page)["present"] == [True, True]
    first.close()
    while second.until("hello", "seats")["watching"] != 1:
        pass


# ---- hot seat
def test_a_seat_is_told_when_its_action_has_shown_it_something(house):
    host = house.person()
    table = host.table("london", "you you", public=True)
    page, watcher = host.page(table, 0), house.person().page(table, None)
    page.until("snapshot")
    watcher.until("snapshot")
    for seat in (0, 1):
        page.ask("look", seat=seat)
        page.act("keep 1")
        assert not latest(page, "update")["revealed"]  # a secret choice, but nothing new
    page.ask("look", seat=0)
    page.act("draw deck")
    assert latest(page, "update")["revealed"]
    while watcher.position["seq"] < page.position["seq"]:
        watcher.next()
    assert not any(message.get("revealed") for message in watcher.heard)


# ---- several processes
def test_chat_names_and_spectators_reach_the_other_process(tmp_path, address):
    with two_houses(tmp_path, address) as (first, second):
        host = first.person()
        table = host.table("london", "you open", public=True)
        guest = second.person()
        assert guest.sit(table, host.links[1]).status_code == 204
        page, other = host.page(table, 0), guest.page(table, 1)
        for one in (page, other):
            one.until("snapshot")
        page.ask("say", seat=0, text="hello")
        assert other.until("chat")["lines"][0]["text"] == "hello"
        other.ask("say", seat=1, phrase="thanks")
        while not any(line["phrase"] == "thanks" for line in page.until("chat")["lines"]):
            pass
        other.ask("rename", seat=1, name="Ume")
        while page.until("seats")["names"][1] != "Ume":
            pass
        watchers = [house.person().page(table, None) for house in (first, second, second)]
        while page.until("seats")["watching"] != 3:
            pass
        watchers[1].close()
        while other.until("seats")["watching"] != 2:
            pass


def test_what_a_page_is_sent_about_people_is_the_same_for_all(house):
    """Nothing about people depends on whose page it is, so no seat can be told from it."""
    table, host, guest = seated(house, "you open", public=True)
    page, other = pages_of(table, host, guest)
    watcher = house.person().page(table, None)
    watcher.until("snapshot")
    other.ask("rename", seat=1, name="Ume")
    for one in (page, other, watcher):
        while latest_names(one) != "Ume":
            one.next()
    sent = [json.dumps(latest(one)) for one in (page, other, watcher)]
    assert len(set(sent)) == 1


def latest_names(page):
    return next((one["names"][1] for one in reversed(page.heard) if one["type"] == "seats"), None)


# ---- links
def test_what_a_link_opens_is_told_without_using_it(house):
    host, guest, stranger = house.person(), house.person(), house.person()
    table = host.table("london", "you open")

    def opens(person, link):
        answer = person.post(
            f"/api/tables/{table}/links/look", {"token": link.rpartition("#")[2]}
        ).json()
        return answer["opens"] if "opens" in answer else answer["error"]["code"]

    link = host.links[1]
    assert [opens(guest, link), opens(guest, link)] == ["seat", "seat"]
    assert opens(stranger, "A" * 43) == "no-seat"
    assert guest.sit(table, link).status_code == 204
    assert [opens(guest, link), opens(stranger, link)] == ["own", "used-link"]
    device = guest.post(f"/api/tables/{table}/links", {"seat": 1}).json()["link"]
    assert [opens(stranger, device), opens(guest, device)] == ["device", "own"]
