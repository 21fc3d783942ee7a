"""The families of the box. To add one, declare it here and give it a folder in each package."""

from __future__ import annotations

from ekiben.core.families import Family

ROUTES = Family(
    "routes",
    {
        "load": "ekiben.games.routes.game:load",
        "read": "ekiben.games.routes.board_file:read",
        "wording": "ekiben.texts.routes.family:WORDING",
        "teaching": "ekiben.texts.routes.teaching:TEACHING",
        "painter": "ekiben.draw.routes.family:PAINTER",
        "illustrate": "ekiben.draw.routes.illustrations:illustrate",
        "bots": "ekiben.bots.routes.family:BOTS",
        "coach": "ekiben.coach.routes.family:COACH",
        "puzzles": "ekiben.puzzles.routes.family:PUZZLES",
        "analysis": "ekiben.analysis.routes.family:ANALYSIS",
        "behaviour": "ekiben.arena.routes.behaviour:BEHAVIOUR",
        "explorer": "ekiben.analysis.explorer.routes.family:EXPLORER",
        "observation": "ekiben.observations.routes.observation",
        "most_choices": "ekiben.envs.routes.game_length:most_choices",
        "scenes": "ekiben.server.scenes.routes.family:SCENES",
        "decks": "ekiben.server.scenes.routes.decks:DECKS",
        "lesson_names": "ekiben.lessons.routes.names:NAMES",
        "answers": "ekiben.server.scenes.routes.answers:ANSWERS",
        "terminal": "ekiben.cli.routes.family:TERMINAL",
        "chance_nodes": "ekiben.envs.routes.chance_nodes:NODES",
        "package": "ekiben.wasm.routes.family:PACKAGE",
    },
)
TOKYO = Family(
    "tokyo",
    {
        "load": "ekiben.games.tokyo.game:load",
        "read": "ekiben.games.tokyo.board_file:read",
        "searches": "ekiben.games.tokyo.plans",
        "wording": "ekiben.texts.tokyo.family:WORDING",
        "teaching": "ekiben.texts.tokyo.teaching:TEACHING",
        "painter": "ekiben.draw.tokyo.family:PAINTER",
        "illustrate": "ekiben.draw.tokyo.illustrations:illustrate",
        "bots": "ekiben.bots.tokyo.family:BOTS",
        "puzzles": "ekiben.puzzles.tokyo.family:PUZZLES",
        "analysis": "ekiben.analysis.tokyo.family:ANALYSIS",
        "coach": "ekiben.coach.tokyo.family:COACH",
        "behaviour": "ekiben.arena.tokyo.behaviour:BEHAVIOUR",
        "explorer": "ekiben.analysis.explorer.tokyo.family:EXPLORER",
        "observation": "ekiben.observations.tokyo.observation",
        "most_choices": "ekiben.envs.tokyo.game_length:most_choices",
        "scenes": "ekiben.server.scenes.tokyo.family:SCENES",
        "decks": "ekiben.server.scenes.tokyo.decks:DECKS",
        "lesson_names": "ekiben.lessons.tokyo.names:NAMES",
        "answers": "ekiben.server.scenes.tokyo.answers:ANSWERS",
        "terminal": "ekiben.cli.tokyo.family:TERMINAL",
        "planner": "ekiben.server.scenes.tokyo.family:PLANNER",
        "package": "ekiben.wasm.tokyo.family:PACKAGE",
    },
)
FAMILIES = {family.name: family for family in (ROUTES, TOKYO)}
