"""`ekiben play` with arguments that are wrong."""

import pytest


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["london", "--seats", "9"], "london is for 2 to 4 seats, not 9"),
        (["london", "--seats", "none"], "not a whole number from 1 on"),
        (["amerika"], "Did you mean 'america'?"),
        (["--set", "stations=1"], "Options: first_seat"),
        (["--set", "first_seat=9"], "it is one of 0, 'drawn'"),
        (["--set", "nothing"], "not of the form option=value"),
        (["--players", "human,gredy"], "Did you mean 'greedy'?"),
        (["--players", "human,greedy:size=3"], "no key 'size'"),
        (["--players", "human:age=9"], "a person is 'human' or 'human:name=Anna'"),
        (["--players", "human,human,human", "--seats", "2"], "3 players are too many for 2 seats"),
        (["--seed", "x"], "not a whole number"),
        (["--seed", "-1"], "a seed is"),
        (["--save", "no/such/folder/game.jsonl"], "No such file or directory"),
        (["--language", "fr"], "invalid choice"),
        (["./no-such-board.toml"], "no-such-board.toml"),
    ],
)
def test_wrong_usage_is_one_clear_line(ekiben, args, message):
    ran = ekiben("play", *args)
    assert ran.code == (1 if "no-such-board" in message else 2) and ran.out == ""
    assert message in ran.err.splitlines()[-1]
