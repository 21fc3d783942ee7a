"""`ekiben serve`: the game in the browser."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ekiben.cli.words import by_locale


def run(args: Namespace) -> int:
    from ekiben.server.run import data_folder, has_desktop, serve
    from ekiben.server.settings import Settings
    data = Path(args.data).expanduser().absolute() if args.data else data_folder()
    browser = has_desktop() if args.open is None else args.open
    serve(Settings(data, args.host, args.port), browser, args.verbose, args.language or by_locale())
    return 0
