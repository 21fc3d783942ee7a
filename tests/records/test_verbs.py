"""`ekiben records` and `ekiben verify`."""

import gzip
import json

import pytest

from .test_records import SALT, file, line, match  # noqa: F401


def test_figures(ekiben, file):  # noqa: F811
    ran = ekiben("records", file)
    assert (
        ran.code == 0
        and "London, 2 seats: 4 records" in ran.out
        and "2 played to the end, 1 broken off, 1 forfeited" in ran.out
    )
    counted = json.loads(ekiben("records", file, "--json").out)
    assert [group["records"] for group in counted] == [4, 1]


def test_chosen_records_are_written_as_they_are(ekiben, file, tmp_path):  # noqa: F811
    for name, opened in (("out.jsonl", open), ("out.jsonl.gz", gzip.open)):
        place = tmp_path / name
        ran = ekiben(
            "records",
            file,
            "--game",
            "london",
            "--state",
            "over",
            "--player",
            "Cid",
            "--out",
            place,
        )
        assert ran.code == 0 and "1 record written to" in ran.out
        with opened(place, "rt", encoding="utf-8") as written:
            assert written.read() == line(seed=2, names=("Ann", "Cid")) + "\n"


def test_options_lengths_and_winners(ekiben, file):  # noqa: F811
    chosen = [
        ("--set", "station_tiebreak=more"),
        ("--fewest", 11, "--most", 20),
        ("--seats", 3, "--seats", 4),
        ("--winner", "Nobody"),
    ]
    found = [
        sum(group["records"] for group in json.loads(ekiben("records", file, "--json", *how).out))
        for how in chosen
    ]
    assert (
        found == [1, 1, 1, 0]
        and "No record was chosen" in ekiben("records", file, "--winner", "Nobody").out
    )


def test_every_fault_is_named_and_the_rest_is_written(ekiben, file, tmp_path):  # noqa: F811
    with file.open("a", encoding="utf-8") as more:
        more.write(
            line()[:200] + "\n" + line().replace('"seed":"1"', '"seed":"2"') + "\n" + line() + "\n"
        )
    ran = ekiben("records", file, "--check", "--game", "london", "--out", tmp_path / "sound.jsonl")
    assert (
        ran.code == 1
        and f"{file}, line 7: not a record" in ran.out
        and f"{file}, line 8: " in ran.out
    )
    assert "7 records checked, 2 of them faulty." in ran.out
    assert ekiben("records", tmp_path / "sound.jsonl", "--check").code == 0
    ran = ekiben("records", file)
    assert ran.code == 1 and ran.err.startswith(f"ekiben: {file}, line 7: ")


def test_arrays(ekiben, file, tmp_path):  # noqa: F811
    assert (
        ekiben("records", file, "--game", "london", "--arrays", tmp_path / "out.npz", "--mask").code
        == 0
    )
    assert (tmp_path / "out.npz").stat().st_size > 1000
    ran = ekiben("records", file, "--arrays", tmp_path / "all.npz")
    assert ran.code == 1 and "one board" in ran.err and not (tmp_path / "all.npz").exists()
    assert ekiben("records", file, "--arrays", tmp_path / "out.csv").code == 2


@pytest.mark.parametrize("language", ["en", "ja"])
def test_verify(ekiben, tmp_path, language):
    place, seen = tmp_path / "game.jsonl", tmp_path / "seen.jsonl"
    place.write_text(line(salt=SALT) + "\n", encoding="utf-8")
    seen.write_text(
        f"{match(actions=5, salt=SALT).record(public=True)}\n{match(salt=SALT).record(1)}\n",
        encoding="utf-8",
    )
    commit = match(salt=SALT).commit
    ran = ekiben("verify", place, "--commit", commit, "--seen", seen, "--language", language)
    assert (
        ran.code == 0
        and match(salt=SALT).digest() in ran.out
        and commit in ran.out
        and ran.out.count(str(seen)) == 2
    )
    assert ekiben("verify", place, "--commit", "0" * 64).code == 1
    assert ekiben("verify", place, "--seen", place).code == 2


def test_verify_tells_what_is_not_true(ekiben, tmp_path):
    place = tmp_path / "game.jsonl"
    place.write_text(
        line() + "\n" + line(salt=SALT).replace('"seed":"1"', '"seed":"2"') + "\n", encoding="utf-8"
    )
    ran = ekiben("verify", place)
    assert (
        ran.code == 1 and "the seed was not sealed" in ran.out and f"{place}, line 2: " in ran.out
    )
    place.write_text("", encoding="utf-8")
    assert ekiben("verify", place).code == 1
    assert ekiben("verify", tmp_path / "not-there.jsonl").code == 2


@pytest.mark.parametrize("verb", ["records", "verify"])
def test_every_verb_has_help_with_examples(ekiben, verb):
    ran = ekiben(verb, "--help")
    assert ran.code == 0 and f"examples:\n  ekiben {verb}" in ran.out
