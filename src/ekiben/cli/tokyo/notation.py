"""Jobs by their cities, turned into notation."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ekiben.cli.notation import with_ids
from ekiben.cli.words import Words
from ekiben.core.action import Action

JOB_VERBS = ("load", "unload", "return", "lose")


def in_notation(words: Words, verb: str, rest: str, legal: Sequence[Action]) -> str | None:
    """A job by its own id; what names none stays as it was typed."""
    return (job_named(words, verb, rest, legal) or rest) if verb in JOB_VERBS else None


def job_named(words: Words, verb: str, text: str, legal: Sequence[Action]) -> str | None:
    """The one legal job whose cities were named: its destination, its origin, or both."""
    wanted = set(re.split(r"[\s→–—-]+", with_ids(words, text)))
    jobs = {action.job for action in legal if action.verb == verb}
    cities = words.board.cities
    found = [
        job.id
        for job in words.board.jobs
        if job.id in jobs and wanted <= {cities[job.origin].id, cities[job.goal].id}
    ]
    return found[0] if len(found) == 1 else None
