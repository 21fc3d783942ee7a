"""Who plays whom, on which deal, with which luck; going on after a stop; the same results wherever
games are played.
"""

import functools
import json
import operator
import os
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

import ekiben
from ekiben import arena
from ekiben.arena import fingerprints
from ekiben.arena.executors import run_in_processes, run_on_cluster
from ekiben.arena.plan import bot_seed, deal_seed, lineups, seatings
from ekiben.arena.results import ResultsFile
from ekiben.arena.tournament_game import play_job
from ekiben.core.errors import EkibenError, RecordError

BOTS = ["greedy", "random", "greedy:enough=0.5"]


# ---- the plan
def test_round_robin_of_two():
    assert lineups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert lineups(["a", "b", "c"], 2, gauntlet=["c"]) == [("a", "c"), ("b", "c")]


def test_larger_tables():
    assert lineups(["a", "b"], 3) == [("a", "b", "b"), ("b", "a", "a")]
    found = lineups(["a", "b", "c"], 3)
    assert len(found) == 7 and found[-1] == ("a", "b", "c")
    assert lineups(["a", "b", "c", "d"], 3, ["d"], ["different"]) == [
        ("a", "b", "d"),
        ("a", "c", "d"),
        ("b", "c", "d"),
    ]


@pytest.mark.parametrize(
    "lineup",
    [
        ("a", "b"),
        ("a", "b", "b"),
        ("a", "b", "c", "d"),
        ("a", "a", "b", "b"),
        ("a", "b", "b", "b", "b"),
    ],
)
def test_every_bot_takes_every_seat_equally_often(lineup):
    found = seatings(lineup)
    assert len(set(found)) == len(found) == len(lineup)
    for seat in range(len(lineup)):
        assert Counter(seated[seat] for seated in found) == Counter(lineup)


def test_every_deal_is_played_in_all_seatings(three):
    seen = Counter((played.deal, played.seated) for played in three)
    assert len(three) == 18 and set(seen.values()) == {1}
    assert all(
        (deal, order) in seen
        for deal in range(3)
        for pair in lineups(BOTS, 2)
        for order in seatings(pair)
    )


def test_seeds():
    assert len({deal_seed(seed, deal) for seed in range(20) for deal in range(20)}) == 400
    assert (
        deal_seed(0, 0) == int("325cc6ed285eac5b13549240d5bbfc2d", 16) and deal_seed(0, 0) < 2**128
    )
    ones = {
        bot_seed(0, deal, seat, spec) for deal in range(5) for seat in range(3) for spec in BOTS
    }
    assert len(ones) == 45 and max(ones) < 2**63


# ---- the results
def test_a_line_is_a_record_that_replays(tmp_path):
    out = tmp_path / "games.jsonl"
    games = arena.tournament("london", BOTS[:2], deals=2, out=out)
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(games) == 4
    for line, game in zip(lines, games, strict=True):
        match = ekiben.replay(line)
        assert (
            match.over
            and match.names == list(game.seated)
            and match.scores() == game.scores
            and match.seed == deal_seed(0, game.deal)
        )


def test_facts_of_a_game(three):
    one = three[0]
    for seat, facts in enumerate(one.facts):
        assert sum(facts["points"].values()) == one.scores[seat]
        assert sum(facts["lengths"].values()) == facts["claims"] and facts["done"] <= facts["kept"]
        assert 0 <= facts["blind"] <= facts["drawn"] and one.moves[seat] >= facts["turns"] > 5
    assert sum(facts["ended"] for facts in one.facts) == 1


def test_a_tournament_goes_on_where_it_stopped(tmp_path, counted):
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    arena.tournament("london", BOTS[:2], deals=3, out=whole)
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    cut.write_text("".join([lines[4], lines[1], lines[2][:200]]), encoding="utf-8")
    counted.clear()
    games = arena.tournament("london", BOTS[:2], deals=3, out=cut)
    of_the_probe = len(BOTS[:2]) * fingerprints.DEALS
    assert len(counted) == of_the_probe + 4 and len(games) == 6
    again = cut.read_text(encoding="utf-8").splitlines(keepends=True)
    assert (
        [timeless(line) for line in again] == [timeless(line) for line in lines]
        and again[1] == lines[1]
        and again[4] == lines[4]
    )
    counted.clear()
    assert len(arena.tournament("london", BOTS[:2], deals=3, out=cut)) == 6 and not counted


def test_a_finished_tournament_can_grow(tmp_path):
    out = tmp_path / "games.jsonl"
    arena.tournament("london", BOTS[:2], deals=1, out=out)
    before = out.read_text(encoding="utf-8").splitlines()
    assert len(arena.tournament("london", BOTS, deals=2, out=out)) == 12
    assert set(before) < set(out.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(
    ("changed", "said"),
    [({"seed": 1}, "its seed is 0, not 1"), ({"thinking": 0.5}, "its thinking is 0.1, not 0.5")],
)
def test_a_file_of_another_tournament(tmp_path, changed, said):
    out = tmp_path / "games.jsonl"
    arena.tournament("london", BOTS[:2], deals=1, out=out)
    with pytest.raises(EkibenError, match=said):
        arena.tournament("london", BOTS[:2], deals=1, out=out, **changed)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense\n", "line 1: not a game of the arena"),
        ('{"ekiben":1}\n', "'arena' is missing"),
        ('{"arena":{"format":9},"result":null}\n', "format 9 of arena results is unknown"),
    ],
)
def test_files_that_are_no_results(tmp_path, text, said):
    out = tmp_path / "games.jsonl"
    out.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError, match=said):
        arena.read(out)


