"""`ekiben watch`: bots play, sentences and the table roll by."""

from __future__ import annotations

import time
from argparse import Namespace

from rich.text import Text

import ekiben
from ekiben.bots import Bot, Forfeit
from ekiben.bots.match_bots import ask, at_table
from ekiben.cli import players
from ekiben.cli.family import TERMINAL
from ekiben.cli.play import forfeit_text
from ekiben.cli.score_sheets import sheets, verdict
from ekiben.cli.styling import QUIET, STRONG, WARNING, Screen
from ekiben.cli.words import Words
from ekiben.core.match import Match
from ekiben.texts.moves import events_since, texts_of


def run(args: Namespace) -> int:
    game = ekiben.load(args.game, **dict(args.options))
    words = Words.of(args, game.board)
    specs = players.only_bots(words, game, args.players)
    words.names = players.names(words, specs)
    match, screen = game.new(len(specs), args.seed, words.names), Screen(words)
    bots = players.make_bots(game, specs, match.seed)
    try:
        with at_table(match, bots):
            play_turns(match, screen, bots, args)
    except Forfeit as forfeit:
        screen.show(Text(forfeit_text(words, forfeit), WARNING))
        return 1
    screen.show(Text(), *sheets(match, words, "final"), Text(), Text(verdict(match, words), STRONG))
    screen.say("again", seed=match.seed, style=QUIET)
    return 0


def play_turns(match: Match, screen: Screen, bots: list[Bot | None], args: Namespace) -> None:
    """Turn after turn: the table, then what happened."""
    limit, heard = players.limit(args), 0
    position = TERMINAL.of(match.game).position
    while match.seat is not None:
        screen.show(Text(), *position(match, screen.words, None, screen.width))
        turn = match.view().turns
        while match.seat is not None and match.view().turns == turn:
            bot = bots[match.seat]
            assert bot is not None
            match.play(ask(match, bot, limit))
        heard = tell(match, screen, heard)
        match.game.builds.compile_in_background()
        time.sleep(args.delay)


def tell(match: Match, screen: Screen, since: int) -> int:
    """Says what a spectator hears, and up to where."""
    for text in texts_of(screen.words, events_since(match, None, since), since):
        screen.sentence(text)
    return len(match.heard)
