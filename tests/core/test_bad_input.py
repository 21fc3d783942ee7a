"""What people get wrong when they call Ekiben: each has an error that says what is wrong and what
would be right, and nothing is lost.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws.play import load, play_on

import ekiben
from ekiben import EkibenError, Illegal

NAMES = ekiben.games()


def says(caught, *words):
    """The message has all these words."""
    for word in words:
        assert str(word) in str(caught.value), f"{word!r} is not in {str(caught.value)!r}"


# ---- games and options
@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("amerca", "america"),
        ("Europe", "europe"),
        ("great lakes", "great-lakes"),
        ("londn", "london"),
    ],
)
def test_an_unknown_game_is_told_the_nearest_and_all(name, meant):
    with pytest.raises(EkibenError) as caught:
        ekiben.load(name)
    says(caught, repr(name), f"Did you mean '{meant}'?", *NAMES, ".toml")


@pytest.mark.parametrize("name", ["", "xyzzy", "../america", "america.json", "a" * 5000, "\0"])
def test_an_unknown_game_lists_all(name):
    with pytest.raises(EkibenError) as caught:
        ekiben.load(name)
    says(caught, *NAMES)


def test_an_unknown_option_is_told_the_nearest_and_all():
    with pytest.raises(EkibenError) as caught:
        ekiben.load("europe", station_tiebrak="fewer")
    says(
        caught,
        "europe has no option 'station_tiebrak'",
        "Did you mean 'station_tiebreak'?",
        "first_seat",
        "empty_deck",
    )


@pytest.mark.parametrize(
    ("game", "option", "value", "right"),
    [
        ("europe", "station_tiebreak", "fewr", ("'more'", "'fewer'")),
        ("america", "first_seat", "0", ("0", "'drawn'")),
        ("america", "first_seat", False, ("0", "'drawn'")),
        ("america", "first_seat", 1, ("0", "'drawn'")),
        ("america", "empty_deck", None, ("'none'", "'market'")),
        ("london", "empty_deck", ["none"], ("'none'", "'market'")),
        ("great-lakes", "sweep_wilds", 4, ("6", "3")),
        ("great-lakes", "sweep_wilds", 6.0, ("6", "3")),
        ("great-lakes", "sweep_wilds", {}, ("6", "3")),
    ],
)
def test_a_wrong_value_of_an_option_lists_the_right_ones(game, option, value, right):
    with pytest.raises(EkibenError) as caught:
        ekiben.load(game, **{option: value})
    says(caught, game, option, repr(value), *right)


@pytest.mark.parametrize(
    ("game", "option"),
    [("america", "station_tiebreak"), ("europe", "sweep_wilds"), ("london", "turn_limit")],
)
def test_an_option_of_another_game_is_unknown(game, option):
    with pytest.raises(EkibenError) as caught:
        ekiben.load(game, **{option: "x"})
    says(caught, f"{game} has no option '{option}'", "Options:")


# ---- seats and seeds
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seats", [-1, 0, 1, 10, 1 << 70, "2", 2.0, None, True, [2]])
def test_seats_are_a_number_within_the_game_s_range(name, seats):
    game = load(name)
    for call in (
        lambda: game.new(seats, 1),
        lambda: game.batch(2, seats=seats),
        lambda: game.playouts(2, seats=seats),
    ):
        with pytest.raises(EkibenError) as caught:
            call()
        says(caught, name, f"{game.seats[0]} to {game.seats[1]} seats", repr(seats))


@pytest.mark.parametrize("seed", [-1, 1 << 128, "7", 1.5, True, b"7", [1], float("nan")])
def test_a_seed_is_a_number_below_2_to_the_128th(seed):
    game = load("london")
    for call in (
        lambda: game.new(2, seed),
        lambda: game.batch(2, seed=seed),
        lambda: game.playouts(2, seed=seed),
        lambda: game.imagine(game.new(2, 1).view(0), seed),
    ):
        with pytest.raises(EkibenError) as caught:
            call()
        says(
            caught,
            "0 to 2**128 - 1",
            seed if isinstance(seed, int) and not isinstance(seed, bool) else repr(seed),
        )


@pytest.mark.parametrize("count", [0, -1])
def test_a_batch_has_games(count):
    with pytest.raises(EkibenError, match=f"at least 1, not {count}"):
        load("london").batch(count)


@pytest.mark.parametrize("count", ["3", 2.5, None])
def test_a_number_of_games_is_a_whole_number(count):
    for call in (load("london").batch, load("london").playouts):
        with pytest.raises(EkibenError):
            call(count)


def test_games_of_a_batch_cannot_have_seeds_beyond_the_last():
    """Game i is `new(seats, seed + i)`; the last seed is 2**128 - 1."""
    for call in (load("london").batch, load("london").playouts):
        with pytest.raises(EkibenError, match="2\\*\\*128"):
            call(10, seed=(1 << 128) - 5)
    assert load("london").playouts(5, seed=(1 << 128) - 5).shape == (5, 2)


def test_a_number_of_playouts_is_not_below_zero():
    with pytest.raises(EkibenError, match="-3"):
        load("london").playouts(-3)


# ---- actions
def test_an_illegal_action_says_its_clause_and_changes_nothing():
    match = load("america").new(2, 1)
    digest = match.digest()
    with pytest.raises(Illegal) as caught:
        match.play("claim atlanta-miami")
    says(caught, "claim atlanta-miami", "RT-2.1")
    assert (caught.value.clause, caught.value.reason) == ("RT-2.1", "not-asked")
    assert caught.value.refusal == match.why_not("claim atlanta-miami")
    assert match.digest() == digest and match.actions == [] and match.undone == []


@pytest.mark.parametrize("action", [-1, 1 << 40, -(1 << 70), None, 1.5, 0.0, [], {}, b"pass"])
def test_an_unknown_id_is_told_the_range(action):
    match = load("london").new(2, 1)
    digest = match.digest()
    for call in (match.play, match.why_not):
        with pytest.raises(EkibenError) as caught:
            call(action)
        says(caught, f"0 to {load('london').action_count - 1}", repr(action))
    assert match.digest() == digest


def test_an_action_of_another_board_is_not_taken_for_one_of_this():
    match, other = load("london").new(2, 1), load("america").new(2, 1)
    for action in (
        other.legal()[0],
        other.game.action(0),
        other.game.action(other.game.action_count - 1),
    ):
        if str(action) not in [str(one) for one in match.legal()]:
            with pytest.raises(EkibenError):
                match.play(action)
    assert match.actions == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("kep 1 2", "keep 1 2"),
        ("keep 1, 4", "keep"),
        ("keep 1 and 2", "keep 1 2"),
        ("keeep 1", "keep"),
        ("", ""),
        ("1 2", ""),
    ],
)
def test_a_slip_in_the_notation_is_told_the_nearest_legal_action(text, meant):
    match = load("america").new(2, 1)
    with pytest.raises(EkibenError) as caught:
        match.play(text)
    says(caught, *([f"Did you mean '{meant}"] if meant else []))
    assert match.actions == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("draw rd", "draw red"),
        ("draw weld", "draw wild"),
        ("drw deck", "draw deck"),
        ("tickts", "tickets"),
        ("claim denver-salt-lake-cty", "claim denver-salt-lake-city"),
    ],
)
def test_a_slip_in_a_turn_is_told_the_nearest(text, meant):
    match = load("america").new(2, 1)
    match.play("keep 1 2")
    match.play("keep 1 2")
    with pytest.raises(EkibenError) as caught:
        match.play(text)
    says(
        caught,
        repr(text),
        f"Did you mean '{meant}'?"
        if any(str(action) == meant for action in match.legal())
        else "Did you mean",
    )


@pytest.mark.parametrize(
    "text",
    [
        "keep ²",
        "keep ١",
        "keep " + "9" * 5000,
        "keep 1 2 3 4 5 6 7 8 9",
        "keep 0",
        "keep -1",
        "keep 1.5",
        "keep",
        "pay",
        "pay 2",
        "pay red",
        "pay " + "9" * 5000 + " red",
        "pay ٣ red",
        "pay 0 red",
        "pay -1 red",
        "pay 1 red 1 red",
        "claim",
        "claim -",
        "claim ~",
        "claim atlanta",
        "draw",
        "\0",
        "🚂",
        "x" * 20_000,
    ],
)
@pytest.mark.parametrize("name", NAMES)
def test_nonsense_is_an_error_of_ours(name, text):
    match = load(name).new(2, 1)
    digest = match.digest()
    for call in (match.play, match.why_not):
        try:
            call(text)
        except EkibenError as error:
            assert str(error)
            continue
        assert call == match.why_not or match.actions, "an action that does not exist was played"
    assert match.digest() == digest or match.actions


WORDS = [
    "keep",
    "pay",
    "claim",
    "draw",
    "1",
    "2",
    "red",
    "wild",
    "-",
    "atlanta-miami",
    "deck",
    "/2",
    "~",
    "0x1",
    "٣",
    "²",
    "all",
    "take",
    "trains",
]


@settings(max_examples=200)
@given(
    st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)),
    st.sampled_from(["america", "great-lakes"]),
)
def test_any_text_is_an_action_or_an_error_of_ours(text, name):
    match = load(name).new(2, 1)
    digest = match.digest()
    try:
        match.play(text)
    except EkibenError:
        assert match.digest() == digest and match.actions == []
    else:
        assert len(match.actions) == 1


def test_after_the_end_every_action_is_refused():
    match = play_on(load("london").new(2, 1))
    digest = match.digest()
    for id in range(0, match.game.action_count, 7):
        with pytest.raises(Illegal) as caught:
            match.play(id)
        assert (caught.value.clause, caught.value.reason) == ("RT-6.1", "game-over")
    assert match.digest() == digest


# ---- looking
def test_a_sheet_is_a_seat_s():
    with pytest.raises(EkibenError, match="0 to 1"):
        load("london").new(2, 1).sheet(None)


def test_a_view_of_another_game_cannot_be_imagined():
    view = load("london").new(2, 1).view(0)
    with pytest.raises(EkibenError, match="view of london cannot be imagined by america"):
        load("america").imagine(view, 1)


def test_an_unknown_field_of_a_view_lists_all():
    view = load("london").new(2, 1).view(0)
    with pytest.raises(AttributeError, match="hand, "):
        _ = view.hands


def test_an_unknown_field_of_an_action_lists_its_own():
    action = load("london").new(2, 1).legal()[0]
    with pytest.raises(AttributeError, match="tickets"):
        _ = action.route


def test_an_imagined_or_scripted_match_has_no_record():
    game = load("london")
    for match in (
        game.imagine(game.new(2, 1).view(0), 1),
        game.new(2, 1, luck=ekiben.Script({"deck": ["blue"]})),
    ):
        with pytest.raises(EkibenError, match="no record"):
            match.record()


@pytest.mark.parametrize(
    ("decks", "words"),
    [
        ({"trains": ["blue"]}, ("'trains'", "deck", "tickets")),
        ({"deck": ["blu"]}, ("blu", "blue")),
        ({"deck": ["blue"] * 7}, ("blue",)),
        ({"tickets": ["nowhere-else"]}, ("nowhere-else",)),
        ({"deck": 5}, ()),
        ({"deck": [None]}, ()),
    ],
)
def test_scripted_luck_names_what_is_not_there(decks, words):
    with pytest.raises(EkibenError) as caught:
        load("london").new(2, 1, luck=ekiben.Script(decks))
    says(caught, *words)
