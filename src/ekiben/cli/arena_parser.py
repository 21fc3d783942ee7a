"""What can be typed after `ekiben arena`."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import Any

from ekiben.cli.parser import chance, positive, seconds, verb

WHAT = ("run", "report", "panel", "ratings")
ABOUT = "Tournaments of bots, with intervals, ratings and reports. 'ekiben arena GAME …' is short for 'ekiben arena run GAME …'."
EXAMPLES = (
    "arena london --players greedy,random --deals 100 --out games.jsonl",
    "arena report games.jsonl",
    "arena london --sprt greedy:enough=0.5 greedy --deals 2000",
    "arena panel",
    "arena ratings --out all.jsonl --write docs/ratings.md",
)


def expanded(argv: Sequence[str]) -> list[str]:
    """`arena london …` in full: `arena run london …`."""
    words = list(argv)
    short = words[:1] == ["arena"] and len(words) > 1 and words[1] not in (*WHAT, "-h", "--help")
    return ["arena", "run", *words[1:]] if short else words


def arena(verbs: Any) -> None:
    lines = "\n".join(f"  ekiben {example}" for example in EXAMPLES)
    made = verbs.add_parser(
        "arena",
        help="let bots play tournaments",
        description=ABOUT,
        epilog=f"examples:\n{lines}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    under = made.add_subparsers(dest="what", metavar="|".join(WHAT), required=True)
    for add in (run, report, panel, ratings):
        add(under)


def run(under: Any) -> None:
    made = verb(
        under,
        "run",
        "arena",
        "play a round robin, a gauntlet or a sequential test",
        *EXAMPLES[:1],
        "arena america europe --players greedy,random --seats 2-4 --jobs 4 --out games.jsonl",
        "arena tokyo --players drifter,courier,dispatcher --gauntlet dispatcher --deals 20",
        EXAMPLES[2],
    )
    made.add_argument(
        "games", nargs="+", metavar="GAME", help="names ('ekiben games' lists them) or board files"
    )
    made.add_argument(
        "--players",
        metavar="LIST",
        help="the bots, each once, e.g. greedy,random or name:key=value,greedy",
    )
    made.add_argument(
        "--gauntlet",
        metavar="LIST",
        help="only tables where one of these sits, e.g. greedy:enough=0.5",
    )
    made.add_argument(
        "--seats",
        type=seat_list,
        default=[2],
        metavar="N",
        help="how many sit at a table: 4, or 2,4, or 2-5 (default 2)",
    )
    made.add_argument(
        "--tables",
        type=tables,
        default=("alone", "different"),
        metavar="LIST",
        help="of more than two: alone (one among copies of another), different (default alone,different)",
    )
    sequential(made)
    playing(made)
    made.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    chance(made, default=0, help="all luck comes from it, the deals' and the bots' (default 0)")


def sequential(made: ArgumentParser) -> None:
    made.add_argument(
        "--sprt", nargs=2, metavar=("A", "B"), help="is A better than B? plays until that is clear"
    )
    made.add_argument(
        "--elo",
        nargs=2,
        type=float,
        default=(0.0, 20.0),
        metavar=("LOW", "HIGH"),
        help="what is tested (default 0 20)",
    )
    made.add_argument(
        "--alpha",
        type=float,
        default=0.05,
        metavar="P",
        help="chance of a wrong yes (default 0.05)",
    )
    made.add_argument(
        "--beta", type=float, default=0.05, metavar="P", help="chance of a wrong no (default 0.05)"
    )


def playing(made: ArgumentParser, deals: int = 100) -> None:
    """How much is played, where, and what is kept."""
    made.add_argument(
        "--deals",
        type=positive,
        default=deals,
        metavar="N",
        help=f"how many deals, each in all seatings (default {deals}); --sprt stops earlier",
    )
    made.add_argument(
        "--jobs",
        type=positive,
        default=1,
        metavar="N",
        help="processes; the results are the same (default 1)",
    )
    made.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on a Ray cluster: auto, local or host:port (needs the extra 'cluster')",
    )
    made.add_argument(
        "--out",
        metavar="FILE",
        help="keep the games there, one JSON line each; what is there already is not played again",
    )
    made.add_argument(
        "--thinking",
        "--seconds",
        type=seconds,
        default=0.1,
        metavar="SECONDS",
        help="how long a bot that searches may think about a choice (default 0.1)",
    )


def report(under: Any) -> None:
    made = verb(
        under,
        "report",
        "arena",
        "make one page of HTML from a results file",
        EXAMPLES[1],
        "arena report games.jsonl --write page.html --language ja",
    )
    made.add_argument("file", metavar="FILE", help="what --out has written")
    made.add_argument(
        "--write", metavar="FILE", help="where the page goes (else beside the results, .html)"
    )


def panel(under: Any) -> None:
    made = verb(
        under,
        "panel",
        "arena",
        "tell whether bots behave as in the reference panel",
        EXAMPLES[3],
        "arena panel london --write",
    )
    made.add_argument("games", nargs="*", metavar="GAME", help="these games only")
    made.add_argument("--players", metavar="LIST", help="these bots only")
    made.add_argument("--write", action="store_true", help="put what they do today into the panel")


def ratings(under: Any) -> None:
    made = verb(
        under,
        "ratings",
        "arena",
        "rate all bots in all games and make the manual's page of it",
        EXAMPLES[4],
        "arena ratings london tokyo --seats 2,4 --deals 20 --jobs 2",
        "arena ratings --as-is --out all.jsonl --write docs/ratings.md --keep",
    )
    made.add_argument("games", nargs="*", metavar="GAME", help="these games only")
    made.add_argument(
        "--players",
        metavar="LIST",
        help="these bots only; who does not play a game is left out there",
    )
    made.add_argument(
        "--seats",
        type=seat_list,
        default=[2],
        metavar="N",
        help="how many sit at a table: 4, or 2,4, or 2-5 (default 2)",
    )
    made.add_argument("--write", metavar="FILE", help="where the page goes (else it is printed)")
    made.add_argument(
        "--keep",
        action="store_true",
        help="and keep the ratings of games for two, for 'ekiben bots'",
    )
    made.add_argument(
        "--as-is",
        action="store_true",
        help="play nothing: the page is made of all games that --out has",
    )
    playing(made)
    made.add_argument(
        "--seed",
        type=lambda text: int(text, 0),
        default=0,
        metavar="S",
        help="all luck comes from it (default 0)",
    )


# ---- values
def seat_list(text: str) -> list[int]:
    """`4`, `2,4` or `2-5`."""
    found: list[int] = []
    for piece in text.split(","):
        first, dash, last = piece.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise ArgumentTypeError(f"{text!r} is not a number of seats: 4, or 2,4, or 2-5")
        found += range(int(first), int(last or first) + 1)
    return list(dict.fromkeys(found))


def tables(text: str) -> tuple[str, ...]:
    named = tuple(piece.strip() for piece in text.split(","))
    if not set(named) <= {"alone", "different"}:
        raise ArgumentTypeError(f"{text!r} are no tables: alone, different, or both with a comma")
    return named
