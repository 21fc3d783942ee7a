"""What can be typed after `ekiben puzzles`."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter

from ekiben.cli.parsers.shared import Verbs, add_verb
from ekiben.cli.parsers.values import count, positive, seconds, seed
from ekiben.games import NAMES

WHAT = ("make", "check", "pick", "list", "show")
ABOUT = "Positions in which one choice is clearly best: make them, check them, look at them."
EXAMPLES = (
    "puzzles list london",
    "puzzles show london-001",
    "puzzles make london --count 20 --processes 4 --out mined.jsonl",
    "puzzles pick mined.jsonl --game london --count 10 --out own.jsonl",
    "puzzles check own.jsonl",
)
DAY = 86_399.0  # seconds: as long as it takes


def add_puzzles(verbs: Verbs) -> None:
    lines = "\n".join(f"  ekiben {example}" for example in EXAMPLES)
    parser = verbs.add_parser(
        "puzzles",
        help="make, check and show puzzles",
        description=ABOUT,
        epilog=f"examples:\n{lines}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    under = parser.add_subparsers(dest="what", metavar="|".join(WHAT), required=True)
    for add in (add_make, add_check, add_pick, add_list, add_show):
        add(under)


def add_make(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "make",
        "puzzles",
        "look through games between strong bots for puzzles, check and rate them",
        EXAMPLES[2],
        "puzzles make tokyo --count 5 --seed 7 --seconds 600 --out mined.jsonl",
    )
    parser.add_argument(
        "game", choices=NAMES, metavar="GAME", help="a name ('ekiben games' lists them)"
    )
    parser.add_argument(
        "--out",
        required=True,
        metavar="FILE",
        help="puzzles are added there as they are found; called again, it goes on",
    )
    parser.add_argument(
        "--count", type=positive, default=50, metavar="N", help="puzzles wanted (default 50)"
    )
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="S", help="another seed, other games (default 0)"
    )
    parser.add_argument(
        "--first", type=count, default=0, metavar="N", help="the game to begin with (default 0)"
    )
    add_work(parser)


def add_check(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "check",
        "puzzles",
        "search puzzles again, with fresh luck and ten times the budget of their making",
        EXAMPLES[4],
        "puzzles check london --processes 4",
    )
    parser.add_argument(
        "source", metavar="GAME|FILE", help="a game (its puzzles in the box), or a file of puzzles"
    )
    parser.add_argument(
        "--times", type=positive, default=10, metavar="N", help="budgets of the making (default 10)"
    )
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="of the luck (default 1)")
    parser.add_argument("--out", metavar="FILE", help="write the puzzles that hold there")
    add_work(parser)


def add_work(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--processes", type=positive, default=1, metavar="N", help="processes (default 1)"
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=DAY,
        metavar="SECONDS",
        help="after which nothing new is begun",
    )


def add_pick(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "pick",
        "puzzles",
        "choose puzzles of all kinds alike, and number them from the easiest on",
        EXAMPLES[3],
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="files of mined puzzles")
    parser.add_argument("--game", required=True, metavar="NAME", help="only of this game")
    parser.add_argument(
        "--count", type=positive, default=50, metavar="N", help="puzzles wanted (default 50)"
    )
    parser.add_argument("--out", required=True, metavar="FILE", help="write them there")


def add_list(verbs: Verbs) -> None:
    parser = add_verb(
        verbs, "list", "puzzles", "list puzzles", EXAMPLES[0], "puzzles list own.jsonl"
    )
    parser.add_argument(
        "source", nargs="?", metavar="GAME|FILE", help="one game's, or a file's (else all)"
    )


def add_show(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "show",
        "puzzles",
        "show the position of a puzzle, and its solution if asked for",
        EXAMPLES[1],
        "puzzles show london-001 --solution",
        "puzzles show london-1-19 --file mined.jsonl",
    )
    parser.add_argument("id", metavar="ID", help="as 'ekiben puzzles list' lists them")
    parser.add_argument("--file", metavar="FILE", help="a file of puzzles (else those of the box)")
    parser.add_argument(
        "--solution", action="store_true", help="every choice, what it is worth, and who finds it"
    )
