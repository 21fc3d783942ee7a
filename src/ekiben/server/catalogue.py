"""What a browser needs before it opens a table: games, texts, clauses, boards and pictures."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import ekiben
from ekiben import lessons
from ekiben.bots.levels import OFFERED, Level, levels, limits_text
from ekiben.core.game import Game, Option
from ekiben.games import ADDED, catalogue
from ekiben.games.proposals import proposals
from ekiben.server.errors import ApiError
from ekiben.server.http import check_rate
from ekiben.server.http_messages import (
    ClauseInfo,
    ClauseSummary,
    GameInfo,
    HomeInfo,
    LevelInfo,
    OptionInfo,
    OptionValue,
)
from ekiben.server.off_loop import off_loop_in
from ekiben.server.responses import JsonResponse, language_of
from ekiben.server.scenes import facts
from ekiben.server.table_state import cached_game
from ekiben.texts import UnknownText, clause, clauses, languages, say, words
from ekiben.texts.learning import minutes

T = TypeVar("T")
TABLES = ("web", "games", "kinds", "colours", "asked")  # texts that every page needs
# texts that are fetched with a part of the client: tables, and which of the pages' tables
PARTS: dict[str, tuple[tuple[str, ...], str]] = {
    "routes": ((), "routes"),
    "tokyo": (("tokyo", "reasons"), "tokyo"),
    "proof": ((), "proof"),
    "cards": ((), "cards"),
    "guide": ((), "guide"),
    "puzzles": ((), "puzzles"),
    "review": (("review",), "review"),
    "practice": ((), "practice"),
    "coach": ((), "coach"),
    "explore": (("explore",), "explore"),
    "page": ((), "page"),
}
PICTURE = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cache-control": "no-cache",
}
KEEP = {"cache-control": "no-cache"}
CacheKey = tuple[str | int, ...]
CACHE: dict[CacheKey, bytes] = {}  # small: responses by function, game, language and rules
EXECUTOR = ThreadPoolExecutor(1, "catalogue")  # a thread of its own, so that nobody else waits


def in_all_languages(key: str, **values: object) -> dict[str, str]:
    return {language: say(key, language, **values) for language in languages()}


async def in_thread(make: Callable[..., T], *arguments: object) -> T:
    return await off_loop_in(EXECUTOR, make, *arguments)


async def cached(make: Callable[..., bytes], *arguments: str | int) -> bytes:
    """The result of a function, computed once in a thread."""
    key = (make.__name__, *arguments)
    if key not in CACHE:
        CACHE[key] = await in_thread(make, *arguments)
    return CACHE[key]


async def home(request: Request) -> Response:
    return cached_response(request, await cached(home_json))


def home_json() -> bytes:
    return msgspec.json.encode(
        HomeInfo(ekiben.__version__, [game_info(cached_game(name, {})) for name in catalogue()])
    )


def game_info(game: Game) -> GameInfo:
    known: list[Option] = getattr(game, "known_options", [])
    options = [option_info(option, game) for option in known if len(option.values) > 1]
    return GameInfo(
        name=game.name,
        titles=titles(game),
        seats=game.seats,
        options=options,
        levels=[level_info(game, level) for level in levels(game).values()],
        minutes=minutes(game.name),
        lesson=game.name in lessons.names(),
    )


def titles(game: Game) -> dict[str, str]:
    """The game's name by language; an added board brings its own."""
    if game.name in ekiben.games():
        return in_all_languages(f"games.{game.name}")
    return {
        language: game.board.names.get(language, game.board.names["en"]) for language in languages()
    }


def level_info(game: Game, level: Level) -> LevelInfo:
    """A level and how it plays this game; an added bot has only its name."""
    added = level.name in OFFERED
    play = f"server.level-play.{game.family.name}.{level.name}"
    return LevelInfo(
        name=level.name,
        titles=dict.fromkeys(languages(), level.name)
        if added
        else in_all_languages(f"server.levels.{level.name}"),
        meaning=dict.fromkeys(languages(), "") if added else in_all_languages(play),
        bot=level.name if added else level.spec,
        seats=list(level.seats),
        tables={language: limits_text(game, level, language) for language in languages()},
    )


def option_info(option: Option, game: Game) -> OptionInfo:
    clauses = {language: clause(option.clause, language) for language in languages()}
    labels = {json_text(value): value_label(option.name, value) for value in option.values}
    default = game.options[option.name]
    return OptionInfo(
        name=option.name,
        titles={language: one.label for language, one in clauses.items()},
        values=list(option.values),
        default=default,
        proposed=proposals(game).get(option.name, default),
        note=note(option.name),
        clause=option.clause,
        meaning={language: one.short for language, one in clauses.items()},
        labels=labels,
    )


