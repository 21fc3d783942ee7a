"""Cases of the columns of Tokyo Railways."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ekiben.games.tokyo import state as tokyo
from ekiben.games.tokyo.turn import QUESTIONS as TOKYO_QUESTIONS

from .column_cases import NEXT, Case, Change, put, together
from .positions import load

POST = 60  # in the middle of nowhere
JOB = 2


def blank_tokyo(s) -> None:
    """A turn of seat 0 of nine, before any track, train, job or money."""
    for name in ("on_map", "outside", "money", "loans"):
        getattr(s, name)[:] = 0
    s.asked = 0
    s.seat = 0
    s.in_turn = 0


def table_cases() -> Iterator[Case]:
    names = TOKYO_QUESTIONS.names[:-1]
    for asked, name in enumerate(names):
        other = 1 if asked == 0 else 0
        along = (f"table asked {names[other]}",)
        yield Case(f"table asked {name}", (0,), put("asked", asked), along, put("asked", other))
    for seat in range(9):
        other = 1 if seat == 0 else 0
        for field, name in (("seat", "to act"), ("in_turn", "in turn")):
            along = (f"table {name} {other}", f"seats {name}")
            yield Case(f"table {name} {seat}", (0,), put(field, seat), along, put(field, other))
    for name in ("turns", "left", "still", "spent", "upgraded", "losing", "last_round"):
        yield Case(f"table {name.replace('_', ' ')}", (0,), put(name, 1), before=put(name, 0))
    yield Case("table cup a", (0,), put("cup_size", 3, 0))
    yield Case("table cup b", (0,), put("cup_size", 3, 1))
    for kind, name in enumerate(tokyo.KINDS):
        yield Case(f"table force {name}", (0,), put("kinds", 1 << kind), before=put("kinds", 0))
    empty = together(put("speed", 0, 8), put("load", 0, 8))
    yield Case("table seats", (0,), put("seats", 8), ("seats present",), empty)
    yield Case("seats present", (8,), put("seats", 8), ("table seats",), empty)


def seat_cases() -> Iterator[Case]:
    changes = {
        "aboard": put("aboard", 1, NEXT),
        "speed": put("speed", 50, NEXT),
        "load": put("load", 5, NEXT),
        "carried": put("carried", 1 << JOB, NEXT, 0),
        "tens": put("money", 40, NEXT),
        "units": put("money", 4, NEXT),
        "loans": put("loans", 2, NEXT),
        "joined": put("joined", 3, NEXT),
        "paid": put("paid", 1 << NEXT),
        "force": put("force", 7, NEXT),
        "ready": put("since", 1, NEXT),
    }
    along = {"carried": ("jobs theirs",)}
    for name, change in changes.items():
        yield Case(f"seats {name}", (NEXT,), change, along.get(name, ()))
    acting = ("table to act 0", f"table to act {NEXT}")
    yield Case("seats to act", (0, NEXT), put("seat", NEXT), acting)
    turning = ("table in turn 0", f"table in turn {NEXT}")
    yield Case("seats in turn", (0, NEXT), put("in_turn", NEXT), turning)
    columns = int(load("tokyo").plain_board.columns)
    yield Case("seats placed", (NEXT,), put("train", 0, NEXT))
    at_corner = put("train", 0, NEXT)
    yield Case("seats row", (NEXT,), put("train", 2 * columns, NEXT), (), at_corner)
    yield Case("seats column", (NEXT,), put("train", 2, NEXT), (), at_corner)


def map_cases() -> Iterator[Case]:
    for name in ("outside", "delivered", "loaded", "put_back"):
        yield Case(f"jobs {name.replace('_', ' ')}", (JOB,), put(name, 1 << JOB, 0))
    b = load("tokyo").plain_board
    origin, goal = int(b.origin[JOB]), int(b.goal[JOB])
    waiting, carrying = put("on_map", 1 << JOB, 0), put("carried", 1 << JOB, 0, 0)
    yield Case("jobs on map", (JOB,), waiting, ("cities jobs",))
    yield Case("cities jobs", (origin,), waiting, ("jobs on map",))
    yield Case("jobs mine", (JOB,), carrying, ("cities wanted", "seats carried"))
    yield Case("cities wanted", (goal,), carrying, ("jobs mine", "seats carried"))
    yield Case("jobs theirs", (JOB,), put("carried", 1 << JOB, NEXT, 0), ("seats carried",))
    yield Case("cities away", tuple(range(int(b.cities))), place_train, ALONG_TRAIN)
    for direction, name in enumerate(("e", "se", "s", "sw")):
        change = put("track", 1, POST * 4 + direction)
        yield Case(f"posts track {name}", (POST,), change)


ALONG_TRAIN = ("seats placed", "seats row", "seats column")


def place_train(b, s) -> None:
    """Seat 0's train goes to a post where no city is, so that every city is some links away."""
    s.train[0] = next(
        p for p in range(b.columns * 2, b.posts) if b.city_at[p] < 0 and p % b.columns > 0
    )


def reach(seat: int, city: int) -> Change:
    """Let the seat's track touch a city, and nothing else."""

    def change(b, s):
        row, column = divmod(posts_of(city)[0], int(b.columns))
        s.touched[seat, row] |= 1 << column

    return change


def posts_of(city: int) -> tuple[int, ...]:
    return load("tokyo").board.cities[city].posts


def reach_cases() -> Iterator[Case]:
    b, cities = load("tokyo").plain_board, load("tokyo").board.cities
    big = next(city.number for city in cities if city.big)  # a foothold already: no steps change
    jobs = range(int(b.jobs))
    origins = tuple(job for job in jobs if b.origin[job] == big)
    goals = tuple(job for job in jobs if b.goal[job] == big)
    mine = {"cities mine": (big,), "jobs origin": origins, "jobs goal": goals}
    for name, rows in mine.items():
        yield Case(name, rows, reach(0, big), tuple(set(mine) - {name}))
    yield Case("cities theirs", (big,), reach(3, big))
    small = next(city.number for city in cities if not city.big)
    yield Case("cities steps", steps_changed(small), reach(0, small), steps_along(small))


def steps_along(city: int) -> tuple[str, ...]:
    b = load("tokyo").plain_board
    jobs = range(int(b.jobs))
    along = ["cities mine"]
    along += ["jobs origin"] if any(b.origin[job] == city for job in jobs) else []
    along += ["jobs goal"] if any(b.goal[job] == city for job in jobs) else []
    return tuple(along)


def steps_changed(city: int) -> tuple[int, ...]:
    """Cities nearer to this one's first post than to any big city."""
    board = load("tokyo").board
    new = divmod(posts_of(city)[0], board.columns)
    footholds = [
        divmod(post, board.columns) for each in board.cities if each.big for post in each.posts
    ]

    def far(place, others):
        return min(max(abs(place[0] - y), abs(place[1] - x)) for y, x in others)

    return tuple(
        each.number
        for each in board.cities
        if min(far(divmod(post, board.columns), [new]) for post in each.posts)
        < min(far(divmod(post, board.columns), footholds) for post in each.posts)
    )


def cases() -> Iterator[Case]:
    for make in (table_cases, seat_cases, map_cases, reach_cases):
        for case in make():
            yield replace(case, game="tokyo")
