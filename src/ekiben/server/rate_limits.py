"""How often is too often."""

from __future__ import annotations

import time
from collections.abc import Callable

from ekiben.core.errors import EkibenError

UNITS = {"second": 1, "minute": 60, "hour": 3600}
SWEPT = 60.0  # seconds between two looks for who can be forgotten


class Rate:
    """Of the form 60/minute: so many at once, and as many again in every such time; of `processes`
    each allows its part of those.

    For everybody there is one number: when all that was done would have been allowed one after the
    other.
    """

    def __init__(
        self, text: str, processes: int = 1, now: Callable[[], float] = time.monotonic
    ) -> None:
        often, _, unit = text.partition("/")
        if not often.isdecimal() or not int(often) or unit not in UNITS:
            raise EkibenError(
                f"{text!r} is no rate: write a number, a stroke and one of {', '.join(UNITS)}, such as 60/minute"
            )
        self.each = UNITS[unit] * processes / int(often)
        self.ahead = self.each * (int(often) + 0.5)  # half of one: sums of floats are not exact
        self.now, self.until, self.swept = now, dict[str, float](), now()

    def allows(self, who: str) -> bool:
        """Whether once more is allowed; then it is counted."""
        now = self.now()
        if now - self.swept > SWEPT:
            self.sweep(now)
        until = max(self.until.get(who, now), now) + self.each
        if until - now > self.ahead:
            return False
        self.until[who] = until
        return True

    def sweep(self, now: float) -> None:
        """Forgets those who have waited long enough."""
        self.until = {who: until for who, until in self.until.items() if until > now}
        self.swept = now
