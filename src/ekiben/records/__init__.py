"""Files of records: read as a stream, filtered, checked, counted, turned into arrays.

>>> from ekiben import records
>>> for entry in records.read("games.jsonl.gz"):                # doctest: +SKIP
...     print(entry.number, entry.values["game"], entry.values["result"])
>>> records.arrays(records.read("games.jsonl"), "games.npz")    # doctest: +SKIP
"""

from ekiben.records.arrays import arrays, legal_masks
from ekiben.records.checks import Checker, Fault, Verified, faults
from ekiben.records.files import Entry, read
from ekiben.records.filters import Choice
from ekiben.records.statistics import Statistics, statistics

__all__ = [
    "Checker",
    "Choice",
    "Entry",
    "Fault",
    "Statistics",
    "Verified",
    "arrays",
    "faults",
    "legal_masks",
    "read",
    "statistics",
]
