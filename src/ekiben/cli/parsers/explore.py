"""What can be typed after `ekiben explore`."""

from __future__ import annotations

from argparse import ArgumentParser

from ekiben.cli.parsers.shared import Verbs, add_seconds, add_verb
from ekiben.cli.parsers.values import count, positive, seat_list, seed


def add_explore(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "explore",
        "explore",
        "show which tickets, routes and first moves win, from many games",
        "explore america",
        "explore games.jsonl --by player --table routes",
        "explore london --seats 3 --level easy --table tickets --top 0",
        "explore london --play 20000 --bots planner --seats 2-4 --save london.json",
        "explore monday.json tuesday.json --json",
    )
    parser.add_argument(
        "sources",
        nargs="+",
        metavar="SOURCE",
        help="a game (its shipped statistics), records (one a line, packed by gzip or not, "
        "- is the standard input), or statistics that --save wrote, which are added up",
    )
    parser.add_argument(
        "--seats", type=seat_list, default=[], metavar="N", help="tables of so many: 4, 2,4 or 2-5"
    )
    parser.add_argument("--level", metavar="NAME", help="only seats of this level or player")
    parser.add_argument(
        "--by",
        choices=("level", "player", "all"),
        default="level",
        help="group the seats of records by their bots' level (default), by name, or not at all",
    )
    parser.add_argument(
        "--table",
        action="append",
        default=[],
        metavar="NAME",
        help="only tickets, routes, order … ; may be given several times",
    )
    parser.add_argument(
        "--top",
        type=count,
        default=10,
        metavar="N",
        help="so many lines of a long table (default 10; 0: all)",
    )
    parser.add_argument(
        "--sort",
        metavar="STAGE",
        help="by the wins at this stage, such as offered, kept or done",
    )
    parser.add_argument(
        "--board",
        metavar="FILE",
        help="the board file, where games were played on a board of your own",
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--save", metavar="FILE", help="write the statistics of one game there")
    add_playing(parser)


def add_playing(parser: ArgumentParser) -> None:
    """Options for new games between bots."""
    parser.add_argument(
        "--play",
        type=positive,
        metavar="N",
        help="let bots play so many games, an equal part at tables of each size",
    )
    parser.add_argument(
        "--bots",
        default="planner",
        metavar="LIST",
        help="bots, each of which plays tables of its own kind (default planner)",
    )
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="S", help="of the first game (default 0)"
    )
    parser.add_argument(
        "--jobs", type=positive, metavar="N", help="threads or processes (else all cores)"
    )
    add_seconds(parser, 0.1)
