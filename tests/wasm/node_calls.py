"""Kernels of the module, called in Node with NumPy's arrays as native ones are."""

import base64
import json
import subprocess
from pathlib import Path

import numpy as np
import programs
from programs import need

SCRIPT = Path(__file__).with_name("call_kernels.mjs")


def call_in_node(module, *calls):
    """Call kernels: `(name, *arguments)` each. Arrays are changed in place; return the results."""
    about = {"module": str(module), "calls": [[name, *map(sent, given)] for name, *given in calls]}
    done = subprocess.run(
        [need("nodejs", programs.node()), str(SCRIPT)],
        input=json.dumps(about),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    for (_, *given), answer in zip(calls, answers, strict=True):
        arrays = [one for one in given if isinstance(one, np.ndarray)]
        for array, left in zip(arrays, answer["arrays"], strict=True):
            array[...] = np.frombuffer(base64.b64decode(left), array.dtype).reshape(array.shape)
    return [answer["result"] for answer in answers]


def sent(value):
    if not isinstance(value, np.ndarray):
        return value
    return {"bytes": base64.b64encode(value.tobytes()).decode(), "shape": value.shape}
