"""Tables and records of older rules: the page learns the version and gets the matching board."""

from pathlib import Path

import ekiben

OLD = (
    (Path(__file__).parents[1] / "golden" / "tokyo.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()[0]
)


def reward(person, query):
    jobs = person.get(f"/api/facts/tokyo{query}").json()["jobs"]
    return next(job["reward"] for job in jobs if job["id"] == "b17")


def test_the_board_is_that_of_the_rules_asked_for(house):
    person = house.person()
    newest = next(job.reward for job in ekiben.load("tokyo").board.jobs if job.id == "b17")
    assert (
        reward(person, "?rules=1") == 39
        and reward(person, "") == reward(person, "?rules=2") == newest != 39
    )
    for wrong in ("0", "9", "x", "", "²", "1" * 40):
        assert person.get("/api/facts/tokyo", params={"rules": wrong}).status_code == 400, wrong


def test_a_table_and_a_replay_name_their_rules(house):
    person = house.person()
    table = person.table("tokyo", "you bot")
    assert person.get(f"/api/tables/{table}").json()["rules"] == ekiben.load("tokyo").rules
    shown = person.http.post(
        "/api/replays", content=OLD.encode(), headers={"content-type": "application/json"}
    )
    assert shown.json().get("rules") == 1, shown.text[:300]
