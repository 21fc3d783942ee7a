"""Where a game was decided: the move with which the winner took the lead for good.

After every turn the seats are ranked as if the game had ended there, tickets and bonuses included.
"""

from __future__ import annotations

import msgspec

from ekiben import replay
from ekiben.core.match import Match
from ekiben.server.http_messages import TurningPoint
from ekiben.server.scenes.family import SCENES, Standing
from ekiben.server.scenes.sentences import with_sentences
from ekiben.texts.moves import all_events


def turning_point_json(line: str, language: str) -> bytes:
    """The turning point of a record's game, as JSON."""
    return msgspec.json.encode(find_turning_point(replay(line), language))


def find_turning_point(whole: Match, language: str) -> TurningPoint:
    """Play a finished match again and rank the seats at the end of every turn."""
    match = whole.game.new(whole.seats, whole.seed, whole.names, salt=whole.salt)
    found = TurningPoint(plies=[], scores=[])
    leaders: list[frozenset[int]] = []
    said: list[str] = []
    heard = 0
    for ply, action in enumerate(whole.actions, 1):
        actor = match.seat
        match.play(str(action))
        if match.seat == actor and not match.over:
            continue
        standings = SCENES.of(match.game).standings_now(match.game, match.position.state)
        found.plies.append(ply)
        found.scores.append([one.score for one in standings])
        leaders.append(leaders_of(standings))
        said.append(turn_in_words(match, heard, actor, language))
        heard = len(match.heard)
    mark_turning_point(found, leaders, said)
    return found


def leaders_of(standings: list[Standing]) -> frozenset[int]:
    best = max(one.rank for one in standings)
    return frozenset(seat for seat, one in enumerate(standings) if one.rank == best)


def mark_turning_point(found: TurningPoint, leaders: list[frozenset[int]], said: list[str]) -> None:
    """The turn after which nobody but the winner led; none if nobody else ever did."""
    winner = leaders[-1] if leaders else frozenset()
    for turn in range(len(leaders) - 1, -1, -1):
        if leaders[turn] != winner:
            found.decided = turn + 1
            found.text = said[turn + 1]
            return


def turn_in_words(match: Match, since: int, seat: int | None, language: str) -> str:
    """What a seat did in the turn just played, with the markup of sentences."""
    events = with_sentences(match.game.board, language, all_events(match, since))
    own = [event["text"] for event in events if event["text"] and event.get("seat") == seat]
    return " ".join(own)
