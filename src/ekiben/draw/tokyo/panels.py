"""What stands around a Tokyo map: events in force, seats, waiting jobs, the costs of track."""

from __future__ import annotations

from ekiben.draw.boxes import shorten, text_width
from ekiben.draw.curves import Point
from ekiben.draw.frame import card
from ekiben.draw.ornaments import ANCHOR, stamp
from ekiben.draw.style import (
    COAST,
    INDIGO,
    INK,
    QUIET,
    RAISED,
    SEA,
    SEATS,
    SERIF,
    VERMILION,
    Value,
    bold_text,
    circle,
    group,
    path,
    rect,
)
from ekiben.draw.tokyo.cities import BLOCKS
from ekiben.draw.tokyo.contours import PITCH
from ekiben.draw.tokyo.position import Player, Situation
from ekiben.draw.tokyo.terrain import HILL, MOUNTAIN, RIDGE, STREAM
from ekiben.draw.tokyo.track import luggage_tag
from ekiben.games.tokyo.board_file import BoardFile, Job
from ekiben.texts import say

STRIP, CELL, ROW = 38.0, 86.0, 27.0  # heights: events, a seat, a row of jobs
ACROSS = {5: 3, 6: 3, 9: 3}  # cells in a row, where that is neither all of them nor four
EACH = 226.0  # width of a job's tag
COSTS = (
    "plain",
    "hill",
    "mountain",
    "lake",
    "sea",
    "small",
    "medium",
    "large",
    "mega",
    "exit",
    "port",
)
LINE = 17.5


def words(key: str, language: str, **values: object) -> str:
    return say(f"cli.tokyo.{key}", language, **values)


# ---- events
def forces(board: BoardFile, state: Situation, language: str) -> str:
    """A strip with the events in force, and who drew each."""
    x, parts = (
        0.0,
        [bold_text(words("in-force", language), 0, 23, 14, text_anchor="start", fill=VERMILION)],
    )
    x += text_width(words("in-force", language), 14) + 14
    for seat, tile in state.events:
        name = (board.seasons[tile.season].names if tile.season >= 0 else tile.names)[language]
        said = words("drawn", language, event=name, name=state.players[seat].name)
        wide = text_width(said, 13) + 24
        parts += [
            rect(x, 4, wide, 28, rx=4, fill=RAISED, stroke=VERMILION, stroke_width=1.8),
            bold_text(said, x + wide / 2, 23, 13, font_weight=500),
        ]
        x += wide + 10
    return "".join(parts)


# ---- seats and jobs
def columns(seats: int) -> int:
    return seats if seats <= 4 else ACROSS.get(seats, 4)


