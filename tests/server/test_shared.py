"""Several servers over one PostgreSQL database: players come to different ones, and any of them may
go.
"""

import contextlib
import itertools
import os
import random
import re
import signal
import subprocess
import sys
import threading

import pytest

import ekiben

from .serving import OFTEN, House, Patient, QuickBots, serving


class Counting(QuickBots):
    """Count how often they are asked."""

    def __init__(self):
        super().__init__(1)
        self.asked = []

    async def choose(self, state):
        self.asked.append((state.setup.id, state.seq))
        return await super().choose(state)


@contextlib.contextmanager
def several(tmp_path, address, *bots, **changes):
    """That many servers, each with bots of its own."""
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(
                serving(tmp_path, one, database=address, rates=OFTEN, lease_retry=0.05, **changes)
            )
            for one in bots
        ]


def guest_of(host, table, house, seat=1):
    guest = house.person()
    assert (
        guest.post(
            f"/api/tables/{table}/sit", {"token": host.links[seat].rpartition("#")[2]}
        ).status_code
        == 204
    )
    return guest


def test_players_at_different_servers_play_one_game(tmp_path, address):
    with several(tmp_path, address, QuickBots(), QuickBots()) as (first, second):
        host = first.person()
        table = host.table("london", "you open bot")
        guest = guest_of(host, table, second)
        pages, luck = [host.page(table, 0), guest.page(table, 1)], random.Random(3)
        for page in pages:
            page.until("snapshot")
        while not pages[0].position["over"]:
            page = (
                pages[pages[0].position["seat"] or 0]
                if pages[0].position["seat"] in (0, 1)
                else pages[0]
            )
            if not page.my_turn()["over"]:
                assert page.act(luck.choice(page.position["legal"]))["type"] == "done"
            for other in pages:
                while other.position["seq"] < page.position["seq"]:
                    other.next()
        heard = [
            [message["seq"] for message in page.heard if message["type"] == "update"]
            for page in pages
        ]
        records = [person.get(f"/api/tables/{table}/record").text for person in (host, guest)]
        assert records[0] == records[1]
        match = ekiben.replay(records[0])
        assert match.over and heard[0][-len(match.actions) :] == heard[1][-len(match.actions) :]
        assert all(b - a == 1 for seqs in heard for a, b in itertools.pairwise(seqs))


def test_bots_are_thought_for_by_one_server_and_by_another_when_that_one_goes(tmp_path, address):
    first_bots, second_bots = Counting(), Counting()
    with contextlib.ExitStack() as stack, several(tmp_path, address, second_bots) as (second,):
        first = stack.enter_context(
            serving(tmp_path, first_bots, database=address, rates=OFTEN, lease_retry=0.05)
        )
        host = first.person()
        table = host.table("london", "you bot bot", public=True)
        page, watcher = host.page(table, 0), second.person().page(table, None)
        page.until("snapshot")
        watcher.until("snapshot")
        page.first()
        assert page.my_turn()["legal"]
        while watcher.position["seq"] < page.position["seq"]:
            watcher.next()
        asked = first_bots.asked + second_bots.asked
        assert (
            len(asked) == len(set(asked))
            and len({bool(first_bots.asked), bool(second_bots.asked)}) == 2
        )
        person = host.elsewhere(second)
        position = page.position["seq"]
        stack.close()
        again = person.page(table, 0, since=position)
        again.until("hello")
        again.ask("look", seat=0)
        while not any(seq > position for _, seq in second_bots.asked):
            again.my_turn()
            again.first()
        again.my_turn()
        asked = first_bots.asked + second_bots.asked
        assert len(asked) == len(set(asked))


def test_who_is_at_one_server_is_present_at_the_other(tmp_path, address):
    with several(tmp_path, address, Patient(), Patient(), away=0.0) as (first, second):
        host = first.person()
        table = host.table("london", "you open")
        guest = guest_of(host, table, second)
        page, other = host.page(table, 0), guest.page(table, 1)
        while page.until("hello", "seats")["present"] != [True, True]:
            pass
        assert first.app.state.registry.tables[table].viewers.seconds_away(1) == 0.0
        other.close()
        while page.until("seats")["present"] != [True, False]:
            pass
        assert page.ask("vote", seat=1, level="easy")["type"] == "done"
        while guest.get(f"/api/tables/{table}").json()["kinds"][1] != "bot":
            pass


