"""`ekiben arena`: tournaments, reports, the reference panel, the page of ratings."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

import ekiben
from ekiben import bots
from ekiben.arena import (
    Summary,
    Test,
    Tournament,
    Verdict,
    fingerprints,
    read,
    run_test,
    strength,
    summaries,
)
from ekiben.arena.plan import playable_bots
from ekiben.arena.ratings_page import estimate_text, markdown, rating_text
from ekiben.arena.report import FEW, html
from ekiben.arena.results import ResultsFile
from ekiben.arena.stats import milliseconds
from ekiben.arena.summary import Matrix
from ekiben.cli.compiling import announce_compiling
from ekiben.cli.files import validate_path, write_text
from ekiben.cli.players import player_specs
from ekiben.cli.styling import QUIET, STRONG, WARNING, Screen, console, make_table
from ekiben.cli.words import Words
from ekiben.core.errors import EkibenError, RecordError
from ekiben.texts import UnknownText

COLUMNS = ("bot", "rating", "share", "margin", "rank", "score", "seconds", "panel")


def run(args: Namespace) -> int:
    verbs = {
        "run": play_tournament,
        "report": write_report,
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


def new_tournament(args: Namespace) -> Tournament:
    return Tournament(validate_path(args.out) if args.out else None, args.seed, args.thinking)


def run_games(args: Namespace, words: Words, made: Tournament) -> list[Summary]:
    """Plays what is left to play, with a bar on the terminal."""
    deals, file = range(args.deals), open_results(args, words, made)
    with progress() as bar:
        line = bar.add_task(words.say("arena.playing"), total=len(file.unplayed(made.jobs(deals))))
        for _ in made.play(file, deals, args.jobs, args.ray):
            bar.advance(line)
    return summaries(made.games(file, deals))


def open_results(args: Namespace, words: Words, made: Tournament) -> ResultsFile:
    screen = console(stderr=True)
    with screen.status(words.say("arena.probing")):
        file = made.open(args.deals)
    if file.games:
        left = len(file.unplayed(made.jobs(range(args.deals))))
        screen.print(
            words.say("arena.continued", path=file.path, games=len(file.games), left=left),
            style=QUIET,
            soft_wrap=True,
        )
    return file


def progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
    )


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
        words.say("arena.heading", game=game_name(words, summary), seats=summary.seats), STRONG
    )
    yield Text(
        words.say(
            "arena.played",
            games=len(summary.games),
            deals=len(summary.deals),
            seed=summary.seed,
            thinking=f"{summary.thinking:g}",
        ),
        QUIET,
    )
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


def game_name(words: Words, summary: Summary) -> str:
    try:
        return words.say(f"games.{summary.game}")
    except UnknownText:
        return summary.game


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


# ---- pages
def write_report(args: Namespace, words: Words) -> int:
    place = Path(args.file)
    target = write_text(
        args.write or place.with_suffix(".html"), html(read_summaries(place), words.language)
    )
    Screen(words).show(Text(words.say("arena.written", path=target)), unbroken=True)
    return 0


def read_summaries(place: Path) -> list[Summary]:
    """All there is in a file."""
    games = read(place)
    if not games:
        raise RecordError(f"{place}: the file has no games")
    return summaries(games)


def write_ratings(args: Namespace, words: Words) -> int:
    found = recorded_summaries(args) if args.as_is else run_games(args, words, all_round(args))
    page = markdown(found, command(args), args.language or "en")
    if args.write:
        Screen(words).show(
            Text(words.say("arena.written", path=write_text(args.write, page))), unbroken=True
        )
    else:
        print(page, end="")
    if args.keep:
        strength.write_strength(found)
    return 0


def recorded_summaries(args: Namespace) -> list[Summary]:
    if not args.out:
        raise EkibenError(
            "--as-is makes the page from the games of a file: name it with --out FILE"
        )
    return read_summaries(Path(args.out))


def all_round(args: Namespace) -> Tournament:
    """All bots in all games; a game that is not for so many seats is left out there."""
    made = new_tournament(args)
    for name in args.games or ekiben.games():
        game = ekiben.load(name)
        specs = playable_bots(
            game, player_specs(args.players) if args.players else list(bots.names())
        )
        for seats in args.seats:
            if len(specs) > 1 and game.seats[0] <= seats <= game.seats[1]:
                made.add(name, specs, seats)
    if not made.parts:
        raise EkibenError("nothing to rate: no game has two of these bots at so many seats")
    return made


def command(args: Namespace) -> str:
    """What makes the same page again."""
    if args.as_is:
        return f"ekiben arena ratings --as-is --out {Path(args.out).name}"
    seats = ",".join(str(seats) for seats in args.seats)
    players = f" --players {args.players}" if args.players else ""
    games = "".join(f" {name}" for name in args.games)
    return (
        f"ekiben arena ratings{games}{players} --seats {seats} --deals {args.deals} --seed "
        f"{args.seed} --thinking {args.thinking:g}"
    )


# ---- the panel
def compare_panel(args: Namespace, words: Words) -> int:
    """Compare what bots do today with the panel; 1 where something differs and is not written."""
    with console(stderr=True).status(words.say("arena.probing")):
        now = fingerprints.observe_panel(
            args.games, player_specs(args.players) if args.players else ()
        )
    stored, screen = fingerprints.stored_panel(), Screen(words)
    made = make_table(
        *(words.say(f"arena.columns.{name}") for name in ("game", "bot", "kept", "now", "standing"))
    )
    states = [
        (name, spec, fingerprints.compare(stored.get(name, {}), spec, digest))
        for name, row in now.items()
        for spec, digest in row.items()
    ]
    for name, spec, state in states:
        made.add_row(
            name,
            spec,
            stored.get(name, {}).get(spec) or "–",
            now[name][spec] or "–",
            words.say(f"arena.known.{state}"),
        )
    screen.show(made)
    if args.write:
        screen.show(
            Text(words.say("arena.written", path=fingerprints.write_panel(now))), unbroken=True
        )
    return int(not args.write and any(state in ("changed", "new") for *_, state in states))
