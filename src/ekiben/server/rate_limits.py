"""Rate limits."""

from __future__ import annotations

import time
from collections.abc import Callable

from ekiben.core.errors import EkibenError

UNITS = {"second": 1, "minute": 60, "hour": 3600}
SWEEP_EVERY = 60.0  # seconds between two sweeps of idle clients


class RateLimiter:
    """Limits clients to a rate such as 60/minute, which is also the size of a burst.

    Each of several `processes` allows its share of the rate. For each client it keeps one number:
    the time when everything it did would be allowed at a steady rate.
    """

    def __init__(
        self, text: str, processes: int = 1, now: Callable[[], float] = time.monotonic
    ) -> None:
        count, _, unit = text.partition("/")
        if not count.isdecimal() or not int(count) or unit not in UNITS:
            raise EkibenError(
                f"{text!r} is not a rate: write a number, a slash and one of {', '.join(UNITS)}, "
                "such as 60/minute"
            )
        self.seconds_each = UNITS[unit] * processes / int(count)
        self.burst_seconds = self.seconds_each * (int(count) + 0.5)  # sums of floats are not exact
        self.now = now
        self.busy_until: dict[str, float] = {}
        self.swept_at = now()

    def allows(self, who: str) -> bool:
        """Count one more event if the rate allows it; returns False if it does not."""
        now = self.now()
        if now - self.swept_at > SWEEP_EVERY:
            self.sweep(now)
        until = max(self.busy_until.get(who, now), now) + self.seconds_each
        if until - now > self.burst_seconds:
            return False
        self.busy_until[who] = until
        return True

    def sweep(self, now: float) -> None:
        """Forget clients that have no events left to wait for."""
        self.busy_until = {who: until for who, until in self.busy_until.items() if until > now}
        self.swept_at = now
