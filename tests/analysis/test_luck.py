"""Win shares with part of the luck taken out: right in the mean, and told by a verb."""

import itertools
import json

import numpy as np
import pytest

import ekiben
from ekiben.analysis import luck
from ekiben.analysis.history import History
from ekiben.analysis.routes import luck as route_luck
from ekiben.analysis.routes import playouts
from ekiben.analysis.routes.play_on import Root, luck_words, player_of
from ekiben.arena import tournament
from ekiben.cli import main
from ekiben.core.errors import EkibenError, RecordError
from ekiben.core.ranking import win_share

from .small_games import BOARDS, ENVELOPES, FORK, few_playouts, small_match

SURE = 3  # standard errors
TICKETS = ["left-start", "right-start", "end-fork", "end-left", "left-right", "fork-start"]
SOME = slice(3, None, 5)  # of the offers, so that it does not take long
REPEATS, PLAYOUTS = 4, 4


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    """The games are so short that nothing needs to be compiled."""
    with few_playouts(monkeypatch, 8):
        yield


# ---- nothing but luck
@pytest.mark.parametrize(("board", "seats"), [(FORK, 2), (FORK, 3), (BOARDS / "ring.toml", 2)])
def test_planners_differ_by_luck_alone(board, seats):
    for seed in range(3):
        match = small_match(board, seats, seed, ["planner"])
        assert luck.shares_without_luck(match, 2, "x") == (1 / seats,) * seats


def test_shares_without_luck_add_up_and_follow_the_choices():
    match = small_match(FORK, 2, 4, ["planner", "random"])
    shares = luck.shares_without_luck(match, 8, "x")
    assert sum(shares) == pytest.approx(1) and shares[0] > 0.5
    assert shares == luck.shares_without_luck(match, 8, "x")
    assert shares != luck.shares_without_luck(match, 8, "y")


# ---- worlds
def test_worlds_leave_returned_tickets_under_the_others():
    """RT-1.5: two of six tickets were returned at set-up, and two nobody has seen."""
    history = History(play_deal(TICKETS, drawer=0))
    board, state, orders = history.game.plain_board, history.state(2), set()
    places = [(state.ticket_head + n) % board.regular for n in range(state.ticket_left)]
    for world in range(20):
        shuffled = state.copy()
        playouts.shuffle_future(board, shuffled, luck_words("x"), world)
        orders.add(tuple(shuffled.ticket_deck[places].tolist()))
    *unseen, one, other = state.ticket_deck[places].tolist()
    assert len(unseen) == 2
    assert orders == {(*order, one, other) for order in itertools.permutations(unseen)}


# ---- right in the mean
def deals():
    """Offers of both seats, and both orders of the two tickets that are left."""
    offers = [
        (*one, *other)
        for one in itertools.combinations(TICKETS, 2)
        for other in itertools.combinations([name for name in TICKETS if name not in one], 2)
    ]
    for offer in offers[SOME]:
        rest = [name for name in TICKETS if name not in offer]
        yield from ([*offer, *order] for order in itertools.permutations(rest))


def play_deal(order, drawer):
    """A planner against one who draws a ticket first, and then plays like it."""
    game = ekiben.load(ENVELOPES)
    match = game.new(2, 1, luck=ekiben.Script({"tickets": order}))
    planner, has_drawn = player_of(game).planner, False
    while not match.over:
        draws = match.seat == drawer and match.asked == "turn" and not has_drawn
        has_drawn = has_drawn or draws
        match.play("tickets" if draws else planner.best_action(match.position.state))
    return match


@pytest.fixture(scope="module")
def played():
    """All deals in both seatings: the matches with the drawer's seat, deal by deal."""
    return [(play_deal(order, drawer), drawer) for order in deals() for drawer in (0, 1)]


def results(played):
    return np.array([win_share(match.ranking()[0], drawer) for match, drawer in played])


