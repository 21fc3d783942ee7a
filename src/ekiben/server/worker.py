"""A process that thinks for the server: bots' choices, replays, plans. `python -m
ekiben.server.worker` answers pickled jobs from its standard input, one after the other, and ends
when that does. Its arguments are board files beside those of the box.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections import OrderedDict
from pathlib import Path
from typing import Any, BinaryIO

from ekiben.bots import Bot, make
from ekiben.core.errors import EkibenError
from ekiben.core.layout import View
from ekiben.core.machine_code import is_cached
from ekiben.games import add_board
from ekiben.server.jobs import HEAD, Choice, Job, Planning
from ekiben.server.replay_frames import frames
from ekiben.server.scenes.family import PLANNER
from ekiben.server.scenes.plan_messages import Answer
from ekiben.server.table_state import loaded

SITTING = 16  # bots that keep their plans in mind


class Desk:
    """The bots that sit here."""

    def __init__(self) -> None:
        self.bots: OrderedDict[tuple[Any, ...], Bot] = OrderedDict()

    def choice(self, job: Choice) -> int:
        game = loaded(job.game, job.options, job.rules)
        if game.builds.can_compile() and is_cached(game.rule_set):
            game.builds.compile_in_background()  # the server has it built, once for all
        bot, view = self.seated(job), View(job.game, job.viewer, job.fields)
        return int(bot.choose(view, [game.action(id) for id in job.legal], job.limit))

    def seated(self, job: Choice) -> Bot:
        key = (job.table, job.viewer, job.spec)
        if key not in self.bots:
            self.bots[key] = make(job.spec, job.seed)
            self.bots[key].sit(loaded(job.game, job.options, job.rules), job.viewer)
        self.bots.move_to_end(key)
        while len(self.bots) > SITTING:
            self.bots.popitem(last=False)
        return self.bots[key]

    def plan(self, job: Planning) -> Answer:
        game = loaded(job.game, job.options, job.rules)
        if job.compiled:
            game.builds.fastest()  # the server has it built, once for all
        return PLANNER.of(game).answer(game, View(job.game, job.viewer, job.fields), job.ask)

    def done(self, job: Job) -> Any:
        if isinstance(job, Choice):
            return self.choice(job)
        return (
            self.plan(job)
            if isinstance(job, Planning)
            else frames(job.line, job.eyes, job.language)
        )

    def answer(self, job: Job) -> tuple[bool, Any]:
        """Whether it went well, and the answer or what is wrong."""
        try:
            return True, self.done(job)
        except EkibenError as error:
            return False, str(error)
        except Exception as error:
            return False, f"{type(error).__name__}: {error}"


def read(stream: BinaryIO) -> bytes | None:
    head = stream.read(HEAD.size)
    return stream.read(HEAD.unpack(head)[0]) if len(head) == HEAD.size else None


def main() -> None:
    """Jobs in, answers out; whatever else is printed goes to the errors."""
    if hasattr(os, "nice"):
        os.nice(5)
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for file in sys.argv[1:]:
        add_board(Path(file))
    desk = Desk()
    while (job := read(jobs)) is not None:
        answer = pickle.dumps(desk.answer(pickle.loads(job)))
        answers.write(HEAD.pack(len(answer)) + answer)
        answers.flush()


if __name__ == "__main__":
    main()
