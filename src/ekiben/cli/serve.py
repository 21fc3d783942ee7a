"""`ekiben serve`: the game in the browser."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from ekiben.cli.words import by_locale


def run(args: Namespace) -> int:
    from ekiben.server.run import data_folder, has_desktop, serve
    from ekiben.server.settings import Settings

    database = args.database or os.environ.get("EKIBEN_DATABASE") or None
    data = Path(args.data).expanduser().absolute() if args.data else data_folder()
    browser = has_desktop() if args.open is None else args.open
    settings = Settings(
        data,
        args.host,
        args.port,
        database=database,
        workers=args.workers,
        names=tuple(args.name),
        proxies=args.proxies or "",
        bot_workers=args.thinkers,
        expire_days=args.expire_days,
        bots=tuple(args.bot),
        boards=tuple(Path(file).expanduser().absolute() for file in args.board),
    )
    serve(settings, browser, args.verbose, args.language or by_locale())
    return 0
