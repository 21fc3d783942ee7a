"""Answers as JSON, and faults in the asker's language."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response

from ekiben.server.http_messages import Fault, Problem
from ekiben.server.refusals import Refuse
from ekiben.texts import languages


class Json(Response):
    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else msgspec.json.encode(content)


def error(refuse: Refuse, language: str) -> Response:
    later = (
        {"retry-after": str(refuse.values["seconds"])}
        if refuse.status == 503 and "seconds" in refuse.values
        else None
    )
    return Json(Fault(Problem(refuse.code, refuse.text(language))), refuse.status, later)


def language_of(connection: HTTPConnection) -> str:
    """The one asked for, else the browser's first that we have."""
    wanted = [
        connection.query_params.get("language", ""),
        *connection.headers.get("accept-language", "").split(","),
    ]
    known = [word.strip()[:2].lower() for word in wanted]
    return next((word for word in known if word in languages()), languages()[0])
