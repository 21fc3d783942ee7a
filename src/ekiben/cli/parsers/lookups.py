"""What can be typed after `ekiben board`, `lessons`, `games`, `bots`, `rules` and `bench`."""

from __future__ import annotations

from argparse import RawDescriptionHelpFormatter

from ekiben.cli.parsers.shared import Verbs, add_game, add_verb


def add_board(verbs: Verbs) -> None:
    parser = verbs.add_parser(
        "board",
        help="check or show a board file",
        description="Check or show a board file.",
        epilog="examples:\n  ekiben board check my-board.toml\n"
        "  ekiben board show london --svg london.svg",
        formatter_class=RawDescriptionHelpFormatter,
    )
    under = parser.add_subparsers(dest="what", metavar="check|show", required=True)
    check = add_verb(
        under,
        "check",
        "board",
        "name every fault of a board file",
        "board check my-board.toml other.toml",
    )
    check.add_argument("files", nargs="+", metavar="FILE")
    show = add_verb(
        under,
        "show",
        "board",
        "show a board's cities, routes and tickets",
        "board show london",
        "board show ./my-board.toml --svg my-board.svg",
    )
    add_game(show)
    show.add_argument("--svg", metavar="FILE", help="write the board's picture there instead")


def add_lessons(verbs: Verbs) -> None:
    parser = verbs.add_parser(
        "lessons",
        help="list or check the guided games",
        description="List or check the guided games.",
        epilog="examples:\n  ekiben lessons list\n  ekiben lessons check london\n"
        "  ekiben lessons check my-lesson.toml",
        formatter_class=RawDescriptionHelpFormatter,
    )
    under = parser.add_subparsers(dest="what", metavar="list|check", required=True)
    add_verb(under, "list", "lessons", "list the guided games", "lessons list")
    check = add_verb(
        under,
        "check",
        "lessons",
        "play lessons through and name every fault",
        "lessons check",
        "lessons check my-lesson.toml",
    )
    check.add_argument(
        "files", nargs="*", metavar="NAME|FILE", help="these only (else all of the box)"
    )


def add_game_list(verbs: Verbs) -> None:
    add_verb(verbs, "games", "lists", "list the games", "games").set_defaults(list="games")


def add_bot_list(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "bots",
        "lists",
        "list the bots, how strong they are and what they cost",
        "bots",
        "bots america",
        "bots greedy",
    )
    parser.add_argument(
        "game",
        nargs="?",
        default="",
        metavar="GAME|BOT",
        help="those that play a game, the strongest first; a bot's keys",
    )
    parser.set_defaults(list="bots")


def add_rules(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "rules",
        "lists",
        "show a clause of the rules, or all that begin alike",
        "rules RT-4.6",
        "rules EU-4",
        "rules --language ja",
    )
    parser.add_argument(
        "clause",
        nargs="?",
        default="",
        metavar="CLAUSE",
        help="its number, or how it begins (else all)",
    )
    parser.set_defaults(list="rules")


def add_bench(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "bench",
        "bench",
        "measure how fast the engine is here",
        "bench",
        "bench london --json",
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="measure these only")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of a table"
    )
