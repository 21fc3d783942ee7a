"""The bots of a lesson: they forget between choices, so the same moves get the same answers."""

from __future__ import annotations

import hashlib

from ekiben.bots import Limit, make
from ekiben.bots.levels import level
from ekiben.core.match import Match
from ekiben.lessons.lesson import Lesson

PATIENT = 120.0  # seconds: a choice must not depend on the machine's speed


def bot_seed(salt: str, seat: int) -> int:
    """The seed of a bot's own luck at a table, independent of the game's."""
    digest = hashlib.sha256(f"bot {seat} {salt}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def answer(lesson: Lesson, match: Match) -> None:
    """Play the choice of the bot whose turn it is."""
    seat = match.seat
    assert seat is not None
    name = lesson.levels[seat]
    assert name is not None
    bot = make(level(match.game, name).spec, bot_seed(lesson.salt, seat), match.game)
    match.play(bot.choose(match.view(seat), match.legal(), Limit(PATIENT)))
