"""What things of a lattice are called: places and jobs."""

from __future__ import annotations

from typing import Any

from ekiben.cli.words import Words
from ekiben.games.tokyo.board import Board, Job
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.lattice import post_number


def place_of(words: Words, typed: str) -> tuple[int, ...]:
    """The posts of what was typed: a post, or a city or port in either language; empty when nothing is called so."""
    board: Board = words.board
    name = typed.strip().lower()
    post = post_number(name, board.rows, board.columns)
    if post is not None:
        return (post,)
    things = [(city.id, city.names, city.posts) for city in board.cities]
    things += [(port.id, port.names, (port.post,)) for port in board.ports]
    called = [([id, *(one.lower() for one in names.values())], posts) for id, names, posts in things]
    exact = [posts for names, posts in called if name in names]
    near = [posts for names, posts in called if name and any(one.startswith(name) for one in names)]
    return exact[0] if exact else near[0] if len(near) == 1 else ()


def post_called(words: Words, post: int) -> str:
    """The city at a post, else the post's own name."""
    board: Board = words.board
    city = next((city for city in board.cities if post in city.posts), None)
    return board.name(city.number, words.language) if city else board.post(post)


def job_called(words: Words, job: Job) -> str:
    a, z = (words.board.name(city, words.language) for city in (job.origin, job.goal))
    mark = f" {words.board.seasons[job.season].mark}" if job.season >= 0 else ""
    return f"{a} → {z}{mark}"


def jobs_in(words: Words, tiles: Any) -> list[Job]:
    return [job for job in words.board.jobs if has(tiles, job.number)]


def steps_apart(words: Words, post: int, city: int) -> int:
    """Posts from a place to the nearest post of a city, as the crow flies over the lattice."""
    board: Board = words.board
    across = board.columns
    return min(max(abs(post // across - there // across), abs(post % across - there % across)) for there in board.cities[city].posts)
