"""The games that are laid out for the tests: each is played on by one test at most, the others only
look at it.
"""

from ekiben.core.match import Match

from .stage import Position, after, asks, every_kind, golden, hoard, last_turn, over


def can_pay(match: Match) -> bool:
    """The tunnel asks for more, and the first seat has it."""
    return match.asked == "tunnel" and match.seat == 0 and len(match.legal()) > 1


def cannot_pay(match: Match) -> bool:
    """The tunnel asks for more, and the first seat can only withdraw."""
    return match.asked == "tunnel" and match.seat == 0 and len(match.legal()) == 1


POSITIONS = {
    "london-tickets": Position("london", asks("tickets"), seats=3),
    "london-three": Position("london", asks("turn", after=30), seats=3),
    "europe-tunnel-rich": Position("europe", can_pay, seats=3),
    "europe-tunnel-poor": Position("europe", cannot_pay, seats=3),
    "london-over": Position("london", over),
    "london-again": Position("london", over),
    "london-branched": Position("london", over),
    "london-clock": Position(
        "london", asks("turn", after=10), people=(0, 1), clock_minutes=1, spent=55_000
    ),
    "london-turn": Position("london", asks("turn", after=30)),
    "london-typed": Position("london", asks("turn", after=60)),
    "london-marked": Position("london", asks("turn", after=30)),
    "london-clicked": Position("london", asks("turn", after=30)),
    "london-coached": Position("london", asks("turn", after=30)),
    "london-coached-two": Position("london", asks("turn", after=30), people=(0, 1)),
    "europe-coached": Position("europe", asks("turn", after=40), seats=3),
    "tokyo-coached": Position("tokyo", asks("move", after=60), record=golden("tokyo", 3)),
    "london-undone": Position("london", asks("turn", after=30)),
    "america-turn": Position("america", asks("turn", after=60), seats=3),
    "europe-payment": Position("europe", asks("payment"), seats=3),
    "europe-tunnel": Position("europe", asks("tunnel"), seats=3),
    "lakes-pieces": Position("great-lakes", asks("pieces"), seats=3),
    "lakes-refill": Position("great-lakes", asks("refill"), seats=3),
    "lakes-tickets": Position("great-lakes", asks("tickets", 1), seats=3, people=(1,)),
    "lakes-hoard": Position("great-lakes", every_kind, choose=hoard),
    "tokyo-move": Position("tokyo", asks("move", after=60), record=golden("tokyo", 3)),
    "tokyo-build": Position("tokyo", asks("build", after=60), record=golden("tokyo", 3)),
    "tokyo-marked": Position("tokyo", asks("move", after=60), record=golden("tokyo", 3)),
    "tokyo-marked-other": Position(
        "tokyo", asks("move", after=60), record=golden("tokyo", 3), people=(0, 1)
    ),
    "tokyo-over": Position("tokyo", over, record=golden("tokyo", 2)),
    "deal-ume": Position("london", over, deal="londondeal", name="Ume"),
    "deal-ken": Position("london", over, bot="racer", deal="londondeal", name="Ken"),
    "deal-last": Position("london", last_turn, bot="junkie", deal="londondeal", name="Mio"),
    "america-four": Position("america", asks("turn", after=60), seats=4),
    "great-lakes-four": Position("great-lakes", asks("turn", after=60), seats=4),
    "london-told": Position("london", last_turn),
    "london-last": Position("london", last_turn),
    "london-last-calm": Position("london", last_turn),
    "tokyo-last": Position("tokyo", after(101), record=golden("tokyo", 2), people=(1,)),
}
