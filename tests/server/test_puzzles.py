"""Puzzles over HTTP: a solver gets what its view gives and nothing else, and the solution only for
an answer.
"""

import asyncio
import datetime
import json

import msgspec
import pytest

import ekiben
from ekiben import puzzles
from ekiben.server import puzzle_list, puzzles_api
from ekiben.server.errors import ApiError
from ekiben.server.jobs import PuzzleJob
from ekiben.server.puzzle_messages import PuzzleSummary
from ekiben.server.puzzle_positions import answer_of, puzzle_json
from ekiben.server.scenes import scene
from ekiben.server.settings import Rates
from ekiben.server.workers import WorkerPool
from ekiben.texts import words

from .serving import serving

ALL = [one for game in ekiben.games() for one in puzzles.load(game)]
# one of each kind, and of each game
BY_KIND = {one.kind: one for one in ALL}
ONE_OF_EACH = list(BY_KIND.values()) + list(
    {one.game: one for one in ALL if BY_KIND[one.kind] is not one}.values()
)


def ids(found):
    return [one.id for one in found]


def position(puzzle, language="en"):
    return json.loads(puzzle_json(PuzzleJob(puzzle.id, "position", "", language)))


def solution(puzzle, answer, language="en"):
    return json.loads(puzzle_json(PuzzleJob(puzzle.id, "answer", answer, language)))


def answers(found):
    return [trip["key"] for trip in found["trips"]] or found["legal"]


def by_value(puzzle):
    """All possible answers, the best first."""
    return [answer_of(puzzle, choice) for choice in puzzle.choices]


# ---- what a solver sees
@pytest.mark.parametrize("puzzle", ONE_OF_EACH, ids=ids(ONE_OF_EACH))
def test_a_position_is_what_the_solvers_view_gives(puzzle):
    found = position(puzzle)
    match = puzzle.match()
    view = match.view(puzzle.seat)
    assert found["scene"] == json.loads(
        msgspec.json.encode(scene(match.game, view, found["names"]))
    )
    assert found["legal"] == [str(action) for action in match.legal()]
    heard = {event["n"]: event for event in match.events(puzzle.seat)}
    assert found["said"]
    for line in found["said"]:
        event = json.loads(json.dumps(heard[line["n"]]))
        assert {name: line[name] for name in event} == event


@pytest.mark.parametrize("puzzle", ONE_OF_EACH, ids=ids(ONE_OF_EACH))
def test_a_position_is_the_same_whatever_is_hidden(puzzle):
    match = puzzle.match()
    other = match.game.imagine(match.view(puzzle.seat), seed=5)
    assert other.digest() != match.digest() or match.game.name == "tokyo"
    found = position(puzzle)
    again = msgspec.json.encode(scene(other.game, other.view(puzzle.seat), found["names"]))
    assert found["scene"] == json.loads(again)
    assert found["legal"] == [str(action) for action in other.legal()]


@pytest.mark.parametrize("puzzle", ONE_OF_EACH, ids=ids(ONE_OF_EACH))
def test_neither_seed_nor_values_nor_the_record_are_sent(puzzle):
    found = position(puzzle)
    assert set(found) == {
        *("id", "game", "kind", "rating", "rules", "options", "names", "seat", "language"),
        *("scene", "said", "asked", "legal", "told", "trips"),
    }
    text = json.dumps(found)
    assert puzzle.record["seed"] not in text
    assert "value" not in found and all("value" not in trip for trip in found["trips"])
    told = json.dumps(solution(puzzle, answers(found)[0]))
    assert puzzle.record["seed"] not in told


