"""What the coach would do: the next action, why, and the trip that it is part of."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.coach.family import Suggestion
from ekiben.coach.reason import Reason
from ekiben.coach.tokyo.outlook import Outlook
from ekiben.coach.tokyo.reasons import explain_action, names
from ekiben.coach.tokyo.trips import Plan, Stop, Trip, measure, plan
from ekiben.core.game import Game
from ekiben.core.layout import View


def suggest(game: Game, view: View) -> Suggestion:
    """For the viewer, who is to act."""
    outlook = Outlook(game, view)
    planned = plan(outlook.game, view)
    reasons = [explain_planned(outlook, planned)]
    if planned.trip:
        reasons.append(explain_trip(outlook, planned.trip))
    return Suggestion(planned.action, reasons, targets(planned))


def targets(planned: Plan) -> tuple[str, ...]:
    """What to click: people plan to a city, and build or run there in one go."""
    verb, _, link = planned.action.partition(" ")
    stops = planned.trip.stops if planned.trip else ()
    legs = planned.trip.legs if planned.trip else ()
    cities = [stop.city for stop, leg in zip(stops, legs, strict=False) if link in leg]
    if verb in ("step", "board") and stops:
        cities = [stops[0].city]
    return (*(f"to:{city}" for city in cities), planned.action)


def explain_planned(outlook: Outlook, planned: Plan) -> Reason:
    """Why to take the next action of a plan."""
    key = key_of(planned)
    if planned.first is None or key is None:
        return explain_action(outlook, outlook.game.parse(planned.action))
    trip = planned.first
    goal = trip.stops[-1]
    if key == "next-fetch":
        goal = next(stop for stop in trip.stops if not stop.delivers)
    job = names(outlook, outlook.job(goal.job))
    return outlook.reason(key, **job, place=trip.stops[0].city, **figures(trip))


def key_of(planned: Plan) -> str | None:
    """The text of an action that a trip needs; None for what speaks for itself."""
    verb, *rest = planned.action.split()
    if planned.trip is None or planned.first is None:
        return None
    if verb in ("step", "board"):
        return "next-deliver" if planned.first.stops[0].delivers else "next-fetch"
    if verb == "build" and " ".join(rest) in planned.trip.links:
        return "next-build" if " ".join(rest) in planned.first.links else "next-build-later"
    return f"next-{verb}" if verb in ("place", "borrow") else None


def figures(trip: Trip) -> dict[str, str | int]:
    return {"cost": trip.cost, "pay": trip.pay, "turns": trip.turns, "tolls": trip.fees}


# ---- trips
def explain_trip(outlook: Outlook, trip: Trip) -> Reason:
    """What a trip brings, costs and takes, in one sentence."""
    key = "trip-loan" if trip.loans else "trip-fees" if trip.fees else "trip"
    key = key if trip.cost or key != "trip" else "trip-own"
    return outlook.reason(key, deliveries=list(trip.delivered), loans=trip.loans, **figures(trip))


def explain_stops(game: Game, view: View, stops: Sequence[Stop]) -> Reason | None:
    """What a trip of these stops would come to for the viewer, who is to act."""
    outlook = Outlook(game, view)
    trip = measure(outlook.game, view, stops)
    return None if trip is None else explain_trip(outlook, trip)
