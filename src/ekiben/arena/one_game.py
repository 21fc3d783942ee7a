"""One game of a tournament, from the deal to its line in the results. All games are played here, in
whichever process.
"""

from __future__ import annotations

import functools
import json
import time
from dataclasses import dataclass, field
from typing import Any

import ekiben
from ekiben.arena.behaviour import facts
from ekiben.arena.plan import Job, Task, bot_seed, deal_seed
from ekiben.bots import Bot, Forfeit, Limit, make
from ekiben.bots.match_bots import forfeited, ranking, seated
from ekiben.core.builds import BUILDS, AnyBuilds
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.match import Match

FORMAT = 1


@dataclass
class Clock:
    """By seat: choices made, turns begun, seconds thought."""

    seats: int
    moves: list[int] = field(init=False)
    turns: list[int] = field(init=False)
    seconds: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.moves = [0] * self.seats
        self.turns = [0] * self.seats
        self.seconds = [0.0] * self.seats

    def chosen(self, bot: Bot, match: Match, seat: int, limit: Limit) -> Any:
        view, legal = match.view(seat), match.legal()
        if bot.listens:
            bot.hear(match.events(seat, bot.heard))
        self.moves[seat] += 1
        self.turns[seat] += match.asked == "turn"
        began = time.perf_counter()
        try:
            return bot.choose(view, legal, limit)
        finally:
            self.seconds[seat] += time.perf_counter() - began


def played(job: Job) -> str:
    """The game's record, with what the arena wants to know under `arena`: one JSON line that
    `ekiben.replay` takes.
    """
    game = loaded(job.task)
    match = game.new(len(job.seated), deal_seed(job.task.seed, job.deal), job.seated)
    bots = [
        make(spec, bot_seed(job.task.seed, job.deal, seat, spec))
        for seat, spec in enumerate(job.seated)
    ]
    for seat, bot in enumerate(bots):
        bot.sit(game, seat)
    if job.task.compiled:
        for builds in families(game):
            builds.compile_in_background()
    clock = Clock(match.seats)
    return line(job, match, clock, to_the_end(job, match, bots, clock))


def to_the_end(job: Job, match: Match, bots: list[Bot], clock: Clock) -> Forfeit | None:
    """Plays the match; a bot that cannot go on ends it."""
    limit = Limit(job.task.thinking)
    try:
        with seated(match, bots):
            while match.seat is not None:
                move(job, match, bots[match.seat], match.seat, clock, limit)
    except Forfeit as forfeit:
        return forfeit
    return None


def move(job: Job, match: Match, bot: Bot, seat: int, clock: Clock, limit: Limit) -> None:
    """One choice; a bot that fails is named, with the game it failed in."""
    try:
        match.play(clock.chosen(bot, match, seat, limit))
    except Forfeit:
        raise
    except Exception as error:
        where = f"in deal {job.deal} of {job.task.name}, seat {seat} of {', '.join(job.seated)}, action {len(match.actions)}"
        raise EkibenError(
            f"{job.seated[seat]} failed {where}: {type(error).__name__}: {error}"
        ) from error


def line(job: Job, match: Match, clock: Clock, forfeit: Forfeit | None = None) -> str:
    """A forfeited game's record has no result; how it counts stands under `arena`."""
    behaviour = dict(job.task.behaviour)
    record = match.record() if forfeit is None else forfeited(match, forfeit)
    told = {
        "format": FORMAT,
        "seed": f"{job.task.seed:x}",
        "deal": job.deal,
        "thinking": job.task.thinking,
        "version": job.task.version,
        "behaviour": [behaviour.get(spec) for spec in job.seated],
        "moves": clock.moves,
        "seconds": [round(spent, 6) for spent in clock.seconds],
        "facts": facts(match, clock.turns),
    }
    if forfeit is not None:
        told["result"] = {"scores": match.scores(), "ranking": ranking(match, forfeit)}
    return json.dumps({**record, "arena": told}, ensure_ascii=False, separators=(",", ":"))


def families(game: Game) -> list[AnyBuilds]:
    """All that can be made fast for a game: its rules, and the bots that are written like them."""
    return [
        game.builds,
        *(
            builds
            for builds in list(BUILDS.values())
            if builds is not game.builds and builds.rule_set.state is game.rule_set.state
        ),
    ]


@functools.lru_cache(maxsize=16)
def fetched(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return ekiben.load(name, **dict(options))


def loaded(task: Task) -> Game:
    """The task's game; where another version is installed the results would not be comparable."""
    game = fetched(task.game, task.options)
    found = (ekiben.__version__, game.digest, game.rules)
    wanted = (task.version, task.board, task.rules)
    if found != wanted:
        raise EkibenError(
            f"{task.name}: Ekiben {found[0]} with board {found[1]}, rules {found[2]} is installed where the game is played, "
            f"but the tournament is of Ekiben {wanted[0]} with board {wanted[1]}, rules {wanted[2]}"
        )
    return game
