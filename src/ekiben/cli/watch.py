"""`ekiben watch`: bots play, sentences and the table roll by."""

from __future__ import annotations

import time
from argparse import Namespace

from rich.console import Console
from rich.text import Text

import ekiben
from ekiben.bots import Bot, Limit
from ekiben.cli import players, table
from ekiben.cli.events import brief, sentence
from ekiben.cli.look import console
from ekiben.cli.sheet import sheets, verdict
from ekiben.cli.words import Words
from ekiben.core.match import Match


def run(args: Namespace) -> int:
    game = ekiben.load(args.game, **dict(args.options))
    words = Words.of(args, game.board)
    specs = players.only_bots(words, game, args.players)
    words.names = players.names(words, specs)
    match, screen = game.new(len(specs), args.seed, words.names), console()
    roll(match, words, players.seated(game, specs, match.seed), screen, args)
    for shown in (*sheets(match, words, "final"), Text(), Text(verdict(match, words), "bold")):
        screen.print(shown)
    screen.print(Text(words("again", seed=match.seed)), style="dim")
    return 0


def roll(match: Match, words: Words, bots: list[Bot | None], screen: Console, args: Namespace) -> None:
    """Turn after turn: the table, then what happened."""
    limit, heard = Limit(args.seconds), 0
    while match.seat is not None:
        screen.print(Text(), *table.position(match, words, None, screen.width), sep="\n")
        turn = match.view().turns
        while match.seat is not None and match.view().turns == turn:
            bot, seat = bots[match.seat], match.seat
            assert bot is not None
            match.play(bot.choose(match.view(seat), match.legal(), limit))
        heard = told(match, words, screen, heard)
        match.game.speeds.warm_up()
        time.sleep(args.delay)


def told(match: Match, words: Words, screen: Console, since: int) -> int:
    """Says what a spectator hears, and up to where."""
    events = match.events(None, since)
    for event in brief(events):
        screen.print(Text(f"  {sentence(words, event)}"))
    return int(events[-1]["n"]) + 1 if events else since
