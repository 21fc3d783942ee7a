"""What holds for every game, on random and contrary play: choices, copies, replay, both builds,
conservation, the end.
"""

import random
import re

import pytest

from ekiben.core.match import Script, deal_state
from ekiben.core.position import CompiledPosition, InterpretedPosition
from ekiben.core.record import replay
from ekiben.games.tokyo.game import load
from ekiben.games.tokyo.state import DERAILMENT, FOG, QUAKE, WAVES

from .table import FILES, conserved, game, joined_by_groups, new

CLAUSE = re.compile(r"(TR|KT)-\d+\.\d+")
KEBAB = re.compile(r"[a-z]+(-[a-z]+)*")
TABLES = [
    ("kanto", 2, {}),
    ("kanto", 9, {}),
    ("islet", 2, {}),
    ("islet", 4, {"equal_turns": True, "no_lockout": True, "strike": "track"}),
    ("islet", 3, {"short": True, "debt": 88, "first_seat": 0}),
]


def table(map, seats, options, seed=0, turn_limit=6):
    return game(map, turn_limit=turn_limit, **options).new(seats, seed)


# ---- ways of playing: the first verb there is
STYLES = {
    "random": (),
    "staller": ("borrow", "repay", "load", "return", "unload", "step", "upgrade"),
    "builder": ("build", "borrow", "place", "stop"),
    "carrier": ("unload", "load", "step", "board", "build"),
    "idler": ("stop", "done"),
}


def choose(style, match, luck):
    legal = match.legal()
    for verb in STYLES[style]:
        some = [action for action in legal if action.verb == verb]
        if some and luck.random() < 0.9:
            return luck.choice(some)
    return luck.choice(legal)


def decisions(match, style, seed=0):
    luck = random.Random(seed)
    for _ in range(100_000):
        yield match
        if match.over:
            return
        match.play(choose(style, match, luck))
    raise AssertionError("the game does not end")


def sampled(match, style, seed=0, every=29):
    asked = ""
    for n, now in enumerate(decisions(match, style, seed)):
        if n % every == 0 or now.over or (now.asked == "lose" != asked):
            yield now
        asked = now.asked


@pytest.mark.parametrize(("map", "seats", "options"), TABLES)
@pytest.mark.parametrize("style", ["random", "carrier"])
def test_choices(map, seats, options, style):
    """Some action while the game is on; every legal one applies; every other is refused with a
    clause that fits.
    """
    match = table(map, seats, options)
    luck = random.Random(5)
    for now in sampled(match, style, every=41 if map == "kanto" else 13):
        legal = now.legal()
        ids = {action.id for action in legal}
        assert bool(legal) != now.over and len(ids) == len(legal)
        s, rules, b = now.position.state, now.game.rule_set.rules, now.game.plain_board
        assert [rules.pick(b, s, n) for n in range(rules.options(b, s)) if not now.over] == [
            action.id for action in legal
        ]
        for action in luck.sample(legal, min(8, len(legal))):
            twin = now.copy()
            assert (
                twin.play(action.id)
                and twin.digest() != now.digest()
                and now.game.parse(str(action)) == action
            )
        few = range(b.build) if map == "kanto" else range(now.game.action_count)
        for id in {
            *luck.sample(few, min(60, len(few))),
            *luck.sample(range(now.game.action_count), 40),
        } - ids:
            check_refusal(now, id)


def check_refusal(match, id):
    action = match.game.action(id)
    refusal = match.why_not(action)
    assert (
        refusal is not None and CLAUSE.fullmatch(refusal.clause) and KEBAB.fullmatch(refusal.reason)
    ), action
    if {"need", "have"} <= set(refusal.details):
        assert refusal.need > refusal.have, (action, refusal)
    assert not match.game.rule_set.rules.is_legal(match.game.plain_board, match.position.state, id)


@pytest.mark.parametrize(("map", "seats", "options"), TABLES)
def test_tiles_money_and_track_are_conserved(map, seats, options):
    """Every tile is somewhere once, money is what the books say, connection counts are what a
    recount gives.
    """
    for style in ("random", "carrier"):
        for match in sampled(table(map, seats, options, 3), style, 3, every=53):
            conserved(match)
            assert all(
                sum(line.points for line in match.sheet(seat)) == match.scores()[seat]
                for seat in range(seats)
            )


