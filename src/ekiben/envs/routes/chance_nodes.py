"""A route game whose luck is decided card by card: what OpenSpiel calls explicit chance.

The rules are the same functions as ever, put together anew over another `take_card` and
`top_ticket`: where the rules turn up a card, the next decided one comes, and when none is decided
yet the action stops there and says which could come, and how likely each is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import cast

from ekiben.core.compiled import AnyFunction, Interpreter, link
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.layout import GameState
from ekiben.core.match import Match
from ekiben.core.position import InterpretedPosition
from ekiben.envs.family import ChanceNodes
from ekiben.envs.routes.game_length import most_chances
from ekiben.games.routes import turn
from ekiben.games.routes.board import Board
from ekiben.games.routes.cards import take_card
from ekiben.games.routes.game import RouteGame, route_game
from ekiben.games.routes.state import EMPTY, State
from ekiben.games.routes.tickets import top_ticket

DEAL = -1  # stands for the deal among the actions

Rule = Callable[..., None]  # of the board, the state and what it takes besides


class Undecided(Exception):
    """Luck has to decide first: what could come, and in how many ways."""

    def __init__(self, ways: Mapping[int, int]) -> None:
        super().__init__("luck has to decide")
        self.ways = dict(ways)


class Decided:
    """What luck has decided, in order; trying an action uses it up.

    A card is its kind, a ticket its number after the kinds.
    """

    def __init__(self, game: RouteGame) -> None:
        if (
            game.plain_board.tickets > game.plain_board.regular
            or game.options["first_seat"] == "drawn"
        ):
            raise EkibenError(
                "luck can be decided card by card only without long tickets and with first_seat=0"
            )
        self.game, self.kinds = game, int(game.plain_board.kinds)
        self.script: list[int] = []
        self.drawn = 0  # tickets that have left the first order of their deck
        decided: dict[AnyFunction, AnyFunction] = {
            take_card: self.take_card,
            top_ticket: self.top_ticket,
        }
        rules = link([turn.apply, turn.deal], Interpreter(), replaced=decided)
        self.apply, self.deal = rules["apply"], rules["deal"]

    def next(self, ways: dict[int, int]) -> int:
        if not self.script:
            raise Undecided(ways)
        return self.script.pop(0)

    def take_card(self, b: Board, s: State, deck: int) -> int:
        """The rules take whatever lies on top; it changes places with the decided card."""
        if take_card(b, s, deck) == EMPTY:
            return EMPTY
        top = int(s.deck_size[deck])
        pile = s.deck[deck, : top + 1].tolist()
        card = self.next({kind: pile.count(kind) for kind in sorted(set(pile))})
        place = pile.index(card)
        s.deck[deck, place], s.deck[deck, top] = pile[top], card
        return card

    def top_ticket(self, b: Board, s: State) -> int:
        """The decided ticket; only tickets of the first order are open.

        Returned tickets lie under the deck in a known order.
        """
        left = int(b.regular) - self.drawn
        if left > 0:
            places = [(s.ticket_head + step) % int(b.regular) for step in range(left)]
            tickets = s.ticket_deck[places].tolist()
            ticket = (
                self.next(dict.fromkeys((self.kinds + number for number in sorted(tickets)), 1))
                - self.kinds
            )
            s.ticket_deck[places[tickets.index(ticket)]], s.ticket_deck[places[0]] = (
                tickets[0],
                ticket,
            )
            self.drawn += 1
        return int(top_ticket(b, s))


@cache
def luck_of(game: RouteGame) -> Decided:
    """One for each game: putting the rules together anew takes its time."""
    return Decided(game)


class DecidedPosition(InterpretedPosition):
    """A position whose luck is decided.

    An action that needs a decision first changes nothing and raises Undecided.
    """

    def __init__(self, game: RouteGame, state: GameState, luck: Decided, drawn: int) -> None:
        super().__init__(game, state)
        self.luck = luck
        self.drawn = drawn
        self.script: list[int] = []

    def step(self, action: int) -> bool:
        if action not in self.legal():
            return False
        state = self.state.copy()
        state.logs_events = 1
        self.run(self.luck.apply, state, action)
        return True

    def run(self, rule: Rule, state: GameState, *args: int) -> None:
        self.luck.script, self.luck.drawn = list(self.script), self.drawn
        rule(self.game.plain_board, state, *args)
        self.now, self.drawn, self.ids, self.script = state, self.luck.drawn, None, []

    def copy(self) -> DecidedPosition:
        twin = DecidedPosition(self.game, self.state.copy(), self.luck, self.drawn)  # type: ignore[arg-type]
        twin.script = list(self.script)
        return twin

    def fastest(self) -> DecidedPosition:
        return self


class DecidedMatch:
    """A match and the luck it waits for: `ways` is empty while a seat is asked."""

    def __init__(self, game: RouteGame, seats: int) -> None:
        self.waiting: int | None = DEAL
        self.ways: dict[int, int] = {}
        state = State()
        turn.prepare(game.plain_board, state, seats)
        self.match = Match(
            game, seats, None, position=DecidedPosition(game, state, luck_of(game), 0)
        )
        self.attempt()

    @classmethod
    def at(cls, match: Match, drawn: int) -> DecidedMatch:
        """Wrap a match in which a seat is to act.

        `drawn` tickets have left the first order of their deck.
        """
        found = object.__new__(cls)
        found.waiting, found.ways, found.match = None, {}, match
        game = route_game(match.game)
        match.position = DecidedPosition(game, match.position.state, luck_of(game), drawn)
        return found

    @property
    def position(self) -> DecidedPosition:
        return cast(DecidedPosition, self.match.position)

    def advance(self, number: int) -> None:
        """Luck decides, or the seat that is asked plays."""
        if self.ways:
            self.decide(number)
        else:
            self.play(number)

    def play(self, action: int) -> None:
        self.waiting = action
        self.attempt()

    def decide(self, outcome: int) -> None:
        """Luck has decided: `outcome` is one of `ways`."""
        self.position.script.append(outcome)
        self.attempt()

    def attempt(self) -> None:
        self.ways = {}
        try:
            if self.waiting == DEAL:
                self.deal()
            elif self.waiting is not None:
                self.match.play(self.waiting)
            self.waiting = None
        except Undecided as undecided:
            self.ways = undecided.ways

    def deal(self) -> None:
        position = self.position
        state = position.state.copy()
        state.logs_events = 1
        position.run(position.luck.deal, state)
        self.match.hear(position)

    def copy(self) -> DecidedMatch:
        twin = object.__new__(DecidedMatch)
        twin.waiting, twin.ways, twin.match = self.waiting, dict(self.ways), self.match.copy()
        return twin


def start(game: Game, seats: int) -> DecidedMatch:
    return DecidedMatch(route_game(game), seats)


NODES = ChanceNodes(start=start, resume=DecidedMatch.at, most=most_chances)
