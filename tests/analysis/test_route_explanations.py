"""Why a choice was worse: positions in which the reason is known, played on for real."""

import numpy as np
import pytest
from arranging import arranged, with_last_turns
from table import started

from ekiben.analysis.review import Explanation
from ekiben.analysis.routes import measures
from ekiben.analysis.routes.comparison import Comparison, Tried
from ekiben.analysis.routes.explanations import explain
from ekiben.analysis.routes.play_on import Root, player_of
from ekiben.analysis.wording import explanation_text
from ekiben.core.kernel_calls import run
from ekiben.core.match import Match
from ekiben.games.routes.imagine import state_from
from ekiben.texts import languages, words
from ekiben.texts.wording import Words

WORLDS = range(40)
COAST = [  # from El Paso to Miami
    "el-paso-houston",
    "houston-new-orleans",
    "miami-new-orleans",
]


def compared(match, made, better):
    """Both actions played on from what the seat knows."""
    game, view = match.game, match.view(match.seat)
    actions = [game.parse(made), game.parse(better)]
    root = Root(state_from(view), match.seat, "test")
    moves = [action.id for action in actions]
    played = run(player_of(game).play(root, moves, WORLDS, measured=True))
    one, other = (Tried(*pair) for pair in zip(actions, played.measures, strict=True))
    return Comparison(game=game, view=view, made=one, better=other, loss=0.3, error=0.05)


def known_hand(match, seat, kind, count):
    """Everybody has seen the seat take these cards."""
    s = match.position.state.copy()
    s.seen[seat, match.game.board.kinds.index(kind)] = count
    return Match.imagined(match.game, s)


def coast(**given):
    """Only Los Angeles–El Paso is missing for a ticket of 20 points, and six trains are left."""
    return arranged(
        started("america"),
        seat=0,
        tickets={0: ["los-angeles-miami"]},
        routes={0: COAST, 1: []},
        pieces={0: {"train": 6}, 1: {"train": 30}},
        **given,
    )


def test_a_ticket_that_becomes_impossible():
    match = coast(hand={0: {"black": 6, "yellow": 6}})
    found = explain(compared(match, "claim helena-seattle", "claim el-paso-los-angeles"))
    assert found[0].key == "routes.ticket-pieces"
    assert found[0].values == {
        "ticket": "los-angeles-miami",
        "points": 20,
        "route": "helena-seattle",
        "left": 0,
        "played": 0,
        "better": 100,
    }
    (evidence,) = found[0].evidence
    assert evidence.measure == "ticket-done:los-angeles-miami"
    assert (evidence.played, evidence.better, evidence.playouts) == (0.0, 1.0, len(WORLDS))


def test_a_route_that_another_takes_otherwise():
    match = coast(hand={0: {"black": 6}, 1: {"black": 6}})
    match = with_last_turns(known_hand(match, 1, "black", 6), 3, last_seat=0)
    comparison = compared(match, "draw deck", "claim el-paso-los-angeles")
    found = explain(comparison)
    assert found[0].key == "routes.ticket-blocked"
    assert found[0].values["route"] == "el-paso-los-angeles"
    assert found[0].values["taken"] >= 80 and found[0].values["better"] == 100
    assert {one.measure for one in found[0].evidence} == {
        "ticket-done:los-angeles-miami",
        "route-taken:el-paso-los-angeles",
    }


def test_nothing_is_said_of_equal_choices():
    match = coast(hand={0: {"black": 6, "yellow": 6}})
    same = "claim el-paso-los-angeles"
    assert explain(compared(match, same, same)) == ()


# ---- the offer
def test_tickets_kept_and_put_back():
    """A far ticket that is hardly ever done, instead of one that is done already."""
    far, near = "new-york-seattle", "houston-kansas-city"
    match = arranged(
        started("america"),
        seat=0,
        tickets={0: []},
        ticket_deck=[far, near, "boston-miami"],
        routes={0: ["dallas-houston", "dallas-oklahoma-city", "kansas-city-oklahoma-city"], 1: []},
        pieces={0: {"train": 8}, 1: {"train": 20}},
    )
    match.play("tickets")
    keys = {one.key: one.values for one in explain(compared(match, "keep 1", "keep 2"))}
    assert keys["routes.kept-missed"]["ticket"] == far


# ---- chance
def row(games, **counts):
    found = np.zeros(measures.MEASURES, np.int64)
    found[measures.GAMES] = found[measures.SQUARES + measures.GAMES] = games
    for name, sums in counts.items():
        place = getattr(measures, name)
        found[place], found[measures.SQUARES + place] = sums
    return found


@pytest.mark.parametrize(("games", "said"), [(8, False), (400, True)])
def test_only_what_is_hardly_chance_is_said(games, said):
    """The same difference of three points, with a spread of ten, in few games and in many."""
    match = coast()
    game, action = match.game, match.game.parse("draw deck")
    made = row(games, SCORE=(90 * games, (90**2 + 100) * games))
    better = row(games, SCORE=(93 * games, (93**2 + 100) * games))
    comparison = Comparison(
        game=game,
        view=match.view(0),
        made=Tried(action, made),
        better=Tried(action, better),
        loss=0.1,
        error=0.01,
    )
    assert bool(explain(comparison)) == said


# ---- words
VALUES = {
    "ticket": "boston-miami",
    "route": "denver-omaha",
    "points": 12,
    "played": 31,
    "better": 64,
    "taken": 55,
    "left": 3,
    "turns": 2,
}


@pytest.mark.parametrize("language", languages())
def test_every_explanation_has_words(language):
    said = Words(language, started("america").game.board, ("Ann", "Bob"))
    for key in words(language)["review"]["routes"]:
        text = explanation_text(said, Explanation(f"routes.{key}", VALUES, ()), 0.094)
        assert "9" in text and "{" not in text and "denver-omaha" not in text
    assert explanation_text(said, Explanation("routes.ends-later", VALUES, ())).endswith(
        {"en": ".", "ja": "。"}[language]
    )
