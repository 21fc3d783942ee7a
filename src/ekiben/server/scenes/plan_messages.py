"""Plans on the wire: what a seat may ask for, and the answers."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

MOST = 200  # posts of a way drawn by hand


Post = Annotated[int, msgspec.Meta(ge=0, le=4095)]


Drawn = Annotated[list[Post], msgspec.Meta(min_length=2, max_length=MOST)]


class TrackAsk(msgspec.Struct, tag="track", tag_field="kind", forbid_unknown_fields=True):
    """The cheapest track to a post: from one, or from anywhere on own track."""

    to: Post
    start: Post | None = None


class DrawnAsk(msgspec.Struct, tag="drawn", tag_field="kind", forbid_unknown_fields=True):
    """Track along posts, neighbour by neighbour."""

    posts: Drawn


class RunAsk(msgspec.Struct, tag="run", tag_field="kind", forbid_unknown_fields=True):
    """The best run to any one of some posts."""

    to: Annotated[list[Post], msgspec.Meta(min_length=1, max_length=16)]


class JobsAsk(msgspec.Struct, tag="jobs", tag_field="kind", forbid_unknown_fields=True):
    """How far off every job on the map and on the train is."""


Ask = TrackAsk | DrawnAsk | RunAsk | JobsAsk


class Stop(msgspec.Struct):
    """Why a plan goes no further now: clause, reason, and the figures its words speak of."""

    clause: str
    reason: str
    details: dict[str, Any]


class TrackAnswer(msgspec.Struct, tag="track", tag_field="kind"):
    """Links in the order of building; the first `now` can be built this turn, for `price`."""

    links: list[int]
    costs: list[int]
    actions: list[str]
    cost: int
    fees: int
    now: int
    price: int
    turns: int
    crossed: dict[str, int]  # how many ends on each ground, and crossings of rivers and coasts
    stop: Stop | None = None


class RunAnswer(msgspec.Struct, tag="run", tag_field="kind"):
    """The whole way, its start included; the first `now` actions can be played this turn."""

    posts: list[int]
    ends: list[int]  # where each turn ends, as places in `posts`
    actions: list[str]
    now: int
    used: int
    left: int
    turns: int
    fees: int
    paid: dict[int, int]  # fees of this turn by owner
    owners: list[int]
    stop: Stop | None = None


class JobWay(msgspec.Struct):
    """How far off a job is.

    `fetch` and `carry`: turns that end on the way to its origin, and from there to its destination;
    None where no track leads. `cost`: what track is missing between the two.
    """

    job: int
    fetch: int | None
    carry: int | None
    cost: int | None


class JobsAnswer(msgspec.Struct, tag="jobs", tag_field="kind"):
    jobs: list[JobWay]


class NoPlan(msgspec.Struct, tag="none", tag_field="kind"):
    """There is no such way; `reason` is a word of `web.tokyo.no-plan`."""

    reason: str


Answer = TrackAnswer | RunAnswer | JobsAnswer | NoPlan
