"""What stands in for other packages in a page does the same as they do."""

import json
import subprocess
import sys
from pathlib import Path

import babel
import msgspec
import pytest

from ekiben.page.stand_ins import babel as babel_stand_in
from ekiben.page.stand_ins import msgspec as stand_in
from ekiben.texts import languages

from . import random_messages, stand_in_process

HERE = Path(__file__).parent
MALFORMED = ("", "{", '{"a" 1}', "[1,]", "nulx", "01", "-", "1.", "1e", '"a\\q"', '"\\u00e"')
SURROGATES = ('"\\ud83d\\ude00"', '"\\ud800"', '"\\ud800\\u0041"', '"\\udc00"', '"\\ud83d\\n12345"')
NUMBERS = ("1e400", "-1e400", "9" * 400, "9" * 4301, "1E5", "-0", "-0.0", "0e0", "1e-400", "NaN")
OTHERS = (
    '{"a":1,"a":2}',
    '{"a":{"a":1,"a":2}}',
    '"\x01"',
    "\ufeff1",
    " \t\r\n1 ",
    "[[[[]]]]",
    "1 2",
)


def outcomes_in_stand_in(cases):
    done = subprocess.run(
        [sys.executable, HERE / "stand_in_process.py"],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_every_message_is_read_and_written_as_by_msgspec():
    cases = list(random_messages.cases(30))
    found = outcomes_in_stand_in(cases)
    for case, outcome in zip(cases, found, strict=True):
        wanted = stand_in_process.outcome(*case)
        if isinstance(wanted, list):
            assert outcome[0] == wanted[0], case
            assert outcome[1] == wanted[1], case
        else:
            assert is_same_complaint(outcome, wanted), (case, outcome, wanted)
    assert sum(isinstance(one, list) for one in found) > len(cases) / 4
    assert len({one for one in found if isinstance(one, str)}) > len(cases) / 12


def is_same_complaint(found, wanted):
    """The same words; but the stand-in calls a text broken before it looks at its values."""
    if found.startswith("DecodeError: JSON is malformed") and wanted.startswith("Validation"):
        return True
    return found == wanted or wanted.startswith(f"{found} - at")


@pytest.mark.parametrize("text", [*MALFORMED, *SURROGATES, *NUMBERS, *OTHERS])
def test_any_text_is_refused_or_read_as_by_msgspec(text):
    assert answer(stand_in, text) == answer(msgspec, text)


def answer(package, text):
    try:
        return repr(package.json.decode(text))
    except (package.MsgspecError, UnicodeError) as error:
        return f"{type(error).__name__}: {error}"


def test_bytes_that_are_no_text_are_refused():
    for data in (b'"\xff"', b'{"a":"\xc3"}'):
        with pytest.raises(UnicodeDecodeError):
            stand_in.json.decode(data)
        with pytest.raises(UnicodeDecodeError):
            msgspec.json.decode(data)


@pytest.mark.parametrize("number", random_messages.ODD_FLOATS)
def test_numbers_are_written_alike(number):
    values = [number, {"n": [number, "text", None, True]}]
    assert stand_in.json.encode(values) == msgspec.json.encode(values)


@pytest.mark.parametrize("value", [object(), {None: 1}, b"".join])
def test_what_is_no_message_is_refused(value):
    for package in (stand_in, msgspec):
        with pytest.raises(TypeError):
            package.json.encode(value)


# ---- structs
def structs_of(package):
    """A few structs in one of the packages."""

    class Base(package.Struct, tag_field="kind", tag=str.lower, kw_only=True):
        first: int
        later: str = "x"

    class Leaf(Base, omit_defaults=True):
        own: int
        items: list = []  # noqa: RUF012

    class Still(package.Struct, frozen=True):
        name: str
        count: int = 0

    return Leaf, Still


@pytest.mark.parametrize("package", [stand_in, msgspec], ids=["stand-in", "real"])
def test_structs_behave_alike(package):
    leaf, still = structs_of(package)
    one = leaf(3, first=1)
    assert one.__struct_fields__ == ("own", "items", "first", "later")
    assert package.json.encode(one) == b'{"kind":"leaf","own":3,"first":1}'
    assert repr(one) == "Leaf(own=3, items=[], first=1, later='x')"
    assert (
        one == leaf(3, first=1)
        and one != leaf(4, first=1)
        and one.items is not leaf(3, first=1).items
    )
    assert package.structs.replace(one, later="y").later == "y"
    assert hash(still("a")) == hash(still("a")) and {still("a"): 1}[still("a")] == 1
    with pytest.raises(AttributeError, match="immutable type: 'Still'"):
        still("a").name = "b"
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((), {}),
        ((1,), {}),
        ((1, [], 3), {"first": 1}),
        ((1,), {"own": 1, "first": 1}),
        ((1,), {"a": 1}),
    ],
)
def test_wrong_arguments_are_refused_in_the_same_words(arguments, named):
    words = []
    for package in (stand_in, msgspec):
        with pytest.raises(TypeError) as caught:
            structs_of(package)[0](*arguments, **named)
        words.append(str(caught.value))
    assert words[0] == words[1]


@pytest.mark.parametrize("package", [stand_in, msgspec], ids=["stand-in", "real"])
def test_what_is_left_as_json_is_counted(package):
    class Lengths(package.Struct):
        actions: list[package.Raw] = []  # noqa: RUF012

    text = '{"other": [1], "actions": ["claim", {"a": [1, 2]}, null, 1.5]}'
    assert len(package.json.decode(text, type=Lengths).actions) == 4
    assert len(package.json.decode("{}", type=Lengths).actions) == 0
    with pytest.raises(package.ValidationError, match="Expected `array`, got `int`"):
        package.json.decode('{"actions": 3}', type=Lengths)


def test_plural_forms_are_those_of_babel():
    for language in languages():
        rule = babel_stand_in.Locale.parse(language).plural_form
        real = babel.Locale.parse(language).plural_form
        assert [rule(n) for n in range(-30, 130)] == [real(n) for n in range(-30, 130)]
