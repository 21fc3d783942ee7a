"""A game being played: play, undo, view, why_not."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ekiben.core.action import Action
from ekiben.core.arrays import Buffer
from ekiben.core.chance import seed_words, set_seed
from ekiben.core.errors import EkibenError, Illegal, Refusal, counted, quoted, whole
from ekiben.core.layout import GameState, View
from ekiben.core.position import CompiledPosition, InterpretedPosition, Position
from ekiben.core.ranking import rank_seats
from ekiben.core.seals import Mix, commitment

if TYPE_CHECKING:
    from ekiben.core.game import Event, Game, Line
    from ekiben.core.record import Record

PATIENCE = 2_000  # interpreted decisions in a process before compiled code is worth having
STRIDE = 32  # actions from one kept state to the next
played = itertools.count(1)


@dataclass(frozen=True)
class Script:
    """Scripted luck: what lies on top of each deck, by the deck's name, the first card on top."""

    decks: Mapping[str, Sequence[object]] = field(default_factory=dict)


class Match:
    """Made by `game.new`, `ekiben.replay` or `game.imagine`."""

    def __init__(
        self,
        game: Game,
        seats: int,
        seed: int | None,
        names: Sequence[str] = (),
        luck: Script | None = None,
        position: Position | None = None,
        salt: str | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.luck = luck
        self.salt = validate_salt(salt)
        self.mix: Mix | None = None  # what the seed was mixed from, if players added to it
        given = validate_names(names)
        unnamed = [f"player {seat + 1}" for seat in range(len(given), seats)]
        self.names = [*given, *unnamed][:seats]
        self.actions: list[Action] = []
        self.actors: list[int] = []
        self.undone: list[tuple[int, Action]] = []
        self.heard: list[Event] = []
        self.undoable = 0  # how many of the latest actions can be taken back
        self.imaginary = position is not None
        self.position = position or self.first_position()
        # states that undo starts from, each with the number of actions before it
        self.kept: list[tuple[int, Buffer]] = []

    @classmethod
    def imagined(cls, game: Game, state: GameState) -> Match:
        """A match that goes on from a state that somebody imagined."""
        return cls(game, state.seats, None, position=InterpretedPosition(game, state).fastest())

    def first_position(self) -> Position:
        """Deal; what the set-up causes is heard at once."""
        words, kernels = seed_words(self.seed or 0), self.game.builds.compiled
        if kernels is not None and self.luck is None:
            position: Position = CompiledPosition.start(self.game, kernels, self.seats, words)
        else:
            state = deal_state(self.game, self.seats, words, self.luck)
            position = InterpretedPosition(self.game, state).fastest()
        self.hear(position)
        return position

    # ---- what is asked
    @property
    def seat(self) -> int | None:
        return None if self.over else self.position.seat

    @property
    def asked(self) -> str:
        return self.position.asked

    @property
    def over(self) -> bool:
        return self.position.asked == "over"

    def legal(self) -> list[Action]:
        action = self.game.action
        return [action(id) for id in self.position.legal()]

    # ---- to play
    def play(self, action: Action | int | str) -> list[Event]:
        """Play an action, its id or its notation, and return all events it caused.

        An illegal one raises and changes nothing.
        """
        chosen = self.action(action)
        seat = self.position.seat
        kept = self.kept_after(seat)
        if not self.position.step(chosen.id):
            refusal = self.why_not(chosen)
            assert refusal is not None, chosen
            raise Illegal(refusal, self.refusal_message(chosen, refusal))
        self.kept = kept
        self.undoable = self.undoable_after(seat)
        self.actions.append(chosen)
        self.actors.append(seat)
        events = self.hear(self.position)
        self.use_compiled_rules()
        return events

    def action(self, action: Action | int | str) -> Action:
        """The Action that an id or a notation names."""
        if isinstance(action, str):
            return self.game.parse(action, self.position.state)
        if not isinstance(action, Action):
            return self.game.action(action)
        if (
            not 0 <= (whole(action.id) or 0) < self.game.action_count
            or self.game.action(action.id) != action
        ):
            raise EkibenError(
                f"{quoted(action)} is no action of {self.game.name}: it belongs to another board"
            )
        return action

    def refusal_message(self, action: Action, refusal: Refusal) -> str:
        from ekiben.texts import refused

        return refused(str(action), refusal)

    def undoable_after(self, seat: int) -> int:
        """How many actions can be undone: one seat's latest, up to one that revealed something."""
        if self.position.revealed:
            return 0
        return self.undoable + 1 if self.actors and self.actors[-1] == seat else 1

    def kept_after(self, seat: int) -> list[tuple[int, Buffer]]:
        """The states that undo needs after one more action, a few however long the game is."""
        kept = self.kept if self.undoable and self.actors[-1] == seat else []
        if kept and len(self.actions) - kept[-1][0] < STRIDE:
            return kept
        return [*kept, (len(self.actions), self.position.packed().copy())]

    def hear(self, position: Position) -> list[Event]:
        """Number and keep the events that led to a position; return them as one who hears all."""
        events = self.game.events(position.field, position.event_rows())
        for n, event in enumerate(events, len(self.heard)):
            event["n"] = n
        self.heard += events
        return [as_heard(event, None, hears_all=True) for event in events]

    def use_compiled_rules(self) -> None:
        """Go on with compiled rules as soon as they are ready; a match starts interpreted."""
        if not self.position.compiled:
            if next(played) >= PATIENCE:
                self.game.builds.compile_in_background()
            self.position = self.position.fastest()

    def undo(self) -> Action:
        """Take the latest action back, if it revealed nothing and nobody else has acted since."""
        if not self.undoable:
            raise EkibenError(
                "nothing can be undone: something was revealed, somebody else has acted, or "
                "nothing was played"
            )
        self.undoable -= 1
        action = self.actions.pop()
        self.actors.pop()
        self.kept = [(at, state) for at, state in self.kept if at <= len(self.actions)]
        at, state = self.kept[-1]
        self.position = self.position.replay(state, [earlier.id for earlier in self.actions[at:]])
        self.undone.append((len(self.actions), action))
        taken_back = (
            {"verb": action.verb, "secrets": {"action": str(action)}}
            if self.game.is_secret(action)
            else {"action": str(action)}
        )
        self.heard.append({"n": len(self.heard), "kind": "undone", "seat": self.seat, **taken_back})
        return action

    def why_not(self, action: Action | int | str) -> Refusal | None:
        """For the seat to act: None if the action is legal, else the clause and the reason."""
        return self.game.refusal(self.position.state, self.action(action))

    # ---- to look
    def view(self, seat: int | None = None) -> View:
        """All that the seat knows or has ever seen; None is a spectator."""
        seen = self.game.view(self.position.state, self.validate_seat(seat), open_all=self.over)
        seen.painter = partial(self.game.paint_view, self.names)
        return seen

    def events(self, seat: int | None = None, since: int = 0) -> list[Event]:
        """What that viewer may hear, from event number `since` on."""
        viewer, first = self.validate_seat(seat), whole(since)
        if first is None:
            raise EkibenError(f"events are numbered from 0 on: {quoted(since)} is no number of one")
        return [as_heard(event, viewer) for event in self.heard[first:] if hears(event, viewer)]

    def hints(self, seat: int | None = None) -> Mapping[str, Any]:
        """What a display may tell the seat, derived from its view alone."""
        return self.game.hints(self.view(seat))

    def validate_seat(self, seat: int | None) -> int | None:
        number = whole(seat)
        if seat is not None and (number is None or not 0 <= number < self.seats):
            raise EkibenError(
                f"no seat {quoted(seat)}: seats are 0 to {self.seats - 1}, None is a spectator"
            )
        return number

    def scores(self) -> list[int]:
        """Points so far as all can see them; final once the game is over."""
        return self.position.scores()

    def ranking(self) -> list[list[int]]:
        """Seats, best first, those that share a place together."""
        state = self.position.state
        return rank_seats([self.game.standing(state, seat) for seat in range(self.seats)])

    def sheet(self, seat: int) -> list[Line]:
        """The score line by line; the lines sum to `scores()[seat]`."""
        viewer = self.validate_seat(seat)
        if viewer is None:
            raise EkibenError(f"a score sheet is a seat's: 0 to {self.seats - 1}")
        return self.game.sheet(self.position.state, viewer)

    def svg(self, seat: int | None = None, language: str = "en") -> str:
        if self.game.painter is None:
            raise EkibenError("this game was loaded without pictures: use ekiben.load")
        return self.game.painter(self, self.validate_seat(seat), language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        turn = "over" if self.over else f"seat {self.seat} to answer {self.asked!r}"
        return (
            f"<Match of {self.game.name}, {self.seats} seats, "
            f"{counted(len(self.actions), 'action')}, {turn}>"
        )

    # ---- to keep
    @property
    def commit(self) -> str | None:
        """The seal on the seed, for tables that show it before the game."""
        if self.mix is not None:
            return self.mix.commit
        return commitment(self.salt, self.seed) if self.salt and self.seed is not None else None

    def copy(self) -> Match:
        """Equal and apart."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.position = self.position.copy()
        for name in ("actions", "actors", "undone", "heard", "names"):
            setattr(twin, name, list(getattr(self, name)))
        return twin

    def digest(self) -> str:
        """Of the whole state; the same seed and actions give the same digest."""
        return self.game.rule_set.state.digest(self.position.packed())

    def record(self, seat: int | None = None, public: bool = False) -> Record:
        """Everything; with a seat, or public, only what that viewer knows."""
        from ekiben.core.record import full_record, viewer_record

        if self.imaginary or self.luck is not None:
            raise EkibenError("a match that was imagined or scripted has no record")
        viewer = self.validate_seat(seat)
        return viewer_record(self, viewer) if public or seat is not None else full_record(self)


def validate_salt(salt: str | None) -> str | None:
    if salt is not None and not (isinstance(salt, str) and re.fullmatch("[0-9a-f]{64}", salt)):
        raise EkibenError(f"a salt is 64 hexadecimal digits (256 bits), not {quoted(salt)}")
    return salt


def validate_names(names: Sequence[str]) -> Sequence[str]:
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise EkibenError(f"names are a list of texts, one for each seat, not {quoted(names)}")
    return names


def hears(event: Event, viewer: int | None) -> bool:
    return not event.get("own") or (viewer is not None and event["seat"] == viewer)


def as_heard(event: Event, viewer: int | None, hears_all: bool = False) -> Event:
    """The event as a viewer hears it: secrets only for its own seat."""
    heard = {name: value for name, value in event.items() if name not in ("secrets", "own")}
    if hears_all or (viewer is not None and event.get("seat") == viewer):
        heard.update(event.get("secrets", {}))
    return heard


def deal_state(game: Game, seats: int, words: list[int], luck: Script | None) -> GameState:
    """A new game's state: shuffled, scripted and dealt."""
    state, rules = game.rule_set.state(), game.rule_set.rules
    state.logs_events = 1
    set_seed(state, np.array(words, np.int64), 0)
    rules.prepare(game.plain_board, state, seats)
    if luck is not None:
        game.stack_decks(state, luck)
    rules.deal(game.plain_board, state)
    return state
