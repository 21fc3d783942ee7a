"""Build the manual's how-to-play pages with their pictures: ``python -m ekiben.draw.manual``.

With ``--check`` nothing is written, and what is out of date is named.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import ekiben
from ekiben.draw import illustration
from ekiben.draw.style import without_details
from ekiben.texts import languages, rules, say, words
from ekiben.texts.learning import Card, Section, caption, card
from ekiben.texts.manual import DOCS, FILES

Board = Any  # a board file: every family has its own class


def manual() -> dict[Path, str]:
    """Every page and picture in every language: its place under docs, and what is in it."""
    return {path: text for language in languages() for path, text in _files(language)}


def outdated(docs: Path = DOCS) -> list[Path]:
    """What is missing or differs from boards and texts."""
    return [path for path, text in manual().items() if _read(docs / path) != text]


def write(docs: Path = DOCS) -> None:
    """Write every page and picture."""
    for path, text in manual().items():
        (docs / path).parent.mkdir(parents=True, exist_ok=True)
        (docs / path).write_text(text, encoding="utf-8", newline="\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or with ``--check`` name those that are out of date."""
    parser = argparse.ArgumentParser(prog="python -m ekiben.draw.manual", description=main.__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if out of date")
    parser.add_argument("--docs", type=Path, default=DOCS, help="the folder of the manual")
    chosen = parser.parse_args(arguments)
    if not chosen.check:
        write(chosen.docs)
        return 0
    stale = outdated(chosen.docs)
    for path in stale:
        print(f"out of date: {chosen.docs / path}", file=sys.stderr)
    return 1 if stale else 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def _folder(language: str) -> Path:
    return Path("learn") if language == languages()[0] else Path(language, "learn")


def _files(language: str) -> Iterator[tuple[Path, str]]:
    yield _folder(language) / "index.md", _joined(_index(language))
    for game in ekiben.games():
        board = ekiben.load(game).board
        found = card(board, language)
        yield _folder(language) / f"{game}.md", _joined(_page(board, found, language))
        for section in found.sections:
            if section.picture:
                drawn = illustration(board, section.picture, language).svg
                yield _folder(language) / _picture(game, section), without_details(drawn)


def _picture(game: str, section: Section) -> str:
    return f"pictures/{game}-{section.picture}.svg"


def _joined(paragraphs: Iterator[str]) -> str:
    return "\n\n".join(paragraphs) + "\n"


def _index(language: str) -> Iterator[str]:
    own = words(language)["web"]["cards"]
    yield f"# {own['title']}"
    yield _other("index.md", language)
    yield own["intro"]
    yield "\n".join(_entry(game, language) for game in ekiben.games())


def _entry(game: str, language: str) -> str:
    found = card(ekiben.load(game).board, language)
    title = say(f"games.{game}", language)
    return f"- [{title}]({game}.md) ({_facts(found, language)}): {found.about}"


def _facts(found: Card, language: str) -> str:
    if found.minutes is None:
        return ""
    return say("web.home.minutes", language, least=found.minutes[0], most=found.minutes[1])


def _page(board: Board, found: Card, language: str) -> Iterator[str]:
    yield f"# {say('web.cards.title-of', language, game=board.names[language])}"
    back = words(language)["web"]["cards"]["all"]
    yield f"[{back}](index.md) · {_other(f'{board.game}.md', language)}"
    players = say("web.home.players", language, least=board.seats[0], most=board.seats[1])
    yield f"*{players} · {_facts(found, language)}.* {found.about}"
    for section in found.sections:
        yield from _section(board, section, language)


def _section(board: Board, section: Section, language: str) -> Iterator[str]:
    yield f'## {section.title} <a id="{section.id}"></a>'
    yield section.text
    if section.picture:
        values = illustration(board, section.picture, language).values
        told = caption(board, section.picture, values, language)
        yield f"![{told}]({_picture(board.game, section)})\n*{told}*"
    links = " ".join(_clause(number) for number in section.clauses)
    yield f"<small>{say('web.cards.rules', language)} {links}</small>"


def _clause(number: str) -> str:
    anchor = number.lower().replace(".", "-")
    return f"[{number}](../rules/{FILES[number[:2]]}#{anchor})"


def _other(file: str, language: str) -> str:
    """The same page in the other language."""
    other = next(one for one in languages() if one != language)
    path = f"../ja/learn/{file}" if other == "ja" else f"../../learn/{file}"
    return f"[{rules(other)['manual']['language']}]({path})"


if __name__ == "__main__":
    sys.exit(main())
