"""Logs of everything that can happen at a table, and all there is to the states they make."""

import random

import ekiben
from ekiben.core.seals import seal_of_part
from ekiben.server.checkpoints import LogDigest, Start
from ekiben.server.store import Entry, SeatSetup, Setup
from ekiben.server.table_state import TableState

PEOPLE = [
    SeatSetup("person", "Ann", token="a" * 64),
    SeatSetup("open", "Ben", token="b" * 64, default="hakone"),
    SeatSetup("person", "駅", token="c" * 64),
]
PARTS = ["1" * 64, "2" * 64]


def setup_of(game, **more):
    return Setup(
        "checkpointtable1", game, {}, ekiben.load(game).rules, "7", "0" * 64, PEOPLE, **more
    )


def people_entry(luck, state):
    """Something that people do beside the game."""
    seat, by = luck.randrange(3), luck.randrange(3)
    return luck.choice(
        [
            Entry("name", seat, name=f"Name {luck.randrange(9)}"),
            Entry("link", seat, token=f"{luck.getrandbits(64):x}"),
            Entry("sit", seat, token=f"{luck.getrandbits(64):x}", name="Guest"),
            Entry("reset", seat, token=f"{luck.getrandbits(64):x}"),
            Entry("bot", seat, level="easy", timeout=luck.random() < 0.3),
            Entry("back", seat),
            Entry("vote", seat, by=by, level="hard"),
            Entry("unvote", seat, by=luck.choice([by, -1])),
            Entry("assist", seat),
        ]
    )


def next_entry(luck, state):
    chance = luck.random()
    if chance < 0.2:
        return people_entry(luck, state)
    if chance < 0.4 and state.match.undoable and not state.waiting:
        return Entry("undo", state.match.actors[-1], spent=luck.randrange(50))
    action = str(luck.choice(state.match.legal()))
    return Entry("play", state.match.seat, action, spent=luck.randrange(50))


def random_log(setup, count, seed=1):
    luck, state, entries = random.Random(seed), TableState(setup), []
    if setup.is_mixed:
        entries += [Entry("bot", 1, level="easy")]
        entries += [Entry("seal", 2 * n, part=seal_of_part(part)) for n, part in enumerate(PARTS)]
        entries += [Entry("reveal", 2 * n, part=part) for n, part in enumerate(PARTS)]
        for entry in entries:
            state.apply(entry)
    while len(entries) < count and not state.match.over:
        entries.append(next_entry(luck, state))
        state.apply(entries[-1])
    return entries


def start_of(setup, entries):
    start = Start(TableState(setup), LogDigest(entries))
    for entry in entries:
        start.state.apply(entry)
    return start


def contents(state):
    """All there is to a state, as plain values."""
    match, mixing = state.match, state.mixing
    kept = match.game.rule_set.state.size_without_scratch
    other = ("setup", "game", "match", "mixing", "access", "notices")
    return {
        **{name: value for name, value in vars(state).items() if name not in other},
        "access": vars(state.access),
        "notices": vars(state.notices),
        "mixing": mixing and {name: vars(mixing)[name] for name in vars(mixing) if name != "setup"},
        "match": {name: value for name, value in vars(match).items() if name not in ("game",)}
        | {
            "position": bytes(match.position.packed()[:kept]),
            "kept": [(at, bytes(state[:kept])) for at, state in match.kept],
            "legal": match.position.legal(),
        },
    }
