"""What can be typed after `ekiben`: verbs, options, and an example of each."""

from __future__ import annotations

from argparse import (
    ArgumentParser,
    ArgumentTypeError,
    BooleanOptionalAction,
    RawDescriptionHelpFormatter,
)
from typing import Any

from ekiben import __version__
from ekiben.texts import languages

ABOUT = "Railway board games in the terminal: play them, watch bots, simulate thousands, look at boards and records."
FIRST = "Start with:\n  ekiben play\n  ekiben play london --players human,human,greedy\n  ekiben VERB --help"


def parser() -> ArgumentParser:
    from ekiben.cli.arena_parser import arena

    top = ArgumentParser(
        prog="ekiben", description=ABOUT, epilog=FIRST, formatter_class=RawDescriptionHelpFormatter
    )
    top.add_argument("--version", action="version", version=f"ekiben {__version__}")
    verbs = top.add_subparsers(dest="verb", metavar="VERB", required=True)
    for add in (
        play,
        serve,
        db,
        watch,
        simulate,
        arena,
        replay,
        records,
        verify,
        board,
        games,
        bots,
        rules,
        bench,
    ):
        add(verbs)
    return top


def verb(verbs: Any, name: str, module: str, help: str, *examples: str) -> ArgumentParser:
    """A verb with its help and examples; `module` is where it is carried out."""
    lines = "\n".join(f"  ekiben {example}" for example in examples)
    made: ArgumentParser = verbs.add_parser(
        name,
        help=help,
        description=help[0].upper() + help[1:] + ".",
        epilog=f"{'examples' if len(examples) > 1 else 'example'}:\n{lines}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    made.set_defaults(module=f"ekiben.cli.{module}")
    made.add_argument(
        "--language",
        choices=languages(),
        help="of what is shown (else the locale's: Japanese where LANG is ja…)",
    )
    return made


# ---- the verbs
def play(verbs: Any) -> None:
    made = verb(
        verbs,
        "play",
        "play",
        "play at this keyboard, against bots or one another",
        "play",
        "play london --players human,human,greedy",
        "play europe --seats 4 --set station_tiebreak=fewer",
        "play ./my-board.toml --seed 7 --save game.jsonl",
        'play --bot "pipe:./my-bot"',
    )
    the_game(made, nargs="?", default="america")
    made.add_argument(
        "--seats",
        type=positive,
        metavar="N",
        help="how many play; seats without a player get a greedy bot",
    )
    made.add_argument(
        "--players",
        metavar="LIST",
        help="by seat, e.g. human,greedy or human:name=Anna; 'ekiben bots' lists bots",
    )
    made.add_argument(
        "--bot",
        metavar="BOT",
        help="the bot of seats without a player, e.g. racer, python:my_bots.First or pipe:./my-bot",
    )
    chance(made)
    made.add_argument(
        "--save",
        metavar="FILE",
        help="where the record goes (else to the data folder when the game ends)",
    )
    thinking(made)
    threads(made)


def serve(verbs: Any) -> None:
    made = verb(
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
    made.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="where to listen (default 127.0.0.1: this machine only)",
    )
    made.add_argument(
        "--port",
        type=port,
        default=8000,
        metavar="N",
        help="the port (default 8000; 0: any that is free)",
    )
    made.add_argument(
        "--data", metavar="DIR", help="where games are kept (else the user's data folder)"
    )
    made.add_argument(
        "--board",
        action="extend",
        nargs="+",
        default=[],
        metavar="FILE",
        help="boards of your own to offer, beside those in the data folder's boards/",
    )
    made.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=SPEC",
        help="a bot of your own to offer beside the levels, e.g. first=python:my_bots.First",
    )
    made.add_argument(
        "--open",
        action=BooleanOptionalAction,
        default=None,
        help="open the browser (else where there is a desktop)",
    )
    made.add_argument("--verbose", action="store_true", help="a line for every request")
    made.add_argument(
        "--database",
        metavar="URL",
        help="a PostgreSQL database instead of the data folder (else $EKIBEN_DATABASE)",
    )
    made.add_argument(
        "--workers",
        type=positive,
        default=1,
        metavar="N",
        help="processes that serve (with --database; default 1)",
    )
    made.add_argument(
        "--thinkers",
        type=positive,
        metavar="N",
        help="processes of each that think for bots (else by the machine's cores)",
    )
    made.add_argument(
        "--expire-days",
        type=count,
        default=180,
        metavar="N",
        help="archive and delete tables that nobody has played at for so long (default 180; 0: never)",
    )
    made.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="its name outside; may be given several times",
    )
    made.add_argument(
        "--proxies",
        metavar="LIST",
        help="addresses of proxies before it, whose word on who asks is taken, e.g. 10.0.0.2",
    )


