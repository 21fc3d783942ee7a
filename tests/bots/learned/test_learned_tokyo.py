"""Tokyo's player that learned: plays whole games, sees no more than its view, chooses the same in
both builds and every time, and differs from the dispatcher by its weights alone.
"""

import json
from functools import cache

import numpy as np
import pytest

import ekiben
from ekiben import bots
from ekiben.bots.family import LearnedKeys
from ekiben.bots.levels import levels
from ekiben.bots.tokyo.builds import BUILDS
from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.bots.tokyo.learned import BOX_FILE, TokyoLearned
from ekiben.bots.tokyo.planner import Planner
from ekiben.bots.tokyo.trip_nodes import IMPOSSIBLE
from ekiben.bots.tokyo.weights import Weights
from ekiben.core.errors import EkibenError
from ekiben.games import FILES
from ekiben.games.tokyo.imagine import state_from

LIMIT = bots.Limit(seconds=1000.0)
compiled_only = pytest.mark.skipif(not BUILDS.can_compile(), reason="no machine code here")
NEW = Weights._fields[Weights._fields.index("early_pace") :]


@cache
def kanto():
    game = ekiben.load("tokyo")
    game.builds.fastest()
    BUILDS.fastest()
    return game


@cache
def learned_weights():
    return TokyoLearned(LearnedKeys(0, "")).weights


def choices(seed, seats, count):
    """Positions of a game of learned players, and what they chose."""
    game = kanto()
    table = [bots.make("learned", seat, game) for seat in range(seats)]
    match, found = game.new(seats=seats, seed=seed), []
    while not match.over and len(found) < count:
        view, legal = match.view(match.seat), match.legal()
        action = table[match.seat].choose(view, legal, LIMIT)
        found.append((view, legal, action))
        match.play(action)
    return found


# ---- its file
def test_the_file_of_the_box_names_weights_of_the_planner():
    learned = json.loads(BOX_FILE.read_text(encoding="utf-8"))["weights"]
    assert learned and set(learned) <= set(Weights._fields)
    usual = Dispatcher().weights._asdict()
    changed = {name for name, value in learned_weights()._asdict().items() if value != usual[name]}
    assert changed and changed <= set(learned)


@pytest.mark.parametrize(
    "text", ["", "[1]", '{"weights": {"no_weight": 1.0}}', '{"weights": {"pace": "quick"}}']
)
def test_a_file_without_weights_is_refused(text, tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(EkibenError, match="holds no weights"):
        bots.make(f"learned:weights={path}", 0, kanto())


def test_a_file_of_ones_own_is_played_by(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text('{"weights": {"pace": 1.5}}')
    bot = bots.make(f"learned:weights={path}", 0, kanto())
    assert bot.player.weights == Dispatcher().weights._replace(pace=1.5)


def test_its_board_has_masters_and_another_has_none(tmp_path):
    assert levels(kanto())["master"].spec == "learned"
    own = tmp_path / "mine.toml"
    text = FILES["tokyo"].read_text(encoding="utf-8")
    own.write_text(text.replace("reward = 24", "reward = 25", 1), encoding="utf-8")
    assert "master" not in levels(ekiben.load(str(own)))


# ---- its choices
@compiled_only
def test_its_choices_are_the_same_every_time():
    assert [action for *_, action in choices(3, 3, 150)] == [
        action for *_, action in choices(3, 3, 150)
    ]


@compiled_only
@pytest.mark.parametrize("seats", [2, 5])
def test_mixing_the_cups_anew_changes_no_choice(seats):
    game, told = kanto(), 0
    table = {seat: bots.make("learned", seat, game) for seat in range(seats)}
    for n, (view, legal, action) in enumerate(choices(4, seats, 200)):
        other = game.imagine(view, n)
        told += int(other.position.state.cup.max() > 0)
        seat = view.viewer
        assert table[seat].choose(other.view(seat), legal, LIMIT) == action
    assert told == 200


@compiled_only
def test_it_scores_trips_the_same_in_both_builds():
    """With few jobs, since interpreted searches take their time."""
    game = kanto()
    weights = learned_weights()._replace(jobs_considered=3.0, finalists=3.0, beam_width=8.0)
    s, scores = state_from(choices(6, 2, 120)[-1][0]), []
    for build in (BUILDS.interpreted, BUILDS.fastest()):
        planner = Planner(game, weights)
        planner.kernels, planner.compiled = build, build.compiled
        planner.restore(Planner(game, weights).kept())
        planner.find_trip(s.copy(), lambda: True)
        count = int(planner.get("finalist_count"))
        scores.append(np.array(planner.get("finalist_worth")[:count], np.float64).tolist())
    assert scores[0] == scores[1] and max(scores[0]) > IMPOSSIBLE


# ---- what it weighs
def worth_of(s, **changed):
    """What the finalists of a dispatcher are worth with some weights changed, by their stops."""
    planner = Planner(kanto(), Dispatcher().weights._replace(beam_width=40.0, **changed))
    planner.find_trip(s.copy(), lambda: True)
    get, found = planner.get, {}
    for n in range(int(get("finalist_count"))):
        stops = [int(stop) for stop in get("finalist_stop")[n][: int(get("finalist_length")[n])]]
        tiles = tuple((int(get("job_tile")[stop // 2]), stop % 2) for stop in stops)
        found[tiles] = float(get("finalist_worth")[n])
    return found


@compiled_only
@pytest.mark.parametrize(
    ("name", "amount", "sign"),
    [("job_value", 5.0, 1), ("long_trip", 1.0, -1), ("rivals", 0.5, -1), ("deny", 0.3, 1)],
)
def test_a_learned_weight_moves_what_a_trip_is_worth(name, amount, sign):
    moved = []
    for view, *_ in choices(6, 2, 300)[60::40]:
        s = state_from(view)
        usual, other = worth_of(s), worth_of(s, **{name: amount})
        both = [trip for trip in usual.keys() & other.keys() if usual[trip] > IMPOSSIBLE]
        moved += [sign * (other[trip] - usual[trip]) for trip in both]
    assert moved and min(moved) >= -1e-9 and max(moved) > 0.1


@pytest.mark.parametrize("bot", ["drifter", "courier", "dispatcher"])
def test_other_bots_weigh_nothing_that_was_learned(bot):
    usual, weights = Weights(), bots.make(bot, 0, kanto()).weights
    assert NEW and all(getattr(weights, name) == getattr(usual, name) for name in NEW)
