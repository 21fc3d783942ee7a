"""The server as people start it, but with bots that do not wait and with known luck: python
tests/browser/quick_server.py FOLDER
"""

import secrets
import sys
from pathlib import Path
from types import SimpleNamespace

from ekiben.server import engine, tables
from ekiben.server.machine_code import all_builds, is_for_tables
from ekiben.server.run import serve
from ekiben.server.settings import Rates, Settings

SEED = 7
OFTEN = dict.fromkeys(
    (
        "requests",
        "tables",
        "lessons",
        "sits",
        "listings",
        "joins",
        "statuses",
        "replays",
        "messages",
    ),
    "100000/minute",
)


def known(size: int) -> str:
    """Salt, of which the bots make their own luck."""
    return "5a" * size


def builds_for_tables():
    """Reviews in these tests are made up: nobody waits for their machine code."""
    return [one for one in all_builds() if is_for_tables(one)]


def main(folder: str) -> None:
    engine.all_builds = builds_for_tables
    tables.secrets = SimpleNamespace(
        randbits=lambda bits: SEED,
        token_hex=known,
        token_urlsafe=secrets.token_urlsafe,
        choice=secrets.choice,
    )
    at_once = {"pace": 0.0, "step": 0.0, "gentle": 0.0, "grace": 0.0, "away": 0.0}
    serve(
        Settings(Path(folder), port=0, rates=Rates(**OFTEN), bot_workers=1, **at_once),
        browser=False,
    )


if __name__ == "__main__":
    main(sys.argv[1])
