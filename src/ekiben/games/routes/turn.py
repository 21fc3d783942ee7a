"""The rules of the route games, put together: every question, and what ends a turn."""

from __future__ import annotations

from ekiben.core.compiled import compiled
from ekiben.core.questions import Question, Questions
from ekiben.games.routes.board import Board
from ekiben.games.routes.cards import refill_market
from ekiben.games.routes.draw import (
    answer_refill,
    count_draws,
    count_refills,
    is_draw,
    list_draws,
    nth_draw,
    nth_refill,
)
from ekiben.games.routes.event_codes import LAST_ROUND, emit
from ekiben.games.routes.paying import pay
from ekiben.games.routes.payment import (
    count_payments,
    is_payment,
    list_payments,
    nth_payment_action,
)
from ekiben.games.routes.pieces import count_mixes, nth_mix
from ekiben.games.routes.scoring import finish, write_standing
from ekiben.games.routes.set_up import answer_pieces, answer_tickets, deal, prepare
from ekiben.games.routes.state import (
    OVER,
    PAYMENT,
    PIECES,
    REFILL,
    SECOND_CARD,
    SHIP,
    TICKETS_ASKED,
    TRAIN,
    TUNNEL,
    TURN,
    State,
)
from ekiben.games.routes.tickets import count_ticket_choices, nth_ticket_choice
from ekiben.games.routes.tunnels import (
    answer_tunnel,
    clear_turned,
    count_tunnel_answers,
    is_tunnel_answer,
    list_tunnel_answers,
    nth_tunnel_answer,
)
from ekiben.games.routes.turn_actions import (
    act,
    count_turn_actions,
    is_turn_action,
    list_turn_actions,
    nth_turn_action,
)

IDLE_ROUNDS = 10
VERBS = ("draw", "claim", "tickets", "station", "harbour", "exchange", "pass")

# an answer returns whether it ends the turn
QUESTIONS: Questions[Board, State, bool] = Questions(
    Question(
        TURN,
        "turn",
        verbs=VERBS,
        count=count_turn_actions,
        nth=nth_turn_action,
        answer=act,
        listing=list_turn_actions,
        is_legal=is_turn_action,
    ),
    Question(
        SECOND_CARD,
        "second-card",
        verbs=("draw",),
        count=count_draws,
        nth=nth_draw,
        answer=act,
        listing=list_draws,
        is_legal=is_draw,
    ),
    Question(
        REFILL,
        "refill",
        verbs=("refill",),
        count=count_refills,
        nth=nth_refill,
        answer=answer_refill,
    ),
    Question(
        PAYMENT,
        "payment",
        verbs=("pay",),
        count=count_payments,
        nth=nth_payment_action,
        answer=pay,
        listing=list_payments,
        is_legal=is_payment,
    ),
    Question(
        TUNNEL,
        "tunnel",
        verbs=("pay", "withdraw"),
        count=count_tunnel_answers,
        nth=nth_tunnel_answer,
        answer=answer_tunnel,
        listing=list_tunnel_answers,
        is_legal=is_tunnel_answer,
    ),
    Question(
        TICKETS_ASKED,
        "tickets",
        verbs=("keep",),
        count=count_ticket_choices,
        nth=nth_ticket_choice,
        answer=answer_tickets,
    ),
    Question(
        PIECES, "pieces", verbs=("take",), count=count_mixes, nth=nth_mix, answer=answer_pieces
    ),
    Question(OVER, "over"),
)
options = QUESTIONS.count  # how many actions the seat to act can choose from
pick = QUESTIONS.nth  # the n-th of them
choose = QUESTIONS.choose  # the one that a random word falls on
legal = QUESTIONS.listing  # all of them, in the same order
is_legal = QUESTIONS.is_legal
answer = QUESTIONS.answer

__all__ = [
    "advance",
    "apply",
    "choose",
    "deal",
    "finish",
    "is_legal",
    "is_over",
    "legal",
    "options",
    "pick",
    "prepare",
    "write_standing",
]


@compiled
def is_over(s: State) -> bool:
    return s.asked == OVER


@compiled
def apply(b: Board, s: State, action: int) -> None:
    """Carry out a legal action."""
    if advance(b, s, action):
        finish(b, s)


@compiled
def advance(b: Board, s: State, action: int) -> bool:
    """Carry out a legal action but for what is counted at the end. True: that is due."""
    s.events_logged = 0
    s.revealed = 0
    return answer(b, s, action) and end_turn(b, s, action == b.pass_turn, is_idle(b, action))


@compiled
def is_idle(b: Board, action: int) -> bool:
    """RT-2.3: passes, withdrawn tunnels and exchanges do not advance the game."""
    return b.exchange <= action <= b.pass_turn or (b.tunnel_cards > 0 and action == b.withdraw)


@compiled
def end_turn(b: Board, s: State, passed: bool, idle: bool) -> bool:
    """RT-2.2, RT-2.3, RT-3.11, RT-6.1: refill the market, ask the next seat. True: the end."""
    s.drawn = 0
    s.turns += 1
    s.passes = s.passes + 1 if passed else 0
    s.idle = s.idle + 1 if idle else 0
    if b.tunnel_cards > 0:
        clear_turned(b, s)
    if s.passes >= s.seats or s.idle >= IDLE_ROUNDS * s.seats or s.last_turns == 1:
        return True
    if s.last_turns > 0:
        s.last_turns -= 1
    elif s.pieces[s.seat, TRAIN] + s.pieces[s.seat, SHIP] <= b.end_limit:
        s.last_turns = s.seats * b.further
        s.last_seat = s.seat
        emit(s, LAST_ROUND, s.seat, s.last_turns, 0)
    refill_market(b, s)
    s.asked = TURN
    s.seat = s.seat + 1 if s.seat + 1 < s.seats else 0
    return False
