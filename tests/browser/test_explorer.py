"""The statistics in the browser: the board and the list speak of the same things."""

import pytest

from ekiben.analysis import explorer

from .guests import check_both_themes, findings

LONDON = explorer.shipped("london")


def percent(share):
    return f"{share.value:.1%}"


def open_game(page, game):
    page.goto(f"/explore/{game}")
    page.locator("tbody tr").first.wait_for()


def test_a_ticket_and_a_route_are_looked_up(guests):
    """From the list of games to London; a ticket in the list, then a route on the board."""
    page = guests.page("/explore")
    page.locator('a[href="/explore/london"]').click()
    page.locator("tbody tr").first.wait_for()
    ticket = LONDON.group(2, "hard").items("tickets")[0]
    page.locator(f'[data-row="{ticket.id}"] button').click()
    card = page.locator(f'[data-card="{ticket.id}"]')
    card.wait_for()
    told = card.inner_text()
    assert percent(ticket.reached("kept")) in told and percent(ticket.won("done")) in told
    assert page.locator(".city.lit").count() == 2
    route = LONDON.group(2, "hard").items("routes")[3]
    page.locator(f'[data-target="route:{route.id}"]').focus()
    page.keyboard.press("Enter")
    page.locator(f'[data-card="{route.id}"]').wait_for()
    assert percent(route.won("claimed")) in page.locator(f'[data-card="{route.id}"]').inner_text()
    assert page.locator(f'[data-row="{route.id}"].picked').is_visible()
    check_both_themes(page, "a route")


def test_lists_are_sorted_and_narrowed(guests):
    page = guests.page("/explore")
    open_game(page, "london")
    rows = page.locator("tbody tr[data-row]")
    whole = rows.count()
    page.locator('thead [aria-sort="descending"]').wait_for()
    page.locator("thead button").first.click()
    page.locator('thead [aria-sort="ascending"]').wait_for()
    names = [row.inner_text() for row in page.locator("tbody .name button").all()]
    assert names == sorted(names, key=str.lower)
    page.locator('[data-target="city:big-ben"]').click()
    assert 0 < rows.count() < whole
    page.get_by_role("searchbox").fill("")
    assert rows.count() == whole


def test_japanese_on_a_phone_with_other_seats(guests):
    page = guests.page("/explore", size="phone", language="ja")
    open_game(page, "london")
    page.locator(".filters label", has_text="3").first.click()
    ticket = LONDON.group(3, "hard").items("tickets")[1]
    page.locator(f'[data-row="{ticket.id}"] button').click()
    card = page.locator(f'[data-card="{ticket.id}"]')
    card.wait_for()
    assert percent(ticket.won("kept")) in card.inner_text() and "勝率" in card.inner_text()
    page.get_by_role("tab", name="その他").click()
    page.locator('[data-table="order"]').wait_for()
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", ["desk", pytest.param("sideways", marks=pytest.mark.deep)])
def test_jobs_and_cities_of_tokyo(guests, size):
    page = guests.page("/explore", size=size)
    open_game(page, "tokyo")
    page.locator("tbody tr[data-row] button").first.click()
    page.locator("[data-card]").wait_for()
    page.get_by_role("tab", name="Cities").click()
    page.locator("tbody tr[data-row] button").first.click()
    page.locator('.lit-subjects[data-lit="true"]').wait_for(state="attached")
    assert findings(page) == []


def test_an_unknown_game_is_told(guests):
    page = guests.page("/explore")
    page.goto("/explore/chess")
    page.get_by_role("alert").wait_for()
    guests.expect_complaints("404")
