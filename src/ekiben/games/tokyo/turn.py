"""The rules of Tokyo Railways, put together: every question, and what an answer does."""

from __future__ import annotations

from ekiben.core.compiled import compiled
from ekiben.core.questions import Question, Questions
from ekiben.games.tokyo.answers import (
    answer_build,
    answer_lose,
    answer_move,
    answer_place,
    count_constructions,
    count_losses,
    count_moves,
    count_places,
    is_construction,
    list_constructions,
    nth_construction,
    nth_loss,
    nth_move,
    nth_place,
    use_purse,
)
from ekiben.games.tokyo.board import Board
from ekiben.games.tokyo.set_up import deal, prepare
from ekiben.games.tokyo.state import BUILD, LOSE, MOVE, OVER, PLACE, State
from ekiben.games.tokyo.winning import look_for_winner, write_standing

PURSE = ("borrow", "repay")

QUESTIONS: Questions[Board, State, None] = Questions(
    Question(
        PLACE,
        "place",
        verbs=("place", *PURSE),
        count=count_places,
        nth=nth_place,
        answer=answer_place,
    ),
    Question(
        MOVE,
        "move",
        verbs=("step", "board", "load", "unload", "return", "stop", *PURSE),
        count=count_moves,
        nth=nth_move,
        answer=answer_move,
    ),
    Question(
        BUILD,
        "build",
        verbs=("build", "upgrade", "done", *PURSE),
        count=count_constructions,
        nth=nth_construction,
        answer=answer_build,
        listing=list_constructions,
        is_legal=is_construction,
    ),
    Question(
        LOSE,
        "lose",
        verbs=("lose", *PURSE),
        count=count_losses,
        nth=nth_loss,
        answer=answer_lose,
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
    """Carry out a legal action, then look for a winner."""
    s.events_logged = 0
    s.revealed = 0
    if action >= b.borrow:
        use_purse(b, s, action - b.borrow)
    else:
        answer(b, s, action)
    look_for_winner(b, s)


@compiled
def advance(b: Board, s: State, action: int) -> bool:
    """Carry out a legal action. True: the game is over."""
    apply(b, s, action)
    return is_over(s)


@compiled
def finish(b: Board, s: State) -> None:
    """Nothing is counted at the end."""
