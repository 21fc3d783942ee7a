"""A review at the terminal: curves, what luck and choices were worth, and every mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ekiben.analysis.labels import HARMLESS
from ekiben.analysis.review import EXACT, Choice, Label, Ledger, Review, SeatReview
from ekiben.analysis.summary import summarize
from ekiben.analysis.wording import explanation_text, label_text, lesson_text
from ekiben.cli.score_sheets import verdict
from ekiben.cli.styling import QUIET, STRONG, label_rows, make_table
from ekiben.cli.words import Words
from ekiben.core.layout import View
from ekiben.core.match import Match
from ekiben.server.scenes.family import ANSWERS

BLOCKS = "▁▂▃▄▅▆▇█"
MARKS: dict[Label, str] = {
    "best": "!",
    "good": "·",
    "inaccuracy": "?!",
    "mistake": "?",
    "blunder": "??",
}
STYLES: dict[Label, str] = {
    "best": "green",
    "good": "",
    "inaccuracy": "yellow",
    "mistake": "#DB7A27",
    "blunder": "bold red",
}
WIDEST = 100  # signs of a curve
NARROW = 24  # that the rest of a curve's line needs


def review_lines(
    review: Review, match: Match, words: Words, width: int, everything: bool = False
) -> Iterator[RenderableType]:
    """All of a review, from the curves to the last mistake."""
    yield heading(review, match, words)
    yield Text(verdict(match, words), STRONG)
    yield Text()
    yield curves(review, words, width)
    yield Text()
    yield seat_table(review, words)
    if review.ledger:
        yield Text()
        yield ledger_table(review.ledger, words)
    told = Retold(match, words)
    for seat in review.seats:
        yield Text()
        yield from seat_lines(seat, match, told, everything)
    yield Text(words("review.playouts", playouts=review.playouts, passes=review.passes), QUIET)
    yield Text()


class Retold:
    """A match played again, so that choices are told as their seats saw them."""

    def __init__(self, match: Match, words: Words) -> None:
        self.words = words
        self.answers = ANSWERS.of(match.game)
        self.views: list[View] = []  # of whoever is to act, by number of actions played
        again = match.game.new(match.seats, match.seed, match.names, match.luck)
        for action in match.actions:
            self.views.append(again.view(again.seat))
            again.play(action)

    def __call__(self, at: int, actions: Sequence[str]) -> str:
        """Actions chosen together, as people call them."""
        return self.answers.turn(self.words, self.views[at], actions)


def heading(review: Review, match: Match, words: Words) -> Text:
    return Text(
        words(
            "record", game=words.game(), names=words.listed(words.names), actions=len(match.actions)
        ),
        STRONG,
    )


# ---- curves
def curves(review: Review, words: Words, width: int) -> Table:
    """Every seat's chance to win through the game, as it could judge it itself."""
    signs = max(8, min(WIDEST, width - NARROW))
    return label_rows((words.seat(seat.seat), curve(seat, signs)) for seat in review.seats)


def curve(seat: SeatReview, signs: int) -> Text:
    chances = [moment.outlook.chances[seat.seat] for moment in seat.moments]
    if not chances:
        return Text()
    shown = spread(chances, min(signs, len(chances)))
    text = "".join(BLOCKS[min(int(chance * len(BLOCKS)), len(BLOCKS) - 1)] for chance in shown)
    return Text(f"{percent(chances[0]):>4} {text} {percent(chances[-1]):>4}")


def spread(values: Sequence[float], count: int) -> list[float]:
    """So many of the values, evenly spread, the first and the last among them."""
    step = (len(values) - 1) / max(1, count - 1)
    return [values[round(place * step)] for place in range(count)]


