"""`ekiben arena`: tournaments, reports, luck, the reference panel, the page of ratings."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from ekiben.arena import (
    Summary,
    Test,
    Verdict,
    run_test,
)
from ekiben.arena.ratings_page import estimate_text, rating_text
from ekiben.arena.report import FEW
from ekiben.arena.stats import milliseconds
from ekiben.arena.summary import Matrix, about
from ekiben.cli.arena_games import new_tournament, open_results, run_games
from ekiben.cli.arena_luck import game_name, show_luck
from ekiben.cli.arena_pages import compare_panel, write_ratings, write_report
from ekiben.cli.compiling import announce_compiling
from ekiben.cli.files import validate_path
from ekiben.cli.players import player_specs
from ekiben.cli.styling import QUIET, STRONG, WARNING, Screen, console, make_table
from ekiben.cli.words import Words
from ekiben.core.errors import EkibenError

COLUMNS = ("bot", "rating", "share", "margin", "rank", "score", "seconds", "panel")


def run(args: Namespace) -> int:
    verbs = {
        "run": play_tournament,
        "report": write_report,
        "luck": show_luck,
        "panel": compare_panel,
        "ratings": write_ratings,
    }
    words = Words.of(args)
    with announce_compiling(words):
        return verbs[args.what](args, words)


# ---- playing
def play_tournament(args: Namespace, words: Words) -> int:
    if args.sprt:
        return run_sequential_test(args, words)
    if not args.players:
        raise EkibenError("name the bots: --players greedy,random ('ekiben bots' lists them)")
    made = new_tournament(args)
    for name in args.games:
        for seats in args.seats:
            made.add(
                name,
                player_specs(args.players),
                seats,
                dict(args.options),
                player_specs(args.gauntlet) if args.gauntlet else (),
                args.tables,
            )
    show(args, words, run_games(args, words, made))
    return 0


def show(args: Namespace, words: Words, found: Sequence[Summary]) -> None:
    if args.json:
        print(json.dumps([summary.to_json() for summary in found], ensure_ascii=False))
        return
    screen = Screen(words)
    for summary in found:
        screen.show(*tables(words, summary), Text())
    screen.show(Text(words.say("arena.time", thinking=f"{args.thinking:g}"), QUIET))
    if args.out:
        screen.show(Text(words.say("arena.saved", path=validate_path(args.out))), unbroken=True)


def tables(words: Words, summary: Summary) -> Iterator[RenderableType]:
    """Standings, who beats whom, and what has to be said about them."""
    yield Text(
        words.say("arena.heading", game=game_name(words, summary.game), seats=summary.seats), STRONG
    )
    yield Text(words.say("arena.played", **about(summary.games)), QUIET)
    yield standings(words, summary)
    yield Text()
    if summary.seats > 2:
        yield Text(words.say("arena.alone", even=f"{1 / summary.seats:.0%}"), QUIET)
        yield matrix(words, summary, summary.alone)
        yield Text(words.say("arena.ahead"), QUIET)
    yield matrix(words, summary, summary.ahead)
    yield from notes(words, summary)


def standings(words: Words, summary: Summary) -> RenderableType:
    made = make_table(*(words.say(f"arena.columns.{name}") for name in COLUMNS), right=range(1, 7))
    for row in summary.standings:
        rating = rating_text(row, summary.anchor, words.say("arena.anchor"))
        made.add_row(
            row.spec,
            rating,
            estimate_text(row.share, ".1%"),
            f"{row.margin.value:+.1f}",
            f"{row.rank.value:.2f}",
            f"{row.score.value:.1f}",
            milliseconds(row.seconds),
            words.say(f"arena.known.{row.known}"),
        )
    return made


def matrix(words: Words, summary: Summary, cells: Matrix) -> RenderableType:
    made = make_table(
        words.say("arena.columns.bot"), *summary.specs, right=range(1, len(summary.specs) + 1)
    )
    for spec, row in zip(summary.specs, cells, strict=True):
        made.add_row(spec, *("·" if cell is None else f"{cell.value:.1%}" for cell in row))
    return made


def notes(words: Words, summary: Summary) -> Iterator[Text]:
    rings, met = summary.cycles
    yield Text(words.say("arena.anchored", bot=summary.anchor), QUIET)
    lost = [
        f"{played.seated[played.forfeit['seat'] or 0]}: {played.forfeit['text']}"
        for played in summary.games
        if played.forfeit
    ]
    if lost:
        yield Text(words.say("pipes.counted", count=len(lost), text=lost[-1]), WARNING)
    if len(summary.deals) < FEW:
        yield Text(words.say("arena.few", deals=len(summary.deals)), WARNING)
    if met:
        yield Text(
            words.say("arena.cycles", rings=rings, met=met, share=f"{rings / met:.1%}"), QUIET
        )
    changed = [row.spec for row in summary.standings if row.known == "changed"]
    if changed:
        yield Text(words.say("arena.panel.changed", bots=words.listed(changed)), WARNING)


# ---- is A better than B?
def run_sequential_test(args: Namespace, words: Words) -> int:
    if len(args.games) > 1 or len(args.seats) > 1 or args.players or args.gauntlet:
        raise EkibenError(
            "--sprt A B compares two bots in one game at one number of seats, without "
            "--players and --gauntlet"
        )
    low, high = args.elo
    test = Test(low, high, args.alpha, args.beta, args.seats[0])
    made, (one, other) = new_tournament(args), args.sprt
    made.add_duel(args.games[0], one, other, args.seats[0], dict(args.options))
    file = open_results(args, words, made)
    with console(stderr=True).status(words.say("arena.playing")) as status:
        verdict = run_test(
            made,
            file,
            test,
            args.deals,
            processes=args.jobs,
            ray=args.ray,
            on_wave=lambda now: status.update(standing_of(words, now)),
        )
    say_verdict(args, words, verdict, made.parts[0][0].name)
    return 0


def standing_of(words: Words, verdict: Verdict) -> str:
    no, yes = verdict.test.bounds
    return words.say(
        "arena.testing", ratio=f"{verdict.ratio:+.2f}", no=f"{no:.2f}", yes=f"{yes:.2f}"
    )


def say_verdict(args: Namespace, words: Words, verdict: Verdict, game: str) -> None:
    test, (one, other), (no, yes), elo = verdict.test, args.sprt, verdict.test.bounds, verdict.elo()
    if args.json:
        print(
            json.dumps(
                {
                    "game": game,
                    "seats": test.seats,
                    "bots": args.sprt,
                    "elo_bounds": [test.low, test.high],
                    "alpha": test.alpha,
                    "beta": test.beta,
                    "answer": verdict.answer,
                    "ratio": round(verdict.ratio, 6),
                    "bounds": [no, yes],
                    "blocks": verdict.blocks,
                    "results": dict(sorted(verdict.counts.items())),
                    "share": verdict.mean,
                    "seed": args.seed,
                    "thinking": args.thinking,
                },
                ensure_ascii=False,
            )
        )
        return
    screen, name = Screen(words), args.games[0]
    asked = {
        "low": f"{test.low:g}",
        "high": f"{test.high:g}",
        "alpha": f"{test.alpha:g}",
        "beta": f"{test.beta:g}",
    }
    screen.show(
        Text(
            words.say("arena.sprt.question", game=name, seats=test.seats, a=one, b=other, **asked),
            STRONG,
        )
    )
    bound = {"yes": yes, "no": no}.get(verdict.answer or "", 0.0)
    screen.show(
        Text(
            words.say(
                f"arena.sprt.{verdict.answer or 'open'}",
                a=one,
                high=f"{test.high:g}",
                ratio=f"{verdict.ratio:+.2f}",
                bound=f"{bound:.2f}",
                blocks=verdict.blocks,
                no=f"{no:.2f}",
                yes=f"{yes:.2f}",
            )
        )
    )
    parts = {"elo": f"{elo[0]:+.0f}", "from": f"{elo[1]:+.0f}", "to": f"{elo[2]:+.0f}"}
    screen.show(
        Text(
            words.say(
                "arena.sprt.estimate", blocks=verdict.blocks, share=f"{verdict.mean:.1%}", **parts
            ),
            QUIET,
        )
    )
