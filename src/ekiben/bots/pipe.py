"""Bots in any language: programs that are asked and answer in JSON lines, by standard streams.

The spec is `pipe:COMMAND`, or with limits `pipe[seconds=2,memory=512]:COMMAND`; all after the colon
is the command line. The manual's page on pipe bots has the protocol.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from ekiben.bots import pipe_messages
from ekiben.bots.bot import Bot, Forfeit, GameEnd, Limit
from ekiben.bots.pipe_process import Broken, Program
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.core.game import Event, Game
from ekiben.core.layout import View

PROTOCOL = 1
SPEC = re.compile(r"pipe(?:\[([^\]]*)\])?:(.*)", re.DOTALL)
KEYS = ("seconds", "memory", "seed")
MEMORY = 1024  # megabytes
STARTING = 10.0  # seconds to start and say hello
MARGIN = 1.0  # seconds beyond the limit a program is told of: machines and pipes are slow at times
LAST_WORDS = 200  # characters of its last words that are quoted
GRACE = 1.0  # seconds to end by itself once it has heard that the game is over


def is_pipe(spec: str) -> bool:
    return re.match(r"pipe\s*(\[|:|$)", spec) is not None


def program_name(spec: str) -> str:
    """What the program is called: for `python3 my_bot.py` the script, not the interpreter."""
    command = make_pipe_bot(spec).command
    return next((Path(word) for word in command[1:] if Path(word).is_file()), Path(command[0])).name


def make_pipe_bot(spec: str) -> Pipe:
    """The bot of a spec.

    Its seed is the spec's own: one derived from the game's would tell a clever program how the
    decks lie.
    """
    found = SPEC.fullmatch(spec.strip())
    if found is None:
        raise EkibenError(
            f"{spec!r} is no bot: write pipe:COMMAND, "
            "or with limits pipe[seconds=2,memory=512]:COMMAND"
        )
    limits = read_limits(found[1] or "")
    return Pipe(
        split_command(found[2]),
        seed=int(limits.get("seed", 0)),
        seconds=limits.get("seconds"),
        memory=int(limits.get("memory", MEMORY)),
    )


def split_command(command: str) -> list[str]:
    try:
        found = shlex.split(command)
    except ValueError as error:
        raise EkibenError(f"the command line {command!r} cannot be read: {error}") from None
    if not found:
        raise EkibenError(
            "pipe: needs the program's command line after the colon, such as pipe:./my-bot"
        )
    return found


def read_limits(text: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for part in text.split(",") if text else ():
        key, _, value = (word.strip() for word in part.partition("="))
        if key not in KEYS or key in found:
            raise EkibenError(
                f"pipe: {key!r} is given twice or is no key.{nearest(key, KEYS)} "
                f"Keys: {listed(KEYS)}"
            )
        found[key] = read_limit(key, value)
    return found


def read_limit(key: str, value: str) -> float:
    try:
        number = float(value) if key == "seconds" else int(value)
        if 0 < number < 1 << 20 or (key == "seed" and number == 0):
            return number
    except ValueError:
        pass
    unit = " of megabytes" if key == "memory" else ""
    raise EkibenError(f"pipe: {key} is a positive number below {1 << 20}{unit}, not {value!r}")


class Pipe(Bot):
    """A program, started when it is first asked.

    It ends when it leaves the table, does something wrong, or is forgotten.
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
                f"there is no program {self.command[0]!r} that could be run; "
                f"a program in this folder is ./{self.command[0]}"
            )
        self.leave()
        self.game = game
        self.lost = None
        self.heard = 0
        self.news = []

    def hear(self, events: Sequence[Event]) -> None:
        self.news += events
        self.heard = events[-1]["n"] + 1 if events else self.heard

    def leave(self, end: GameEnd | None = None) -> None:
        program, self.program = self.program, None
        if program is not None:
            left = GameEnd(reason="left", scores=None, ranking=None)
            program.tell(json.dumps({"type": "end", **(end or left)}))
            program.stop(GRACE)

    # ---- choices
    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        if self.game is None:
            raise EkibenError("a pipe bot sits down at a game before it is asked")
        if self.lost is not None:
            raise self.lost
        try:
            return self.ask_program(
                self.game, view, legal, Limit(self.seconds or limit.seconds, limit.threads)
            )
        except Broken as broken:
            self.lost = self.forfeit(view.viewer, broken)
            raise self.lost from None

    def ask_program(self, game: Game, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        """Start the program at its first choice, and ask it."""
        if self.program is None:
            self.program = Program(self.command, self.memory)
            check_greeting(self.program.ask(self.hello(game, view, limit), STARTING))
        answer = self.program.ask(self.question(game, view, legal, limit), limit.seconds + MARGIN)
        return read_choice(game, answer, legal)

    def forfeit(self, seat: int | None, broken: Broken) -> Forfeit:
        """End the program and say why; its last words are quoted, and whether it died by itself."""
        program, self.program = self.program, None
        code = program.stop(GRACE if broken.reason == "hung-up" else 0.0) if program else None
        said = shorten(program.last_words(), LAST_WORDS) if program else ""
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
        return to_line(
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
        return to_line(
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


def to_line(message: Mapping[str, object]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


# ---- what comes back
def parse_answer(answer: str) -> dict[str, object]:
    try:
        values = json.loads(answer)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise Broken("nonsense", answer=shorten(answer))
    return values


def check_greeting(answer: str) -> None:
    values = parse_answer(answer)
    if values.get("protocol") != PROTOCOL:
        raise Broken(
            "other-protocol", protocol=shorten(repr(values.get("protocol"))), ours=PROTOCOL
        )


def read_choice(game: Game, answer: str, legal: Sequence[Action]) -> Action:
    """The legal action that an answer names by its number or its notation."""
    wanted = parse_answer(answer).get("action")
    for action in legal:
        if (type(wanted) is int and action.id == wanted) or (
            isinstance(wanted, str) and action.text == wanted.strip()
        ):
            return action
    if not isinstance(wanted, int | str) or isinstance(wanted, bool):
        raise Broken("nonsense", answer=shorten(answer))
    return parse_choice(game, wanted, legal)


def parse_choice(game: Game, wanted: int | str, legal: Sequence[Action]) -> Action:
    """A notation may be written otherwise than we write it, a route from its other end."""
    try:
        action = game.parse(wanted) if isinstance(wanted, str) else None
    except EkibenError as error:
        raise Broken(
            "no-action", action=shorten(wanted), error=shorten(error, LAST_WORDS)
        ) from None
    if action not in legal:
        raise Broken("illegal", action=shorten(wanted), count=len(legal))
    assert action is not None
    return action


def shorten(value: object, most: int = 80) -> str:
    """A little of what a program wrote, and nothing that could command a terminal."""
    return "".join(sign for sign in str(value)[:most] if sign.isprintable())
