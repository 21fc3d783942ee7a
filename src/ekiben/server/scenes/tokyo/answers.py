"""Answers to puzzles of Tokyo Railways: trips, drawn on the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from ekiben.core.game import Game
from ekiben.core.layout import View
from ekiben.games.tokyo.game import TokyoGame, tokyo_game
from ekiben.games.tokyo.lattice import DIRECTIONS, STEPS, link_of, post_number
from ekiben.puzzles import Choice, Puzzle, Stop, Trip
from ekiben.server.scenes.family import Answers, Way
from ekiben.texts.sentences import value_in_words
from ekiben.texts.wording import Words


def text(words: Words, view: View, notation: str) -> str:
    return str(value_in_words(words, "action", notation))


def turn(words: Words, view: View, actions: Sequence[str]) -> str:
    """What matters of a turn: steps go without saying, and links are counted."""
    parts = [
        part
        for verb, group in groupby(actions, key=lambda action: action.partition(" ")[0])
        for part in turn_parts(words, verb, list(group))
    ]
    return words.say("server.puzzles.then").join(parts or [words.say("server.review.run")])


def turn_parts(words: Words, verb: str, actions: list[str]) -> list[str]:
    """A run of like actions in words."""
    if verb == "build":
        return [words.say("server.review.build", count=len(actions))]
    if verb in ("step", "done", "stop"):
        return []
    return [str(value_in_words(words, "action", action)) for action in actions]


def trip(words: Words, trip: Trip) -> str:
    """Where a trip loads and delivers, stop by stop."""
    parts = [
        words.say(
            "server.puzzles.deliver" if delivers else "server.puzzles.load",
            cities=words.listed([words.city(stop.city) for stop in stops]),
        )
        for delivers, stops in groupby(trip.stops, key=lambda stop: stop.delivers)
    ]
    return words.say("server.puzzles.then").join(parts)


def way(game: Game, view: View, choice: Choice) -> Way:
    """The first turn's way, and the stops after it."""
    found = Way([int(view.train[view.viewer])], [], [])
    for action in choice.actions:
        follow(tokyo_game(game), found, action.split())
    made = sum(action.startswith(("load ", "unload ")) for action in choice.actions)
    stops = choice.trip.stops[made:] if choice.trip else ()
    return found._replace(later=[found.posts[-1], *(post_of(game, stop) for stop in stops)])


def post_of(game: Game, stop: Stop) -> int:
    city = next(city for city in tokyo_game(game).board.cities if city.id == stop.city)
    return city.posts[0]


def follow(game: TokyoGame, found: Way, action: list[str]) -> None:
    """Go on along one action, if it runs or builds."""
    board = game.board
    if action[0] == "build":
        post = post_number(action[1], board.rows, board.columns)
        assert post is not None, action
        place = divmod(post, board.columns)
        found.links.append(link_of(place, DIRECTIONS.index(action[2]), board.columns))
    elif action[0] == "step":
        down, right = STEPS[DIRECTIONS.index(action[1])]
        found.posts.append(found.posts[-1] + down * board.columns + right)
    elif action[0] == "board":
        found.posts.append(int(game.plain_board.over_at[found.posts[-1]]))


def reason(words: Words, puzzle: Puzzle, coach: Callable[[], str]) -> str:
    """What the best trip earns, against the next best one."""
    best, second = (choice.trip for choice in puzzle.choices[:2])
    if best is None or second is None:
        return coach()
    return words.say(
        "server.puzzles.trip-reason",
        gain=best.reward - best.cost,
        turns=best.turns,
        other=second.reward - second.cost,
        more=second.turns,
    )


ANSWERS = Answers(
    text=text,
    turn=turn,
    chooses_turns=True,
    trip=trip,
    way=way,
    reason=reason,
    unit="turns",
)
