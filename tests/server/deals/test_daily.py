"""Daily deals: the same for all, and sealed until the day is over."""

import contextlib
import json
from concurrent.futures import ThreadPoolExecutor

import ekiben
from ekiben.server.deal_results import day_end
from ekiben.server.deals import daily_deal, proposed_game

from .club import NOON, TODAY, TOMORROW, Club, begin, code, daily, info, person


def test_processes_that_ask_at_once_get_the_same_daily_deals(tmp_path, address):
    with contextlib.ExitStack() as stack:
        club = Club(tmp_path, address, stack, count=2 if address else 1)
        people = [house.person() for house in club.houses for _ in range(4)]
        with ThreadPoolExecutor(len(people)) as pool:
            seen = list(pool.map(daily, people))
        assert all(one == seen[0] for one in seen)
        assert [deal["game"] for deal in seen[0]["deals"]] == list(ekiben.games())
        assert len({deal["deal"] for deal in seen[0]["deals"]}) == 5
        assert seen[0]["day"] == TODAY and seen[0]["closes"] == day_end(TODAY) > NOON
        assert all(len(deal["commit"]) == 64 for deal in seen[0]["deals"])
        assert len(club.in_store(lambda store: store.deal_ids())) == 5


def test_nobody_can_compute_or_ask_for_a_deal_of_tomorrow(club):
    who = club.house.person()
    for day in (TOMORROW, "2999-01-01", "tomorrow", "2027-13-01", "²", "2027-01-15\x00"):
        answer = who.get("/api/deals/daily", params={"day": day})
        assert (answer.status_code, code(answer)) == (404, "no-day"), day
    assert daily(who, "2020-01-01")["deals"] == []  # a day nobody has played
    game = proposed_game("london")
    secrets = (b"a" * 32, b"b" * 32)
    made = [daily_deal(one, day, game, NOON) for one in secrets for day in (TODAY, TOMORROW)]
    assert len({(deal.seed, deal.salt, deal.id) for deal in made}) == 4
    assert daily_deal(secrets[0], TODAY, game, NOON + 5).seed == made[0].seed
    assert made[0].people and len(made[0].seed) > 20 and len(made[0].salt) == 64
    daily(who)
    stored = club.in_store(lambda store: store.secret("deals", "other"))
    assert len(stored) == 64 and stored != "other"


def test_a_finished_daily_deal_stays_sealed_until_the_day_is_over(either):
    who, rival = either.house.person(), either.house.person()
    deal = next(one["deal"] for one in daily(who)["deals"] if one["game"] == "london")
    table = begin(who, deal, "Aoi")
    ended = either.finish(table)
    own = person(ended.setup)
    path = f"/api/tables/{table}"
    assert who.get(path).json()["sealed"] and who.get(path).json()["deal"] == deal
    assert who.post(f"{path}/deal").json()["deal"] == deal
    page = who.page(table, own)
    assert page.until("snapshot")["over"]
    shown = [*page.raw, who.get(f"{path}/record").text, json.dumps(info(who, deal))]
    shown += [who.get(f"{path}/record?as=seat-{own}").text, who.get(f"{path}/replay").text]
    shown += [who.get(f"{path}/replay?eyes={own}").text, json.dumps(daily(who))]
    for secret in (ended.setup.seed, ended.setup.salt):
        assert not any(secret in text for text in shown)
    refused = [f"record?as=full&language={one}" for one in ("en", "ja")] + ["replay?eyes=all"]
    refused += ["review", f"review?seat={own}"]
    assert [code(who.get(f"{path}/{one}")) for one in refused] == ["sealed"] * 5
    assert code(who.get(f"{path}/record?as=seat-{1 - own}")) == "not-your-seat"
    assert code(who.get(f"{path}/replay?eyes={1 - own}")) == "not-your-seat"
    for one in ("replay", "review"):
        assert code(who.get(f"/api/deals/{deal}/tables/{table}/{one}")) == "sealed"
    seen = info(who, deal)
    assert seen["finished"] and not seen["open"] and seen["rows"][0]["counted"]
    late = begin(rival, deal, "Ben")
    either.calendar.at = day_end(TODAY)
    assert who.get(f"{path}/record?as=full").json()["seed"] == ended.setup.seed
    assert rival.get(f"/api/deals/{deal}/tables/{table}/replay").status_code == 200
    seen = info(rival, deal)
    assert seen["closed"] and seen["open"] and seen["seed"] == ended.setup.seed
    assert daily(who)["day"] == TOMORROW and daily(who, TODAY)["deals"][3]["deal"] == deal
    assert not who.get(path).json()["sealed"] and rival.seats(late)


def test_a_daily_deal_that_ends_after_its_day_does_not_count(club):
    who = club.house.person()
    club.calendar.at = 86_400.0 * 365 * 40  # long before the store's own clock
    deal = daily(who)["deals"][3]["deal"]
    club.finish(begin(who, deal))
    assert info(who, deal)["rows"][0]["flaw"] == "late"
    club.calendar.at += 10  # the day's summary is some seconds old
    summary = daily(who)["deals"][3]
    assert (summary["total"], summary["best"], summary["finished"]) == (1, None, True)
