"""JSON responses, and errors in the client's language."""

from __future__ import annotations

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response

from ekiben.server.errors import ApiError
from ekiben.server.http_messages import ErrorBody, ErrorInfo
from ekiben.texts import languages


class JsonResponse(Response):
    """A message, or JSON that is already encoded."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        return content if isinstance(content, bytes) else msgspec.json.encode(content)


def error_response(error: ApiError, language: str) -> Response:
    retry = (
        {"retry-after": str(error.values["seconds"])}
        if error.status == 503 and "seconds" in error.values
        else None
    )
    body = ErrorBody(ErrorInfo(error.code, error.text(language)))
    return JsonResponse(body, error.status, retry)


def language_of(connection: HTTPConnection) -> str:
    """The language asked for, else the browser's first that we have."""
    wanted = [
        connection.query_params.get("language", ""),
        *connection.headers.get("accept-language", "").split(","),
    ]
    known = [word.strip()[:2].lower() for word in wanted]
    return next((word for word in known if word in languages()), languages()[0])
