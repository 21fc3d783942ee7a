"""Records of deals that players have mixed their own randomness into."""

import functools
import hashlib
import json
import random

import pytest
from jsonschema import Draft202012Validator

import ekiben as engine
from ekiben import RecordError, records
from ekiben.core.seals import Mix

from .test_records import SALT, SCHEMA, entry

PARTS = ("ab" * 32, None, "0c" * 32)
MIX = Mix(seed=7, salt=SALT, parts=PARTS)


@functools.cache
def mixed_match(mix=MIX):
    made = engine.load("london").new(3, mix.dealt_seed)
    made.mix = mix
    luck = random.Random(1)
    while not made.over:
        made.play(luck.choice(made.legal()))
    return made


def edited(**changes):
    return json.dumps({**json.loads(str(mixed_match().record())), **changes})


def edited_mix(**changes):
    return edited(mix={**MIX.to_json(), **changes})


def test_the_seed_is_half_of_a_hash_of_the_dealers_seed_and_the_parts():
    text = f"{7:032x}" + "00" + "ab" * 32 + "02" + "0c" * 32
    assert f"{MIX.dealt_seed:032x}" == hashlib.sha256(bytes.fromhex(text)).hexdigest()[:32]


@pytest.mark.parametrize(
    "other",
    [
        Mix(8, SALT, PARTS),
        Mix(7, SALT, ("ab" * 32, None, "0d" * 32)),
        Mix(7, SALT, (None, "ab" * 32, "0c" * 32)),
        Mix(7, SALT, ("ab" * 32, None, None)),
    ],
)
def test_every_part_and_its_seat_change_the_deal(other):
    assert other.dealt_seed != MIX.dealt_seed


def test_the_salt_does_not_change_the_deal():
    assert Mix(7, "00" * 32, PARTS).dealt_seed == MIX.dealt_seed


def test_the_record_is_replayed_and_verified():
    line = str(mixed_match().record())
    again = engine.replay(line)
    assert again.digest() == mixed_match().digest() and again.mix == MIX
    assert str(again.record()) == line and "salt" not in json.loads(line)
    found = records.Checker().verify(entry(line), MIX.commit, "AB" * 32)
    assert (found.commit, found.parts) == (MIX.commit, PARTS)
    with pytest.raises(RecordError, match="was not mixed"):
        records.Checker().verify(entry(line), part="00" * 32)


def test_a_viewers_record_tells_the_seal_alone():
    for record in (mixed_match().record(1), mixed_match().record(public=True)):
        assert record["commit"] == MIX.commit and not {"seed", "salt", "mix"} & set(record)
        records.Checker().compare(entry(str(mixed_match().record())), entry(str(record)))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (edited(seed="7"), "not what the dealer's seed and the parts give"),
        (edited(commit="00" * 32), "does not fit the salt and the seed of its mix"),
        (edited_mix(seed="8"), "does not fit the salt and the seed of its mix"),
        (edited_mix(salt="00" * 32), "does not fit the salt and the seed of its mix"),
        (edited_mix(parts=["ab" * 32, None, "0d" * 32]), "not what the dealer's seed"),
        (edited_mix(parts=["ab" * 32, None]), "should be the dealer's seed"),
        (edited_mix(parts=["ab", None, None]), "should be the dealer's seed"),
        (edited_mix(seed="-1"), "should be the dealer's seed"),
        (edited(mix=[]), "should be the dealer's seed"),
        (edited(mix=None), "sealed, but without the salt"),
    ],
)
def test_a_record_that_was_tampered_with_is_found(text, word):
    assert word in records.Checker().check(entry(text)).text


def test_the_record_fits_the_schema():
    schema = Draft202012Validator(SCHEMA)
    schema.validate(json.loads(str(mixed_match().record())))
    assert not schema.is_valid(json.loads(edited_mix(parts=["ab"])))
    assert not schema.is_valid(json.loads(edited_mix(salt="xy")))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_command_tells_who_added_a_part(ekiben, tmp_path, language):
    place = tmp_path / "game.jsonl"
    place.write_text(f"{mixed_match().record()}\n", encoding="utf-8")
    ran = ekiben("verify", place, "--commit", MIX.commit, "--language", language)
    assert ran.code == 0 and "1, 3" in ran.out and MIX.commit in ran.out
    assert ekiben("verify", place, "--part", PARTS[0]).code == 0
    ran = ekiben("verify", place, "--part", "00" * 32)
    assert ran.code == 1 and "was not mixed" in ran.out
    place.write_text(edited_mix(seed="8") + "\n", encoding="utf-8")
    assert ekiben("verify", place).code == 1
