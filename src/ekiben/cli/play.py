"""`ekiben play`: people at one keyboard and bots at the same table."""

from __future__ import annotations

import difflib
from argparse import Namespace
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from rich.text import Text

import ekiben
from ekiben.bots import Bot, Forfeit, Limit
from ekiben.bots.match_bots import ask, at_table, forfeit_record
from ekiben.cli import line_input, players
from ekiben.cli.family import TERMINAL
from ekiben.cli.files import data_folder, validate_path, write_text
from ekiben.cli.menu import Menu
from ekiben.cli.notation import in_notation, plain
from ekiben.cli.parsers.values import OptionValue
from ekiben.cli.score_sheets import sheets, verdict
from ekiben.cli.styling import QUIET, STRONG, WARNING, Screen
from ekiben.cli.words import Words
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.match import Match
from ekiben.games.proposals import proposals
from ekiben.texts.moves import events_since, texts_of
from ekiben.texts.sentences import refusal_sentence, value_in_words

WHOLE = (
    "turn",
    "tickets",
    "pieces",
    "place",
    "lose",
)  # questions before which the whole table is shown
CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen and what has scrolled off it


class Left(Exception):
    """Somebody has had enough."""


def run(args: Namespace) -> int:
    """Set the table, play, and show who won."""
    session = start_session(args)
    session.greet()
    try:
        with at_table(session.match, session.bots):
            session.play()
    except (Left, EOFError):
        session.leave()
    except Forfeit as forfeit:
        session.report_forfeit(forfeit)
        return 1
    return 0


def start_session(args: Namespace) -> Session:
    game = proposed_game(args.game, dict(args.options))
    words = Words.of(args, game.board)
    specs = players.specs_by_seat(words, game, args.players, args.seats, args.bot)
    words.names = players.names(words, specs)
    bots = players.make_bots(game, specs, args.seed)
    if args.save:
        validate_path(args.save)
    match = game.new(len(specs), args.seed, words.names)
    return Session(match, words, bots, args.save, players.limit(args))


def proposed_game(name: str, chosen: Mapping[str, OptionValue]) -> Game:
    """The game with the rules proposed to people, but for what was chosen."""
    game = ekiben.load(name, **chosen)
    return ekiben.load(name, **({**proposals(game), **chosen}))


