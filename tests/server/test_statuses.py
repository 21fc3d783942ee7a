"""How a browser's own games stand, asked for one by one."""

import pytest

from ekiben.server.settings import Rates
from ekiben.server.statuses import Statuses

from .serving import Patient, QuickBots, serving


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def games(request, tmp_path_factory):
    database = (
        request.getfixturevalue("postgres").fresh() if request.param == "postgresql" else None
    )
    with serving(tmp_path_factory.mktemp("games"), Patient(1), database=database) as house:
        yield house
        house.guests.close()


def status(person, table):
    return person.get(f"/api/tables/{table}/status")


def unload(house, table):
    """Forget the table in memory, as when many others were used since."""
    house.app.state.registry.tables[table].turns.bot_task = None
    del house.app.state.registry.tables[table]


def test_a_running_game_tells_whose_turn_it_is_and_nothing_more(games):
    person = games.person()
    table = person.table("london", "you bot", options={"first_seat": 0})
    found = status(person, table).json()
    assert found["you"] == [0] and found["seat"] == 0 and not found["over"]
    assert found["scores"] == [] and found["ranking"] == [] and 0 <= found["idle"] < 60
    assert found["kinds"] == ["person", "bot"] and found["levels"] == [None, "medium"]


def test_only_people_with_a_seat_are_told(games):
    table = games.person().table("london", "you bot", public=True)
    stranger = games.person()
    assert status(stranger, table).status_code == 403
    assert status(stranger, "nosuchtable").status_code == 404
    stranger.http.cookies.set(f"ekiben-{table}", "x" * 43, path=f"/api/tables/{table}")
    assert status(stranger, table).status_code == 403


def test_a_guest_who_has_just_sat_down_is_told(games):
    host = games.person()
    table = host.table("london", "you open")
    status(host, table)
    guest = games.person()
    guest.sit(table, host.links[1])
    assert status(guest, table).json()["you"] == [1]
    assert status(host, table).json()["kinds"] == ["person", "person"]


def test_a_table_that_is_not_in_memory_is_replayed_once(games):
    person = games.person()
    table = person.table("london", "you bot", options={"first_seat": 0})
    before = status(person, table).json()
    unload(games, table)
    again = status(person, table).json()
    assert {**again, "idle": 0} == {**before, "idle": 0}
    assert table not in games.app.state.registry.tables


def test_a_move_changes_the_status(games):
    person = games.person()
    table = person.table("london", "you open", options={"first_seat": 0})
    assert status(person, table).json()["seat"] == 0
    page = person.page(table)
    page.until("snapshot")
    page.my_turn()
    page.first()
    assert status(person, table).json()["seat"] == 1
    statuses: Statuses = games.app.state.statuses
    assert statuses.kept[table].moved_at > statuses.registry.tables[table].state.setup.created


def test_a_finished_game_tells_places_and_scores(tmp_path):
    with serving(tmp_path, QuickBots(1)) as house:
        person = house.person()
        table = person.table("london", "you bot")
        page = person.page(table)
        page.until("snapshot")
        while not page.my_turn()["over"]:
            page.first()
        found = status(person, table).json()
        assert found["over"] and found["seat"] is None and len(found["scores"]) == 2
        assert sorted(seat for group in found["ranking"] for seat in group) == [0, 1]
        best = found["ranking"][0][0]
        assert found["scores"][best] == max(found["scores"])


def test_how_often_an_address_may_ask_is_limited(tmp_path):
    with serving(tmp_path, Patient(1), rates=Rates(statuses="2/minute")) as house:
        person = house.person()
        table = person.table()
        answers = [status(person, table).status_code for _ in range(3)]
        assert answers == [200, 200, 429]
