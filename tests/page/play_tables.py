"""Plays at tables of a page's app, over its own requests and sockets: in Pyodide and natively.

Everything is drawn from one seed, so that two plays are the same in every message.
"""

import asyncio
import json
import random
import secrets

import ekiben

QUICK = {"pace": 0.0, "step": 0.0, "grace": 0.0}
LONGEST = 120  # seconds to wait for a message


def draw_from_one_seed(seed):
    """Have the server draw ids, seeds and tokens from a fixed seed."""
    source = random.Random(seed)
    secrets.randbits = source.getrandbits
    secrets.choice = source.choice
    secrets.token_hex = lambda size=32: source.randbytes(size).hex()
    secrets.token_urlsafe = lambda size=32: source.randbytes(size).hex()[:43]


class Player:
    """A client at one table that plays what it is asked for, by luck."""

    def __init__(self, page, number, table, seed):
        self.page = page
        self.number = number
        self.news = asyncio.Queue()
        self.heard = []
        self.random = random.Random(seed)
        address = f"/api/tables/{table}/play?seat=0&language=en"
        page.open(number, address, lambda *news: self.news.put_nowait(news))

    async def next(self):
        kind, text, code, reason = await asyncio.wait_for(self.news.get(), LONGEST)
        if kind != "text":
            return {"type": kind, "code": code, "reason": reason}
        self.heard.append(text)
        return json.loads(text)

    async def play(self, moves):
        """Answer so many questions, and leave when the next is asked."""
        while moves >= 0:
            message = await self.next()
            if message["type"] == "refused":
                raise RuntimeError(message["text"])
            if message.get("over"):
                break
            if message.get("legal"):
                moves -= 1
                if moves >= 0:
                    self.act(message)
        self.page.shut(self.number)

    def act(self, message):
        request = {
            "type": "act",
            "request": message["seq"],
            "position": message["seq"],
            "actions": [self.random.choice(message["legal"])],
        }
        self.page.say(self.number, json.dumps(request))


async def ask(page, method, path, body=""):
    status, kind, text = await page.http(method, path, "en", body)
    return {"status": status, "type": kind, "text": text}


async def play_table(page, number, game, level, moves):
    """What one table brought: all messages, the record, and its replay."""
    seats = [{"kind": "you", "name": "Aki"}, {"kind": "bot", "level": level}]
    wish = json.dumps({"game": game, "seats": seats, "options": {"first_seat": 0}})
    made = await ask(page, "POST", "/api/tables", wish)
    table = json.loads(made["text"])["table"]
    player = Player(page, number, table, number)
    await player.play(moves)
    return {
        "table": made,
        "heard": sorted(player.heard),
        "info": await ask(page, "GET", f"/api/tables/{table}"),
        "record": await ask(page, "GET", f"/api/tables/{table}/record?as=seat-0"),
        "replay": await ask(page, "GET", f"/api/tables/{table}/replay?language=ja"),
    }


def whole_game(name):
    """The record of a random game to its end."""
    match = ekiben.load(name).new(2, 11)
    source = random.Random(3)
    while not match.over:
        match.play(source.choice(match.legal()))
    return str(match.record())


async def play_all(make_page, tables, moves):
    """Play tables, each given as `game/level`, one after the other."""
    draw_from_one_seed(7)
    page = make_page()
    await page.start()
    played = {}
    for number, name in enumerate(tables):
        game, _, level = name.partition("/")
        played[name] = await play_table(page, number, game, level, moves)
    played["whole"] = await ask(page, "POST", "/api/replays", whole_game("london"))
    played["lessons"] = await ask(page, "GET", "/api/lessons")
    played["nothing"] = await ask(page, "GET", "/api/nothing")
    await page.stop()
    return played
