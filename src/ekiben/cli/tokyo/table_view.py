"""Tokyo's table: seats, events in force, one's own train and loads, waiting jobs, the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from ekiben.cli.styling import QUIET, STRONG, WARNING, label_rows, make_table
from ekiben.cli.tokyo.map_view import around, middle
from ekiben.cli.tokyo.words import job_name, jobs_in, steps_apart, way_columns
from ekiben.cli.words import Words
from ekiben.core.layout import View
from ekiben.core.match import Match
from ekiben.games.tokyo.board_file import Job
from ekiben.games.tokyo.sizes import JOBS
from ekiben.texts.tokyo.places import post_name

SHOWN = 8  # waiting jobs, unless all are asked for


def position(match: Match, words: Words, seat: int | None, width: int) -> Iterator[RenderableType]:
    """All there is to see; spectators get no map of letters."""
    view = match.view(seat)
    yield heading(match, words, view)
    yield seats(match, words, view)
    yield from events(match, words, view)
    if seat is not None and not match.over:
        yield Text()
        yield around(match, words, middle(match, seat), width)
        yield Text(words("tokyo.legend"), QUIET)
        yield Text()
        yield waiting_jobs(match, words, seat, SHOWN)
        yield own_things(match, words, view, width)


def heading(match: Match, words: Words, view: View) -> Rule:
    turn = (
        words("turn", game=words.game(), turn=view.turns // match.seats + 1)
        if not match.over
        else words.game()
    )
    parts = [turn, *([words.seat(view.viewer)] if view.viewer is not None else [])]
    return Rule(Text(" · ".join(parts), STRONG), style=QUIET)


def seats(match: Match, words: Words, view: View) -> Table:
    """A row a seat; the one to move is marked."""
    names = ("money", "loans", "net", "train", "joined", "where", "loads")
    headings = [
        words("columns.seat"),
        words("columns.player"),
        *(words(f"tokyo.columns.{name}") for name in names),
    ]
    table = make_table(*headings, right=range(2, 7))
    for seat in range(match.seats):
        table.add_row(
            f"{'▶' if seat == match.seat else ' '}{seat}",
            words.seat(seat),
            *seat_columns(match, words, view, seat),
            style=STRONG if seat == view.viewer else "",
        )
    return table


def seat_columns(match: Match, words: Words, view: View, seat: int) -> list[str]:
    loads = words.listed(
        [
            f"→ {words.board.name(job.goal, words.language)}"
            for job in jobs_in(words, view.carried[seat])
        ]
    )
    return [
        str(view.money[seat]),
        str(view.loans[seat]),
        str(view.score[seat]),
        f"{view.speed[seat]}-{view.load[seat]}",
        f"{view.joined[seat]}/{match.game.plain_board.connections}",
        train_place(words, view, seat),
        loads or "–",
    ]


def train_place(words: Words, view: View, seat: int) -> str:
    if view.train[seat] < 0:
        return words("tokyo.nowhere")
    place = post_name(words, int(view.train[seat]))
    return f"{place} ({words('tokyo.sea')})" if view.aboard[seat] else place


def events(match: Match, words: Words, view: View) -> Iterator[RenderableType]:
    """Those in force, with what they mean."""
    for seat, number in enumerate(view.force.tolist()):
        if number >= 0:
            tile = words.board.tiles[number - JOBS]
            season = words.board.seasons[tile.season].id if tile.season >= 0 else ""
            name = words.say(
                f"tokyo.seasons.{season}" if season else f"tokyo.happenings.{tile.kind}"
            )
            said = words("tokyo.drawn", event=name, name=words.seat(seat))
            yield Text(f"! {said}  ", WARNING).append(
                words.say(f"tokyo.meanings.{tile.kind}"), "not bold default"
            )


# ---- what is one's own
def own_things(match: Match, words: Words, view: View, width: int) -> Table:
    """The train, what the turn's step has left, the loads."""
    seat = view.viewer
    assert seat is not None, "spectators have nothing of their own"
    parts = [
        words(
            "tokyo.standing",
            place=train_place(words, view, seat),
            speed=view.speed[seat],
            load=view.load[seat],
        )
    ]
    if match.asked == "move" and match.seat == seat:
        parts.append(words("tokyo.moving", left=view.left))
    if match.asked == "build" and match.seat == seat:
        parts.append(
            words("tokyo.building", spent=view.spent, most=match.game.plain_board.each_turn)
        )
    parts.append(words("tokyo.money", amount=view.money[seat]))
    if view.loans[seat]:
        parts.append(words("tokyo.loans", count=view.loans[seat]))
    rows = [(words("tokyo.position"), Text(" · ".join(parts)))]
    loads = jobs_in(words, view.carried[seat])
    if loads:
        rows.append(
            (
                words("tokyo.loads"),
                Text("\n").join(
                    Text(f"{job.reward:>3} {job_name(words, job)}  {job.id}") for job in loads
                ),
            )
        )
    rows.append((words("tokyo.joined"), Text(joined_cities(match, words, view))))
    return label_rows(rows)


def joined_cities(match: Match, words: Words, view: View) -> str:
    """The big cities of one's network, and those that are missing."""
    there = match.hints(view.viewer)["goal"]["cities"]
    missing = [city.id for city in words.board.cities if city.big and city.id not in there]
    need = match.game.plain_board.connections
    return words(
        "tokyo.joined-cities",
        count=len(there),
        need=need,
        cities=words.listed(list(map(words.city, there))) or "–",
        missing=words.listed(list(map(words.city, missing))) or "–",
    )


# ---- jobs
def jobs_by_distance(match: Match, words: Words, seat: int | None) -> list[tuple[int, Job]]:
    """Waiting jobs with how far off their origins are."""
    here = middle(match, seat)
    jobs = jobs_in(words, match.view(None).on_map)
    return sorted(
        ((steps_apart(words, here, job.origin), job) for job in jobs),
        key=lambda row: (row[0], -row[1].reward, row[1].number),
    )


def waiting_jobs(match: Match, words: Words, seat: int | None, most: int | None = None) -> Table:
    rows: Sequence[tuple[int, Job]] = jobs_by_distance(match, words, seat)
    names = ("far", "reward", "way", "build", "length", "job")
    shown = rows[:most]
    table = make_table(
        *(words(f"tokyo.columns.{name}") for name in names),
        right=[0, 1, 3, 4],
        title=words("tokyo.waits", shown=len(shown), count=len(rows)),
    )
    for far, job in shown:
        table.add_row(
            str(far),
            str(job.reward),
            job_name(words, job),
            *way_columns(words, match, seat, job),
            job.id,
        )
    return table


# ---- the board
