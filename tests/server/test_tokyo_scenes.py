"""Tokyo for the browser: facts of the map, scenes from views alone, and plans that the
rules keep.
"""

from __future__ import annotations

import gzip
import random

import msgspec
import pytest

import ekiben
from ekiben.core.errors import EkibenError
from ekiben.core.match import Match
from ekiben.games.tokyo.game import TokyoGame
from ekiben.server.scenes import facts, plan_messages, scene
from ekiben.server.scenes.tokyo import board_facts, plans
from ekiben.server.scenes.tokyo import scene as tokyo_scene
from ekiben.texts import languages
from ekiben.texts.tokyo.places import post_name
from ekiben.texts.wording import Words

GOALS = ("yokohama", "saitama", "chiba")


@pytest.fixture(scope="module")
def game() -> TokyoGame:
    return ekiben.load("tokyo", first_seat=0)


@pytest.fixture(scope="module")
def started(game: TokyoGame) -> Match:
    """Three seats have placed their trains in Tokyo and built towards three big cities; the first
    is asked to move.
    """
    match = game.new(seats=3, seed=11)
    for goal in GOALS:
        place(match, "tokyo")
        answer = track_to(game, match, goal)
        play_all(match, answer.actions[: answer.now])
        match.play("done")
    return match


@pytest.fixture
def match(started: Match) -> Match:
    return started.copy()


def place(match: Match, city: str) -> None:
    match.play(f"place {city}")
    match.play("stop")


def play_all(match: Match, actions: list[str]) -> None:
    for action in actions:
        match.play(action)


def post_of(game: TokyoGame, city: str) -> int:
    return next(one for one in game.board.cities if one.id == city).posts[0]


def track_to(game: TokyoGame, match: Match, city: str) -> plan_messages.TrackAnswer:
    seat = match.seat or 0
    found = plans.answer(
        game,
        match.view(seat),
        plan_messages.TrackAsk(post_of(game, city), int(match.view(seat).train[seat])),
    )
    assert isinstance(found, plan_messages.TrackAnswer)
    return found


def decoded(text: str) -> list[int]:
    links, link = [], 0
    for step in text.split():
        link += int(step, 36)
        links.append(link)
    return links


