"""What can be typed after `ekiben serve`, `page` and `db`."""

from __future__ import annotations

from argparse import BooleanOptionalAction, RawDescriptionHelpFormatter

from ekiben.cli.parsers.shared import Verbs, add_verb
from ekiben.cli.parsers.values import count, port, positive, web_address


def add_serve(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "serve",
        "serve",
        "play in the browser, alone, with others or against bots",
        "serve",
        "serve --port 8080 --no-open",
        "serve --data ./games --verbose",
        "serve --board my-board.toml",
        "serve --database postgresql://ekiben@db.example/ekiben --workers 4 --no-open",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="where to listen (default 127.0.0.1: this machine only)",
    )
    parser.add_argument(
        "--port",
        type=port,
        default=8000,
        metavar="N",
        help="the port (default 8000; 0: any that is free)",
    )
    parser.add_argument(
        "--data", metavar="DIR", help="where games are kept (else the user's data folder)"
    )
    parser.add_argument(
        "--board",
        action="extend",
        nargs="+",
        default=[],
        metavar="FILE",
        help="boards of your own to offer, beside those in the data folder's boards/",
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=SPEC",
        help="a bot of your own to offer beside the levels, e.g. first=python:my_bots.First",
    )
    parser.add_argument(
        "--open",
        action=BooleanOptionalAction,
        default=None,
        help="open the browser (else where there is a desktop)",
    )
    parser.add_argument("--verbose", action="store_true", help="a line for every request")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="a PostgreSQL database instead of the data folder (else $EKIBEN_DATABASE)",
    )
    parser.add_argument(
        "--workers",
        type=positive,
        default=1,
        metavar="N",
        help="processes that serve (with --database; default 1)",
    )
    parser.add_argument(
        "--thinkers",
        type=positive,
        metavar="N",
        help="processes of each that think for bots (else by the machine's cores)",
    )
    parser.add_argument(
        "--expire-days",
        type=count,
        default=180,
        metavar="N",
        help="archive and delete tables that nobody has played at for so long "
        "(default 180; 0: never)",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="its name outside; may be given several times",
    )
    parser.add_argument(
        "--proxies",
        metavar="LIST",
        help="addresses of proxies before it, whose word on who asks is taken, e.g. 10.0.0.2",
    )


def add_page(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "page",
        "page",
        "build the games as a folder of static files, which play in the browser without a server",
        "page ekiben-page",
        "page public/ekiben --server https://games.example",
    )
    parser.add_argument(
        "folder", metavar="DIR", help="where to: a new folder, an empty one, or an earlier page"
    )
    parser.add_argument(
        "--server",
        type=web_address,
        metavar="URL",
        help="an Ekiben server to send people to who want to play with others",
    )


def add_db(verbs: Verbs) -> None:
    parser = verbs.add_parser(
        "db",
        help="check, export or import the games of a server",
        description="Check, export or import the games of a server.",
        epilog="examples:\n  ekiben db check\n  ekiben db export --out games.jsonl\n"
        "  ekiben db import games.jsonl --database postgresql://ekiben@db.example/ekiben",
        formatter_class=RawDescriptionHelpFormatter,
    )
    under = parser.add_subparsers(dest="what", metavar="check|export|import", required=True)
    check = add_verb(
        under,
        "check",
        "db",
        "replay every game and name what is wrong",
        "db check --data ./games",
        "db check --repair",
    )
    check.add_argument(
        "--repair",
        action="store_true",
        help="cut logs that do not replay after their last good entry; "
        "each is first copied whole to a file in the folder",
    )
    export = add_verb(
        under,
        "export",
        "db",
        "write all games as records, one a line, with all that is needed to go on",
        "db export --out games.jsonl",
    )
    export.add_argument(
        "--chat", action="store_true", help="also write what people said in the tables' chats"
    )
    export.add_argument(
        "--out",
        metavar="FILE",
        help="where to (else to the output); it holds the luck of running games: keep it secret",
    )
    taken = add_verb(
        under,
        "import",
        "db",
        "take in games that were exported; those that are there already stay as they are",
        "db import games.jsonl --database postgresql://ekiben@db.example/ekiben",
    )
    taken.add_argument("file", metavar="FILE", help="written by 'ekiben db export'")
    for one in (check, export, taken):
        one.add_argument(
            "--data", metavar="DIR", help="the server's folder (else the user's data folder)"
        )
        one.add_argument(
            "--database", metavar="URL", help="its PostgreSQL database (else $EKIBEN_DATABASE)"
        )
