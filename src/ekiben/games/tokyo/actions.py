"""Actions and their notation: every action's number, text and fields, and back."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ekiben.core.action import Action
from ekiben.core.errors import EkibenError, nearest, quoted
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.board_builder import fixed_tables
from ekiben.games.tokyo.board_file import BoardFile
from ekiben.games.tokyo.lattice import DIRECTIONS, OWN, link_of, neighbour, post_number

VERBS = (
    "place",
    "step",
    "board",
    "load",
    "unload",
    "return",
    "stop",
    "build",
    "upgrade",
    "lose",
    "done",
    "borrow",
    "repay",
)
WAYS = ("speed", "load", "both")
Made = tuple[str, dict[str, Any]]


@lru_cache(maxsize=16)
def actions_of(board: BoardFile) -> Actions:
    """The same for all games on a board: no option changes an action's number."""
    return Actions(board, fixed_tables(board))


class Actions:
    """All actions of a board, by number; each is made when first asked for."""

    def __init__(self, board: BoardFile, b: Board) -> None:
        self.board, self.b = board, b
        self.starts = {
            verb: int(getattr(b, "put_back" if verb == "return" else verb)) for verb in VERBS
        }
        self.known: dict[int, Action] = {}
        self.jobs = {job.id: job.number for job in board.jobs}
        self.city_of = {post: city for city in board.cities for post in city.posts}
        self.places = {int(post): n for n, post in enumerate(b.place_post[: b.places])}

    def action(self, id: int) -> Action:
        if id not in self.known:
            verb = [verb for verb, start in self.starts.items() if start <= id][-1]
            text, fields = getattr(self, f"{verb}_")(id - self.starts[verb])
            self.known[id] = Action(id, text, fields)
        return self.known[id]

    # ---- one method a verb: the n-th action of it
    def place_(self, n: int) -> Made:
        """A city of several posts is named with the post."""
        post = int(self.b.place_post[n])
        city, name = self.city_of[post], self.board.post(post)
        return f"place {city.id}{f' {name}' if len(city.posts) > 1 else ''}", {
            "city": city.id,
            "post": name,
        }

    def step_(self, n: int) -> Made:
        return f"step {DIRECTIONS[n]}", {"direction": DIRECTIONS[n]}

    def job_(self, verb: str, n: int) -> Made:
        return f"{verb} {self.board.jobs[n].id}", {"job": self.board.jobs[n].id}

    def load_(self, n: int) -> Made:
        return self.job_("load", n)

    def unload_(self, n: int) -> Made:
        return self.job_("unload", n)

    def return_(self, n: int) -> Made:
        return self.job_("return", n)

    def lose_(self, n: int) -> Made:
        return self.job_("lose", n)

    def build_(self, n: int) -> Made:
        post, direction = self.board.post(n // 4), DIRECTIONS[OWN[n % 4]]
        return f"build {post} {direction}", {"post": post, "direction": direction}

    def upgrade_(self, n: int) -> Made:
        return f"upgrade {WAYS[n]}", {"part": WAYS[n]}

    def board_(self, n: int) -> Made:
        return "board", {}

    def stop_(self, n: int) -> Made:
        return "stop", {}

    def done_(self, n: int) -> Made:
        return "done", {}

    def borrow_(self, n: int) -> Made:
        return "borrow", {}

    def repay_(self, n: int) -> Made:
        return "repay", {}

    # ---- reading
    def parse(self, text: str, legal: Callable[[], list[int]]) -> Action:
        """Read an action; case, blanks, a link's other end and a left-out post are forgiven."""
        verb, *rest = text.lower().split() or [""]
        number = self.number(verb, rest) if verb in self.starts else None
        if number is None:
            known = [self.action(id).text for id in legal()] or VERBS
            raise EkibenError(
                f"{quoted(text)} is not an action here.{nearest(' '.join([verb, *rest]), known)}"
            )
        return self.action(self.starts[verb] + number)

    def number(self, verb: str, rest: list[str]) -> int | None:
        if verb == "place" and 1 <= len(rest) <= 2:
            return self.place_number(rest)
        if verb == "build" and len(rest) == 2:
            return self.link_number(*rest)
        if len(rest) == 1:
            return self.named(verb, rest[0])
        return 0 if not rest and verb in ("board", "stop", "done", "borrow", "repay") else None

    def named(self, verb: str, name: str) -> int | None:
        if verb == "step" and name in DIRECTIONS:
            return DIRECTIONS.index(name)
        if verb == "upgrade" and name in WAYS:
            return WAYS.index(name)
        return self.jobs.get(name) if verb in ("load", "unload", "return", "lose") else None

    def place_number(self, rest: list[str]) -> int | None:
        """Read a city, with a post if it has several (by default the first), or a post alone."""
        post = post_number(rest[-1], self.board.rows, self.board.columns)
        city = next((city for city in self.board.cities if city.id == rest[0]), None)
        if post is None and city is not None and len(rest) == 1:
            post = city.posts[0]
        if post is None or (len(rest) == 2 and (city is None or post not in city.posts)):
            return None
        return self.places.get(post)

    def link_number(self, name: str, direction: str) -> int | None:
        """Read a link by either end.

        A link that would leave the map is still an action, but at its own post only.
        """
        rows, columns = self.board.rows, self.board.columns
        post = post_number(name, rows, columns)
        if post is None or direction not in DIRECTIONS:
            return None
        place, way = (post // columns, post % columns), DIRECTIONS.index(direction)
        if way in OWN:
            return post * 4 + OWN.index(way)
        return (
            link_of(place, way, columns)
            if neighbour(place, way, rows, columns) is not None
            else None
        )