def db(verbs: Any) -> None:
    made = verbs.add_parser(
        "db",
        help="check, export or import the games of a server",
        description="Check, export or import the games of a server.",
        epilog="examples:\n  ekiben db check\n  ekiben db export --out games.jsonl\n"
        "  ekiben db import games.jsonl --database postgresql://ekiben@db.example/ekiben",
        formatter_class=RawDescriptionHelpFormatter,
    )
    under = made.add_subparsers(dest="what", metavar="check|export|import", required=True)
    check = verb(
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
        help="cut logs that do not replay after their last good entry; each is first copied whole to a file in the folder",
    )
    export = verb(
        under,
        "export",
        "db",
        "write all games as records, one a line, with all that is needed to go on",
        "db export --out games.jsonl",
    )
    export.add_argument(
        "--out",
        metavar="FILE",
        help="where to (else to the output); it holds the luck of running games: keep it secret",
    )
    taken = verb(
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


def watch(verbs: Any) -> None:
    made = verb(
        verbs,
        "watch",
        "watch",
        "watch bots play",
        "watch london --players greedy,random --delay 0.5",
        "watch europe --players greedy,greedy,random --seed 7 --delay 0",
    )
    the_game(made)
    the_bots(made)
    chance(made)
    made.add_argument(
        "--delay",
        type=seconds,
        default=0.5,
        metavar="SECONDS",
        help="between turns; 0 runs through (default 0.5)",
    )
    thinking(made)
    threads(made)


def simulate(verbs: Any) -> None:
    made = verb(
        verbs,
        "simulate",
        "simulate",
        "let bots play many games and count",
        "simulate america --players greedy,random -n 100",
        "simulate london --players greedy,greedy -n 1000 --jobs 4 --json",
        "simulate europe --players greedy,random -n 20 --out games.jsonl",
    )
    the_game(made)
    the_bots(made)
    made.add_argument(
        "-n",
        "--games",
        type=positive,
        default=100,
        metavar="N",
        help="how many games (default 100)",
    )
    made.add_argument(
        "--jobs",
        type=positive,
        default=1,
        metavar="N",
        help="processes; the results are the same (default 1)",
    )
    made.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    made.add_argument("--out", metavar="FILE", help="write the records there, one JSON line a game")
    chance(made, default=0, help="of the first game; game i has seed + i (default 0)")
    thinking(made, 0.1)


def replay(verbs: Any) -> None:
    made = verb(
        verbs,
        "replay",
        "replay",
        "show a recorded game",
        "replay game.jsonl",
        "replay game.jsonl --at 40 --seat 0",
        "replay games.jsonl --game 3 --svg end.svg",
    )
    made.add_argument("file", metavar="FILE", help="records, one a line")
    made.add_argument(
        "--game",
        type=positive,
        default=1,
        metavar="K",
        help="which record of the file, from 1 on (default 1)",
    )
    made.add_argument(
        "--at", type=count, metavar="N", help="stop after N actions and show the position"
    )
    made.add_argument(
        "--seat", type=count, metavar="S", help="show only what this seat knew (else everything)"
    )
    made.add_argument("--svg", metavar="FILE", help="write a picture of the position there")
    made.add_argument(
        "--board",
        metavar="FILE",
        help="the board file, where the game was played on a board of your own",
    )


def records(verbs: Any) -> None:
    made = verb(
        verbs,
        "records",
        "records",
        "filter, check and count records, or make arrays of them",
        "records games.jsonl",
        "records games.jsonl.gz --check",
        "records *.jsonl --game london --winner greedy --out wins.jsonl",
        "records games.jsonl --game london --arrays games.npz --mask",
    )
    made.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="records, one a line, packed by gzip or not; - is the standard input",
    )
    made.add_argument(
        "--game",
        action="append",
        default=[],
        metavar="NAME",
        help="only of this game; may be given several times",
    )
    made.add_argument(
        "--seats",
        action="append",
        default=[],
        type=positive,
        metavar="N",
        help="only of so many seats; several times too",
    )
    made.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="NAME",
        help="only where this player took part; all of them",
    )
    made.add_argument(
        "--winner",
        action="append",
        default=[],
        metavar="NAME",
        help="only where this player won; any of them",
    )
    made.add_argument(
        "--state",
        choices=("over", "open", "forfeit"),
        help="only played to the end, broken off, or forfeited by a bot",
    )
    made.add_argument(
        "--fewest", type=count, default=0, metavar="N", help="only with at least so many actions"
    )
    made.add_argument("--most", type=count, metavar="N", help="only with at most so many actions")
    made.add_argument(
        "--set",
        action="append",
        default=[],
        type=option,
        metavar="OPTION=VALUE",
        dest="options",
        help="only with this option",
    )
    made.add_argument(
        "--check",
        action="store_true",
        help="play every record again and name every fault with its line",
    )
    made.add_argument(
        "--out",
        metavar="FILE",
        help="write the chosen records there; packed where the name ends in .gz",
    )
    made.add_argument(
        "--arrays", metavar="FILE", help="write their decisions there as arrays: .npz or .parquet"
    )
    made.add_argument(
        "--mask", action="store_true", help="with --arrays: which actions were legal, a bit each"
    )
    made.add_argument(
        "--board",
        metavar="FILE",
        help="the board file, where games were played on a board of your own",
    )
    made.add_argument(
        "--json", action="store_true", help="print the figures as JSON instead of tables"
    )


