"""What the choices of a route game moved, with everything known: the result without its luck.

The value of a position is what the planner makes of it in all seats, over all that may still come.
An action that the planner would choose too moves nothing; another one is compared with the
planner's in the same worlds.

The means are right only if a world is as likely here as it was in the game. The kernel shuffles
all tickets of the deck, but those that seats returned lie under the others in an order that is
settled (RT-1.5, RT-5.2). So each world starts from a state whose tickets the kernel's shuffle
brings into an order that can come.
"""

from __future__ import annotations

import numpy as np

from ekiben.analysis.history import History
from ekiben.analysis.routes.play_on import Player, Root, luck_words, player_of
from ekiben.analysis.routes.playouts import EVERYTHING, PLAN, shuffle_future
from ekiben.analysis.tally import Floats
from ekiben.core.kernel_calls import KernelWork
from ekiben.games.routes.board import Board
from ekiben.games.routes.game import route_game
from ekiben.games.routes.state import State


def choice_gains(history: History, playouts: int, luck: str) -> KernelWork[Floats]:
    """What all choices together moved of the win, by seat; `luck` names the worlds."""
    player = player_of(route_game(history.game))
    gains = np.zeros(history.seats)
    for at in unplanned(history, player):
        state, action = State.unpack(history.states[at]), history.steps[at].action.id
        gains += yield from choice_gain(player, state, action, playouts, f"{luck} {at}")
    return gains


def unplanned(history: History, player: Player) -> list[int]:
    """The positions in which the planner would not have done what was done."""
    states = [State.unpack(state) for state in history.states[:-1]]
    made = [step.action.id for step in history.steps]
    return [at for at, planned in enumerate(player.planned(states)) if planned != made[at]]


def choice_gain(
    player: Player, state: State, action: int, playouts: int, luck: str
) -> KernelWork[Floats]:
    """The mean share of the win after the action, less that after the planner's, by seat."""
    worlds = Worlds(player.game.plain_board, state, luck)
    total = np.zeros(int(state.seats))
    for world in range(playouts):
        root = Root(worlds.start(world), EVERYTHING, luck)
        played = yield from player.play(root, (PLAN, action), range(world, world + 1))
        planned, made = played.endings.shares
        total += (made - planned)[0]
    return total / playouts


# ---- worlds
class Worlds:
    """The states from which the kernel's shuffles leave returned tickets where they lie."""

    def __init__(self, board: Board, state: State, luck: str) -> None:
        self.board = board
        self.state = state
        self.words = luck_words(luck)
        self.places = ticket_places(board, state)
        self.tickets = state.ticket_deck[self.places].tolist()
        self.offered = offered_tickets(state)
        self.returned = [ticket for ticket in self.tickets if ticket in self.offered]
        self.root = state.copy()
        self.scratch = state.copy()  # its decks are shuffled over and over: no world starts there

    def start(self, world: int) -> State:
        """The state with its tickets in another order; it is good until the next world's."""
        shuffled = self.shuffled(world)
        unseen = [ticket for ticket in shuffled if ticket not in self.offered]
        place_of = dict(zip(self.tickets, self.places, strict=True))
        for ticket, there in zip([*unseen, *self.returned], shuffled, strict=True):
            self.root.ticket_deck[place_of[there]] = ticket
        return self.root

    def shuffled(self, world: int) -> list[int]:
        """The tickets of the deck as the kernel shuffles them in this world."""
        self.scratch.ticket_deck[self.places] = self.tickets
        shuffle_future(self.board, self.scratch, self.words, world)
        return list(self.scratch.ticket_deck[self.places].tolist())


def ticket_places(board: Board, state: State) -> list[int]:
    """Where the tickets of the deck lie, from its top on."""
    return [(int(state.ticket_head) + n) % board.regular for n in range(int(state.ticket_left))]


def offered_tickets(state: State) -> set[int]:
    """All tickets that a seat has ever been offered."""
    answered = [state.draw_offer[n, : state.draw_size[n]] for n in range(int(state.draws))]
    asked = [state.offer[seat, : state.offered[seat]] for seat in range(int(state.seats))]
    return {int(ticket) for offer in (*answered, *asked) for ticket in offer}