class Session:
    """One game at this keyboard."""

    def __init__(
        self, match: Match, words: Words, bots: list[Bot | None], save: str | None, limit: Limit
    ) -> None:
        self.match = match
        self.words = words
        self.bots = bots
        self.save = save
        self.limit = limit
        self.screen = Screen(words)
        self.people = [seat for seat, bot in enumerate(bots) if bot is None]
        self.since: dict[int | None, int] = dict.fromkeys(
            (None, *range(match.seats)), 0
        )  # up to where each has been told
        self.sitting: int | None = None
        self.terminal = TERMINAL.of(match.game)
        self.menu: Menu | None = None
        self.shown: tuple[int, int, str] | None = (
            None  # seat, turn and question the whole table was last shown for
        )
        self.picture: Path | None = None
        line_input.enable_completion(self.choices)

    # ---- showing
    def greet(self) -> None:
        self.terminal.greet(self)
        self.tell_proposals()
        self.screen.say("other-language", style=QUIET)

    def tell_proposals(self) -> None:
        """The rules that differ from the printed ones, each with the reason."""
        game, say = self.match.game, self.words.say
        for name in (
            name for name, value in proposals(game).items() if game.options[name] == value
        ):
            self.screen.say(
                "proposed",
                option=f"{name}={str(game.options[name]).lower()}",
                why=say(f"server.notes.{name}"),
                style=QUIET,
            )

    def is_new(self, seat: int) -> bool:
        """Whether the whole table is due; in some games at every question of a turn."""
        before, self.shown = self.shown, (seat, int(self.match.view().turns), self.match.asked)
        every = self.terminal.shows_every_question
        return self.match.asked in WHOLE or (every and before != self.shown)

    def show(self, seat: int, whole: bool | None = None) -> None:
        """What happened, the table, and what can be done."""
        whole = self.is_new(seat) if whole is None else whole
        if whole:
            self.screen.show(
                Text(), *self.terminal.position(self.match, self.words, seat, self.screen.width)
            )
        self.tell_news(seat)
        if not whole:
            self.screen.show(
                self.terminal.own_things(
                    self.match, self.words, self.match.view(seat), self.screen.width
                )
            )
        self.screen.show(Text())
        self.show_menu(seat)

    def show_menu(self, seat: int, everything: bool = False) -> None:
        """The numbered list."""
        self.menu = self.terminal.menu(self.match, self.words, seat)
        self.screen.show(*self.menu.render(self.screen.width, everything))
        question = self.words.say(f"asked.{self.match.asked}")
        named = self.words("question", name=self.words.seat(seat), question=question)
        self.screen.show(Text(named if len(self.people) > 1 else question, STRONG))

    def tell_news(self, seat: int | None) -> None:
        """What the seat has not been told yet."""
        since = self.since[seat]
        self.since[seat] = len(self.match.heard)
        for text in texts_of(self.words, events_since(self.match, seat, since), since):
            self.screen.sentence(text)

    # ---- playing
    def play(self) -> None:
        while self.match.seat is not None:
            bot = self.bots[self.match.seat]
            if bot is None:
                self.ask(self.match.seat)
            else:
                self.move(self.match.seat, bot)
        self.finish()

    def move(self, seat: int, bot: Bot) -> None:
        legal = self.match.legal()
        with self.screen.console.status(self.words("thinking", name=self.words.seat(seat))):
            choice = legal[0] if len(legal) == 1 else ask(self.match, bot, self.limit)
        self.match.play(choice)

    def ask(self, seat: int) -> None:
        """One choice of a person's; the only possible payment is made without asking."""
        self.hide_hands(seat)
        legal = self.match.legal()
        if self.match.asked == "payment" and len(legal) == 1:
            told = value_in_words(self.words, "action", str(legal[0]))
            self.screen.say("only-payment", action=told, style=QUIET)
            self.match.play(legal[0])
            return
        self.show(seat)
        self.match.game.builds.compile_in_background()
        while not self.handle_line(seat, line_input.read_line()):
            pass

    def hide_hands(self, seat: int) -> None:
        """Between two people nobody sees the other's hand."""
        before, self.sitting = self.sitting, seat
        if len(self.people) == 1 or before == seat:
            return
        if before is not None:
            self.tell_news(before)
            self.screen.say("hide", name=self.words.seat(before), style=STRONG)
            line_input.read_line("")
        self.clear()
        self.screen.say("curtain", name=self.words.seat(seat), seat=seat, style=STRONG)
        line_input.read_line("")
        self.clear()

    def clear(self) -> None:
        if self.screen.console.is_terminal:
            self.screen.console.file.write(CLEAR)

    # ---- what was typed
    def handle_line(self, seat: int, typed: str) -> bool:
        """Follow a command or play an action; True if the position changed."""
        typed = plain(typed)
        word, _, rest = typed.partition(" ")
        known = self.terminal.commands
        if not word:
            self.screen.say("empty")
        elif word.lower() in known:
            return known[word.lower()](self, seat, rest)
        else:
            return self.try_action(typed)
        return False

    def try_action(self, typed: str) -> bool:
        action = self.find_action(typed)
        refusal = self.match.why_not(action) if action else None
        if action is None or refusal is not None:
            if action and refusal:
                self.screen.show(Text(refusal_sentence(self.words, action, refusal)), style=WARNING)
                self.screen.say("ask-why", action=action, style=QUIET)
            return False
        self.match.play(action)
        return True

    def find_action(self, typed: str) -> Action | None:
        """The action of a number or a notation; else says what comes nearest."""
        assert self.menu is not None
        if typed.isdecimal():
            action = self.menu.at(int(typed))
            if action is None:
                self.screen.say("no-number", last=len(self.menu.actions), style=WARNING)
            return action
        for text in (typed, in_notation(self.words, typed, self.menu.actions)):
            with suppress(EkibenError):
                return self.match.action(text)
        self.say_unknown(typed)
        return None

    def say_unknown(self, typed: str) -> None:
        close = closest(typed.lower(), self.choices())
        self.screen.say(
            "unknown-near" if close else "unknown", typed=typed, near=close, style=WARNING
        )

    def choices(self) -> list[str]:
        return [*map(str, self.menu.actions if self.menu else ()), *self.terminal.commands]

    # ---- the end
    def finish(self) -> None:
        """The last news, the score sheets, the winner, and where the record is."""
        self.tell_news(self.sitting)
        self.screen.show(Text(), *sheets(self.match, self.words, "final"), Text())
        self.screen.show(Text(verdict(self.match, self.words), STRONG))
        self.save_record(self.save or str(default_path(self.match)))
        self.screen.say("again", seed=self.match.seed, style=QUIET)

    def leave(self) -> None:
        self.screen.show(Text())
        if self.save:
            self.save_record(self.save)
        self.screen.say("left")

    def report_forfeit(self, forfeit: Forfeit) -> None:
        """A bot cannot go on: whose, and why; what was played is kept where it was asked for."""
        self.screen.show(Text(forfeit_text(self.words, forfeit), WARNING))
        if self.save:
            self.screen.say(
                "saved", path=write_text(self.save, f"{forfeit_record(self.match, forfeit)}\n")
            )

    def save_record(self, path: str) -> None:
        self.screen.say("saved", path=write_text(path, f"{self.match.record()}\n"))


def forfeit_text(words: Words, forfeit: Forfeit) -> str:
    return words.say(
        "pipes.forfeited",
        name=words.seat(forfeit.seat or 0),
        seat=forfeit.seat,
        reason=forfeit.reason_text(words.language),
    )


def default_path(match: Match) -> Path:
    return (
        data_folder()
        / f"{match.game.name}-{datetime.now():%Y%m%d-%H%M%S}-{(match.seed or 0) % 65536:04x}.jsonl"
    )


def closest(typed: str, choices: list[str]) -> str:
    return next(iter(difflib.get_close_matches(typed, choices, n=1, cutoff=0.5)), "")
