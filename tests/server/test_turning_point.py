"""Where a game was decided, and what the lines of its score sheets speak of."""

import pytest

import ekiben
from ekiben.bots import Limit, make
from ekiben.server.scenes import scene
from ekiben.server.scenes.family import SCENES
from ekiben.server.turning_point import find_turning_point


@pytest.fixture(scope="module", params=["america", "europe", "london"])
def match(request):
    """A finished game of three greedy bots (two in London)."""
    game = ekiben.load(request.param)
    found = game.new(2 if request.param == "london" else 3, seed=5)
    bots = [make("greedy", seat) for seat in range(found.seats)]
    for seat, bot in enumerate(bots):
        bot.sit(game, seat)
    while not found.over:
        seat = found.seat
        found.play(bots[seat].choose(found.view(seat), found.legal(), Limit(1.0)))
    return found


def test_the_chart_ends_with_the_result(match):
    found = find_turning_point(match, "en")
    assert found.plies[-1] == len(match.actions)
    assert found.scores[-1] == match.scores()


def test_before_the_turning_point_somebody_else_led_and_never_after(match):
    found = find_turning_point(match, "en")
    winners = set(match.ranking()[0])
    assert leaders(match, found, found.decided - 1) != winners
    after = range(found.decided, len(found.plies))
    assert all(leaders(match, found, turn) == winners for turn in after)
    assert "⟦@" in found.text


def leaders(match, found, turn):
    """Who would have won had the game ended after that turn; ranked by the engine itself."""
    replayed = match.game.new(match.seats, match.seed)
    for action in match.actions[: found.plies[turn]]:
        replayed.play(str(action))
    standings = SCENES.of(match.game).standings_now(match.game, replayed.position.state)
    best = max(one.rank for one in standings)
    return {seat for seat, one in enumerate(standings) if one.rank == best}


def test_ranking_the_seats_leaves_the_game_as_it_was(match):
    replayed = match.game.new(match.seats, match.seed)
    before = replayed.digest()
    SCENES.of(match.game).standings_now(match.game, replayed.position.state)
    assert replayed.digest() == before and not replayed.over


def test_a_winner_who_was_always_ahead_has_no_turning_point():
    game = ekiben.load("london")
    found = find_turning_point(game.new(2, seed=1), "en")
    assert found.plies == [] and found.decided == -1


def test_a_complete_ticket_has_the_way_that_joins_its_cities(match):
    """RT-7.1: every route of the way is the seat's own or a borrowed one."""
    board = match.game.board
    seen = scene(match.game, match.view(0), match.names)
    lines = [(seat, line) for seat, lines in enumerate(seen.sheet) for line in lines]
    tickets = [(seat, line) for seat, line in lines if line.ticket >= 0]
    assert tickets and all(line.late for _, line in tickets)
    for seat, line in tickets:
        ticket = board.tickets[line.ticket]
        if line.points < 0:
            assert line.routes == []
            continue
        lent = {one.route for one in seen.borrowed if one.seat == seat}
        assert set(line.routes) <= {*seen.seats[seat].routes, *lent}
        city = ticket.a
        for number in line.routes:
            route = board.routes[number]
            assert city in (route.a, route.z)
            city = route.a + route.z - city
        assert city == ticket.z


def test_lines_scored_during_the_game_come_before_those_of_its_end(match):
    seen = scene(match.game, match.view(None), match.names)
    for lines in seen.sheet:
        late = [line.late for line in lines]
        assert late == sorted(late) and not late[0]


@pytest.mark.parametrize(("language", "words"), [("en", "ahead of ⟦@"), ("ja", "点差")])
def test_the_margin_is_told(match, language, words):
    seen = scene(match.game, match.view(None), match.names, language=language)
    first, second = (match.scores()[group[0]] for group in match.ranking()[:2])
    assert words in seen.margin and str(first - second) in seen.margin
