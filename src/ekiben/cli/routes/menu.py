"""What can be done, numbered: draws first, routes that help a ticket before others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ekiben.cli.menu import Menu, Rank
from ekiben.cli.styling import QUIET, STRONG, chip, flow_text, label_rows, payment
from ekiben.cli.words import Words
from ekiben.core.action import Action
from ekiben.games.routes.board_file import Route

ORDER = (
    "draw",
    "refill",
    "pay",
    "withdraw",
    "keep",
    "take",
    "claim",
    "tickets",
    "station",
    "harbour",
    "exchange",
    "pass",
)
FOLDED = (
    "station",
    "harbour",
    "exchange",
    "take",
)  # verbs shown as one line: what to type, and the numbers
SHOWN = 12  # routes, unless all are asked for


class RouteMenu(Menu):
    """The legal actions of a seat in the order of their numbers."""

    def prepare(self) -> None:
        self.hints = self.match.game.hints(self.view)
        wanted = [route for ticket in self.hints.get("tickets", []) for route in ticket["missing"]]
        self.wanted = dict.fromkeys(wanted)
        self.lengths = {route.id: route.length for route in self.match.game.board.routes}

    def rank(self, action: Action) -> Rank:
        """Payments with few wilds first; routes for tickets, then long ones, first."""
        verb = ORDER.index(action.verb) if action.verb in ORDER else len(ORDER)
        if action.verb == "claim":
            return verb, action.route not in self.wanted, -self.lengths[action.route], action.id
        return verb, action.fields.get("cards", {}).get("wild", 0), action.id

    # ---- how it is shown
    def render(self, width: int, everything: bool = False) -> Iterator[RenderableType]:
        """A line or a block a verb."""
        for verb in dict.fromkeys(action.verb for action in self.actions):
            actions = self.of(verb)
            if verb == "claim":
                yield from self.routes(actions, width, everything)
            elif verb in FOLDED and not everything:
                yield self.line(verb, [self.folded_cell(actions)], width)
            elif verb in ("keep", "pay"):
                yield self.column(actions, width)
            else:
                yield self.line(verb, [self.cell(action) for action in actions], width)

    def line(self, verb: str, cells: Sequence[Text], width: int) -> Table:
        label = self.words(f"groups.{verb}") if verb in ORDER else verb
        return label_rows([(label, flow_text(cells, width - Text(label).cell_len - 2, gap="  "))])

    def column(self, actions: Sequence[Action], width: int) -> Table:
        table, room = (
            Table.grid(padding=(0, 1)),
            width - max(len(str(action)) for action in actions) - 6,
        )
        for action in actions:
            table.add_row(
                Text(f"{self.numbers[action]:>3}", STRONG),
                str(action),
                flow_text(self.spelled_out(action), room),
            )
        return table

    def cell(self, action: Action) -> Text:
        """A number and what it does."""
        text = Text(f"{self.numbers[action]} ", STRONG)
        if "card" in action.fields:
            return text.append_text(chip(self.words, action.card))
        if "deck" in action.fields:
            return text.append(self.words(f"decks.{action.deck}"), "not bold")
        return text.append(str(action), "not bold")

    def folded_cell(self, actions: Sequence[Action]) -> Text:
        """Many actions that differ in one word or number."""
        first, last = actions[0], actions[-1]
        names = [re.sub(r"^\w+ ", "", str(action)) for action in (first, last)]
        several = (
            f"{self.numbers[first]}–{self.numbers[last]}"
            if len(actions) > 1
            else f"{self.numbers[first]}"
        )
        text = Text(f"{several} ", STRONG).append(
            f"{first.verb} " + " … ".join(dict.fromkeys(names)), "not bold"
        )
        advised = self.match.game.board.figures.pieces.advised if first.verb == "take" else None
        return text.append(self.words("advised", count=advised), QUIET) if advised else text

    def spelled_out(self, action: Action) -> list[Text]:
        """What a payment or a choice of tickets is in full."""
        if action.verb == "pay":
            return [chip(self.words, kind, count) for kind, count in action.cards.items()]
        offer = [
            self.match.game.board.tickets[number]
            for number in self.view.offer[self.seat]
            if number >= 0
        ]
        chosen = [offer[place - 1] for place in action.tickets]
        return [Text(f"{self.words.between(ticket)} ({ticket.points})") for ticket in chosen]

    # ---- routes
    def routes(
        self, actions: Sequence[Action], width: int, everything: bool
    ) -> Iterator[RenderableType]:
        """Those on the way of a ticket, then others; not all of them unless asked."""
        helpful = [action for action in actions if action.route in self.wanted]
        others = [action for action in actions if action.route not in self.wanted]
        rest = others if everything else others[: max(SHOWN - len(helpful), 4)]
        for group, title in ((helpful, "wanted"), (rest, "others" if helpful else "claim")):
            if group:
                yield Text(self.words(f"groups.{title}"), STRONG)
                yield self.grid([self.priced_cell(action) for action in group], width)
        if len(rest) < len(others):
            yield Text("  " + self.words("more-routes", count=len(others) - len(rest)), QUIET)

    def grid(self, cells: Sequence[Text], width: int) -> Table:
        """In as many columns as fit."""
        widest = max(cell.cell_len for cell in cells)
        columns = max(1, (width - 2) // (widest + 2))
        table = Table.grid(padding=(0, 2, 0, 0))
        rows = -(-len(cells) // columns)
        for row in range(rows):
            table.add_row(
                *(
                    cells[row + rows * column]
                    for column in range(columns)
                    if row + rows * column < len(cells)
                )
            )
        return table

    def priced_cell(self, action: Action) -> Text:
        """Number, route, what it would cost and bring."""
        route = self.match.game.board.routes[self.route_number(action.route)]
        text = Text(f"{self.numbers[action]:>3} ", STRONG).append(route.id, "not bold")
        if self.words.language != "en":
            text.append(f" {self.words.between(route)}", "not bold")
        price = self.hints.get("payments", {}).get(route.id)
        if price:
            text.append(" ").append_text(payment(self.words, self.match.game.parse(price).cards))
        points = self.match.game.board.figures.routes.points[route.length - 1]
        return text.append(f" {self.words('points', points=points)}", "not bold").append(
            special_marks(self.words, route), QUIET
        )

    def route_number(self, name: str) -> int:
        return next(int(route.number) for route in self.match.game.board.routes if route.id == name)


def special_marks(words: Words, route: Route) -> str:
    """What is special about a route, each with a blank before it."""
    marks = [words("marks.tunnel")] if route.tunnel else []
    if route.ferry:
        marks.append(words("marks.ferry", wilds=route.ferry))
    return "".join(f" {mark}" for mark in marks)
