"""What can be typed after `ekiben review`."""

from __future__ import annotations

from argparse import ArgumentParser

from ekiben.cli.parsers.shared import Verbs, add_verb
from ekiben.cli.parsers.values import count, positive, seconds


def add_review(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "review",
        "review",
        "say where games were won and lost: chances, mistakes, luck",
        "review game.jsonl",
        "review game.jsonl --seat 0 --all --seconds 20",
        "review *.jsonl --processes 4 --passes 2 --parquet reviews",
        "review *.jsonl --ray auto --parquet reviews",
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="records of finished games, one a line, packed by gzip or not; - is the standard "
        "input",
    )
    parser.add_argument(
        "--game", type=positive, metavar="K", help="only the K-th record (else all of them)"
    )
    parser.add_argument(
        "--seat",
        type=count,
        action="append",
        metavar="S",
        dest="seats",
        help="only as this seat could judge; may be given several times (else all seats)",
    )
    add_effort(parser)
    add_output(parser)


def add_effort(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=3.0,
        metavar="SECONDS",
        help="how long a record is worked on (default 3); a pass that has begun is finished",
    )
    parser.add_argument(
        "--passes",
        type=positive,
        metavar="N",
        help="instead of seconds: the first gives the chances, the second the choices, each "
        "further one about twice the playouts; the result is the same on every machine",
    )
    parser.add_argument(
        "--processes",
        type=positive,
        default=1,
        metavar="N",
        help="records worked on at once (default 1, which then uses all cores)",
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="work on a Ray cluster: auto, local or host:port (needs the extra 'cluster')",
    )


def add_output(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--all", action="store_true", help="show every choice, not only those that lost something"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object a record instead")
    form.add_argument(
        "--parquet",
        metavar="FOLDER",
        help="write tables there instead: seats, moments, choices and ledger "
        "(needs the extra 'parquet')",
    )
    parser.add_argument(
        "--board",
        metavar="FILE",
        help="the board file, where games were played on a board of your own",
    )
