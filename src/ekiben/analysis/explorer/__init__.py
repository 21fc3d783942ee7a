"""Statistics over many games: which tickets, routes and first moves win, with intervals.

>>> from ekiben.analysis import explorer
>>> hard = explorer.shipped("london").group(2, "hard")
>>> hard.item("tickets", hard.tables["tickets"].items[0]).won("kept")     # doctest: +SKIP
Share(value=0.55, low=0.54, high=0.56)
"""

from ekiben.analysis.explorer.counting import explore, play
from ekiben.analysis.explorer.files import merge, read, shipped, to_json
from ekiben.analysis.explorer.groups import Exploration, Group, Item, Source
from ekiben.analysis.explorer.intervals import Share, wilson

__all__ = [
    "Exploration",
    "Group",
    "Item",
    "Share",
    "Source",
    "explore",
    "merge",
    "play",
    "read",
    "shipped",
    "to_json",
    "wilson",
]
