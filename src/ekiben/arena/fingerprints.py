"""The reference panel: bots known by what they do.

For every game the panel keeps a digest of each bot's actions on fixed deals. Where a bot of that
name acts otherwise today, its old results are those of another bot.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import ekiben
from ekiben.arena.one_game import builds_for, seat_bots
from ekiben.arena.plan import bot_seed, deal_seed, playable_bots
from ekiben.bots import Limit, names
from ekiben.bots.imported import is_python
from ekiben.bots.pipe import is_pipe
from ekiben.core.game import Game

FILE = Path(__file__).parent / "panel.json"
DEALS, ACTIONS = 2, 150  # probe games, and how far each goes
# a bot that chooses otherwise with more time has no behaviour that a digest could stand for
LIMITS = (Limit(0.05), Limit(0.2))
Panel = dict[str, dict[str, str | None]]


def behaviour(game: Game, spec: str) -> str | None:
    """The digest of a bot's actions when it plays itself.

    None for a bot whose actions depend on the time it gets, and for code from elsewhere: nobody
    knows what that depends on.
    """
    if is_pipe(spec) or is_python(spec):
        return None
    known = hashlib.sha256(f"{game.name} {game.digest} {game.rules}".encode())
    for deal in range(DEALS):
        actions = probe(game, spec, deal)
        if actions is None:
            return None
        known.update("\n".join([*actions, ""]).encode())
    return known.hexdigest()[:16]


def probe(game: Game, spec: str, deal: int) -> list[str] | None:
    """The actions of a probe game, in which every seat has two bots alike, one with more time.

    None when the two disagree.
    """
    match = game.new(game.seats[0], deal_seed(0, deal))
    seeds = [bot_seed(0, deal, seat, spec) for seat in range(match.seats)]
    tables = [seat_bots(game, [spec] * match.seats, seeds) for _ in LIMITS]
    while match.seat is not None and len(match.actions) < ACTIONS:
        view, legal = match.view(match.seat), match.legal()
        first, second = (
            bots[match.seat].choose(view, legal, limit)
            for bots, limit in zip(tables, LIMITS, strict=True)
        )
        if first != second:
            return None
        match.play(first)
    return [str(action) for action in match.actions]


# ---- the panel as it is kept
def stored_panel() -> Panel:
    found: Panel = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def observe_panel(games: Iterable[str] = (), specs: Iterable[str] = ()) -> Panel:
    """What bots do today: all of them in all games, unless some are named."""
    chosen = [(name, ekiben.load(name)) for name in games or ekiben.games()]
    for _, game in chosen:
        for builds in builds_for(game):
            builds.fastest()
    return {
        name: {spec: behaviour(game, spec) for spec in playable_bots(game, list(specs or names()))}
        for name, game in chosen
    }


def write_panel(panel: Panel) -> Path:
    """Write these bots' digests into the file; others stay as they are."""
    old = stored_panel()
    merged = {
        game: dict(sorted({**old.get(game, {}), **panel.get(game, {})}.items()))
        for game in sorted({*old, *panel})
    }
    FILE.write_text(json.dumps(merged, indent=1) + "\n", encoding="utf-8", newline="\n")
    return FILE


def compare(stored: Mapping[str, str | None], spec: str, digest: str | None) -> str:
    """`same`, `changed`, `new` (not in the panel), or `timed` (time decides, so nobody knows)."""
    if digest is None:
        return "timed" if stored.get(spec) is None else "changed"
    if spec not in stored:
        return "new"
    return "same" if stored[spec] == digest else "changed"
