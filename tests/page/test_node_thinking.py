"""The page's thinking workers in Node: the pool's own code over threads with the bare module."""

import asyncio
import json

import pytest
from choice_log import FEW, LOG, play

import ekiben
from ekiben.wasm import build_module

from .node_workers import NodeWorkers, bundle
from .test_page_thinking import chooser, compiled_only, open_question, thinking_over, work_for

CHOICES = json.loads(LOG.read_text())


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    return bundle(tmp_path_factory.mktemp("thinking"))


@pytest.fixture(scope="module")
def workers(script):
    started = NodeWorkers(script, build_module(), size=2)
    yield started
    started.close()


@compiled_only
@pytest.mark.parametrize("name", ekiben.games())
def test_experts_choose_in_workers_as_anywhere_else(name, workers):
    assert play(name, "expert", chooser(workers), FEW) == CHOICES[f"{name} expert"][:FEW]


@compiled_only
def test_a_worker_that_is_killed_costs_no_choice(script, caplog):
    match, bot = open_question()
    workers = NodeWorkers(script, build_module(), size=1)
    thinking = thinking_over(workers)
    wanted = asyncio.run(thinking_over(None).run(work_for(match, bot)))
    assert asyncio.run(thinking.run(work_for(match, bot))) == wanted
    workers.kill(0)
    assert asyncio.run(thinking.run(work_for(match, bot))) == wanted
    workers.close()
