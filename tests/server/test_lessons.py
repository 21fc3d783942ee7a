"""Lessons at a table: begun, followed, taken back, resumed, and told to nobody else."""

import msgspec
import pytest

from ekiben import lessons
from ekiben.bots import Limit
from ekiben.lessons.checker import LessonGame
from ekiben.server import lessons_api
from ekiben.server.store import Entry, Setup
from ekiben.server.table_state import read_state
from ekiben.server.workers import choose_job

from .people import two_houses
from .serving import Rates, serving

LONDON = lessons.load("london")


def begin(person, lesson="london", **body):
    answer = person.post(f"/api/lessons/{lesson}/tables", body)
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


def coach(page):
    return page.position["lesson"]


def test_a_lesson_is_followed_in_ones_own_language(house):
    person = house.person()
    table = begin(person, name="Hana")
    page = person.page(table)
    page.until("snapshot")
    told = coach(page)
    assert told["lesson"] == "london"
    assert (told["number"], told["count"]) == (0, len(LONDON.steps))
    assert [one["text"] for one in told["says"]] == [b.texts["en"] for b in LONDON.steps[0].says]
    assert told["suggested"] in page.position["legal"]
    page.act(told["suggested"])
    page.my_turn()
    assert coach(page)["step"] == LONDON.steps[1].id
    japanese = person.page(table, language="ja")
    japanese.until("snapshot")
    assert coach(japanese)["says"][0]["text"] == LONDON.steps[1].says[0].texts["ja"]


def test_what_is_taken_back_has_not_happened(house):
    person = house.person()
    table = begin(person)
    page = person.page(table)
    page.until("snapshot")
    before = coach(page)
    others = [one for one in page.position["legal"] if one != before["suggested"]]
    page.act(before["suggested"])
    page.my_turn()
    claims = [one for one in page.position["legal"] if one.startswith("claim")]
    assert others and claims
    step = coach(page)
    page.act(claims[0])
    page.ask("undo", position=page.position["seq"])
    assert coach(page) == step


def test_a_reloaded_page_and_a_missed_update_tell_the_same(house):
    person = house.person()
    table = begin(person)
    page = person.page(table)
    seq = page.until("snapshot")["seq"]
    page.act(coach(page)["suggested"])
    page.my_turn()
    again = person.page(table)
    again.until("snapshot")
    late = person.page(table, since=max(1, seq))
    late.until("snapshot", "update")
    late.ask("ping")
    assert coach(again) == coach(page) == coach(late)


def test_another_process_tells_the_same(tmp_path, address):
    with two_houses(tmp_path, address) as houses:
        person = houses[0].person()
        table = begin(person)
        here = person.page(table)
        here.until("snapshot")
        there = person.elsewhere(houses[1]).page(table)
        there.until("snapshot")
        assert coach(here) == coach(there)
        here.act(coach(here)["suggested"])
        there.until("update")
        assert coach(here) == coach(there)
        assert coach(there)["suggested"] is None


def test_only_the_learner_is_told_and_nobody_can_join(house):
    person, stranger = house.person(), house.person()
    table = begin(person)
    assert stranger.seats(table) == "private"
    assert stranger.post(f"/api/tables/{table}/join", {}).status_code == 403
    watching = person.page(table, seat=None)
    assert watching.until("snapshot")["lesson"] is None
    assert table not in {one["table"] for one in stranger.get("/api/tables").json()}


def test_a_bot_in_the_learners_seat_is_not_coached(house):
    person = house.person()
    page = person.page(begin(person))
    page.until("snapshot")
    page.ask("leave", seat=0, level="easy")
    assert coach(page) is None


def test_an_ordinary_table_has_no_lesson(house):
    person = house.person()
    table = person.table("london")
    page = person.page(table)
    assert page.until("snapshot")["lesson"] is None
    assert person.get(f"/api/tables/{table}/status").json()["lesson"] is None


def test_it_says_everywhere_that_it_is_a_lesson_and_makes_no_deal(house):
    person = house.person()
    table = begin(person)
    assert person.get(f"/api/tables/{table}").json()["lesson"] == "london"
    assert person.get(f"/api/tables/{table}/status").json()["lesson"] == "london"
    page = person.page(table)
    page.until("snapshot")
    while not page.my_turn()["over"]:
        page.first()
    answer = person.post(f"/api/tables/{table}/deal")
    assert answer.json()["error"]["code"] == "lesson-deal"
    again = person.post(f"/api/tables/{table}/again").json()["table"]
    assert person.get(f"/api/tables/{again}").json()["lesson"] is None


def test_which_lessons_there_are(house):
    found = house.person().get("/api/lessons").json()
    assert [one["lesson"] for one in found] == list(lessons.names())
    london = next(one for one in found if one["lesson"] == "london")
    assert london["titles"] == dict(LONDON.title)
    assert (london["minutes"], london["steps"]) == (LONDON.minutes, len(LONDON.steps))


@pytest.mark.parametrize("lesson", ["paris", "%2e%2e%2flondon"])
def test_an_unknown_lesson_is_refused(house, lesson):
    assert house.person().post(f"/api/lessons/{lesson}/tables").status_code == 404


def test_lessons_have_a_rate_of_their_own(tmp_path):
    with serving(tmp_path, rates=Rates(lessons="2/hour")) as house:
        person = house.person()
        answers = [person.post("/api/lessons/london/tables").status_code for _ in range(3)]
        assert answers == [201, 201, 429]
        assert person.table("london")


# ---- the state of a lesson's table
def lesson_setup(**changes):
    setup = lessons_api.lesson_setup(LONDON, "", "t" * 43, "en")
    return msgspec.structs.replace(setup, **changes)


def test_a_table_is_dealt_and_answered_as_the_checker_plays_it():
    """The same moves get the same answers: everybody's lesson goes like the checked one."""
    game = LessonGame(LONDON)
    for _ in game.questions():
        game.follow()
    setup = lesson_setup()
    entries = [
        Entry("play", seat, action=str(action))
        for seat, action in zip(game.match.actors, game.match.actions, strict=True)
    ]
    state = read_state(setup, entries)
    assert state.fault is None
    assert state.lesson is not None and state.lesson.done
    assert state.match.digest() == game.match.digest()
    assert [state.bot_seed(seat) for seat in (0, 1)] == [
        read_state(lesson_setup(), []).bot_seed(seat) for seat in (0, 1)
    ]


def test_the_bots_of_a_lesson_forget(house):
    state = read_state(lesson_setup(), [])
    assert choose_job(state, 1, "greedy", Limit(1.0)).forgets
    ordinary = read_state(lesson_setup(lesson=msgspec.UNSET), [])
    assert not choose_job(ordinary, 1, "greedy", Limit(1.0)).forgets


def test_old_set_ups_and_lessons_that_deal_otherwise_by_now_are_ordinary_tables():
    old = msgspec.json.decode(msgspec.json.encode(lesson_setup(lesson=msgspec.UNSET)), type=Setup)
    assert read_state(old, []).lesson is None
    assert read_state(lesson_setup(seed="0"), []).lesson is None
    assert read_state(lesson_setup(lesson="gone"), []).lesson is None


def test_a_copy_of_the_state_goes_its_own_way():
    state = read_state(lesson_setup(), [])
    copy = state.copy()
    assert state.lesson is not None and copy.lesson is not None
    copy.apply(Entry("play", 0, action=copy.lesson.suggestion() or ""))
    assert len(copy.lesson.earlier) == 1 and copy.lesson.asked is None
    assert len(state.lesson.earlier) == 0 and state.lesson.asked == "tickets"
