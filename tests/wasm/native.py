"""The answers that the module should give, from machine code and the bots themselves."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

import ekiben
from ekiben.bots import Limit, make
from ekiben.bots.levels import level
from ekiben.core.batch import playouts
from ekiben.core.builds import AnyBuilds
from ekiben.core.layout import View
from ekiben.envs.interface import Observer

LUCK, PRIME = 48271, 2147483647  # of random choices, as in answers.mjs
CHUNK = 1024  # bytes of an array that are sent together
UNLIMITED = Limit(1e9)


# ---- games; several hosts are asked for the same ones
@cache
def random_games(name: str, count: int, seats: int, seed: int) -> dict[str, Any]:
    scores, lengths = playouts(ekiben.load(name), count, seats, seed, 1)
    return {"scores": scores.tolist(), "lengths": lengths.tolist()}


@cache
def planner_game(name: str, seats: int, seed: int, decisions: int) -> dict[str, Any]:
    """The bot of the level `hard` in every seat, each from its own view."""
    game = ekiben.load(name)
    game.builds.fastest()
    bots = [make(level(game, "hard").spec, seed, game) for _ in range(seats)]
    match, ids = game.new(seats, seed), []
    while not match.over and len(ids) < decisions:
        chosen = bots[match.seat].choose(match.view(match.seat), match.legal(), UNLIMITED)
        ids.append(chosen.id)
        match.play(chosen)
    return {"ids": ids, "scores": match.scores()}


def watched_game(
    name: str, seats: int, seed: int, decisions: int, every: int, options: dict[str, Any]
) -> dict[str, Any]:
    """Random play, and what all see and observe after every so many decisions."""
    game = ekiben.load(name, **options)
    game.builds.fastest()
    match, steps, luck = game.new(seats, seed), [], 1
    while not match.over and len(steps) < decisions:
        legal = match.legal()
        luck = luck * LUCK % PRIME
        action = legal[luck % len(legal)]
        step = [match.seat, match.asked, len(legal), str(action), match.scores()]
        steps.append(step if len(steps) % every else [*step, looks(match)])
        match.play(action)
    end = {"over": match.over, "seat": match.seat, "scores": match.scores(), "looks": looks(match)}
    return {"steps": steps, "end": end}


def looks(match: ekiben.Match) -> dict[str, Any]:
    seats, observe = range(len(match.scores())), Observer(match.game, "uint8")
    return {
        "views": [plain(match, match.view(seat)) for seat in (None, *seats)],
        "observations": [in_base64(observe(match, seat)) for seat in seats],
    }


def plain(match: ekiben.Match, view: View) -> dict[str, Any]:
    """A view as JSON, numbers of 64 bits as texts."""
    state = match.game.rule_set.state.dtype
    return {
        name: texts(value) if state[name].base == np.int64 else np.asarray(value).tolist()
        for name, value in view.fields.items()
    }


def texts(value: Any) -> Any:
    listed = np.asarray(value).tolist()
    return [texts(one) for one in listed] if isinstance(listed, list) else str(listed)


def in_base64(array: Any) -> str:
    return base64.b64encode(np.asarray(array).tobytes()).decode()


# ---- kernels, as bots call them
class Recorder:
    """Notes every call of some kernels: what to send to call it again, and what came of it."""

    def __init__(self, owner: str, kernels: Any) -> None:
        self.owner = owner
        self.kernels = kernels
        self.calls: list[dict[str, Any]] = []
        self.results: list[list[Any]] = []
        self.contents: dict[str, Any] = {}  # what an array in the module's memory holds, by key

    def namespace(self) -> SimpleNamespace:
        own = {
            name: self.recorded(name) for name, one in vars(self.kernels).items() if callable(one)
        }
        return SimpleNamespace(compiled=True, **own)

    def recorded(self, name: str) -> Any:
        def call(*given: Any) -> Any:
            sent = [self.sent(n, one) for n, one in enumerate(given)]
            self.calls.append({"kernel": f"{self.owner}_{name}", "given": sent})
            result = getattr(self.kernels, name)(*given)
            arrays = [one for one in given if isinstance(one, np.ndarray)]
            for one, told in zip(
                arrays, (one for one in sent if isinstance(one, dict)), strict=True
            ):
                self.contents[told["key"]] = as_bytes(one)
            digests = [hashlib.sha256(as_bytes(one).tobytes()).hexdigest() for one in arrays]
            self.results.append([result or 0, digests])
            return result

        return call

    def sent(self, place: int, value: Any) -> Any:
        """A number, or an array: the bytes that differ from what earlier calls have left."""
        if not isinstance(value, np.ndarray):
            return float(value) if isinstance(value, float) else int(value)
        content = as_bytes(value)
        key = f"{place} {value.dtype} {value.shape}"
        before = self.contents.get(key, np.zeros_like(content))
        changed = sorted({int(at) // CHUNK * CHUNK for at in np.flatnonzero(content != before)})
        writes = [[at, in_base64(content[at : at + CHUNK])] for at in changed]
        return {"key": key, "type": value.dtype.name, "shape": value.shape, "writes": writes}


def as_bytes(array: Any) -> Any:
    return np.frombuffer(array.tobytes(), np.uint8)


@contextmanager
def recording(owner: str, builds: AnyBuilds) -> Iterator[Recorder]:
    """Record what is called of a build's machine code."""
    kernels = builds.fastest()
    assert kernels.compiled
    recorder = Recorder(owner, kernels)
    builds.compiled = recorder.namespace()
    try:
        yield recorder
    finally:
        builds.compiled = kernels


def record_choices(
    name: str, spec: str, owner: str, builds: AnyBuilds, places: list[int]
) -> Recorder:
    """Record a searching bot's choices at some places of a game of random play."""
    game = ekiben.load(name)
    game.builds.fastest()
    bot, match = make(spec, 5, game), game.new(2, 21)
    with recording(owner, builds) as recorder:
        bot.sit(game, 0)
        for place in range(max(places) + 1):
            legal = match.legal()
            if place in places:
                bot.choose(match.view(match.seat), legal, UNLIMITED)
            match.play(legal[place * LUCK % len(legal)])
    return recorder


# ---- positions
def digest(array: Any) -> str:
    return hashlib.sha256(array.tobytes()).hexdigest()


def positions(name: str, seats: int, count: int) -> Iterator[ekiben.Match]:
    """A game of random play at so many of its positions in which there is a choice."""
    game = ekiben.load(name)
    game.builds.fastest()
    match, luck = game.new(seats, 11), 1
    while count and not match.over:
        legal = match.legal()
        luck = luck * LUCK % PRIME
        if len(legal) > 1 and luck % 5 == 0:
            count -= 1
            yield match
        match.play(legal[luck % len(legal)])


def known_state(game: ekiben.Game, view: View) -> Any:
    """The state that a bot makes of its view."""
    from ekiben.wasm.package.family import PACKAGE

    return PACKAGE.of(game).state_from(view)
