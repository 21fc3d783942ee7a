"""Tokyo Railways in sentences: places by the nearest town, one sentence for one move."""

import re

import pytest

import ekiben
from ekiben import texts
from ekiben.server.scenes.sentences import with_sentences
from ekiben.texts.moves import lines, texts_of
from ekiben.texts.sentences import sentence
from ekiben.texts.tokyo.places import notation_in_words, places, post_name
from ekiben.texts.wording import Words

NOTATION = re.compile(r"r\d+c\d+|\b[ab]\d\d\b")
NAMES = ["Aoi", "Ben"]


@pytest.fixture(scope="module")
def board():
    return ekiben.load("tokyo").board


@pytest.fixture(scope="module")
def played():
    """Trains are placed in Tokyo, track leads towards Chiba, a train runs on another's track."""
    match = ekiben.load("tokyo", first_seat=0).new(seats=2, seed=11, names=NAMES)
    for _ in range(2):
        match.play("place tokyo r28c24")
        match.play("stop")
        if match.seat == 0:
            for link in ("r28c25 e", "r28c26 se", "r29c27 se", "r30c28 se"):
                match.play(f"build {link}")
        match.play("done")
    match.play("stop")
    match.play("done")
    for step in ("e", "e", "se", "se", "se"):
        match.play(f"step {step}")
    return match


def in_words(match, language="en"):
    words = Words(language, match.game.board, NAMES)
    return texts_of(words, match.events())


# ---- places
@pytest.mark.parametrize(
    ("post", "english", "japanese"),
    [
        ("r28c23", "Tokyo", "東京"),
        ("r26c23", "1 post south-east of Saitama", "さいたまの南東1ポスト"),
        ("r20c15", "3 posts north-east of Chichibu", "秩父の北東3ポスト"),
        ("r48c45", "11 posts east and 7 south of Katsuura", "勝浦の東11・南7ポスト"),
    ],
)
def test_a_post_is_told_by_the_nearest_town(board, post, english, japanese):
    assert notation_in_words(Words("en", board), post) == english
    assert notation_in_words(Words("ja", board), post) == japanese


def test_no_town_is_nearer_than_the_one_that_is_named(board):
    spots = [(post, city.number) for city in board.cities for post in city.posts]
    for post, place in enumerate(places(board)):
        row, column = divmod(post, board.columns)
        nearest = min(
            max(abs(row - there // board.columns), abs(column - there % board.columns))
            for there, _ in spots
        )
        assert place.offset.steps <= nearest


def test_posts_of_one_town_are_told_apart(board):
    """But for big cities: their posts are one place, and so are those around them."""
    words = Words("en", board)
    names = [post_name(words, post) for post in range(board.rows * board.columns)]
    big = {board.name(city.number) for city in board.cities if city.big}
    twice = {name for name in names if names.count(name) > 1}
    assert all(any(name.endswith(city) for city in big) for name in twice)


# ---- sentences
def test_steps_are_told_as_one_run_with_its_fees(played):
    assert in_words(played)[-1] == (
        "Ben runs Tokyo → 2 posts west of Chiba (5 posts), paying 10 G to Aoi."
    )
    assert in_words(played, "ja")[-1] == (
        "Benが東京から千葉の西2ポストまで走りました（5ポスト、使用料はAoiへ10G）。"
    )


def test_links_are_told_as_one_way_with_its_ends_and_price(played):
    built = [text for text in in_words(played) if "builds" in text]
    cost = sum(event["cost"] for event in played.events() if event["kind"] == "built")
    assert built == [f"Aoi builds 4 links from Tokyo to 2 posts west of Chiba for {cost} G."]


def test_a_move_that_goes_on_stands_for_what_was_told_of_it(played):
    """Every step is heard by itself; each sentence names the steps that it tells."""
    events = played.events()
    steps = [event["n"] for event in events if event["kind"] == "stepped"]
    for last in steps:
        told = with_sentences(played.game.board, "en", events[: last + 1], last)
        assert [event["n"] for event in told] == [last]
        assert told[0]["line"] <= steps[0]
        count = sum(step <= last for step in steps)
        assert f"({count} post{'s' if count > 1 else ''})" in told[0]["text"]


def test_a_reward_tells_the_delivery(board):
    job = board.jobs[0]
    cities = {"from": board.cities[job.origin].id, "to": board.cities[job.goal].id}
    carried = {"seat": 0, "job": job.id, **cities}
    heard = [
        {"n": 1, "kind": "unloaded", **carried},
        {"n": 2, "kind": "stopped", "seat": 0, "post": "r28c23", "city": "tokyo"},
        {"n": 3, "kind": "rewarded", **carried, "amount": 40},
    ]
    words = Words("en", board, NAMES)
    (alone,), (together,) = lines(words, heard[:1]), lines(words, heard)
    a, z = (board.name(city) for city in (job.origin, job.goal))
    assert alone.text == f"Aoi carries a job from {a} to {z}."
    assert together.text == f"Aoi carries a job from {a} to {z} for 40 G."
    assert together.parts == [1, 3]


def test_new_jobs_in_a_row_are_one_sentence(board):
    jobs = [
        {
            "n": number,
            "kind": "job-placed",
            "job": job.id,
            "from": board.cities[job.origin].id,
            "to": board.cities[job.goal].id,
            "reward": job.reward,
        }
        for number, job in enumerate(board.jobs[:3])
    ]
    words = Words("en", board, NAMES)
    (told,) = lines(words, jobs)
    assert told.text.startswith("New jobs: ") and told.parts == [0, 1, 2]
    assert told.text.count("→") == 3


@pytest.mark.parametrize("language", texts.languages())
def test_whole_games_are_told_without_notation(language):
    golden = ekiben.load("tokyo").new(seats=3, seed=5)
    for number in range(400):
        legal = golden.legal()
        golden.play(legal[number * 7919 % len(legal)])
    told = in_words_of(golden, language)
    assert len(told) > 30 and [text for text in told if NOTATION.search(text) or "{" in text] == []


def in_words_of(match, language):
    words = Words(language, match.game.board, ["Aoi", "Ben", "Chie"])
    return texts_of(words, match.events())


@pytest.mark.parametrize("language", texts.languages())
def test_actions_that_are_taken_back_are_told_in_words(board, language):
    words = Words(language, board, NAMES)
    actions = ["build r26c23 e", "step ne", f"load {board.jobs[0].id}", "place tokyo r28c23"]
    for action in [*actions, "upgrade both", "borrow", "stop", "done", "board", "repay"]:
        told = sentence(words, {"kind": "undone", "seat": 0, "action": action})
        assert not NOTATION.search(told) and "{" not in told, told
