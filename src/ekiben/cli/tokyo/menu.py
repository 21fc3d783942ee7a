"""What can be done in Tokyo, numbered: jobs first, then steps, then what builds or ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ekiben.cli.menu import Menu, Rank
from ekiben.cli.styling import QUIET, STRONG, flow_text, label_rows, make_table
from ekiben.cli.tokyo.words import job_name, jobs_in, way_columns
from ekiben.core.action import Action
from ekiben.games.tokyo.board_file import BoardFile, Job
from ekiben.games.tokyo.lattice import DIRECTIONS, OWN, link_of, post_number
from ekiben.texts.tokyo.places import post_name

ORDER = (
    "unload",
    "load",
    "lose",
    "step",
    "board",
    "stop",
    "return",
    "upgrade",
    "done",
    "place",
    "borrow",
    "repay",
    "build",
)
SHOWN = 12  # links to build, unless all are asked for


class TokyoMenu(Menu):
    """The legal actions of a seat in the order of their numbers."""

    def prepare(self) -> None:
        self.jobs = {job.id: job for job in self.match.game.board.jobs}

    def rank(self, action: Action) -> Rank:
        """Links near the train come first."""
        verb = ORDER.index(action.verb) if action.verb in ORDER else len(ORDER)
        return verb, self.far(action) if action.verb == "build" else 0, action.id

    def far(self, action: Action) -> int:
        board: BoardFile = self.match.game.board
        post, train = (
            post_number(action.post, board.rows, board.columns),
            int(self.view.train[self.seat]),
        )
        (row, column), (other, across) = (
            divmod(post or 0, board.columns),
            divmod(max(train, 0), board.columns),
        )
        return max(abs(row - other), abs(column - across))

    # ---- how it is shown
    def render(self, width: int, everything: bool = False) -> Iterator[RenderableType]:
        """A line a verb; jobs one below the other."""
        for verb in dict.fromkeys(action.verb for action in self.actions):
            actions = self.of(verb)
            if verb in ("load", "unload", "return", "lose"):
                yield self.column(actions)
            elif verb == "place" and not everything:
                yield from self.starts(self.first_posts(actions), width)
            elif verb == "build" and not everything:
                yield self.line(verb, [self.cell(action) for action in actions[:SHOWN]], width)
                if len(actions) > SHOWN:
                    yield Text("  " + self.words("tokyo.more", count=len(actions) - SHOWN), QUIET)
            else:
                yield self.line(verb, [self.cell(action) for action in actions], width)

    def first_posts(self, actions: Sequence[Action]) -> list[Action]:
        """One post a city."""
        return list({action.city: action for action in reversed(actions)}.values())[::-1]

    def starts(self, actions: Sequence[Action], width: int) -> Iterator[RenderableType]:
        """Where to start: cities with jobs, their prices and lengths; then big cities."""
        cities = {city.id: city for city in self.match.game.board.cities}
        jobs = jobs_in(self.words, self.view.on_map)
        offering = [
            action
            for action in actions
            if any(job.origin == cities[action.city].number for job in jobs)
        ]
        others = [
            action for action in actions if cities[action.city].big and action not in offering
        ]
        yield self.start_table(offering, jobs)
        if others:
            yield self.line("place", [self.cell(action) for action in others], width)
        yield Text(
            "  "
            + self.words("tokyo.more-places", count=len(actions) - len(offering) - len(others)),
            QUIET,
        )

    def start_table(self, actions: Sequence[Action], jobs: Sequence[Job]) -> Table:
        """A row for every job that could be loaded at the start."""
        cities = {city.id: city.number for city in self.match.game.board.cities}
        headings = [
            self.words(f"tokyo.columns.{name}")
            for name in ("reward", "way", "build", "length", "job")
        ]
        table = make_table("", *headings, right=[0, 1, 3, 4])
        for action in actions:
            for job in (job for job in jobs if job.origin == cities[action.city]):
                table.add_row(
                    Text(str(self.numbers[action]), STRONG),
                    str(job.reward),
                    job_name(self.words, job),
                    *way_columns(self.words, self.match, self.seat, job),
                    job.id,
                )
        return table

    def line(self, verb: str, cells: Sequence[Text], width: int) -> Table:
        label = self.words(f"tokyo.groups.{verb}")
        return label_rows([(label, flow_text(cells, width - Text(label).cell_len - 2, gap="  "))])

    def column(self, actions: Sequence[Action]) -> Table:
        table = Table.grid(padding=(0, 1))
        for action in actions:
            job = self.jobs[action.job]
            table.add_row(
                Text(f"{self.numbers[action]:>3}", STRONG),
                self.words(f"tokyo.groups.{action.verb}"),
                f"{job.reward:>3}",
                job_name(self.words, job),
                Text(job.id, QUIET),
            )
        return table

    def cell(self, action: Action) -> Text:
        """A number, what it does, and what it costs or leads to."""
        text = Text(f"{self.numbers[action]} ", STRONG)
        return text.append(
            {
                "step": self.step,
                "build": self.build,
                "upgrade": self.upgrade,
                "place": self.place,
            }.get(action.verb, str)(action),
            "not bold",
        )

    def step(self, action: Action) -> str:
        """The direction, the city it leads to, and the fee if one is due."""
        b, way = self.match.game.plain_board, DIRECTIONS.index(action.direction)
        post = int(self.view.train[self.seat])
        there, link = int(b.next_post[post, way]), int(b.link_at[post, way])
        city = f" → {post_name(self.words, there)}" if b.city_at[there] >= 0 else ""
        owner = int(self.view.track[link]) - 1
        fee = (
            f" ({b.track_fee} G)"
            if owner >= 0 and owner != self.seat and not self.view.paid >> owner & 1
            else ""
        )
        return f"{action.direction}{city}{fee}"

    def build(self, action: Action) -> str:
        """From where, which way, to which city, and the price."""
        board, b = self.match.game.board, self.match.game.plain_board
        post = post_number(action.post, board.rows, board.columns) or 0
        way = DIRECTIONS.index(action.direction)
        link = (
            link_of(divmod(post, board.columns), way, board.columns)
            if way in OWN
            else int(b.link_at[post, way])
        )
        there = int(b.next_post[post, way])
        city = f" → {post_name(self.words, there)}" if b.city_at[there] >= 0 else ""
        return f"{post_name(self.words, post)}: {action.direction}{city} {b.cost[link]} G"

    def upgrade(self, action: Action) -> str:
        cost = self.match.game.board.figures.trains.upgrade[action.part]
        return f"{self.words.say('tokyo.upgrades.' + action.part)} {cost} G"

    def place(self, action: Action) -> str:
        return (
            action.city
            if self.words.language == "en"
            else f"{action.city} {self.words.city(action.city)}"
        )