# ---- facts
def test_the_costs_are_those_of_the_rules(game: TokyoGame) -> None:
    b, told = game.plain_board, facts(game)
    assert isinstance(told, board_facts.TokyoFacts)
    for link in range(int(b.posts) * 4):
        post, line = divmod(link, 4)
        digit = told.costs[line][post // b.columns][post % b.columns]
        can_be_built = b.end_z[link] >= 0 and not b.inside[link]
        assert digit == (
            board_facts.DIGITS[int(b.cost[link])] if can_be_built else board_facts.NOTHING
        ), game.board.post(post)


def test_facts_name_everything_in_both_languages_and_are_light(game: TokyoGame) -> None:
    told = board_facts.facts(game)
    named = {city.id for city in told.cities} | {port.id for port in told.ports}
    for language in languages():
        assert named == {label.id for label in told.labels[language] if label.id}
        assert all(city.names[language] for city in told.cities)
    assert [job.id for job in told.jobs] == [job.id for job in game.board.jobs]
    assert len(gzip.compress(msgspec.json.encode(told))) < 32_000


@pytest.mark.parametrize("language", languages())
def test_the_browser_calls_posts_as_the_sentences_do(game: TokyoGame, language: str) -> None:
    told, words = board_facts.facts(game), Words(language, game.board)
    towns = [*told.cities, *told.ports]
    for post in range(told.rows * told.columns):
        town = towns[told.places.towns[post]].names[language]
        text = told.places.texts[language][told.places.bearings[post]]
        assert text.replace("{town}", town) == post_name(words, post)


# ---- scenes
def test_a_scene_is_the_same_for_all_and_knows_nothing_of_the_cups(
    game: TokyoGame, match: Match
) -> None:
    seen = msgspec.json.encode(scene(game, match.view(0)))
    assert all(
        msgspec.json.encode(scene(game, match.view(viewer))) == seen for viewer in (1, 2, None)
    )
    for seed in range(3):
        assert msgspec.json.encode(scene(game, game.imagine(match.view(0), seed).view(0))) == seen


def test_track_travels_as_steps_from_link_to_link(game: TokyoGame, match: Match) -> None:
    told, owners = tokyo_scene.scene(game, match.view(0)), match.view(0).track.tolist()
    for seat in range(3):
        assert (
            decoded(told.track[seat])
            == [link for link, owner in enumerate(owners) if owner == seat + 1]
            != []
        )


def test_a_scene_tells_money_trains_and_jobs(game: TokyoGame, match: Match) -> None:
    told, view = tokyo_scene.scene(game, match.view(None)), match.view(None)
    assert [seat.money for seat in told.seats] == view.money.tolist()
    assert all(seat.at == post_of(game, "tokyo") for seat in told.seats)
    assert (
        told.turn == 2
        and told.in_turn == 0
        and told.left == 27
        and list(told.cups) == view.cup_size.tolist()
    )
    placed = {event["job"] for event in match.events() if event["kind"] == "job-placed"}
    assert {game.board.jobs[job].id for job in told.jobs} <= placed and len(told.jobs) >= 9


def test_the_end_has_sheets_that_sum_to_the_scores_and_the_ranking() -> None:
    game = ekiben.load("tokyo", first_seat=0, turn_limit=1)
    match = game.new(seats=2, seed=3)
    for _ in range(2):
        place(match, "tokyo")
        match.play("borrow") if "borrow" in map(str, match.legal()) else None
        match.play("done")
    assert match.over
    told = tokyo_scene.scene(game, match.view(0), ["Aki", "Bea"], "ja")
    assert told.ranking == match.ranking() and told.verdict
    assert [sum(line.points for line in sheet) for sheet in told.sheet] == match.scores()
    assert all(
        line.text and line.clause.startswith("TR-") for sheet in told.sheet for line in sheet
    )


def test_updates_stay_small(game: TokyoGame) -> None:
    """Nine seats of random play: the whole scene with all legal actions, which is more than any
    update.
    """
    match, luck, sizes, most = game.new(seats=9, seed=5), random.Random(5), [0], 0
    for n in range(3000):
        match.play(luck.choice(match.legal()))
        if n % 60 == 0 and match.asked == "build":
            legal = [str(action) for action in match.legal()]
            told = msgspec.json.encode(
                {"changed": scene(game, match.view(match.seat)), "legal": legal}
            )
            sizes, most = [*sizes, len(gzip.compress(told))], max(most, len(legal))
    assert len(sizes) > 10 and most > 200
    assert max(sizes) < 6_000


# ---- plans
def test_what_a_track_plan_promises_is_what_the_rules_do(game: TokyoGame, match: Match) -> None:
    play_all(match, ["stop"])
    answer, before = track_to(game, match, "kofu"), int(match.view(0).money[0])
    assert (
        answer.cost == sum(answer.costs) and 0 < answer.now < len(answer.links) and answer.turns > 1
    )
    play_all(match, answer.actions[: answer.now])
    assert before - int(match.view(0).money[0]) == answer.price == sum(answer.costs[: answer.now])
    refusal = match.why_not(answer.actions[answer.now])
    assert refusal is not None and answer.stop is not None
    assert (answer.stop.clause, answer.stop.reason) == (refusal.clause, refusal.reason)


def test_a_way_drawn_by_hand_is_built_from_whichever_end_will_do(
    game: TokyoGame, match: Match
) -> None:
    play_all(match, ["stop"])
    post = post_of(game, "tokyo")
    drawn = [post - step for step in range(4)]  # due west
    for posts in (drawn, drawn[::-1]):
        answer = plans.answer(game, match.view(0), plan_messages.DrawnAsk(posts))
        assert (
            isinstance(answer, plan_messages.TrackAnswer)
            and answer.now == len(answer.links) == 3
            and answer.stop is None
        )
        trial = match.copy()
        play_all(trial, answer.actions)
        assert int(match.view(0).money[0]) - int(trial.view(0).money[0]) == answer.price


def test_a_way_that_touches_nothing_is_refused_with_its_clause(
    game: TokyoGame, match: Match
) -> None:
    play_all(match, ["stop"])
    answer = plans.answer(game, match.view(0), plan_messages.DrawnAsk([0, 1, 2]))
    assert (
        isinstance(answer, plan_messages.TrackAnswer)
        and answer.now == 0
        and answer.stop is not None
        and answer.stop.clause == "TR-4.4"
    )


def test_what_a_run_promises_is_what_the_rules_do(game: TokyoGame, match: Match) -> None:
    goals = list(next(city for city in game.board.cities if city.id == "yokohama").posts)
    answer = plans.answer(game, match.view(0), plan_messages.RunAsk(goals))
    assert (
        isinstance(answer, plan_messages.RunAnswer)
        and answer.turns == 0
        and answer.posts[-1] in goals
    )
    play_all(match, answer.actions[: answer.now])
    assert (
        int(match.view(0).train[0]) == answer.posts[-1]
        and int(match.view(0).left) == answer.left == 27 - answer.used
    )


def test_a_run_over_others_track_names_the_owner_and_the_fee(game: TokyoGame, match: Match) -> None:
    goals = list(next(city for city in game.board.cities if city.id == "chiba").posts)
    answer = plans.answer(game, match.view(0), plan_messages.RunAsk(goals))
    assert (
        isinstance(answer, plan_messages.RunAnswer)
        and answer.owners == [2]
        and answer.paid == {2: 10}
        and answer.fees == 10
    )


def test_plans_are_for_seats_and_change_nothing(game: TokyoGame, match: Match) -> None:
    before = match.digest()
    assert plans.answer(game, match.view(None), plan_messages.RunAsk([5])) == plan_messages.NoPlan(
        "spectator"
    )
    assert plans.answer(game, match.view(0), plan_messages.RunAsk([5])) == plan_messages.NoPlan(
        "no-track"
    )
    assert plans.answer(
        game, match.view(0), plan_messages.RunAsk([int(match.view(0).train[0])])
    ) == plan_messages.NoPlan("there")
    later = plans.answer(
        game, match.view(1), plan_messages.TrackAsk(post_of(game, "chiba"), post_of(game, "tokyo"))
    )
    assert (
        isinstance(later, plan_messages.TrackAnswer) and later.now == 0 and later.stop is None
    )  # not its turn: only the way
    assert match.digest() == before


def test_plans_look_the_same_whatever_the_cups_hold(game: TokyoGame, match: Match) -> None:
    ask = plan_messages.TrackAsk(post_of(game, "mito"))
    answers = {
        msgspec.json.encode(plans.answer(game, game.imagine(match.view(0), seed).view(0), ask))
        for seed in range(4)
    }
    assert len(answers) == 1


def test_a_wrong_post_and_an_unknown_field_are_refused(game: TokyoGame, match: Match) -> None:
    with pytest.raises(EkibenError, match="no post 4000: they are 0 to 2253"):
        plans.answer(game, match.view(0), plan_messages.TrackAsk(4000))
    for text in (
        b'{"kind": "run", "to": [1], "seat": 2}',
        b'{"kind": "run", "to": []}',
        b'{"kind": "drawn", "posts": [1]}',
        b'{"kind": "track", "to": -1}',
        b'{"kind": "fly", "to": 1}',
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text, type=plan_messages.Ask)
