"""`ekiben page`: the games as a folder of static files, for any web space."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ekiben.cli.compiling import announce_compiling
from ekiben.cli.words import Words, by_locale
from ekiben.texts import say


def run(args: Namespace) -> int:
    from ekiben.page.build.site import build_page

    language = args.language or by_locale()
    target = Path(args.folder).expanduser().absolute()

    def tell(stage: str) -> None:
        print(f"· {say(f'cli.page.stages.{stage}', language)} …", flush=True)

    with announce_compiling(Words(language)):
        version = build_page(target, args.server, language, tell)
    size = sum(file.stat().st_size for file in target.rglob("*") if file.is_file())
    print(say("cli.page.done", language, folder=target, version=version, size=round(size / 1e6, 1)))
    return 0
