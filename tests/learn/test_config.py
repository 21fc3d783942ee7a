"""Settings of a training run: read from a file or typed, and refused with what would be right."""

from types import SimpleNamespace

import pytest

from ekiben import EkibenError
from ekiben.cli.train import config_of
from ekiben.learn.config import Config, make_config, read_config, settings_of


def test_a_file_gives_settings(tmp_path):
    file = tmp_path / "run.toml"
    file.write_text("game = 'london'\nseconds = 5\n[seats]\n2 = 0.5\n4 = 0.5\n")
    config = read_config(file)
    assert config == Config("london", seconds=5, seats={2: 0.5, 4: 0.5})
    assert settings_of(config) == {"seconds": 5, "seats": {2: 0.5, 4: 0.5}}


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"game": "london", "second": 5}, "Did you mean 'seconds'"),
        ({"seconds": 5}, "which game"),
        ({"game": "london", "width": "wide"}, "width is of type int, not 'wide'"),
        ({"game": "london", "games": True}, "games is of type int, not True"),
    ],
)
def test_a_wrong_setting_is_told(settings, told):
    with pytest.raises(EkibenError, match=told):
        make_config(settings)


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    (tmp_path / "run.toml").write_text("game = ")
    with pytest.raises(EkibenError, match="cannot read the settings"):
        read_config(tmp_path / "run.toml")


def test_the_command_line_sets_settings():
    typed = ["seconds=7", "panel=['racer']", "seats={2: 1.0}", "teacher=racer"]
    config = config_of(SimpleNamespace(what="london", set=typed))
    assert config == Config("london", seconds=7, panel=("racer",), seats={2: 1.0}, teacher="racer")
    with pytest.raises(EkibenError, match="for 2 to 4 seats, not 5"):
        config_of(SimpleNamespace(what="london", set=["meant_for=[2, 5]"]))
    with pytest.raises(EkibenError, match="NAME=VALUE"):
        config_of(SimpleNamespace(what="london", set=["seconds"]))
