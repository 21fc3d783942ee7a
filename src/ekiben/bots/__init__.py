"""Bots: players that are programs, named by a spec such as `greedy` or `greedy:enough=0.4`.

>>> import ekiben
>>> from ekiben import bots
>>> game = ekiben.load("america")
>>> table = [bots.make("greedy", seed=1), bots.make("random", seed=2)]
>>> for seat, bot in enumerate(table):
...     bot.sit(game, seat)
>>> match = game.new(seats=2, seed=7)
>>> while not match.over:
...     bot = table[match.seat]
...     events = match.play(bot.choose(match.view(match.seat), match.legal(), bots.Limit(1.0)))
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from ekiben.bots.bot import Bot, Forfeit, Limit
from ekiben.bots.family import BOT_FAMILY
from ekiben.bots.imported import (
    build,
    from_class,
    from_entry_point,
    from_python,
    installed,
    is_python,
)
from ekiben.bots.pipe import is_pipe, make_pipe_bot
from ekiben.bots.random_bot import Uniform
from ekiben.bots.spec import Key, Keys
from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.core.game import Game
from ekiben.games.families import FAMILIES
from ekiben.texts import say

__all__ = ["Bot", "Forfeit", "Limit", "installed", "keys", "make", "names", "plays"]


BOTS: dict[str, type[Bot]] = {"random": Uniform}  # those of all families


def all_bots() -> dict[str, type[Bot]]:
    """The bots of the box by name, in the order they are listed."""
    found = dict(BOTS)
    for family in FAMILIES.values():
        found |= BOT_FAMILY.load(family).bots
    return found


def find_bot(name: str) -> type[Bot] | None:
    """A bot of the box; families are loaded until one has it."""
    families = (BOT_FAMILY.load(family).bots for family in FAMILIES.values())
    return next((bots[name] for bots in chain([BOTS], families) if name in bots), None)


def names(language: str = "en") -> dict[str, str]:
    """All bots by name, each with a line about it that begins with the games it plays."""
    return {name: say(f"bots.{name}", language) for name in all_bots()}


def keys(name: str, language: str = "en") -> list[Key]:
    """What can be set in the spec of a bot, with default and meaning.

    Of a bot of an installed package only the defaults are known.
    """
    kind = find_bot(name)
    if kind is None:
        return Keys(name, installed()[name].load()).describe(lambda key: "")
    return Keys(name, kind).describe(
        lambda key: say(f"bot-keys.{key}" if key == "seed" else f"bot-keys.{name}.{key}", language)
    )


def make(spec: str | Callable[..., object], seed: int = 0, game: Game | None = None) -> Bot:
    """Make a bot from its spec or its class.

    A spec is `name` or `name:key=value,key=value`, `python:module.Class?key=value`, or
    `pipe:COMMAND`. A class needs one method, `choose(view, legal, limit)`. `seed` is the bot's own
    luck (a program has its own in its spec). With a game the bot sits down at once; otherwise call
    `sit` before the first choice.
    """
    bot = make_from_spec(spec, seed) if isinstance(spec, str) else from_class(spec, seed)
    if game is not None:
        bot.sit(game)
    return bot


def make_from_spec(spec: str, seed: int) -> Bot:
    if is_pipe(spec):
        return make_pipe_bot(spec)
    return from_python(spec, seed) if is_python(spec) else make_named(spec, seed)


def plays(game: Game, spec: str) -> bool:
    """Whether the bot of a spec can sit at this game."""
    try:
        make(spec, 0, game)
    except EkibenError:
        return False
    return True


def make_named(spec: str, seed: int) -> Bot:
    """A bot of the box, or of an installed package."""
    name, _, keys = spec.partition(":")
    kind = find_bot(name)
    if kind is not None:
        return build(name, kind, seed, keys)
    packages = installed()
    if name in packages:
        return from_entry_point(name, keys, seed)
    known = [*all_bots(), *packages]
    raise EkibenError(
        f"no bot {name!r}.{nearest(name, known)} Bots: {listed(known)}; or your own: "
        "python:module.Class, or a program, pipe:COMMAND"
    )
