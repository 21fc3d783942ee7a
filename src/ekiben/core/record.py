"""A game as one JSON line: what is needed to play it again, and what came of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict, cast

from ekiben.core.errors import EkibenError, Illegal, RecordError, counted, quoted
from ekiben.core.seals import commitment as commitment
from ekiben.core.seals import mix_of

if TYPE_CHECKING:
    from ekiben.core.game import Game
    from ekiben.core.match import Match

FORMAT = 1
KEYS: dict[str, type | tuple[type, ...]] = {
    "ekiben": int,
    "game": str,
    "board": str,
    "rules": int,
    "options": dict,
    "seats": int,
    "names": list,
    "seed": str,
    "actions": list,
    "undone": list,
    "result": (dict, type(None)),
}


class Result(TypedDict, total=False):
    """The result of a game; a line from elsewhere may lack or misstate any of it."""

    scores: list[int]
    ranking: list[list[int]]
    digest: str


class RecordValues(TypedDict):
    """A full record, which has a seed, or what one viewer knew, with the viewer and its events."""

    ekiben: int
    game: str
    board: str
    rules: int
    options: dict[str, object]
    seats: int
    names: list[str]
    actions: list[str]
    result: Result | None
    seed: NotRequired[str]
    salt: NotRequired[str]
    commit: NotRequired[str]
    mix: NotRequired[dict[str, Any]]
    undone: NotRequired[list[tuple[int, str]]]
    forfeit: NotRequired[Result]
    viewer: NotRequired[int | None]
    events: NotRequired[list[dict[str, Any]]]


class Record(Mapping[str, Any]):
    """Reads like a dict; `str()` is the line."""

    def __init__(self, values: Mapping[str, Any], game: Game | None = None) -> None:
        self.values_ = values
        self.game = game

    def __getitem__(self, key: str) -> Any:
        return self.values_[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_)

    def __len__(self) -> int:
        return len(self.values_)

    def __str__(self) -> str:
        return json.dumps(self.values_, ensure_ascii=False, separators=(",", ":"))

    def __repr__(self) -> str:
        return f"<Record of {self['game']}, {counted(len(self['actions']), 'action')}>"

    def to_json(self) -> str:
        return str(self)

    def _repr_svg_(self) -> str | None:
        """Where the game stands at the record's end; a viewer's record has no picture."""
        game = self.game
        return (
            None
            if game is None or "viewer" in self
            else replay(str(self), lambda *recorded: game).svg()
        )


def heading(match: Match) -> dict[str, Any]:
    game = match.game
    return {
        "ekiben": FORMAT,
        "game": game.name,
        "board": game.digest,
        "rules": game.rules,
        "options": game.options,
        "seats": match.seats,
        "names": match.names,
    }


def full_record(match: Match) -> Record:
    """Everything, seed included."""
    return Record(
        {
            **heading(match),
            "seed": f"{match.seed:x}",
            **seal(match),
            "actions": [str(action) for action in match.actions],
            "undone": [[at, str(action)] for at, action in match.undone],
            "result": result(match),
        },
        match.game,
    )


def seal(match: Match) -> dict[str, object]:
    """The commitment, and what opens it; a mixed deal has both in `mix`."""
    if match.mix is not None:
        return {"commit": match.commit, "mix": match.mix.to_json()}
    return {"commit": match.commit, "salt": match.salt} if match.salt else {}


def viewer_record(match: Match, viewer: int | None) -> Record:
    """Only what the viewer knows: no seed, the events it heard, others' secret choices as '?'."""
    sealed = {"commit": match.commit} if match.commit else {}
    actions = [
        str(action) if owner == viewer or not match.game.is_secret(action) else f"{action.verb} ?"
        for action, owner in zip(match.actions, match.actors, strict=True)
    ]
    return Record(
        {
            **heading(match),
            "viewer": viewer,
            **sealed,
            "actions": actions,
            "events": match.events(viewer),
            "result": result(match),
        }
    )


def result(match: Match) -> Result | None:
    return (
        {"scores": match.scores(), "ranking": match.ranking(), "digest": match.digest()}
        if match.over
        else None
    )


# ---- reading
def read(line: str) -> RecordValues:
    """The values of a full record's line, checked for shape."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not a record: the line is not whole JSON ({error})") from error
    if not isinstance(values, dict) or "ekiben" not in values:
        raise RecordError("not a record: a record is a JSON object with the key 'ekiben'")
    if values["ekiben"] != FORMAT:
        raise RecordError(
            f"record format {quoted(values['ekiben'])} is unknown: this version reads "
            f"format {FORMAT}"
        )
    if "viewer" in values:
        raise RecordError(
            "this record shows what one viewer knew: it has no seed and cannot be replayed"
        )
    for key, kind in KEYS.items():
        if key not in values:
            raise RecordError(f"the record is incomplete: {key!r} is missing")
        if not isinstance(values[key], kind) or isinstance(values[key], bool):
            raise RecordError(f"the record's {key!r} is of the wrong type: {quoted(values[key])}")
    for fault in faults(values):
        raise RecordError(f"the record's {fault}")
    return cast(RecordValues, values)


def faults(values: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong inside the lists, and with the seal."""
    if not all(isinstance(name, str) for name in values["names"]):
        yield f"'names' should be texts: {quoted(values['names'])}"
    for number, text in enumerate(values["actions"]):
        if not isinstance(text, str):
            yield f"action {number} should be a text, not {quoted(text)}"
    for row in values["undone"]:
        if not (
            isinstance(row, list)
            and len(row) == 2
            and type(row[0]) is int
            and isinstance(row[1], str)
            and 0 <= row[0] <= len(values["actions"])
        ):
            yield (
                "'undone' should be pairs of a place among the actions and an action, not "
                f"{quoted(row)}"
            )


def replay(line: str, load: Callable[..., Game]) -> Match:
    """The same match again; whatever does not fit is an error that says what and where."""
    values = read(line)
    game = load(values["game"], values["rules"], values["options"])
    if game.digest != values["board"]:
        raise RecordError(
            f"the record was played on another {values['game']} board ({values['board']}, "
            f"this one is {game.digest})"
        )
    try:
        match = game.new(
            values["seats"], seed_of(values["seed"]), values["names"], salt=values.get("salt")
        )
    except EkibenError as error:
        raise RecordError(f"the record does not fit: {error}") from error
    match.mix = mix_of(values)
    try:
        match.undone = [(at, game.parse(text)) for at, text in values["undone"]]
    except EkibenError as error:
        raise RecordError(f"the record's 'undone': {error}") from error
    for number, text in enumerate(values["actions"]):
        play_action(match, number, text)
    check_result(match, values)
    return match


def seed_of(text: str) -> int:
    if not re.fullmatch("[0-9a-f]{1,32}", text):
        raise RecordError(
            f"the record's seed is not a hexadecimal number below 2**128: {text[:60]!r}"
        )
    return int(text, 16)


def play_action(match: Match, number: int, text: str) -> None:
    if match.over:
        raise RecordError(f"action {number} ({text}): the game is already over")
    try:
        match.play(text)
    except Illegal as error:
        raise RecordError(f"action {number} ({text}) is not legal there: {error}") from error
    except EkibenError as error:
        raise RecordError(f"action {number}: {error}") from error


def check_result(match: Match, values: RecordValues) -> None:
    if match.salt and values.get("commit") != match.commit:
        raise RecordError("the record's commit does not fit its salt and seed")
    if values["result"] is not None and values["result"] != result(match):
        raise RecordError(
            f"the record says the result is {quoted(values['result'])}, but replaying gives "
            f"{result(match)}"
        )
