"""What the processes that think are asked."""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

from ekiben.bots import Limit
from ekiben.server.scenes.plan_messages import Ask

HEAD = struct.Struct("!I")  # before every job and answer: its length


class Choice(NamedTuple):
    """What a bot is asked: only a view, what is legal, and who it is."""

    table: str
    game: str
    rules: int
    options: dict[str, Any]
    viewer: int
    fields: dict[str, Any]
    legal: list[int]
    spec: str
    seed: int
    limit: Limit


class Frames(NamedTuple):
    """A record to be shown step by step, through certain eyes: a seat's, a spectator's (None) or
    all open ("all").
    """

    line: str
    eyes: int | str | None
    language: str


class Planning(NamedTuple):
    """What a way would cost, for a seat, from its view; `compiled` when the searches are there as
    machine code.
    """

    game: str
    rules: int
    options: dict[str, Any]
    viewer: int | None
    fields: dict[str, Any]
    ask: Ask
    compiled: bool


Job = Choice | Frames | Planning
