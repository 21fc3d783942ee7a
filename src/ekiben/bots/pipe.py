"""Bots in any language: programs that are asked in JSON lines over their standard input and answer
over their standard output.

The spec is `pipe:COMMAND`, or with limits `pipe[seconds=2,memory=512]:COMMAND`; all after the colon
is the command line. The manual's page on pipe bots has the protocol.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ekiben.bots import pipe_messages
from ekiben.bots.bot import Bot, Forfeit, Limit
from ekiben.bots.pipe_process import Broken, Program
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.core.game import Event, Game
from ekiben.core.layout import View

PROTOCOL = 1
SPEC = re.compile(r"pipe(?:\[([^\]]*)\])?:(.*)", re.DOTALL)
KEYS: dict[str, Callable[[str], float]] = {"seconds": float, "memory": int, "seed": int}
MEMORY = 1024  # megabytes
STARTING = 10.0  # seconds to start and say hello
MARGIN = 1.0  # seconds beyond the limit a program is told of: machines and pipes are slow at times
SAID = 200  # signs of its last words that are told
GRACE = 1.0  # seconds to end by itself once it has heard that the game is over


def is_pipe(spec: str) -> bool:
    return re.match(r"pipe\s*(\[|:|$)", spec) is not None


def name(spec: str) -> str:
    """What the program is called: for `python3 my_bot.py` the script, not the interpreter."""
    command = piped(spec).command
    return next((Path(word) for word in command[1:] if Path(word).is_file()), Path(command[0])).name


def piped(spec: str) -> Pipe:
    """The bot of a spec. Its seed is the spec's own: one that came of the game's would tell a
    clever program how the decks lie.
    """
    found = SPEC.fullmatch(spec.strip())
    if found is None:
        raise EkibenError(
            f"{spec!r} is no bot: write pipe:COMMAND, or with limits pipe[seconds=2,memory=512]:COMMAND"
        )
    return Pipe(words(found[2]), **limits(found[1] or ""))


def words(command: str) -> list[str]:
    try:
        found = shlex.split(command)
    except ValueError as error:
        raise EkibenError(f"the command line {command!r} cannot be read: {error}") from None
    if not found:
        raise EkibenError(
            "pipe: needs the program's command line after the colon, such as pipe:./my-bot"
        )
    return found


def limits(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in text.split(",") if text else ():
        key, _, value = (word.strip() for word in part.partition("="))
        if key not in KEYS or key in found:
            raise EkibenError(
                f"pipe: {key!r} is given twice or is no key.{nearest(key, KEYS)} Keys: {listed(KEYS)}"
            )
        found[key] = limit(key, value)
    return found


def limit(key: str, value: str) -> float:
    try:
        number = KEYS[key](value)
        if 0 < number < 1 << 20 or (key == "seed" and number == 0):
            return number
    except ValueError:
        pass
    raise EkibenError(
        f"pipe: {key} is a positive number below {1 << 20}{' of megabytes' if key == 'memory' else ''}, not {value!r}"
    )


class Pipe(Bot):
    """A program. It is started when it is first asked, and ended when it leaves the table, does
    something wrong, or is forgotten.
    """

    listens = True

    def __init__(
        self,
        command: Sequence[str],
        seed: int = 0,
        seconds: float | None = None,
        memory: int = MEMORY,
    ) -> None:
        super().__init__(seed)
        self.command = list(command)
        self.seconds = seconds
        self.memory = memory
        self.game: Game | None = None
        self.program: Program | None = None
        self.lost: Forfeit | None = None
        self.heard = 0
        self.news = list[Event]()

    # ---- the table
    def sit(self, game: Game, seat: int | None = None) -> None:
        if shutil.which(self.command[0]) is None:
            raise EkibenError(
                f"there is no program {self.command[0]!r} that could be run; a program in this folder is ./{self.command[0]}"
            )
        self.leave()
        self.game = game
        self.lost = None
        self.heard = 0
        self.news = []

    def hear(self, events: Sequence[Event]) -> None:
        self.news += events
        self.heard = events[-1]["n"] + 1 if events else self.heard

    def leave(self, end: Mapping[str, Any] | None = None) -> None:
        program, self.program = self.program, None
        if program is not None:
            program.tell(
                json.dumps(
                    {"type": "end", **(end or {"reason": "left", "scores": None, "ranking": None})}
                )
            )
            program.stop(GRACE)

    # ---- choices
    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        if self.game is None:
            raise EkibenError("a pipe bot sits down at a game before it is asked")
        if self.lost is not None:
            raise self.lost
        try:
            return self.answered(
                self.game, view, legal, Limit(self.seconds or limit.seconds, limit.threads)
            )
        except Broken as broken:
            self.lost = self.forfeit(view.viewer, broken)
            raise self.lost from None

    def answered(self, game: Game, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        if self.program is None:
            self.program = Program(self.command, self.memory)
            greeted(self.program.ask(self.hello(game, view, limit), STARTING))
        answer = self.program.ask(self.question(game, view, legal, limit), limit.seconds + MARGIN)
        return chosen(game, answer, legal)

    def forfeit(self, seat: int | None, broken: Broken) -> Forfeit:
        """Ends the program. One that ended by itself is told as such, whatever it left undone; its
        own last words are told too.
        """
        program, self.program = self.program, None
        code = program.stop(GRACE if broken.reason == "hung-up" else 0.0) if program else None
        said = short(program.said(), SAID) if program else ""
        reason = (
            "died"
            if code is not None and broken.reason in ("hung-up", "too-slow")
            else broken.reason
        )
        return Forfeit(
            seat, reason, **{**broken.details, "code": code, "said": f" [{said}]" if said else ""}
        )

    # ---- what is sent
    def hello(self, game: Game, view: View, limit: Limit) -> str:
        about = {
            "name": game.name,
            "board": game.digest,
            "rules": game.rules,
            "options": game.options,
            "seats": view.seats,
            "actions": game.action_count,
            "asked": game.asked_names,
        }
        return dumped(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "seat": view.viewer,
                "seed": self.seed,
                "game": about,
                "limit": {
                    "seconds": limit.seconds,
                    "threads": limit.threads,
                    "memory": self.memory,
                },
                "board": pipe_messages.board(game),
                "fields": pipe_messages.fields(game),
            }
        )

    def question(self, game: Game, view: View, legal: Sequence[Action], limit: Limit) -> str:
        news, self.news = self.news, []
        return dumped(
            {
                "type": "choose",
                "asked": game.asked_names[view.asked],
                "seat": view.viewer,
                "limit": {"seconds": limit.seconds, "threads": limit.threads},
                "legal": [action.to_json() for action in legal],
                "known": pipe_messages.known(game, view),
                "hints": game.hints(view),
                "events": news,
                "view": json.loads(view.to_json()),
            }
        )


def dumped(message: Mapping[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


# ---- what comes back
def parsed(answer: str) -> dict[str, Any]:
    try:
        values = json.loads(answer)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise Broken("nonsense", answer=short(answer))
    return values


def greeted(answer: str) -> None:
    values = parsed(answer)
    if values.get("protocol") != PROTOCOL:
        raise Broken("other-protocol", protocol=short(repr(values.get("protocol"))), ours=PROTOCOL)


def chosen(game: Game, answer: str, legal: Sequence[Action]) -> Action:
    """The legal action that an answer names by its number or its notation."""
    wanted = parsed(answer).get("action")
    for action in legal:
        if (type(wanted) is int and action.id == wanted) or (
            isinstance(wanted, str) and action.text == wanted.strip()
        ):
            return action
    if not isinstance(wanted, int | str) or isinstance(wanted, bool):
        raise Broken("nonsense", answer=short(answer))
    return read(game, wanted, legal)


def read(game: Game, wanted: int | str, legal: Sequence[Action]) -> Action:
    """A notation may be written otherwise than we write it, a route from its other end."""
    try:
        action = game.parse(wanted) if isinstance(wanted, str) else None
    except EkibenError as error:
        raise Broken("no-action", action=short(wanted), error=short(error, SAID)) from None
    if action not in legal:
        raise Broken("illegal", action=short(wanted), count=len(legal))
    assert action is not None
    return action


def short(value: object, most: int = 80) -> str:
    """Of what a program wrote only a little, and nothing that could command a terminal."""
    return "".join(sign for sign in str(value)[:most] if sign.isprintable())
