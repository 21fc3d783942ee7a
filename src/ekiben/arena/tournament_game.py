"""One game of a tournament, from the deal to its line in the results file."""

from __future__ import annotations

import json

import ekiben
from ekiben.arena.behaviour import match_facts
from ekiben.arena.games import load_cached
from ekiben.arena.one_game import (
    Clock,
    builds_for,
    final_ranking,
    play_to_end,
    seat_bots,
)
from ekiben.arena.plan import Job, Task, bot_seed, deal_seed
from ekiben.bots import Bot, Forfeit, Limit
from ekiben.bots.match_bots import forfeit_record
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.match import Match

FORMAT = 1


def play_job(job: Job) -> str:
    """Play the game and return its record as one JSON line, what the arena counts under `arena`."""
    game, task = load_game(job.task), job.task
    match = game.new(len(job.seated), deal_seed(task.seed, job.deal), job.seated)
    seeds = [bot_seed(task.seed, job.deal, seat, spec) for seat, spec in enumerate(job.seated)]
    bots = seat_bots(game, job.seated, seeds)
    if task.worth_compiling:
        for builds in builds_for(game):
            builds.compile_in_background()
    clock = Clock.start(match.seats)
    return result_line(job, match, clock, play_match(job, match, bots, clock))


def play_match(job: Job, match: Match, bots: list[Bot], clock: Clock) -> Forfeit | None:
    """Play to the end; an error names the bot that failed, and the game it failed in."""
    try:
        return play_to_end(match, bots, Limit(job.task.thinking), clock)
    except Exception as error:
        seat = match.seat
        if seat is None:
            raise
        where = (
            f"in deal {job.deal} of {job.task.name}, seat {seat} of {', '.join(job.seated)}, "
            f"action {len(match.actions)}"
        )
        raise EkibenError(
            f"{job.seated[seat]} failed {where}: {type(error).__name__}: {error}"
        ) from error


def result_line(job: Job, match: Match, clock: Clock, forfeit: Forfeit | None = None) -> str:
    """The line of a game; a forfeited game's record has no result, so `arena` has one."""
    behaviour = dict(job.task.behaviour)
    record = match.record() if forfeit is None else forfeit_record(match, forfeit)
    arena = {
        "format": FORMAT,
        "seed": f"{job.task.seed:x}",
        "deal": job.deal,
        "thinking": job.task.thinking,
        "version": job.task.version,
        "behaviour": [behaviour.get(spec) for spec in job.seated],
        "moves": [seat.moves for seat in clock.seats],
        "seconds": [round(seat.seconds, 6) for seat in clock.seats],
        "facts": match_facts(match, clock.turns),
    }
    if forfeit is not None:
        arena["result"] = {"scores": match.scores(), "ranking": final_ranking(match, forfeit)}
    return json.dumps({**record, "arena": arena}, ensure_ascii=False, separators=(",", ":"))


def load_game(task: Task) -> Game:
    """The task's game; an error where another version is installed, since results would differ."""
    game = load_cached(task.game, task.options)
    found = (ekiben.__version__, game.digest, game.rules)
    wanted = (task.version, task.board, task.rules)
    if found != wanted:
        raise EkibenError(
            f"{task.name}: Ekiben {found[0]} with board {found[1]}, rules {found[2]} is installed "
            f"where the game is played, but the tournament is of Ekiben {wanted[0]} with board "
            f"{wanted[1]}, rules {wanted[2]}"
        )
    return game
