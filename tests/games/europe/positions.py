"""Positions on the map of Europe and on small boards with its rules: scored at once, or in the
middle of a tunnel.
"""

from arranging import arranged, ended
from table import play, started, told


def final(name="europe", seats=2, *, tickets=None, options=None, **places):
    """A match scored with these routes, stations and tickets; tickets not named are none."""
    held = {seat: [] for seat in range(seats)} | (tickets or {})
    return ended(arranged(started(name, seats, **(options or {})), tickets=held, **places))


def digging(laid, turned, hand, route="bucuresti-sofia", seats=3, **places):
    """Seat 0 has laid out cards for a tunnel, these are on top of the deck; the match, and the
    events of the payment.
    """
    match = arranged(started("europe", seats), hand={0: hand}, deck=turned, **places)
    play(match, f"claim {route}")
    return match, play(match, f"pay {laid}")


def done(match, seat):
    """Complete tickets of a seat by name, with their points."""
    return {
        line.details["ticket"]: line.points
        for line in match.sheet(seat)
        if line.reason == "ticket-done"
    }


def missed(match, seat):
    return {
        line.details["ticket"]: line.points
        for line in match.sheet(seat)
        if line.reason == "ticket-missed"
    }


def points(match, seat, reason):
    """What a seat's sheet says of a reason."""
    return [line.points for line in match.sheet(seat) if line.reason == reason]


def borrowed(match, seat):
    """By station, in the order they were built: a route or None."""
    built = int(match.view().built[seat])
    return [
        None if number < 0 else match.game.board.routes[number].id
        for number in match.view().borrowed[seat][:built].tolist()
    ]


def kinds(events):
    return [event["kind"] for event in events]


PLAIN = ["blue", "green", "white"]  # nothing that costs a player who has laid out red
LAY_OUT = ["laid-out", "tunnel-card", "tunnel-card", "tunnel-card", "tunnel-extra"]
MARKET = ["yellow", "black", "purple", "orange", "white"]


def turned_up(match, viewer=None):
    return [match.game.board.kinds[card] for card in match.view(viewer).turned if card >= 0]


def laid_out(match, viewer=None):
    """The cards lying open for a tunnel, as a viewer sees them."""
    laid = int(match.view(viewer).laid)
    return None if laid < 0 else match.game.actions.cards(laid)


def extra(events):
    return [event["extra"] for event in told(events, "tunnel-extra")]
