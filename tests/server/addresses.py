"""Every address of the server, with ends and bodies to ask it with."""

import itertools
import json

from starlette.routing import Route

import ekiben
from ekiben import puzzles

FIRST_PUZZLE = puzzles.load("london")[0]
TOKEN = "T" * 43
NUMBERS = itertools.count(3)


def line():
    match = ekiben.load("london").new(2, next(NUMBERS))
    match.play(match.legal()[0])
    return str(match.record())


def fresh_table(options=None, game="tokyo"):
    return {"game": game, "seats": [{"kind": "you"}, {"kind": "open"}], "options": options or {}}


GETS = {
    "/api/home": [""],
    "/api/engine": [""],
    "/api/texts/{language}": ["en", "ja"],
    "/api/texts/{language}/{part}": ["en", "ja"],
    "/api/clauses": ["", "?language=ja"],
    "/api/clauses/{number}": ["RT-4.6"],
    "/api/facts/{game}": [
        "{game}",
        "tokyo?set=turn_limit={fresh}",
        "tokyo?set=turn_limit={fresh}&set=short=true",
        "tokyo?set=x={fresh}",
    ],
    "/api/picture/{game}.svg": ["{game}", "{game}?language=ja"],
    "/api/glossary/{game}": ["{game}"],
    "/api/cards/{game}": ["{game}"],
    "/api/cards/{game}/{picture}.svg": ["{game}"],
    "/api/lessons": [""],
    "/api/explore": [""],
    "/api/explore/{game}": ["{game}", "nowhere-{fresh}"],
    "/api/puzzles": ["", "?game=tokyo&kind=trip", "?fresh={fresh}"],
    "/api/puzzles/daily": ["", "?day=2020-01-01"],
    "/api/puzzles/{puzzle}": ["{game}-001", "nowhere-{fresh}"],
    "/api/puzzles/{puzzle}/why": ["{game}-001?action=draw%20deck", "nowhere-{fresh}"],
    "/api/tables": ["", "?fresh={fresh}"],
    "/api/tables/{table}": ["longgame", "nowhere{fresh}"],
    "/api/tables/{table}/status": ["longgame", "nowhere{fresh}"],
    "/api/tables/{table}/record": ["longgame", "longgame?as=seat-1"],
    "/api/tables/{table}/replay": ["{short}?eyes=none"],
    "/api/tables/{table}/turning-point": ["{short}", "longgame", "ended"],
    "/api/tables/{table}/review": [
        "{short}",
        "longgame",
        "longgame?seat=0&since=2",
        "ended?seat=9",
    ],
    "/api/tables/{table}/branches": ["ended", "longgame", "nowhere{fresh}"],
    "/api/tables/{table}/positions/{at}": ["ended", "longgame", "{short}"],
    "/api/tables/{table}/positions/{at}/why": ["ended?action=draw%20deck", "longgame"],
    "/api/tables/{table}/positions/{at}/judge": ["ended", "longgame?action=draw%20deck"],
    "/api/deals/daily": ["", "?day=2020-01-01", "?day=2999-01-01"],
    "/api/deals/{deal}": ["{deal}", "nowhere{fresh}"],
    "/api/deals/{deal}/tables/{table}/replay": ["{deal}", "nowhere{fresh}"],
    "/api/deals/{deal}/tables/{table}/turning-point": ["{deal}", "nowhere{fresh}"],
    "/api/deals/{deal}/tables/{table}/review": ["{deal}?seat=9", "nowhere{fresh}"],
}
POSTS = {
    "/api/tables": lambda: fresh_table({"turn_limit": next(NUMBERS)}),
    "/api/tables/{table}/sit": lambda: {"token": TOKEN},
    "/api/tables/{table}/join": dict,
    "/api/tables/{table}/links/look": lambda: {"token": TOKEN},
    "/api/tables/{table}/links": lambda: {"seat": next(NUMBERS) % 4},
    "/api/tables/{table}/reset": lambda: {"seat": next(NUMBERS) % 4},
    "/api/tables/{table}/again": dict,
    "/api/tables/{table}/branches": lambda: {"at": next(NUMBERS) % 50, "seat": 0},
    "/api/tables/{table}/share": dict,
    "/api/records": lambda: json.loads(line()),
    "/api/replays": lambda: json.loads(line()),
    "/api/proofs": lambda: json.loads(line()),
    "/api/review": lambda: json.loads(line()),
    "/api/tables/{table}/deal": dict,
    "/api/deals": lambda: {"game": "tokyo", "seats": [{"kind": "you"}, {"kind": "bot"}]},
    "/api/deals/{deal}/tables": dict,
    "/api/lessons/{lesson}/tables": dict,
    "/api/puzzles/{puzzle}/answer": lambda: {"answer": FIRST_PUZZLE.choices[0].actions[0]},
}


def addresses(app, method):
    return {
        route.path
        for route in app.routes
        if isinstance(route, Route)
        and method in (route.methods or ())
        and "/api/" in route.path
        and "rest" not in route.path
    }


def asked(path, end):
    """An address with its variable part filled in."""
    stem, brace, rest = path.partition("{")
    tail = (
        rest.partition("}")[2]
        .replace("{part}", "tokyo")
        .replace("{picture}", "claim")
        .replace("{table}", "ended")
        .replace("{at}", "7")
    )
    if not brace:
        return path + end
    name, mark, query = end.partition("?")
    return stem + name + tail + mark + query