@pytest.mark.parametrize("puzzle", ONE_OF_EACH, ids=ids(ONE_OF_EACH))
def test_answers_are_told_in_both_languages(puzzle):
    english, japanese = position(puzzle), position(puzzle, "ja")
    assert len(english["told"]) == len(english["legal"])
    assert english["told"] != japanese["told"] and english["names"] != japanese["names"]
    assert all(
        text != notation for text, notation in zip(japanese["told"], japanese["legal"], strict=True)
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_kind_has_a_name_and_a_task(language):
    known = words(language)["web"]["puzzles"]
    assert {f"{what}-{one.kind}" for one in ALL for what in ("kind", "task")} <= set(known)


# ---- answers
@pytest.mark.parametrize("puzzle", ONE_OF_EACH, ids=ids(ONE_OF_EACH))
def test_the_best_choice_and_no_other_is_right(puzzle):
    assert sorted(by_value(puzzle)) == sorted(answers(position(puzzle)))
    best, *others = by_value(puzzle)
    told = {answer: solution(puzzle, answer) for answer in (best, *others[:2], others[-1])}
    right = [answer for answer, one in told.items() if one["right"]]
    assert right == [best]
    for answer, one in told.items():
        values = [choice["value"] for choice in one["choices"]]
        assert one["choices"][one["yours"]]["answer"] == answer
        assert values == sorted(values, reverse=one["unit"] == "worth")
        assert one["choices"][0]["answer"] == right[0]
        assert one["reason"] and one["point"]


def test_tickets_are_told_by_their_cities():
    puzzle = next(one for one in ALL if one.kind == "tickets")
    found = position(puzzle)
    whole = found["legal"].index(max(found["legal"], key=len))
    board = puzzle.match().game.board
    offer = found["scene"]["seats"][puzzle.seat]["offer"]
    for number in offer:
        assert board.name(board.tickets[number].a, "en") in found["told"][whole]


# ---- over HTTP
def test_the_list_can_be_narrowed(house):
    person = house.person()
    everything = person.get("/api/puzzles").json()
    assert {one["id"] for one in everything} == {one.id for one in ALL}
    game, kind = ALL[0].game, ALL[0].kind
    some = person.get(f"/api/puzzles?game={game}&kind={kind}").json()
    assert some == [one for one in everything if (one["game"], one["kind"]) == (game, kind)]
    rating = ALL[0].rating
    rated = person.get(f"/api/puzzles?least={rating}&most={rating}").json()
    assert rated == [one for one in everything if one["rating"] == rating]
    wrong = person.get("/api/puzzles?game=chess")
    assert wrong.status_code == 404 and "chess" in wrong.json()["error"]["text"]
    wrong = person.get("/api/puzzles?most=many")
    assert wrong.status_code == 400 and "many" in wrong.json()["error"]["text"]


def test_answers_may_be_given_twice(house):
    """The server keeps nothing: who has solved what is the browsers' own business."""
    puzzle = ALL[0]
    person = house.person()
    found = person.get(f"/api/puzzles/{puzzle.id}").json()
    assert found == position(puzzle)
    right, *_, wrong = by_value(puzzle)
    path = f"/api/puzzles/{puzzle.id}/answer"
    for answer, verdict in ((wrong, False), (right, True), (wrong, False)):
        told = person.post(path, {"answer": answer})
        assert (told.status_code, told.json()["right"]) == (200, verdict)
        assert told.json()["choices"][0]["answer"] == right


@pytest.mark.parametrize("id", ["nothing-001", "london-9999", "x", "%F0%9F%9A%82", "..%2F..%2Fetc"])
def test_there_is_no_such_puzzle(house, id):
    person = house.person()
    for told in (
        person.get(f"/api/puzzles/{id}"),
        person.post(f"/api/puzzles/{id}/answer", {"answer": "pass"}),
        person.get(f"/api/puzzles/{id}/why?action=pass"),
    ):
        assert told.status_code == 404 and told.json()["error"]["text"]


def test_a_thousand_ids_that_do_not_exist_cost_nothing(house):
    person = house.person()
    codes = {person.get(f"/api/puzzles/london-x{n}").status_code for n in range(1000)}
    assert codes == {404} and len(house.app.state.puzzles.answers) <= puzzles_api.MAX_KEPT


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"answer": "claim a-b"}, "no-answer"),
        ({"answer": "<script>"}, "no-answer"),
        ({"answer": ""}, "bad"),
        ({"answer": "x" * 1000}, "bad"),
        ({"answer": 3}, "bad"),
        ({}, "bad"),
    ],
)
def test_an_answer_that_is_none_is_refused(house, body, code):
    person = house.person()
    before = len(house.app.state.puzzles.answers)
    told = person.post(f"/api/puzzles/{ALL[0].id}/answer", body)
    assert (told.status_code, told.json()["error"]["code"]) == (400, code)
    assert len(house.app.state.puzzles.answers) <= before + 1  # the position


def test_why_an_action_is_not_possible(house):
    puzzle = next(one for one in ALL if one.kind == "tickets")
    person = house.person()
    path = f"/api/puzzles/{puzzle.id}/why"
    why = person.get(path, params={"action": "draw deck"}).json()
    assert not why["legal"] and why["clause"] and why["text"]
    assert person.get(path, params={"action": puzzle.best.actions[0]}).json()["legal"]
    assert person.get(path, params={"action": "dance"}).status_code == 400
    assert person.get(path, params={"action": "x" * 1000}).status_code == 400


def test_a_position_is_sent_once(house):
    person = house.person()
    path = f"/api/puzzles/{ALL[0].id}"
    tag = person.get(path).headers["etag"]
    again = person.get(path, headers={"if-none-match": tag})
    assert again.status_code == 304 and again.content == b""


def test_puzzles_have_a_rate_of_their_own(tmp_path):
    with serving(tmp_path, rates=Rates(puzzles="3/hour")) as house:
        person = house.person()
        codes = [person.get("/api/puzzles").status_code for _ in range(5)]
        assert codes == [200] * 3 + [429] * 2


