"""A small lesson, and changes to it."""

from pathlib import Path

from ekiben.lessons import Lesson, read

SMALL = """
lesson = 1
game = "london"
seed = "2349"
opponents = ["beginner"]
minutes = 2
otherwise = ["pay *", "keep *", "draw deck", "draw *", "claim *"]
finish = [{ en = "Well done.", ja = "お見事です。" }]

[title]
en = "A small one"
ja = "小さなレッスン"

[[steps]]
id = "tickets"
until = { event = "kept" }
try = ["keep 1 2"]
says = [{ en = "Keep both.", ja = "両方残します。", point = ["keep 1 2", "question"] }]

[[steps]]
id = "draw"
until = { any = [{ event = "drew", count = 2 }, { event = "claimed" }] }
try = ["draw blue"]
says = [
  { en = "A wild lies there.", ja = "バスカードです。", when = { legal = "draw wild" } },
  { en = "Draw.", ja = "引きます。", point = ["draw blue", "market"] },
]
instead = [{ en = "Or so.", ja = "それもよし。" }]

[[steps]]
id = "claim"
until = { event = "claimed" }
try = ["claim *"]
says = [{ en = "Claim.", ja = "取ります。", point = ["board"] }]

[[asides]]
id = "paying"
when = { asked = "payment" }
says = [{ en = "Pay.", ja = "払います。" }]
"""


def write(folder: Path, *changes: tuple[str, str], name: str = "small.toml") -> Path:
    """The small lesson with texts replaced, as a file."""
    text = SMALL
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def small(folder: Path, *changes: tuple[str, str]) -> Lesson:
    return read(write(folder, *changes))
