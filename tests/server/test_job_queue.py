"""Replays and plans wait for processes: in a bounded queue, small before large, so many of one
asker, and nothing that comes too late.
"""

import asyncio
import json

import pytest

import ekiben
from ekiben.server import job_queue, workers
from ekiben.server.errors import ApiError
from ekiben.server.job_queue import JobQueue
from ekiben.server.workers import WorkerPool, action_count

from .serving import QuickBots, serving


class Processes:
    """Stand in for real ones: each job waits until it is let go."""

    def __init__(self):
        self.begun, self.doors, self.done = [], {}, []

    def queue(self, workers, **limits):
        return JobQueue(workers, new_worker=lambda: Process(self), **limits)

    async def work(self, job):
        self.begun.append(job)
        self.doors[job] = asyncio.Event()
        await self.doors[job].wait()
        self.done.append(job)
        return f"answer {job}"


class Process:
    def __init__(self, all_of_them):
        self.all = all_of_them

    async def ask(self, job, seconds):
        return await self.all.work(job)


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


def jobs(queue, *wanted):
    """Tasks of jobs (name, size, asker), asked for one after the other."""
    return [
        asyncio.ensure_future(queue.ask(name, 1.0, asker, size)) for name, size, asker in wanted
    ]


def run(work):
    return asyncio.run(work())


def test_small_jobs_do_not_wait_for_large_ones():
    processes = Processes()

    async def work():
        queue = processes.queue(2, max_waiting=9, max_per_asker=9, small_size=10)
        tasks = jobs(queue, ("large", 500, "a"), ("larger", 900, "a"), ("small", 5, "b"))
        await settle()
        assert processes.begun == ["large", "small"]  # the other large one waits
        tasks += jobs(queue, ("second", 6, "b"), ("middle", 400, "b"))
        processes.doors["small"].set()
        await settle()
        assert processes.begun == ["large", "small", "second"]
        processes.doors["second"].set()
        await settle()
        assert len(queue.waiting) == 2 and len(queue.idle) == 1  # what is left is too large for it
        for name in ("large", "middle", "larger"):
            processes.doors[name].set()
            await settle()
        assert await asyncio.gather(*tasks) == [
            f"answer {name}" for name in ("large", "larger", "small", "second", "middle")
        ]
        assert processes.done == ["small", "second", "large", "middle", "larger"]

    run(work)


def test_a_large_job_is_not_overtaken_for_ever():
    processes = Processes()

    async def work():
        queue = processes.queue(1, max_waiting=99, max_per_asker=99)
        tasks = jobs(
            queue,
            ("first", 1, "a"),
            ("large", 5 * job_queue.OVERTAKE_COST, "a"),
            *((f"small {n}", 0, "b") for n in range(9)),
        )
        for _ in range(len(tasks)):
            await settle()
            processes.doors[processes.begun[-1]].set()
        await asyncio.gather(*tasks)
        assert 3 < processes.done.index("large") < 8

    run(work)


@pytest.mark.parametrize(("most", "per_asker"), [(2, 9), (9, 3)])
def test_a_full_queue_and_a_greedy_asker_are_sent_away(most, per_asker):
    processes = Processes()

    async def work():
        queue = processes.queue(1, max_waiting=most, max_per_asker=per_asker)
        tasks = jobs(queue, *((f"job {n}", 0, "greedy") for n in range(3)))
        await settle()
        with pytest.raises(ApiError) as caught:
            await queue.ask("one more", 1.0, "greedy")
        assert (caught.value.code, caught.value.status) == ("busy", 503) and caught.value.values[
            "seconds"
        ] > 0
        if per_asker == 3:
            tasks += jobs(queue, ("of another", 0, "modest"))
            await settle()
            assert len(queue.waiting) == 3
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not queue.waiting and not queue.askers and queue.idle == queue.workers

    run(work)


def test_nobody_waits_longer_than_the_queue_has_patience():
    processes = Processes()

    async def work():
        queue = processes.queue(1, max_waiting=5, max_per_asker=5, timeout=0.01)
        (task,) = jobs(queue, ("slow", 0, "a"))
        await settle()
        with pytest.raises(ApiError, match="busy"):
            await queue.ask("impatient", 1.0, "b")
        processes.doors["slow"].set()
        assert await task == "answer slow" and not queue.waiting and len(queue.idle) == 1

    run(work)


# ---- records
def record(actions):
    return json.dumps({"ekiben": 1, "actions": ["pass"] * actions})


@pytest.mark.parametrize(
    ("line", "count"),
    [
        (record(0), 0),
        (record(7), 7),
        ("{}", 0),
        ("", 0),
        ("[" * 5000, 0),
        ('{"actions":5}', 0),
        ('{"actions":[1,{"a":[]},"x"]}', 3),
        ("\ud800", 0),
    ],
)
def test_the_actions_of_a_record_are_counted_before_it_is_read(line, count):
    assert action_count(line) == count


def test_a_record_that_is_too_long_is_refused_at_once(tmp_path):
    bots = WorkerPool(1)
    with serving(tmp_path, bots) as house:
        answer = house.person().http.post(
            "/api/replays?language=ja",
            content=record(workers.MAX_ACTIONS + 1),
            headers={"content-type": "application/json"},
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "long-record") and str(
            workers.MAX_ACTIONS
        ) in answer.text
        assert bots.replays.workers[0].process is None


