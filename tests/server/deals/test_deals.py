"""Duplicate play: one deal at several tables, and what each browser may see of it."""

import asyncio
import contextlib
import random

import msgspec
import pytest

import ekiben
from ekiben.bots import Limit
from ekiben.bots.levels import levels
from ekiben.core.kernel_calls import run
from ekiben.server.deals import Deals
from ekiben.server.settings import Rates
from ekiben.server.store import Entry
from ekiben.server.worker import JobRunner
from ekiben.server.workers import THOROUGH, WorkerPool, choose_job

from ..test_expiry import up
from .club import SEATS, Club, begin, code, dealt_state, info


# ---- the same moves get the same answers
def play_on(state, runner, moves):
    """People play by lot, bots as a worker process answers; `runner()` is the process."""
    lot = random.Random(3)
    spec = {seat: levels(state.game)[name].spec for seat, name in enumerate(state.levels) if name}
    while not state.match.over and moves > 0:
        seat = state.match.seat
        if seat == 0:
            action = lot.choice(state.match.legal())
        else:
            job = choose_job(state, seat, spec[seat], Limit(THOROUGH))
            action = state.game.action(run(runner().choose(job)))
        state.apply(Entry("play", seat, str(action)))
        moves -= 1
    return state.match


@pytest.mark.parametrize(
    ("game", "level", "moves"),
    [
        ("london", "beginner", 300),
        ("london", "hard", 300),
        ("europe", "medium", 80),
        pytest.param("tokyo", "medium", 60, marks=pytest.mark.deep),
    ],
)
def test_the_same_moves_get_the_same_answers_at_every_table(game, level, moves):
    """Whatever the table is called, and however often its bots' process was lost."""
    one = JobRunner()
    first = play_on(dealt_state("deal", "a", game, level), lambda: one, moves)
    second = play_on(dealt_state("deal", "b", game, level), JobRunner, moves)
    assert list(map(str, first.actions)) == list(map(str, second.actions))
    assert first.digest() == second.digest() and first.commit == second.commit
    assert first.over or len(first.actions) == moves


def test_bots_of_a_deal_get_time_to_finish_and_those_of_other_tables_do_not():
    asked = []

    class Noting(WorkerPool):
        async def run_bot(self, state, job):
            asked.append((job.limit.seconds, job.forgets, job.seed))
            return job.legal[0]

    async def work():
        pool = Noting(1)
        for deal in ("deal", msgspec.UNSET):
            state = dealt_state(deal, "a", "london", "easy")
            state.apply(Entry("play", 0, str(state.match.legal()[0])))
            await pool.choose(state)
        await pool.close()

    asyncio.run(work())
    assert asked == [(THOROUGH, True, asked[0][2]), (1.0, False, asked[0][2])]


def test_tables_of_a_deal_share_everything_but_people(either):
    host, guest = either.house.person(), either.house.person()
    deal = either.deal(host, options={"first_seat": "drawn"})
    tables = [begin(host, deal, "Aoi"), begin(guest, deal, "Ben\u202e\x00 ")]

    async def setups(store):
        return [await store.setup(table) for table in tables]

    one, other = either.in_store(setups)
    for field in ("game", "options", "rules", "board", "seed", "salt", "deal", "public"):
        assert getattr(one, field) == getattr(other, field), field
    assert [seat.name for seat in (one.seats[0], other.seats[0])] == ["Aoi", "Ben"]
    assert one.device != other.device and one.deal == deal and not one.public
    seals = {who.page(table).until("hello")["commit"] for who, table in ((host, tables[0]),)}
    assert seals == {info(guest, deal)["commit"]} and len(seals.pop()) == 64


@pytest.mark.parametrize(
    ("seats", "error"),
    [
        ([{"kind": "you"}, {"kind": "bot", "level": "expert"}], "deal-level"),
        ([{"kind": "you"}, {"kind": "bot", "level": "dice"}], "deal-level"),
        ([{"kind": "bot"}, {"kind": "bot"}], "deal-people"),
        ([{"kind": "you"}, {"kind": "bot", "level": "none"}], "wrong-table"),
        ([{"kind": "you"}], "wrong-table"),
    ],
)
def test_only_bots_that_do_not_think_by_the_clock_play_a_deal(club, seats, error, monkeypatch):
    monkeypatch.setitem(ekiben.bots.levels.OFFERED, "dice", "random")
    ekiben.bots.levels.offered_bots.cache_clear()
    answer = club.house.person().post("/api/deals", {"game": "london", "seats": seats})
    assert (answer.status_code, code(answer)) == (400, error)
    ekiben.bots.levels.offered_bots.cache_clear()