# ---- all seats
def seat_table(review: Review, words: Words) -> Table:
    """Accuracy, and how many choices have each label."""
    headings = [words("review.columns.seat"), words("review.columns.accuracy"), *MARKS.values()]
    table = make_table(*headings, right=range(1, len(headings)))
    for seat in review.seats:
        labels = [choice.label for choice in seat.choices]
        table.add_row(
            words.seat(seat.seat),
            f"{seat.accuracy:.0f}",
            *(Text(str(labels.count(label)), STYLES[label]) for label in MARKS),
        )
    return table


def ledger_table(ledger: Ledger, words: Words) -> Table:
    """Where the result of every seat came from."""
    headings = [words("review.columns.seat"), *ledger_headings(words)]
    table = make_table(*headings, right=range(1, len(headings)))
    for seat in range(len(ledger.start)):
        table.add_row(words.seat(seat), *ledger_cells(ledger, seat))
    return table


def ledger_headings(words: Words) -> list[str]:
    return [
        words("review.columns.start"),
        *(words.say(f"review.ledger.{name}") for name in ("luck", "own", "others")),
        words("review.columns.result"),
    ]


def ledger_cells(ledger: Ledger, seat: int) -> list[str]:
    """From equal chances to the result; the row adds up."""
    shifts = (ledger.luck(seat), ledger.own(seat), ledger.others(seat))
    return [
        percent(ledger.start[seat] / EXACT),
        *(signed(shift / EXACT) for shift in shifts),
        percent(ledger.result[seat] / EXACT),
    ]


# ---- one seat
def seat_lines(
    seat: SeatReview, match: Match, told: Retold, everything: bool
) -> Iterator[RenderableType]:
    """The choices of a seat, where its chance turned, and what there is to learn."""
    words = told.words
    shown = [choice for choice in seat.choices if everything or choice.label not in HARMLESS]
    title = "review.all-of-seat" if everything else "review.of-seat"
    yield Text(words(title, name=words.seat(seat.seat)), STRONG)
    if not shown:
        yield Text(words("review.no-mistakes" if seat.choices else "review.no-choices"))
    for choice in shown:
        yield choice_line(choice, told)
        for line in reasons(choice, told):
            yield Padding(line, (0, 0, 0, 9), expand=False)
    yield from summary_lines(seat, match, told)


def choice_line(choice: Choice, told: Retold) -> Text:
    """Where it was, its label, what it lost, and what was chosen."""
    line = Text(f"{choice.at + 1:>4}  ")
    label = label_text(told.words, choice.label)
    line.append(f"{MARKS[choice.label]:<2} {label}", STYLES[choice.label])
    if choice.loss > 0:
        line.append(f"  {signed(-choice.loss)} ± {percent(choice.error)}")
    return line.append(f"  {told(choice.at, choice.actions)}", STRONG)


def reasons(choice: Choice, told: Retold) -> Iterator[Text]:
    """The better choice, and what speaks for it."""
    best = choice.alternatives[0] if choice.alternatives else None
    if best and best.gain > 0:
        text = told.words.say("review.better", action=told(choice.at, best.actions))
        yield Text(f"{text} ({percent(choice.chance)} → {percent(best.chance)})", QUIET)
    for explanation in choice.explanations:
        yield Text(explanation_text(told.words, explanation), QUIET)


def summary_lines(seat: SeatReview, match: Match, told: Retold) -> Iterator[Text]:
    summary, words = summarize(seat), told.words
    if summary.turning_points:
        yield Text(words("review.turning-points"))
    for point in summary.turning_points:
        action = told(point.at, [str(match.actions[point.at])])
        yield Text(f"{point.at + 1:>4}  {signed(point.shift):>4}  {action}")
    for lesson in summary.lessons:
        where = words.listed([str(at + 1) for at in lesson.at])
        yield Text(f"→ {lesson_text(words, lesson.key)} ({where})")


def percent(part: float) -> str:
    return f"{part:.0%}"


def signed(part: float) -> str:
    """With its sign, and a real minus."""
    return f"{part * 100:+.0f}%".replace("-", "−")
