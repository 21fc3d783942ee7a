"""Why an action would be good, or what would come of it: one function for each verb."""

from __future__ import annotations

from collections.abc import Callable

from ekiben.coach.reason import Reason
from ekiben.coach.tokyo.outlook import Outlook, Way
from ekiben.core.action import Action
from ekiben.games.tokyo.board_file import Job
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.lattice import DIRECTIONS
from ekiben.games.tokyo.networks import touches
from ekiben.games.tokyo.track import fee_of


def explain_action(outlook: Outlook, action: Action) -> Reason:
    return EXPLAINED[action.verb](outlook, action)


# ---- jobs
def place(outlook: Outlook, action: Action) -> Reason:
    city = next(city for city in outlook.game.board.cities if city.id == action.city)
    waiting = outlook.waiting_in(city)
    if not waiting:
        return outlook.reason("place-empty", city=city.id)
    job = waiting[0]
    start = next(at for at in city.posts if outlook.game.board.post(at) == action.post)
    way = outlook.way_to(outlook.city(job.goal).posts, start)
    if way.track is None:
        return outlook.reason("place-closed", **names(outlook, job))
    return outlook.reason("place", **names(outlook, job), cost=way.track.cost)


def load(outlook: Outlook, action: Action) -> Reason:
    job = outlook.job(action.job)
    way = outlook.way_to(outlook.city(job.goal).posts)
    return outlook.reason(f"load-{state_of(way)}", **names(outlook, job), **figures(way))


def state_of(way: Way) -> str:
    """The kind of a way: on own track, on that of others, to be built, or closed."""
    if way.run:
        return "fee" if way.run.fees else "own"
    return "build" if way.track else "closed"


def figures(way: Way) -> dict[str, int]:
    if way.run:
        return {"steps": way.steps, "turns": way.turns, "tolls": way.run.fees}
    return {"cost": way.track.cost} if way.track else {}


def names(outlook: Outlook, job: Job) -> dict[str, str | int]:
    """What every sentence about a job may name."""
    origin, goal = outlook.city(job.origin), outlook.city(job.goal)
    return {"job": job.id, "origin": origin.id, "city": goal.id, "reward": job.reward}


def unload(outlook: Outlook, action: Action) -> Reason:
    return outlook.reason("unload", **names(outlook, outlook.job(action.job)))


def put_back(outlook: Outlook, action: Action) -> Reason:
    return outlook.reason("return", **names(outlook, outlook.job(action.job)))


def lose(outlook: Outlook, action: Action) -> Reason:
    job = outlook.job(action.job)
    least = min(one.reward for one in outlook.loads)
    key = "lose-least" if job.reward == least else "lose"
    return outlook.reason(key, **names(outlook, job))


# ---- moving
def step(outlook: Outlook, action: Action) -> Reason:
    for job in outlook.loads:
        way = outlook.ways[job.id]
        if way.run and way.run.moves[0][:1] == [str(action)]:
            return outlook.reason("step", **names(outlook, job), turns=way.turns)
    here = int(outlook.s.train[outlook.seat])
    there = int(outlook.b.next_post[here, DIRECTIONS.index(action.direction)])
    return outlook.reason("step-on", post=outlook.game.board.post(there))


def board(outlook: Outlook, action: Action) -> Reason:
    there = int(outlook.b.over_at[outlook.s.train[outlook.seat]])
    return outlook.reason("board", post=outlook.game.board.post(there))


def stop(outlook: Outlook, action: Action) -> Reason:
    due = rewards_due(outlook)
    return outlook.reason("stop-paid", amount=due) if due else outlook.reason("stop")


def rewards_due(outlook: Outlook) -> int:
    """What the jobs delivered in this move will pay."""
    jobs = outlook.game.board.jobs
    return sum(job.reward for job in jobs if has(outlook.s.delivered, job.number))


# ---- building
def build(outlook: Outlook, action: Action) -> Reason:
    b, link = outlook.b, action.id - int(outlook.b.build)
    price = int(b.cost[link]) + fee_of(b, outlook.s, outlook.seat, link)
    for job in outlook.loads:
        track = outlook.ways[job.id].track
        if track and link in track.links:
            values = names(outlook, job)
            return outlook.reason("build-load", **values, cost=track.cost, price=price)
    end = outlook.game.board.post(int(b.end_z[link]))
    return joins(outlook, link, price) or outlook.reason("build", post=end, price=price)


def joins(outlook: Outlook, link: int, price: int) -> Reason | None:
    """That a link is the seat's first at a big city."""
    b, s, seat = outlook.b, outlook.s, outlook.seat
    for post in (int(b.end_a[link]), int(b.end_z[link])):
        city = outlook.city_at(post)
        if city and city.big and not any(touches(b, s, seat, at) for at in city.posts):
            need = int(b.connections)
            joined = int(s.joined[seat])
            return outlook.reason("build-big", city=city.id, price=price, joined=joined, need=need)
    return None


def upgrade(outlook: Outlook, action: Action) -> Reason:
    kind = ("speed", "load", "both").index(action.part)
    values = {
        "cost": int(outlook.b.upgrade_cost[kind]),
        "speed": int(outlook.s.speed[outlook.seat]),
        "load": int(outlook.s.load[outlook.seat]),
    }
    return outlook.reason(f"upgrade-{action.part}", **values)


def done(outlook: Outlook, action: Action) -> Reason:
    return outlook.reason("done" if outlook.money else "done-spent", money=outlook.money)


# ---- loans
def borrow(outlook: Outlook, action: Action) -> Reason:
    b = outlook.b
    return outlook.reason("borrow", amount=int(b.loan), cost=int(b.repay_cost))


def repay(outlook: Outlook, action: Action) -> Reason:
    return outlook.reason("repay", cost=int(outlook.b.repay_cost))


EXPLAINED: dict[str, Callable[[Outlook, Action], Reason]] = {
    "place": place,
    "step": step,
    "board": board,
    "load": load,
    "unload": unload,
    "return": put_back,
    "stop": stop,
    "build": build,
    "upgrade": upgrade,
    "lose": lose,
    "done": done,
    "borrow": borrow,
    "repay": repay,
}
