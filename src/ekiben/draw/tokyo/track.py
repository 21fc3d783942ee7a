"""Track as crayon strokes, trains as numbered tokens, jobs as luggage tags with arrows."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from ekiben.draw.boxes import Box
from ekiben.draw.curves import Curve, Point, arc, number, pair
from ekiben.draw.style import (
    INDIGO,
    INK,
    RAISED,
    SEATS,
    bold_text,
    circle,
    escape_text,
    group,
    path,
    tag,
)
from ekiben.draw.tokyo.cities import Room, berth, block, fares, names, shown
from ekiben.draw.tokyo.contours import post_at, size
from ekiben.draw.tokyo.position import Player, Situation
from ekiben.games.tokyo.board_file import BoardFile, Job
from ekiben.texts import say

# along each seat's strokes: paper or ink, how wide, and the dashes
MARKS: tuple[tuple[str, float, str] | None, ...] = (
    None,
    (RAISED, 6.0, "1.8 4.2"),
    (INK, 2.6, "0 6.6"),
    (RAISED, 2.2, "8 5"),
    (RAISED, 1.6, "30"),
    (INK, 1.4, "30"),
    (RAISED, 2.6, "0 6.6"),
    (INK, 6.0, "1.4 5.6"),
    (INK, 2.2, "7 4 0 4"),
)
TOKEN = "M-12 6V-3.5H-2.5V-9H11V6ZM-9.6-3.5V-8.6H-5.8V-3.5M-4.6-9H13V-11.4H-4.6Z"
TAG = (34.0, 15.0)


# ---- track
def definitions(state: Situation, prefix: str) -> str:
    """Each seat's strokes and token, and the crayon's grain."""
    noise = tag(
        "feTurbulence", type="fractalNoise", baseFrequency="0.32", numOctaves=2, seed=7, result="n"
    )
    shift = tag(
        "feDisplacementMap",
        in_="SourceGraphic",
        in2="n",
        scale="3",
        xChannelSelector="R",
        yChannelSelector="G",
    )
    grain = tag(
        "filter",
        noise,
        shift,
        id_=f"{prefix}-crayon",
        x="-2%",
        y="-2%",
        width="104%",
        height="104%",
    )
    return (grain if state.players else "") + "".join(
        token(player.seat, prefix) for player in state.players
    )


def strokes(board: BoardFile, state: Situation, prefix: str) -> str:
    """All track, each seat's in its colour and manner, and its number here and there."""
    drawn = "".join(stroke(board, player, prefix) for player in state.players if player.track)
    numbers = "".join(link_numbers(board, player, prefix) for player in state.players)
    return (
        group(drawn, fill="none", stroke_linecap="round", filter=f"url(#{prefix}-crayon)") + numbers
    )


def stroke(board: BoardFile, player: Player, prefix: str) -> str:
    line = "".join(f"M{pair(post_at(board, a))}L{pair(post_at(board, z))}" for a, z in player.track)
    name, mark = f"{prefix}-line{player.seat}", MARKS[player.seat]
    layers = [
        tag("defs", path(line, id_=name)),
        use_stroke(name, stroke=INK, stroke_width=8.0, stroke_opacity=0.75),
        use_stroke(name, stroke=SEATS[player.seat], stroke_width=6.2),
    ]
    if mark:
        cap = "round" if mark[2].startswith("0") else "butt"
        layers.append(
            use_stroke(
                name,
                stroke=mark[0],
                stroke_width=mark[1],
                stroke_dasharray=mark[2],
                stroke_linecap=cap,
                stroke_opacity=0.9,
            )
        )
    return group(tag("title", escape_text(player.name)), *layers, data_track=player.seat)


def use_stroke(name: str, **attributes: str | float) -> str:
    return tag("use", href=f"#{name}", **attributes)


def link_numbers(board: BoardFile, player: Player, prefix: str) -> str:
    """A small number on every seventh link."""
    places = [middle(post_at(board, a), post_at(board, z)) for a, z in player.track[3::7]]
    return "".join(
        f'<use href="#{prefix}-seat{player.seat}" transform="translate({pair(place)})scale(.8)"/>'
        for place in places
    )


def middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


# ---- trains
def token(seat: int, prefix: str) -> str:
    """A small locomotive with its seat's number."""
    shadow = path(TOKEN, fill=INK, fill_opacity=0.35, transform="translate(1 2)")
    wheels = "".join(
        circle(x, 6.4, 3.2, fill=INK, stroke=RAISED, stroke_width=0.9) for x in (-7.5, 0.0, 7.5)
    )
    rim = path(TOKEN, fill=SEATS[seat], stroke=RAISED, stroke_width=3.6) + path(
        TOKEN, fill=SEATS[seat], stroke=INK, stroke_width=1.3
    )
    face = circle(4.4, -1.6, 6.2, fill=RAISED, stroke=INK, stroke_width=0.9) + bold_text(
        str(seat + 1), 4.4, 2.2, 10.5
    )
    return group(shadow, rim, wheels, face, id_=f"{prefix}-token{seat}", stroke_linejoin="round")


