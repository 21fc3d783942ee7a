"""What a browser is told before any table: games, options, levels, words, clauses, pictures."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import ekiben
from ekiben.bots.levels import OFFERED, Level, levels
from ekiben.core.game import Game, Option
from ekiben.games import ADDED, catalogue
from ekiben.games.proposals import proposals
from ekiben.server.http import check_rate
from ekiben.server.http_messages import (
    ClauseInfo,
    ClauseLine,
    GameInfo,
    HomeInfo,
    LevelInfo,
    OptionInfo,
)
from ekiben.server.refusals import Refuse
from ekiben.server.responses import Json, language_of
from ekiben.server.scenes import facts
from ekiben.server.table_state import loaded
from ekiben.texts import UnknownText, clause, clauses, languages, say, words

T = TypeVar("T")
TABLES = ("web", "games", "kinds", "colours", "asked", "reasons", "sheet", "tokyo", "server")
PICTURE = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cache-control": "no-cache",
}
KEEP = {"cache-control": "no-cache"}
MADE: dict[tuple[Any, ...], bytes] = {}  # few: games, languages and what is made of them
MAKER = ThreadPoolExecutor(1, "maker")  # one at a time, apart from the threads that others wait for


def both(key: str, **values: object) -> dict[str, str]:
    return {language: say(key, language, **values) for language in languages()}


async def off_loop(make: Callable[..., T], *what: Any) -> T:
    return await asyncio.get_running_loop().run_in_executor(MAKER, make, *what)


async def made(make: Callable[..., bytes], *what: Any) -> bytes:
    """Made once, off the loop."""
    key = (make.__name__, *what)
    if key not in MADE:
        MADE[key] = await off_loop(make, *what)
    return MADE[key]


async def home(request: Request) -> Response:
    return cached_answer(request, await made(home_json))


def home_json() -> bytes:
    return msgspec.json.encode(
        HomeInfo(ekiben.__version__, [game_info(loaded(name, {})) for name in catalogue()])
    )


def game_info(game: Game) -> GameInfo:
    known: list[Option] = getattr(game, "known_options", [])
    options = [option_info(option, game) for option in known if len(option.values) > 1]
    return GameInfo(
        game.name,
        titles(game),
        game.seats,
        options,
        [level_info(level) for level in levels(game).values()],
    )


def titles(game: Game) -> dict[str, str]:
    """The game's name by language; a board of one's own brings it."""
    if game.name in ekiben.games():
        return both(f"games.{game.name}")
    return {
        language: game.board.names.get(language, game.board.names["en"]) for language in languages()
    }


def level_info(level: Level) -> LevelInfo:
    """A bot that is offered beside the levels is shown by its name alone."""
    if level.name in OFFERED:
        return LevelInfo(
            level.name,
            dict.fromkeys(languages(), level.name),
            dict.fromkeys(languages(), ""),
            level.name,
        )
    return LevelInfo(
        level.name,
        both(f"server.levels.{level.name}"),
        both(f"server.levels.{level.name}-meaning"),
        level.spec,
    )


def option_info(option: Option, game: Game) -> OptionInfo:
    clauses = {language: clause(option.clause, language) for language in languages()}
    labels = {json_text(value): value_label(option.name, value) for value in option.values}
    usual = game.options[option.name]
    return OptionInfo(
        option.name,
        {language: one.label for language, one in clauses.items()},
        list(option.values),
        usual,
        proposals(game).get(option.name, usual),
        note(option.name),
        option.clause,
        {language: one.short for language, one in clauses.items()},
        labels,
    )


def note(name: str) -> dict[str, str]:
    """Why an option is proposed, or what speaks for it."""
    try:
        return both(f"server.notes.{name}")
    except UnknownText:
        return {}


def json_text(value: Any) -> str:
    return (
        "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    )


def value_label(name: str, value: Any) -> dict[str, str]:
    """What a value is called; numbers speak for themselves."""
    try:
        return both(f"server.values.{name}.{json_text(value)}")
    except UnknownText:
        return dict.fromkeys(languages(), json_text(value))


async def texts(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in languages():
        raise Refuse("no-language", 404, wanted=language)
    return cached_answer(request, await made(texts_json, language))


def texts_json(language: str) -> bytes:
    known = words(language)
    own = {name: titles(loaded(name, {}))[language] for name in ADDED}
    return msgspec.json.encode(
        {
            name: known[name] | own if name == "games" else known[name]
            for name in TABLES
            if name in known
        }
    )


# ---- boards
async def make_ready() -> None:
    """All that a first visit asks for, made before somebody does."""
    await made(home_json)
    for language in languages():
        for name in catalogue():
            await made(picture_svg, name, language)
    for name in catalogue():
        await made(facts_json, name, (await off_loop(loaded, name, {})).rules)


async def board_facts(request: Request) -> Response:
    """They are the board's: options change none of them, but wrong ones are refused."""
    check_rate(request, "boards")
    name, query = catalogued(request), request.query_params
    game = await off_loop(game_of, name, query.getlist("set"), query.get("rules"))
    return cached_answer(request, await made(facts_json, name, game.rules))


def catalogued(request: Request) -> str:
    name: str = request.path_params["game"]
    if name not in catalogue():
        raise Refuse("no-game", 404, game=name)
    return name


def game_of(name: str, settings: list[str], rules: str | None = None) -> Game:
    """A game of the catalogue; options as text, `name=value`; by the newest rules if no version is
    named.
    """
    return loaded(
        name, dict(setting(loaded(name, {}), text) for text in settings[:20]), version(rules)
    )


def version(text: str | None) -> int | None:
    """A version of the rules; 0, which there is not, for what is no number."""
    return (
        None
        if text is None
        else int(text)
        if text.isascii() and text.isdecimal() and len(text) < 9
        else 0
    )


def setting(game: Game, text: str) -> tuple[str, Any]:
    """The value that is written so; a list is written with commas."""
    name, _, value = text.partition("=")
    known = {
        json_text(one): one
        for option in getattr(game, "known_options", [])
        if option.name == name
        for one in option.values
    }
    if value in known:
        return name, known[value]
    numbers = [int(part) for part in value.split(",") if part.isdecimal() and len(part) < 9]
    return name, value if not numbers else numbers if "," in value else numbers[0]


def facts_json(name: str, rules: int) -> bytes:
    return msgspec.json.encode(facts(loaded(name, {}, rules)))


async def picture(request: Request) -> Response:
    check_rate(request, "boards")
    picture = await made(picture_svg, catalogued(request), language_of(request))
    return cached_answer(request, picture, "image/svg+xml", PICTURE)


def picture_svg(name: str, language: str) -> bytes:
    from ekiben.draw import cover_svg

    return cover_svg(loaded(name, {}), language).encode()


# ---- rules
async def one_clause(request: Request) -> Response:
    language, number = language_of(request), request.path_params["number"]
    known = list(clauses(language))
    if number not in known:
        raise Refuse("no-clause", 404, clause=number)
    at, found = known.index(number), clause(number, language)
    before, after = known[at - 1] if at else None, known[at + 1] if at + 1 < len(known) else None
    return Json(
        ClauseInfo(number, found.short, found.text, found.ruling, found.option, before, after)
    )


async def all_clauses(request: Request) -> Response:
    language = language_of(request)
    return Json([ClauseLine(number, found.short) for number, found in clauses(language).items()])


def cached_answer(
    request: Request, content: bytes, kind: str = "application/json", headers: dict[str, str] = KEEP
) -> Response:
    """Asked for again, it is sent only if it has become another."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers={**headers, "etag": tag})
    return Response(content, media_type=kind, headers={**headers, "etag": tag})
