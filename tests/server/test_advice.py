"""The coach at a table: what matters, a good move, and the mark of those who were told one."""

import asyncio
import contextlib
import pickle
import threading

import msgspec
import pytest

from ekiben.server.advice import advice_message, check_alone
from ekiben.server.errors import ApiError
from ekiben.server.jobs import AdviceResult
from ekiben.server.settings import Rates
from ekiben.server.store import Entry, SeatSetup, Setup
from ekiben.server.table_state import TableState
from ekiben.server.workers import WorkerPool, advise_job

from .people import people, told, two_houses
from .serving import OFTEN, Patient, QuickBots, serving

FIRST = {"options": {"first_seat": 0}}


def advise(page, **more):
    return page.ask("advise", position=page.position["seq"], **more)


def opened(house, seats="you bot", **wish):
    """A person to act at a new table of London, the page, and the table."""
    person = house.person()
    table = person.table("london", seats, **{**FIRST, **wish})
    page = person.page(table)
    page.until("snapshot")
    return person, page, table


def log_of(house, table):
    store = house.app.state.registry.store
    return [entry.kind for entry in asyncio.run(store.log(table))]


def test_what_matters_is_told_to_every_seat_and_marks_nobody(house):
    person, page, table = opened(house, "you open", public=True)
    advice = advise(page)
    assert advice["type"] == "advice" and advice["action"] is None and advice["reasons"] == []
    assert "of your 17 pieces" in advice["remarks"][0]
    spectator = house.person().page(table, None)
    spectator.until("snapshot")
    assert advise(spectator)["code"] == "not-your-seat"
    assert people(page)["assisted"] == [False, False]
    assert person.get(f"/api/tables/{table}").json()["assisted"] == [False, False]
    assert log_of(house, table) == []


def test_remarks_are_in_the_language_of_the_page(house):
    person, _, table = opened(house)
    page = person.page(table, language="ja")
    page.until("snapshot")
    assert "コマ17個" in advise(page)["remarks"][0]


def test_a_good_move_is_legal_explained_and_marked_before_it_is_told(house):
    person, page, table = opened(house)
    before = len(page.heard)
    advice = advise(page, move=True)
    assert advice["action"] in page.position["legal"] and advice["reasons"][0].startswith("Keeps ")
    assert advice["point"] == [advice["action"]]
    kinds = [message["type"] for message in page.heard[before:]]
    assert kinds.index("seats") < kinds.index("advice")
    assert people(page)["assisted"] == [True, False]
    assert told(page) == ["⟦@0⟧ has asked for a good move."]
    advise(page, move=True)
    advise(page, move=True)
    assert log_of(house, table).count("assist") == 1
    assert person.get(f"/api/tables/{table}").json()["assisted"] == [True, False]
    assert person.get(f"/api/tables/{table}/status").json()["assisted"] == [True, False]
    assert person.page(table).until("hello")["assisted"] == [True, False]


def test_advice_comes_for_every_question_of_a_whole_game(house):
    _, page, _ = opened(house)
    asked = set()
    while not page.my_turn()["over"]:
        advice = advise(page, move=True)
        assert advice["action"] in page.position["legal"], advice
        asked.add(page.position["asked"])
        page.act(advice["action"])
    assert {"tickets", "turn", "second-card", "payment"} <= asked
    assert advise(page, move=True)["code"] == advise(page)["code"] == "over"


@pytest.mark.parametrize(
    ("seats", "code"),
    [("you you", "no-advice-people"), ("you open", "no-advice-open")],
)
def test_no_move_is_told_where_others_play(house, seats, code):
    _, page, table = opened(house, seats)
    assert advise(page, move=True)["code"] == code
    assert log_of(house, table) == []


def test_no_move_is_told_when_another_is_to_act_or_nothing_is_dealt(tmp_path):
    with serving(tmp_path, Patient(), rates=OFTEN) as house:
        _, page, _ = opened(house)
        page.first()
        assert page.position["seat"] == 1
        assert advise(page, move=True)["code"] == "not-yours"
        assert advise(page)["type"] == "advice"
        person = house.person()
        mixed = person.page(person.table("london", "you bot", mixed=True))
        mixed.until("mixing")
        assert mixed.ask("advise", position=0)["code"] == "not-dealt"
        house.guests.close()


