"""Statistics of the explorer as tables in the terminal."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from ekiben.analysis.explorer import Exploration, Group, Item, Share
from ekiben.analysis.explorer.family import Table
from ekiben.bots.levels import NAMES as LEVELS
from ekiben.cli.styling import QUIET, STRONG, make_table
from ekiben.cli.words import Words, printable
from ekiben.core.errors import EkibenError, listed
from ekiben.texts import UnknownText
from ekiben.texts.sentences import value_in_words

LONG = 16  # items from which a table is cut to its best lines
UNCHOSEN = "offered"  # what luck does says little about winning
# the stage by whose wins a table is sorted: what one can choose
CHOSEN = {"tickets": "kept", "routes": "claimed", "jobs": "delivered", "cities": "start"}


def report(words: Words, found: Exploration, args: Namespace) -> Iterator[RenderableType]:
    """The chosen groups, or the largest one and what others there are."""
    wanted = chosen_groups(found, args)
    for group in wanted:
        yield from group_tables(words, found, group, args)
    if len(wanted) < len(found.groups):
        others = [group_name(words, group) for group in ranked(found) if group not in wanted]
        yield Text(words.say("explore.others", groups=words.listed(others)), QUIET)


def chosen_groups(found: Exploration, args: Namespace) -> list[Group]:
    groups = [
        group
        for group in ranked(found)
        if (not args.seats or group.seats in args.seats) and args.level in (None, group.level)
    ]
    return groups if args.seats or args.level else groups[:1]


def ranked(found: Exploration) -> list[Group]:
    """The strongest level and the smallest table first."""
    known = {level: place for place, level in enumerate(reversed(LEVELS))}
    return sorted(
        found, key=lambda group: (known.get(group.level, len(known)), group.seats, group.level)
    )


def group_name(words: Words, group: Group) -> str:
    return words.say("explore.group", level=level_name(words, group.level), seats=group.seats)


def level_name(words: Words, level: str) -> str:
    for key in (f"server.levels.{level}", f"explore.levels.{level}"):
        try:
            return words.say(key)
        except UnknownText:
            continue
    return printable(level)


def group_tables(
    words: Words, found: Exploration, group: Group, args: Namespace
) -> Iterator[RenderableType]:
    yield Text(f"{words.game()} · {group_name(words, group)}", STRONG)
    size = words.say(
        "explore.size",
        games=group.games,
        players=group.players,
        shown=f"{group.games:,}",
        shown_players=f"{group.players:,}",
    )
    yield Text(size, QUIET)
    for name, figure in group.figures.items():
        if figure.count:
            mean, spread = f"{figure.mean:.1f}", f"{figure.spread:.1f}"
            label = words.say(f"explore.figures.{name}")
            yield Text(words.say("explore.figure", name=label, mean=mean, spread=spread), QUIET)
    for table in chosen_tables(found, args.table):
        yield Text()
        yield items_table(words, group, table, args)
    yield Text()


def chosen_tables(found: Exploration, wanted: Sequence[str]) -> list[Table]:
    known = {table.name: table for table in found.tables}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise EkibenError(f"{found.game} has no table {unknown[0]!r}: {listed(known)}")
    return [known[name] for name in wanted] if wanted else list(found.tables)


def items_table(words: Words, group: Group, table: Table, args: Namespace) -> RenderableType:
    items = sorted_items(group, table, args.sort)
    shown = items[: args.top] if args.top and len(table.items) >= LONG else items
    headings = [words.say(f"explore.tables.{table.name}")]
    for stage in table.stages:
        headings.append(words.say(f"explore.stages.{table.name}.{stage}"))
        headings += [words.say("explore.won")] if stage != UNCHOSEN else []
    made = make_table(*headings, right=range(1, len(headings)))
    for item in shown:
        cells = [cell for stage in table.stages for cell in stage_cells(item, stage)]
        made.add_row(item_name(words, table.name, item.id), *cells)
    return made


def sorted_items(group: Group, table: Table, stage: str | None) -> list[Item]:
    """Long tables by the lower end of the wins' interval, so that few cases do not come first."""
    items = [item for item in group.items(table.name) if any(item.counts.values())]
    by = stage if stage in table.stages else CHOSEN.get(table.name)
    if by is None:
        return items
    return sorted(items, key=lambda item: -lower_end(item.won(by)))


def lower_end(share: Share | None) -> float:
    return -1.0 if share is None else share.low


def stage_cells(item: Item, stage: str) -> list[str]:
    reached = percent(item.reached(stage))
    return [reached] if stage == UNCHOSEN else [reached, with_error(item.won(stage))]


def percent(share: Share | None) -> str:
    return "" if share is None else f"{share.value:.1%}"


def with_error(share: Share | None) -> str:
    """A share and half the width of its interval: 54.2% ±1.1."""
    return "" if share is None else f"{share.value:.1%} ±{100 * share.error:.1f}"


def item_name(words: Words, table: str, id: str) -> str:
    """What an item is called."""
    named = {"routes": words.route, "cities": words.city}
    if table in named:
        return named[table](id)
    if table == "tickets":
        points = next(one.points for one in words.board.tickets if one.id == id)
        return f"{words.ticket(id)} {points}"
    if table == "jobs":
        return f"{id} {value_in_words(words, 'job', id)}"
    try:
        return words.say(f"explore.items.{table}.{id}")
    except UnknownText:
        return id
