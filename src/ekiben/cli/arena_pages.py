"""What `ekiben arena` makes of played games: reports, ratings, the panel of bots."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from rich.text import Text

import ekiben
from ekiben import bots
from ekiben.arena import Summary, Tournament, fingerprints, read, strength, summaries
from ekiben.arena.plan import playable_bots
from ekiben.arena.ratings_page import markdown
from ekiben.arena.report import html
from ekiben.cli.arena_games import new_tournament, run_games
from ekiben.cli.files import write_text
from ekiben.cli.players import player_specs
from ekiben.cli.styling import Screen, console, make_table
from ekiben.cli.words import Words
from ekiben.core.errors import EkibenError, RecordError


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
