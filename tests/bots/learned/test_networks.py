"""Networks of whole numbers: near to the float layers they come from, the same in every build, and
kept in files that say what is wrong with them.
"""

import io
import json
import zipfile
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from random_networks import game_layers, random_layers, random_network, random_observations

import ekiben
from ekiben.bots.learned import forward
from ekiben.bots.learned.files import network_for
from ekiben.bots.learned.many import evaluate_many, square_roots
from ekiben.bots.learned.network import Network, Networks, find_problem
from ekiben.bots.learned.quantising import (
    float_layers,
    forward_floats,
    quantise,
    quantise_layers,
)
from ekiben.core.compiled import Interpreter, link
from ekiben.core.errors import EkibenError
from ekiben.observations.encoding import encoding

GAMES = ("america", "europe", "great-lakes", "london")
load = cache(ekiben.load)


def logits(network, observation, functions=forward):
    """What `forward` makes of an observation, head by head."""
    several = Networks.of([network])
    stream, active = several.stream(), several.active()
    places = (several.shapes[0], several.weights, several.scales)
    functions.run_trunk(*places, observation, stream, active)
    heads = []
    for head, size in enumerate(("actions", "values", "beliefs")):
        heads.append(np.zeros(network.size(size)))
        functions.write_head(*places, active, head, heads[-1])
    return heads


class LoopFunctions:
    """The functions of `forward` with the loops that are compiled, but interpreted."""

    def __init__(self):
        looping = {forward.dot: forward.dot_loop, forward.add_rows: forward.add_rows_loop}
        linked = link((forward.run_trunk, forward.write_head), Interpreter(), {}, looping)
        self.run_trunk, self.write_head = linked["run_trunk"], linked["write_head"]


# ---- arithmetic
def test_float_layers_come_back_from_whole_numbers():
    """They do what the network does, and so does a network that is made of them."""
    game, scale = load("london"), encoding(load("london")).scale
    network, seen = network_for(game), random_observations(game, 64)
    layers = float_layers(network, scale)
    floats, whole = forward_floats(layers, seen, scale), evaluate_many(network, seen)
    for wanted, found in ((whole.policy, floats.policy), (whole.value, floats.value)):
        assert np.abs(found - wanted).max() < 0.01 * np.abs(wanted).max()
    for block in ("block.0", "block.2"):  # so that a trainer's steps suit both layers
        inner, outer = layers[f"{block}.a.weight"].std(), layers[f"{block}.b.weight"].std()
        assert inner == pytest.approx(outer, rel=0.01)
    again = evaluate_many(quantise(layers, seen, game), seen)
    assert np.abs(again.policy - whole.policy).max() < 0.02 * np.abs(whole.policy).max()


@pytest.mark.parametrize("name", GAMES)
def test_a_network_is_near_to_its_float_layers(name):
    game = load(name)
    layers = game_layers(game, width=64, hidden=64, blocks=3)
    seen, unseen = random_observations(game, 64), random_observations(game, 64, seed=2)
    network = quantise(layers, seen, game)
    whole, floats = (
        evaluate_many(network, unseen),
        forward_floats(layers, unseen, encoding(game).scale),
    )
    for head in ("policy", "value", "belief"):
        error = np.abs(getattr(whole, head) - getattr(floats, head))
        assert error.max() < 0.15 * getattr(floats, head).std(), head
        assert error.mean() < 0.02 * getattr(floats, head).std(), head


@pytest.mark.parametrize(("width", "hidden", "blocks"), [(8, 4, 0), (7, 9, 1), (16, 24, 3)])
def test_loops_and_numpy_give_the_same_numbers(width, hidden, blocks):
    luck = np.random.default_rng(width)
    scale = (1 / luck.integers(1, 200, 40)).astype(np.float32)
    layers = random_layers((40, 11, 6), width=width, hidden=hidden, blocks=max(blocks, 1), seed=3)
    observations = luck.integers(0, 256, (6, 40)).astype(np.uint8)
    observations[0] = 0
    network = quantise_layers(layers, observations, scale)
    many = evaluate_many(network, observations)
    loops = LoopFunctions()
    for number, observation in enumerate(observations):
        expected = [many.policy[number], many.value[number], many.belief[number]]
        for found in (logits(network, observation), logits(network, observation, loops)):
            assert all((a == b).all() for a, b in zip(found, expected, strict=True))


def test_roots_are_those_of_the_library_but_for_the_last_digit():
    values = np.concatenate([np.logspace(-3, 19, 500), [0.25, 1.0, 4.0, 2.0**62]])
    assert square_roots(values).tolist() == [forward.square_root(value) for value in values]
    assert np.allclose(square_roots(values), np.sqrt(values), rtol=1e-15, atol=0)


def test_the_largest_numbers_do_not_overflow():
    """With the largest weights and inputs, the sums of 32 bits still are those of NumPy."""
    network = random_network(load("london"), width=32, hidden=32)
    largest = Network("", "", network.shape, np.full_like(network.weights, 127), network.scales * 9)
    observation = np.full((1, largest.size("inputs")), 255, np.uint8)
    with np.errstate(over="raise"):
        found = logits(largest, observation[0], LoopFunctions())
    expected = evaluate_many(largest, observation)
    assert (found[0] == expected.policy[0]).all()


