"""What card and glossary of Tokyo Railways say of its map."""

from __future__ import annotations

from ekiben.texts.learning import Board, Teaching, Values


def features(board: Board) -> frozenset[str]:
    """The special things a map has."""
    return frozenset({"ferries"} if board.ferries else ())


def values(board: Board) -> Values:
    scenario, track = board.figures.scenario, board.figures.track
    trains, money = board.figures.trains, board.figures.money
    speed, load = scenario.start_kind
    return {
        "big_cities": sum(city.big for city in board.cities),
        "connections": scenario.connections,
        "start_money": scenario.start_money,
        "win_money": scenario.win_money[0],
        "least_money": scenario.win_money[-1],
        "short_money": scenario.short_money,
        "speed": speed,
        "load": load,
        "fastest": max(speed for speed, _ in trains.kinds),
        "most_load": max(load for _, load in trains.kinds),
        "straight_track": track.straight,
        "diagonal_track": track.diagonal,
        "each_turn": track.each_turn,
        "hill": track.ends["hill"],
        "mountain": track.ends["mountain"],
        "river": track.river,
        "coast": track.coast,
        "straight": trains.straight,
        "diagonal": trains.diagonal,
        "upgrade_speed": trains.upgrade["speed"],
        "upgrade_load": trains.upgrade["load"],
        "upgrade_both": trains.upgrade["both"],
        "track_fee": money.track_fee,
        "loan": money.loan,
        "repay": money.repay,
        "quiet_turns": scenario.quiet_turns,
    }


TEACHING = Teaching(features, values)
