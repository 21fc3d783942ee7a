"""On a graphics card everything is as on the processor, bit for bit; without one the code imports and says what is missing."""

import re
from pathlib import Path

import numpy as np
import pytest

import ekiben
from ekiben import EkibenError, gpu

here = pytest.mark.skipif(gpu.missing() is not None, reason=f"{gpu.missing()}")


@pytest.mark.skipif(gpu.missing() is None, reason="there is a card")
def test_without_a_card_the_error_says_what_is_missing():
    game = ekiben.load("america")
    for call in (lambda: gpu.playouts(game, 4), lambda: gpu.DeviceBatch(game, 4)):
        with pytest.raises(EkibenError, match=r"graphics card.*(numba|NVIDIA).*game\.playouts"):
            call()


@here
@pytest.mark.parametrize("name", ekiben.games())
def test_games_are_the_same_as_on_the_processor(name):
    game = ekiben.load(name)
    count = 100_000 if name != "tokyo" else 1_000
    assert np.array_equal(gpu.playouts(game, count, 2, 5), game.playouts(count, 2, 5))


@here
@pytest.mark.parametrize("name", ekiben.games())
def test_steps_observations_and_masks_are_the_same(name):
    from ekiben.envs import BatchEnv
    game = ekiben.load(name)
    there, this = gpu.DeviceBatch(game, 64, 2, 9), BatchEnv(game, 64, 2, 9)
    for _ in range(300):
        assert np.array_equal(there.observations.copy_to_host(), this.observations)
        assert np.array_equal(there.masks.copy_to_host(), this.masks)
        actions = this.random()
        this.step(actions)
        there.step(there.cuda.to_device(actions))
        assert np.array_equal(there.scores.copy_to_host(), this.scores)


@here
def test_an_illegal_action_is_refused():
    batch = gpu.DeviceBatch(ekiben.load("london"), 8)
    with pytest.raises(EkibenError, match="not legal"):
        batch.step(batch.cuda.to_device(np.zeros(8, np.int64)))


def test_the_examples_of_the_manual_run():
    page = Path(__file__).resolve().parents[2] / "docs" / "gpu.md"
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) == 3
    for block in blocks:
        exec(compile(block, page.name, "exec"), {})
