"""The same table in two places, as two processes would have it; and viewers who do not keep up."""

import asyncio
import json

import pytest

from ekiben.server.messages import NewTable, SeatWish
from ekiben.server.refusals import Refuse
from ekiben.server.settings import Settings
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Entry, HouseBell
from ekiben.server.tables import Hall
from ekiben.server.viewers import WAITING, Viewer

from .serving import AT_ONCE, QuickBots

WISH = NewTable("london", [SeatWish("you"), SeatWish("you")])


def in_two_halls(tmp_path, bells, work):
    """Two halls over one store; they hear of each other if they have the same bell."""

    async def run():
        settings = Settings(tmp_path, **AT_ONCE)
        store = SqliteStore(tmp_path)
        halls = [Hall(store, bell, QuickBots(), settings) for bell in bells]
        setup, _ = await halls[0].create(WISH, "en")
        tables = [await hall.table(setup.id) for hall in halls]
        viewers = [Viewer(frozenset([0, 1]), 0, "en") for _ in tables]
        for table, viewer in zip(tables, viewers, strict=True):
            await table.join(viewer, -1)
        await work(tables, viewers)
        for hall in halls:
            await hall.close()
        await store.close()

    asyncio.run(run())


def heard(viewer):
    return [message for raw in viewer.waiting if (message := json.loads(raw))["type"] == "update"]


def test_what_is_written_elsewhere_is_heard_here(tmp_path):
    async def work(tables, viewers):
        await tables[0].act(viewers[0], 0, ["keep 1"])
        await asyncio.gather(*tables[1].chores)
        assert [table.play.seq for table in tables] == [1, 1] and heard(viewers[0]) == heard(
            viewers[1]
        )
        await tables[1].act(viewers[1], 1, ["keep 1 2"])
        await asyncio.gather(*tables[0].chores)
        assert tables[0].play.match.digest() == tables[1].play.match.digest()

    bell = HouseBell()
    in_two_halls(tmp_path, [bell, bell], work)
    assert not bell.listeners


def test_who_writes_second_reads_on_and_refuses(tmp_path):
    async def work(tables, viewers):
        await tables[0].act(viewers[0], 0, ["keep 1"])
        with pytest.raises(Refuse, match="late"):
            await tables[1].act(viewers[1], 0, ["keep 1 2"])
        assert heard(viewers[1])[0]["by"] == "keep 1" and tables[1].play.seq == 1
        assert tables[0].play.match.digest() == tables[1].play.match.digest()

    in_two_halls(tmp_path, [HouseBell(), HouseBell()], work)


def test_who_has_seen_more_at_another_process_is_not_late(tmp_path):
    async def work(tables, viewers):
        await tables[0].act(viewers[0], 0, ["keep 1"])
        assert tables[1].play.seq == 0  # the bell has not told it yet
        await tables[1].act(viewers[1], 1, ["keep 1 2"])
        assert [update["seq"] for update in heard(viewers[1])] == [1, 2]
        again = Viewer(frozenset([0]), 0, "en")
        await tables[0].join(again, 2)
        assert (
            tables[0].play.seq == 2
            and tables[0].play.match.digest() == tables[1].play.match.digest()
        )
        with pytest.raises(Refuse, match="late"):
            await tables[0].act(again, 99, ["draw deck"])

    in_two_halls(tmp_path, [HouseBell(), HouseBell()], work)


def test_what_is_written_while_a_table_is_opened_is_not_missed(tmp_path):
    async def run():
        store, bell = SqliteStore(tmp_path), HouseBell()
        hall = Hall(store, bell, QuickBots(), Settings(tmp_path, **AT_ONCE))
        setup, _ = await hall.create(WISH, "en")
        read = store.log

        async def slow(table, since=0):
            found = await read(table, since)
            if not since and not found:
                await store.append(table, 0, [Entry("play", 0, "keep 1")], False)  # another process
                bell.ring(table, 1)  # nobody listens yet
            return found

        store.log = slow
        assert (await hall.table(setup.id)).play.seq == 1
        await hall.close()
        await store.close()

    asyncio.run(run())


def test_who_does_not_keep_up_is_sent_everything_anew():
    async def work():
        viewer = Viewer(frozenset(), None, "en")
        for n in range(WAITING + 50):
            viewer.send(str(n).encode())
        assert not viewer.waiting and viewer.lagging
        anew = []
        sent = await viewer.next(lambda one: (anew.append(one), one.send(b"everything")))
        assert (sent, anew, viewer.lagging) == (b"everything", [viewer], False)
        viewer.send(b"more")
        assert await viewer.next(lambda one: anew.append(one)) == b"more" and len(anew) == 1

    asyncio.run(work())
