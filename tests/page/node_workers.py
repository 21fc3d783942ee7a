"""The page's own thinking pool and workers, in Node: `thinking.ts` over worker threads."""

import base64
import json
import subprocess
from pathlib import Path

import programs

from .worker_stand_in import Answers, JsBytes

ROOT = Path(__file__).parents[2]
SOURCE = Path(__file__).parent / "node_thinking.ts"
BUNDLER = ROOT / "web" / "node_modules" / "rolldown" / "bin" / "cli.mjs"


def node() -> str:
    return programs.need("nodejs", programs.node())


def bundle(folder: Path) -> Path:
    """The pool and its worker as one file that Node runs."""
    made = folder / "thinking.mjs"
    command = [node(), BUNDLER, SOURCE, "--file", made, "--format", "esm", "--platform", "node"]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT / "web")
    return made


class NodeWorkers:
    """A process whose threads think; it waits for every answer."""

    def __init__(self, script: Path, module: Path, size: int = 2) -> None:
        self.size = size
        self.process = subprocess.Popen(
            [node(), script, module, str(size)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, method, **values):
        if self.process.stdin.closed:  # bots that outlive the process give back their arrays
            return None
        print(json.dumps({"method": method, **values}), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    async def ready(self):
        self.ask("ready")

    def keep(self, key, data):
        self.ask("keep", number=key, data=base64.b64encode(data.data).decode())

    def forget(self, key):
        self.ask("forget", number=key)

    def cancel(self, ticket):
        self.ask("cancel", number=ticket)

    async def call(self, ticket, calls, data):
        sent = base64.b64encode(data.data).decode()
        found = self.ask("call", number=ticket, calls=calls, data=sent)
        return Answers(found["outcomes"], JsBytes(base64.b64decode(found["data"])))

    def kill(self, number):
        """End a thread from outside."""
        self.ask("kill", number=number)

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()
