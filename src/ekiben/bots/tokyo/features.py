"""A view and the legal actions of a lattice game, as planning takes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ekiben.core.action import Action
from ekiben.core.layout import View
from ekiben.games.tokyo.game import TokyoGame
from ekiben.games.tokyo.imagine import filled
from ekiben.games.tokyo.sizes import JOBS, WORD

LOAD, UNLOAD = "load", "unload"


@dataclass(frozen=True)
class Stop:
    """Something to do at a city: load a job, or unload it."""

    what: str
    job: int
    city: int


def members(words: Any) -> list[int]:
    """The jobs of a set."""
    found = []
    for word in range(JOBS // WORD):
        left = int(words[word])
        while left:
            found.append(word * WORD + (left & -left).bit_length() - 1)
            left &= left - 1
    return found


class Atlas:
    """What does not change in a game."""

    def __init__(self, game: TokyoGame) -> None:
        b = game.plain_board
        self.game, self.b = game, b
        self.origin: list[int] = b.origin[: b.jobs].tolist()
        self.goal: list[int] = b.goal[: b.jobs].tolist()
        self.reward: list[int] = b.reward[: b.jobs].tolist()
        self.season: list[int] = b.season[: b.jobs].tolist()
        self.bigs = [city.number for city in game.board.cities if city.big]
        self.places = {
            int(b.city_at[post]): n
            for n, post in reversed(list(enumerate(b.place_post[: b.places])))
        }

    def pick_up(self, job: int) -> Stop:
        return Stop(LOAD, job, self.origin[job])

    def bring(self, job: int) -> Stop:
        return Stop(UNLOAD, job, self.goal[job])


@lru_cache(maxsize=8)
def atlas_of(game: TokyoGame) -> Atlas:
    return Atlas(game)


class Sight:
    """What a choice needs of the view of the seat to act."""

    def __init__(self, atlas: Atlas, view: View) -> None:
        s, b = filled(view), atlas.b
        seat = int(s.seat)
        self.s, self.seat = s, seat
        self.asked, self.own_turn = int(s.asked), s.in_turn == seat
        self.post = int(b.over_at[s.train[seat]]) if s.aboard[seat] else int(s.train[seat])
        self.speed, self.load = int(s.speed[seat]), int(s.load[seat])
        self.money, self.loans, self.joined = (
            int(s.money[seat]),
            int(s.loans[seat]),
            int(s.joined[seat]),
        )
        self.goal_money, self.goal_joined = int(b.win_money[s.seats]), int(b.connections)
        self.carried, self.on_map = members(s.carried[seat]), members(s.on_map)
        self.coming = sum(atlas.reward[job] for job in members(s.delivered)) if self.own_turn else 0
        self.turn, self.left = int(s.turns), int(s.left)

    def track(self) -> bytes:
        """All that a chart depends on."""
        found: bytes = self.s.track.tobytes()
        return found


class Choices:
    """The legal actions, by number and by verb."""

    def __init__(self, b: Any, legal: Sequence[Action]) -> None:
        self.b, self.legal = b, legal
        self.by_id = {action.id: action for action in legal}
        self.by_verb: dict[str, list[Action]] = {}
        for action in legal:
            self.by_verb.setdefault(action.verb, []).append(action)

    def __getitem__(self, verb: str) -> list[Action]:
        return self.by_verb.get(verb, [])

    def first(self, verb: str) -> Action | None:
        return next(iter(self[verb]), None)

    def step(self, direction: int) -> Action | None:
        return self.by_id.get(self.b.step + direction)

    def build(self, link: int) -> Action | None:
        return self.by_id.get(self.b.build + link)

    def job(self, verb: str, job: int) -> Action | None:
        start = {
            "load": self.b.load,
            "unload": self.b.unload,
            "return": self.b.put_back,
            "lose": self.b.lose,
        }[verb]
        return self.by_id.get(start + job)

    def place(self, place: int) -> Action | None:
        return self.by_id.get(self.b.place + place)
