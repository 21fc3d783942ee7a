"""The drifter: brings any job it can, whichever takes its fancy."""

from __future__ import annotations

from ekiben.bots.tokyo.driver import CREDITS, Driver
from ekiben.bots.tokyo.features import Sight
from ekiben.bots.tokyo.trips import Taste, Trip
from ekiben.core.layout import View


class Drifter(Driver):
    """Draws a job by lot and brings it, building what is needed; never joins cities on purpose."""

    taste = Taste(jobs=1)
    watchful = False

    def think(self, sight: Sight, view: View, fresh: bool) -> Trip:
        planner = self.planner(sight)
        kept = planner.again(self.trip)
        if kept.stops:
            return kept
        for credit in CREDITS:
            found = sorted(planner.trips(credit), key=lambda trip: -trip.worth)
            if found:
                return self.luck(view).choice(found)
        return Trip()