def trains(board: BoardFile, state: Situation, prefix: str) -> str:
    """Side by side where several stand at one post; out on the water when aboard."""
    placed = [player for player in state.players if player.post >= 0]
    crowd, before = Counter(berth_of(board, player) for player in placed), Counter[Point]()
    parts = []
    for player in placed:
        x, y = berth_of(board, player)
        along = (before[x, y] - (crowd[x, y] - 1) / 2) * 25
        before[x, y] += 1
        use = tag("use", href=f"#{prefix}-token{player.seat}", x=x + along, y=y - 3)
        parts.append(
            group(
                tag("title", escape_text(f"{player.name}: {player.train}")),
                use,
                data_train=player.seat,
            )
        )
    return "".join(parts)


def berth_of(board: BoardFile, player: Player) -> Point:
    here = post_at(board, player.post)
    if not player.aboard:
        return here
    ends = next((ferry.a, ferry.z) for ferry in board.ferries if player.post in (ferry.a, ferry.z))
    there = post_at(board, ends[0] if ends[1] == player.post else ends[1])
    return round(here[0] + (there[0] - here[0]) * 0.25, 1), round(
        here[1] + (there[1] - here[1]) * 0.25, 1
    )


# ---- jobs
def arrows(board: BoardFile, state: Situation) -> str:
    """Where waiting jobs go, thin and light; where loads go, dotted in the colour of the seat."""
    waiting = "".join(arrow(centre(board, job.origin), board, job) for job in state.jobs)
    parts = [
        group(
            waiting,
            stroke=INDIGO,
            fill=INDIGO,
            stroke_width=1.4,
            stroke_opacity=0.55,
            fill_opacity=0.75,
        )
    ]
    for player in state.players:
        loads = "".join(
            arrow(berth_of(board, player), board, job) for job in player.loads if player.post >= 0
        )
        parts += [
            group(loads, stroke=RAISED, fill=RAISED, stroke_width=4.4, stroke_opacity=0.7),
            group(
                loads,
                stroke=SEATS[player.seat],
                fill=SEATS[player.seat],
                stroke_width=2.4,
                stroke_dasharray="0 5.4",
            ),
        ]
    return group(*parts, stroke_linecap="round")


def centre(board: BoardFile, city: int) -> Point:
    box = block(board, board.cities[city])
    return box.x, box.y


def arrow(start: Point, board: BoardFile, job: Job) -> str:
    """A curve that ends before the city, and its head."""
    box = block(board, board.cities[job.goal])
    line = arc(start, (box.x, box.y), 0.13)
    last = line.length - max(box.width, box.height) / 2 - 5
    if last < 14:
        return ""
    return path(line.part(0, last - 5).path(), fill="none") + path(head(line, last), stroke="none")


def head(line: Curve, walked: float) -> str:
    (x, y), (ux, uy) = line.at(walked), line.heading(walked, 1.0)
    back = (x - 9 * ux, y - 9 * uy)
    return (
        f"M{pair((x, y))}L{pair((back[0] - 4 * uy, back[1] + 4 * ux))}"
        f"L{pair((back[0] + 4 * uy, back[1] - 4 * ux))}Z"
    )


def tags(board: BoardFile, state: Situation, language: str) -> str:
    """A luggage tag for each job beside its origin, the reward on it."""
    taken = (
        [one.box for one in names(board, language) if one.id]
        + [block(board, city) for city in shown(board)]
        + fares(board)
    )
    taken += [berth(board, port) for port in board.ports]
    taken += [Box(*berth_of(board, player), 28, 24) for player in state.players if player.post >= 0]
    room = Room(*size(board), taken)
    parts = []
    for origin, several in groupby(
        sorted(state.jobs, key=lambda job: (job.origin, job.number)), key=lambda job: job.origin
    ):
        city = block(board, board.cities[origin])
        parts += [
            luggage(board, job, room.beside(city, wide(job), TAG[1] + 1), language)
            for job in several
        ]
    return "".join(parts)


def wide(job: Job) -> float:
    return TAG[0] + (12 if job.season >= 0 else 0)


def luggage(board: BoardFile, job: Job, box: Box, language: str) -> str:
    """With a hole and a clipped end; a seasonal one has its season's mark and colour."""
    rim = INK if job.season < 0 else board.seasons[job.season].colour
    words = say(
        "cli.tokyo.job",
        language,
        a=board.name(job.origin, language),
        z=board.name(job.goal, language),
        reward=job.reward,
    )
    mark = (
        bold_text(board.seasons[job.season].mark, box.width / 2 - 9, 4, 10, fill=rim)
        if job.season >= 0
        else ""
    )
    reward = bold_text(str(job.reward), 4.5 - (6 if mark else 0), 4.2, 11.5)
    return group(
        tag("title", escape_text(words)),
        luggage_tag(box.width, TAG[1], rim),
        reward,
        mark,
        transform=f"translate({pair((box.x, box.y))})",
        data_job=job.id,
    )


def luggage_tag(width: float, height: float, rim: str) -> str:
    x, y = width / 2, height / 2
    shape = (
        f"M{number(5 - x)} {number(-y)}H{number(x)}V{number(y)}H{number(5 - x)}L{number(-x)} "
        f"{number(y - 4.5)}V{number(4.5 - y)}Z"
    )
    return (
        path(shape, fill=INK, fill_opacity=0.25, transform="translate(1 1.6)")
        + path(shape, fill=RAISED, stroke=rim, stroke_width=1.3)
        + circle(5.4 - x, 0, 1.7, fill="none", stroke=rim, stroke_width=1.1)
    )
