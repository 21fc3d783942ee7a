"""The reference panel: bots known by what they do. A digest of a bot's actions on fixed deals is
kept for every game; where the bot that carries the name today does otherwise, its old results speak
of another bot.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import ekiben
from ekiben.arena.one_game import families
from ekiben.arena.plan import able, bot_seed, deal_seed
from ekiben.bots import Bot, Limit, make, names
from ekiben.bots.imported import is_python
from ekiben.bots.pipe import is_pipe
from ekiben.core.game import Game

FILE = Path(__file__).parent / "panel.json"
DEALS, ACTIONS = 2, 150  # probe games, and how far each goes
SHORT = Limit(0.05)
LONG = Limit(0.2)  # who chooses otherwise with more time has no behaviour that could be told
Panel = dict[str, dict[str, str | None]]


def behaviour(game: Game, spec: str) -> str | None:
    """The digest of a bot's actions when it plays itself; None for one whose actions depend on the
    time it gets, and for code from elsewhere: nobody knows what that depends on.
    """
    if is_pipe(spec) or is_python(spec):
        return None
    known = hashlib.sha256(f"{game.name} {game.digest} {game.rules}".encode())
    for deal in range(DEALS):
        actions = probed(game, spec, deal)
        if actions is None:
            return None
        known.update("\n".join([*actions, ""]).encode())
    return known.hexdigest()[:16]


def probed(game: Game, spec: str, deal: int) -> list[str] | None:
    """The actions of a probe game. Every seat has two bots alike, one with more time: they must
    agree.
    """
    match = game.new(game.seats[0], deal_seed(0, deal))
    tables = [seated(game, spec, deal, match.seats) for _ in (SHORT, LONG)]
    while match.seat is not None and len(match.actions) < ACTIONS:
        view, legal = match.view(match.seat), match.legal()
        first, second = (
            bots[match.seat].choose(view, legal, limit)
            for bots, limit in zip(tables, (SHORT, LONG), strict=True)
        )
        if first != second:
            return None
        match.play(first)
    return [str(action) for action in match.actions]


def seated(game: Game, spec: str, deal: int, seats: int) -> list[Bot]:
    bots = [make(spec, bot_seed(0, deal, seat, spec)) for seat in range(seats)]
    for seat, bot in enumerate(bots):
        bot.sit(game, seat)
    return bots


# ---- the panel as it is kept
def kept() -> Panel:
    found: Panel = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def observed(games: Iterable[str] = (), specs: Iterable[str] = ()) -> Panel:
    """What the bots do today: all of them in all games, unless said otherwise."""
    chosen = [(name, ekiben.load(name)) for name in games or ekiben.games()]
    for _, game in chosen:
        for builds in families(game):
            builds.fastest()
    return {
        name: {spec: behaviour(game, spec) for spec in able(game, list(specs or names()))}
        for name, game in chosen
    }


def written(panel: Panel) -> Path:
    """Puts these bots' digests into the file; others stay as they are."""
    old = kept()
    merged = {
        game: dict(sorted({**old.get(game, {}), **panel.get(game, {})}.items()))
        for game in sorted({*old, *panel})
    }
    FILE.write_text(json.dumps(merged, indent=1) + "\n", encoding="utf-8", newline="\n")
    return FILE


def standing(stored: Mapping[str, str | None], spec: str, digest: str | None) -> str:
    """`same`, `changed`, `new` (not in the panel), or `timed`: depends on time, so nobody can tell."""
    if digest is None:
        return "timed" if stored.get(spec) is None else "changed"
    if spec not in stored:
        return "new"
    return "same" if stored[spec] == digest else "changed"
