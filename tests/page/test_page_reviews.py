"""Reviews in a page: refined here, and there at once when it is opened again."""

import asyncio
import json

import pytest
from quick_reviews import PASSES, QuickReviewer, line_of

from ekiben.page.memory_storage import MemoryStorage
from ekiben.server import review_passes

from .test_page_app import new_table, run


class CountedReviewer(QuickReviewer):
    """Counts the passes of all reviewers."""

    made = 0

    def refine(self):
        yield from super().refine()
        CountedReviewer.made += 1


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setenv("EKIBEN_PLAIN", "1")
    monkeypatch.setattr(review_passes, "Reviewer", CountedReviewer)
    CountedReviewer.made = 0


async def review(page, since=0):
    path = f"/api/review?seat=0&since={since}"
    answer = await asyncio.wait_for(page.http("POST", path, "ja", line_of()), 30)
    return answer.status, json.loads(answer.body)


async def review_to_the_end(page):
    status, found = await review(page)
    while status == 200 and found["done"] < 1:
        status, found = await review(page, found["passes"])
    return status, found


def test_a_review_is_refined_in_the_page_and_kept():
    storage = MemoryStorage()
    status, found = run(review_to_the_end, storage)
    assert (status, found["passes"], found["language"]) == (200, 2 * PASSES, "ja")
    assert found["seats"][0]["choices"] and found["ledger"]["lines"]
    assert CountedReviewer.made == 2 * PASSES
    assert run(review, storage) == (200, found)
    assert CountedReviewer.made == 2 * PASSES


def test_a_running_game_is_not_reviewed():
    async def work(page):
        table = await new_table(page)
        answer = await page.http("GET", f"/api/tables/{table}/review?seat=0")
        return answer.status, json.loads(answer.body)["error"]["code"]

    assert run(work) == (409, "not-over") and not CountedReviewer.made
