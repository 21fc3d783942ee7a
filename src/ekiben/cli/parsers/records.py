"""What can be typed after `ekiben replay`, `records` and `verify`."""

from __future__ import annotations

from ekiben.cli.parsers.shared import Verbs, add_verb
from ekiben.cli.parsers.values import count, option, positive


def add_replay(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "replay",
        "replay",
        "show a recorded game",
        "replay game.jsonl",
        "replay game.jsonl --at 40 --seat 0",
        "replay games.jsonl --game 3 --svg end.svg",
    )
    parser.add_argument("file", metavar="FILE", help="records, one a line")
    parser.add_argument(
        "--game",
        type=positive,
        default=1,
        metavar="K",
        help="which record of the file, from 1 on (default 1)",
    )
    parser.add_argument(
        "--at", type=count, metavar="N", help="stop after N actions and show the position"
    )
    parser.add_argument(
        "--seat", type=count, metavar="S", help="show only what this seat knew (else everything)"
    )
    parser.add_argument("--svg", metavar="FILE", help="write a picture of the position there")
    parser.add_argument(
        "--board",
        metavar="FILE",
        help="the board file, where the game was played on a board of your own",
    )


def add_records(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "records",
        "records",
        "filter, check and count records, or make arrays of them",
        "records games.jsonl",
        "records games.jsonl.gz --check",
        "records *.jsonl --game london --winner greedy --out wins.jsonl",
        "records games.jsonl --game london --arrays games.npz --mask",
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="records, one a line, packed by gzip or not; - is the standard input",
    )
    parser.add_argument(
        "--game",
        action="append",
        default=[],
        metavar="NAME",
        help="only of this game; may be given several times",
    )
    parser.add_argument(
        "--seats",
        action="append",
        default=[],
        type=positive,
        metavar="N",
        help="only of so many seats; several times too",
    )
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="NAME",
        help="only where this player took part; all of them",
    )
    parser.add_argument(
        "--winner",
        action="append",
        default=[],
        metavar="NAME",
        help="only where this player won; any of them",
    )
    parser.add_argument(
        "--state",
        choices=("over", "open", "forfeit"),
        help="only played to the end, broken off, or forfeited by a bot",
    )
    parser.add_argument(
        "--fewest", type=count, default=0, metavar="N", help="only with at least so many actions"
    )
    parser.add_argument("--most", type=count, metavar="N", help="only with at most so many actions")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        type=option,
        metavar="OPTION=VALUE",
        dest="options",
        help="only with this option",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="play every record again and name every fault with its line",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write the chosen records there; packed where the name ends in .gz",
    )
    parser.add_argument(
        "--arrays", metavar="FILE", help="write their decisions there as arrays: .npz or .parquet"
    )
    parser.add_argument(
        "--mask", action="store_true", help="with --arrays: which actions were legal, a bit each"
    )
    parser.add_argument(
        "--board",
        metavar="FILE",
        help="the board file, where games were played on a board of your own",
    )
    parser.add_argument(
        "--json", action="store_true", help="print the figures as JSON instead of tables"
    )


def add_verify(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "verify",
        "verify",
        "play records again, compare the results, and open the seals on their seeds",
        "verify game.jsonl",
        "verify game.jsonl --commit 3f0c…",
        "verify game.jsonl --seen what-i-saw.jsonl",
    )
    parser.add_argument(
        "file", metavar="FILE", help="full records, one a line; - is the standard input"
    )
    parser.add_argument(
        "--commit", metavar="SEAL", help="the seal that was shown when the game began"
    )
    parser.add_argument(
        "--part", metavar="PART", help="what your browser added to the deal, 64 hexadecimal digits"
    )
    parser.add_argument(
        "--seen", metavar="FILE", help="what viewers were told, to be compared with the full record"
    )
    parser.add_argument(
        "--board",
        metavar="FILE",
        help="the board file, where the game was played on a board of your own",
    )
