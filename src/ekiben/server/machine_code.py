"""Machine code in the processes of a server: one child compiles, everybody else only loads."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from ekiben.analysis.family import ANALYSIS
from ekiben.bots.family import BOT_FAMILY
from ekiben.core import builds
from ekiben.core.builds import AnyBuilds
from ekiben.core.game import Game
from ekiben.core.machine_code import is_cached
from ekiben.games import catalogue
from ekiben.server.table_state import cached_game

ORDER = ("games", "bots", "analysis")  # in which machine code is needed
LOADING: set[str] = set()  # families whose machine code this process loads, or has loaded


def family_games() -> list[Game]:
    """A game of every family."""
    games = (cached_game(name, {}) for name in catalogue())
    return list({game.family.name: game for game in games}.values())


def all_builds() -> list[AnyBuilds]:
    """The builds of all rules, bots and reviews; tables need the rules first, then the bots."""
    found = [one for game in family_games() for one in builds_of_family(game)]
    return sorted(found, key=lambda one: ORDER.index(package_and_family(one)[0]))


def package_and_family(one: AnyBuilds) -> tuple[str, str]:
    """Where a build comes from, such as ("bots", "tokyo")."""
    _, package, family, *_ = one.rule_set.home.split(".")
    return package, family


def owner_of(one: AnyBuilds) -> str:
    """The prefix of a build's kernels in the WebAssembly module: `routes`, `routebots` …"""
    package, family = package_and_family(one)
    return family if package == "games" else family.removesuffix("s") + package


def builds_of_family(game: Game) -> list[AnyBuilds]:
    """The builds of a game's rules, of the bots that play it, and of its reviews."""
    own = game.builds
    BOT_FAMILY.of(game)  # registers the bots' builds
    ANALYSIS.find(game)  # and those of reviews
    others = [one for one in builds.BUILDS.values() if one is not own]
    name = package_and_family(own)[1]
    return [own, *(one for one in others if package_and_family(one)[1] == name)]


def is_for_tables(one: AnyBuilds) -> bool:
    """Whether tables need it: reviews load what they need themselves."""
    return package_and_family(one)[0] != "analysis"


def leave_compiling_to_server(some: Iterable[AnyBuilds]) -> None:
    """Let nothing in this process start a compiler of its own, however long it plays."""
    for one in some:
        one.is_asked_for = True


def load_when_compiled(game: Game) -> threading.Thread | None:
    """Load the machine code of a game's family in a thread, once all of it is compiled."""
    name = game.family.name
    if name in LOADING:
        return None
    leave_compiling_to_server(builds_of_family(game))
    own = [one for one in builds_of_family(game) if is_for_tables(one)]
    if not all(one.can_compile() and is_cached(one.rule_set) for one in own):
        return None
    LOADING.add(name)
    thread = threading.Thread(target=load, args=(own,), daemon=True)
    thread.start()
    return thread


def is_compiled(name: str) -> bool:
    """Whether all machine code of a game's family is there, or there can be none."""
    return all(
        one.compiled is not None or not one.can_compile() or is_cached(one.rule_set)
        for one in builds_of_family(cached_game(name, {}))
    )


def load(some: Iterable[AnyBuilds]) -> None:
    for one in some:
        one.fastest()
