"""The coach of any game: it asks the game's family."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.coach.family import COACH, Suggestion
from ekiben.coach.reason import Reason
from ekiben.core.action import Action
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.texts.wording import Words


def explain(game: Game, view: View, action: Action | str) -> Reason:
    """Why a legal action would be good for the viewer, or what would come of it."""
    validate_viewer(view)
    chosen = game.parse(action) if isinstance(action, str) else action
    return COACH.of(game).explain(game, view, chosen)


def remarks(game: Game, view: View) -> list[Reason]:
    """What matters to the viewer now, the most important first; nothing once the game is over."""
    validate_viewer(view)
    return COACH.of(game).remarks(game, view)


def suggest(game: Game, view: View) -> Suggestion | None:
    """What the coach itself would do for the viewer, who is to act; None: it asks a bot."""
    validate_viewer(view)
    own = COACH.of(game).suggest
    return None if own is None else own(game, view)


def validate_viewer(view: View) -> None:
    if view.viewer is None:
        raise EkibenError("the coach advises a seat: a spectator's view has none")


def say(reason: Reason, language: str = "en", names: Sequence[str] = ()) -> str:
    """A reason as a sentence; `names` are those of the seats."""
    return say_with(Words(language, reason.board, names), reason)


def say_with(words: Words, reason: Reason) -> str:
    """A reason in these words, which may be marked."""
    coach = COACH.of(reason.board)
    values = {name: coach.value(words, name, value) for name, value in reason.values.items()}
    return words.say(f"coach.{coach.texts}.{reason.key}", **values)
