"""Whatever is handed to the public functions: a clear error of ours, never one from inside."""

import pickle
from pathlib import Path

import numpy as np
import pytest
from laws.play import BOARDS, load

import ekiben
from ekiben import Action, BoardError, EkibenError

DIGITS, DEEP = 10**6000, []
for _ in range(3000):
    DEEP = [DEEP]


class Broken:
    """Cannot even be shown."""

    def __repr__(self):
        raise RuntimeError("broken")

    def __index__(self):
        raise TypeError("broken")


THINGS = {
    "none": None,
    "true": True,
    "float": 1.5,
    "nan": float("nan"),
    "bytes": b"pass",
    "list": [],
    "dict": {},
    "deep": DEEP,
    "digits": DIGITS,
    "below": -DIGITS,
    "array": np.array([1, 2]),
    "object": object(),
    "broken": Broken(),
    "class": int,
    "set": {1},
    "path": Path("x"),
}
OURS = {
    "load": lambda thing: ekiben.load(thing),
    "load with an option": lambda thing: ekiben.load("tokyo", turn_limit=thing),
    "load with a plain option": lambda thing: ekiben.load("europe", station_tiebreak=thing),
    "load with a list option": lambda thing: ekiben.load("tokyo", debt=[thing]),
    "replay": lambda thing: ekiben.replay(thing),
    "replay on a board": lambda thing: ekiben.replay("{}", board=thing),
    "parse": lambda thing: load("london").parse(thing),
    "parse on a lattice": lambda thing: load("tokyo").parse(thing),
    "game.action": lambda thing: load("london").action(thing),
    "game.action on a lattice": lambda thing: load("tokyo").action(thing),
    "play": lambda thing: load("london").new(2, 1).play(thing),
    "play on a lattice": lambda thing: load("tokyo").new(2, 1).play(thing),
    "match.action": lambda thing: load("london").new(2, 1).action(thing),
    "why_not": lambda thing: load("london").new(2, 1).why_not(thing),
    "an action of it": lambda thing: load("tokyo").new(2, 1).play(Action(thing, "stop", {})),
    "seats": lambda thing: load("london").new(thing),
    "names": lambda thing: load("london").new(2, 1, names=[thing]),
    "names at all": lambda thing: load("london").new(2, 1, names=thing),
    "salt": lambda thing: load("london").new(2, 1, salt=thing),
    "view": lambda thing: load("london").new(2, 1).view(thing),
    "events": lambda thing: load("london").new(2, 1).events(0, thing),
    "imagine": lambda thing: load("london").imagine(thing),
}


RIGHT = {
    ("load with an option", "none"),
    ("names at all", "list"),
    ("salt", "none"),
    ("view", "none"),
    ("events", "digits"),
    ("events", "below"),
    ("replay on a board", "none"),
    ("replay on a board", "path"),
    ("load", "path"),
}


@pytest.mark.parametrize(
    ("call", "thing"),
    [(call, thing) for call in OURS for thing in THINGS if (call, thing) not in RIGHT],
)
def test_a_wrong_type_is_an_error_of_ours(call, thing):
    with pytest.raises(EkibenError) as caught:
        OURS[call](THINGS[thing])
    assert 0 < len(str(caught.value)) < 1200


@pytest.mark.parametrize(
    "text", ["r" + "9" * 5000 + "c1", "r1c" + "9" * 5000, "r٣c٣", "r-1c1", "r1", "\0", "\ud800"]
)
def test_a_post_that_is_none_is_an_error_of_ours(text):
    for call in (
        load("tokyo").parse,
        load("tokyo").new(2, 1).play,
        load("tokyo").new(2, 1).why_not,
    ):
        with pytest.raises(EkibenError):
            call(f"build {text} e")


def test_a_whole_number_of_any_type_is_an_id():
    game = load("london")
    assert game.action(np.int64(3)) == game.action(3) == pickle.loads(pickle.dumps(game.action(3)))
    assert game.new(np.int8(2), np.int64(5)).view(np.int8(1)).viewer == 1


# ---- board files
RING = (BOARDS / "ring.toml").read_text(encoding="utf-8")
FILES = {
    "deep lists": f"picture = {'[' * 5000}{']' * 5000}\n",
    "deep tables": f"picture{'.a' * 5000} = 1\n",
    "rather deep": f"picture{'.a' * 40} = 1\n",
    "deep in a list": f"picture = {'{a = [' * 40}1{']}' * 40}\n",
    "a deep game": f"game{'.a' * 5000} = 1\n",
    "a deep seat": f"seats = {'[' * 200}{']' * 200}\n",
    "many digits": f"format = {'9' * 5000}\n",
    "many figures": f"format = 0x{'f' * 5000}\n",
    "65 bits": f"format = {1 << 64}\n",
    "a large date": "format = 99999-99-99\n",
    "many digits below": f"format = -{'9' * 4400}\n",
    "NUL": "format = \0\n",
    "lone quote": 'game = "',
    "half a letter": 'game = "\udcc3"',
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("rest", ["", RING], ids=["alone", "in a board"])
def test_a_board_file_that_cannot_be_is_a_board_error(tmp_path, name, rest):
    file = tmp_path / "board.toml"
    file.write_bytes(("\n".join([FILES[name], rest])).encode("utf-8", "surrogateescape"))
    for call in (ekiben.load, lambda path: ekiben.replay("{}", board=path)):
        with pytest.raises(EkibenError) as caught:
            call(file)
        assert 0 < len(str(caught.value)) < 6000
    with pytest.raises(BoardError, match=r"board\.toml: "):
        ekiben.load(file)


@pytest.mark.parametrize(
    "path", ["a\0b.toml", "\0.toml", "\ud800.toml", "x" * 5000 + ".toml", "a/" * 3000 + "b.toml"]
)
def test_a_path_that_no_file_can_have_is_a_board_error(path):
    with pytest.raises(BoardError, match="cannot be read"):
        ekiben.load(path)
