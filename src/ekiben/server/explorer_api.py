"""Statistics over many games, for the browser: those of the box."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ekiben.games import NAMES
from ekiben.server.catalogue import cached, cached_response
from ekiben.server.errors import ApiError
from ekiben.server.explorer_messages import ExplorerInfo, ExplorerSummary
from ekiben.server.http import check_rate


async def games(request: Request) -> Response:
    """The games that have statistics."""
    check_rate(request, "boards")
    return cached_response(request, await cached(games_json))


async def one_game(request: Request) -> Response:
    """The statistics of a game; boards of one's own have none."""
    check_rate(request, "boards")
    name: str = request.path_params["game"]
    if name not in NAMES:
        raise ApiError("no-game", 404, game=name[:40])
    return cached_response(request, await cached(game_json, name))


def games_json() -> bytes:
    infos = [read(name) for name in NAMES]
    return msgspec.json.encode(
        [ExplorerSummary(info.game, sum(one.games for one in info.sources)) for info in infos]
    )


def game_json(name: str) -> bytes:
    return msgspec.json.encode(read(name))


def read(name: str) -> ExplorerInfo:
    """The file of a game, checked for shape."""
    from ekiben.analysis.explorer.files import DATA

    return msgspec.json.decode((DATA / f"{name}.json").read_bytes(), type=ExplorerInfo)
