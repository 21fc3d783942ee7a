"""`ekiben train`: a player trained by self-play, kept as a small file with a model card."""

from __future__ import annotations

import ast
import sys
from argparse import Namespace
from pathlib import Path

import ekiben
from ekiben.core.errors import EkibenError
from ekiben.core.extras import missing
from ekiben.games import NAMES
from ekiben.learn.config import Config, make_config, read_config, settings_of


def run(args: Namespace) -> int:
    config = config_of(args)
    try:
        from ekiben.learn import export, train
    except ImportError as error:
        raise missing("Training", "learn", error) from None
    training = train.Training(config, args.out, report)
    if args.resume:
        training.resume(args.out / "checkpoint.pt")
    training.run()
    exported = export.export(args.out / "player.pt")
    network = args.out / f"{config.game}.npz"
    exported.network.save(network)
    written = export.write_card(args.out / "player.pt", exported, args.out)
    print(f"{network}\n{written}")
    return 0


def report(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def config_of(args: Namespace) -> Config:
    """The settings of a file or of a game's defaults, with those of the command line."""
    chosen = Config(args.what) if args.what in NAMES else read_config(args.what)
    given = {**settings_of(chosen), "game": chosen.game}
    config = make_config({**given, **dict(map(parse_setting, args.set))})
    for seats in config.meant_for:
        ekiben.load(config.game).validate_seats(seats)
    return config


def parse_setting(text: str) -> tuple[str, object]:
    """A setting as it is typed: a number, a list, a table of seats, or a word."""
    name, equals, value = text.partition("=")
    if not equals:
        raise EkibenError(f"--set {text}: give NAME=VALUE, such as seconds=600")
    try:
        found: object = ast.literal_eval(value)
    except (ValueError, SyntaxError):
        found = str(Path(value)) if value.endswith(".pt") else value
    return name.strip(), found