def without_luck(played):
    """The drawer's shares without luck, by repetition and game."""
    return np.array(
        [
            [
                luck.shares_without_luck(match, PLAYOUTS, f"{number} {place}")[drawer]
                for place, (match, drawer) in enumerate(played)
            ]
            for number in range(REPEATS)
        ]
    )


def bias(plain, fair, part=1.0):
    """How far the corrected mean is from the true one, in standard errors.

    All that can happen has happened equally often in the games, so their mean is the true one, and
    only the playouts' own luck is left.
    """
    corrected = luck.correct(plain, fair, part)
    error = (corrected.var(axis=0, ddof=1).sum() / REPEATS) ** 0.5 / len(plain)
    return abs(corrected.mean() - plain.mean()) / max(error, 1e-12)


def root_without_offers(state, viewer, words):
    """As if no ticket had ever been offered."""
    forgotten = state.copy()
    forgotten.draws = 0
    return Root(forgotten, viewer, words)


def test_the_corrected_mean_is_the_true_one_and_wrong_corrections_are_found(played, monkeypatch):
    plain, fair = results(played), without_luck(played)
    assert 0 < plain.mean() < 0.5
    assert all(bias(plain, fair, part) < SURE for part in (0.5, 1.0))

    first = slice(0, None, 2)  # the luck of the deal evens out over both seatings only
    assert bias(plain[first], fair[:, first]) > SURE
    assert bias(plain, np.full_like(fair, 0.5)) > SURE  # choices that are not counted
    monkeypatch.setattr(route_luck, "Root", root_without_offers)
    assert bias(plain, without_luck(played)) > SURE  # returned tickets among the others


# ---- how much of the luck
def results_of_deals(count, skill, chance, error, seed):
    """Results, by deal and bot, and what playouts make of them without luck.

    All three figures are spreads: of skill, of luck, and of what the playouts have wrong.
    """
    numbers = np.random.default_rng(seed)
    moved = numbers.normal(0.1, skill, count)
    plain, fair = moved + numbers.normal(0, chance, count), moved + numbers.normal(0, error, count)
    return np.stack([1 + plain, 1 - plain], 1), np.stack([1 + fair, 1 - fair], 1)


def test_the_part_is_what_the_luck_calls_for():
    for skill, chance, error, wanted in ((0.0, 0.4, 0.0, 1.0), (0.1, 0.4, 0.4, 0.5)):
        plain, fair = results_of_deals(20_000, skill, chance, error, 1)
        parts = luck.parts_for(plain, fair)
        assert parts == pytest.approx((wanted, wanted), abs=0.02)
    few = slice(0, 2 * luck.ENOUGH - 1)
    assert luck.parts_for(plain[few], fair[few])[0] == luck.PART
    same = np.ones((2 * luck.ENOUGH, 2))
    assert luck.parts_for(same, same) == (luck.PART, luck.PART)


def test_no_deal_has_a_say_in_its_own_part():
    plain, fair = results_of_deals(2 * luck.ENOUGH, 0.1, 0.4, 0.4, 3)
    before = luck.parts_for(plain, fair)
    assert 0 < before[0] < 1 and 0 < before[1] < 1
    for deal in range(len(plain)):
        other = plain.copy()
        other[deal] += [0.9, -0.9]
        after = luck.parts_for(other, fair)
        own, others = deal % luck.HALVES, 1 - deal % luck.HALVES
        assert after[own] == before[own] and after[others] != before[others]


def test_a_part_from_other_deals_leaves_the_mean_and_one_from_the_same_deals_does_not():
    """Few deals, drawn from skewed results: what is fitted to them follows their luck."""
    count, tables = 2 * luck.ENOUGH, 4000
    numbers, apart, fitted = np.random.default_rng(4), [], []
    for _ in range(tables):
        chance = numbers.exponential(0.3, count) - 0.3
        plain = (chance + 0.1 * numbers.standard_normal(count))[:, None]
        fair = (plain[:, 0] - chance - 0.5 * chance**2 + 0.045)[:, None]
        halves = np.arange(count) % luck.HALVES
        parts = np.array(luck.parts_for(plain, fair))[halves][:, None]
        apart.append(luck.correct(plain, fair, parts).mean())
        fitted.append(luck.correct(plain, fair, luck.best_part(plain, fair)).mean())
    error = np.std(apart, ddof=1) / tables**0.5
    assert abs(np.mean(apart)) < SURE * error
    assert abs(np.mean(fitted)) > SURE * error


