"""Build the browser client as a page, with the tools of a checkout."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

from ekiben.core.errors import EkibenError
from ekiben.texts import say

ROOT = Path(__file__).parents[4]
WEB = ROOT / "web"
PACKAGES = WEB / "node_modules"
SERVICE_WORKER = WEB / "src" / "page" / "service-worker.ts"


def check_checkout(language: str = "en") -> None:
    """A page is built from the client's sources, which are in no wheel."""
    missing = [
        file for file in ("hatch_build.py", "web/package.json") if not (ROOT / file).exists()
    ]
    if missing:
        raise EkibenError(say("cli.page.no-sources", language, files=", ".join(missing)))


def build_client(out: Path, index: Path) -> None:
    """Build the client; `index` lists the answers that will lie beside it."""
    tools = client_tools()
    tools.fetch_node()
    if not (PACKAGES / "pyodide").is_dir():
        shutil.rmtree(PACKAGES, ignore_errors=True)
    tools.install()
    run_vite(tools, out, index, "client")
    if SERVICE_WORKER.exists():
        run_vite(tools, out, index, "service-worker")


def run_vite(tools: ModuleType, out: Path, index: Path, part: str) -> None:
    tools.npm(
        *("run", "--silent", "build-page", "--", "--logLevel", "warn"),
        EKIBEN_WEB_OUT=str(out),
        EKIBEN_PAGE_ANSWERS=str(index),
        EKIBEN_PAGE_PART=part,
    )


def client_tools() -> ModuleType:
    """The checkout's own `hatch_build`, which knows Node and npm."""
    name = "hatch_build"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, ROOT / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