def footer_height(state: Situation, wide: float) -> float:
    if not state.players:
        return 0.0
    return (
        -(-len(state.players) // columns(len(state.players))) * CELL
        + 8
        + job_rows(state, wide) * ROW
        + (28 if state.jobs else 0)
    )


def job_rows(state: Situation, wide: float) -> int:
    return -(-len(state.jobs) // int(wide // EACH))


def footer(board: BoardFile, state: Situation, wide: float, language: str, prefix: str) -> str:
    """Seats, in the order of the ranking when it is over; then the jobs on the map."""
    across = columns(len(state.players))
    order = state.ranking if state.over else range(len(state.players))
    cells = "".join(
        cell(
            board,
            state,
            state.players[seat],
            (place % across * wide / across, place // across * CELL, wide / across),
            language,
            prefix,
        )
        for place, seat in enumerate(order)
    )
    down = -(-len(state.players) // across) * CELL + 8
    return cells + (
        group(waiting(board, state, wide, language), transform=f"translate(0 {down:g})")
        if state.jobs
        else ""
    )


def cell(
    board: BoardFile,
    state: Situation,
    player: Player,
    place: tuple[float, float, float],
    language: str,
    prefix: str,
) -> str:
    """A seat's name, money, train, big cities, loans and loads; a vermilion rim marks its turn."""
    x, y, wide = place
    turn = state.seat == player.seat
    rim: dict[str, Value] = (
        {"stroke": VERMILION, "stroke_width": 2.4} if turn else {"stroke": INK, "stroke_width": 0.9}
    )
    money = words("money", language, amount=player.money)
    name = shorten(player.name, 16, wide - (150 if state.over else 90) - text_width(money, 19))
    loans = words("loans", language, count=player.loans) if player.loans else ""
    won = (
        stamp(wide - 46 - text_width(money, 19), 38, language)
        if player.seat in state.winners
        else ""
    )
    return group(
        rect(3, 4, wide - 6, CELL - 8, rx=5, fill=RAISED, **rim),
        rect(3, 4, 9, CELL - 8, fill=SEATS[player.seat], rx=3),
        f'<use href="#{prefix}-token{player.seat}" x="36" y="26"/>',
        bold_text(name, 60, 30, 16, text_anchor="start"),
        bold_text(money, wide - 16, 31, 19, text_anchor="end", font_family=SERIF),
        bold_text(player.train, 22, 54, 14, text_anchor="start"),
        rings(state, player, 74, 49),
        bold_text(loans, wide - 16, 54, 12.5, text_anchor="end", fill=VERMILION) if loans else "",
        cargo(board, player, wide, language),
        won,
        transform=f"translate({x:g} {y:g})",
        data_seat=player.seat,
    )


def rings(state: Situation, player: Player, x: float, y: float) -> str:
    """The big cities that win: full rings are joined."""
    count = max(state.needed, player.joined)
    return "".join(
        rect(
            x + 15 * place,
            y - 5.5,
            11,
            11,
            rx=2,
            fill=BLOCKS["large"] if place < player.joined else "none",
            stroke=INK if place < player.joined else QUIET,
            stroke_width=1.4,
        )
        for place in range(count)
    )


def cargo(board: BoardFile, player: Player, wide: float, language: str) -> str:
    """The loads with where they go, and a broken place for each more that fits."""
    capacity = int(player.train.split("-")[1])
    each = (wide - 36) / max(capacity, len(player.loads))
    parts = [
        load(board, job, 18 + each * place, min(each - 6, 150), language)
        for place, job in enumerate(player.loads)
    ]
    parts += [
        rect(
            18 + each * place,
            61,
            min(each - 6, 150),
            15,
            rx=3,
            fill="none",
            stroke=QUIET,
            stroke_width=0.9,
            stroke_dasharray="3 3",
        )
        for place in range(len(player.loads), capacity)
    ]
    return "".join(parts)


def load(board: BoardFile, job: Job, x: float, wide: float, language: str) -> str:
    goal = shorten(board.name(job.goal, language), 10.5, wide - 48)
    return group(
        luggage_tag(wide, 15, INK),
        bold_text(f"→ {goal}", 11 - wide / 2, 3.8, 10.5, text_anchor="start", font_weight=500),
        bold_text(str(job.reward), wide / 2 - 6, 4, 11, text_anchor="end"),
        transform=f"translate({x + wide / 2:g} 68.5)",
    )


def waiting(board: BoardFile, state: Situation, wide: float, language: str) -> str:
    """All jobs on the map: from, to, reward."""
    across = int(wide // EACH)
    each = wide / across
    tags = "".join(
        spell_out(board, job, place % across * each, 30 + place // across * ROW, each - 8, language)
        for place, job in enumerate(state.jobs)
    )
    return (
        bold_text(words("jobs", language, count=len(state.jobs)), 4, 18, 14, text_anchor="start")
        + tags
    )


def spell_out(board: BoardFile, job: Job, x: float, y: float, wide: float, language: str) -> str:
    rim = INK if job.season < 0 else board.seasons[job.season].colour
    mark = f" {board.seasons[job.season].mark}" if job.season >= 0 else ""
    way = shorten(
        f"{board.name(job.origin, language)} → {board.name(job.goal, language)}{mark}",
        12,
        wide - 54,
    )
    return group(
        luggage_tag(wide, 21, rim),
        bold_text(way, 14 - wide / 2, 4.4, 12, text_anchor="start", font_weight=500),
        bold_text(str(job.reward), wide / 2 - 8, 4.8, 13.5, text_anchor="end"),
        transform=f"translate({x + 4 + wide / 2:g} {y + 10:g})",
    )


# ---- the table of costs
def costs_size(board: BoardFile) -> Point:
    return 236.0, LINE * (len(COSTS) + 3) + 36


def costs_card(board: BoardFile, at: Point, language: str) -> str:
    """What track costs: the way itself, what is at its ends, what it crosses."""
    track, (wide, high) = board.figures.track, costs_size(board)
    lines = [
        legend(index, name, f"+{track.ends[name]}", wide, high, language)
        for index, name in enumerate(COSTS)
    ]
    lines += [
        legend(len(COSTS) + index, name, f"+{track.crossing(name)}", wide, high, language)
        for index, name in enumerate(("river", "coast"))
    ]
    base = words("way", language, straight=track.straight, diagonal=track.diagonal)
    return card(
        at,
        (wide, high),
        words("costs", language),
        "".join(lines) + bold_text(base, 0, high / 2 - 11, 11, font_weight=500, fill=QUIET),
    )


def legend(index: int, name: str, cost: str, wide: float, high: float, language: str) -> str:
    y = 38 - high / 2 + LINE * index
    return (
        group(sample(name), transform=f"translate({26 - wide / 2:g} {y:g})")
        + bold_text(
            say(f"tokyo.terrain.{name}", language),
            50 - wide / 2,
            y + 4.2,
            12,
            text_anchor="start",
            font_weight=500,
        )
        + bold_text(cost, wide / 2 - 16, y + 4.2, 12, text_anchor="end")
    )


def sample(name: str) -> str:
    """A piece of the map."""
    fills = {"plain": "#E9E1CC", "hill": HILL, "mountain": MOUNTAIN, "lake": SEA, "sea": SEA}
    if name in fills:
        return rect(-12, -8, 24, 16, rx=3, fill=fills[name], stroke=COAST, stroke_width=0.7) + path(
            SAMPLES.get(name, ""), fill="none", stroke=RIDGE, stroke_width=1.1
        )
    if name in BLOCKS:
        return rect(
            -8,
            -8,
            16,
            16,
            rx=4,
            fill=BLOCKS[name],
            stroke=VERMILION if name == "mega" else INK,
            stroke_width=1.8,
        )
    if name in ("river", "coast"):
        lines = path(
            "M-13 2Q-5-6 1 0T13-2", stroke=COAST if name == "coast" else SEA, stroke_width=5.6
        )
        return group(
            lines,
            path(
                "M-13 2Q-5-6 1 0T13-2",
                stroke=SEA if name == "coast" else STREAM,
                stroke_width=4.2 if name == "coast" else 2.2,
            ),
            fill="none",
        )
    return {
        "small": circle(0, 0, 5, fill=RAISED, stroke=INK, stroke_width=1.8)
        + circle(0, 0, 1.7, fill=INK),
        "medium": rect(-7, -7, 14, 14, rx=1.5, fill=RAISED, stroke=INK, stroke_width=2)
        + rect(-3, -3, 6, 6, fill=INK),
        "exit": path("M0-9.5L8 0H3.6V8H-3.6V0H-8Z", fill=INDIGO, transform="scale(.85)"),
        "port": group(
            circle(0, 0, 7.5, fill=RAISED, stroke_width=2),
            path(ANCHOR, fill="none", stroke_width=1.5),
            stroke=INDIGO,
        ),
    }[name]


SAMPLES = {"hill": "M-5 2q5-6.4 10 0", "mountain": "M-6.5 5l6.5-10.5l6.5 10.5"}


# ---- where cards lie
def free_sea(
    base: list[str] | tuple[str, ...], taken: set[tuple[int, int]], least: Point
) -> tuple[float, float, float, float] | None:
    """The largest rectangle of sea of at least this size: left, top, width, height."""
    best: tuple[float, tuple[float, float, float, float] | None] = (0, None)
    for top in range(len(base)):
        open_columns = [True] * len(base[0])
        for low in range(top, len(base)):
            open_columns = [
                was and base[low][column] == "~" and (low, column) not in taken
                for column, was in enumerate(open_columns)
            ]
            start, length = longest_run(open_columns)
            wide, high = length * PITCH, (low - top + 1) * PITCH
            if wide >= least[0] and high >= least[1] and wide * high > best[0]:
                best = (wide * high, (start * PITCH, top * PITCH, wide, high))
    return best[1]


def longest_run(cells: list[bool]) -> tuple[int, int]:
    best, start = (0, 0), None
    for place, free in enumerate([*cells, False]):
        start = (place if start is None else start) if free else None
        if start is not None and place - start + 1 > best[1]:
            best = (start, place - start + 1)
    return best
