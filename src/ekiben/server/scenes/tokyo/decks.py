"""The decks of Tokyo Railways: the two cups of jobs and event tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ekiben.core.game import Event, Game
from ekiben.games.tokyo.game import TokyoGame, tokyo_game
from ekiben.games.tokyo.sizes import JOBS
from ekiben.games.tokyo.state import State
from ekiben.server.scenes.decks import Deck, Decks, Draw
from ekiben.texts.wording import Words

CUPS = ("a", "b")


def shuffled(game: Game, s: State) -> list[Deck]:
    tokyo = tokyo_game(game)
    return [
        Deck(
            name,
            [
                tile_name(tokyo, tile)
                for tile in reversed(s.cup[cup, : int(s.cup_size[cup])].tolist())
            ],
            [],
        )
        for cup, name in enumerate(CUPS)
    ]


def tile_name(game: TokyoGame, tile: int) -> str:
    return game.board.jobs[tile].id if tile < JOBS else game.board.tiles[tile - JOBS].id


def drawn(game: Game, events: Iterable[Event], seats: int) -> Iterator[Draw]:
    """Tiles until their cup is renewed; one that was set aside and mixed back in counts once."""
    renewed = set()
    aside = set()
    for event in events:
        if event["kind"] == "cup-renewed":
            renewed.add(event["cup"])
        tile = event.get("tile") if event["kind"] in ("set-aside", "happened") else None
        if event["kind"] == "job-placed" and "cup" in event and event["cup"] not in renewed:
            yield Draw(event["cup"], event["job"], event["n"])
        elif tile is not None and tile not in aside and "a" not in renewed:
            yield Draw("a", tile, event["n"])
        if event["kind"] == "set-aside":
            aside.add(tile)


def deck_label(words: Words, deck: str) -> str:
    return words.say("server.decks.cup", cup=words.say(f"tokyo.cups.{deck}"))


def card_label(words: Words, deck: str, card: str) -> str:
    """The two cities of a job, or the name of an event tile."""
    board = words.board
    for job in board.jobs:
        if job.id == card:
            cities = [board.cities[number].id for number in (job.origin, job.goal)]
            return " → ".join(map(words.city, cities))
    tile = next(tile for tile in board.tiles if tile.id == card)
    return str(tile.names[words.language])


DECKS = Decks(shuffled=shuffled, drawn=drawn, deck_label=deck_label, card_label=card_label)
