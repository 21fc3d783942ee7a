#!/usr/bin/env python3
"""A bot for Ekiben in Python, without any library: it finishes its tickets, then claims the longest
route it can pay for.

    ekiben play america --bot "pipe:python3 examples/pipe_bot.py"

Every line on the standard input is one JSON message; to `hello` and to `choose` one line is
answered.
"""

import json
import random
import sys


def main():
    board, luck = {}, random.Random(0)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            board, luck = message["board"], random.Random(message["seed"])
            answer({"type": "hello", "protocol": 1, "name": "example"})
        elif message["type"] == "choose":
            answer({"action": chosen(board, message, luck)["id"]})
        elif message["type"] == "end":
            return


def answer(message):
    print(json.dumps(message), flush=True)


def chosen(board, message, luck):
    legal = message["legal"]
    best = {"turn": turn, "tickets": tickets, "payment": payment}.get(message["asked"])
    return (best and best(board, message, legal)) or luck.choice(legal)


def turn(board, message, legal):
    """A route that a ticket still needs, the longest first; else the longest of all; else cards."""
    length = {route["id"]: route["length"] for route in board.get("routes", [])}
    wanted = {
        route
        for ticket in message["hints"]["tickets"]
        if ticket["state"] == "reachable"
        for route in ticket["missing"]
    }
    claims = [
        action
        for action in legal
        if action["verb"] == "claim" and (not wanted or action["route"] in wanted)
    ]
    if claims:
        return max(claims, key=lambda action: length[action["route"]])
    return next(
        (action for action in legal if action["text"] in ("draw deck", "draw trains")), None
    )


def tickets(board, message, legal):
    """The offer's cheapest ways: as few spaces as can be, none that is lost, and no more tickets
    than must be.
    """
    spaces = {
        ticket["ticket"]: 99 if ticket["state"] == "lost" else ticket["spaces"]
        for ticket in message["hints"]["tickets"]
    }
    offer = message["known"]["offer"]
    fewest = min(len(action["tickets"]) for action in legal)
    least = [action for action in legal if len(action["tickets"]) == fewest]
    return min(
        least, key=lambda action: sum(spaces[offer[place - 1]] for place in action["tickets"])
    )


def payment(board, message, legal):
    """Wild cards are kept as long as possible."""
    return min(legal, key=lambda action: action.get("cards", {}).get("wild", 0))


if __name__ == "__main__":
    main()
