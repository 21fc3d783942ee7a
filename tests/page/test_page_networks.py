"""Networks in a page: fetched when a table with a master is made, and kept after that."""

import asyncio
import json

import pytest
from random_networks import random_network

import ekiben
from ekiben.bots import Limit, make
from ekiben.bots.learned import files
from ekiben.page.build.folder import LIST, write_list
from ekiben.page.build.networks import add_networks
from ekiben.page.serve import Page
from ekiben.server.jobs import ChooseJob
from ekiben.texts import say

from .play_tables import QUICK, Player

GAME = ekiben.load("london")


class Fetched:
    """Bytes in the hands of Python, as a browser's are."""

    def __init__(self, content):
        self.content = content

    def to_bytes(self):
        return self.content


class Source:
    """A web space; without a network it fails."""

    def __init__(self, content):
        self.content = content
        self.asked = []

    async def load(self, game):
        self.asked.append(game)
        if self.content is None:
            raise OSError("no network")
        return Fetched(self.content)


@pytest.fixture
def content(tmp_path, monkeypatch):
    """The file of London's network; this process has none and hears that there is one elsewhere."""
    path = tmp_path / "made.npz"
    random_network(GAME).save(path)
    monkeypatch.setattr(files, "FOLDER", tmp_path / "weights")
    monkeypatch.setattr(files, "ELSEWHERE", {})
    return path.read_bytes()


def run(work, source, seats=(2, 3, 4)):
    known = {"board": GAME.digest, "seats": list(seats)}

    async def whole():
        options = {"settings": QUICK, "networks": {"london": known}}
        page = Page(None, None, options, source)
        await page.start()
        try:
            return await work(page)
        finally:
            await page.stop()

    return asyncio.run(whole())


async def make_table(page, level, language="en", bots=1):
    seats = [{"kind": "you"}, *[{"kind": "bot", "level": level}] * bots]
    wish = json.dumps({"game": "london", "seats": seats})
    return await page.http("POST", "/api/tables", language, wish)


def test_a_network_is_fetched_for_the_first_table_that_needs_it(content):
    source = Source(content)

    async def work(page):
        home = json.loads((await page.http("GET", "/api/home")).body)
        offered = {game["name"]: [one["name"] for one in game["levels"]] for game in home["games"]}
        assert (await make_table(page, "hard")).status == 201
        before = list(source.asked)
        tables = [json.loads((await make_table(page, "master")).body)["table"] for _ in range(2)]
        player = Player(page, 1, tables[0], seed=3)
        await player.play(4)
        return offered, before, player.heard

    offered, before, heard = run(work, source)
    assert "master" in offered["london"] and "master" not in offered["america"]
    assert before == [] and source.asked == ["london"]
    assert any('"update"' in text for text in heard)


def test_without_a_network_the_table_is_refused_in_words(content):
    source = Source(None)

    async def work(page):
        refused = await make_table(page, "master", "ja")
        source.content = content
        return refused, await make_table(page, "master", "ja")

    refused, made = run(work, source)
    assert refused.status == 503 and made.status == 201
    error = json.loads(refused.body)["error"]
    said = say("server.errors.no-network", "ja", game=say("games.london", "ja"))
    assert error == {"code": "no-network", "text": said}


def test_a_bot_that_sits_down_later_gets_its_network_too(content):
    source = Source(content)
    match = GAME.new(seats=2, seed=5)
    job = ChooseJob(
        table="some",
        game="london",
        rules=GAME.rules,
        options={},
        viewer=0,
        fields=match.view(0).fields,
        legal=[action.id for action in match.legal()],
        spec="planner",
        seed=1,
        limit=Limit(1.0),
    )

    async def work(page):
        await page.networks.prepare(job)
        before = list(source.asked)
        await page.networks.prepare(job._replace(spec="learned"))
        return before

    assert run(work, source) == [] and source.asked == ["london"]
    bot = make("learned", 0, GAME)
    assert bot.choose(match.view(0), match.legal(), Limit(1.0)) in match.legal()


def expert_job(seats=2):
    match = GAME.new(seats=seats, seed=5)
    fields, legal = match.view(0).fields, [action.id for action in match.legal()]
    return ChooseJob("some", "london", GAME.rules, {}, 0, fields, legal, "expert", 1, Limit(1.0))


def test_nothing_is_fetched_for_a_table_that_the_network_is_not_meant_for(content):
    source = Source(content)

    async def work(page):
        home = json.loads((await page.http("GET", "/api/home")).body)
        (london,) = (game for game in home["games"] if game["name"] == "london")
        refused = await make_table(page, "master", bots=2)
        await page.networks.prepare(expert_job(seats=3))
        before = list(source.asked)
        await page.networks.prepare(expert_job(seats=2))
        return london["levels"], refused, before

    known, refused, before = run(work, source, seats=(2,))
    assert [one["seats"] for one in known if one["name"] == "master"] == [[2]]
    assert refused.status == 400
    assert json.loads(refused.body)["error"]["code"] == "level-elsewhere"
    assert before == [] and source.asked == ["london"]


def test_an_expert_gets_the_network_or_does_without(content):
    source, job = Source(None), expert_job()

    async def work(page):
        await page.networks.prepare(job)
        before = make("expert", 0, GAME).player.arguments
        source.content = content
        await page.networks.prepare(job)
        return before

    assert run(work, source) is None
    assert make("expert", 0, GAME).player.arguments is not None


@pytest.mark.parametrize("body", ["", "master", '["master"]', '{"seats": "master"}', "{}"])
def test_other_requests_go_on_as_they_are(content, body):
    async def work(page):
        return await page.http("POST", "/api/tables", "en", body)

    assert run(work, Source(content)).status in (400, 404, 422)


def test_a_page_lists_networks_as_files_for_later(content, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    (tmp_path / "made.npz").rename(tmp_path / "london.npz")
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text("page")
    networks = add_networks(folder)
    assert list(networks) == ["london"] and networks["london"]["board"] == GAME.digest
    assert networks["london"]["seats"] == [2, 3, 4]
    assert (folder / networks["london"]["file"]).read_bytes() == content
    write_list(folder)
    listed = json.loads((folder / LIST).read_text())["files"]
    assert listed[networks["london"]["file"]]["later"] is True
    assert "later" not in listed["index.html"]