# ---- what is asked of the workers
class Counting:
    """Workers that count what they are asked, and fail when told to."""

    def __init__(self):
        self.asked, self.fails = [], False

    async def puzzle(self, job, asker=""):
        self.asked.append(job)
        await asyncio.sleep(0)
        if self.fails:
            raise ApiError("busy", 503, seconds=1)
        return job.action.encode()


def job(number, ask="answer"):
    return PuzzleJob(f"london-{number}", ask, str(number), "en")


def test_a_crowd_with_the_same_question_asks_once():
    async def crowd():
        workers = Counting()
        room = puzzles_api.PuzzleRoom(workers)
        told = await asyncio.gather(*(room.ask(job(1), str(n)) for n in range(100)))
        assert set(told) == {b"1"} and len(workers.asked) == 1

    asyncio.run(crowd())


def test_only_so_many_answers_are_kept():
    async def many():
        workers = Counting()
        room = puzzles_api.PuzzleRoom(workers)
        for number in range(puzzles_api.MAX_KEPT + 10):
            await room.ask(job(number), "")
            await room.ask(job(0), "")  # asked again and again: it stays
            await room.ask(job(number, "why"), "")
        assert len(room.answers) == puzzles_api.MAX_KEPT and job(0) in room.answers
        assert all(one.ask != "why" for one in room.answers)

    asyncio.run(many())


def test_a_failure_is_not_kept():
    async def fail():
        workers = Counting()
        room = puzzles_api.PuzzleRoom(workers)
        workers.fails = True
        with pytest.raises(ApiError):
            await room.ask(job(1), "")
        workers.fails = False
        assert await room.ask(job(1), "") == b"1"

    asyncio.run(fail())


def test_whoever_leaves_spoils_nothing_for_others():
    async def leave():
        workers = Counting()
        room = puzzles_api.PuzzleRoom(workers)
        first = asyncio.ensure_future(room.ask(job(1), ""))
        second = asyncio.ensure_future(room.ask(job(1), ""))
        await asyncio.sleep(0)
        first.cancel()
        assert await second == b"1" and len(workers.asked) == 1

    asyncio.run(leave())


def test_worker_processes_answer():
    async def work():
        workers = WorkerPool(1)
        try:
            return await workers.puzzle(PuzzleJob(ALL[0].id, "position", "", "en"))
        finally:
            await workers.close()

    assert json.loads(asyncio.run(work())) == position(ALL[0])


# ---- daily puzzles
SHELF = [PuzzleSummary(f"{game}-{n:03}", game, "x", 1000) for game in "abc" for n in range(4)]
DAY = datetime.date(2026, 11, 16)


@pytest.fixture
def shelf(monkeypatch):
    """Twelve puzzles of three games."""
    monkeypatch.setattr(puzzle_list, "summaries", lambda: {one.id: one for one in SHELF})


def days(count):
    return [DAY + datetime.timedelta(days=n) for n in range(count)]


@pytest.mark.usefixtures("shelf")
def test_every_puzzle_has_its_day_before_one_comes_again():
    found = [puzzle_list.daily(day).id for day in days(24)]
    assert sorted(found[:12]) == sorted(one.id for one in SHELF) and found[12:] == found[:12]


@pytest.mark.usefixtures("shelf")
def test_games_take_turns():
    games = [puzzle_list.daily(day).game for day in days(6)]
    assert len(set(games[:3])) == 3 and games[3:] == games[:3]


@pytest.mark.usefixtures("shelf")
def test_the_days_before_are_listed_and_the_future_is_not():
    now = datetime.datetime(2026, 11, 16, 23, 59, tzinfo=datetime.UTC).timestamp()
    found = puzzle_list.daily_puzzles(None, now)
    assert found.today == found.puzzle.day == "2026-11-16"
    assert [one.day for one in found.earlier[:2]] == ["2026-11-15", "2026-11-14"]
    assert len(found.earlier) == puzzle_list.EARLIER
    before = puzzle_list.daily_puzzles("2026-11-15", now)
    assert before.puzzle == found.earlier[0]
    assert puzzle_list.daily_puzzles(None, now + 60).today == "2026-11-17"
    for day in ("2026-11-17", "2025-12-31", "someday", "2026-13-01"):
        with pytest.raises(ApiError):
            puzzle_list.daily_puzzles(day, now)


def test_todays_puzzle_is_one_of_the_box(house):
    person = house.person()
    found = person.get("/api/puzzles/daily").json()
    assert found["puzzle"]["puzzle"]["id"] in {one.id for one in ALL}
    assert person.get("/api/puzzles/daily?day=2999-01-01").status_code == 404
