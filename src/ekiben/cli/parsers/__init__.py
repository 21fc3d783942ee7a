"""What can be typed after `ekiben`: verbs, options, and an example of each."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter

from ekiben import __version__
from ekiben.cli.parsers.arena import add_arena
from ekiben.cli.parsers.explore import add_explore
from ekiben.cli.parsers.lookups import (
    add_bench,
    add_board,
    add_bot_list,
    add_game_list,
    add_lessons,
    add_rules,
)
from ekiben.cli.parsers.playing import add_play, add_simulate, add_watch
from ekiben.cli.parsers.puzzles import add_puzzles
from ekiben.cli.parsers.records import add_records, add_replay, add_verify
from ekiben.cli.parsers.reviewing import add_review
from ekiben.cli.parsers.serving import add_db, add_page, add_serve
from ekiben.cli.parsers.training import add_train

ABOUT = (
    "Railway board games in the terminal: play them, watch bots, simulate thousands, "
    "look at boards and records."
)
FIRST = (
    "Start with:\n  ekiben play\n  ekiben play london --players human,human,greedy\n"
    "  ekiben VERB --help"
)


def build_parser() -> ArgumentParser:
    """The parser of the whole command line."""
    top = ArgumentParser(
        prog="ekiben", description=ABOUT, epilog=FIRST, formatter_class=RawDescriptionHelpFormatter
    )
    top.add_argument("--version", action="version", version=f"ekiben {__version__}")
    verbs = top.add_subparsers(dest="verb", metavar="VERB", required=True)
    for add in (
        add_play,
        add_serve,
        add_page,
        add_db,
        add_watch,
        add_simulate,
        add_arena,
        add_replay,
        add_review,
        add_records,
        add_explore,
        add_verify,
        add_puzzles,
        add_board,
        add_lessons,
        add_game_list,
        add_bot_list,
        add_rules,
        add_bench,
        add_train,
    ):
        add(verbs)
    return top
