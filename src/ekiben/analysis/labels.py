"""What a choice is called, by how much of the chance to win it lost."""

from __future__ import annotations

from ekiben.analysis.review import Label

# a choice has the first label whose limit its loss stays below
LIMITS: tuple[tuple[Label, float], ...] = (
    ("best", 0.01),
    ("good", 0.03),
    ("inaccuracy", 0.07),
    ("mistake", 0.15),
)
WORST: Label = "blunder"
LABELS: tuple[Label, ...] = (*(label for label, _ in LIMITS), WORST)


def label_of(loss: float, error: float = 0.0) -> Label:
    """The label of a loss; its standard error is taken off, so that chance alone blames nobody."""
    sure = loss - error
    return next((label for label, limit in LIMITS if sure < limit), WORST)