@pytest.mark.parametrize("style", STYLES)
def test_tr_1_3_games_end_and_turns_are_bounded(style):
    """TR-1.3, TR-6.7, TR-8.1: whatever the players do."""
    for map, seats in (("kanto", 3), ("islet", 4)):
        match, lengths = table(map, seats, {}, 1, 4), {}
        for now in decisions(match, style, 1):
            lengths[now.view().turns] = lengths.get(now.view().turns, 0) + 1
        assert match.over and max(lengths.values()) < 250


def test_a_game_without_a_limit_goes_on():
    """TR-1.3: the limit may be none."""
    match = game("islet", turn_limit=None).new(2, 1)
    luck = random.Random(2)
    for _ in range(3000):
        if match.over:
            break
        match.play(choose("idler", match, luck))
    assert match.over or match.view().turns > 400


@pytest.mark.parametrize(("map", "seats", "options"), TABLES)
def test_seed_and_actions_replay_to_the_same_digest(map, seats, options):
    match = table(map, seats, options, 7, 3)
    for _ in decisions(match, "random", 7):
        pass
    again = replay(str(match.record()), lambda name, rules, given: load(FILES[map], given, rules))
    assert (
        again.digest() == match.digest()
        and again.scores() == match.scores()
        and again.events() == match.events()
    )


def test_a_copy_is_equal_and_apart_and_undo_goes_back():
    match = table("kanto", 2, {})
    for n, now in enumerate(decisions(match, "carrier", 9)):
        if now.over or n > 300:
            break
        if n % 20 == 0:
            digest, twin = now.digest(), now.copy()
            assert twin.digest() == digest and twin.view(0) == now.view(0)
            twin.play(twin.legal()[-1])
            assert now.digest() == digest
            if twin.undoable:
                twin.undo()
                assert twin.digest() == digest


@pytest.mark.parametrize(("map", "seats", "options"), TABLES)
def test_what_is_imagined_cannot_be_told_from_the_truth(map, seats, options):
    """And nothing hidden shows: the cups mixed anew change no byte of any view."""
    for match in sampled(table(map, seats, options, 11), "carrier", 11, every=67):
        for viewer in (None, 0, seats - 1):
            view = match.view(viewer)
            twin = match.game.imagine(view, 5)
            assert twin.view(viewer) == view and [action.id for action in twin.legal()] == [
                action.id for action in match.legal()
            ]
            if not match.over:
                assert (
                    not {"cup", "seed", "stream"} & set(view.fields)
                    and twin.digest() != match.digest()
                )
                conserved(twin)


