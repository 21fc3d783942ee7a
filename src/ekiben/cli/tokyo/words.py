"""What places and jobs of a Tokyo map are called."""

from __future__ import annotations

from ekiben.cli.words import Words
from ekiben.core.batch import Ints
from ekiben.core.match import Match
from ekiben.games.tokyo.board_file import BoardFile, Job
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.lattice import post_number
from ekiben.games.tokyo.plans import TrackPlan, plan_track

MOST = 200
WAYS: dict[
    tuple[str, bytes, int, int], TrackPlan | None
] = {}  # found already, by the track that lies


def posts_called(words: Words, typed: str) -> tuple[int, ...]:
    """The posts of a post, city or port in either language; empty if nothing is called so."""
    board: BoardFile = words.board
    name = typed.strip().lower()
    post = post_number(name, board.rows, board.columns)
    if post is not None:
        return (post,)
    things = [(city.id, city.names, city.posts) for city in board.cities]
    things += [(port.id, port.names, (port.post,)) for port in board.ports]
    called = [
        ([id, *(one.lower() for one in names.values())], posts) for id, names, posts in things
    ]
    exact = [posts for names, posts in called if name in names]
    near = [posts for names, posts in called if name and any(one.startswith(name) for one in names)]
    return exact[0] if exact else near[0] if len(near) == 1 else ()


def job_name(words: Words, job: Job) -> str:
    a, z = (words.board.name(city, words.language) for city in (job.origin, job.goal))
    mark = f" {words.board.seasons[job.season].mark}" if job.season >= 0 else ""
    return f"{a} → {z}{mark}"


def jobs_in(words: Words, tiles: Ints) -> list[Job]:
    return [job for job in words.board.jobs if has(tiles, job.number)]


def way_of(match: Match, seat: int | None, job: Job) -> TrackPlan | None:
    """The cheapest track for a job, with what the seat has already; None for spectators."""
    if seat is None:
        return None
    view, cities = match.view(seat), match.game.board.cities
    key = (match.game.digest, view.track.tobytes(), seat, job.number)
    if key not in WAYS:
        if len(WAYS) > MOST:
            WAYS.clear()
        assert isinstance(match.game, TokyoGame)
        WAYS[key] = plan_track(
            match.game, view, cities[job.origin].posts[0], cities[job.goal].posts[0]
        )
    return WAYS[key]


def way_columns(words: Words, match: Match, seat: int | None, job: Job) -> tuple[str, str]:
    """Price and length of a job's way, for a list."""
    plan = way_of(match, seat, job)
    return ("–", "–") if plan is None else (str(plan.cost), str(plan.run))


def steps_apart(words: Words, post: int, city: int) -> int:
    """Posts from a place to the nearest post of a city, as the crow flies over the lattice."""
    board: BoardFile = words.board
    across = board.columns
    return min(
        max(abs(post // across - there // across), abs(post % across - there % across))
        for there in board.cities[city].posts
    )
