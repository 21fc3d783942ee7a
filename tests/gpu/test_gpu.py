"""On a graphics card everything is as on the processor, bit for bit; without one the code imports
and says what is missing.
"""

import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import ekiben
from ekiben import EkibenError, gpu
from ekiben.core import kernels
from ekiben.core.compiled import Interpreter, link
from ekiben.gpu import cuda_kernels

here = pytest.mark.skipif(gpu.missing() is not None, reason=f"{gpu.missing()}")


@pytest.mark.skipif(gpu.missing() is None, reason="there is a card")
def test_without_a_card_the_error_says_what_is_missing():
    game = ekiben.load("america")
    for call in (lambda: gpu.playouts(game, 4), lambda: gpu.DeviceBatch(game, 4)):
        with pytest.raises(EkibenError, match=r"graphics card.*(numba|NVIDIA).*game\.playouts"):
            call()


class OneThread:
    """A card in whose warps there is one thread, for interpreted kernels."""

    def __init__(self):
        self.thread = 0
        self.local = SimpleNamespace(array=lambda size, dtype: self)

    def view(self, dtype):
        return [None]

    def grid(self, dimensions):
        return self.thread

    def any_sync(self, threads, condition):
        return condition


@pytest.mark.parametrize("name", [name for name in ekiben.games() if name != "tokyo"])
def test_the_kernel_plays_the_same_games_interpreted(name):
    game, card, count = ekiben.load(name), OneThread(), 3
    rules = game.rule_set.names()
    own = {"cuda": card, "rules": rules["rules"], "SIZE_IN_WORDS": 0}
    play_out = link((cuda_kernels.play_out,), Interpreter(), {kernels: rules, cuda_kernels: own})
    words, lengths = np.array([5, 0, 0, 0], np.int64), np.zeros(count, np.int64)
    scores = np.zeros((count, 3), np.int64)
    for card.thread in range(count):
        play_out["play_out"]([game.plain_board], 3, words, 0, scores, lengths)
    assert np.array_equal(scores, game.playouts(count, 3, 5)) and lengths.all()


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


def london():
    return gpu.DeviceBatch(ekiben.load("london"), 64, 2, 3)


def address(batch):
    return batch.observations.__cuda_array_interface__["data"][0]


@here
def test_pytorch_takes_the_same_memory_and_gives_actions():
    torch = pytest.importorskip("torch")
    batch = london()
    seen = torch.as_tensor(batch.observations, device="cuda")
    assert seen.data_ptr() == address(batch)
    before = seen.clone()
    batch.step(torch.as_tensor(batch.masks, device="cuda").to(torch.uint8).argmax(1))
    assert not torch.equal(seen, before) and np.array_equal(
        seen.cpu().numpy(), batch.observations.copy_to_host()
    )


@here
def test_cupy_and_jax_take_the_same_memory():
    cupy = pytest.importorskip("cupy")
    batch = london()
    seen = cupy.asarray(batch.observations)
    assert seen.data.ptr == address(batch)
    batch.step(cupy.asarray(batch.masks).argmax(1))
    assert np.array_equal(seen.get(), batch.observations.copy_to_host())
    jax = pytest.importorskip("jax")
    taken = jax.dlpack.from_dlpack(seen)
    assert taken.unsafe_buffer_pointer() == address(batch) and np.array_equal(
        np.asarray(taken), seen.get()
    )


def test_the_examples_of_the_manual_run():
    page = Path(__file__).resolve().parents[2] / "docs" / "gpu.md"
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) == 3
    for block in blocks:
        exec(compile(block, page.name, "exec"), {})
