"""The levels: each says how it plays, and whoever has just learned a game beats the lowest.

The level easy does what a guided first game teaches, and no more: it draws for and claims what its
tickets need one after the other; in Tokyo it brings one job at a time. So it stands for a person
after that game.
"""

import itertools

import pytest

import ekiben
from ekiben import bots
from ekiben.bots.family import BOT_FAMILY
from ekiben.bots.levels import NAMES, levels
from ekiben.bots.routes.builds import BUILDS
from ekiben.bots.routes.duel import duel
from ekiben.texts import languages, say

LIMIT = bots.Limit(seconds=1000.0)
ROUTE_GAMES = ("america", "europe", "great-lakes", "london")
SEED = 9_000_000
ENOUGH = 0.6  # of the games against a beginner
compiled_only = pytest.mark.skipif(
    not BUILDS.can_compile(), reason="thousands of games take machine code"
)


def table_of(game, *names):
    return [bots.make(levels(game)[name].spec, seed) for seed, name in enumerate(names)]


def played(game, table, seed):
    """The match of some bots, to its end."""
    for seat, bot in enumerate(table):
        bot.sit(game, seat)
    match = game.new(seats=len(table), seed=seed)
    while not match.over:
        match.play(table[match.seat].choose(match.view(match.seat), match.legal(), LIMIT))
    return match


# ---- what they say
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ekiben.games())
def test_every_level_says_in_one_sentence_how_it_plays(name, language):
    game = ekiben.load(name)
    family, known = game.family.name, BOT_FAMILY.of(game).levels
    said = [say(f"server.level-play.{family}.{level}", language) for level in known]
    assert len(set(said)) == len(known)
    assert list(known) == [level for level in NAMES if level in known]
    assert all(20 <= len(one) <= 110 and one[-1] in ".。" for one in said)


# ---- how well they do
def share(name, above, below, games):
    """The part of the games of a route game that one level wins against another."""
    game = ekiben.load(name)
    return float(duel(game, table_of(game, above, below), games, SEED).wins()[:, 0].mean())


@compiled_only
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_whoever_has_learned_a_route_game_beats_a_beginner(name):
    assert share(name, "easy", "beginner", 2_000) >= ENOUGH


@compiled_only
@pytest.mark.deep
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_every_level_of_a_route_game_beats_the_one_below(name):
    clockless = [level for level in levels(ekiben.load(name)) if level != "expert"]
    for below, above in itertools.pairwise(clockless):
        assert share(name, above, below, 10_000) >= ENOUGH, (above, below)


def wins_in_tokyo(above, below, games):
    """How often one level is ahead of another, every deal being played from both seats."""
    game = ekiben.load("tokyo")
    game.builds.fastest()
    won = 0
    for number in range(games):
        seats = (above, below) if number % 2 else (below, above)
        match = played(game, table_of(game, *seats), SEED + number // 2)
        won += match.ranking()[0] == [seats.index(above)]
    return won


@pytest.mark.parametrize("games", [6, pytest.param(60, marks=pytest.mark.deep)])
def test_whoever_has_learned_tokyo_beats_a_beginner(games):
    assert wins_in_tokyo("easy", "beginner", games) >= ENOUGH * games


# ---- how beginners go about it
@pytest.mark.parametrize("name", ROUTE_GAMES)
def test_a_novice_follows_its_own_whims(name):
    """The same seed plays the same; another is tempted at other moments."""
    game = ekiben.load(name)
    records = [
        str(played(game, [bots.make("novice", seed), bots.make("step")], 3).record())
        for seed in (1, 1, 2)
    ]
    assert records[0] == records[1] != records[2]


def test_a_novice_does_not_pile_up_tickets_that_it_cannot_complete():
    """Curiosity ends with a few in hand, and it draws no more once some are out of reach."""
    game = ekiben.load("america")
    counts = [
        max(
            int(count)
            for count in played(game, table_of(game, *["beginner"] * 3), seed).view(0).ticket_count
        )
        for seed in range(6)
    ]
    assert max(counts) <= 9


def test_an_apprentice_that_forgets_brings_jobs_all_the_same():
    """At a deal bots keep no plan: what it goes for must not change with every step."""
    game = ekiben.load("tokyo")
    game.builds.fastest()
    match, brought = game.new(seats=2, seed=5), 0
    while match.view(None).turns < 16:
        action = bots.make("apprentice", match.seat, game).choose(
            match.view(match.seat), match.legal(), LIMIT
        )
        brought += action.verb == "unload"
        match.play(action)
    assert brought >= 4
