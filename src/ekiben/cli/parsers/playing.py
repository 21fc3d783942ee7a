"""What can be typed after `ekiben play`, `watch` and `simulate`."""

from __future__ import annotations

from ekiben.cli.parsers.shared import (
    Verbs,
    add_game,
    add_players,
    add_seconds,
    add_seed_and_options,
    add_threads,
    add_verb,
)
from ekiben.cli.parsers.values import positive, seconds


def add_play(verbs: Verbs) -> None:
    parser = add_verb(
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
    add_game(parser, default="america")
    parser.add_argument(
        "--seats",
        type=positive,
        metavar="N",
        help="how many play; seats without a player get a greedy bot",
    )
    parser.add_argument(
        "--players",
        metavar="LIST",
        help="by seat, e.g. human,greedy or human:name=Anna; 'ekiben bots' lists bots",
    )
    parser.add_argument(
        "--bot",
        metavar="BOT",
        help="the bot of seats without a player, e.g. racer, python:my_bots.First or pipe:./my-bot",
    )
    add_seed_and_options(parser)
    parser.add_argument(
        "--save",
        metavar="FILE",
        help="where the record goes (else to the data folder when the game ends)",
    )
    add_seconds(parser)
    add_threads(parser)


def add_watch(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "watch",
        "watch",
        "watch bots play",
        "watch london --players greedy,random --delay 0.5",
        "watch europe --players greedy,greedy,random --seed 7 --delay 0",
    )
    add_game(parser)
    add_players(parser)
    add_seed_and_options(parser)
    parser.add_argument(
        "--delay",
        type=seconds,
        default=0.5,
        metavar="SECONDS",
        help="between turns; 0 runs through (default 0.5)",
    )
    add_seconds(parser)
    add_threads(parser)


def add_simulate(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "simulate",
        "simulate",
        "let bots play many games and count",
        "simulate america --players greedy,random -n 100",
        "simulate london --players greedy,greedy -n 1000 --jobs 4 --json",
        "simulate europe --players greedy,random -n 20 --out games.jsonl",
    )
    add_game(parser)
    add_players(parser)
    parser.add_argument(
        "-n",
        "--games",
        type=positive,
        default=100,
        metavar="N",
        help="how many games (default 100)",
    )
    parser.add_argument(
        "--jobs",
        type=positive,
        default=1,
        metavar="N",
        help="processes; the results are the same (default 1)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of tables"
    )
    parser.add_argument(
        "--out", metavar="FILE", help="write the records there, one JSON line a game"
    )
    add_seed_and_options(
        parser, default=0, help="of the first game; game i has seed + i (default 0)"
    )
    add_seconds(parser, 0.1)
