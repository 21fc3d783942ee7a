"""Every figure that a review's sentence rests on has a name in the browser."""

import re
from pathlib import Path

import pytest

import ekiben.analysis.routes.comparison
import ekiben.analysis.routes.explanations
from ekiben import texts
from ekiben.analysis.tokyo.explanations import MEASURES

ROUTES = [
    Path(str(module.__file__)).read_text(encoding="utf-8")
    for module in (ekiben.analysis.routes.comparison, ekiben.analysis.routes.explanations)
]
NAMED = re.compile(
    r'\.(?:figure|count)\(f?"([a-z-]+)|\.(?:points_lost|unused)\((?:"\w+", )?"([a-z-]+)'
)


@pytest.mark.parametrize("language", texts.languages())
def test_every_measure_has_a_name(language):
    found = {one or other for source in ROUTES for one, other in NAMED.findall(source)}
    assert {"ticket-done", "has-longest", "cards-left", "route-points"} <= found
    assert {*found, *MEASURES.values()} <= set(texts.words(language)["web"]["review"]["measures"])
