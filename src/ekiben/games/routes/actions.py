"""Notation of the route games: every action's number, text and fields, and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property, lru_cache

from ekiben.core.action import Action, Fields
from ekiben.core.errors import EkibenError, nearest, quoted
from ekiben.games.routes.board import Board
from ekiben.games.routes.board_builder import fixed_tables
from ekiben.games.routes.board_file import BoardFile
from ekiben.games.routes.pieces import fewest_trains
from ekiben.games.routes.state import EMPTY

Spelling = tuple[str, Fields]  # an action's text and its fields
DECKS = ("trains", "ships")


@lru_cache(maxsize=16)
def actions_of(board: BoardFile) -> Actions:
    """The same for all games on a board: no option changes an action's number."""
    return Actions(board, fixed_tables(board))


class Actions:
    """All actions of a board, by number."""

    def __init__(self, board: BoardFile, b: Board) -> None:
        self.board = board
        self.b = b
        self.all: list[Action] = [self.spell(id) for id in range(b.actions)]

    @cached_property
    def by_text(self) -> dict[str, Action]:
        return {action.text: action for action in self.all}

    def spell(self, id: int) -> Action:
        """The action of a number: the last verb that begins at or before it."""
        b = self.b
        starts = [
            ("draw", b.draw),
            ("blind", b.blind),
            ("claim", b.claim),
            ("tickets", b.ask_tickets),
            ("build", b.build),
            ("exchange", b.exchange),
            ("exchange_ships", b.exchange_ships),
            ("pass_", b.pass_turn),
            ("refill", b.refill),
            ("pay", b.pay),
            ("withdraw", b.withdraw),
            ("keep", b.keep_tickets + 1),
            ("take", b.take),
        ]
        sized = zip(starts, [start for _, start in starts[1:]] + [b.actions], strict=True)
        verb, start = next((verb, start) for (verb, start), end in sized if start <= id < end)
        text, fields = getattr(self, verb)(id - start)
        return Action(id, text, fields)

    # ---- one method a verb: the n-th action of it
    def draw(self, n: int) -> Spelling:
        return f"draw {self.board.kinds[n]}", {"card": self.board.kinds[n]}

    def blind(self, n: int) -> Spelling:
        deck = "deck" if self.b.decks == 1 else DECKS[n]
        return f"draw {deck}", {"deck": deck}

    def claim(self, n: int) -> Spelling:
        return f"claim {self.board.routes[n].id}", {"route": self.board.routes[n].id}

    def tickets(self, n: int) -> Spelling:
        return "tickets", {}

    def build(self, n: int) -> Spelling:
        verb, city = ("station" if self.b.stations else "harbour"), self.board.cities[n].id
        return f"{verb} {city}", {"city": city}

    def exchange(self, n: int) -> Spelling:
        return f"exchange {n + 1} trains", {"count": n + 1, "pieces": "trains"}

    def exchange_ships(self, n: int) -> Spelling:
        return f"exchange {n + 1} ships", {"count": n + 1, "pieces": "ships"}

    def pass_(self, n: int) -> Spelling:
        return "pass", {}

    def refill(self, n: int) -> Spelling:
        return f"refill {DECKS[n]}", {"deck": DECKS[n]}

    def pay(self, n: int) -> Spelling:
        cards = self.cards(n)
        return f"pay {cards_text(cards)}", {"cards": cards}

    def withdraw(self, n: int) -> Spelling:
        return "withdraw", {}

    def keep(self, n: int) -> Spelling:
        places = [place + 1 for place in range(8) if (n + 1) >> place & 1]
        return "keep " + " ".join(map(str, places)), {"tickets": places}

    def take(self, n: int) -> Spelling:
        count = int(fewest_trains(self.b)) + n
        return f"take {count} trains", {"count": count, "pieces": "trains"}

    def cards(self, payment: int) -> dict[str, int]:
        """The cards of a payment by kind, wilds last."""
        b, kinds = self.b, self.board.kinds
        rows = zip(
            (b.pay_first[payment], b.pay_second[payment], b.wild),
            b.pay_counts[payment].tolist(),
            strict=True,
        )
        return {kinds[kind]: count for kind, count in rows if count}

    # ---- reading
    def parse(self, text: str, legal: Callable[[], list[int]], offer: list[str]) -> Action:
        """Read a notation in any case and order, with tickets by place or name.

        An EkibenError names the nearest action.
        """
        plain = " ".join(text.lower().split())
        found = self.by_text.get(plain) or self.by_text.get(self.in_order(plain, offer))
        if found is not None:
            return found
        known = [self.all[id].text for id in legal()] or list(self.by_text)
        raise EkibenError(
            f"{quoted(text)} is not an action "
            f"here.{nearest(plain, known) or nearest(plain, self.by_text)}"
        )

    def in_order(self, text: str, offer: list[str]) -> str:
        verb, _, rest = text.partition(" ")
        if verb == "claim":
            return f"claim {self.route_name(rest)}"
        if verb == "pay":
            return f"pay {self.cards_name(rest)}"
        if verb == "keep":
            return f"keep {keep_name(rest, offer)}"
        if verb in ("draw", "refill"):
            return f"{verb} {rest.removesuffix('s') if rest.endswith('wilds') else rest}"
        return text

    def route_name(self, text: str) -> str:
        """The route's own name for its two cities in either order."""
        for route in self.board.routes:
            a, z = self.board.cities[route.a].id, self.board.cities[route.z].id
            mark, twin = (
                ("~" if route.kind == "ship" else "-"),
                ("/2" if route.id.endswith("/2") else ""),
            )
            if text in (f"{a}{mark}{z}{twin}", f"{z}{mark}{a}{twin}"):
                return route.id
        return text

    def cards_name(self, text: str) -> str:
        found = {kind: int(count) for count, kind in re.findall(r"\b([0-9]{1,3}) ([a-z-]+)", text)}
        order = {kind: place for place, kind in enumerate(self.board.kinds)}
        return cards_text(dict(sorted(found.items(), key=lambda item: order.get(item[0], EMPTY))))


def cards_text(cards: dict[str, int]) -> str:
    return " ".join(f"{count} {kind}" for kind, count in cards.items())


def keep_name(text: str, offer: list[str]) -> str:
    """Places of the offer, smallest first; a ticket's name stands for its place."""
    places = {
        offer.index(word) + 1
        if word in offer
        else int(word)
        if re.fullmatch("[0-9]{1,3}", word)
        else 0
        for word in re.split(r"[ ,]+", text)
        if word
    }
    if text == "all":
        places = set(range(1, len(offer) + 1))
    return " ".join(str(place) for place in sorted(places)) if places and 0 not in places else text
