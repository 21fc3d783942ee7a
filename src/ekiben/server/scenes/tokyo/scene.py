"""A view of Tokyo as a scene: what the browser draws, by the numbers of the facts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ekiben.core.batch import Ints
from ekiben.core.layout import View
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.imagine import state_from
from ekiben.games.tokyo.sizes import JOBS, WORD
from ekiben.games.tokyo.state import EMPTY
from ekiben.server.scenes.ending import Ending, SheetLine, ending
from ekiben.server.scenes.tokyo.board_facts import DIGITS

# ---- facts


# ---- the scene
class Train(msgspec.Struct):
    """A seat: `at` is the post of its train, -1 before it is placed; jobs by their numbers."""

    money: int
    loans: int
    score: int
    speed: int
    load: int
    at: int
    aboard: bool
    joined: int
    carried: list[int]


class Force(msgspec.Struct):
    """An event tile in force, and who drew it."""

    seat: int
    tile: int


class TokyoScene(msgspec.Struct):
    """What a viewer sees; in this family that is the same for all."""

    turn: int
    in_turn: int
    first: int
    left: int
    still: bool
    spent: int
    upgraded: bool
    paid: list[int]
    losing: int
    last_round: bool
    seats: list[Train]
    track: list[str]  # of each seat: its links, written as steps in base 36 from one to the next
    jobs: list[int]
    delivered: list[int]
    force: list[Force]
    cups: tuple[int, int]
    win_money: int
    winner: int
    ranking: list[list[int]]  # once it is over, like what follows
    sheet: list[list[SheetLine]]
    verdict: str
    margin: str


def scene(
    game: TokyoGame, view: View, names: Sequence[str] = (), language: str = "en"
) -> TokyoScene:
    """From the view alone, without hints; score sheets and ranking once it is over."""
    b, n = game.plain_board, int(view.seats)
    over = game.asked_names[view.asked] == "over"
    end = end_of(game, view, names, language) if over else Ending([], [], "", "")
    return TokyoScene(
        int(view.turns) // n + 1,
        int(view.in_turn),
        int(view.first),
        int(view.left),
        bool(view.still),
        int(view.spent),
        bool(view.upgraded),
        [seat for seat in range(n) if view.paid >> seat & 1],
        int(view.losing),
        bool(view.last_round),
        [train(game, view, seat) for seat in range(n)],
        track(view, n),
        jobs_in(game, view.on_map),
        jobs_in(game, view.delivered),
        [Force(seat, int(tile) - JOBS) for seat, tile in enumerate(view.force) if tile >= JOBS],
        (int(view.cup_size[0]), int(view.cup_size[1])),
        int(b.win_money[n]),
        int(view.winner) if over else EMPTY,
        end.ranking,
        end.sheet,
        end.verdict,
        end.margin,
    )


def end_of(game: TokyoGame, view: View, names: Sequence[str], language: str) -> Ending:
    return ending(game, state_from(view), names, language, ahead="ending.ahead-money")


def train(game: TokyoGame, view: View, seat: int) -> Train:
    return Train(
        int(view.money[seat]),
        int(view.loans[seat]),
        int(view.score[seat]),
        int(view.speed[seat]),
        int(view.load[seat]),
        int(view.train[seat]),
        bool(view.aboard[seat]),
        int(view.joined[seat]),
        jobs_in(game, view.carried[seat]),
    )


def jobs_in(game: TokyoGame, tiles: Ints) -> list[int]:
    held = sum(word << WORD * place for place, word in enumerate(tiles.tolist()))
    return [job.number for job in game.board.jobs if held >> job.number & 1] if held else []


def track(view: View, seats: int) -> list[str]:
    """A seat's links in rising order, each as the step from the one before."""
    return [
        " ".join(steps((view.track == seat + 1).nonzero()[0].tolist())) for seat in range(seats)
    ]


def steps(links: Sequence[int]) -> list[str]:
    return [base36(link - before) for before, link in zip([0, *links], links, strict=False)]


def base36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, last = divmod(number, len(DIGITS))
        digits = DIGITS[last] + digits
    return digits
