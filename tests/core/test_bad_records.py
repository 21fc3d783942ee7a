"""Records that are torn, forged or of another time: a RecordError that says what is wrong, never
anything else.
"""

import functools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws.play import BOARDS, load, play_on

import ekiben
from ekiben import EkibenError, RecordError


@functools.cache
def line(salt=None):
    """A whole game with something undone, as a line."""
    match = load("london").new(2, 0xABCDEF, names=["Ann", "便"], salt=salt)
    match.play(match.legal()[0])
    match.undo()
    return str(play_on(match, ("random",), 1).record())


def edited(sealed=None, **changes):
    return json.dumps(json.loads(line(salt=sealed)) | changes)


def without(key):
    return json.dumps({name: value for name, value in json.loads(line()).items() if name != key})


def refused(text, *words, board=None):
    with pytest.raises(RecordError) as caught:
        ekiben.replay(text, board=board)
    for word in words:
        assert str(word) in str(caught.value), f"{word!r} is not in {str(caught.value)!r}"


def test_the_line_itself_replays():
    assert str(ekiben.replay(line()).record()) == line() and json.loads(line())["undone"]


# ---- torn
def test_a_line_torn_anywhere_is_not_a_record():
    for end in range(len(line())):
        refused(line()[:end], "record")
    for start in range(1, len(line()), 7):
        refused(line()[start:], "record")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "null",
        "true",
        "1",
        "1.5",
        "NaN",
        '"ekiben"',
        "[]",
        "[1]",
        "{}",
        '{"game":"london"}',
        "{" * 100_000,
        "1" * 5000,
        "[" * 100_000,
        '{"ekiben":' + "1" * 5000 + "}",
        "{'ekiben': 1}",
        "ekiben",
        "\0",
        '{"ekiben":1}',
        '{"ekiben":2}',
        '{"ekiben":"1"}',
        '{"ekiben":true}',
        '{"ekiben":null}',
        '{"ekiben":1.5}',
        '{"ekiben":[1]}',
    ],
)
def test_other_texts_are_not_records(text):
    refused(text, "record")


@pytest.mark.parametrize("value", [None, 7, b"{}", object(), []])
def test_what_is_not_a_text_is_not_a_record(value):
    with pytest.raises(EkibenError):
        ekiben.replay(value)


KEYS = (
    "ekiben",
    "game",
    "board",
    "rules",
    "options",
    "seats",
    "names",
    "seed",
    "actions",
    "undone",
    "result",
)


@pytest.mark.parametrize("key", KEYS)
def test_a_missing_key_is_named(key):
    refused(without(key), f"'{key}'")


WRONG = [
    None,
    True,
    -1,
    3,
    99,
    1 << 70,
    1.5,
    "",
    "x",
    "-5",
    "0x",
    [],
    [1],
    [[]],
    [[0, "pass"]],
    [["a", "b"]],
    [[1]],
    ["keep 1"],
    ["é", None],
    {},
    {"a": 1},
    {"first_seat": "x"},
]


@pytest.mark.parametrize("key", [*KEYS, "salt", "commit", "viewer"])
def test_a_wrong_value_is_a_record_error_or_changes_nothing_that_counts(key):
    digest = json.loads(line())["result"]["digest"]
    for value in WRONG:
        try:
            assert ekiben.replay(edited(**{key: value})).digest() == digest or (key, value) == (
                "actions",
                [],
            )
        except RecordError as error:
            assert str(error)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", 5),
        ("board", None),
        ("rules", "1"),
        ("rules", True),
        ("options", []),
        ("seats", "2"),
        ("seats", 2.0),
        ("names", "Ann"),
        ("seed", 7),
        ("actions", {}),
        ("actions", "keep 1"),
        ("undone", None),
        ("result", []),
    ],
)
def test_a_value_of_the_wrong_type_names_its_key(key, value):
    refused(edited(**{key: value}), f"'{key}'")


@settings(max_examples=150)
@given(st.integers(0, len(line()) - 1), st.characters(codec="utf-8"), st.booleans())
def test_one_wrong_letter_is_a_record_error_or_changes_nothing_that_counts(place, letter, instead):
    text = line()[:place] + letter + line()[place + instead :]
    try:
        match = ekiben.replay(text)
    except RecordError:
        return
    assert (
        match.digest() == json.loads(line())["result"]["digest"]
        or json.loads(text)["result"] is None
    )


# ---- of another time or place
@pytest.mark.parametrize("rules", [0, -1, 99])
def test_rules_of_an_unknown_version_are_named(rules):
    refused(edited(rules=rules), f"rules version {rules}", "knows")


def test_a_record_format_of_the_future_is_named():
    refused(edited(ekiben=2), "format 2", "format 1")


def test_a_record_of_another_board_is_named():
    refused(
        edited(board="0123456789abcdef"),
        "another london board",
        "0123456789abcdef",
        load("london").digest,
    )


