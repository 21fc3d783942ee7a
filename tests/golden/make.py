"""Makes the golden records that are not there yet: python tests/golden/make.py

`python tests/golden/make.py whole` adds Tokyo games that bots played until somebody won, for
versions of the rules that have none. Bots change, so such a game is never made again: what is kept
is how it must replay.

Games of random and of one-sided play, with fixed seeds, several numbers of seats and every option,
for every version of the rules. A line that is there is never written over: where the rules now give
another game, this says so and stops.
"""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "src")]

from laws.play import play_on  # noqa: E402

import ekiben  # noqa: E402
from ekiben.bots import Limit  # noqa: E402
from ekiben.bots import make as make_bot  # noqa: E402
from ekiben.games import load  # noqa: E402

COUNT = 8  # for each version of the rules
STYLES = (("random",), ("claimer", "builder"), ("returner", "long"), ("hoarder", "short", "idler"))
SPREAD = 0x9E3779B97F4A7C15F39CC0605CEDC835


def options(game: Any, number: int) -> dict[str, Any]:
    """None for the first half, then one option after the other at its last value."""
    known = game.known_options
    if number < COUNT // 2:
        return {}
    option = known[number % len(known)]
    return {option.name: option.values[-1]}


def record(name: str, rules: int, number: int) -> str:
    """The line of a game; in every third one something is taken back at the start."""
    short = {"turn_limit": 4} if name == "tokyo" else {}
    game = load(name, {**options(ekiben.load(name), number), **short}, rules)
    fewest, most = game.seats
    match = game.new(
        fewest + number % (most - fewest + 1), number * SPREAD % (1 << 128), names=["Ann", "駅長"]
    )
    if number % 3 == 0:
        match.play(random.Random(number).choice(match.legal()))
        match.undo()
    return str(play_on(match, STYLES[number % len(STYLES)], number).record())


def crowded(number: int) -> str:
    """The line of a game with `no_lockout` in which two seats take all ways into one big city after
    the other.
    """
    game = load("tokyo", {"no_lockout": True, "turn_limit": 16}, 2)
    match, luck = game.new(2, number * SPREAD % (1 << 128)), random.Random(number)
    while not match.over:
        match.play(luck.choice(crowding(match)))
    return str(match.record())


def crowding(match: Any) -> list[Any]:
    """The links into the big city that has the fewest free ones.

    Else borrows, else ends the step.
    """
    board, view = match.game.plain_board, match.view(match.seat)
    left = [int(free) or 99 for free in view.entries]
    crowd = left.index(min(left))
    legal = match.legal()
    into = [
        action
        for action in legal
        if action.verb == "build"
        and crowd
        in (
            board.big_at[board.end_a[action.id - board.build]],
            board.big_at[board.end_z[action.id - board.build]],
        )
    ]
    last = [action for action in legal if action.verb in ("place", "stop", "done", "lose")]
    credit = [
        action
        for action in legal
        if action.verb == "borrow" and match.asked == "build" and view.spent < 40
    ]
    return into or credit or last


WHOLE = (
    (("dispatcher", "courier"), {}),
    (("courier", "dispatcher", "dispatcher"), {"equal_turns": True}),
    (("dispatcher", "courier"), {"no_lockout": True, "short": True}),
)


def won(rules: int, number: int) -> str:
    """The line of a game of Tokyo Railways that bots played until one had won."""
    specs, chosen = WHOLE[number]
    game = load("tokyo", chosen, rules)
    game.builds.fastest()
    match = game.new(len(specs), (number + 1) * SPREAD % (1 << 128), specs)
    players = [make_bot(spec, seed=number, game=game) for spec in specs]
    while match.seat is not None:
        match.play(players[match.seat].choose(match.view(match.seat), match.legal(), Limit(1.0)))
    return str(match.record())


def add_whole(path: Path) -> int:
    """Add the games of the versions that have none."""
    there = {json.loads(line)["rules"] for line in lines(path)}
    new = [
        won(rules, number)
        for rules in range(1, ekiben.load("tokyo").rules + 1)
        if rules not in there
        for number in range(len(WHOLE))
    ]
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in new)
    return len(new)


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def added(path: Path, made: Iterator[str]) -> int:
    """Adds what is missing at the end of the file; how many lines that is."""
    there, new = lines(path), list(made)
    for number, (old, now) in enumerate(zip(there, new, strict=False)):
        if old != now:
            raise SystemExit(
                f"{path.name}, line {number + 1} is there and would change. Golden lines are not "
                "written over: give the "
                "rules a new version, under which the old one still replays."
            )
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in new[len(there) :])
    return max(0, len(new) - len(there))


def all_of(name: str) -> Iterator[str]:
    """Version by version; a later one has its own games after those of the one before."""
    for rules in range(1, ekiben.load(name).rules + 1):
        yield from (record(name, rules, number) for number in range(COUNT))
        if (name, rules) == ("tokyo", 2):
            yield from (crowded(number) for number in range(2))


if __name__ == "__main__":
    if sys.argv[1:] == ["whole"]:
        sys.exit(f"tokyo-whole: {add_whole(HERE / 'tokyo-whole.jsonl')} new")
    for name in ekiben.games():
        print(f"{name}: {added(HERE / f'{name}.jsonl', all_of(name))} new")
