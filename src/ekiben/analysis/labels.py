"""What a choice is called, by how much of the chance to win it lost."""

from __future__ import annotations

from ekiben.analysis.review import Label

# a choice has the first label whose limit its loss stays below; chosen from `bench/losses.py`
LIMITS: tuple[tuple[Label, float], ...] = (
    ("best", 0.01),
    ("good", 0.03),
    ("inaccuracy", 0.06),
    ("mistake", 0.12),
)
WORST: Label = "blunder"
LABELS: tuple[Label, ...] = (*(label for label, _ in LIMITS), WORST)
HARMLESS: tuple[Label, ...] = ("best", "good")  # the labels that blame nobody


def label_of(loss: float, error: float = 0.0) -> Label:
    """The label of a loss; one below its standard error may be chance and is harmless."""
    label = next((label for label, limit in LIMITS if loss < limit), WORST)
    return label if loss >= error or label in HARMLESS else HARMLESS[-1]
