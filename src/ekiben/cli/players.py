"""Who sits where: people and bots, from a list such as `human,greedy`."""

from __future__ import annotations

import re
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence

from ekiben.arena.plan import player_seed
from ekiben.bots import Bot, Limit, make
from ekiben.bots.family import BOT_FAMILY
from ekiben.bots.imported import class_name, is_python
from ekiben.bots.pipe import is_pipe, program_name
from ekiben.cli.words import Words
from ekiben.core.batch import cores
from ekiben.core.errors import EkibenError
from ekiben.core.game import Game

HUMAN = "human"
QUOTED = re.compile(r"""(?<=[\s=:])(?:"[^"]*"|'[^']*')""")


def player_specs(text: str) -> list[str]:
    """The players of a list.

    A piece `key=value` belongs to the player before it, a comma in quotes to a program's command
    line.
    """
    found: list[str] = []
    for piece in pieces(text):
        if found and re.match(r"\s*[\w-]+=", piece):
            found[-1] += f",{piece.strip()}"
        else:
            found.append(piece.strip())
    return found


def pieces(text: str) -> list[str]:
    """Parted at commas, but not within quotes."""
    hidden = QUOTED.sub(lambda quote: quote[0].replace(",", "\0"), text)
    return [piece.replace("\0", ",") for piece in hidden.split(",")]


def specs_by_seat(
    words: Words, game: Game, players: str | None, seats: int | None, other: str | None = None
) -> list[str]:
    """A player for every seat; where none was named a bot, `other` if one is given."""
    named = player_specs(players) if players else [HUMAN]
    wanted = game.validate_seats(seats or max(len(named), game.seats[0]))
    if len(named) > wanted:
        raise EkibenError(words("errors.too-many-players", players=len(named), seats=wanted))
    return named + [other or BOT_FAMILY.of(game).usual] * (wanted - len(named))


def only_bots(words: Words, game: Game, players: str) -> list[str]:
    """All seats' bots; made once already, so that a wrong one is told before anything begins."""
    named = player_specs(players)
    game.validate_seats(len(named))
    if any(is_human(spec) for spec in named):
        raise EkibenError(words("errors.bots-only"))
    for spec in named:
        make(spec)
    return named


def is_human(spec: str) -> bool:
    return spec.partition(":")[0] == HUMAN


def name(words: Words, spec: str) -> str:
    """Without number: a person's own name, or the bot's."""
    kind, _, rest = spec.partition(":")
    if is_pipe(spec):
        return program_name(spec)
    if is_python(spec):
        return class_name(spec)
    if kind != HUMAN:
        return kind
    key, _, value = rest.partition("=")
    if rest and (key != "name" or not value.strip()):
        raise EkibenError(words("errors.human", spec=spec))
    return value.strip() or words("person")


def names(words: Words, specs: Sequence[str]) -> list[str]:
    """What the seats are called; where two are called the same, with their number."""
    plain = [name(words, spec) for spec in specs]
    often = Counter(plain)
    return [
        f"{called} {seat}" if often[called] > 1 else called for seat, called in enumerate(plain)
    ]


def make_bots(game: Game, specs: Sequence[str], seed: int | None) -> list[Bot | None]:
    """The bots by seat; None is a person."""
    return [
        None if is_human(spec) else seat_bot(game, seat, spec, own_seed(seed, seat))
        for seat, spec in enumerate(specs)
    ]


def seat_bot(game: Game, seat: int, spec: str, seed: int) -> Bot:
    """A bot that has sat down."""
    made = make(spec, seed)
    made.sit(game, seat)
    return made


def own_seed(seed: int | None, number: int) -> int:
    """A bot's own seed: from the game's where one is given, but never of the game's own streams."""
    if seed is None:
        import secrets

        return secrets.randbits(63)
    return player_seed(seed, number, number)


def limit(args: Namespace) -> Limit:
    return Limit(args.seconds, args.threads or cores())
