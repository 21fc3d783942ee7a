"""A verb with its help, and the options that several verbs have."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, TypeAlias

from ekiben.cli.parsers.values import option, positive, seconds, seed
from ekiben.texts import languages

if TYPE_CHECKING:
    from argparse import _SubParsersAction

Verbs: TypeAlias = "_SubParsersAction[ArgumentParser]"  # where a verb is added


def add_verb(verbs: Verbs, name: str, module: str, help: str, *examples: str) -> ArgumentParser:
    """A verb with its help and examples; `module` is where it is carried out."""
    lines = "\n".join(f"  ekiben {example}" for example in examples)
    parser: ArgumentParser = verbs.add_parser(
        name,
        help=help,
        description=help[0].upper() + help[1:] + ".",
        epilog=f"{'examples' if len(examples) > 1 else 'example'}:\n{lines}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.set_defaults(module=f"ekiben.cli.{module}")
    parser.add_argument(
        "--language",
        choices=languages(),
        help="of what is shown (else the locale's: Japanese where LANG is ja…)",
    )
    return parser


def add_game(parser: ArgumentParser, default: str | None = None) -> None:
    """The game to play; with a default it may be left out."""
    parser.add_argument(
        "game",
        nargs=None if default is None else "?",
        default=default,
        metavar="GAME",
        help="a name ('ekiben games' lists them) or a board file, ./my-board.toml",
    )


def add_players(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--players",
        required=True,
        metavar="LIST",
        help="bots, e.g. greedy,random or name:key=value,python:my_bots.First",
    )


def add_seed_and_options(
    parser: ArgumentParser,
    default: int | None = None,
    help: str = "the same seed deals the same (else drawn)",
) -> None:
    parser.add_argument("--seed", type=seed, default=default, metavar="S", help=help)
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        type=option,
        metavar="OPTION=VALUE",
        dest="options",
        help="choose a rule option; may be given several times",
    )


def add_seconds(parser: ArgumentParser, default: float = 1.0) -> None:
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=default,
        metavar="SECONDS",
        help=f"how long a bot that searches may think about a choice (default {default:g})",
    )


def add_threads(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--threads",
        type=positive,
        metavar="N",
        help="cores on which a bot that searches thinks about a choice (else all)",
    )
