"""Bots: players that are programs, named by a spec such as `greedy` or `greedy:enough=0.4`.

>>> import ekiben
>>> from ekiben import bots
>>> game = ekiben.load("america")
>>> table = [bots.make("greedy", seed=1), bots.make("random", seed=2)]
>>> for seat, bot in enumerate(table):
...     bot.sit(game, seat)
>>> match = game.new(seats=2, seed=7)
>>> while not match.over:
...     events = match.play(table[match.seat].choose(match.view(match.seat), match.legal(), bots.Limit(1.0)))
"""

from __future__ import annotations

from inspect import Parameter, signature
from typing import Any

from ekiben.bots.bot import Bot, Forfeit, Limit
from ekiben.bots.expert import Expert
from ekiben.bots.pipe import is_pipe, piped
from ekiben.bots.routes.players import Collector, Greedy, Junkie, Path, Planner, Racer, Step, Wary
from ekiben.bots.tokyo.courier import Courier
from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.bots.tokyo.drifter import Drifter
from ekiben.bots.uniform import Uniform
from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.core.game import Game
from ekiben.texts import say

__all__ = ["Bot", "Forfeit", "Limit", "make", "names"]

BOTS: dict[str, type[Bot]] = {
    "random": Uniform, "greedy": Greedy, "racer": Racer, "junkie": Junkie, "step": Step, "path": Path, "wary": Wary,
    "collector": Collector, "planner": Planner, "expert": Expert, "drifter": Drifter, "courier": Courier, "dispatcher": Dispatcher}


def names(language: str = "en") -> dict[str, str]:
    """All bots by name, each with a line about it that begins with the games it plays."""
    return {name: say(f"bots.{name}", language) for name in BOTS}


def make(spec: str, seed: int = 0, game: Game | None = None) -> Bot:
    """The bot of a spec, `name` or `name:key=value,key=value`, or `pipe:COMMAND`; `seed` is its own luck (a program has its
    own in its spec). With a game it sits down at once, otherwise `sit` must be called before the first choice."""
    bot = piped(spec) if is_pipe(spec) else built_in(spec, seed)
    if game is not None:
        bot.sit(game)
    return bot


def built_in(spec: str, seed: int) -> Bot:
    name, _, rest = spec.partition(":")
    if name not in BOTS:
        raise EkibenError(f"no bot {name!r}.{nearest(name, BOTS)} Bots: {listed(BOTS)}; or a program of your own, pipe:COMMAND")
    return BOTS[name](**{"seed": seed, **settings(name, rest)})


def settings(name: str, text: str) -> dict[str, Any]:
    """The values of `key=value,key=value`, of the types that the bot's constructor gives its keys."""
    keys = signature(BOTS[name]).parameters
    found: dict[str, Any] = {}
    for part in text.split(",") if text else ():
        key, equals, value = (word.strip() for word in part.partition("="))
        if key not in keys or key in found:
            raise EkibenError(f"bot {name}: {wrong_key(key, found)}{nearest(key, set(keys) - set(found))} Keys: {listed(keys)}")
        found[key] = setting(name, keys[key], value if equals else "")
    return found


def wrong_key(key: str, found: dict[str, Any]) -> str:
    return f"key {key!r} is given twice." if key in found else f"no key {key!r}."


def setting(name: str, key: Parameter, value: str) -> Any:
    kind = type(key.default)
    try:
        return kind(value)
    except ValueError:
        raise EkibenError(f"bot {name}: {key.name} is a number such as {key.default}, not {value!r}") from None
