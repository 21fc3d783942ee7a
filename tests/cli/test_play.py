"""`ekiben play` from the first screen to the last."""

import itertools
import json
import re
import time

import pytest

import ekiben as engine
from ekiben import texts
from ekiben.cli import files
from ekiben.cli.words import Words
from ekiben.games import BOARDS
from ekiben.texts.sentences import value_in_words

LONDON = ("play", "london", "--seed", "5")


def files_under(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def words(key, language, **values):
    return texts.say(f"cli.{key}", language, **values)


# ---- the first screen
def test_without_arguments_one_plays_america_against_greedy(ekiben):
    ran = ekiben("play")
    greeting, typing = ran.out.splitlines()[:2]
    assert (
        ran.code == 0 and greeting.startswith("America:") and "claim atlanta-charleston" in typing
    )
    assert max(len(greeting), len(typing)) <= 80
    for shown in (
        "Player",
        "greedy",
        "Market",
        "Hand",
        "Tickets",
        "Choose the tickets to keep",
        "  1 keep 1 2",
    ):
        assert shown in ran.out


def test_the_locale_chooses_the_language(ekiben, monkeypatch):
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert ekiben("play").out.startswith("アメリカ：")
    assert ekiben("play", "--language", "en").out.startswith("America:")


def test_the_first_prompt_comes_at_once(ekiben):
    began = time.process_time()
    ekiben("play")
    assert time.process_time() - began < 1


def test_colour_is_never_alone(ekiben, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    out = ekiben("play", "london", "--seed", "5").out
    chips = re.findall(r"\x1b\[[\d;]*48;2;[\d;]*m([^\x1b]*)\x1b", out)
    assert chips and all(re.search("[●▲◆○■★✚▼♥✺]", chip) for chip in chips)


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("game", engine.games())
def test_tables_keep_to_the_width(ekiben, monkeypatch, width, game):
    monkeypatch.setenv("COLUMNS", str(width))
    from rich.cells import cell_len

    out = ekiben("play", game, "--seed", "5", typed=["1"] * 8 + ["routes", "all"]).out
    assert [line for line in out.splitlines() if cell_len(line) > width] == []


# ---- a whole game
def test_a_whole_game_typing_one(ekiben, language, tmp_path):
    ran = ekiben(*LONDON, "--language", language, typed=itertools.repeat("1"))
    (saved,) = files_under(tmp_path)
    match = engine.replay(saved.read_text(encoding="utf-8"))
    first = match.ranking()[0][0]
    assert ran.code == 0 and ran.err == "" and match.over and saved.suffix == ".jsonl"
    assert words("final", language) in ran.out and words("saved", language, path=saved) in ran.out
    assert words("won", language, name=match.names[first], score=match.scores()[first]) in ran.out
    for seat in range(2):
        for line in match.sheet(seat):
            assert re.search(rf"{line.clause}\s+{line.points}\b", ran.out), line


def test_the_record_goes_where_asked(ekiben, tmp_path):
    place = tmp_path / "game.jsonl"
    ran = ekiben(
        *LONDON, "--save", place, "--set", "empty_deck=market", typed=itertools.repeat("1")
    )
    assert f"Saved to {place}" in ran.out and files_under(tmp_path) == [place]
    assert json.loads(place.read_text(encoding="utf-8"))["options"]["empty_deck"] == "market"


def test_the_same_seed_gives_the_same_game(ekiben, tmp_path):
    games = [tmp_path / name for name in ("a", "b")]
    for place in games:
        ekiben(*LONDON, "--save", place, typed=itertools.repeat("1"))
    assert games[0].read_text(encoding="utf-8") == games[1].read_text(encoding="utf-8")


def test_bots_may_play_alone(ekiben):
    ran = ekiben("play", "london", "--seed", "1", "--players", "random,greedy,random")
    assert ran.code == 0 and " wins with " in ran.out


def test_a_board_of_ones_own(ekiben, tmp_path):
    own, london = tmp_path / "mine.toml", (BOARDS / "london.toml").read_text(encoding="utf-8")
    own.write_text(london.replace('game = "london"', 'game = "mine"'), encoding="utf-8")
    assert ekiben("play", own, typed=["quit"]).code == 0


def test_seats_without_a_player_get_bots(ekiben):
    out = ekiben("play", "london", "--seats", "4", "--players", "human,random", typed=["quit"]).out
    assert [name for name in ("greedy 2", "greedy 3", "random") if name not in out] == []


# ---- what one types
def test_numbers_and_notation_say_the_same(ekiben, tmp_path):
    places = [tmp_path / name for name in ("a", "b")]
    for place, keep in zip(places, ("1", "KEEP  1 2"), strict=True):
        ekiben("play", "--seed", "5", "--save", place, typed=[keep, "quit"])
    assert places[0].read_text(encoding="utf-8") == places[1].read_text(encoding="utf-8")


def test_full_width_signs_are_read(ekiben):
    assert (
        words("help", "ja", route="x").splitlines()[0]
        in ekiben(*LONDON, "--language", "ja", typed=["？"]).out
    )
    assert "Your turn" in ekiben(*LONDON, typed=["１"]).out


def test_a_number_that_is_not_there(ekiben):
    assert "The list has numbers 1 to 3." in ekiben(*LONDON, typed=["4", "0"]).out


def test_a_typo_is_told_the_nearest(ekiben):
    assert "Did you mean: draw deck" in ekiben(*LONDON, typed=["1", "drwa deck"]).out
    assert "is not an action here. A question mark helps" in ekiben(*LONDON, typed=["xyzzy"]).out


def test_help_and_an_empty_line(ekiben, language):
    out = ekiben(*LONDON, "--language", language, typed=["", "?", "help"]).out
    assert words("empty", language) in out and out.count("why ") >= 2 and out.count("undo") == 2


def test_a_refusal_names_its_clause_and_why_tells_it(ekiben, language):
    match, claim = engine.load("london").new(2, 5), "claim baker-street-british-museum"
    match.play("keep 1")
    match.play("keep 1")
    clause = texts.clause(match.why_not(claim).clause, language)
    refused = ekiben(*LONDON, "--language", language, typed=["keep 1", claim]).out
    assert (
        clause.number in refused
        and clause.text not in refused
        and words("ask-why", language, action=claim) in refused
    )
    why = ekiben(*LONDON, "--language", language, typed=["keep 1", f"why {claim}"]).out
    assert f"{clause.number}: {clause.text}" in " ".join(why.split())


def test_why_on_what_is_allowed_or_unclear(ekiben):
    out = ekiben(*LONDON, typed=["1", "why draw deck", "why", "why nonsense at all", "why 1"]).out
    assert (
        "You can do this now: draw from the deck." in out
        and "Name the action as well" in out
        and "is not an action here" in out
    )


def claims(payments):
    """A seed of London and a claim of the first turn that can be paid in one way, or in several."""
    for seed in range(100):
        match = engine.load("london").new(2, seed)
        match.play("keep 1")
        match.play("keep 1")
        for action in match.legal():
            trial = match.copy()
            if (
                action.verb == "claim"
                and trial.play(action)
                and (len(trial.legal()) == 1) == (payments == 1)
            ):
                return seed, action
    raise AssertionError("no such claim")


def test_the_only_payment_is_made_and_said(ekiben, tmp_path):
    seed, claim = claims(1)
    place = tmp_path / "game.jsonl"
    out = ekiben(
        "play", "london", "--seed", seed, "--save", place, typed=["keep 1", claim, "quit"]
    ).out
    actions = json.loads(place.read_text(encoding="utf-8"))["actions"]
    board = Words("en", engine.load("london").board)
    paid = value_in_words(board, "action", actions[3])
    assert f"There is only one way to pay, so it is done: {paid}" in out
    assert actions[2] == str(claim) and actions[3] not in paid


def test_undo_goes_back_to_the_turn(ekiben, tmp_path):
    seed, claim = claims(2)
    place = tmp_path / "game.jsonl"
    out = ekiben(
        "play", "london", "--seed", seed, "--save", place, typed=["keep 1", claim, "undo", "quit"]
    ).out
    record = json.loads(place.read_text(encoding="utf-8"))
    route = Words("en", engine.load("london").board).route(claim.route)
    assert "Choose the cards to pay with" in out and f"Player takes back: claim {route}." in out
    assert str(claim) not in record["actions"] and record["undone"] == [[2, str(claim)]]


def test_undo_where_nothing_can_be_undone(ekiben):
    out = ekiben(*LONDON, typed=["undo", "1", "draw deck", "undo"]).out
    assert out.count("Nothing can be taken back") == 2


# ---- looking around
def test_routes_all_and_at_a_city(ekiben):
    board = engine.load("london").board
    everything = ekiben(*LONDON, typed=["routes"]).out
    assert all(route.id in everything for route in board.routes)
    ends = [route.id for route in board.routes if "big-ben" in route.id]
    for name in ("big-ben", "Big Ben", "ビッグ・ベン"):
        out = ekiben(*LONDON, typed=[f"routes {name}"]).out
        assert [
            route for route in ends if route not in out
        ] == [] and "baker-street-regents-park" not in out
    assert (
        "No city or route here is called “atlantis”."
        in ekiben(*LONDON, typed=["routes atlantis"]).out
    )


def test_routes_tell_owners_and_prices(ekiben):
    seed, claim = claims(1)
    out = ekiben(
        "play",
        "london",
        "--seed",
        seed,
        typed=["keep 1", f"routes {claim.route}", claim, f"routes {claim.route}"],
    ).out
    rows = [line for line in out.splitlines() if re.match(rf"{claim.route} +\d", line)]
    assert re.search(r"open +\d", rows[0]) and "Player" in rows[-1]


def test_score_log_rule_and_show(ekiben):
    out = ekiben(*LONDON, typed=["1", "score", "log", "rule rt-4.6", "rule nonsense", "show"]).out
    assert "Points so far" in out and "greedy keeps" in out and texts.clause("RT-4.6").text in out
    assert "No clause is numbered" in out and out.count("Market") == 3


def test_all_lists_every_action(ekiben):
    out = ekiben("play", "europe", "--seed", "3", typed=["keep 1 2", "all"]).out
    match = engine.load("europe").new(2, 3)
    match.play("keep 1 2")
    match.play(match.legal()[0])
    assert "station amsterdam …" in out and "station zurich" in out.split("station amsterdam …")[1]
    assert f" {len(match.legal())} station zurich" in out


def test_map_writes_a_picture(ekiben, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    out = ekiben(*LONDON, typed=["map", "map"]).out
    places = set(re.findall(r"The picture is in (\S+)", out))
    (place,) = places
    with open(place, encoding="utf-8") as file:
        assert file.read(4) == "<svg"


def test_map_where_there_are_no_pictures(ekiben, monkeypatch):
    def absent(self, seat=None, language="en"):
        raise ImportError

    monkeypatch.setattr(engine.Match, "svg", absent)
    assert "cannot draw pictures" in ekiben(*LONDON, typed=["map"]).out


# ---- secrets
def test_others_secrets_are_not_told(ekiben):
    out = ekiben(*LONDON, typed=["1", *["draw deck"] * 12, "log"]).out
    match = engine.load("london").new(2, 5)
    own, other = (match.events(seat)[-2 + seat]["tickets"] for seat in range(2))
    tickets = Words("en", match.game.board).ticket
    assert "Player draws " in out and not re.search(
        r"greedy draws [^.]*(?<!a card)(?<!cards) from the deck", out
    )
    assert tickets(own[0]) in out and [name for name in other if tickets(name) in out] == []


def test_a_curtain_hides_hands(ekiben, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = ekiben(
        *LONDON,
        "--set",
        "first_seat=0",
        "--players",
        "human:name=Anna,greedy,human:name=Ben",
        typed=["", "1", "", "", "1", "", "", "draw deck", "draw deck", "", "", "quit"],
    ).out
    screens = out.split("\x1b[H\x1b[2J\x1b[3J")
    for_whom = [
        "Anna"
        if "Anna" in re.findall(r"· (\w+)", screen)
        else "Ben"
        if "Ben" in re.findall(r"· (\w+)", screen)
        else ""
        for screen in screens[1:]
    ]
    assert for_whom == ["", "Anna", "", "Ben", "", "Anna", "", "Ben"]
    assert [
        screen
        for screen, whose in zip(screens[1:], for_whom, strict=True)
        if not whose and "Hand" in screen
    ] == []
    assert "Press Enter when Ben (seat 2) sits down." in out and "Anna: your turn is over." in out
    assert (
        re.search(r"Anna draws . \w+ and . \w+ from the deck", screens[-3])
        and "Anna draws 2 cards from the deck" in screens[-1]
    )


# ---- leaving
@pytest.mark.parametrize(
    ("last", "code"), [(KeyboardInterrupt(), 130), (EOFError(), 0), ("quit", 0)]
)
def test_leaving_writes_nothing_unasked(ekiben, tmp_path, last, code):
    ran = ekiben(*LONDON, typed=["1", last])
    assert ran.code == code and files_under(tmp_path) == [] and "Traceback" not in ran.out + ran.err


def test_leaving_keeps_what_was_to_be_saved(ekiben, tmp_path):
    for name, last in (("quit", "quit"), ("eof", EOFError())):
        ekiben(*LONDON, "--set", "first_seat=0", "--save", tmp_path / name, typed=["1", last])
        assert len(engine.replay((tmp_path / name).read_text(encoding="utf-8")).actions) == 2
    ekiben(*LONDON, "--save", tmp_path / "interrupted", typed=["1", KeyboardInterrupt()])
    assert [path.name for path in files_under(tmp_path)] == ["eof", "quit"]


def test_the_first_seat_is_drawn_unless_said_otherwise(ekiben, tmp_path):
    """RT-1.6: proposed to people, and told; the rules' own default stays the first seat."""
    told = (
        engine.load("london").options["first_seat"],
        "first_seat=drawn" in ekiben(*LONDON, typed=["quit"]).out,
    )
    assert told == (0, True)
    ekiben(*LONDON, "--save", tmp_path / "drawn", typed=["1", "quit"])
    assert (
        engine.replay((tmp_path / "drawn").read_text(encoding="utf-8")).game.options["first_seat"]
        == "drawn"
    )
    assert "first_seat=drawn" not in ekiben(*LONDON, "--set", "first_seat=0", typed=["quit"]).out


def test_save_at_the_prompt(ekiben, tmp_path):
    place = tmp_path / "now.jsonl"
    out = ekiben(
        *LONDON, typed=["1", f"save {place}", "save", f"save {tmp_path}/no/such.jsonl", "quit"]
    ).out
    assert (
        f"Saved to {place}" in out
        and "Name the file as well" in out
        and "No such file or directory" in out
    )
    assert engine.replay(place.read_text(encoding="utf-8")).seed == 5


def test_an_interrupted_save_leaves_the_old_file(ekiben, tmp_path, monkeypatch):
    place = tmp_path / "game.jsonl"
    place.write_text("old", encoding="utf-8")

    def interrupted(*names):
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "replace", interrupted)
    assert ekiben(*LONDON, typed=["1", f"save {place}"]).code == 130
    assert files_under(tmp_path) == [place] and place.read_text(encoding="utf-8") == "old"
