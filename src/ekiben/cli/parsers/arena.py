"""What can be typed after `ekiben arena`."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence

from ekiben.cli.parsers.shared import Verbs, add_seed_and_options, add_verb
from ekiben.cli.parsers.values import positive, seat_list, seconds, table_kinds

WHAT = ("run", "report", "luck", "panel", "ratings")
ABOUT = (
    "Tournaments of bots, with intervals, ratings and reports. "
    "'ekiben arena GAME …' is short for 'ekiben arena run GAME …'."
)
EXAMPLES = (
    "arena london --players greedy,random --deals 100 --out games.jsonl",
    "arena report games.jsonl",
    "arena london --sprt greedy:enough=0.5 greedy --deals 2000",
    "arena panel",
    "arena ratings --out all.jsonl --write docs/ratings.md",
    "arena luck games.jsonl --jobs 2",
)


def expand_shorthand(argv: Sequence[str]) -> list[str]:
    """`arena london …` in full: `arena run london …`."""
    words = list(argv)
    short = words[:1] == ["arena"] and len(words) > 1 and words[1] not in (*WHAT, "-h", "--help")
    return ["arena", "run", *words[1:]] if short else words


def add_arena(verbs: Verbs) -> None:
    lines = "\n".join(f"  ekiben {example}" for example in EXAMPLES)
    parser = verbs.add_parser(
        "arena",
        help="let bots play tournaments",
        description=ABOUT,
        epilog=f"examples:\n{lines}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    under = parser.add_subparsers(dest="what", metavar="|".join(WHAT), required=True)
    for add in (add_run, add_report, add_luck, add_panel, add_ratings):
        add(under)


def add_run(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "run",
        "arena",
        "play a round robin, a gauntlet or a sequential test",
        *EXAMPLES[:1],
        "arena america europe --players greedy,random --seats 2-4 --jobs 4 --out games.jsonl",
        "arena tokyo --players drifter,courier,dispatcher --gauntlet dispatcher --deals 20",
        EXAMPLES[2],
    )
    parser.add_argument(
        "games", nargs="+", metavar="GAME", help="names ('ekiben games' lists them) or board files"
    )
    parser.add_argument(
        "--players",
        metavar="LIST",
        help="the bots, each once, e.g. greedy,random or name:key=value,greedy",
    )
    parser.add_argument(
        "--gauntlet",
        metavar="LIST",
        help="only tables where one of these sits, e.g. greedy:enough=0.5",
    )
    parser.add_argument(
        "--seats",
        type=seat_list,
        default=[2],
        metavar="N",
        help="how many sit at a table: 4, or 2,4, or 2-5 (default 2)",
    )
    parser.add_argument(
        "--tables",
        type=table_kinds,
        default=("alone", "different"),
        metavar="LIST",
        help="of more than two: alone (one among copies of another), different "
        "(default alone,different)",
    )
    add_test_options(parser)
    add_playing_options(parser)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of tables"
    )
    add_seed_and_options(
        parser, default=0, help="all luck comes from it, the deals' and the bots' (default 0)"
    )


def add_test_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--sprt", nargs=2, metavar=("A", "B"), help="is A better than B? plays until that is clear"
    )
    parser.add_argument(
        "--elo",
        nargs=2,
        type=float,
        default=(0.0, 20.0),
        metavar=("LOW", "HIGH"),
        help="what is tested (default 0 20)",
    )
    parser.add_argument(
        "--alpha",
        type=float,
        default=0.05,
        metavar="P",
        help="chance of a wrong yes (default 0.05)",
    )
    parser.add_argument(
        "--beta", type=float, default=0.05, metavar="P", help="chance of a wrong no (default 0.05)"
    )


def add_playing_options(parser: ArgumentParser, deals: int = 100) -> None:
    """How much is played, where, and what is kept."""
    parser.add_argument(
        "--deals",
        type=positive,
        default=deals,
        metavar="N",
        help=f"how many deals, each in all seatings (default {deals}); --sprt stops earlier",
    )
    add_jobs(parser)
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on a Ray cluster: auto, local or host:port (needs the extra 'cluster')",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="keep the games there, one JSON line each; what is there already is not played again",
    )
    parser.add_argument(
        "--thinking",
        "--seconds",
        type=seconds,
        default=0.1,
        metavar="SECONDS",
        help="how long a bot that searches may think about a choice (default 0.1)",
    )


def add_jobs(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--jobs",
        type=positive,
        default=1,
        metavar="N",
        help="processes; the results are the same (default 1)",
    )


def add_report(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "report",
        "arena",
        "make one page of HTML from a results file",
        EXAMPLES[1],
        "arena report games.jsonl --write page.html --language ja",
    )
    parser.add_argument("file", metavar="FILE", help="what --out has written")
    parser.add_argument(
        "--write", metavar="FILE", help="where the page goes (else beside the results, .html)"
    )


def add_luck(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "luck",
        "arena",
        "estimate win shares with part of the luck taken out, in the route games",
        EXAMPLES[5],
        "arena luck games.jsonl --playouts 512 --json",
    )
    parser.add_argument("file", metavar="FILE", help="what --out has written")
    parser.add_argument(
        "--playouts",
        type=positive,
        default=128,
        metavar="N",
        help="games played on from every choice that 'planner' would not have made, with it and "
        "without (default 128)",
    )
    add_jobs(parser)
    parser.add_argument("--board", metavar="FILE", help="the board, if it is one of your own")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of tables"
    )


def add_panel(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "panel",
        "arena",
        "tell whether bots behave as in the reference panel",
        EXAMPLES[3],
        "arena panel london --write",
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="these games only")
    parser.add_argument("--players", metavar="LIST", help="these bots only")
    parser.add_argument(
        "--write", action="store_true", help="put what they do today into the panel"
    )


def add_ratings(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "ratings",
        "arena",
        "rate all bots in all games and make the manual's page of it",
        EXAMPLES[4],
        "arena ratings london tokyo --seats 2,4 --deals 20 --jobs 2",
        "arena ratings --as-is --out all.jsonl --write docs/ratings.md --keep",
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="these games only")
    parser.add_argument(
        "--players",
        metavar="LIST",
        help="these bots only; who does not play a game is left out there",
    )
    parser.add_argument(
        "--seats",
        type=seat_list,
        default=[2],
        metavar="N",
        help="how many sit at a table: 4, or 2,4, or 2-5 (default 2)",
    )
    parser.add_argument("--write", metavar="FILE", help="where the page goes (else it is printed)")
    parser.add_argument(
        "--keep",
        action="store_true",
        help="and keep the ratings of games for two, for 'ekiben bots'",
    )
    parser.add_argument(
        "--as-is",
        action="store_true",
        help="play nothing: the page is parser of all games that --out has",
    )
    add_playing_options(parser)
    parser.add_argument(
        "--seed",
        type=lambda text: int(text, 0),
        default=0,
        metavar="S",
        help="all luck comes from it (default 0)",
    )


# ---- values
