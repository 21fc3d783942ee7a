"""What can be typed after `ekiben train`."""

from __future__ import annotations

from pathlib import Path

from ekiben.cli.parsers.shared import Verbs, add_verb


def add_train(verbs: Verbs) -> None:
    parser = add_verb(
        verbs,
        "train",
        "train",
        "train a player by self-play, on a graphics card or on the processor (extra learn)",
        "train london --set seconds=600 --out london-run",
        "train settings.toml --out run",
        "train settings.toml --out run --resume",
    )
    parser.add_argument(
        "what", metavar="GAME", help="a game of the box, or a TOML file of settings"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting, such as seconds=600, width=256, teacher=planner; may be repeated",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("training"),
        metavar="DIR",
        help="where checkpoints, the network, the model card and its plot go (default training)",
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on from the checkpoint in that folder"
    )