# ---- results
def test_results_are_ranked_and_replays_are_for_those_who_have_finished(either):
    host, guest, stranger = (either.house.person() for _ in range(3))
    deal = either.deal(host)
    tables = [begin(host, deal, "Aoi"), begin(guest, deal, "Ben")]
    replay = f"/api/deals/{deal}/tables/{tables[0]}/replay"
    assert code(host.get(f"/api/deals/{deal}/tables/{tables[1]}/replay")) == "deal-unfinished"
    ended = either.finish(tables[0], luck=1)
    for who in (guest, stranger):
        seen = info(who, deal)
        assert not seen["open"] and seen["seed"] is seen["salt"] is seen["rows"][0]["table"] is None
        assert (seen["rows"][0]["names"], seen["total"]) == (["Aoi"], 1)
        assert who.get(replay).status_code == 403 and who.get(f"/api/tables/{tables[0]}")
        for path in (f"/api/tables/{tables[0]}/record", f"/api/tables/{tables[0]}/replay"):
            assert code(who.get(path)) == "private"
    assert info(guest, deal)["tries"] == [{"table": tables[1], "over": False}]
    seen = info(host, deal)
    assert seen["finished"] and seen["open"] and seen["seed"] == ended.setup.seed
    assert seen["rows"][0] == {
        "names": ["Aoi"],
        "scores": [ended.match.scores()[0]],
        "score": ended.match.scores()[0],
        "margin": ended.match.scores()[0] - ended.match.scores()[1],
        "place": 1 if 0 in ended.match.ranking()[0] else 2,
        "turns": seen["rows"][0]["turns"],
        "at": seen["rows"][0]["at"],
        "attempt": 1,
        "counted": True,
        "flaw": "",
        "standing": 1,
        "mine": True,
        "table": tables[0],
    }
    assert seen["rows"][0]["turns"] > 3
    assert code(host.get(f"/api/deals/{deal}/tables/{tables[1]}/replay")) == "not-over"
    either.finish(tables[1], luck=2)
    rows = info(guest, deal)["rows"]
    assert [row["standing"] for row in rows] == [1, 2]
    assert rows[0]["score"] >= rows[1]["score"]
    assert guest.get(replay).json()["plies"] == len(ended.match.actions)
    turns = guest.get(replay.replace("/replay", "/turning-point")).json()
    assert turns["plies"][-1] == len(ended.match.actions)
    assert code(stranger.get(replay.replace("/replay", "/turning-point"))) == "deal-unfinished"


def test_a_device_has_one_try_that_counts_and_ties_share_a_place(either):
    first, second = either.house.person(), either.house.person()
    deal = either.deal(first)
    tables = [begin(first, deal, "Aoi")]
    either.calendar.at += 60
    tables += [begin(first, deal, "Aoi"), begin(second, deal, "Ben")]
    either.finish(tables[1], luck=5)
    either.finish(tables[0], luck=6)
    either.finish(tables[2], luck=5)
    rows = info(first, deal)["rows"]
    assert [(row["names"][0], row["counted"], row["standing"], row["flaw"]) for row in rows] == [
        ("Aoi", True, 1, ""),
        ("Ben", True, 1, ""),
        ("Aoi", False, 1, "again"),
    ]
    assert [row["attempt"] for row in rows] == [2, 1, 1]  # the one that counts was begun second
    assert [row["mine"] for row in rows] == [True, False, True]


def test_a_seat_left_to_a_bot_does_not_count_and_uses_up_the_try(either):
    who = either.house.person()
    deal = either.deal(who)
    either.finish(begin(who, deal), helped=True)
    assert info(who, deal)["rows"][0]["flaw"] == "helped"
    either.finish(begin(who, deal))
    names = [
        who.get(f"/api/deals/{deal}?language={one}").json()["rows"][0]["names"]
        for one in ("en", "ja")
    ]
    assert names == [["Player 1"], ["プレイヤー1"]]
    assert [row["flaw"] for row in info(who, deal)["rows"]] == ["helped", "again"]


async def settle_twice(folder, address, id):
    """Two processes, as far as results go."""
    async with up(folder, address, "first") as one, up(folder, address, "second") as two:
        services = [Deals(server.store, server.registry) for server in (one, two)]
        deal = await one.store.deal(id)
        await asyncio.gather(*(service.settle(deal) for service in services))
        assert len(await two.store.results(id)) == 3


def test_two_processes_note_a_result_once(tmp_path, postgres):
    address = postgres.fresh()
    with contextlib.ExitStack() as stack:
        club = Club(tmp_path, address, stack)
        who = club.house.person()
        deal = club.deal(who)
        tables = [begin(who, deal) for _ in range(3)]
        for luck, table in enumerate(tables):
            club.finish(table, luck)
        asyncio.run(settle_twice(tmp_path, address, deal))
        assert len(info(who, deal)["rows"]) == 3
    postgres.drop(address)


