"""`ekiben games`, `ekiben bots` and `ekiben rules`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from rich.text import Text

import ekiben
from ekiben.cli.look import QUIET, STRONG, Screen, tabular
from ekiben.cli.words import Words
from ekiben.core.errors import EkibenError
from ekiben.texts import Clause, clauses


def run(args: Namespace) -> int:
    lists: dict[str, Callable[[Namespace, Screen], None]] = {"games": games, "bots": bots, "rules": rules}
    lists[args.list](args, Screen(Words.of(args)))
    return 0


def games(args: Namespace, screen: Screen) -> None:
    """Names, seats, and the options each has."""
    words = screen.words
    table = tabular(*(words(f"columns.{name}") for name in ("name", "game", "seats", "options")))
    for name in ekiben.games():
        game = ekiben.load(name)
        least, most = game.seats
        table.add_row(name, words.say(f"games.{name}"), f"{least}–{most}", words.listed(list(game.options)))
    screen.show(table)


def bots(args: Namespace, screen: Screen) -> None:
    from ekiben import bots
    table = tabular(screen.words("columns.name"), screen.words("columns.about"))
    for name, about in bots.names().items():
        table.add_row(name, about)
    table.add_row("pipe:COMMAND", screen.words.say("pipes.about"))
    screen.show(table)


def rules(args: Namespace, screen: Screen) -> None:
    """One clause in full, or all that begin so, each in a sentence."""
    words, wanted = screen.words, args.clause.upper()
    known = clauses(words.language)
    if wanted in known:
        whole(known[wanted], screen)
        return
    found = [clause for number, clause in known.items() if number.startswith(wanted)]
    if not found:
        raise EkibenError(words("errors.no-clause", clause=args.clause, pages=words.listed(pages(known))))
    table = tabular(words("columns.clause"), words("columns.rule"))
    for clause in found:
        table.add_row(clause.number, clause.short)
    screen.show(table)


def pages(known: dict[str, Clause]) -> list[str]:
    return list(dict.fromkeys(number.partition("-")[0] for number in known))


def whole(clause: Clause, screen: Screen) -> None:
    screen.show(Text(f"{clause.number}  {clause.short}", STRONG), Text(clause.text))
    if clause.ruling:
        screen.say("ruling", style=QUIET)
    if clause.option:
        screen.say("option", name=clause.option, style=QUIET)
