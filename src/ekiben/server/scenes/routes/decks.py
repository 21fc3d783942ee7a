"""The decks of the route games: cards, and tickets of both kinds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ekiben.core.game import Event, Game
from ekiben.games.routes.game import RouteGame, route_game
from ekiben.games.routes.state import State
from ekiben.server.scenes.decks import Deck, Decks, Draw
from ekiben.texts.wording import Words

TICKETS, LONG = "tickets", "long-tickets"
FROM_DECK = {"turned-up", "tunnel-card", "drew-blind"}  # kinds of event that tell a card drawn


def shuffled(game: Game, s: State) -> list[Deck]:
    routes = route_game(game)
    b = routes.plain_board
    names = [ticket.id for ticket in routes.board.tickets]
    tickets = [names[number] for number in s.ticket_deck[: int(b.tickets)].tolist()]
    found = [card_deck(routes, s, deck) for deck in range(int(b.decks))]
    found.append(Deck(TICKETS, tickets[: int(b.regular)], []))
    if len(tickets) > b.regular:
        found.append(Deck(LONG, tickets[int(b.regular) :], []))
    return found


def card_deck(game: RouteGame, s: State, deck: int) -> Deck:
    cards = reversed(s.deck[deck, : int(s.deck_size[deck])].tolist())
    hands = [seat for seat in range(s.seats) for _ in range(int(game.plain_board.hand[deck]))]
    return Deck(game.deck_names[deck], [game.board.kinds[kind] for kind in cards], hands)


def drawn(game: Game, events: Iterable[Event], seats: int) -> Iterator[Draw]:
    """Cards until their deck is shuffled anew, and all tickets offered."""
    routes = route_game(game)
    reshuffled = set()
    offers = 0
    for event in events:
        if event["kind"] == "reshuffled":
            reshuffled.add(event["deck"])
        elif event["kind"] in FROM_DECK:
            deck = deck_of(routes, event["card"])
            if deck not in reshuffled:
                yield Draw(deck, event["card"], event["n"])
        elif event["kind"] == "offered":
            long = int(routes.plain_board.deal_long) if offers < seats else 0
            offers += 1
            for place, ticket in enumerate(event["tickets"]):
                yield Draw(LONG if place < long else TICKETS, ticket, event["n"])


def deck_of(game: RouteGame, card: str) -> str:
    return game.deck_names[int(game.plain_board.deck_of[game.board.kinds.index(card)])]


def deck_label(words: Words, deck: str) -> str:
    return words.say(f"server.decks.{deck}")


def card_label(words: Words, deck: str, card: str) -> str:
    return words.ticket(card) if deck in (TICKETS, LONG) else words.card(card)


DECKS = Decks(shuffled=shuffled, drawn=drawn, deck_label=deck_label, card_label=card_label)
