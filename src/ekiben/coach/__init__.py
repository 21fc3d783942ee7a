"""The coach: why an action is good and what to look out for, from what a seat may know.

>>> import ekiben
>>> from ekiben.coach import explain, say
>>> match = ekiben.load("london").new(seats=2, seed=7)
>>> reason = explain(match.game, match.view(0), match.legal()[0])
>>> say(reason, "en")  # doctest: +ELLIPSIS
'...'
"""

from ekiben.coach.advice import explain, remarks, say, suggest
from ekiben.coach.family import Suggestion
from ekiben.coach.reason import Reason, Value

__all__ = ["Reason", "Suggestion", "Value", "explain", "remarks", "say", "suggest"]
