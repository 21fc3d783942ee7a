"""The table as one seat sees it: seats, market, decks, hand and tickets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ekiben.cli.styling import QUIET, STRONG, WARNING, chip, flow_text, label_rows, make_table
from ekiben.cli.words import Words
from ekiben.core.layout import View
from ekiben.core.match import Match
from ekiben.games.routes.hints import TicketHint

STATES = {"done": ("✓", "bold green"), "reachable": ("…", ""), "lost": ("✗", WARNING)}


def position(match: Match, words: Words, seat: int | None, width: int) -> Iterator[RenderableType]:
    """All there is to see."""
    view = match.view(seat)
    yield heading(match, words, view)
    yield seats(match, words, view)
    yield Text()
    yield cards(match, words, view, width, whole=True)


def heading(match: Match, words: Words, view: View) -> Rule:
    turn = words("turn", game=words.game(), turn=view.turns + 1) if not match.over else words.game()
    parts = [turn, *([words.seat(view.viewer)] if view.viewer is not None else [])]
    return Rule(Text(" · ".join(parts), STRONG), style=QUIET)


# ---- seats
def seats(match: Match, words: Words, view: View) -> Table:
    """A row a seat; the one to move is marked."""
    columns = list(public_columns(match, words, view))
    headings = [words("columns.seat"), words("columns.player"), *(name for name, _ in columns)]
    table = make_table(*headings, right=range(2, len(headings)))
    for seat in range(match.seats):
        mark = "▶" if seat == match.seat else " "
        table.add_row(
            f"{mark}{seat}",
            words.seat(seat),
            *(figures[seat] for _, figures in columns),
            style=STRONG if seat == view.viewer else "",
        )
    return table


def public_columns(match: Match, words: Words, view: View) -> Iterator[tuple[str, list[str]]]:
    """The columns: what is public of the seats."""
    board = match.game.board
    pieces = [["–"] * match.seats] * 2 if view.setting_up else view.pieces.T
    columns: list[tuple[str, Iterable[object]]] = [
        ("score", view.score),
        *zip(board.pieces, pieces, strict=False),
    ]
    columns += [
        ("cards", ["+".join(map(str, sizes)) for sizes in view.hand_size.tolist()]),
        ("tickets", view.ticket_count),
    ]
    columns += [
        (name, figures.each - view.built) for name, figures in board.figures.buildings.items()
    ]
    for name, values in columns:
        yield words(f"columns.{name}"), [str(value) for value in values]


# ---- cards
def cards(match: Match, words: Words, view: View, width: int, whole: bool = False) -> Table:
    """Market and decks, and the hand of who looks; on the whole table the tickets too."""
    labels = [words(f"labels.{name}") for name in ("market", "decks", "hand", "tickets")]
    room = width - max(Text(label).cell_len for label in labels) - 2
    rows = [
        (labels[0], market(match, words, view, room)),
        (labels[1], Text(decks(match, words, view))),
    ]
    if view.viewer is not None and not match.over:
        rows.append((labels[2], hand(match, words, view, room)))
    return label_rows([*rows, *(tickets(match, words, view) if whole else ())])


def market(match: Match, words: Words, view: View, room: int) -> Text:
    kinds = [match.game.board.kinds[card] for card in view.market.tolist() if card >= 0]
    return (
        flow_text((chip(words, kind) for kind in kinds), room)
        if kinds
        else Text(words("nothing"), QUIET)
    )


def decks(match: Match, words: Words, view: View) -> str:
    names = ("deck",) if match.game.board.decks == 1 else ("trains", "ships")
    sizes = [
        words(
            "deck-size",
            deck=words(f"decks.{name}"),
            cards=view.deck_size[number],
            discards=view.discarded[number],
        )
        for number, name in enumerate(names)
    ]
    return " · ".join([*sizes, words("tickets-left", tickets=view.ticket_left)])


def hand(match: Match, words: Words, view: View, room: int) -> Text:
    held = [
        (kind, int(count))
        for kind, count in zip(match.game.board.kinds, view.hand[view.viewer], strict=True)
        if count > 0
    ]
    return (
        flow_text((chip(words, kind, count) for kind, count in held), room)
        if held
        else Text(words("nothing"), QUIET)
    )


# ---- tickets
def tickets(match: Match, words: Words, view: View) -> Iterator[tuple[str, Text]]:
    """How each ticket of the viewer stands, and what is missing; long ones first."""
    hints = match.game.hints(view).get("tickets", []) if not match.over else []
    if hints:
        rows = sorted(hints, key=lambda hint: -int(hint["points"]))
        yield words("labels.tickets"), Text("\n").join(ticket(words, hint) for hint in rows)


def ticket(words: Words, hint: TicketHint) -> Text:
    """Points, cities, state, and the cheapest way as routes to claim."""
    mark, style = STATES[hint["state"]]
    text = Text(f"{hint['points']:>2} ", STRONG).append(words.ticket(hint["ticket"]), "not bold")
    text.append(f"  {mark} {words('states.' + hint['state'])}", style or "not bold")
    lacks = {
        "missing": hint["missing"],
        "stations": hint["stations"],
        "borrowing": hint["borrowed"],
    }
    for key, names in lacks.items():
        if names:
            text.append(
                "  " + words(key, spaces=hint["spaces"], names=", ".join(names)), "not bold"
            )
    return text
