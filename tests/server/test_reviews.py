"""Who gets a review, and of what: finished games that may be seen whole, and nothing else."""

import asyncio
import contextlib
import json
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from quick_reviews import (
    PASSES,
    CountedReviews,
    QuickReviewer,
    finished,
    line_of,
    played,
    table_setup,
)

import ekiben
from ekiben.analysis.review import EXACT
from ekiben.core.kernel_calls import run
from ekiben.server import review_passes
from ekiben.server.review_messages import ReviewMessage
from ekiben.server.review_passes import finished_match
from ekiben.server.settings import Rates
from ekiben.server.sqlite import SqliteStore

from .serving import OFTEN, QuickBots, serving


class Reviewers(QuickBots):
    """Bots choose by lot, reviews are made here."""

    def __init__(self):
        super().__init__(1)
        self.reviewers = CountedReviews()

    async def review(self, job, asker=""):
        return await self.reviewers.review(job, asker)

    async def review_words(self, job, asker=""):
        return await self.reviewers.review_words(job, asker)


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(review_passes, "Reviewer", QuickReviewer)


def stored(folder, *tables):
    """Tables with their entries, in a store that is closed again."""

    async def write():
        store = SqliteStore(folder)
        for setup, entries, over in tables:
            await store.create(setup)
            if entries:
                await store.append(setup.id, 0, entries, over)
        await store.close()

    asyncio.run(write())


@pytest.fixture
def place(tmp_path):
    """A server with finished games and a running one, of which a person may know all."""
    ended, private = table_setup("ended"), table_setup("private", public=False, seed="8")
    running = table_setup("running", seed="9")
    stored(
        tmp_path,
        (ended, played(ended), True),
        (private, played(private), True),
        (running, played(running, 40), False),
    )
    with serving(tmp_path, Reviewers(), rates=OFTEN) as house:
        yield house


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def post(person, line, query="?seat=0"):
    head = {"content-type": "application/json"}
    return person.http.post(f"/api/review{query}", content=line, headers=head)


def to_the_end(ask):
    """The last of the answers that a client gets by asking for more; `ask` takes a number."""
    found = ask(0).json()
    while found["done"] < 1:
        found = ask(found["passes"]).json()
    return found


# ---- finished games
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_finished_game_is_reviewed(place, language):
    person = place.person()
    path = f"/api/tables/ended/review?seat=1&language={language}&since="
    found = msgspec.convert(to_the_end(lambda since: person.get(f"{path}{since}")), ReviewMessage)
    seat = found.seats[0]
    match = finished_match(place.person().get("/api/tables/ended/record").text)
    assert (found.game, found.names, found.language) == ("london", match.names, language)
    assert seat.seat == 1 and [one.at for one in seat.moments] == list(
        range(len(match.actions) + 1)
    )
    for choice in seat.choices:
        assert choice.actions == [str(match.actions[choice.at])]
        assert [one.made for one in choice.alternatives] == [False, True]
        assert choice.alternatives[1].text == choice.text != choice.actions[0]
        assert "9" in choice.explanations[0].text and choice.explanations[0].evidence[0].playouts
    assert seat.labels["mistake"] == len(seat.choices) and sum(seat.labels.values()) > 5
    assert 1 <= len(seat.lessons) <= 3 and all(one.text and one.at for one in seat.lessons)
    assert seat.turning_points and all(abs(one.shift) >= 0.05 for one in seat.turning_points)


def test_a_ledger_adds_up_and_is_told(place):
    person = place.person()
    found = to_the_end(lambda since: person.get(f"/api/tables/ended/review?since={since}"))
    ledger = found["ledger"]
    for seat in (0, 1):
        shifts = [line["shifts"][seat] for line in ledger["lines"]]
        assert ledger["start"][seat] + sum(shifts) == ledger["result"][seat]
        assert sum(ledger["totals"][seat].values()) == sum(shifts)
    assert sum(ledger["result"]) == EXACT and not found["seats"]
    deal, choice, luck = ledger["lines"]
    assert deal["text"] and "⟦@0⟧" in choice["text"] and "⟦@1⟧" in luck["text"]
    assert luck["told"] and not choice["told"] and len(ledger["curve"]) > 20


def test_an_uploaded_record_has_the_review_of_its_table(place):
    person = place.person()
    line = person.get("/api/tables/ended/record").text
    shown = to_the_end(lambda since: person.get(f"/api/tables/ended/review?seat=0&since={since}"))
    made = len(place.app.state.registry.workers.reviewers.passes)
    assert post(person, line).json() == shown
    assert len(place.app.state.registry.workers.reviewers.passes) == made


def test_words_of_a_choice_name_the_tickets_of_the_offer(place):
    person = place.person()
    found = to_the_end(lambda since: post(person, line_of(), f"?seat=0&since={since}"))
    first = found["seats"][0]["choices"][0]
    assert first["actions"][0].startswith("keep ") and "–" in first["text"]


