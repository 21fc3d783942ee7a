"""Several people: by link, at the same screen, watching, leaving and coming back."""

import re

import pytest
from playwright.sync_api import expect

from .guests import check_both_themes, give_name, sequence
from .player import Player, new_table, sit_down


@pytest.fixture
def invited(guests):
    """Two people at a table of London, the second one by the first one's link, and the address of
    the table.
    """
    host = guests.page("/")
    host.get_by_role("button", name="Invite: London").click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_role("radio", name="2").check(force=True)
    dialog.get_by_label("Others may watch").check()
    dialog.get_by_role("button", name="Start").click()
    link = host.get_by_label("Link of seat 2", exact=True).input_value()
    friend = guests.arrive(link)
    host.get_by_role("button", name="To the table").click()
    return host, friend, link


def test_two_people_and_a_spectator(guests, invited):
    host, friend, link = invited
    assert "#" in link and "#" not in friend.url
    watcher = guests.page(friend.url)
    for page in (host, friend):
        Player(page).until(1)
    for page in (host, friend):
        draw_two(page)
    expect(watcher.locator(f'[data-seq="{sequence(friend)}"]')).to_be_attached()
    assert host.locator("[data-hand]").count() and friend.locator("[data-hand]").count()
    assert (
        not watcher.locator("[data-hand]").count() and not watcher.locator(".question.mine").count()
    )
    for page in (host, friend):
        expect(page.locator("[data-hand]")).to_have_attribute("aria-label", "Your hand, cards: 4")


def draw_two(page):
    for _ in range(2):
        before = sequence(page)
        page.get_by_role("button", name="Draw from the deck").click()
        page.locator(f'[data-seq]:not([data-seq="{before}"])[data-busy=false]').wait_for(
            state="attached"
        )


def test_a_link_is_a_seat_and_no_link_is_none(guests, invited):
    _, friend, link = invited
    thief = guests.page(re.sub(r".{8}$", "AAAAAAAA", link))
    thief.get_by_role("alert").wait_for()
    guests.expect_complaints("40")
    assert friend.locator("[data-seq]").count()


def test_same_screen_with_a_curtain(guests):
    page = guests.page("/")
    page.get_by_role("button", name="Same screen: London").click()
    setup = page.get_by_role("dialog")
    setup.get_by_role("radio", name="2").check(force=True)
    for seat, name in ((1, "Aoi"), (2, "Ben")):
        setup.get_by_label(f"Name of seat {seat}").fill(name)
    setup.get_by_role("button", name="Start").click()
    curtain = page.locator(".curtain")
    offers = []
    for name in ("Aoi", "Ben"):
        expect(curtain.get_by_role("heading")).to_have_text(f"{name}, it is your turn")
        assert not page.locator("[data-board], [data-hand], .keep").count()
        curtain.get_by_role("button").click()
        page.locator(".keep").wait_for()
        offers.append(page.locator(".keep").inner_text())
        Player(page).step()
    assert offers[0] != offers[1]
    curtain.get_by_role("button", name="I am Aoi").click()
    expect(page.locator(".question.mine")).to_be_visible()
    seats = page.get_by_role("complementary", name="Seats")
    expect(seats).to_contain_text("Aoi")
    expect(seats.locator(".how")).to_have_count(0)  # nobody is "you"
    expect(page.locator(".turn strong")).to_contain_text("Aoi")
    look_before_the_curtain(page)


def look_before_the_curtain(page):
    """Aoi draws two cards, and sees them before Ben is asked to sit down."""
    draw_two(page)
    look = page.get_by_text("Aoi, look at what you have drawn.")
    expect(look).to_be_visible()
    expect(page.locator("[data-hand]")).to_have_attribute("aria-label", "Your hand, cards: 4")
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.get_by_role("button", name="Done")).to_be_focused()
    check_both_themes(page, "a look before the curtain")
    page.keyboard.press("Enter")
    expect(page.locator(".curtain").get_by_role("heading")).to_have_text("Ben, it is your turn")
    assert not page.locator("[data-board], [data-hand]").count()


def test_a_bot_takes_over_and_gives_back(invited):
    host, friend, _ = invited
    own = host.get_by_role("button", name="Seat of Player 1")
    own.click()
    host.get_by_role("dialog").get_by_role("button", name="Easy").click()
    friend.locator(".question.mine .keep").wait_for()
    expect(host.locator(".question.mine")).to_have_count(0)
    own.click()
    host.get_by_role("button", name="Take the seat back").click()
    Player(friend).until(1)
    host.locator(".question.mine").wait_for()
    draw_two(host)


