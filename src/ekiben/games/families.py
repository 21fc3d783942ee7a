"""The families of the box. To add one, declare it here and give it a folder in each package."""

from __future__ import annotations

from ekiben.core.families import Family

ROUTES = Family(
    "routes",
    {
        "load": "ekiben.games.routes.game:load",
        "read": "ekiben.games.routes.board_file:read",
        "bots": "ekiben.bots.routes.family:BOTS",
    },
)
TOKYO = Family(
    "tokyo",
    {
        "load": "ekiben.games.tokyo.game:load",
        "read": "ekiben.games.tokyo.board_file:read",
        "bots": "ekiben.bots.tokyo.family:BOTS",
    },
)
FAMILIES = {family.name: family for family in (ROUTES, TOKYO)}
