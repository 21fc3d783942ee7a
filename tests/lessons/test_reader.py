"""Faults of a lesson file: each is told with its file, its step, its field and what is right."""

import pytest

from ekiben.core.errors import BoardError
from ekiben.lessons.names_check import names_faults
from ekiben.lessons.reader import LessonError, read

from .files import small, write

SHAPES = [
    (('game = "london"\n', ""), "small.toml: game is missing"),
    (("lesson = 1", "lesson = 2"), "small.toml: lesson: this Ekiben reads format 1, not 2"),
    (('seed = "2349"', 'seed = "x1"'), 'seed should be 1 to 32 hexadecimal digits such as "1f3"'),
    (("minutes = 2", "minutes = 0"), "minutes should be from 1 to 60, not 0"),
    (("minutes = 2", "minutes = 2\nseat = 5"), "seat should be from 0 to 1 with these opponents"),
    (("minutes = 2", 'minutes = 2\nlevel = "x"'), "unknown key 'level'"),
    (('ja = "小さなレッスン"\n', ""), "title: ja is missing"),
    (('id = "draw"\n', ""), "step number 2: id is missing"),
    (('until = { event = "kept" }\n', ""), "step 'tickets': until is missing"),
    (('{ event = "kept" }', "{}"), "step 'tickets': until is empty: give one of event, with"),
    (('{ event = "kept" }', "{ count = 2 }"), "until: count says which event is meant"),
    (('{ event = "kept" }', '{ event = "kept", who = "others" }'), "Did you mean 'other'?"),
    (('{ event = "kept" }', '{ event = "kept", count = 0 }'), "count should be at least 1, not 0"),
    (('{ event = "kept" }', '{ evnet = "kept" }'), "unknown key 'evnet'. Did you mean 'event'?"),
    (('{ event = "claimed" }] }', "{ event = 3 }] }"), "step 'draw': until: any[2]: event should"),
    ((', ja = "両方残します。"', ""), "step 'tickets': says, bubble 1: ja is missing"),
    (('ja = "両方残します。"', 'ja = " "'), "step 'tickets': says, bubble 1: ja is empty"),
    (('[{ en = "Or so.", ja = "それもよし。" }]', "[]"), "step 'draw': instead needs at least one"),
    ((', point = ["board"]', ", when = { over = true }"), "step 'claim': says: the last bubble"),
    (('id = "paying"', 'id = "draw"'), "id 'draw' is used twice"),
    (('when = { asked = "payment" }\n', ""), "aside 'paying': when is missing"),
    (('[{ en = "Well done.", ja = "お見事です。" }]', "[]"), "finish needs at least one bubble"),
]


@pytest.mark.parametrize(("change", "told"), SHAPES, ids=[told[:40] for _, told in SHAPES])
def test_a_fault_of_shape_is_told_with_its_place(tmp_path, change, told):
    with pytest.raises(LessonError) as raised:
        read(write(tmp_path, change))
    assert told in str(raised.value)
    assert all(line.startswith("small.toml: ") for line in str(raised.value).splitlines())


def test_all_faults_are_told_at_once(tmp_path):
    changes = [("lesson = 1", "lesson = 7"), (', ja = "両方残します。"', "")]
    with pytest.raises(LessonError) as raised:
        read(write(tmp_path, *changes))
    assert len(raised.value.faults) == 2


@pytest.mark.parametrize("content", [b"steps = [", b"\xff", b"steps = 3", b""])
def test_what_is_no_lesson_is_refused(tmp_path, content):
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    with pytest.raises(LessonError, match=r"broken\.toml"):
        read(path)
    with pytest.raises(BoardError):
        read(tmp_path / "missing.toml")


NAMES = [
    (('game = "london"', 'game = "londn"'), "no game 'londn'"),
    (('["beginner"]', '["begginer"]'), "'begginer' cannot sit here. Did you mean 'beginner'?"),
    (('["beginner"]', '["expert"]'), "opponents: 'expert' cannot sit here"),
    (('{ event = "kept" }', '{ event = "keeps" }'), "step 'tickets': until: event 'keeps' is unk"),
    (('asked = "payment"', 'asked = "pay"'), "aside 'paying': when: asked 'pay' is unknown"),
    (('try = ["claim *"]', 'try = ["clam *"]'), "verb 'clam' is unknown. Did you mean 'claim'?"),
    (('try = ["draw blue"]', 'try = ["draw bleu"]'), "step 'draw': try: 'draw bleu': "),
    (('legal = "draw wild"', 'legal = "draw"'), "step 'draw': says, bubble 1: when: 'draw'"),
    (('["board"]', '["bord"]'), "'bord' is no place, thing or action. Did you mean 'board'?"),
    (('["board"]', '["city:paris"]'), "point: city 'paris' is unknown"),
    (("Keep both.", "x" * 241), "says, bubble 1: en has 241 characters, at most 240"),
    (("両方残します。", "あ" * 121), "ja has 121 characters, at most 120"),
]


@pytest.mark.parametrize(("change", "told"), NAMES, ids=[told[:40] for _, told in NAMES])
def test_a_name_that_the_game_does_not_know_is_told(tmp_path, change, told):
    assert any(told in fault for fault in names_faults(small(tmp_path, change)))


def test_the_small_lesson_has_no_fault(tmp_path):
    assert list(names_faults(small(tmp_path))) == []


def test_actions_are_written_as_the_notation_has_them(tmp_path):
    other = ('["draw blue"]', '["claim waterloo-big-ben"]')
    assert any(
        "should be written 'claim big-ben-waterloo'" in fault
        for fault in names_faults(small(tmp_path, other))
    )