def test_an_open_seat_is_given_to_a_bot(guests):
    page = guests.page("/")
    sit_down(page, seats="you open")
    page.get_by_role("button", name="To the table").click()
    Player(page).until(1)
    page.get_by_role("button", name="Seat of").nth(1).click()
    page.get_by_role("dialog").get_by_role("button", name="Easy").click()
    page.locator(".question.mine").wait_for()
    Player(page).until(2)


def test_public_tables_are_listed_to_watch(guests):
    page = guests.page("/")
    address = new_table(page, "europe", public=True)
    watcher = guests.page("/")
    watcher.locator(f'a[href="{address}"]').click()
    watcher.locator(".question").wait_for()
    assert not watcher.locator(".question.mine, [data-hand]").count()


# ---- names
def table_of(guests, seats="you open", **wish):
    """A page of the host, and the links of the open seats."""
    host = guests.page("/")
    kinds = [{"kind": kind} for kind in seats.split()]
    kinds[0]["name"] = "Aoi"
    answer = host.request.post(
        "/api/tables",
        data={"game": "london", "seats": kinds, **wish},
        headers={"origin": guests.url},
    ).json()
    host.goto(f"/t/{answer['table']}")
    host.get_by_role("button", name="To the table").click()
    return host, list(answer["links"].values())


def names(page):
    return page.get_by_role("complementary", name="Seats").locator(".name")


def test_a_guest_is_asked_for_a_name_and_changes_it_in_mid_game(guests):
    host, (link,) = table_of(guests)
    friend = guests.page(link)
    expect(friend.get_by_role("heading", level=1)).to_have_text("Welcome to the table")
    expect(friend.get_by_label("Your name")).to_be_focused()
    check_both_themes(friend, "asked for a name")
    friend.reload()  # nothing is lost before an answer was given
    friend.get_by_label("Your name").fill("Ume")
    friend.keyboard.press("Enter")
    for page in (host, friend):
        expect(names(page)).to_have_text(["Aoi", "Ume"])
    expect(host.get_by_role("status").get_by_text("sits down.")).to_be_visible()
    host.keyboard.press("Escape")
    expect(host.get_by_role("status").get_by_text("sits down.")).to_have_count(0)
    friend.reload()
    friend.get_by_role("button", name="Seat of Ume").click()
    friend.get_by_label("Your name").fill("Momo")
    friend.get_by_role("button", name="Save").click()
    for page in (host, friend):
        expect(names(page)).to_have_text(["Aoi", "Momo"])
    expect(host.get_by_role("log")).to_contain_text("Ume is now called Momo.")
    other, (another,) = table_of(guests)
    friend.goto(another)
    expect(friend.get_by_label("Your name")).to_have_value("Momo")  # the device remembers
    give_name(friend)
    expect(names(other)).to_have_text(["Aoi", "Player 2"])


# ---- chat
def test_people_talk_beside_the_log(guests):
    host, (link,) = table_of(guests, public=True)
    friend = guests.arrive(link, "Ume", language="ja", size="phone")
    bar = friend.get_by_role("button", name="経過", exact=True)
    expect(bar).to_be_visible()
    host.get_by_role("tab", name="Chat").click()
    host.get_by_label("Message").fill("<b>hello</b> https://example.org")
    host.get_by_role("button", name="Send").click()
    said = host.get_by_role("log", name="Chat")
    expect(said).to_contain_text("Aoi <b>hello</b> https://example.org")
    assert not said.locator("a, .words b").count()
    host.get_by_role("button", name="Well played!").click()
    friend.get_by_role("button", name="経過とチャット、新着2件").click()
    tab = friend.get_by_role("tab", name=re.compile("チャット"))
    expect(tab).to_have_text(re.compile("2$"))
    tab.click()
    heard = friend.get_by_role("log", name="チャット")
    expect(heard).to_contain_text("お見事！")
    expect(tab).to_have_text("チャット")
    check_both_themes(friend, "chat on a phone")
    friend.get_by_role("button", name="ありがとう！").click()
    expect(said).to_contain_text("Ume Thank you!")
    check_both_themes(host, "chat")
    mute_and_come_back(host, friend)


