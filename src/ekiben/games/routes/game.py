"""The route games behind the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ekiben.core.action import Action
from ekiben.core.arrays import Array
from ekiben.core.errors import EkibenError, Refusal, listed, nearest, quoted
from ekiben.core.game import Event, FieldReader, Game, Line, validate_options, validate_rules
from ekiben.core.layout import View
from ekiben.core.match import Script
from ekiben.games.families import ROUTES
from ekiben.games.routes import score_sheet
from ekiben.games.routes.actions import actions_of
from ekiben.games.routes.board import Board
from ekiben.games.routes.board_builder import build_board
from ekiben.games.routes.board_file import BoardFile, read
from ekiben.games.routes.events import event_from
from ekiben.games.routes.hints import Hints, hints
from ekiben.games.routes.imagine import redeal
from ekiben.games.routes.options import Options, options_of
from ekiben.games.routes.refusals import refusal
from ekiben.games.routes.rules import RULE_SET, VERSION
from ekiben.games.routes.state import TICKETS_ASKED, State
from ekiben.games.routes.turn import QUESTIONS

SECRET = ("keep", "take")  # verbs of which others hear only that they were used


class RouteGame(Game[BoardFile, Board, State]):
    """America, Europe, Great Lakes, London, or a board of your own."""

    asked_names = QUESTIONS.names
    family = ROUTES
    rule_set = RULE_SET

    def __init__(self, board: BoardFile, options: Mapping[str, Any], rules: int = VERSION) -> None:
        self.known_options = options_of(board)
        self.options = validate_options(board.game, self.known_options, options)
        usual = {"sweep_wilds": board.figures.cards.sweep_wilds}
        chosen = Options(**(usual | self.options))
        self.set_board(board, build_board(board, chosen, rules), rules)
        self.ranked_by = score_sheet.ranked_by(board, self.options)
        self.actions = actions_of(board)
        self.deck_names = ("deck",) if board.decks == 1 else ("trains", "ships")
        self.exits = [
            [
                (route.number, route.a + route.z - city.number, route.length)
                for route in board.routes
                if city.number in (route.a, route.z)
            ]
            for city in board.cities
        ]

    # ---- actions
    def action_at(self, id: int) -> Action:
        return self.actions.all[id]

    def read_action(self, text: str, state: State | None) -> Action:
        offer = []
        if state is not None and state.asked == TICKETS_ASKED:
            offer = [
                self.board.tickets[number].id
                for number in state.offer[state.seat, : state.offered[state.seat]]
            ]
        return self.actions.parse(
            text, lambda: self.legal_ids(state) if state is not None else [], offer
        )

    def is_secret(self, action: Action) -> bool:
        return action.verb in SECRET

    # ---- positions
    def refusal(self, s: State, action: Action) -> Refusal | None:
        return refusal(self, s, action)

    def sheet(self, s: State, seat: int) -> list[Line]:
        return score_sheet.sheet(self, s, seat)

    def events(self, field: FieldReader, rows: list[list[int]]) -> list[Event]:
        return [event_from(self, field, row) for row in rows]

    def extents(self, seats: int) -> Mapping[str, int]:
        b = self.plain_board
        return {
            "seat": seats,
            "kind": int(b.kinds),
            "deck": int(b.decks),
            "slot": int(b.slots),
            "city": int(b.cities),
            "ticket": int(b.tickets),
            "piece": len(self.board.pieces),
        }

    def hints(self, view: View) -> Hints:
        return hints(self, view)

    def redeal(self, view: View, seed: int) -> State:
        return redeal(self, view, seed)

    def stack_decks(self, s: State, luck: Script) -> None:
        names = dict(zip(self.deck_names, s.deck, strict=False))
        for name, cards in luck.decks.items():
            if not isinstance(cards, Sequence) or isinstance(cards, str):
                raise EkibenError(
                    f"scripted luck for {name!r} should be a list of names, not {quoted(cards)}"
                )
            if name == "tickets":
                self.script_tickets(s, [str(card) for card in cards])
            elif name in names:
                deck = self.deck_names.index(name)
                stack(
                    names[name],
                    int(s.deck_size[deck]),
                    [place(self.board.kinds, str(card)) for card in cards],
                    self.board.kinds,
                )
            else:
                raise EkibenError(
                    f"no deck {name!r}.{nearest(name, [*names, 'tickets'])} Decks: "
                    f"{listed([*names, 'tickets'])}"
                )

    def script_tickets(self, s: State, names: list[str]) -> None:
        """Regular tickets come on top of the deck, long ones to the front of the long deal."""
        b, known = self.plain_board, [ticket.id for ticket in self.board.tickets]
        numbers = {name: place(known, name) for name in names}
        for long, start, end in ((False, 0, b.regular), (True, b.regular, b.tickets)):
            wanted = [numbers[name] for name in names if (numbers[name] >= b.regular) == long]
            rest = [ticket for ticket in s.ticket_deck[start:end].tolist() if ticket not in wanted]
            s.ticket_deck[start:end] = wanted + rest


def place(known: Sequence[str], name: str) -> int:
    if name not in known:
        raise EkibenError(f"there is no {name!r}.{nearest(name, known)}")
    return known.index(name)


def stack(deck: Array, size: int, cards: list[int], kinds: Sequence[str]) -> None:
    """Brings cards to the top of a deck, the first on top, by swapping."""
    for depth, card in enumerate(cards):
        top = size - 1 - depth
        found = [place for place in range(top + 1) if deck[place] == card]
        if not found:
            raise EkibenError(f"the deck has no further {kinds[card]} card")
        deck[found[0]], deck[top] = deck[top], deck[found[0]]


def load(path: Path, options: Mapping[str, Any], rules: int = VERSION) -> RouteGame:
    validate_rules(rules, VERSION)
    return RouteGame(read(path), options, rules)


def route_game(game: Game) -> RouteGame:
    """The same game, known to be of this family."""
    assert isinstance(game, RouteGame), game
    return game
