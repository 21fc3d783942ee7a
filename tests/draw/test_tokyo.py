"""Pictures of a lattice and of games on it."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

import ekiben
from ekiben.core.match import Match
from ekiben.draw import board_svg, match_svg
from ekiben.draw.boxes import apart
from ekiben.draw.pieces import pattern
from ekiben.draw.style import SEATS
from ekiben.draw.tokyo.cities import names
from ekiben.draw.tokyo.contours import areas, lines
from ekiben.draw.tokyo.track import MARKS
from ekiben.games.tokyo.plans import plan_track

SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element


@pytest.fixture(scope="module")
def game() -> ekiben.Game:
    return ekiben.load("tokyo")


@pytest.fixture(scope="module")
def match(game: ekiben.Game) -> Match:
    """Two turns of three seats.

    Trains stand in big cities, track has been laid, loads are aboard.
    """
    made = game.new(seats=3, seed=4, names=["Hanako", "Amélie & <Co>", "次郎"])
    while made.view().turns < 6:
        made.play(chosen(made))
    return made


def chosen(match: Match) -> str:
    """Loads what waits, and lays track to the next big city."""
    seat, board = match.seat or 0, match.game.board
    big = [city for city in board.cities if city.big]
    if match.asked == "place":
        return f"place {big[seat].id}"
    if match.asked == "move":
        return next((str(action) for action in match.legal() if action.verb == "load"), "stop")
    plan = plan_track(
        match.game, match.view(seat), int(match.view().train[seat]), big[seat + 3].posts[0]
    )
    first = f"build {plan.names[0]}" if plan and plan.names else "done"
    return first if match.why_not(first) is None else "done"


def parsed(picture: str) -> Element:
    return ElementTree.fromstring(picture)


def marked(root: Element, name: str) -> list[str]:
    return [str(one.get(name)) for one in root.iter() if one.get(name) is not None]


def letters(root: Element) -> list[str]:
    return ["".join(one.itertext()) for one in root.iter(f"{SVG}text")]


# ---- the board
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_empty_board_names_every_city_and_port(game: ekiben.Game, language: str) -> None:
    root = parsed(board_svg(game.board, language=language))
    shown = letters(root)
    assert root.findtext(f"{SVG}title") and root.findtext(f"{SVG}desc")
    for place in (*game.board.cities, *game.board.ports):
        assert place.names[language] in shown
    for city in game.board.cities:
        assert not city.big or city.names["ja" if language == "en" else "en"] in shown
    assert sorted(marked(root, "data-city")) == sorted(city.id for city in game.board.cities)


def test_pictures_are_the_same_again_and_not_too_large(game: ekiben.Game, match: Match) -> None:
    for first, again in (
        (board_svg(game.board), board_svg(game.board)),
        (match_svg(match), match_svg(match.copy())),
    ):
        assert first == again and len(first.encode()) < 400_000


@pytest.mark.parametrize("language", ["en", "ja"])
def test_names_of_larger_cities_are_clear_of_each_other(game: ekiben.Game, language: str) -> None:
    large = [one for one in names(game.board, language) if one.kind in ("mega", "large", "medium")]
    assert all(
        apart(one.box, other.box) >= 0
        for place, one in enumerate(large)
        for other in large[place + 1 :]
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_names_hardly_touch_at_all(game: ekiben.Game, language: str) -> None:
    found = names(game.board, language)
    close = [
        (one.large, other.large)
        for place, one in enumerate(found)
        for other in found[place + 1 :]
        if apart(one.box, other.box) < -1
    ]
    assert close == []


def test_ferries_show_their_fares(game: ekiben.Game) -> None:
    shown = letters(parsed(board_svg(game.board)))
    assert all(str(ferry.cost) in shown for ferry in game.board.ferries)


def test_a_river_runs_between_the_posts_it_parts(game: ekiben.Game) -> None:
    """Every link that the file says is crossed has a piece of a line across its middle, and no
    other link has.
    """
    board, pieces = game.board, set()
    for line in lines(board, "r"):
        pieces |= {frozenset(pair) for pair in pairwise(line)}
    crossed = sum(
        mark == "r" for name in ("east", "south") for row in board.between[name] for mark in row
    )
    assert len(pieces) == crossed


def test_outlines_close_around_their_posts() -> None:
    assert [len(outline) for outline in areas(["....", ".oo.", ".o..", "...."], "o")] == [8]
    assert len(areas(["....", ".o..", "..o.", "...."], "o")) == 2


# ---- games
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_game_shows_track_trains_jobs_and_money(match: Match, language: str) -> None:
    root, view = parsed(match.svg(None, language)), match.view()
    built = {int(owner) - 1 for owner in view.track if owner}
    assert built and sorted(marked(root, "data-track")) == sorted(map(str, built))
    assert sorted(marked(root, "data-train")) == ["0", "1", "2"]
    jobs = [
        job
        for job in match.game.board.jobs
        if int(view.on_map[job.number // 56]) >> job.number % 56 & 1
    ]
    assert sorted(marked(root, "data-job")) == sorted(job.id for job in jobs)
    shown = letters(root)
    assert all(any(str(money) in words for words in shown) for money in view.money)
    assert "次郎" in shown and "Amélie & <Co>" in shown


def test_events_in_force_are_named(game: ekiben.Game) -> None:
    made = game.new(
        seats=2,
        seed=1,
        names=["Anna", "Ben"],
        luck=ekiben.Script({"a": ["a01", "a13", "a21", "snow"]}),
    )
    while made.view().turns < 4:
        made.play({"place": "place tokyo", "move": "stop", "build": "done"}[made.asked])
    made.play("load a01")
    made.play("stop")
    name = made.names[made.seat or 0]
    assert f"Heavy snow (drawn by {name})" in letters(parsed(made.svg()))
    assert f"大雪（{name}が引いた）" in letters(parsed(made.svg(None, "ja")))


def test_nine_seats_can_be_told_apart(game: ekiben.Game) -> None:
    assert len(set(SEATS)) == len({pattern(seat) for seat in range(9)}) == len(set(MARKS)) == 9
    made = game.new(seats=9, seed=2)
    for _ in range(9 * 3):
        made.play({"place": "place tokyo", "move": "stop", "build": "done"}[made.asked])
    assert sorted(marked(parsed(made.svg()), "data-train")) == [str(seat) for seat in range(9)]


def test_a_finished_game_is_a_wrapping_paper() -> None:
    made = ekiben.load("tokyo", turn_limit=1).new(seats=2, seed=1)
    while not made.over:
        made.play({"place": "place tokyo", "move": "stop", "build": "done"}[made.asked])
    shown = letters(parsed(made.svg(None, "en")))
    assert "Final scores" in shown and "first" in shown