def test_the_same_seed_gives_the_same_jobs_in_order():
    """TR-7.4: mixing events back in leaves the order of the jobs as it was."""
    orders = []
    for luck in (None, {"a": ["flood", "quake", "boom"]}):
        state = deal_state(game(), 2, [5, 0, 0, 0], Script(luck) if luck else None)
        dealt = {
            tile
            for tile in range(224)
            if int(state.on_map[tile // 56]) >> tile % 56 & 1 and tile < 47
        }
        orders.append([tile for tile in state.cup[0, : state.cup_size[0]].tolist() if tile < 224])
        assert len(dealt) == 3
    assert orders[0] == orders[1]


# ---- both builds
def compiled_kernels(game):
    pytest.importorskip("numba")
    kernels = game.builds.fastest()
    if not kernels.compiled:
        pytest.skip("EKIBEN_PLAIN is set: there is only one speed")
    return kernels


@pytest.mark.parametrize(("map", "seats", "options"), TABLES)
def test_interpreted_is_compiled(map, seats, options):
    """Bit for bit, at every decision, for a dozen seeds a table."""
    one = game(map, turn_limit=3 if map == "kanto" else 8, **options)
    kernels = compiled_kernels(one)
    for seed in range(3 if map == "kanto" else 12):
        words, luck = [seed, 0, 1 << 31, 7], random.Random(seed)
        plain = InterpretedPosition(one, deal_state(one, seats, words, None))
        fast = CompiledPosition.start(one, kernels, seats, words)
        while plain.asked != "over":
            legal = plain.legal()
            assert fast.legal() == legal and fast.event_rows() == plain.event_rows()
            action = luck.choice(legal)
            assert plain.step(action) == fast.step(action)
        assert (
            one.rule_set.state.digest(plain.packed()) == one.rule_set.state.digest(fast.packed())
            and fast.asked == "over"
        )


def test_playouts_are_so_many_games():
    """Compiled random play is the same as game by game."""
    one = game("islet", turn_limit=10)
    compiled_kernels(one)
    scores = one.playouts(8, seats=3, seed=40, jobs=1)
    assert scores.shape == (8, 3) and (scores == one.playouts(8, seats=3, seed=40, jobs=1)).all()


@pytest.mark.parametrize(("map", "seats", "turns"), [("islet", 3, 12), ("kanto", 2, 60)])
def test_tr_4_9_connection_counts_by_another_way(map, seats, turns):
    """TR-4.9: groups of posts joined by own track, by cities, by ferries.

    On the large map much of the track closes a ring, and only some joins two networks.
    """
    seen = set()
    for now in sampled(table(map, seats, {}, 2, turns), "builder", 2, every=31):
        s, b = now.position.state, now.game.plain_board
        for seat in range(seats):
            assert joined_by_groups(b, s, seat) == s.joined[seat]
            seen.add(int(s.joined[seat]))
    assert len(seen) > 3


def test_scripted_cups_name_their_tiles():
    """A wrong name is an error that says so."""
    with pytest.raises(ValueError, match="no cup 'c'"):
        new(luck={"c": []})
    with pytest.raises(ValueError, match="no tile 'a99'"):
        new(luck={"a": ["a99"]})
    with pytest.raises(ValueError, match="twice"):
        new(luck={"a": ["b01"]})


# ---- where track can be built, link by link
@pytest.mark.parametrize(
    ("map", "options"), [("kanto", {}), ("islet", {}), ("islet", {"no_lockout": True})]
)
def test_tr_4_links_to_build_by_another_way(map, options):
    """TR-4.1 to TR-4.5, TR-4.10, TR-7.5, TR-7.6, TR-7.7, TR-7.11, TR-7.14.

    All links, one by one.
    """
    match, tried = table(map, 3, options, 8, 9), 0
    for now in decisions(match, "builder", 8):
        if now.asked == "build" and now.view().turns % 5 == 0 and now.view().spent < 9:
            s, b = now.position.state, now.game.plain_board
            legal = {action.id - b.build for action in now.legal() if action.verb == "build"}
            own = {
                int(end)
                for one in range(4 * b.posts)
                if s.track[one] == s.seat + 1
                for end in (b.end_a[one], b.end_z[one])
            }
            assert legal == {
                link for link in range(4 * b.posts) if can_build(b, s, s.seat, link, own)
            }
            tried += 1
    assert tried > 5


def can_build(b, s, seat, link, own):
    a, z = int(b.end_a[link]), int(b.end_z[link])
    if a < 0 or b.inside[link] or s.track[link] or s.upgraded:
        return False
    kinds = {int(b.kind[tile]) for tile in s.force.tolist() if tile >= 0}
    if (
        QUAKE in kinds
        or (s.force[seat] >= 0 and b.kind[s.force[seat]] == DERAILMENT)
        or any(b.bars[link] >> kind & 1 for kind in kinds)
    ):
        return False
    fees = [
        0 if b.big_at[post] >= 0 or post in own else over(b, post, own, kinds) for post in (a, z)
    ]
    if b.no_lockout and any(
        is_kept_open(b, s, seat, int(b.big_at[post])) for post in (a, z) if b.big_at[post] >= 0
    ):
        return False
    return int(b.cost[link]) + min(fees) <= min(int(s.money[seat]), b.each_turn - s.spent)


def over(b, post, own, kinds):
    ferry = b.over_at[post] in own and b.over_at[post] >= 0 and not kinds & {WAVES, FOG}
    return int(b.ferry_cost[b.ferry_at[post]]) if ferry else 10_000


def is_kept_open(b, s, seat, big):
    within = {
        int(s.track[link]) - 1
        for link in range(4 * b.posts)
        if big in (b.big_at[b.end_a[link]], b.big_at[b.end_z[link]])
    }
    return ways_in(b, s, big) == 1 and seat in within and not set(range(s.seats)) <= within


def ways_in(b, s, big):
    return sum(
        s.track[link] == 0
        and not b.inside[link]
        and big in (b.big_at[b.end_a[link]], b.big_at[b.end_z[link]])
        for link in range(4 * b.posts)
        if b.end_a[link] >= 0
    )
