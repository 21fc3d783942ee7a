"""Seats, cards and the glow of what can be claimed are told apart by everybody who sees colours,
whichever kind of them; the browser has the same colours as the pictures.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from ekiben.draw.style import COLOURS, GLOW, INK, LAND, SEA, SEATS
from ekiben.server import schema

# how linear light is seen with no fault, and without red, green or blue receptors
SIGHTS = {
    "full": np.eye(3),
    "protanopia": np.array(
        [[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.0520]]
    ),
    "deuteranopia": np.array(
        [[0.3673, 0.8606, -0.2280], [0.2801, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9689]]
    ),
    "tritanopia": np.array(
        [[1.2555, -0.0767, -0.1788], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6914, 0.3039]]
    ),
}
CONES = np.array(
    [[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]]
)  # from linear light, and from there to lightness and two hues (OKLab)
HUES = np.array([[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]])
ROUTE_SEATS = SEATS[:5]


def seen(colour: str, sight: str) -> np.ndarray:
    values = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    light = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return HUES @ np.cbrt(CONES @ np.clip(SIGHTS[sight] @ light, 0, 1))


def difference(one: str, other: str, sight: str = "full") -> float:
    """Of two colours, 100 between black and white."""
    return float(100 * np.linalg.norm(seen(one, sight) - seen(other, sight)))


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_glow_is_no_card_no_seat_and_no_ground(sight: str) -> None:
    for other in (*COLOURS.values(), *ROUTE_SEATS, LAND, SEA, INK):
        assert difference(GLOW, other, sight) > 12, other


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_first_seat_is_neither_ink_nor_another_seat(sight: str) -> None:
    for other in (INK, COLOURS["black"], LAND, SEA):
        assert difference(SEATS[0], other, sight) > 20, other
    for other in (*SEATS[1:], GLOW):
        assert difference(SEATS[0], other, sight) > 7, other


def test_seats_differ_in_colour() -> None:
    assert all(difference(one, other) > 9 for one, other in combinations(SEATS, 2))


def test_the_browser_has_the_same_colours() -> None:
    assert schema.PALETTE.read_text(encoding="utf-8") == schema.palette()
    assert all(colour in schema.palette() for colour in (*SEATS, *COLOURS.values(), GLOW))
