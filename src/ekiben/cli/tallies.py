"""What many games amount to: wins, scores and more, by player and by seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from ekiben.arena import GameResult
from ekiben.bots import Forfeit
from ekiben.cli.family import TERMINAL
from ekiben.cli.styling import QUIET, STRONG, WARNING, make_table
from ekiben.cli.words import Words

COUNTED = {
    "scores": "mean_score",
    "kept": "tickets_kept",
    "done": "tickets_done",
    "longest": "longest",
    "joined": "big_cities",
}  # and their names


class Row:
    """Sums of one player, or of one seat."""

    def __init__(self, places: int, counted: Sequence[str]) -> None:
        self.games = 0
        self.wins = 0.0
        self.shared = 0
        self.sums = dict.fromkeys(counted, 0)
        self.wins_at = [0.0] * places
        self.games_at = [0] * places

    def add(self, result: GameResult, seat: int, place: int) -> None:
        """Add a seat's result; `place` is the seat for a player's row, the player for a seat's."""
        won = result.win_share(seat)
        self.games += 1
        self.games_at[place] += 1
        self.wins += won
        self.wins_at[place] += won
        self.shared += 0 < won < 1
        for name in self.sums:
            self.sums[name] += (result.scores if name == "scores" else result.counts[name])[seat]

    def mean(self, name: str) -> float:
        return self.sums[name] / self.games if self.games else 0.0

    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    def to_json(self) -> dict[str, object]:
        return {
            "games": self.games,
            "wins": round(self.wins, 6),
            "shared_wins": self.shared,
            "win_share": round(self.share(), 6),
            **{COUNTED[name]: round(self.mean(name), 6) for name in self.sums},
        }


class Tally:
    """All games so far."""

    def __init__(self, players: Sequence[str], counted: Sequence[str]) -> None:
        self.players = list(players)
        self.games = 0
        self.turns = 0
        self.forfeits: list[tuple[int, Forfeit]] = []  # which player's
        self.counted = list(counted)
        self.by_player = [Row(len(players), self.counted) for _ in players]
        self.by_seat = [Row(len(players), self.counted) for _ in players]

    def add(self, result: GameResult) -> None:
        self.games += 1
        self.turns += result.turns
        if result.forfeit is not None:
            self.forfeits.append((result.seated[result.forfeit.seat or 0], result.forfeit))
        for seat, player in enumerate(result.seated):
            self.by_player[player].add(result, seat, seat)
            self.by_seat[seat].add(result, seat, player)

    def turns_per_seat(self) -> float:
        return self.turns / (self.games * len(self.players)) if self.games else 0.0

    def to_json(self) -> dict[str, object]:
        rows = zip(self.players, self.by_player, strict=True)
        forfeits = [
            {"player": player, "reason": forfeit.reason, "text": forfeit.reason_text()}
            for player, forfeit in self.forfeits
        ]
        return {
            "games": self.games,
            "turns_per_seat": round(self.turns_per_seat(), 6),
            **({"forfeits": forfeits} if forfeits else {}),
            "players": [
                {
                    "player": name,
                    **row.to_json(),
                    "wins_by_seat": [round(wins, 6) for wins in row.wins_at],
                    "games_by_seat": row.games_at,
                }
                for name, row in rows
            ],
            "by_seat": [{"seat": seat, **row.to_json()} for seat, row in enumerate(self.by_seat)],
        }


def tables(words: Words, tally: Tally, speed: float) -> Iterator[RenderableType]:
    """By player, by seat, and a line for the whole."""
    yield Text(words("simulated", game=words.game(), games=tally.games), STRONG)
    names = [f"{number} {name}" for number, name in enumerate(tally.players)]
    yield table(words, "columns.player", names, tally.by_player, "columns.wins-by-seat")
    yield Text()
    yield table(
        words,
        "columns.seat",
        [str(seat) for seat in range(len(names))],
        tally.by_seat,
        "columns.wins-by-player",
    )
    yield Text()
    if tally.forfeits:
        player, latest = tally.forfeits[-1]
        text = f"{tally.players[player]}: {latest.reason_text(words.language)}"
        yield Text(words.say("pipes.counted", count=len(tally.forfeits), text=text), WARNING)
    pace = TERMINAL.of(words.board).pace
    yield Text(words(pace, turns=f"{tally.turns_per_seat():.1f}", speed=f"{speed:.1f}"), QUIET)


def table(
    words: Words, first: str, names: Sequence[str], rows: Sequence[Row], last: str
) -> RenderableType:
    headings = (
        first,
        "columns.wins",
        "columns.share",
        *(f"columns.{name}" for name in rows[0].sums),
        last,
    )
    made = make_table(*(words(heading) for heading in headings), right=range(1, len(headings)))
    for name, row in zip(names, rows, strict=True):
        means = (f"{row.mean(counted):.1f}" for counted in row.sums)
        made.add_row(
            name,
            f"{row.wins:g}",
            f"{row.share():.1%}",
            *means,
            " ".join(f"{wins:g}" for wins in row.wins_at),
        )
    return made