def test_a_game_played_at_the_table_is_followed_to_its_result(club):
    """Through the socket, with the people's own moves, as a browser does it."""
    who = club.house.person()
    deal = club.deal(who)
    page = who.page(begin(who, deal, "Aoi"))
    page.until("snapshot")
    lot = random.Random(1)
    while not page.my_turn()["over"]:
        page.act(lot.choice(page.position["legal"]))
    row = info(who, deal)["rows"][0]
    assert row["counted"] and row["mine"] and row["names"] == ["Aoi"]


# ---- a deal from a game that is over
def test_a_finished_game_becomes_a_deal_for_its_own_people_only(either):
    host, friend, stranger = (either.house.person() for _ in range(3))
    table = host.table("london", "you open bot")
    friend.sit(table, host.links[1])
    path = f"/api/tables/{table}/deal"
    assert code(host.post(path)) == "not-over"
    ended = either.finish(table)
    house = either.house.app.state.registry
    house.tables.pop(table, None)  # as after a restart
    assert code(stranger.post(path)) == "not-your-seat"
    deals = {who.post(path).json()["deal"] for who in (host, friend, host)}
    assert len(deals) == 1
    deal = deals.pop()
    for who in (host, friend):
        seen = info(who, deal)
        assert seen["open"] and seen["seed"] == ended.setup.seed
        assert [seat["kind"] for seat in seen["seats"]] == ["person", "person", "bot"]
        assert seen["rows"][0]["scores"] == ended.match.scores()[:2]
        assert who.get(f"/api/deals/{deal}/tables/{table}/replay").status_code == 200
    assert not info(stranger, deal)["open"]
    answer = stranger.post(f"/api/deals/{deal}/tables").json()
    assert list(answer["links"]) == ["1"]  # the second of the people's seats
    assert stranger.seats(answer["table"]) == [0]


def test_a_game_against_an_expert_cannot_be_dealt_again(club):
    who = club.house.person()
    seats = [{"kind": "you"}, {"kind": "bot", "level": "expert"}]
    table = who.post("/api/tables", {"game": "london", "seats": seats}).json()["table"]
    club.finish(table)
    assert code(who.post(f"/api/tables/{table}/deal")) == "deal-level"


# ---- attackers
def test_deals_are_rate_limited_and_their_ids_cannot_be_guessed(tmp_path):
    with contextlib.ExitStack() as stack:
        club = Club(tmp_path, None, stack, rates=Rates(deals="3/hour"))
        who = club.house.person()
        deal = club.deal(who)
        begin(who, deal)
        begin(who, deal)
        assert who.post(f"/api/deals/{deal}/tables").status_code == 429
        assert who.post("/api/deals", {"game": "london", "seats": SEATS}).status_code == 429
        for guess in ("a" * 16, deal[:-1], "daily'", "%00", "é"):
            assert who.get(f"/api/deals/{guess}").status_code == 404


def test_a_browser_begins_a_deal_only_so_often(club, monkeypatch):
    monkeypatch.setattr("ekiben.server.deals_api.MAX_BEGUN", 2)
    who = club.house.person()
    deal = club.deal(who)
    begin(who, deal)
    begin(who, deal)
    assert code(who.post(f"/api/deals/{deal}/tables")) == "deal-tries"


def test_other_sites_cannot_begin_a_deal_and_wrong_bodies_are_refused(club):
    who = club.house.person()
    deal = club.deal(who)
    for headers in ({"origin": "https://elsewhere.example"}, {"sec-fetch-site": "cross-site"}):
        for path in ("/api/deals", f"/api/deals/{deal}/tables", "/api/tables/x/deal"):
            answer = who.post(path, headers=headers)
            assert (answer.status_code, code(answer)) == (403, "wrong-origin")
    for body in ({"name": "x" * 25}, {"name": 5}, {"score": 99}, []):
        assert code(who.post(f"/api/deals/{deal}/tables", body)) == "bad"


def test_tables_of_other_deals_and_forged_proofs_open_nothing(club):
    who, other = club.house.person(), club.house.person()
    mine, theirs = club.deal(who), club.deal(other)
    table = begin(other, theirs)
    club.finish(table)
    club.finish(begin(who, mine))
    assert code(who.get(f"/api/deals/{mine}/tables/{table}/replay")) == "no-table"
    assert code(who.get(f"/api/deals/{theirs}/tables/{table}/replay")) == "deal-unfinished"
    proof = {"cookie": f"ekiben-deal-{theirs}={'0' * 64}"}
    assert not who.get(f"/api/deals/{theirs}", headers=proof).json()["open"]