# ---- everything else
def test_nobody_gets_a_review_of_a_running_game(place):
    own, stranger = place.person(), place.person()
    table = own.table("london", "you bot", public=True)
    for person in (own, stranger):
        for query in ("", "?seat=0", "?seat=1", "?seat=0&since=5", "?eyes=all&seat=0"):
            for one in (table, "running"):
                assert code(person.get(f"/api/tables/{one}/review{query}")) == (409, "not-over")
    assert not place.app.state.registry.workers.reviewers.passes


def played_line(count):
    match = ekiben.load("london").new(2, 9, ["Ann", "Ben"])
    for entry in played(table_setup(seed="9"), count):
        match.play(entry.action)
    return str(match.record())


def test_no_upload_brings_a_review_of_a_running_game(place):
    """Not its own record, nor one with an end made up, even by somebody who knows the seed."""
    person = place.person()
    assert code(post(person, person.get("/api/tables/running/record").text)) == (400, "wrong")
    unfinished, whole = played_line(40), played_line(None)
    assert code(post(person, unfinished)) == (409, "not-over")
    assert code(post(person, whole)) == (403, "seed-in-play")
    forged = json.loads(unfinished) | {"result": json.loads(whole)["result"]}
    assert code(post(person, json.dumps(forged))) == (403, "seed-in-play")
    with_zeros = json.loads(whole) | {"seed": "0009"}
    assert code(post(person, json.dumps(with_zeros))) == (403, "seed-in-play")
    assert not place.app.state.registry.workers.reviewers.passes


def damaged(name):
    values = json.loads(line_of())
    if name == "result":
        values["result"]["scores"][0] += 1
    elif name == "unfinished":
        values["actions"] = values["actions"][:-1]
    elif name == "illegal":
        values["actions"][5] = "pass"
    elif name == "seed":
        values["seed"] = "a"
    elif name == "no-seed":
        del values["seed"]
    elif name == "seat":
        return str(finished().record(seat=0))
    elif name == "board":
        values["game"] = "nowhere"
    return json.dumps(values) if name != "half" else line_of()[:-40]


@pytest.mark.parametrize(
    "name", ["result", "unfinished", "illegal", "seed", "no-seed", "seat", "board", "half"]
)
def test_damaged_records_are_refused(place, name):
    answer = post(place.person(), damaged(name))
    assert code(answer) == (400, "wrong") and answer.json()["error"]["text"]


def test_strangers_see_public_games_only(place):
    assert place.person().get("/api/tables/ended/review?seat=0").status_code == 200
    assert code(place.person().get("/api/tables/private/review?seat=0")) == (403, "private")
    assert code(place.person().get("/api/tables/nowhere/review?seat=0")) == (404, "no-table")


@pytest.mark.parametrize("query", ["seat=2", "seat=-1", "seat=x", "seat=", "since=x", "since=-1"])
def test_queries_that_make_no_sense_are_refused(place, query):
    assert place.person().get(f"/api/tables/ended/review?{query}").status_code == 400
    assert post(place.person(), line_of(), f"?{query}").status_code == 400


def test_a_client_may_not_ask_for_ever(tmp_path):
    with serving(tmp_path, Reviewers(), rates=Rates(reviews="3/hour")) as house:
        person = house.person()
        answers = [person.get("/api/tables/nowhere/review").status_code for _ in range(4)]
        assert answers == [404, 404, 404, 429] and person.get("/api/tables").status_code == 200


# ---- several processes
def test_two_servers_over_one_database_share_a_review(tmp_path, address):
    with contextlib.ExitStack() as stack:
        pools = [Reviewers(), Reviewers()]
        houses = [
            stack.enter_context(serving(tmp_path, pool, database=address, rates=OFTEN))
            for pool in pools
        ]

        def asking(house):
            person = house.person()
            return to_the_end(lambda since: post(person, line_of(), f"?seat=0&since={since}"))

        with ThreadPoolExecutor(2) as pool:
            first, second = pool.map(asking, houses)
        made = [one for pool in pools for one in pool.reviewers.passes]
        assert first == second and len(made) == len(set(made)) == 2 * PASSES


# ---- in a worker
def test_a_worker_reviews_only_finished_games():
    with pytest.raises(ekiben.core.errors.RecordError, match="not over"):
        finished_match(played_line(40))


def test_passes_go_on_from_what_was_saved_whoever_made_it():
    one, other = review_passes.ReviewPasses(), review_passes.ReviewPasses()
    part = review_passes.ReviewPart("key", "london", line_of(), 0)
    saved = review_passes.SavedReview(0, 0.0, b"")
    for worker, passes in ((one, 1), (one, 2), (other, 3)):
        saved = run(worker.refine(review_passes.ReviewJob(part, saved, 1)))
        assert saved.passes == passes
    again = run(one.refine(review_passes.ReviewJob(part, saved, 1)))  # it had made two itself
    assert again.passes == 4
