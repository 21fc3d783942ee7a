"""What teaches a game, for the browser: glossaries, how-to-play cards and their pictures."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ekiben.server.catalogue import cached, cached_response, game_name
from ekiben.server.http import check_rate
from ekiben.server.http_messages import TermInfo
from ekiben.server.responses import language_of
from ekiben.server.table_state import cached_game
from ekiben.texts.learning import glossary


async def terms(request: Request) -> Response:
    """The terms of a game, to be explained wherever a text has them."""
    check_rate(request, "boards")
    content = await cached(terms_json, game_name(request), language_of(request))
    return cached_response(request, content)


def terms_json(game: str, language: str) -> bytes:
    return msgspec.json.encode(
        [
            TermInfo(term.id, term.name, list(term.forms), term.text, term.section)
            for term in glossary(cached_game(game, {}).board, language)
        ]
    )
