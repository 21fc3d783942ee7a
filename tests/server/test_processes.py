"""The same table in two places, as two processes would have it; and viewers who do not keep up."""

import asyncio
import json

import pytest

from ekiben.server import moves
from ekiben.server.errors import ApiError
from ekiben.server.notifier import LocalNotifier
from ekiben.server.request_bodies import NewSeat, NewTable
from ekiben.server.settings import Settings
from ekiben.server.sqlite import SqliteStore
from ekiben.server.store import Entry
from ekiben.server.tables import TableRegistry
from ekiben.server.viewers import MAX_QUEUED, Viewer

from .serving import AT_ONCE, QuickBots

WISH = NewTable("london", [NewSeat("you"), NewSeat("you")])


def in_two_registries(tmp_path, notifiers, work):
    """Two registries over one store; they hear of each other if they share a notifier."""

    async def run():
        settings = Settings(tmp_path, **AT_ONCE)
        store = SqliteStore(tmp_path)
        registries = [
            TableRegistry(store, notifier, QuickBots(), settings) for notifier in notifiers
        ]
        setup, _ = await registries[0].create(WISH, "en")
        tables = [await registry.table(setup.id) for registry in registries]
        viewers = [Viewer(frozenset([0, 1]), 0, "en") for _ in tables]
        for table, viewer in zip(tables, viewers, strict=True):
            await table.add_viewer(viewer, -1)
        await work(tables, viewers)
        for registry in registries:
            await registry.close()
        await store.close()

    asyncio.run(run())


def heard(viewer):
    return [message for raw in viewer.queue if (message := json.loads(raw))["type"] == "update"]


def test_what_is_written_elsewhere_is_heard_here(tmp_path):
    async def work(tables, viewers):
        await moves.act(tables[0], viewers[0], 0, ["keep 1"])
        await asyncio.gather(*tables[1].tasks)
        assert [table.state.seq for table in tables] == [1, 1] and heard(viewers[0]) == heard(
            viewers[1]
        )
        await moves.act(tables[1], viewers[1], 1, ["keep 1 2"])
        await asyncio.gather(*tables[0].tasks)
        assert tables[0].state.match.digest() == tables[1].state.match.digest()

    notifier = LocalNotifier()
    in_two_registries(tmp_path, [notifier, notifier], work)
    assert not notifier.listeners


def test_who_writes_second_reads_on_and_refuses(tmp_path):
    async def work(tables, viewers):
        await moves.act(tables[0], viewers[0], 0, ["keep 1"])
        with pytest.raises(ApiError, match="late"):
            await moves.act(tables[1], viewers[1], 0, ["keep 1 2"])
        assert heard(viewers[1])[0]["by"] == "keep 1" and tables[1].state.seq == 1
        assert tables[0].state.match.digest() == tables[1].state.match.digest()

    in_two_registries(tmp_path, [LocalNotifier(), LocalNotifier()], work)


def test_who_has_seen_more_at_another_process_is_not_late(tmp_path):
    async def work(tables, viewers):
        await moves.act(tables[0], viewers[0], 0, ["keep 1"])
        assert tables[1].state.seq == 0  # it has not been notified yet
        await moves.act(tables[1], viewers[1], 1, ["keep 1 2"])
        assert [update["seq"] for update in heard(viewers[1])] == [1, 2]
        again = Viewer(frozenset([0]), 0, "en")
        await tables[0].add_viewer(again, 2)
        assert (
            tables[0].state.seq == 2
            and tables[0].state.match.digest() == tables[1].state.match.digest()
        )
        with pytest.raises(ApiError, match="late"):
            await moves.act(tables[0], again, 99, ["draw deck"])

    in_two_registries(tmp_path, [LocalNotifier(), LocalNotifier()], work)


def test_what_is_written_while_a_table_is_opened_is_not_missed(tmp_path):
    async def run():
        store, notifier = SqliteStore(tmp_path), LocalNotifier()
        registry = TableRegistry(store, notifier, QuickBots(), Settings(tmp_path, **AT_ONCE))
        setup, _ = await registry.create(WISH, "en")
        read = store.log

        async def slow(table, since=0):
            found = await read(table, since)
            if not since and not found:
                await store.append(table, 0, [Entry("play", 0, "keep 1")], False)  # another process
                notifier.notify(table, 1)  # nobody listens yet
            return found

        store.log = slow
        assert (await registry.table(setup.id)).state.seq == 1
        await registry.close()
        await store.close()

    asyncio.run(run())


def test_who_does_not_keep_up_is_sent_everything_anew():
    async def work():
        viewer = Viewer(frozenset(), None, "en")
        for n in range(MAX_QUEUED + 50):
            viewer.send(str(n).encode())
        assert not viewer.queue and viewer.behind
        anew = []
        sent = await viewer.next(lambda one: (anew.append(one), one.send(b"everything")))
        assert (sent, anew, viewer.behind) == (b"everything", [viewer], False)
        viewer.send(b"more")
        assert await viewer.next(lambda one: anew.append(one)) == b"more" and len(anew) == 1

    asyncio.run(work())