@pytest.mark.parametrize(
    ("specs", "named", "said"),
    [
        (["greedy"], {}, "at least 2 bots"),
        (["greedy", "greedy"], {}, "greedy is named twice"),
        (["greedy", "gredy"], {}, "Did you mean 'greedy'"),
        (["greedy", "courier"], {}, "courier plays"),
        (["greedy", "random"], {"seats": 7}, "2 to 4 seats"),
    ],
)
def test_impossible_tournaments(specs, named, said):
    with pytest.raises(EkibenError, match=said):
        arena.tournament("london", specs, **named)


def test_a_bot_that_fails_is_named(monkeypatch):
    monkeypatch.setattr(
        "ekiben.bots.random_bot.Uniform.choose", lambda self, view, legal, limit: 1 // 0
    )
    made = arena.Tournament()
    made.add("london", BOTS[:2])
    with pytest.raises(
        EkibenError,
        match="random failed in deal 0 of london, seat 1 of greedy, random, action 1: "
        "ZeroDivisionError",
    ):
        play_job(made.jobs(range(1))[0])


def test_another_version_elsewhere(monkeypatch):
    made = arena.Tournament()
    made.add("london", BOTS[:2])
    job = made.jobs(range(1))[0]
    monkeypatch.setattr(ekiben, "__version__", "9.9")
    with pytest.raises(
        EkibenError, match=r"Ekiben 9\.9 with board .* is installed where the game is played"
    ):
        play_job(job)


# ---- wherever they are played
def timeless(line):
    """A result without what was measured with a clock."""
    values = json.loads(line)
    del values["arena"]["seconds"]
    return values


def timeless_lines(path):
    return [timeless(line) for line in path.read_text(encoding="utf-8").splitlines()]


def some_jobs(deals):
    made = arena.Tournament(seed=3)
    made.add("london", BOTS[:2])
    return made.jobs(range(deals))


def test_the_same_in_several_processes(tmp_path):
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for out, processes in ((one, 1), (two, 2)):
        arena.tournament("london", BOTS[:2], deals=3, seed=3, processes=processes, out=out)
    assert len(timeless_lines(one)) == 6 and timeless_lines(one) == timeless_lines(two)


class Dying:
    """Plays as always, but at one job its process dies, once."""

    def __init__(self, folder, fatal):
        self.folder, self.fatal = Path(folder), fatal

    def __call__(self, job):
        flag = self.folder / "died"
        if job.deal == self.fatal and not flag.exists():
            flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return play_job(job)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_process_that_dies_costs_no_game(tmp_path):
    found = list(run_in_processes(some_jobs(6), 2, Dying(tmp_path, 3)))
    assert (tmp_path / "died").exists()
    assert sorted(json.dumps(timeless(line)) for line in found) == sorted(
        json.dumps(timeless(play_job(job))) for job in some_jobs(6)
    )


@pytest.fixture(scope="module")
def cluster():
    """A Ray cluster of this test's own: two workers, a small store, no dashboard."""
    ray = pytest.importorskip("ray")
    ray.init(
        address="local",
        num_cpus=2,
        object_store_memory=80_000_000,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="error",
    )
    yield ray
    ray.shutdown()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_on_a_ray_cluster_where_a_worker_is_killed(cluster, tmp_path):
    """The same results as here; the killed worker's game is played again, no finished one is."""
    folder, notes = tmp_path, tmp_path / "notes"
    notes.mkdir()

    def noted(job):
        line = play_job(job)
        (notes / f"{job.deal} {' '.join(job.seated)} {os.getpid()}").touch()
        return line

    def dying(job):
        if job.deal == 3 and not (folder / "died").exists():
            (folder / "died").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return noted(job)

    out, made = tmp_path / "games.jsonl", arena.Tournament(tmp_path / "games.jsonl", seed=3)
    made.add("london", BOTS[:2])
    store = ResultsFile(out, [task for task, _ in made.parts])
    for line in run_on_cluster(store.unplayed(some_jobs(6)), "auto", dying):
        store.add(line)
    assert (folder / "died").exists() and len(store.games) == len(set(store.keys)) == 12
    ended = Counter(place.name.rpartition(" ")[0] for place in notes.iterdir())
    assert len(ended) == 12 and set(ended.values()) == {1}
    there = sorted(json.dumps(values) for values in timeless_lines(out))
    assert there == sorted(json.dumps(timeless(play_job(job))) for job in some_jobs(6))


def test_a_ray_cluster_takes_work_with_its_settings(cluster):
    """As reviews hand it out: a function with some arguments given."""
    doubled = functools.partial(operator.mul, 2)
    assert sorted(run_on_cluster([1, 2, 3], "auto", doubled)) == [2, 4, 6]
