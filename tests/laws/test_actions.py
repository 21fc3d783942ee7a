"""What can be chosen: some action while the game is on, every legal one applies, every other is
refused with a clause.
"""

import json
import random
from collections import Counter, defaultdict

import pytest
from hypothesis import given, settings

from ekiben import Illegal, texts

from .play import FULL, MIXES, NAMES, PLAY, ROUTE_GAMES, decisions, load, plays, sampled, tables


def check_choices(match, asked=8, tried=6):
    """All laws of one position: of each verb so many illegal actions are asked about, and some are
    played.
    """
    legal, digest = match.legal(), match.digest()
    ids = {action.id for action in legal}
    assert bool(legal) != match.over and len(ids) == len(legal)
    for action in legal:
        twin = match.copy()
        assert twin.play(action.id) and twin.digest() != digest, action
    luck = random.Random(digest)
    assert not legal or match.why_not(luck.choice(legal)) is None
    others = of_each_verb(match.game, ids, luck, asked)
    for action in others:
        check_refusal(action, match.why_not(action))
    for action in luck.sample(others, min(len(others), tried)):
        with pytest.raises(Illegal) as caught:
            match.play(action)
        assert caught.value.refusal == match.why_not(action) and caught.value.clause in str(
            caught.value
        )
    assert match.digest() == digest and [action.id for action in match.legal()] == [
        action.id for action in legal
    ]


def of_each_verb(game, but, luck, count):
    by_verb = defaultdict(list)
    for id in range(game.action_count):
        if id not in but:
            by_verb[game.action(id).verb].append(game.action(id))
    return [
        action
        for actions in by_verb.values()
        for action in luck.sample(actions, min(count, len(actions)))
    ]


def check_refusal(action, refusal):
    """The clause is in the texts, and the reason has words with nothing left open, in both
    languages.
    """
    assert refusal is not None, action
    for language in texts.languages():
        assert texts.clause(refusal.clause, language).short
        words = texts.refused(str(action), refusal, language)
        assert refusal.clause in words and "{" not in words


@tables()
def test_every_legal_action_applies_and_every_other_is_refused(name, seats):
    styles = PLAY[seats % len(PLAY)]
    for match in sampled(load(name).new(seats, seats), styles, seats, every=61):
        check_choices(match)


@pytest.mark.deep
@tables()
def test_every_legal_action_applies_and_all_others_are_refused(name, seats):
    for seed, styles in enumerate(MIXES[::3]):
        for match in sampled(
            load(name).new(seats, seed), styles, seed, every=2000 if "staller" in styles else 151
        ):
            check_choices(match, asked=500)


@settings(max_examples=40)
@given(plays())
def test_choices_of_any_play(played):
    check_choices(played.match())


@pytest.mark.deep
@settings(max_examples=400)
@given(plays(most=500))
def test_choices_of_much_play(played):
    check_choices(played.match())


# ---- counting and listing
def check_picks(match):
    """`pick(n)` names the n-th of `legal`, for every n; `is_legal` and `choose` say the same."""
    game, rules = match.game, match.game.rule_set.rules
    b, state = game.plain_board, match.position.state.copy()
    count = rules.options(b, state)
    picked = [int(rules.pick(b, state, n)) for n in range(count)]
    assert picked == [action.id for action in match.legal()]
    for word in (1, 0x9E3779B9, 0xFFFFFFFF):
        assert rules.choose(b, state, word) == picked[(word * count) >> 32]
    others = random.Random(int(count)).sample(range(game.action_count), 40)
    for id in [*picked[:40], *others, -1, game.action_count, 1 << 40]:
        assert rules.is_legal(b, state, id) == (id in picked)


@tables()
def test_picks_are_the_legal_actions(name, seats):
    for match in sampled(
        load(name).new(seats, seats + 10), PLAY[(seats + 1) % len(PLAY)], seats, every=23
    ):
        if not match.over:
            check_picks(match)


@settings(max_examples=40)
@given(plays())
def test_picks_of_any_play(played):
    match = played.match()
    if not match.over:
        check_picks(match)


@tables(*FULL)
def test_picks_of_payments(name, seats):
    """Payments have a list of their own: it must be that of the picks."""
    match = load(name).new(seats, 3)
    seen = Counter()
    for now in decisions(match, ("claimer", "builder", "random"), 3):
        if now.asked in ("payment", "tunnel"):
            seen[now.asked] += 1
            if seen[now.asked] < 30:
                check_picks(now)
    assert seen["payment"] > 5 or name not in ROUTE_GAMES


# ---- notation
@pytest.mark.parametrize("name", NAMES)
def test_ids_and_notation_round_trip(name):
    game, texts_seen = load(name), set()
    for id in range(game.action_count):
        action = game.action(id)
        assert (action.id, int(action), str(action).split(" ")[0]) == (id, id, action.verb)
        assert str(action) == str(action).lower() and str(action).isascii()
        assert (
            game.parse(str(action)) == action and game.parse(f"  {str(action).upper()} ") == action
        )
        assert (
            action.to_json() | {"id": id, "verb": action.verb, "text": str(action)}
            == action.to_json()
        )
        assert json.loads(json.dumps(action.to_json())) == action.to_json()
        texts_seen.add(str(action))
    assert len(texts_seen) == game.action_count


@pytest.mark.parametrize("name", NAMES)
def test_an_id_means_the_same_in_every_game_of_the_board(name):
    game, again = load(name), type(load(name))(load(name).board, {})
    options = {option.name: option.values[-1] for option in game.known_options}
    other = load(name, **options)
    for id in range(game.action_count):
        assert str(game.action(id)) == str(again.action(id)) == str(other.action(id))


@tables(*FULL)
def test_an_action_its_id_and_its_notation_are_played_alike(name, seats):
    for match in sampled(load(name).new(seats, 5), ("random",), 5, every=37):
        for action in match.legal()[:8]:
            digests = set()
            for form in (action, action.id, str(action)):
                twin = match.copy()
                twin.play(form)
                digests.add(twin.digest())
            assert len(digests) == 1
