"""Statistics over HTTP: those of the box, sent once."""

import ekiben
from ekiben.analysis import explorer


def test_all_games_have_statistics(house):
    found = house.person().get("/api/explore").json()
    assert [one["game"] for one in found] == list(ekiben.games())
    assert [one["games"] for one in found] == [
        explorer.shipped(game).games for game in ekiben.games()
    ]


def test_the_statistics_of_a_game(house):
    person = house.person()
    answer = person.get("/api/explore/london")
    found, shipped = answer.json(), explorer.shipped("london")
    assert [table["name"] for table in found["tables"]] == [one.name for one in shipped.tables]
    groups = {(group["seats"], group["level"]): group for group in found["groups"]}
    hard = shipped.group(2, "hard")
    assert groups[2, "hard"]["counts"]["tickets"]["kept"] == (
        hard.counts["tickets", "kept"].tolist()
    )
    again = person.get("/api/explore/london", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


def test_other_games_have_none(house):
    wrong = house.person().get("/api/explore/chess")
    assert wrong.status_code == 404 and wrong.json()["error"]["code"] == "no-game"