def test_a_full_queue_is_answered_with_503_and_when_to_try_again(tmp_path):
    bots = WorkerPool(1)
    with serving(tmp_path, bots) as house:
        bots.replays.max_waiting = 0
        for language, word in (("en", "Try again"), ("ja", "もう一度")):
            answer = house.person().http.post(
                f"/api/replays?language={language}",
                content=record(1),
                headers={"content-type": "application/json"},
            )
            assert answer.status_code == 503 and int(answer.headers["retry-after"]) > 0
            assert (
                answer.json()["error"]["code"] == "busy" and word in answer.json()["error"]["text"]
            )


def test_a_replay_that_takes_too_long_is_said_so(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "REPLAY_TIMEOUT", 0.0)
    match = ekiben.load("london").new(2, 1)
    with serving(tmp_path, WorkerPool(1)) as house:
        answer = house.person().http.post(
            "/api/replays",
            content=str(match.record()),
            headers={"content-type": "application/json"},
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "slow-record")


# ---- plans
class SlowPlans(QuickBots):
    """Plans come when they are let go; what they were asked for is kept."""

    def __init__(self):
        super().__init__()
        self.asked, self.go = [], asyncio.Event()

    async def plan(self, state, view, ask, asker=""):
        self.asked.append((view.viewer, ask))
        await self.go.wait()
        return await super().plan(state, view, ask, asker)


def let_go(house, slow):
    house.loop.call_soon_threadsafe(slow.go.set)


@pytest.fixture
def slow(tmp_path):
    plans = SlowPlans()
    with serving(
        tmp_path,
        plans,
        now=lambda: house.__dict__.setdefault("loop", asyncio.get_running_loop()).time(),
    ) as house:
        yield house, plans


def test_of_the_plans_that_wait_only_the_newest_is_made(slow):
    house, plans = slow
    person = house.person()
    page = person.page(person.table("tokyo", "you you"))
    page.until("snapshot")
    numbers = [page.send("plan", ask={"kind": "track", "to": 100})]
    page.ask("ping")
    numbers += [page.send("plan", ask={"kind": "track", "to": post}) for post in range(101, 120)]
    answers = [page.until("refused") for _ in range(18)]
    assert [answer["request"] for answer in answers] == numbers[1:-1] and {
        answer["code"] for answer in answers
    } == {"newer-plan"}
    assert page.ask("ping")["type"] == "pong"  # nothing else waits for a plan
    let_go(house, plans)
    assert [page.until("plan")["request"] for _ in range(2)] == [numbers[0], numbers[-1]]
    assert [ask.to for _, ask in plans.asked] == [100, 119]


@pytest.mark.parametrize("change", ["move", "look"])
def test_a_plan_for_a_position_that_is_gone_is_no_answer(slow, change):
    house, plans = slow
    person = house.person()
    page = person.page(person.table("tokyo", "you you", options={"first_seat": 0}))
    page.until("snapshot")
    number = page.send("plan", ask={"kind": "track", "to": 300})
    page.ask("ping")
    if change == "move":
        assert page.first()["type"] == "done"
    else:
        page.ask("look", seat=1)
    let_go(house, plans)
    refused = page.until("refused", "plan")
    assert (refused["request"], refused["code"]) == (number, "late")
    assert [viewer for viewer, _ in plans.asked] == [0]


def test_plans_of_a_page_that_is_closed_are_dropped(slow):
    house, plans = slow
    person = house.person()
    table = person.table("tokyo", "you you")
    page = person.page(table)
    page.until("snapshot")
    page.send("plan", ask={"kind": "track", "to": 300})
    page.ask("ping")
    page.send("plan", ask={"kind": "track", "to": 301})
    page.ask("ping")
    page.close()
    while person.get(f"/api/tables/{table}").json()["present"][0]:
        pass
    let_go(house, plans)
    again = person.page(table)
    again.until("snapshot")
    assert again.ask("plan", ask={"kind": "track", "to": 302})["request"] and [
        ask.to for _, ask in plans.asked
    ] == [300, 302]


def test_plans_are_made_in_a_process_from_the_view_of_the_seat_that_looks(tmp_path):
    with serving(tmp_path, WorkerPool(1)) as house:
        person = house.person()
        page = person.page(person.table("tokyo", "you you", options={"first_seat": 0}))
        page.until("snapshot")
        found = page.ask("plan", ask={"kind": "track", "to": 300})
        assert found["type"] == "plan" and found["plan"]["kind"] in ("track", "none")
        assert page.ask("plan", ask={"kind": "track", "to": 4095})["code"] == "wrong"
        page.ask("look", seat=None)
        assert page.ask("plan", ask={"kind": "track", "to": 300})["plan"] == {
            "kind": "none",
            "reason": "spectator",
        }
        other = person.page(person.table("london", "you you"))
        other.until("snapshot")
        assert other.ask("plan", ask={"kind": "jobs"})["code"] == "no-plans"
