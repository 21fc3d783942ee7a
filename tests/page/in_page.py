"""What the tests run inside Pyodide; `arguments` and `options` come from run_python.mjs."""

import sys

sys.path.insert(0, "/tests")

import play_tables

from ekiben.page.serve import Page


async def main():
    moves, *tables = arguments  # noqa: F821
    whole = {**options, "settings": play_tables.QUICK}  # noqa: F821
    return await play_tables.play_all(lambda: Page(None, None, whole), tables, int(moves))
