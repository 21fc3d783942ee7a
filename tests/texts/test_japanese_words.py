"""One Japanese word for one thing, as listed in CONTRIBUTING."""

import re

import pytest
from text_tables import entries

import ekiben
from ekiben import texts

# what is never said, and what is said instead
OTHER_WORDS = {
    "卓": "テーブル",
    "規則": "ルール",
    "棋譜": "記録",
    "借入": "借金",
    "手番目": "ターン目",
    "強さを": "難易度を",
    "やさしい|ふつう|むずかしい|達人": "弱い・普通・強い・最強",
    "落とすか": "ドロップするか",
    "都市[やか]点|点の名前|その点|点を移|点に沿|または点|地点": "ポスト",
    "Tokyo Railways": "東京レイルウェイズ",
    "プレーヤー": "プレイヤー",
}
TRACK = re.compile("線路")  # in 東京レイルウェイズ it is 路線


@pytest.fixture(scope="module")
def japanese():
    return dict(entries(texts.words("ja")))


@pytest.mark.parametrize(("other", "word"), OTHER_WORDS.items())
def test_one_word_for_one_thing(japanese, other, word):
    found = [key for key, text in japanese.items() if re.search(other, str(text))]
    assert found == [], f"say {word}"


def test_clauses_use_the_same_words():
    clauses = texts.clauses("ja").values()
    assert [
        one.number for one in clauses if re.search("卓|規則|棋譜|借入", one.short + one.text)
    ] == []


def test_track_has_one_name(japanese):
    tokyo = {key: text for key, text in japanese.items() if "tokyo" in key}
    assert [key for key, text in tokyo.items() if TRACK.search(str(text))] == []


def test_levels_are_named_by_their_strength(japanese):
    levels = ("beginner", "easy", "medium", "hard", "master", "expert")
    names = [japanese[f"server.levels.{level}"] for level in levels]
    assert names == ["入門", "弱い", "普通", "強い", "名人", "最強"]
    assert japanese["web.home.level"] == japanese["cli.columns.level"] == "難易度"


def test_names_that_the_box_gives_are_in_japanese_script(japanese):
    names = [
        text
        for key, text in japanese.items()
        if key.startswith(("games.", "server.names.stations.", "web.rules.parts."))
    ]
    names += [ekiben.load(game).board.names["ja"] for game in texts.words("ja")["games"]]
    assert [name for name in names if re.search("[A-Za-z]", name)] == []
    assert texts.say("server.names.person", "ja", number=1) == "プレイヤー1"


def test_turns_are_counted_in_the_same_word(japanese):
    for key in ("cli.turn", "tokyo.turn", "web.tokyo.turn-of"):
        assert "ターン目" in japanese[key]


def test_the_command_line_explains_itself_in_japanese(japanese):
    """Verbs stay as they are typed; what they do is said in Japanese."""
    for key in ("web.line.placeholder", "web.line.help", "web.line.why-what", "cli.why-what"):
        assert re.search("[ぁ-ん一-龠]{2}", japanese[key]), key
    for key in ("cli.help", "cli.tokyo.help"):
        commands = [line for line in japanese[key].splitlines() if line.startswith("  ")]
        unexplained = [line for line in commands if not re.search("[ぁ-んァ-ン一-龠]", line)]
        assert len(unexplained) <= 2, unexplained  # the first lines are the actions themselves


def test_sentences_use_japanese_punctuation(japanese):
    """A full stop or comma of the Latin script after a Japanese character is a slip."""
    wrong = re.compile(r"[ぁ-んァ-ン一-龠][,.!?](?:\s|$)")
    assert [key for key, text in japanese.items() if wrong.search(str(text))] == []
