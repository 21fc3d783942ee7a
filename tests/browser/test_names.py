"""Names that look like marks of a sentence are shown as they are, in everybody's page."""

import pytest
from playwright.sync_api import expect

from .player import Player

POST = """async ([path, body]) => {
  const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  return answer.status === 204 ? null : answer.json();
}"""


DEEP = pytest.mark.deep


@pytest.mark.parametrize(
    "name",
    ["⟦@0⟧", pytest.param("x⟦⟧", marks=DEEP), pytest.param("⟦2 red⟧", marks=DEEP), "<i>{name}</i>"],
)
def test_a_name_is_shown_as_it_is_typed(guests, name):
    host, guest = guests.page("/"), guests.page("/")
    made = host.evaluate(
        POST,
        [
            "/api/tables",
            {"game": "london", "seats": [{"kind": "you", "name": "Aoi"}, {"kind": "open"}]},
        ],
    )
    guest.evaluate(
        POST,
        [
            f"/api/tables/{made['table']}/sit",
            {"token": made["links"]["1"].rpartition("#")[2], "name": name},
        ],
    )
    host.goto(f"/t/{made['table']}")
    Player(host).until(1)
    expect(host.locator(".seats .name").nth(1)).to_have_text(name)
    expect(host.locator(".question .waits")).to_contain_text(name)
    host.locator("#text-line").fill("keep 1")
    host.locator("#text-line").press("Enter")
    for place in (".notes", "[aria-live=assertive]"):
        expect(
            host.locator(place).filter(has_text=f"It is not your turn: {name} is to act.").first
        ).to_be_attached()