def test_several_networks_lie_one_behind_the_other():
    game = load("london")
    networks = [random_network(game, seed, width=8 * seed) for seed in (1, 2)]
    several = Networks.of(networks)
    observation = random_observations(game, 1)[0]
    for row, network in zip(several.shapes, networks, strict=True):
        stream, active, values = several.stream(), several.active(), np.zeros(5)
        forward.run_trunk(row, several.weights, several.scales, observation, stream, active)
        forward.write_head(row, several.weights, several.scales, active, forward.VALUE_HEAD, values)
        assert (values == evaluate_many(network, observation[None]).value[0]).all()


def test_of_equal_actions_the_lowest_is_taken():
    network = random_network(load("london"))
    flat = Network("", "", network.shape, network.weights * 0, network.scales * 0 + 1)
    several = Networks.of([flat])
    places = (several.shapes[0], several.weights, several.scales, several.active())
    assert forward.best_action(*places, np.array([9, 4, 7, 1]), 3) == 4


# ---- files
def test_a_file_keeps_a_network(tmp_path):
    network, path = random_network(load("london")), tmp_path / "own.npz"
    network.save(path)
    read = Network.load(path)
    assert (read.game, read.board) == ("london", load("london").digest)
    for name in ("shape", "weights", "scales"):
        assert (getattr(read, name) == getattr(network, name)).all()
    read.save(tmp_path / "again.npz")
    assert path.read_bytes() == (tmp_path / "again.npz").read_bytes()


def test_a_file_says_at_which_tables_it_plays(tmp_path):
    path = tmp_path / "own.npz"
    network = random_network(load("london"))
    network.save(path)
    assert Network.load(path).seats is None
    assert b"seats" not in about_of(path)
    replace(network, seats=(2, 4)).save(path)
    assert Network.load(path).seats == (2, 4)
    assert json.loads(about_of(path))["seats"] == [2, 4]
    assert network_for(load("london"), str(path)).seats == (2, 4)


def about_of(path):
    with np.load(path) as file:
        return file["about"].tobytes()


def changed_file(path, **changes):
    """The file with some of its arrays, or of what it says of itself, changed."""
    with np.load(path) as file:
        members = dict(file.items())
    about = json.loads(members["about"].tobytes())
    for name, change in changes.items():
        if name in members:
            members[name] = change(members[name])
        else:
            about[name] = change
    members["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez(path, **members)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": 9}, "has format 9, and this Ekiben reads 1"),
        ({"width": 17}, "holds no network that can be used: its weights are int8"),
        ({"width": 100_000}, "100000 width"),
        ({"inputs": -1}, "-1 inputs"),
        ({"width": "wide"}, "does not say what it was made for"),
        *(
            ({"seats": seats}, "does not say what it was made for: seats should be numbers of")
            for seats in (2, [], [2, 2], [3, 2], [2.5], ["2"], [True], [0, 2], [[2]], None, "23")
        ),
        ({"weights": lambda array: array[:-1]}, "its weights are int8"),
        ({"weights": lambda array: array.astype(np.int16)}, "its weights are int16"),
        ({"weights": lambda array: np.full_like(array, -128)}, "a weight is below -127"),
        ({"scales": lambda array: array * np.nan}, "a scale is no usable number"),
        ({"scales": lambda array: array[1:]}, "its scales are float64"),
    ],
)
def test_a_wrong_file_says_what_is_wrong(tmp_path, changes, said):
    path = tmp_path / "own.npz"
    random_network(load("london")).save(path)
    changed_file(path, **changes)
    with pytest.raises(EkibenError) as caught:
        Network.load(path)
    assert said in str(caught.value) and "own.npz" in str(caught.value)


def test_damaged_files_are_told(tmp_path):
    path = tmp_path / "own.npz"
    random_network(load("london")).save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(EkibenError, match=r"own\.npz is damaged or no file of a network"):
        Network.load(path)
    path.write_bytes(whole[:500] + bytes(100) + whole[600:])
    with pytest.raises(EkibenError, match=r"own\.npz"):
        Network.load(path)
    path.write_bytes(b"no archive")
    with pytest.raises(EkibenError, match="is damaged or no file of a network"):
        Network.load(path)
    empty = io.BytesIO()
    with zipfile.ZipFile(empty, "w") as archive:
        archive.writestr("other.txt", "nothing")
    path.write_bytes(empty.getvalue())
    with pytest.raises(EkibenError, match="is no file of a network"):
        Network.load(path)
    with pytest.raises(EkibenError, match="no file of a network at"):
        Network.load(tmp_path / "none.npz")


def test_a_network_fits_the_board_it_was_made_for_only(tmp_path):
    path = tmp_path / "own.npz"
    random_network(load("london")).save(path)
    assert network_for(load("london"), str(path)).game == "london"
    with pytest.raises(EkibenError, match=r"was trained for london .*, not for america"):
        network_for(load("america"), str(path))
    changed_file(path, board="another")
    with pytest.raises(EkibenError, match=r"was trained for london \(board another\)"):
        network_for(load("london"), str(path))
    random_network(load("london")).save(path)
    changed_file(path, seats=[3, 5])
    with pytest.raises(
        EkibenError, match=r"own\.npz is meant for tables of 3, 5 seats; london has 2"
    ):
        network_for(load("london"), str(path))


def test_a_network_of_other_observations_is_refused():
    game = load("london")
    layers = random_layers((10, game.action_count, 4), width=8, hidden=8, blocks=1, seed=1)
    network = quantise_layers(
        layers,
        np.ones((4, 10), np.uint8),
        np.ones(10, np.float32),
        game=game.name,
        board=game.digest,
    )
    assert find_problem(network) == ""
    with pytest.raises(EkibenError, match="has 10 inputs; london has"):
        network.check_fits(game)
