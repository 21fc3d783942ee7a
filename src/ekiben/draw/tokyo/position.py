"""A game of Tokyo as far as a picture shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ekiben.core.batch import Ints
from ekiben.core.layout import View
from ekiben.games.tokyo.board_file import BoardFile, Job, Tile
from ekiben.games.tokyo.cups import has
from ekiben.games.tokyo.sizes import JOBS

if TYPE_CHECKING:
    from ekiben.core.match import Match


@dataclass(frozen=True)
class Player:
    """What is public of a seat; that is everything."""

    seat: int
    name: str
    money: int
    loans: int
    score: int
    train: str  # speed and load, 27-2
    post: int  # -1: not on the map yet
    aboard: bool
    joined: int
    loads: tuple[Job, ...]
    track: tuple[tuple[int, int], ...]  # links as pairs of posts


@dataclass(frozen=True)
class Situation:
    players: tuple[Player, ...] = ()
    jobs: tuple[Job, ...] = ()  # waiting on the map; none when it is over
    events: tuple[tuple[int, Tile], ...] = ()  # in force, and who drew each
    needed: int = 0  # big cities
    wanted: int = 0  # money
    turn: int = 0
    seat: int | None = None
    winners: tuple[int, ...] = ()
    ranking: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return bool(self.winners)


def situation(match: Match) -> Situation:
    view, board, b = match.view(None), match.game.board, match.game.plain_board
    events = tuple(
        (seat, board.tiles[int(tile) - JOBS]) for seat, tile in enumerate(view.force) if tile >= 0
    )
    waiting = () if match.over else jobs(board, view.on_map)
    return Situation(
        tuple(player(match, board, view, seat) for seat in range(match.seats)),
        waiting,
        events,
        int(b.connections),
        int(b.win_money[match.seats]),
        int(view.turns) // match.seats + 1,
        match.seat,
        tuple(match.ranking()[0]) if match.over else (),
        tuple(seat for group in match.ranking() for seat in group),
    )


def jobs(board: BoardFile, words: Ints) -> tuple[Job, ...]:
    return tuple(job for job in board.jobs if has(words, job.number))


def player(match: Match, board: BoardFile, view: View, seat: int) -> Player:
    b = match.game.plain_board
    links = [link for link, owner in enumerate(view.track.tolist()) if owner == seat + 1]
    return Player(
        seat,
        match.names[seat],
        int(view.money[seat]),
        int(view.loans[seat]),
        int(view.score[seat]),
        f"{view.speed[seat]}-{view.load[seat]}",
        int(view.train[seat]),
        bool(view.aboard[seat]),
        int(view.joined[seat]),
        () if match.over else jobs(board, view.carried[seat]),
        tuple((int(b.end_a[link]), int(b.end_z[link])) for link in links),
    )
