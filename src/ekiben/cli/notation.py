"""What a person types, turned into notation: city names in either language, full-width letters,
jobs by their cities.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from ekiben.cli.words import Words
from ekiben.core.action import Action
from ekiben.texts.wording import is_lattice

JOB_VERBS = ("load", "unload", "return", "lose")


def plain(typed: str) -> str:
    """Full-width letters, figures and spaces as ordinary ones."""
    return " ".join(unicodedata.normalize("NFKC", typed).split())


def in_notation(words: Words, typed: str, legal: Sequence[Action]) -> str:
    """The line with every city by its id, and a job by its own."""
    verb, _, rest = typed.partition(" ")
    if is_lattice(words.board) and verb.lower() in JOB_VERBS:
        return f"{verb} {job_named(words, verb.lower(), rest, legal) or rest}"
    return f"{verb} {with_ids(words, rest)}".strip()


def with_ids(words: Words, text: str) -> str:
    """Names of cities replaced by their ids, the longest first; dashes and arrows between two of
    them become one hyphen.
    """
    names = {name: city.id for city in words.board.cities for name in city.names.values()}
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(re.escape(name), names[name], text, flags=re.IGNORECASE)
    return re.sub(r"\s*[–—→]\s*", "-", text)


def job_named(words: Words, verb: str, text: str, legal: Sequence[Action]) -> str | None:
    """The one job of a verb's legal actions whose cities were named: its destination, its origin,
    or both.
    """
    wanted = set(re.split(r"[\s→–—-]+", with_ids(words, text)))
    jobs = {action.job for action in legal if action.verb == verb}
    cities = words.board.cities
    found = [
        job.id
        for job in words.board.jobs
        if job.id in jobs and wanted <= {cities[job.origin].id, cities[job.goal].id}
    ]
    return found[0] if len(found) == 1 else None
