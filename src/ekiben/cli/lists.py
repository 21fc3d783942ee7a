"""`ekiben games`, `ekiben bots` and `ekiben rules`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence

from rich.table import Table
from rich.text import Text

import ekiben
from ekiben.arena import strength
from ekiben.arena.plan import playable_bots
from ekiben.arena.stats import milliseconds
from ekiben.cli.styling import QUIET, STRONG, Screen, make_table
from ekiben.cli.words import Words
from ekiben.core.errors import EkibenError
from ekiben.texts import Clause, clauses


def run(args: Namespace) -> int:
    lists: dict[str, Callable[[Namespace, Screen], None]] = {
        "games": games,
        "bots": bots,
        "rules": rules,
    }
    lists[args.list](args, Screen(Words.of(args)))
    return 0


def games(args: Namespace, screen: Screen) -> None:
    """Names, seats, and the options each has."""
    words = screen.words
    table = make_table(*(words(f"columns.{name}") for name in ("name", "game", "seats", "options")))
    for name in ekiben.games():
        game = ekiben.load(name)
        least, most = game.seats
        table.add_row(
            name, words.say(f"games.{name}"), f"{least}–{most}", words.listed(list(game.options))
        )
    screen.show(table)


def bots(args: Namespace, screen: Screen) -> None:
    """All of them; of one game those that play it, the strongest first."""
    from ekiben import bots

    if args.game in (*bots.names(), *bots.installed()):
        keys_of(args.game, screen)
        return
    if args.game:
        bots_of(args.game, screen)
        return
    table = make_table(
        *(screen.words(f"columns.{name}") for name in ("name", "rating", "cost", "about")),
        right=(1, 2),
    )
    for name, about in bots.names(screen.words.language).items():
        known = [rows[name] for rows in strength.stored_strength().values() if name in rows]
        table.add_row(
            name,
            spread([one.rating for one in known]),
            choice_times([one.ms for one in known]),
            about,
        )
    for name, point in bots.installed().items():
        table.add_row(name, "–", "–", point.value)
    table.add_row("python:module.Class", "", "", screen.words.say("pipes.python"))
    table.add_row("pipe:COMMAND", "", "", screen.words.say("pipes.about"))
    screen.show(table, Text(screen.words("ratings-by-game"), QUIET))


def bots_of(name: str, screen: Screen) -> None:
    from ekiben import bots

    words, game = screen.words, ekiben.load(name)
    known, about = strength.stored_strength().get(game.name, {}), bots.names(words.language)
    table = make_table(
        *(words(f"columns.{column}") for column in ("name", "rating", "cost", "about")),
        right=(1, 2),
    )
    for bot in sorted(
        playable_bots(game, list(about)), key=lambda bot: -known[bot].rating if bot in known else 0
    ):
        one = known.get(bot)
        rating = (
            "–"
            if one is None
            else f"{one.rating}"
            if one.low is None
            else f"{one.rating} [{one.low}, {one.high}]"
        )
        table.add_row(bot, rating, choice_times([one.ms] if one else []), about[bot])
    screen.show(table, levels_of(game, screen))


def levels_of(game: ekiben.Game, screen: Screen) -> Table:
    """What people choose from in the browser, and how each level plays."""
    from ekiben.bots.levels import levels, limits_text

    words = screen.words
    table = make_table(*(words(f"columns.{column}") for column in ("level", "bot", "plays")))
    for one in levels(game).values():
        plays = words.say(f"server.level-play.{game.family.name}.{one.name}")
        limits = limits_text(game, one, words.language)
        if limits:
            plays = words.say("tables.note", play=plays, tables=limits)
        table.add_row(words.say(f"server.levels.{one.name}"), one.spec, plays)
    return table


def keys_of(name: str, screen: Screen) -> None:
    """What can be set in a bot's spec: name:key=value,key=value."""
    from ekiben import bots

    table = make_table(
        *(screen.words(f"columns.{column}") for column in ("key", "default", "about"))
    )
    for key in bots.keys(name, screen.words.language):
        table.add_row(key.name, key.default, key.meaning)
    screen.show(table)


def choice_times(choices: Sequence[float]) -> str:
    """Milliseconds, from the least to the most."""
    return (
        "–".join(dict.fromkeys(milliseconds(ms / 1000) for ms in (min(choices), max(choices))))
        if choices
        else "–"
    )


def spread(figures: Sequence[float]) -> str:
    """From the least to the most."""
    return (
        "–".join(dict.fromkeys(f"{figure:g}" for figure in (min(figures), max(figures))))
        if figures
        else "–"
    )


def rules(args: Namespace, screen: Screen) -> None:
    """One clause in full, or all that begin so, each in a sentence."""
    words, wanted = screen.words, args.clause.upper()
    known = clauses(words.language)
    if wanted in known:
        show_clause(known[wanted], screen)
        return
    found = [clause for number, clause in known.items() if number.startswith(wanted)]
    if not found:
        raise EkibenError(
            words("errors.no-clause", clause=args.clause, pages=words.listed(pages(known)))
        )
    table = make_table(words("columns.clause"), words("columns.rule"))
    for clause in found:
        table.add_row(clause.number, clause.short)
    screen.show(table)


def pages(known: dict[str, Clause]) -> list[str]:
    return list(dict.fromkeys(number.partition("-")[0] for number in known))


def show_clause(clause: Clause, screen: Screen) -> None:
    screen.show(Text(f"{clause.number}  {clause.short}", STRONG), Text(clause.text))
    if clause.ruling:
        screen.say("ruling", style=QUIET)
    if clause.option:
        screen.say("option", name=clause.option, style=QUIET)