def test_a_clock_runs_on_at_the_other_server(tmp_path, postgres, address, monkeypatch):
    monkeypatch.setattr("ekiben.server.postgres_notifier.HEARTBEAT", 0.01)
    with several(tmp_path, address, Patient(), Patient()) as (first, second):
        host = first.person()
        table = host.table("london", "you you", clock_minutes=1)
        page = host.page(table)
        page.until("snapshot")
        page.first()
        while not postgres.do(
            "SELECT 1 FROM clocks WHERE since = 1 AND seconds > 0.001", address.rpartition("/")[2]
        ):
            pass
        later = host.elsewhere(second).page(table, 0)
        left = later.until("snapshot")["clocks"]
        assert 0 < left[1] < 60_000 and left[0] <= 60_000


@pytest.mark.parametrize("seed", [1, 2])
def test_servers_that_race_for_one_game_lose_nothing_and_do_nothing_twice(tmp_path, address, seed):
    """Two people at one seat each, both with pages at both servers, click whenever they can."""
    with several(tmp_path, address, QuickBots(), QuickBots()) as houses:
        host = houses[0].person()
        table = host.table("london", "you you bot")
        pages = [host.elsewhere(house).page(table, seat) for house in houses for seat in (0, 1)]
        done = [[] for _ in pages]
        threads = [
            threading.Thread(target=click, args=(page, done[n], random.Random(10 * seed + n)))
            for n, page in enumerate(pages)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        accepted = sorted(seq for one in done for seq in one)
        assert accepted == sorted(set(accepted)) and len(accepted) > 10
        logs = [
            [
                (message["seq"], message["by"])
                for message in page.heard
                if message["type"] == "update"
            ]
            for page in pages
        ]
        public = [{seq: by for seq, by in log if by and not by.endswith("?")} for log in logs]
        shared = set.intersection(*(set(one) for one in public))
        assert len(shared) > 10 and all(len({one[seq] for one in public}) == 1 for seq in shared)


def click(page, done, luck):
    """Plays whenever it is this page's turn; notes the positions at which it was accepted."""
    page.until("snapshot")
    for _ in range(60):
        while not page.position["legal"] and not page.position["over"]:
            page.next()
        if page.position["over"]:
            return
        position = page.position["seq"]
        answer = page.act(luck.choice(page.position["legal"]))
        if answer["type"] == "done":
            done.append(position)
        else:
            assert answer["code"] in ("late", "not-yours", "illegal"), answer


# ---- as people start it
def started(address, tmp_path, *more):
    command = [
        sys.executable,
        "-m",
        "ekiben",
        "serve",
        "--port",
        "0",
        "--data",
        str(tmp_path),
        "--no-open",
        "--thinkers",
        "1",
        *more,
    ]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "EKIBEN_PLAIN": "1", "EKIBEN_DATABASE": address},
    )


def port_of(process):
    line = process.stdout.readline()
    assert "127.0.0.1" in line, process.communicate()
    return int(re.search(r"127\.0\.0\.1:(\d+)", line)[1])


def test_several_processes_behind_one_port_and_one_of_them_is_killed(tmp_path, address):
    process = started(address, tmp_path, "--workers", "2")
    house = House(port_of(process))
    host = house.person()
    table = host.table("london", "you you")
    page = host.page(table)
    page.until("snapshot")
    page.first()
    children = processes_of(process.pid, host)
    assert len(children) == 2
    os.kill(children[0], signal.SIGKILL)
    again = reached(host, table)
    again.ask("look", seat=again.position["seat"])
    assert again.position["seq"] == 1 and again.first()["type"] == "done"
    assert len(processes_of(process.pid, host, but=children[0])) == 2
    house.guests.close()
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0 and "Traceback" not in errors, errors


def processes_of(parent, person, but=None):
    """The serving processes, as soon as there are two that have told their figures."""
    found = set()
    while len(found) < 2:
        with contextlib.suppress(OSError, Exception):
            found = {
                int(one)
                for one in re.findall(
                    r'ekiben_up_seconds\{process="[^"]*?-(\d+)-', person.get("/metrics").text
                )
            } - {but}
    return sorted(found)


def reached(person, table):
    """A page, however often it takes while one of the processes is gone."""
    while True:
        with contextlib.suppress(Exception):
            page = person.page(table, 0)
            page.until("snapshot")
            return page


def test_workers_need_a_database_they_can_share(tmp_path):
    command = [
        sys.executable,
        "-m",
        "ekiben",
        "serve",
        "--port",
        "0",
        "--data",
        str(tmp_path),
        "--workers",
        "2",
        "--no-open",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (
        done.returncode == 2
        and "--database postgresql://" in done.stderr
        and done.stderr.count("\n") == 1
    )
