"""What teaches a game, for the browser: glossaries, how-to-play cards and their pictures."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ekiben import lessons
from ekiben.core.game import Game
from ekiben.server.catalogue import (
    PICTURE,
    cached,
    cached_response,
    game_name,
    in_thread,
    titles,
)
from ekiben.server.errors import ApiError
from ekiben.server.http import check_rate
from ekiben.server.http_messages import CardInfo, SectionInfo, TermInfo
from ekiben.server.responses import language_of
from ekiben.server.table_state import cached_game
from ekiben.texts.learning import Section, caption, card, glossary, names_like_terms


async def terms(request: Request) -> Response:
    """The terms of a game, to be explained wherever a text has them."""
    check_rate(request, "boards")
    content = await cached(terms_json, game_name(request), language_of(request))
    return cached_response(request, content)


def terms_json(game: str, language: str) -> bytes:
    board = cached_game(game, {}).board
    terms = [
        TermInfo(term.id, term.name, list(term.forms), term.text, term.section)
        for term in glossary(board, language)
    ]
    names = names_like_terms(board, language)
    return msgspec.json.encode(terms + ([TermInfo("", "", names, "", "")] if names else []))


async def how_to_play(request: Request) -> Response:
    """The how-to-play card of a game."""
    check_rate(request, "boards")
    content = await cached(card_json, game_name(request), language_of(request))
    return cached_response(request, content)


def card_json(name: str, language: str) -> bytes:
    game = cached_game(name, {})
    found = card(game.board, language)
    return msgspec.json.encode(
        CardInfo(
            game=name,
            titles=titles(game),
            about=found.about,
            seats=game.seats,
            minutes=found.minutes,
            lesson=name in lessons.names(),
            sections=[section_info(game, one, language) for one in found.sections],
        )
    )


def section_info(game: Game, section: Section, language: str) -> SectionInfo:
    info = SectionInfo(
        id=section.id,
        title=section.title,
        text=section.text,
        clauses=list(section.clauses),
    )
    if section.picture:
        from ekiben.draw import illustration

        values = illustration(game.board, section.picture, language).values
        info.picture = section.picture
        info.caption = caption(game.board, section.picture, values, language)
    return info


async def picture(request: Request) -> Response:
    """A picture of a card."""
    check_rate(request, "boards")
    game, name = game_name(request), request.path_params["picture"]
    if name not in await in_thread(picture_names, game):
        raise ApiError("no-address", 404)
    content = await cached(illustration_svg, game, name, language_of(request))
    return cached_response(request, content, "image/svg+xml", PICTURE)


def picture_names(game: str) -> set[str]:
    """The pictures there are: nothing else is drawn, or kept."""
    sections = card(cached_game(game, {}).board, "en").sections
    return {section.picture for section in sections if section.picture}


def illustration_svg(game: str, name: str, language: str) -> bytes:
    from ekiben.draw import illustration

    return illustration(cached_game(game, {}).board, name, language).svg.encode()
