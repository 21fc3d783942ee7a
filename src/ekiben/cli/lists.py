"""`ekiben games`, `ekiben bots` and `ekiben rules`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

import ekiben
from ekiben.cli.look import QUIET, STRONG, console, tabular
from ekiben.cli.words import Words
from ekiben.core.errors import EkibenError
from ekiben.texts import Clause, clauses


def run(args: Namespace) -> int:
    lists: dict[str, Callable[[Namespace, Words, Console], None]] = {"games": games, "bots": bots, "rules": rules}
    lists[args.list](args, Words.of(args), console())
    return 0


def games(args: Namespace, words: Words, screen: Console) -> None:
    """Names, seats, and the options each has."""
    table = tabular(*(words(f"columns.{name}") for name in ("name", "game", "seats", "options")))
    for name in ekiben.games():
        game = ekiben.load(name)
        least, most = game.seats
        table.add_row(name, words.say(f"games.{name}"), f"{least}–{most}", words.listed(list(game.options)))
    screen.print(table)


def bots(args: Namespace, words: Words, screen: Console) -> None:
    from ekiben import bots
    table = tabular(words("columns.name"), words("columns.about"))
    for name, about in bots.names().items():
        table.add_row(name, about)
    screen.print(table)


def rules(args: Namespace, words: Words, screen: Console) -> None:
    """One clause in full, or all that begin so, each in a sentence."""
    known, wanted = clauses(words.language), args.clause.upper()
    if wanted in known:
        whole(words, known[wanted], screen)
        return
    found = [clause for number, clause in known.items() if number.startswith(wanted)]
    if not found:
        raise EkibenError(words("errors.no-clause", clause=args.clause, pages=words.listed(pages(known))))
    table = tabular(words("columns.clause"), words("columns.rule"))
    for clause in found:
        table.add_row(clause.number, clause.short)
    screen.print(table)


def pages(known: dict[str, Clause]) -> list[str]:
    return list(dict.fromkeys(number.partition("-")[0] for number in known))


def whole(words: Words, clause: Clause, screen: Console) -> None:
    screen.print(Text(f"{clause.number}  {clause.short}", STRONG))
    screen.print(Text(clause.text))
    if clause.ruling or clause.option:
        marks = [words("ruling")] if clause.ruling else []
        screen.print(Text(words.listed([*marks, *([words("option", name=clause.option)] if clause.option else [])])), style=QUIET)
