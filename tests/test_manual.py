"""The manual's examples run as they are printed."""

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = [page for page in sorted(DOCS.glob("*.md")) if "```pycon" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_page(page):
    blocks = re.findall(r"^```pycon\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0))
    assert runner.summarize(verbose=False).failed == 0
