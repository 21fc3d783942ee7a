"""Short games of small boards, so that interpreted reviews are quick."""

from contextlib import contextmanager
from pathlib import Path

import ekiben
from ekiben.analysis.routes import beliefs, choices, curve, ledger
from ekiben.analysis.routes.play_on import player_of
from ekiben.bots import Limit, make

BOARDS = Path(__file__).parents[1] / "boards"
FORK = Path(__file__).with_name("fork.toml")
ENVELOPES = Path(__file__).with_name("envelopes.toml")
FEW = {
    curve: ("FEWEST", "MOST"),
    choices: ("MOST",),
    ledger: ("FEWEST", "MOST"),
    beliefs: ("WORLDS",),
}


@contextmanager
def few_playouts(monkeypatch, most):
    """Interpreted, and with at most so many playouts of a position in the first passes."""
    monkeypatch.setenv("EKIBEN_PLAIN", "1")
    for module, names in FEW.items():
        for name in names:
            monkeypatch.setattr(module, name, most)
    player_of.cache_clear()
    yield
    player_of.cache_clear()


def small_match(path, seats, seed, bots=("planner", "greedy")):
    """A finished game between two kinds of bot."""
    game = ekiben.load(path)
    match = game.new(seats, seed)
    players = [make(bots[seat % len(bots)], seed, game) for seat in range(seats)]
    while not match.over:
        seat = match.seat
        match.play(players[seat].choose(match.view(seat), match.legal(), Limit(1.0)))
    return match