def test_no_move_is_told_at_a_deal(house):
    person = house.person()
    seats = [{"kind": "you"}, {"kind": "bot", "level": "easy"}]
    deal = person.post("/api/deals", {"game": "london", "seats": seats, "options": {}}).json()
    begun = person.post(f"/api/deals/{deal['deal']}/tables", {}).json()
    page = person.page(begun["table"])
    page.until("snapshot")
    page.my_turn()
    assert advise(page, move=True)["code"] == "no-advice-deal"
    assert advise(page)["type"] == "advice"


class SlowCoach(QuickBots):
    """Advice comes when it is let go."""

    def __init__(self):
        super().__init__()
        self.go = threading.Event()
        self.asked = threading.Event()

    async def advise(self, state, seat, suggests, asker=""):
        found = await super().advise(state, seat, suggests, asker)
        self.asked.set()
        await asyncio.to_thread(self.go.wait)
        return found


def test_advice_for_a_position_that_is_gone_is_neither_told_nor_marked(tmp_path):
    coach = SlowCoach()
    with serving(tmp_path, coach, rates=OFTEN) as house:
        _, page, table = opened(house)
        number = page.send("advise", position=page.position["seq"], move=True)
        assert coach.asked.wait(20)
        page.first()
        coach.go.set()
        answer = page.until("refused", "advice")
        assert (answer["request"], answer["type"]) == (number, "refused")
        assert "assist" not in log_of(house, table)
        house.guests.close()


def test_questions_to_the_coach_are_counted(tmp_path):
    with serving(tmp_path, rates=Rates(advice="2/minute")) as house:
        _, page, _ = opened(house)
        answers = [advise(page) for _ in range(3)]
        assert [answer["type"] for answer in answers] == ["advice", "advice", "refused"]
        assert answers[-1]["code"] == "slow-down"
        house.guests.close()


def test_two_servers_mark_a_seat_once(tmp_path, address):
    with two_houses(tmp_path, address) as (here, there), contextlib.ExitStack() as leave:
        leave.callback(here.guests.close)
        leave.callback(there.guests.close)
        person, one, table = opened(here)
        other = person.elsewhere(there).page(table)
        other.until("snapshot")
        pages = [one, other] * 3
        asked = [
            (page, page.send("advise", position=page.position["seq"], move=True)) for page in pages
        ]
        for page in (one, other):
            wanted = {number for asker, number in asked if asker is page}
            while wanted:
                wanted.discard(page.next().get("request"))
        assert people(one)["assisted"] == people(other)["assisted"] == [True, False]
        assert told(one) == told(other) == ["⟦@0⟧ has asked for a good move."]


# ---- the log, and what a worker is sent
def test_no_move_is_told_in_a_lesson():
    state = TableState(msgspec.structs.replace(setup(), lesson="london"))
    with pytest.raises(ApiError, match="no-advice-lesson"):
        check_alone(state, 0)


def setup(game="london"):
    seats = [SeatSetup("person", "Ann"), SeatSetup("bot", "Ben", "easy")]
    return Setup("table", game, {"first_seat": 0}, 1, "7", "0" * 64, seats)


def test_the_mark_is_of_the_log_and_said_once():
    state = TableState(setup())
    for _ in range(2):
        state.apply(Entry("assist", 0))
    assert state.assisted == {0} and state.notices.count == 1
    draft = state.copy()
    draft.apply(Entry("assist", 1))
    assert state.assisted == {0} and draft.assisted == {0, 1}


def test_the_coach_may_point_at_more_than_the_action():
    """In Tokyo Railways at the city that a plan leads to."""
    state = TableState(setup("tokyo"))
    action = state.match.legal()[0]
    targets = ("to:tokyo", str(action))
    found = AdviceResult([], action.id, [], targets)
    assert advice_message(state, found, 1, "en").point == list(targets)
    assert advice_message(state, AdviceResult([], None, []), 1, "en").point == []


@pytest.mark.parametrize("suggests", [True, False])
def test_a_worker_is_sent_a_view_only(suggests):
    """Two worlds that the seat cannot tell apart make the same job."""
    state = TableState(setup())
    twin = state.copy()
    twin.match = state.game.imagine(state.match.view(0), 5)
    jobs = [advise_job(one, 0, suggests, 1) for one in (state, twin)]
    assert pickle.dumps(jobs[0]) == pickle.dumps(jobs[1])


def test_a_worker_process_advises():
    async def ask():
        pool, state = WorkerPool(1), TableState(setup())
        try:
            return await pool.advise(state, 0, True), state
        finally:
            await pool.close()

    found, state = asyncio.run(ask())
    assert found.action in [action.id for action in state.match.legal()]
    assert found.remarks and found.reasons[0][0].startswith("keep-")
