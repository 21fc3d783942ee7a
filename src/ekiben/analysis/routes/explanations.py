"""Why a choice of a route game was worse than another: from measured differences alone.

Every sentence rests on figures counted in the games played on after both choices, and is only said
when chance hardly explains them. What it costs in points decides which are said first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ekiben.analysis.review import Explanation, Value
from ekiben.analysis.routes import measures
from ekiben.analysis.routes.comparison import Comparison, Difference, Tried
from ekiben.games.routes.board_file import Route, Ticket
from ekiben.games.routes.hints import TicketHint, hints, known_tickets, viewer_state
from ekiben.games.routes.state import State

MOST = 2  # sentences about a choice
LEAST_PART = 0.08  # of the games, by which something must happen more or less often
LEAST_POINTS = 1.5  # on average
LEAST_TURNS = 1.0
LEAST_CARDS = 1.5
SELDOM, OFTEN = 0.5, 0.6  # the parts of the games in which a ticket is done
PLAIN = ("score", "wanted")  # topics that explain little
KEPT = 0.99  # of the games: the choice itself keeps the ticket
IN_SUM = 0.5  # what points count that are told as a sum: a ticket or a route by name says more
CARD_POINTS = 0.7  # what an unused card or piece would have brought
TURN_POINTS = 1.5


@dataclass(frozen=True)
class Finding:
    """Something that was measured: what about, what it costs in points, and what is said."""

    topic: str
    cost: float
    explanation: Explanation


def explain(comparison: Comparison) -> tuple[Explanation, ...]:
    """Say why the choice made was worse, as far as that was measured; what costs most first."""
    findings = sorted(Explainer(comparison).all(), key=lambda finding: -finding.cost)
    return tuple(finding.explanation for finding in distinct(findings))[:MOST]


def distinct(findings: list[Finding]) -> Iterator[Finding]:
    """One finding for each topic; what goes without saying only if there is nothing else."""
    telling = [finding for finding in findings if finding.topic not in PLAIN] or findings[:1]
    topics: set[str] = set()
    for finding in telling:
        if finding.topic not in topics:
            topics.add(finding.topic)
            yield finding


def percent(part: float) -> int:
    return round(100 * part)


class Explainer:
    """What can be said of one choice."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.game = comparison.game
        self.s: State = viewer_state(comparison.view)
        self.hints: dict[str, TicketHint] = {
            hint["ticket"]: hint for hint in hints(self.game, comparison.view).get("tickets", [])
        }
        self.claimed = self.route_claimed(comparison.made)
        self.wanted = self.route_claimed(comparison.better)

    def all(self) -> Iterator[Finding]:
        yield from self.held_tickets()
        yield from self.offered_tickets()
        yield from self.routes()
        yield from self.figures()

    def route_claimed(self, tried: Tried) -> Route | None:
        """The route that a choice claims, if it does."""
        if tried.action.verb != "claim":
            return None
        return next(route for route in self.game.board.routes if route.id == tried.action.route)

    # ---- tickets in hand
    def held_tickets(self) -> Iterator[Finding]:
        """Those that are completed less often."""
        held = int(self.s.tickets[self.s.seat])
        for ticket in self.game.board.tickets:
            if held >> ticket.number & 1:
                done = self.comparison.ticket_done(ticket.number, ticket.id)
                if done.change < 0 and done.is_clear(LEAST_PART):
                    yield Finding(
                        "tickets",
                        -2 * ticket.points * done.change,
                        self.ticket_explanation(ticket, done),
                    )

    def ticket_explanation(self, ticket: Ticket, done: Difference) -> Explanation:
        """Say what stands in the way: too few pieces, or a route that others take."""
        about: dict[str, Value] = {
            "ticket": ticket.id,
            "points": ticket.points,
            "played": percent(done.played),
            "better": percent(done.better),
        }
        short = self.pieces_short(ticket)
        if short is not None:
            return Explanation("routes.ticket-pieces", {**about, **short}, (done.evidence(),))
        lost = self.route_lost_on_way(ticket)
        if lost is None:
            return Explanation("routes.ticket-missed", about, (done.evidence(),))
        route, taken = lost
        return Explanation(
            "routes.ticket-blocked",
            {**about, "route": route.id, "taken": percent(taken.played)},
            (done.evidence(), taken.evidence()),
        )

    def pieces_short(self, ticket: Ticket) -> dict[str, Value] | None:
        """Whether the route claimed takes the pieces that the ticket's shortest way needs."""
        hint, route = self.hints.get(ticket.id), self.claimed
        if hint is None or route is None or route.id in hint["missing"]:
            return None
        left = int(self.s.pieces[self.s.seat].sum()) - route.length
        if hint["state"] != "reachable" or hint["spaces"] <= left:
            return None
        return {"route": route.id, "left": left}

    def route_lost_on_way(self, ticket: Ticket) -> tuple[Route, Difference] | None:
        """The route of the ticket's way that others take more often, by most."""
        hint = self.hints.get(ticket.id)
        way = {pair(id) for id in hint["missing"]} if hint is not None else set()
        found = [(route, taken) for route, taken in self.routes_lost() if pair(route.id) in way]
        return max(found, key=lambda it: it[1].change, default=None)

    # ---- tickets on offer
    def offered_tickets(self) -> Iterator[Finding]:
        """Those that one of the choices keeps and the other puts back."""
        offered = set(self.s.offer[self.s.seat][: self.s.offered[self.s.seat]].tolist())
        for ticket in known_tickets(self.game, self.s):
            if ticket.number in offered:
                kept = self.comparison.ticket_kept(ticket.number, ticket.id)
                done = self.comparison.ticket_done(ticket.number, ticket.id)
                if kept.played >= KEPT > kept.better and done.played < SELDOM:
                    yield self.offer_finding("kept-missed", ticket, done, 1 - 2 * done.played)
                if kept.better >= KEPT > kept.played and done.better > OFTEN:
                    yield self.offer_finding("returned-done", ticket, done, 2 * done.better - 1)

    def offer_finding(self, key: str, ticket: Ticket, done: Difference, part: float) -> Finding:
        values: dict[str, Value] = {
            "ticket": ticket.id,
            "points": ticket.points,
            "played": percent(done.played),
            "better": percent(done.better),
        }
        return Finding(
            "tickets",
            ticket.points * part,
            Explanation(f"routes.{key}", values, (done.evidence(),)),
        )

    # ---- routes
    def routes_lost(self) -> Iterator[tuple[Route, Difference]]:
        """Routes that others take more often and the seat gets less often."""
        for route in self.game.board.routes:
            taken = self.comparison.route_taken(route.number, route.id)
            if taken.change > 0 and taken.is_clear(LEAST_PART):
                own = self.comparison.route_own(route.number, route.id)
                if own.change < 0 and own.is_clear(LEAST_PART):
                    yield route, taken

    def routes(self) -> Iterator[Finding]:
        """Those that others take, and the one that the better choice claims at once."""
        for route, taken in self.routes_lost():
            yield self.route_finding("routes", "route-taken", route, taken)
        if self.wanted is not None:
            own = self.comparison.route_own(self.wanted.number, self.wanted.id)
            if own.change < 0 and own.is_clear(LEAST_PART):
                yield self.route_finding("wanted", "route-missed", self.wanted, own)

    def route_finding(self, topic: str, key: str, route: Route, found: Difference) -> Finding:
        """A route counts by its points, more if it is the one of the better choice."""
        points = int(self.game.plain_board.points[route.length])
        counts = 1.0 if route == self.wanted else 0.5
        values: dict[str, Value] = {
            "route": route.id,
            "played": percent(found.played),
            "better": percent(found.better),
        }
        explanation = Explanation(f"routes.{key}", values, (found.evidence(),))
        return Finding(topic, counts * points * abs(found.change), explanation)

    # ---- figures
    def figures(self) -> Iterator[Finding]:
        """What the whole game brings, where that differs clearly."""
        yield from self.points_lost("tickets", "ticket-points", measures.TICKET_POINTS)
        yield from self.points_lost("routes", "route-points", measures.ROUTE_POINTS)
        yield from self.points_lost("score", "fewer-points", measures.SCORE)
        yield from self.longest()
        yield from self.others()
        yield from self.turns()
        yield from self.unused("cards-left", measures.CARDS_LEFT)
        yield from self.unused("pieces-left", measures.PIECES_LEFT)

    def points_lost(self, topic: str, key: str, figure: int) -> Iterator[Finding]:
        found = self.comparison.figure(key, figure)
        if found.change < 0 and found.is_clear(LEAST_POINTS):
            yield self.figure_finding(topic, key, found, -IN_SUM * found.change)

    def figure_finding(self, topic: str, key: str, found: Difference, cost: float) -> Finding:
        values: dict[str, Value] = {"played": round(found.played), "better": round(found.better)}
        return Finding(topic, cost, Explanation(f"routes.{key}", values, (found.evidence(),)))

    def longest(self) -> Iterator[Finding]:
        found = self.comparison.figure("has-longest", measures.HAS_LONGEST)
        bonus = int(self.game.plain_board.longest_bonus)
        if bonus and found.change < 0 and found.is_clear(LEAST_PART):
            values: dict[str, Value] = {
                "played": percent(found.played),
                "better": percent(found.better),
            }
            explanation = Explanation("routes.longest-missed", values, (found.evidence(),))
            yield Finding("longest", -bonus * found.change, explanation)

    def others(self) -> Iterator[Finding]:
        found = self.comparison.figure("others-score", measures.OTHERS)
        if found.change > 0 and found.is_clear(LEAST_POINTS):
            yield self.figure_finding("others", "others-more", found, found.change)

    def turns(self) -> Iterator[Finding]:
        """How much sooner or later the game ends, in turns of each seat."""
        found = self.comparison.figure("turns", measures.TURNS)
        if found.is_clear(LEAST_TURNS * self.s.seats):
            key = "routes.ends-sooner" if found.change < 0 else "routes.ends-later"
            turns = abs(found.change) / self.s.seats
            explanation = Explanation(key, {"turns": round(turns)}, (found.evidence(),))
            yield Finding("end", TURN_POINTS * turns, explanation)

    def unused(self, key: str, figure: int) -> Iterator[Finding]:
        found = self.comparison.figure(key, figure)
        if found.change > 0 and found.is_clear(LEAST_CARDS):
            yield self.figure_finding("unused", key, found, CARD_POINTS * found.change)


def pair(route: str) -> str:
    """A route's cities: what it shares with its twin."""
    return route.removesuffix("/2")