def verify(verbs: Any) -> None:
    made = verb(
        verbs,
        "verify",
        "verify",
        "play records again, compare the results, and open the seals on their seeds",
        "verify game.jsonl",
        "verify game.jsonl --commit 3f0c…",
        "verify game.jsonl --seen what-i-saw.jsonl",
    )
    made.add_argument(
        "file", metavar="FILE", help="full records, one a line; - is the standard input"
    )
    made.add_argument(
        "--commit", metavar="SEAL", help="the seal that was shown when the game began"
    )
    made.add_argument(
        "--seen", metavar="FILE", help="what viewers were told, to be compared with the full record"
    )
    made.add_argument(
        "--board",
        metavar="FILE",
        help="the board file, where the game was played on a board of your own",
    )


def board(verbs: Any) -> None:
    made = verbs.add_parser(
        "board",
        help="check or show a board file",
        description="Check or show a board file.",
        epilog="examples:\n  ekiben board check my-board.toml\n  ekiben board show london --svg london.svg",
        formatter_class=RawDescriptionHelpFormatter,
    )
    under = made.add_subparsers(dest="what", metavar="check|show", required=True)
    check = verb(
        under,
        "check",
        "board",
        "name every fault of a board file",
        "board check my-board.toml other.toml",
    )
    check.add_argument("files", nargs="+", metavar="FILE")
    show = verb(
        under,
        "show",
        "board",
        "show a board's cities, routes and tickets",
        "board show london",
        "board show ./my-board.toml --svg my-board.svg",
    )
    the_game(show)
    show.add_argument("--svg", metavar="FILE", help="write the board's picture there instead")


def games(verbs: Any) -> None:
    verb(verbs, "games", "lists", "list the games", "games").set_defaults(list="games")


def bots(verbs: Any) -> None:
    made = verb(
        verbs,
        "bots",
        "lists",
        "list the bots, how strong they are and what they cost",
        "bots",
        "bots america",
        "bots greedy",
    )
    made.add_argument(
        "game",
        nargs="?",
        default="",
        metavar="GAME|BOT",
        help="those that play a game, the strongest first; a bot's keys",
    )
    made.set_defaults(list="bots")


def rules(verbs: Any) -> None:
    made = verb(
        verbs,
        "rules",
        "lists",
        "show a clause of the rules, or all that begin alike",
        "rules RT-4.6",
        "rules EU-4",
        "rules --language ja",
    )
    made.add_argument(
        "clause",
        nargs="?",
        default="",
        metavar="CLAUSE",
        help="its number, or how it begins (else all)",
    )
    made.set_defaults(list="rules")


def bench(verbs: Any) -> None:
    made = verb(
        verbs,
        "bench",
        "bench",
        "measure how fast the engine is here",
        "bench",
        "bench london --json",
    )
    made.add_argument("games", nargs="*", metavar="GAME", help="measure these only")
    made.add_argument(
        "--json", action="store_true", help="print one JSON object instead of a table"
    )


# ---- options that several verbs have
def the_game(made: ArgumentParser, **how: Any) -> None:
    made.add_argument(
        "game",
        metavar="GAME",
        help="a name ('ekiben games' lists them) or a board file, ./my-board.toml",
        **how,
    )


def the_bots(made: ArgumentParser) -> None:
    made.add_argument(
        "--players",
        required=True,
        metavar="LIST",
        help="bots, e.g. greedy,random or name:key=value,python:my_bots.First",
    )


def chance(
    made: ArgumentParser,
    default: int | None = None,
    help: str = "the same seed deals the same (else drawn)",
) -> None:
    made.add_argument("--seed", type=seed, default=default, metavar="S", help=help)
    made.add_argument(
        "--set",
        action="append",
        default=[],
        type=option,
        metavar="OPTION=VALUE",
        dest="options",
        help="choose a rule option; may be given several times",
    )


def thinking(made: ArgumentParser, default: float = 1.0) -> None:
    made.add_argument(
        "--seconds",
        type=seconds,
        default=default,
        metavar="SECONDS",
        help=f"how long a bot that searches may think about a choice (default {default:g})",
    )


def threads(made: ArgumentParser) -> None:
    made.add_argument(
        "--threads",
        type=positive,
        metavar="N",
        help="cores on which a bot that searches thinks about a choice (else all)",
    )


# ---- values
def positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def count(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise ArgumentTypeError(f"{text!r} is not a port: a whole number from 0 to 65535")
    return int(text)


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 86_400:
        raise ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value


def seed(text: str) -> int:
    """Decimal, or hexadecimal as in records with 0x before it."""
    try:
        return int(text, 0)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a whole number") from None


def option(text: str) -> tuple[str, Any]:
    """`name=value`; numbers, true and false are read as such."""
    name, given, value = text.partition("=")
    if not given or not name:
        raise ArgumentTypeError(f"{text!r} is not of the form option=value")
    known: dict[str, Any] = {"true": True, "false": False}
    return name.strip(), known.get(
        value, int(value) if value.removeprefix("-").isdecimal() else value
    )