def note(name: str) -> dict[str, str]:
    """Why an option is proposed, by language; empty if there is nothing to say."""
    try:
        return in_all_languages(f"server.notes.{name}")
    except UnknownText:
        return {}


def json_text(value: object) -> str:
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def value_label(name: str, value: object) -> dict[str, str]:
    """The name of a value by language; numbers need none."""
    try:
        return in_all_languages(f"server.values.{name}.{json_text(value)}")
    except UnknownText:
        return dict.fromkeys(languages(), json_text(value))


async def texts(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in languages():
        raise ApiError("no-language", 404, wanted=language)
    part = request.path_params.get("part")
    if part is None:
        return cached_response(request, await cached(texts_json, language))
    if part not in PARTS:
        raise ApiError("no-address", 404)
    return cached_response(request, await cached(part_json, language, part))


def texts_json(language: str) -> bytes:
    """The texts that every page needs."""
    known = words(language)
    own = {name: titles(cached_game(name, {}))[language] for name in ADDED}
    later = {pages for _, pages in PARTS.values()}
    told = {name: known[name] for name in TABLES}
    told["web"] = {name: text for name, text in known["web"].items() if name not in later}
    told["games"] = known["games"] | own
    told["server"] = {
        "levels": known["server"]["levels"],
        "errors": {"no-table": known["server"]["errors"]["no-table"]},
    }
    return msgspec.json.encode(told)


def part_json(language: str, part: str) -> bytes:
    """The texts that a part of the client needs besides."""
    known = words(language)
    tables, pages = PARTS[part]
    return msgspec.json.encode(
        {**{name: known[name] for name in tables}, "web": {pages: known["web"][pages]}}
    )


# ---- boards
async def prepare_all() -> None:
    """Prepare everything that a first visit asks for."""
    await cached(home_json)
    for language in languages():
        for name in catalogue():
            await cached(picture_svg, name, language)
    for name in catalogue():
        await cached(facts_json, name, (await in_thread(cached_game, name, {})).rules)


async def board_facts(request: Request) -> Response:
    """The facts of a board; options do not change them, but wrong ones are refused."""
    check_rate(request, "boards")
    name = game_name(request)
    query = request.query_params
    game = await in_thread(game_from_query, name, query.getlist("set"), query.get("rules"))
    return cached_response(request, await cached(facts_json, name, game.rules))


def game_name(request: Request) -> str:
    name: str = request.path_params["game"]
    if name not in catalogue():
        raise ApiError("no-game", 404, game=name)
    return name


def game_from_query(name: str, settings: list[str], rules: str | None = None) -> Game:
    """A game with options given as `name=value`, by the newest rules unless a version is given."""
    return cached_game(
        name,
        dict(parse_setting(cached_game(name, {}), text) for text in settings[:20]),
        parse_version(rules),
    )


def parse_version(text: str | None) -> int | None:
    """A version of the rules; 0, which does not exist, if the text is not a number."""
    if text is None:
        return None
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0


def parse_setting(game: Game, text: str) -> tuple[str, OptionValue]:
    """The name and value of an option; a list is written with commas."""
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
    if not numbers:
        return name, value
    return name, numbers if "," in value else numbers[0]


def facts_json(name: str, rules: int) -> bytes:
    return msgspec.json.encode(facts(cached_game(name, {}, rules)))


async def picture(request: Request) -> Response:
    check_rate(request, "boards")
    picture = await cached(picture_svg, game_name(request), language_of(request))
    return cached_response(request, picture, "image/svg+xml", PICTURE)


def picture_svg(name: str, language: str) -> bytes:
    from ekiben.draw import cover_svg

    return cover_svg(cached_game(name, {}), language).encode()


# ---- rules
async def one_clause(request: Request) -> Response:
    language = language_of(request)
    number = request.path_params["number"]
    known = list(clauses(language))
    if number not in known:
        raise ApiError("no-clause", 404, clause=number)
    at = known.index(number)
    found = clause(number, language)
    info = ClauseInfo(
        number=number,
        short=found.short,
        text=found.text,
        ruling=found.ruling,
        option=found.option,
        before=known[at - 1] if at else None,
        after=known[at + 1] if at + 1 < len(known) else None,
    )
    return JsonResponse(info)


async def all_clauses(request: Request) -> Response:
    language = language_of(request)
    return JsonResponse(
        [ClauseSummary(number, found.short) for number, found in clauses(language).items()]
    )


def cached_response(
    request: Request, content: bytes, kind: str = "application/json", headers: dict[str, str] = KEEP
) -> Response:
    """The content with its tag, or 304 if the browser already has it."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers={**headers, "etag": tag})
    return Response(content, media_type=kind, headers={**headers, "etag": tag})
