"""On a graphics card everything is as on the processor, bit for bit; without one the code imports
and says what is missing.
"""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import ekiben
from ekiben import EkibenError, bots, gpu
from ekiben.bots.family import policy_kernel
from ekiben.bots.routes.kernels import choose_in_each
from ekiben.bots.routes.policy_state import PolicyState
from ekiben.bots.routes.policy_tables import policy_tables
from ekiben.core import kernels
from ekiben.core.compiled import Interpreter, link
from ekiben.envs.builds import interpreted_kernels, open_names
from ekiben.gpu import cuda_kernels
from ekiben.gpu.cuda_kernels import KERNELS, POLICY_KERNELS
from ekiben.gpu.device import build, build_policy
from ekiben.observations.encoding import OBSERVATION, encoding, kept, scratch

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


class Kernels:
    """numba's CUDA part, as far as it notes what is to be compiled, and how."""

    def __init__(self):
        self.options = {}

    def jit(self, function, **options):
        if "device" not in options:
            self.options[function.__name__] = options
        return function


def test_kernels_are_kept_on_disk_and_random_play_takes_few_registers(tmp_path, monkeypatch):
    monkeypatch.setenv("EKIBEN_CACHE", str(tmp_path))
    cuda, game = Kernels(), ekiben.load("london")
    build(game, cuda)
    number, _ = policy_kernel(game).tables_of(game, bots.make("planner"))
    build_policy(game, cuda, number)
    assert set(cuda.options) == {one.__name__ for one in (*KERNELS, *POLICY_KERNELS)}
    assert all(options["cache"] for options in cuda.options.values())
    limits = {name: options["max_registers"] for name, options in cuda.options.items()}
    assert limits.pop("play_out") == 56 and set(limits.values()) == {None}
    assert {folder.name for folder in tmp_path.glob("*/*")} == {"games", f"policy-{number}"}


class ObservingThread(OneThread):
    """A thread that counts alone, with work space to observe with."""

    def __init__(self):
        super().__init__()
        self.local = SimpleNamespace(array=lambda size, dtype: np.zeros(size, dtype))
        self.atomic = SimpleNamespace(add=self.add)

    def add(self, array, place, value):
        array[place] += value
        return array[place] - value


@pytest.mark.parametrize("name", [name for name in ekiben.games() if name != "tokyo"])
def test_only_what_is_outdated_is_found_anew(name):
    """And the rows are those of `observe`."""
    game, card, count = ekiben.load(name), ObservingThread(), 6
    observation = OBSERVATION.of(game)
    functions = {name: getattr(observation, name) for name in ("is_up_to_date", "update", "write")}
    own = {"cuda": card, "WORK": observation.WORK, **functions}
    names = {**open_names(game), cuda_kernels: own}
    kernels_of_looking = cuda_kernels.find_outdated, cuda_kernels.update_kept, cuda_kernels.look
    linked = link(kernels_of_looking, Interpreter(), names)
    boards, states = [game.plain_board], [None] * count
    rules = game.builds.interpreted
    rules.start_many(boards, states, 0, count, 2, np.array([5, 0, 0, 0], np.int64), 0)
    order, counts = np.zeros(count, np.int64), np.zeros(1, np.int64)
    known = np.full(count, -1, np.int64), kept(game, count, 2).T
    columns = np.zeros((encoding(game).size + 5, count), np.uint8)  # as in tiles
    spaces = np.zeros((2, observation.WORK), np.int64)  # of two threads, which take turns
    wanted, outdated = columns[:-5].T.copy(), []
    luck, actions = np.arange(1, count + 1), np.zeros(count, np.int64)
    for _ in range(60):
        for card.thread in range(count):
            linked["find_outdated"](boards, states, *known, order, counts)
        outdated.append(int(counts[0]))
        places = order[: outdated[-1]].tolist()
        assert len(set(places)) == len(places)
        before = known[1].copy()
        for card.thread in range(len(spaces)):
            linked["update_kept"](boards, states, *known, order, counts, spaces)
        assert sorted(places) == np.flatnonzero((known[1] != before).any(axis=0)).tolist()
        before = known[1].copy()
        for card.thread in range(count):
            linked["look"](boards, states, *known, counts, columns)
        assert (known[1] == before).all() and not counts.any()
        interpreted_kernels(game).observe_many(
            boards, states, known[0], scratch(game), wanted, 0, count
        )
        assert np.array_equal(columns[:-5].T, wanted)
        rules.choose_many(boards, states, luck, actions, 0, count)
        rules.apply_many(boards, states, actions, 0, count, False, True)
    assert outdated[0] == count and 0 < np.mean(outdated) < count


