"""How well searches guess others' tickets: `python bench/beliefs.py [GAME] [--seats N]`.

Learned players play games. Every few choices one seat imagines worlds in three ways: every ticket
is as likely as any other; by what the others have claimed, as `searcher` does; by what the network
believes, as `expert` does. Printed is how surprising the tickets are that another seat really
holds, in bits, and which part of them is in an imagined world.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

import ekiben
from ekiben.bots import Limit, make
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.expert import RouteExpert, Search
from ekiben.bots.routes.network_expert import NetworkExpert, NetworkSearch
from ekiben.core.game import Game
from ekiben.core.kernel_calls import in_memory
from ekiben.core.match import Match
from ekiben.games.routes.redeal_state import Redeal
from ekiben.games.routes.state import State

EVERY = 8  # choices of a seat between two looks
WORLDS = 128
WAYS = ("any", "claims", "network")
Bits = npt.NDArray[np.bool_]
Figures = npt.NDArray[np.float64]


def searches(game: Game, match: Match) -> dict[str, Search]:
    """A search for each way to imagine worlds, with what it believes of the position."""
    limit, kernels, found = Limit(1.0), BUILDS.fastest(), {}
    for way, bot in (
        ("any", RouteExpert()),
        ("claims", RouteExpert()),
        ("network", NetworkExpert()),
    ):
        bot.sit(game)
        search = bot.search(match.view(match.seat), limit, kernels)
        if way == "network" and not isinstance(search, NetworkSearch):
            raise SystemExit(f"the box has no network for tables of this size in {game.name}")
        search.moves()
        if way == "any":
            search.redeal = Redeal()
        found[way] = search
    return found


def held(state: State, count: int) -> Bits:
    """Who holds which ticket, by seat."""
    tickets = np.array([int(one) for one in state.tickets[: state.seats]], np.int64)
    return (tickets[:, None] >> np.arange(count) & 1).astype(np.bool_)


def imagine(game: Game, search: Search, count: int) -> Iterator[Bits]:
    """Who holds which ticket in worlds that the search imagines."""
    boards = in_memory(search.fixed()[0])
    for world in range(WORLDS):
        _, states, redeal = map(in_memory, search.work_space())
        search.kernels.sample_hidden(boards, states, redeal, search.words, world)
        imagined = State.unpack(states[: State.size]) if search.kernels.compiled else states[0]
        yield held(imagined, count)


def look(game: Game, match: Match) -> Figures:
    """Surprise and part of the held tickets, a row a way, summed over the other seats."""
    count = len(game.board.tickets)
    truth, found = held(State.unpack(match.position.packed()), count), np.zeros((len(WAYS), 2))
    others = [seat for seat in range(match.seats) if seat != match.seat]
    for row, search in zip(found, searches(game, match).values(), strict=True):
        worlds = np.stack(list(imagine(game, search, count)))
        chance = (worlds.sum(axis=0) + 0.5) / (WORLDS + 1)
        surprise = -np.log2(np.where(truth, chance, 1 - chance))
        row[:] = surprise[others].sum(), (worlds & truth).mean(axis=0)[others].sum()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="america")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=6_000_000)
    chosen = parser.parse_args()
    game = ekiben.load(chosen.game)
    player, rows, tickets, seats = make("learned", game=game), [], 0, 0
    for number in range(chosen.games):
        match, choices = game.new(chosen.seats, chosen.seed + number), 0
        while not match.over:
            legal = match.legal()
            if len(legal) > 1 and match.seat == number % chosen.seats and match.asked == "turn":
                choices += 1
                if choices % EVERY == 0:
                    rows.append(look(game, match))
                    others = held(State.unpack(match.position.packed()), len(game.board.tickets))
                    tickets += int(others.sum() - others[match.seat].sum())
                    seats += match.seats - 1
            match.play(player.choose(match.view(match.seat), legal, Limit(1.0)))
    surprise, part = np.sum(rows, axis=0).T
    print(
        f"{chosen.game}, {chosen.seats} seats: {len(rows)} positions, {tickets} tickets of others"
    )
    for way, bits, found in zip(WAYS, surprise / seats, part / tickets, strict=True):
        print(f"{way:8} {bits:6.2f} bits a seat, {found:.3f} of the tickets in an imagined world")


if __name__ == "__main__":
    main()