def mute_and_come_back(host, friend):
    """What is muted is hidden here only, and still after the page was opened again."""
    heard = friend.get_by_role("log", name="チャット")
    friend.get_by_role("button", name="ミュート").click()
    friend.get_by_label("Aoi").check()
    expect(heard).not_to_contain_text("お見事！")
    expect(heard).to_contain_text("ありがとう！")
    friend.reload()
    host.get_by_role("button", name="Oh no!").click()
    expect(host.get_by_role("log", name="Chat")).to_contain_text("Oh no!")
    friend.get_by_role("button", name="経過", exact=True).click()
    friend.get_by_role("tab", name="チャット").click()
    expect(friend.get_by_role("log", name="チャット")).to_contain_text("ありがとう！")
    expect(friend.get_by_role("log", name="チャット")).not_to_contain_text("しまった！")


def test_a_spectator_is_told_so_and_counted_and_only_reads(guests):
    host, (link,) = table_of(guests, public=True)
    guests.arrive(link, "Ume")
    host.get_by_role("tab", name="Chat").click()
    host.get_by_role("button", name="Hello!").click()
    expect(host.locator(".watching")).to_have_count(0)
    watcher = guests.page(host.url)
    expect(watcher.locator(".watching")).to_contain_text("You are watching")
    expect(host.locator(".watching")).to_contain_text("1 person watches")
    watcher.get_by_role("tab", name="Chat").click()
    expect(watcher.get_by_role("log", name="Chat")).to_contain_text("Hello!")
    expect(watcher.get_by_text("Players write here")).to_be_visible()
    expect(watcher.get_by_label("Message", exact=True)).to_have_count(0)
    check_both_themes(watcher, "a spectator")
    watcher.close()
    expect(host.locator(".watching")).to_have_count(0)
    phone = guests.page(host.url, size="phone")
    expect(phone.get_by_role("status").get_by_text("You are watching")).to_be_visible()


def test_a_table_without_chat_has_none_and_a_player_alone_needs_none(guests):
    quiet, (link,) = table_of(guests, chat=False)
    guests.arrive(link)
    expect(names(quiet)).to_have_count(2)
    alone = guests.page("/")
    sit_down(alone)
    for page in (quiet, alone):
        expect(page.get_by_role("log", name="Log")).to_be_visible()
        expect(page.get_by_role("tab")).to_have_count(0)


# ---- bots by agreement, and clocks
def test_a_bot_plays_on_for_somebody_who_is_away_when_all_agree(guests):
    host, links = table_of(guests, "you open open")
    ben, chie = guests.arrive(links[0], "Ben"), guests.arrive(links[1], "Chie")
    address = chie.url
    chie.close()
    host.get_by_role("button", name="Seat of Chie").click()
    dialog = host.get_by_role("dialog")
    expect(dialog).to_contain_text("is away")
    dialog.get_by_role("button", name="Easy").click()
    note = ben.locator(".notes")
    expect(note).to_contain_text("Chie is away. Let a bot play on? 1 of 2 agree.")
    check_both_themes(ben, "a vote")
    ben.get_by_role("button", name="Agree", exact=True).click()
    for page in (host, ben):
        expect(page.get_by_role("log", name="Log")).to_contain_text("All agree: a bot plays on for")
        expect(page.get_by_role("button", name="Seat of Chie")).to_have_count(0)
    back = chie.context.new_page()
    back.goto(address)
    back.get_by_role("button", name="Seat of Chie").click()
    back.get_by_role("button", name="Take the seat back").click()
    expect(host.get_by_role("log", name="Log")).to_contain_text("is back and plays on.")


def test_everybody_is_told_when_time_is_up(guests, tables):
    """Five seconds are left when the page opens."""
    page = guests.sit(tables["london-clock"], seat=1)
    late = guests.sit(tables["london-clock"], seat=0)
    for one in (page, late):
        expect(
            one.get_by_role("status").get_by_text("’s time is up; a bot plays on.")
        ).to_be_visible(timeout=30_000)
        expect(one.get_by_role("log", name="Log")).to_contain_text("Aoi’s time is up")
        expect(one.get_by_role("timer").first).to_contain_text("0:00")
    expect(page.get_by_role("button", name="Seat of Aoi")).to_have_count(0)
    late.get_by_role("button", name="Seat of Aoi").click()
    dialog = late.get_by_role("dialog")
    expect(dialog).to_contain_text("Your time is up. A bot plays for you to the end of the game.")
    expect(dialog.get_by_role("button", name="Take the seat back")).to_have_count(0)
    check_both_themes(late, "time is up")


def test_a_rematch_moves_everybody_on_by_one_seat(guests, tables):
    page = guests.sit(tables["london-again"])
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("status").get_by_text("everybody moves on by one seat")).to_be_visible()
    expect(names(page)).to_have_text(["Ben", "Aoi"])
    expect(page.locator("li.me .name")).to_have_text("Aoi")
