"""The open question: one row each, from which a family's rules are put together.

A state's `asked` says which question is open. For each one a family has marked functions, next to
the rule they belong to: how many answers there are, which action is the n-th, what an answer does.
`Questions` lists them, and builds the functions that ask the open question's own ones:

    QUESTIONS = Questions(
        Question(TURN, "turn", verbs=VERBS, count=count_actions, nth=nth_action, answer=act),
        …
        Question(OVER, "over"),
    )

A new question is a number in the state's module, its functions, and a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ekiben.core.arrays import Array
from ekiben.core.compiled import compiled
from ekiben.core.layout import GameBoard, GameState

B = TypeVar("B", bound=GameBoard)
S = TypeVar("S", bound=GameState)
R = TypeVar("R")  # what an answer tells the turn, such as whether it is over


@dataclass(frozen=True)
class Question(Generic[B, S, R]):
    """A question and its marked functions; `listing` and `is_legal` only where that is quicker."""

    number: int
    name: str
    verbs: tuple[str, ...] = ()  # of the actions that answer it
    count: Callable[[B, S], int] | None = None
    nth: Callable[[B, S, int], int] | None = None  # follows a call of `count` in the same position
    answer: Callable[[B, S, int], R] | None = None
    listing: Callable[[B, S, Array], int] | None = None  # in the order of `nth`
    is_legal: Callable[[B, S, int], bool] | None = None


class Questions(Generic[B, S, R]):
    """A family's questions in the order of their numbers; the last, `over`, has no answers."""

    count: Callable[[B, S], int]
    nth: Callable[[B, S, int], int]
    choose: Callable[[B, S, int], int]
    answer: Callable[[B, S, int], R]
    listing: Callable[[B, S, Array], int]
    is_legal: Callable[[B, S, int], bool]

    def __init__(self, *rows: Question[B, S, R]) -> None:
        assert [row.number for row in rows] == list(range(len(rows)))
        asked = rows[:-1]
        self.names = tuple(row.name for row in rows)
        self.verbs = tuple(row.verbs for row in rows)
        self.count = by_question(
            "count_answers", "b, s", {row.number: row.count or no_answers for row in rows}
        )
        self.nth = by_question("nth_answer", "b, s, n", {row.number: row.nth for row in asked})
        self.choose = by_question(
            "choose_answer",
            "b, s, word",
            {row.number: choice_of(row.count, row.nth) for row in asked if row.count and row.nth},
        )
        self.answer = by_question(
            "answer", "b, s, action", {row.number: row.answer for row in asked}
        )
        list_them = listing_of(self.count, self.nth)
        is_one = membership_of(self.count, self.nth)
        self.listing = by_question(
            "list_answers", "b, s, out", {row.number: row.listing or list_them for row in rows}
        )
        self.is_legal = by_question(
            "is_answer", "b, s, action", {row.number: row.is_legal or is_one for row in rows}
        )


def by_question(name: str, parameters: str, functions: Mapping[int, Any]) -> Any:
    """A marked function that calls the open question's own.

    Machine code cannot call through a table at full speed, so the table is written out as code, an
    `if` for each function. Questions that share one share its code, which matters on a card.
    """
    *others, last = dict.fromkeys(functions.values())
    lines = [f"def {name}({parameters}):", "    asked = s.asked"]
    scope = {"last": last, "__name__": __name__}
    for place, function in enumerate(others):
        numbers = [number for number, own in functions.items() if own is function]
        lines.append(f"    if {' or '.join(f'asked == {number}' for number in numbers)}:")
        lines.append(f"        return own_{place}({parameters})")
        scope[f"own_{place}"] = function
    exec("\n".join([*lines, f"    return last({parameters})"]), scope)
    return compiled(scope[name])


@compiled
def no_answers(b: GameBoard, s: GameState) -> int:
    """Nothing can be chosen when the game is over."""
    return 0


def choice_of(
    count: Callable[[B, S], int], nth: Callable[[B, S, int], int]
) -> Callable[[B, S, int], int]:
    @compiled
    def choose_one(b: B, s: S, word: int) -> int:
        """The answer that a random word of 32 bits falls on, each as likely as the others."""
        return nth(b, s, (word * count(b, s)) >> 32)

    # machine code is told apart by name
    choose_one.__name__ = f"choose_{nth.__module__.rpartition('.')[2]}_{nth.__name__}"
    return choose_one


# ---- for questions without a quicker way of their own
def listing_of(
    count: Callable[[B, S], int], nth: Callable[[B, S, int], int]
) -> Callable[[B, S, Array], int]:
    @compiled
    def list_one_by_one(b: B, s: S, out: Array) -> int:
        """Write all answers into `out`; return how many there are."""
        n = count(b, s)
        for i in range(n):
            out[i] = nth(b, s, i)
        return n

    return list_one_by_one


def membership_of(
    count: Callable[[B, S], int], nth: Callable[[B, S, int], int]
) -> Callable[[B, S, int], bool]:
    @compiled
    def is_one_of_them(b: B, s: S, action: int) -> bool:
        """Whether an action is among the answers."""
        for n in range(count(b, s)):
            if nth(b, s, n) == action:
                return True
        return False

    return is_one_of_them
