"""The HTTP API of lessons: which there are, and beginning one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ekiben.lessons import Lesson, find, load, names
from ekiben.server.access import new_token
from ekiben.server.errors import ApiError
from ekiben.server.http import check_rate, read_body, registry_of, set_seat_cookie
from ekiben.server.http_messages import Created, LessonInfo
from ekiben.server.ids import new_id
from ekiben.server.messages import Name
from ekiben.server.names import clean_name
from ekiben.server.off_loop import off_loop
from ekiben.server.request_bodies import Body, NewSeat
from ekiben.server.responses import JsonResponse, language_of
from ekiben.server.store import Setup
from ekiben.server.table_state import cached_game
from ekiben.server.tables import seat_setups


class BeginLesson(Body):
    """Begin a lesson at a table of one's own."""

    name: Name = ""


async def all_lessons(request: Request) -> Response:
    return JsonResponse([lesson_info(load(name)) for name in names()])


def lesson_info(lesson: Lesson) -> LessonInfo:
    return LessonInfo(
        lesson=lesson.name,
        game=lesson.game,
        titles=dict(lesson.title),
        minutes=lesson.minutes,
        steps=len(lesson.steps),
    )


async def begin_lesson(request: Request) -> Response:
    """A table for one person and the lesson's bots, with the lesson's deal."""
    check_rate(request, "lessons")
    body = await read_body(request, BeginLesson)
    lesson = find(request.path_params["lesson"])
    if lesson is None:
        raise ApiError("no-lesson", 404)
    token = new_token()
    registry = registry_of(request)
    setup = await off_loop(lesson_setup, lesson, clean_name(body.name), token, language_of(request))
    setup.created = registry.settings.wall()
    await registry.store.create(setup)
    response = JsonResponse(Created(setup.id, {}), 201)
    set_seat_cookie(request, response, setup.id, [token])
    return response


def lesson_setup(lesson: Lesson, name: str, token: str, language: str) -> Setup:
    """A table without open seats, so that nobody can join, with the luck of the lesson."""
    game = cached_game(lesson.game, dict(lesson.options))
    seats = [
        NewSeat("you", name=name) if level is None else NewSeat("bot", level)
        for level in lesson.levels
    ]
    return Setup(
        id=new_id(),
        game=lesson.game,
        options=game.options,
        rules=game.rules,
        seed=f"{lesson.seed:x}",
        salt=lesson.salt,
        seats=seat_setups(seats, {lesson.seat: token}, language),
        board=game.digest,
        chat=False,
        lesson=lesson.name,
    )
