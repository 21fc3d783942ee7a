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

from ekiben.bots.bot import Bot, Forfeit, Limit
from ekiben.bots.family import BOT_FAMILY
from ekiben.bots.imported import from_entry_point, from_python, installed, is_python
from ekiben.bots.pipe import is_pipe, piped
from ekiben.bots.random_bot import Uniform
from ekiben.bots.spec import Key, Keys
from ekiben.core.errors import EkibenError, listed, nearest
from ekiben.core.game import Game
from ekiben.games.families import FAMILIES
from ekiben.texts import say

__all__ = ["Bot", "Forfeit", "Limit", "installed", "keys", "make", "names", "plays"]


def all_bots() -> dict[str, type[Bot]]:
    """The bots of the box by name, in the order they are listed."""
    found: dict[str, type[Bot]] = {"random": Uniform}
    for family in FAMILIES.values():
        found |= BOT_FAMILY.load(family).bots
    return found


BOTS = all_bots()


def names(language: str = "en") -> dict[str, str]:
    """All bots by name, each with a line about it that begins with the games it plays."""
    return {name: say(f"bots.{name}", language) for name in BOTS}


def keys(name: str, language: str = "en") -> list[Key]:
    """What can be set in the spec of a bot, with the default and its meaning; a bot of an installed
    package says only what there is.
    """
    if name not in BOTS:
        return Keys(name, installed()[name].load()).listed(lambda key: "")
    return Keys(name, BOTS[name]).listed(
        lambda key: say(f"bot-keys.{key}" if key == "seed" else f"bot-keys.{name}.{key}", language)
    )


def make(spec: str, seed: int = 0, game: Game | None = None) -> Bot:
    """The bot of a spec: `name` or `name:key=value,key=value`, `python:module.Class?key=value`, or
    `pipe:COMMAND`; `seed` is its own luck (a program has its own in its spec). With a game it sits
    down at once, otherwise `sit` must be called before the first choice.
    """
    bot = (
        piped(spec)
        if is_pipe(spec)
        else from_python(spec, seed)
        if is_python(spec)
        else named(spec, seed)
    )
    if game is not None:
        bot.sit(game)
    return bot


def plays(game: Game, spec: str) -> bool:
    """Whether the bot of a spec can sit at this game."""
    try:
        make(spec, 0, game)
    except EkibenError:
        return False
    return True


def named(spec: str, seed: int) -> Bot:
    """A bot of the box, or of an installed package."""
    name, _, rest = spec.partition(":")
    if name in BOTS:
        return BOTS[name](**Keys(name, BOTS[name]).values(rest, seed))
    if name in (brought := installed()):
        return from_entry_point(name, rest, seed)
    raise EkibenError(
        f"no bot {name!r}.{nearest(name, [*BOTS, *brought])} Bots: {listed([*BOTS, *brought])}; or your own: "
        "python:module.Class, or a program, pipe:COMMAND"
    )
