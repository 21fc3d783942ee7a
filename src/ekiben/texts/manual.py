"""Build the rules pages of the manual: ``python -m ekiben.texts.manual [--check]``."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from ekiben.texts import Clause, clauses, languages, rules

DOCS = Path(__file__).resolve().parents[3] / "docs"
FILES = {
    "RT": "route-games.md",
    "US": "america.md",
    "EU": "europe.md",
    "GL": "great-lakes.md",
    "LD": "london.md",
    "TR": "tokyo.md",
    "KT": "kanto.md",
}
SHARED = {"US": "RT", "EU": "RT", "GL": "RT", "LD": "RT", "KT": "TR"}
NUMBER = re.compile(rf"(?<![A-Z])(?:{'|'.join(FILES)})-\d+\.\d+(?!\d)")


def manual() -> dict[Path, str]:
    """Every page of the rules in every language: its place under docs, and what it says."""
    return {path: text for language in languages() for path, text in _pages(language)}


def outdated(docs: Path = DOCS) -> list[Path]:
    """The pages that are missing or differ from the clauses."""
    return [path for path, text in manual().items() if _read(docs / path) != text]


def write(docs: Path = DOCS) -> None:
    """Write every page."""
    for path, text in manual().items():
        (docs / path).parent.mkdir(parents=True, exist_ok=True)
        (docs / path).write_text(text, encoding="utf-8", newline="\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or with ``--check`` name those that are out of date."""
    import argparse  # the table of clauses is for everybody, this is not

    parser = argparse.ArgumentParser(prog="python -m ekiben.texts.manual", description=main.__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if a page is out of date"
    )
    parser.add_argument("--docs", type=Path, default=DOCS, help="the folder of the manual")
    chosen = parser.parse_args(arguments)
    return _check(chosen.docs) if chosen.check else _write(chosen.docs)


def _check(docs: Path) -> int:
    stale = outdated(docs)
    for path in stale:
        print(f"out of date: {docs / path}", file=sys.stderr)
    return 1 if stale else 0


def _write(docs: Path) -> int:
    write(docs)
    return 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def _pages(language: str) -> Iterator[tuple[Path, str]]:
    yield _place("index.md", language), _joined(_index(language))
    for key in _keys(language):
        yield _place(FILES[key], language), _joined(_page(key, language))


def _keys(language: str) -> list[str]:
    """The pages that have clauses, in the manual's order."""
    written = {number.partition("-")[0] for number in clauses(language)}
    return [key for key in FILES if key in written]


def _place(file: str, language: str) -> Path:
    return Path("rules", file) if language == languages()[0] else Path(language, "rules", file)


def _joined(paragraphs: Iterator[str]) -> str:
    return "\n\n".join(paragraphs) + "\n"


def _index(language: str) -> Iterator[str]:
    own = rules(language)["manual"]
    yield f"# {own['title']}"
    yield _translations("index.md", language)
    yield own["intro"]
    yield own["marks"]
    yield "\n".join(f"- {_link(key, language)} ({key})" for key in _keys(language))


def _page(key: str, language: str) -> Iterator[str]:
    page, own = rules(language)["pages"][key], rules(language)["manual"]
    yield f"# {page['title']}"
    yield f"[{own['back']}](index.md) · {_translations(FILES[key], language)}"
    yield page["intro"]
    if key in SHARED:
        yield own["shared"].format(page=_link(SHARED[key], language))
    for section, title in page["sections"].items():
        yield f"## {key}-{section} {title}"
        yield from _section(f"{key}-{section}.", language)


def _section(prefix: str, language: str) -> Iterator[str]:
    for number, clause in clauses(language).items():
        if number.startswith(prefix):
            yield _paragraph(clause, language)


def _paragraph(clause: Clause, language: str) -> str:
    text = NUMBER.sub(lambda found: _reference(found[0], language), clause.text)
    return (
        f'<a id="{_anchor(clause.number)}"></a>**{clause.number}** {text}{_marks(clause, language)}'
    )


def _marks(clause: Clause, language: str) -> str:
    own = rules(language)["manual"]
    ruling = [f"*{own['ruling']}*"] if clause.ruling else []
    option = [f"*{own['option']}* `{clause.option}`"] if clause.option else []
    return "".join(f" · {mark}" for mark in ruling + option)


def _reference(number: str, language: str) -> str:
    if number not in clauses(language):
        return number
    return f"[{number}]({FILES[number.partition('-')[0]]}#{_anchor(number)})"


def _anchor(number: str) -> str:
    return number.lower().replace(".", "-")


def _link(key: str, language: str) -> str:
    return f"[{rules(language)['pages'][key]['title']}]({FILES[key]})"


def _translations(file: str, language: str) -> str:
    """Links to the same page in the other languages."""
    here = _place(file, language).parent
    others = [other for other in languages() if other != language]
    return " · ".join(
        f"[{_name(other)}]({_relative(_place(file, other), here)})" for other in others
    )


def _name(language: str) -> str:
    return str(rules(language)["manual"]["language"])


def _relative(path: Path, start: Path) -> str:
    return Path(os.path.relpath(path, start)).as_posix()


if __name__ == "__main__":
    sys.exit(main())