# ---- files
@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    """A tournament of two deals, as the lines of its file."""
    path = tmp_path_factory.mktemp("luck") / "games.jsonl"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EKIBEN_PLAIN", "1")
        tournament(str(FORK), ["planner", "greedy", "random"], deals=2, seed=5, out=path)
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def write(tmp_path):
    def write(lines):
        path = tmp_path / "games.jsonl"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    return write


def changed(line, **values):
    return json.dumps({**json.loads(line), **values})


def test_deals_that_lack_seatings_do_not_count(lines, write):
    groups = luck.by_lineup(luck.read_games(write(lines[:-1])))
    assert [(len(one.deals), one.left_out) for one in groups] == [(2, 0), (2, 0), (1, 1)]
    with pytest.raises(EkibenError, match="no deal was played in all seatings"):
        luck.by_lineup(luck.read_games(write(lines[:1])))


def test_a_game_that_is_there_twice(lines, write):
    with pytest.raises(RecordError, match=r"line 13: this game is there twice, also in .*line 1"):
        luck.by_lineup(luck.read_games(write([*lines, lines[0]])))


def test_forfeited_games_are_refused(lines, write):
    arena = json.loads(lines[1])["arena"] | {"result": json.loads(lines[1])["result"]}
    forfeit = changed(lines[1], arena=arena, forfeit={"seat": 1, "text": "left"})
    with pytest.raises(EkibenError, match="line 2: planner forfeited deal 0"):
        luck.read_games(write([lines[0], forfeit]))


# ---- as it is typed
@pytest.fixture
def run(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LANG", "C")

    def run(*args):
        code = main(["arena", "luck", *map(str, args)])
        return code, *capsys.readouterr()

    return run


def test_the_verb_shows_both_shares(run, lines, write):
    code, out, _ = run(write(lines), "--board", FORK, "--playouts", 2)
    assert code == 0 and "fork, 2 seats: planner, greedy" in out and "corrected" in out
    assert "4 games on 2 deals" in out and "Only 2 deals" in out and "taken out: 50%" in out
    code, out, _ = run(write(lines[:-1]), "--board", FORK, "--playouts", 1, "--language", "ja")
    assert code == 0 and "補正後の勝率" in out and "席順がそろっていない配りが 1 通り" in out


def test_the_verb_as_json_with_any_number_of_processes(run, lines, write):
    asked = (write(lines), "--board", FORK, "--playouts", 2, "--json")
    code, out, _ = run(*asked)
    found = json.loads(out)
    assert code == 0 and len(found) == 3 and run(*asked, "--jobs", 2)[1] == out
    for one in found:
        assert (one["games"], one["deals"], one["left_out"]) == (4, 2, 0)
        assert one["parts"] == [luck.PART, luck.PART]
        for share in ("plain", "corrected"):
            total = sum(bot[share]["value"] for bot in one["bots"])
            assert total == pytest.approx(1, abs=1e-3)
        assert all(bot["games"] == 4 for bot in one["bots"])


def test_bad_files(run, lines, write):
    for given, said in (
        ([changed(lines[0], game="tokyo"), changed(lines[1], game="tokyo")], "only america,"),
        (lines[:1], "no deal was played in all seatings"),
        ([lines[0], lines[1][:50]], "line 2: not a game of the arena"),
        ([lines[0], changed(lines[1], actions=["keep 9"])], "line 2: "),
        ([], "the file has no games"),
    ):
        board = () if "tokyo" in "".join(given) else ("--board", FORK)
        code, out, err = run(write(given), *board, "--playouts", 1)
        assert code in (1, 2) and said in err and out == "" and "Traceback" not in err
    assert "give a board file" in run(write(lines))[2]
