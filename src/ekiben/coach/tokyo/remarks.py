"""What matters to a seat now: its loads, cities being closed, how near it is to winning."""

from __future__ import annotations

from ekiben.coach.reason import Reason
from ekiben.coach.tokyo.outlook import Outlook
from ekiben.coach.tokyo.reasons import figures, names, state_of
from ekiben.games.tokyo.board_file import City, Job
from ekiben.games.tokyo.networks import touches
from ekiben.games.tokyo.state import OVER

FEW_ENTRIES = 3  # free links into a big city from which on a newcomer should hurry
NEAR = 100  # G to win from which on it is worth saying


def remarks_on(outlook: Outlook) -> list[Reason]:
    """The most important first: what blocks, what is missing, what goes well."""
    if outlook.s.asked == OVER:
        return []
    return [*goal(outlook), *closing_cities(outlook), *loads(outlook)]


# ---- loads
def loads(outlook: Outlook) -> list[Reason]:
    return [load(outlook, job) for job in outlook.loads]


def load(outlook: Outlook, job: Job) -> Reason:
    """What a load still needs."""
    way = outlook.ways[job.id]
    state, values = state_of(way), {**names(outlook, job), **figures(way)}
    if way.track and way.track.cost > outlook.money:
        return outlook.reason("aboard-short", **values, money=outlook.money)
    return outlook.reason(f"aboard-{state}", **values)


# ---- big cities
def closing_cities(outlook: Outlook) -> list[Reason]:
    """Big cities that the seat has not reached and that few free links still lead into."""
    bigs = [city for city in outlook.game.board.cities if city.big]
    found = []
    for number, city in enumerate(bigs):
        left = int(outlook.s.entries[number])
        if left <= FEW_ENTRIES and not is_reached(outlook, city):
            key = "city-closing" if left else "city-closed"
            found.append(outlook.reason(key, city=city.id, count=left))
    return found


def is_reached(outlook: Outlook, city: City) -> bool:
    return any(touches(outlook.b, outlook.s, outlook.seat, post) for post in city.posts)


def goal(outlook: Outlook) -> list[Reason]:
    """What is missing to win, once one of the two conditions is fulfilled or nearly so."""
    b, s, seat = outlook.b, outlook.s, outlook.seat
    money = max(0, int(b.win_money[s.seats]) - int(s.score[seat]))
    cities = max(0, int(b.connections) - int(s.joined[seat]))
    if cities == 0:
        return [outlook.reason("goal-money", amount=money)]
    if money <= NEAR:
        return [outlook.reason("goal-cities", amount=money, count=cities)]
    return []