@pytest.mark.parametrize("name", [name for name in ekiben.games() if name != "tokyo"])
def test_policies_choose_question_by_question(name):
    """Only where they are asked to, and the same actions as on the processor."""
    game, card, count = ekiben.load(name), ObservingThread(), 12
    kernel = policy_kernel(game)
    policy, _ = kernel.tables_of(game, bots.make("planner"))
    own = {"cuda": card, "choose_in_each": choose_in_each, "POLICY_WORDS": 0}
    linked = link(
        cuda_kernels.POLICY_KERNELS, Interpreter(), {cuda_kernels: own, **open_names(game)}
    )
    tables, work = [policy_tables(game, bots.make("planner").weights)], [PolicyState()]
    card.local = SimpleNamespace(array=lambda size, dtype: SimpleNamespace(view=lambda kind: work))
    boards, states, rules = [game.plain_board], [None] * count, game.builds.interpreted
    rules.start_many(boards, states, 0, count, 3, np.array([5, 0, 0, 0], np.int64), 0)
    questions = len(game.asked_names)
    order = np.zeros((questions, count), np.int64)
    counts, luck = [np.zeros(questions, np.int64) for _ in range(2)], np.arange(1, count + 1)
    kinds = set()
    for step in range(50):
        policies = np.where((np.arange(count) + step) % 3 > 0, policy, -1)
        actions = np.full(count, -1)
        for card.thread in range(count):
            linked["sort_choices"](boards, states, policies, order, counts[0])
        asked = [state.asked for state in states]
        kinds |= set(asked)
        chosen = [asked[i] for i in range(count) if policies[i] >= 0]
        assert counts[0].tolist() == [chosen.count(number) for number in range(questions)]
        for card.thread in range(count):
            linked["choose_by_policy"](boards, states, tables, policies, order, *counts, actions)
        counts.reverse()
        assert not counts[0].any()
        wanted = np.full(count, -1)
        choose_in_each(boards, tables, work, 0, states, policies, wanted, 0, count)
        assert np.array_equal(actions, wanted) and (actions >= 0).sum() == len(chosen)
        others = np.zeros(count, np.int64)
        rules.choose_many(boards, states, luck, others, 0, count)
        actions = np.where(actions < 0, others, actions)
        rules.apply_many(boards, states, actions, 0, count, False, True)
    assert len(kinds) > 3


class BlockOfThreads:
    """A block whose threads wait for each other, for interpreted kernels."""

    def __init__(self, block):
        self.blockIdx = SimpleNamespace(x=block)
        self.threadIdx = threading.local()
        self.syncthreads = threading.Barrier(cuda_kernels.TILE).wait
        tile = np.zeros((cuda_kernels.TILE, cuda_kernels.APART), np.uint32)
        self.shared = SimpleNamespace(array=lambda shape, dtype: tile)

    def run(self, kernel, *arguments):
        def thread(number):
            self.threadIdx.x = number
            kernel(None, None, *arguments)

        with ThreadPoolExecutor(cuda_kernels.TILE) as threads:
            list(threads.map(thread, range(cuda_kernels.TILE)))


@pytest.mark.parametrize(("games", "size"), [(64, 64), (70, 100), (3, 200)])
def test_columns_are_turned_to_rows(games, size):
    tile = cuda_kernels.TILE
    tiles = -(-games // tile), -(-size // tile)
    columns = np.random.default_rng(1).integers(
        0, 256, (tiles[1] * tile, tiles[0] * tile), np.uint8
    )
    rows = np.zeros((games, size), np.uint8)
    for block in range(tiles[0] * tiles[1]):
        threads = BlockOfThreads(block)
        names = {cuda_kernels: {"cuda": threads}}
        linked = link((cuda_kernels.turn_to_rows,), Interpreter(), names)
        threads.run(linked["turn_to_rows"], columns.view(np.uint32), rows)
    assert np.array_equal(rows, columns[:size, :games].T)


class BlockInTurn(BlockOfThreads):
    """A block of which some thread asks for its number."""

    def grid(self, dimensions):
        return self.blockIdx.x * cuda_kernels.TILE + self.threadIdx.x


@pytest.mark.parametrize("in_bits", [False, True])
def test_masks_are_those_of_the_processor(in_bits):
    """In blocks of which each has several games, and the last not one for every thread."""
    game, count, tile = ekiben.load("london"), 2 * cuda_kernels.TILE + 9, cuda_kernels.TILE
    names, rules = open_names(game), game.builds.interpreted
    boards, states = [game.plain_board], [None] * count
    rules.start_many(boards, states, 0, count, 2, np.array([5, 0, 0, 0], np.int64), 0)
    luck, actions = np.arange(1, count + 1), np.zeros(count, np.int64)
    for _ in range(5):
        rules.choose_many(boards, states, luck, actions, 0, count)
        rules.apply_many(boards, states, actions, 0, count, False, True)
    columns = -(-game.action_count // 8) if in_bits else game.action_count
    masks, wanted = np.full((2, count, columns), 7, np.uint8)
    ids = np.zeros((game.action_count + 1, tile), np.int64)
    kernel = cuda_kernels.mask_bits if in_bits else cuda_kernels.mask
    block = BlockInTurn(0)
    linked = link((kernel,), Interpreter(), {**names, cuda_kernels: {"cuda": block}})
    threads = linked[kernel.__name__]

    def run(*arguments):
        threads(boards, states, *arguments[2:])

    block.run(run, masks, ids)
    fill = interpreted_kernels(game).bits_many if in_bits else rules.mask_many
    fill(boards, states, wanted, 0, count, ids[:, 0])
    assert np.array_equal(masks, wanted) and masks.any(axis=1).all()


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
