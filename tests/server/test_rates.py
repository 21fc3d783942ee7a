"""How often is too often: bursts, waiting, and the part of one of several processes."""

import pytest

from ekiben.core.errors import EkibenError
from ekiben.server.guard import Limits
from ekiben.server.rate_limits import SWEEP_EVERY, RateLimiter
from ekiben.server.settings import Rates


class Clock:
    def __init__(self):
        self.time = 1000.0

    def __call__(self):
        return self.time


def hits(rate, who, tries):
    return sum(rate.allows(who) for _ in range(tries))


@pytest.mark.parametrize(
    ("text", "most", "seconds"), [("40/second", 40, 1), ("60/minute", 60, 60), ("7/hour", 7, 3600)]
)
def test_so_many_at_once_and_as_many_in_every_such_time(text, most, seconds):
    clock = Clock()
    rate = RateLimiter(text, now=clock)
    assert hits(rate, "a", 3 * most) == most
    assert hits(rate, "b", 1) == 1  # everybody for themselves
    clock.time += seconds / most
    assert hits(rate, "a", 5) == 1
    clock.time += 10 * seconds
    assert hits(rate, "a", 3 * most) == most


def test_what_is_refused_does_not_count():
    clock = Clock()
    rate = RateLimiter("2/minute", now=clock)
    assert hits(rate, "a", 1000) == 2
    clock.time += 30
    assert hits(rate, "a", 1000) == 1


def test_several_processes_keep_the_rate_together():
    clock = Clock()
    processes = [RateLimiter("60/minute", 4, clock) for _ in range(4)]
    assert [hits(rate, "a", 200) for rate in processes] == [
        60
    ] * 4  # a burst may come to any of them
    clock.time += 60
    assert sum(hits(rate, "a", 200) for rate in processes) == 60


def test_messages_of_a_page_come_to_one_process():
    limits = Limits(Rates(messages="5/hour", sits="5/hour"), processes=3)
    assert (
        limits.rate_limiters["messages"].seconds_each == 720
        and limits.rate_limiters["sits"].seconds_each == 2160
    )


def test_those_who_waited_are_forgotten():
    clock = Clock()
    rate = RateLimiter("60/minute", now=clock)
    for number in range(1000):
        rate.allows(f"{number}")
    clock.time += SWEEP_EVERY + 1
    rate.allows("late")
    assert list(rate.busy_until) == ["late"]


@pytest.mark.parametrize(
    "text", ["", "60", "0/minute", "-1/minute", "60/day", "many/minute", "1.5/second"]
)
def test_what_is_no_rate_is_said(text):
    with pytest.raises(EkibenError, match="60/minute"):
        RateLimiter(text)