@pytest.mark.parametrize("game", ["tokio", "my-own", "", "../../etc/passwd", "america.toml"])
def test_a_record_of_a_game_not_in_the_catalogue_asks_for_its_board(game):
    refused(edited(game=game), repr(game), "catalogue", "board file")


def test_a_record_of_a_board_of_one_s_own_needs_the_file():
    match = play_on(load("ring").new(3, 1))
    refused(str(match.record()), "'ring'", "board file")
    assert ekiben.replay(str(match.record()), board=BOARDS / "ring.toml").digest() == match.digest()
    refused(str(match.record()), "another ring board", board=BOARDS / "alps.toml")
    with pytest.raises(EkibenError, match=r"nowhere\.toml"):
        ekiben.replay(str(match.record()), board="nowhere.toml")


@pytest.mark.parametrize(
    "options", [{"first_seat": 1}, {"first": 0}, {"station_tiebreak": "more"}, {"empty_deck": None}]
)
def test_options_that_the_game_does_not_have_are_named(options):
    refused(edited(options=options), "option")


# ---- forged
def middle(change):
    actions = json.loads(line())["actions"]
    place = len(actions) // 2
    return edited(actions=change(actions, place)), place


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pass", ("not legal", "RT-")),
        ("keep 1", ("not legal", "RT-")),
        ("claim nowhere", ()),
        ("", ()),
        ("keep ²", ()),
        (5, ()),
        (None, ()),
        (["pass"], ()),
        ("refill trains", ()),
    ],
)
def test_an_action_that_does_not_fit_is_named_by_its_number(text, words):
    changed, place = middle(lambda actions, place: [*actions[:place], text, *actions[place + 1 :]])
    if json.loads(line())["actions"][place] != text:
        refused(changed, f"action {place}", *words)


def test_actions_after_the_end_are_named_by_their_number():
    actions = json.loads(line())["actions"]
    refused(edited(actions=[*actions, "pass"]), f"action {len(actions)}", "over")


def test_a_game_cut_short_does_not_have_its_result():
    changed, _ = middle(lambda actions, place: actions[:place])
    refused(changed, "result")


@pytest.mark.parametrize(
    "change", [{"scores": [1, 2]}, {"ranking": [[1], [0]]}, {"digest": "0" * 64}, {"extra": 1}]
)
def test_another_result_is_told_beside_the_true_one(change):
    result = json.loads(line())["result"]
    if result | change != result:
        refused(edited(result=result | change), "result", "replaying gives", result["digest"][:8])


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        ("xyz", ("hexadecimal", "xyz")),
        ("", ("hexadecimal",)),
        ("-1", ()),
        ("1" + "0" * 32, ()),
        ("f" * 5000, ()),
    ],
)
def test_a_seed_is_hexadecimal_and_below_2_to_the_128th(seed, words):
    refused(edited(seed=seed, result=None, actions=[]), "seed", *words)


@pytest.mark.parametrize("seats", [0, 1, 5, 99, -2])
def test_seats_that_the_game_does_not_have(seats):
    refused(edited(seats=seats), "seats", "2 to 4")


@pytest.mark.parametrize(
    "undone",
    [
        [["x"]],
        [[0]],
        [5],
        ["ab"],
        [[0, "nonsense"]],
        [["0", "pass"]],
        [[0, "pass", 1]],
        [[-1, "pass"]],
        [[10_000, "pass"]],
        [[None, None]],
        [{}],
        [[0.5, "pass"]],
        [[True, "pass"]],
        [[0, 5]],
    ],
)
def test_what_was_undone_is_places_and_actions(undone):
    refused(edited(undone=undone), "undone")


@pytest.mark.parametrize("names", [[None, {}], [["a"], "b"]])
def test_names_are_texts(names):
    refused(edited(names=names), "names")


@pytest.mark.parametrize("salt", ["xyz", "abc", 5, ["ab"], "ab" * 31])
def test_a_salt_is_256_bits_in_hexadecimal(salt):
    refused(edited(salt=salt), "salt")
    with pytest.raises(EkibenError):
        load("london").new(2, 1, salt=salt)


def test_a_seal_that_does_not_fit_is_seen():
    salt = "5a" * 32
    assert ekiben.replay(line(salt)).commit == json.loads(line(salt))["commit"]
    refused(edited(salt, commit="0" * 64), "commit")
    refused(edited(salt, salt="5b" * 32), "commit")
    refused(edited(salt, seed="1", actions=[], undone=[], result=None), "commit")


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_viewer_s_record_cannot_be_replayed(seat):
    match = load("london").new(2, 1)
    for one in (match, play_on(match.copy())):
        refused(str(one.record(seat=seat, public=seat is None)), "viewer", "cannot be replayed")


def test_an_error_leaves_other_matches_alone():
    match = play_on(load("london").new(2, 3), steps=20)
    digest = match.digest()
    refused(middle(lambda actions, place: [*actions[:place], "pass"])[0])
    assert match.digest() == digest and match.legal()
